/* The same-algorithm twin of sim/games/goooal: same record, same streams, same draws.
   Left out: the event log. */
#include "engine.h"

typedef struct policy P;
typedef struct rules R;

/* kernel_seats.py */

HELPER i64 around(T *t, i64 seat) {
    i64 place = seat % t->rotation.players;
    return place < 0 ? place + t->rotation.players : place;
}

HELPER i64 lost_turns(T *t, i64 skips) {
    return t->rules.skip_mode == SkipMode_OTHERS_ONLY ? min(skips, t->rotation.players - 1) : skips;
}

HELPER i64 advance(T *t, i64 seat, i64 skips) { return around(t, seat + t->dir * (1 + lost_turns(t, skips))); }

static i64 lose_turns(T *t, i64 first, i64 skips) {
    i64 lost = lost_turns(t, skips);
    for (i64 i = 0; i < lost; i++) {
        t->record.match_skips++;
        t->record.match_skipped[around(t, first + t->dir * i)]++;
    }
    return around(t, first + t->dir * lost);
}

/* decisions_legal.py */

HELPER P *policy_of(T *t, i64 seat) { return &t->policy[t->contender[seat]]; }
HELPER int works(T *t, i64 seat, i64 kind) { return policy_of(t, seat)->blank != kind; }

HELPER int fits_on(T *t, i64 seat, i64 card, i64 base, i64 colour) {
    if (t->kind[card] == COUPE && works(t, seat, COUPE)) {
        if (t->rules.coupe_on_coupe || t->kind[base] != COUPE) return 1;
        return t->colour[card] == colour;
    }
    int same = (t->team[card] == t->team[base]) | (t->number[card] == t->number[base]);
    return same | (t->colour[card] == colour);
}

HELPER int may_finish(T *t, i64 card) {
    i64 kind = t->kind[card], allowed = t->rules.finish_specials;
    int only_coupe = allowed == FinishSpecials_COUPE_ONLY && kind == COUPE;
    return kind == PLAYER || allowed == FinishSpecials_ALL || only_coupe;
}

HELPER int stays_or_finishes(T *t, i64 seat, i64 card) { return t->held[seat] > 1 || may_finish(t, card); }

HELPER int is_playable(T *t, i64 seat, i64 i) {
    i64 card = t->hand[seat][i];
    return fits_on(t, seat, card, t->top, t->active) && stays_or_finishes(t, seat, card);
}

HELPER int is_answer(T *t, i64 seat, i64 i) {
    R *rules = &t->rules;
    i64 card = t->hand[seat][i], kind = t->kind[card];
    int answers = (kind == GARDIEN && rules->gardien_cancel) || (kind == COUPE && rules->coupe_cancel) ||
                  (kind == GOOOAL && rules->goal_response);
    return answers && works(t, seat, kind) && stays_or_finishes(t, seat, card);
}

HELPER int is_own(T *t, i64 seat, i64 card) { return t->team[card] == t->own[seat] && t->rules.team_collection; }
HELPER int is_layable(T *t, i64 seat, i64 i) { return is_own(t, seat, t->hand[seat][i]); }
HELPER int lays_now(T *t) { return t->rules.lay_mode == LayMode_REPLACES; }

HELPER int shares(T *t, i64 card) {
    i64 last = t->top;
    int team = t->team[card] == t->team[last], number = t->number[card] == t->number[last];
    if (t->rules.combo_rule == ComboRule_CHAIN) return team || number;
    return (t->share_team && team) || (t->share_number && number);
}

HELPER int is_add(T *t, i64 seat, i64 i) {
    i64 card = t->hand[seat][i];
    int seen = !t->rules.combo_same_colour && has(t->shown, t->colour[card]);
    return shares(t, card) && !seen && stays_or_finishes(t, seat, card);
}

HELPER int is_gift(T *t, i64 seat, i64 i) {
    int stays = t->held[seat] == 1 && !t->rules.agent_gift_can_win;
    return t->kind[t->hand[seat][i]] == PLAYER && !stays;
}

/* a test is inlined into what counts by it */
typedef int Test(T *t, i64 seat, i64 i);
#define BY_TEST static inline __attribute__((always_inline))

BY_TEST i64 count_of(T *t, i64 seat, i64 first, Test test) {
    i64 found = 0;
    for (i64 i = first; i < t->held[seat]; i++) found += test(t, seat, i);
    return found;
}

BY_TEST i64 place_of(T *t, i64 seat, i64 first, Test test, i64 rank) {
    for (i64 i = first; i < t->held[seat]; i++)
        if (test(t, seat, i) && rank-- == 0) return i;
    return NOBODY;
}

/* decisions.py */

HELPER int is_random(T *t, i64 seat) { return policy_of(t, seat)->kind == Kind_RANDOM; }
HELPER i64 tied(T *t, i64 seat, i64 n) { return n == 1 ? 0 : below(t, CHOICES + seat, n); }

HELPER i64 draw_of(T *t, i64 seat, i64 n) {
    t->record.decisions += n != 1;
    return tied(t, seat, n);
}

/* the best score so far, and how many actions have it */
typedef struct { i64 score, ties; } Best;

HELPER void compare(Best *best, i64 score) {
    if (score > best->score) *best = (Best){score, 0};
    best->ties += score == best->score;
}

HELPER i64 choose_direction(T *t, i64 seat) {
    t->record.decisions++;
    P *p = policy_of(t, seat);
    i64 up = t->wins[around(t, seat + 1)], down = t->wins[around(t, seat - 1)];
    if (p->kind == Kind_RANDOM || !p->dir_leader || up == down) return tied(t, seat, 2);
    return down > up;
}

HELPER i64 colours_held(T *t, i64 seat, i64 colour) {
    i64 found = 0;
    for (i64 i = 0; i < t->held[seat]; i++) found += t->colour[t->hand[seat][i]] == colour;
    return found;
}

HELPER i64 pile_score(T *t, i64 seat, i64 pile, i64 active) {
    i64 colour = t->colour[t->pile[pile][t->height[pile] - 1]];
    return colours_held(t, seat, colour) + (colour == active ? ACTIVE : 0);
}

static i64 choose_pile(T *t, i64 seat, i64 active) {
    i64 n = t->rules.n_piles, piles = 0;
    for (i64 pile = 0; pile < n; pile++) piles += t->height[pile] > 0;
    t->record.decisions += piles > 1;
    P *p = policy_of(t, seat);
    int by_colour = p->kind != Kind_RANDOM && p->use_piles && t->rules.pile_colours_public;
    Best best = {LOWEST, 0};
    for (i64 pile = 0; pile < n; pile++)
        if (t->height[pile] > 0) compare(&best, by_colour ? pile_score(t, seat, pile, active) : 0);
    i64 rank = tied(t, seat, best.ties);
    for (i64 pile = 0; pile < n; pile++)
        if (t->height[pile] > 0 && (by_colour ? pile_score(t, seat, pile, active) : 0) == best.score && rank-- == 0)
            return pile;
    return NOBODY;
}

HELPER i64 next_planned(T *t, i64 seat) {
    if (t->follows >= t->planned) return STOP;
    i64 card = t->plan[t->follows++];
    for (i64 i = 0; i < t->held[seat]; i++)
        if (t->hand[seat][i] == card) return i;
    return NOBODY;
}

HELPER i64 choose_add(T *t, i64 seat) {
    i64 adds = count_of(t, seat, 0, is_add);
    if (adds == 0) return STOP;
    if (!is_random(t, seat)) {
        t->record.decisions++;
        return next_planned(t, seat);
    }
    i64 rank = draw_of(t, seat, adds + 1) - 1;
    return rank < 0 ? STOP : place_of(t, seat, 0, is_add, rank);
}

HELPER i64 choose_lay(T *t, i64 seat) {
    i64 own = count_of(t, seat, 0, is_layable);
    if (own == 0) return STOP;
    if (!is_random(t, seat)) {
        t->record.decisions++;
        return next_planned(t, seat);
    }
    i64 rank = draw_of(t, seat, own + 1) - 1;
    return rank < 0 ? STOP : place_of(t, seat, 0, is_layable, rank);
}

HELPER i64 choose_pre_lay(T *t, i64 seat) {
    i64 own = count_of(t, seat, 0, is_layable);
    P *p = policy_of(t, seat);
    if (own == 0) return STOP;
    if (p->kind == Kind_RANDOM) {
        i64 rank = draw_of(t, seat, own + 1) - 1;
        return rank < 0 ? STOP : place_of(t, seat, 0, is_layable, rank);
    }
    t->record.decisions++;
    return p->w_card + p->w_lay > 0 ? place_of(t, seat, 0, is_layable, 0) : STOP;
}

HELPER i64 blocked(T *t, i64 seat, i64 other, i64 colour) {
    return other == seat || !t->rules.hand_colours_public ? 0 : colours_held(t, other, colour);
}

HELPER i64 neighbour(T *t, i64 seat) { return around(t, seat + t->dir); }

static i64 choose_colour(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    if (p->kind == Kind_RANDOM) return draw_of(t, seat, t->colours);
    t->record.decisions += t->colours > 1;
    i64 best = LOWEST, ties = 0, chosen = 0, colour = 0;
    for (i64 i = 0; i < t->colours; i++) {
        i64 score = p->w_mob * colours_held(t, seat, i) - p->w_block * blocked(t, seat, neighbour(t, seat), i);
        if (score > best) best = score, ties = 0, chosen = 0;
        if (score == best) ties++, chosen |= bit(i);
    }
    for (i64 rank = tied(t, seat, ties); !has(chosen, colour) || rank > 0; colour++) rank -= has(chosen, colour);
    return colour;
}

/* decisions_answer.py */

static int takes_all(T *t, i64 seat, i64 place) {
    i64 first = t->hand[seat][place], shown = bit(t->colour[first]), last = first;
    if (t->held[seat] > 1 && t->rules.combo_rule == ComboRule_SINGLE) return 0;
    for (i64 i = 0; i < t->held[seat]; i++) {
        i64 card = t->hand[seat][i];
        if (i != place) {
            int seen = !t->rules.combo_same_colour && has(shown, t->colour[card]);
            if (t->team[card] != t->team[first] || seen) return 0;
            shown |= bit(t->colour[card]);
            last = card;
        }
    }
    return may_finish(t, last);
}

static i64 answer_score(T *t, i64 seat, i64 place) {
    P *p = policy_of(t, seat);
    i64 card = t->hand[seat][place], kind = t->kind[card], colour = t->colour[card], score = p->resp_goooal;
    if (kind == GARDIEN) score = p->resp_gardien;
    else if (kind == COUPE) score = p->resp_coupe;
    for (i64 i = 0; i < t->held[seat]; i++)
        if (i != place) score += p->w_mob * fits_on(t, seat, t->hand[seat][i], card, colour);
    score -= p->w_block * blocked(t, seat, neighbour(t, seat), colour);
    return score + (takes_all(t, seat, place) ? FINISHED : 0);
}

static i64 choose_answer(T *t, i64 seat, i64 answers) {
    if (is_random(t, seat)) {
        i64 rank = draw_of(t, seat, answers + 1) - 1;
        return rank < 0 ? STOP : place_of(t, seat, 0, is_answer, rank);
    }
    t->record.decisions++;
    i64 accepting = -policy_of(t, seat)->resp_cost * t->penalty;
    Best best = {accepting, 1};
    for (i64 rank = 0; rank < answers; rank++)
        compare(&best, answer_score(t, seat, place_of(t, seat, 0, is_answer, rank)));
    i64 chosen = tied(t, seat, best.ties);
    if (accepting == best.score && chosen-- == 0) return STOP;
    for (i64 rank = 0; rank < answers; rank++) {
        i64 place = place_of(t, seat, 0, is_answer, rank);
        if (answer_score(t, seat, place) == best.score && chosen-- == 0) return place;
    }
    return STOP;
}

/* decisions_gift.py */

typedef struct { i64 place, other; } Gift;

HELPER i64 gift_score(T *t, i64 seat, i64 gifts, i64 left, Gift gift) {
    P *p = policy_of(t, seat);
    i64 card = t->hand[seat][gift.place], score = -p->g_small * t->held[gift.other];
    score -= p->g_own * is_own(t, seat, card) + p->g_feed * is_own(t, gift.other, card);
    if (gifts == t->held[seat] && gifts <= left && t->rules.agent_gift_can_win) score += FINISHED;
    return score;
}

HELPER Gift gift_of(T *t, i64 seat, i64 rank) {
    i64 others = t->rotation.players - 1, other = rank % others;
    return (Gift){place_of(t, seat, 0, is_gift, rank / others), other < seat ? other : other + 1};
}

static Gift choose_gift(T *t, i64 seat, i64 gifts, i64 left) {
    Gift none = {STOP, STOP};
    i64 ways = gifts * (t->rotation.players - 1);
    if (is_random(t, seat)) {
        i64 rank = draw_of(t, seat, ways + 1) - 1;
        return rank < 0 ? none : gift_of(t, seat, rank);
    }
    t->record.decisions++;
    P *p = policy_of(t, seat);
    Best best = {p->g_stop, 1};
    for (i64 rank = 0; rank < ways; rank++) compare(&best, gift_score(t, seat, gifts, left, gift_of(t, seat, rank)));
    i64 chosen = tied(t, seat, best.ties);
    if (best.score == p->g_stop && chosen-- == 0) return none;
    for (i64 rank = 0; rank < ways; rank++) {
        Gift gift = gift_of(t, seat, rank);
        if (gift_score(t, seat, gifts, left, gift) == best.score && chosen-- == 0) return gift;
    }
    return none;
}

HELPER i64 choose_face(T *t, i64 seat) {
    if (t->rules.agent_face != AgentFace_CHOICE) return t->rules.agent_face == AgentFace_VISIBLE;
    if (is_random(t, seat)) return draw_of(t, seat, 2);
    t->record.decisions++;
    return policy_of(t, seat)->g_visible;
}

/* decisions_plan.py */

HELPER int bonus_open(T *t, i64 seat) {
    return t->rules.bonus_scope == BonusScope_FIRST_ONLY ? t->bonus_seats == 0 : !has(t->bonus_seats, seat);
}

static void plan_lay(T *t, i64 seat, i64 lays, int all_of_them) {
    t->planned = t->follows = 0;
    for (i64 turn = 0; turn < 2; turn++)
        for (i64 k = 0; k < t->held[seat]; k++) {
            i64 card = t->hand[seat][k];
            if (is_own(t, seat, card) && (k >= lays) == (turn == 0)) t->plan[t->planned++] = card;
        }
    if (!all_of_them) t->planned = 1;
}

HELPER i64 score_lay(T *t, i64 seat, i64 lays, int all_of_them) {
    plan_lay(t, seat, lays, all_of_them);
    P *p = policy_of(t, seat);
    i64 k = t->planned, score = (p->w_card + p->w_lay) * k;
    if (t->laid[seat] + k >= t->rules.collect_size && bonus_open(t, seat)) score += p->w_complete;
    return score + (k == t->held[seat] ? FINISHED : 0);
}

HELPER void consider(T *t, i64 score, i64 group, i64 i, i64 j) {
    if (score > t->best) t->best = score, t->ties = 0;
    if (score == t->best) t->tie[t->ties++] = group | i << 8 | j << 16;
}

HELPER i64 last_group(T *t, i64 seat, i64 i, int combos) {
    if (!combos || t->rules.combo_rule == ComboRule_SINGLE) return ALONE;
    return t->kind[t->hand[seat][i]] == PLAYER ? OF_NUMBER : OF_TEAM;
}

HELPER int in_group(T *t, i64 seat, i64 i, i64 group, i64 j) {
    i64 one = t->hand[seat][i], other = t->hand[seat][j];
    return group == OF_TEAM ? t->team[one] == t->team[other] : t->number[one] == t->number[other];
}

typedef struct { i64 n, last; } Marked;

static Marked mark_plan(T *t, i64 seat, i64 i, i64 group, i64 j) {
    i64 held = t->held[seat], first = t->hand[seat][i], shown = bit(t->colour[first]);
    Marked marked = {1, first};
    for (i64 other = 0; other < held; other++) t->inside[other] = other == i;
    if (group == ALONE) return marked;
    for (i64 turn = 0; turn <= held; turn++) {
        i64 k = turn < held ? turn : j;
        if (k != i && (k != j || turn == held) && in_group(t, seat, i, group, k)) {
            i64 card = t->hand[seat][k], colour = t->colour[card];
            if (t->rules.combo_same_colour || !has(shown, colour)) {
                t->inside[k] = 1;
                shown |= bit(colour);
                marked = (Marked){marked.n + 1, card};
            }
        }
    }
    return marked;
}

HELPER i64 count_followers(T *t, i64 seat, i64 last) {
    i64 found = 0;
    for (i64 k = 0; k < t->held[seat]; k++)
        if (!t->inside[k]) found += fits_on(t, seat, t->hand[seat][k], last, t->colour[last]);
    return found;
}

HELPER i64 count_own_inside(T *t, i64 seat) {
    i64 found = 0;
    for (i64 k = 0; k < t->held[seat]; k++) found += t->inside[k] && is_own(t, seat, t->hand[seat][k]);
    return found;
}

HELPER i64 block_of(T *t, i64 seat, i64 skips, i64 last) {
    i64 weight = policy_of(t, seat)->w_block;
    return weight == 0 ? 0 : weight * blocked(t, seat, advance(t, seat, skips), t->colour[last]);
}

HELPER i64 weight_of(T *t, i64 seat, i64 kind) {
    P *p = policy_of(t, seat);
    if (kind == ARBITRE) return p->w_arbitre;
    if (kind == GOOOAL) return p->w_goooal;
    if (kind == GARDIEN) return p->w_gardien;
    return kind == COUPE ? p->w_coupe : p->w_agent;
}

HELPER int gives_all(T *t, i64 seat, i64 agents) {
    if (!t->rules.agent_gift_can_win || !works(t, seat, AGENT)) return 0;
    i64 left = 0;
    for (i64 k = 0; k < t->held[seat]; k++)
        if (!t->inside[k]) {
            left++;
            if (t->kind[t->hand[seat][k]] != PLAYER) return 0;
        }
    return left <= agents * t->rules.agent_gifts;
}

static i64 score_play(T *t, i64 seat, i64 i, i64 group, i64 j) {
    Marked marked = mark_plan(t, seat, i, group, j);
    P *p = policy_of(t, seat);
    i64 n = marked.n, last = marked.last, kind = t->kind[last], score = p->w_card * n, skips = 0;
    if (t->held[seat] == n) return may_finish(t, last) ? FINISHED + score : LOWEST;
    if (kind == AGENT && gives_all(t, seat, n)) return FINISHED + score;
    if (p->w_mob) score += p->w_mob * count_followers(t, seat, last);
    if (kind == PLAYER) {
        if (p->w_own) score -= p->w_own * count_own_inside(t, seat);
        return score - block_of(t, seat, 0, last);
    }
    if (kind == ARBITRE && works(t, seat, ARBITRE)) skips = n * t->rules.arbitre_skip;
    int attacks = kind == ARBITRE || kind == GOOOAL;
    if (attacks && t->held[advance(t, seat, 0)] <= p->danger_hand) score += n * p->w_rush;
    return score + n * weight_of(t, seat, kind) - block_of(t, seat, skips, last);
}

static void consider_plays(T *t, i64 seat, i64 i, int combos) {
    consider(t, score_play(t, seat, i, ALONE, i), ALONE, i, i);
    i64 last = last_group(t, seat, i, combos);
    for (i64 group = OF_TEAM; group <= last; group++)
        for (i64 j = 0; j < t->held[seat]; j++)
            if (j != i && in_group(t, seat, i, group, j))
                consider(t, score_play(t, seat, i, group, j), group, i, j);
}

HELPER void plan_play(T *t, i64 seat, i64 i, i64 group, i64 j) {
    mark_plan(t, seat, i, group, j);
    t->plan[0] = t->hand[seat][i], t->planned = 1, t->follows = 0;
    for (i64 k = 0; k < t->held[seat]; k++)
        if (t->inside[k] && k != i && k != j) t->plan[t->planned++] = t->hand[seat][k];
    if (j != i && t->inside[j]) t->plan[t->planned++] = t->hand[seat][j];
}

HELPER void plan_answer(T *t, i64 seat, i64 place) {
    t->planned = t->follows = 0;
    if (!takes_all(t, seat, place)) return;
    for (i64 i = 0; i < t->held[seat]; i++)
        if (i != place) t->plan[t->planned++] = t->hand[seat][i];
}

/* PLAYS, LAYS or DRAWS */
static i64 choose_plan(T *t, i64 seat, i64 first, int combos, i64 lays, i64 idle) {
    t->best = LOWEST, t->ties = 0;
    if (idle != LOWEST) consider(t, idle, DRAWS, 0, 0);
    if (lays >= 0) consider(t, score_lay(t, seat, lays, combos), LAYS, 0, 0);
    for (i64 place = first; place < t->held[seat]; place++)
        if (is_playable(t, seat, place)) consider_plays(t, seat, place, combos);
    i64 code = t->tie[tied(t, seat, t->ties)], group = code & 255;
    if (group == DRAWS) return DRAWS;
    if (group == LAYS) {
        plan_lay(t, seat, lays, combos);
        return LAYS;
    }
    plan_play(t, seat, code >> 8 & 255, group, code >> 16);
    return PLAYS;
}

/* kernel_deal.py */

static void shuffle_deck(T *t, u64 purpose, i64 n) {
    for (i64 last = n - 1; last > 0; last--) {
        i64 other = below(t, purpose, last + 1), held = t->deck[last];
        t->deck[last] = t->deck[other];
        t->deck[other] = held;
    }
}

HELPER void form_piles(T *t, i64 first, i64 end) {
    i64 piles = t->rules.n_piles, at = first;
    for (i64 pile = 0; pile < piles; pile++) {
        i64 size = (end - first) / piles + (pile < (end - first) % piles);
        for (i64 i = 0; i < size; i++) t->pile[pile][i] = t->deck[at++];
        t->height[pile] = size;
    }
}

HELPER void take(T *t, i64 seat, i64 card) { t->hand[seat][t->held[seat]++] = card; }

HELPER void note_dealt(T *t, i64 seat, i64 card) {
    i64 kind = t->kind[card];
    t->opened[seat][kind] += kind != PLAYER || t->team[card] == t->own[seat];
    t->got[seat][kind]++;
}

HELPER void deal(T *t) {
    i64 n = 0, at = 0;
    for (i64 card = 0; card < t->cards; card++)
        if (!t->is_laid[card]) t->deck[n++] = card;
    shuffle_deck(t, SHUFFLES, n);
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        t->held[seat] = 0;
        for (i64 kind = 0; kind < LENGTH(t->played); kind++) t->opened[seat][kind] = t->got[seat][kind] = 0;
        for (i64 i = 0; i < t->rules.hand_size; i++) {
            i64 card = t->deck[at++];
            take(t, seat, card);
            note_dealt(t, seat, card);
        }
        t->most[seat] = t->held[seat];
    }
    form_piles(t, at, n);
}

HELPER void cover(T *t, i64 card) {
    t->middle[t->below++] = card;
    t->top = card, t->active = t->colour[card];
}

HELPER i64 pop(T *t, i64 pile) { return t->pile[pile][--t->height[pile]]; }
HELPER void flip(T *t, i64 dealer) { cover(t, pop(t, choose_pile(t, dealer, NOBODY))); }

HELPER i64 in_piles(T *t) {
    i64 found = 0;
    for (i64 pile = 0; pile < t->rules.n_piles; pile++) found += t->height[pile];
    return found;
}

HELPER void turn_first(T *t, i64 dealer) {
    t->below = 0;
    flip(t, dealer);
    t->first_kinds[t->kind[t->top]]++;
    if (t->rules.first_card == FirstCard_REDRAW)
        while (t->kind[t->top] != PLAYER && in_piles(t) > 0) flip(t, dealer);
}

static void reshuffle(T *t) {
    if (t->rules.reshuffle == Reshuffle_NEVER || t->below < 2) return;
    i64 n = t->below - 1;
    for (i64 i = 0; i < n; i++) t->deck[i] = t->middle[i];
    t->middle[0] = t->top;
    t->below = 1;
    shuffle_deck(t, RESHUFFLES, n);
    form_piles(t, 0, n);
    t->record.match_reshuffles++;
}

static i64 draw_cards(T *t, i64 seat, i64 number) {
    for (i64 drawn = 0; drawn < number; drawn++) {
        if (in_piles(t) == 0) reshuffle(t);
        if (in_piles(t) == 0) return drawn;
        i64 card = pop(t, choose_pile(t, seat, t->active));
        take(t, seat, card);
        t->got[seat][t->kind[card]]++;
        t->most[seat] = max(t->most[seat], t->held[seat]);
    }
    return number;
}

/* kernel_play.py */

HELPER i64 take_out(T *t, i64 seat, i64 place) {
    i64 card = t->hand[seat][place];
    t->held[seat]--;
    for (i64 i = place; i < t->held[seat]; i++) t->hand[seat][i] = t->hand[seat][i + 1];
    return card;
}

HELPER i64 move_to_middle(T *t, i64 seat, i64 place) {
    i64 card = take_out(t, seat, place), kind = t->kind[card];
    cover(t, card);
    t->played[kind]++;
    t->last_kind = kind;
    t->record.match_own_played[seat] += kind == PLAYER && t->team[card] == t->own[seat];
    return card;
}

static i64 place_combo(T *t, i64 seat, i64 place, int extends) {
    move_to_middle(t, seat, place);
    t->share_team = t->share_number = 1, t->shown = bit(t->active);
    i64 n = 1;
    while (extends && t->rules.combo_rule != ComboRule_SINGLE && t->held[seat] > 0) {
        place = choose_add(t, seat);
        if (place == STOP) break;
        i64 before = t->top, card = move_to_middle(t, seat, place);
        t->share_team &= t->team[card] == t->team[before];
        t->share_number &= t->number[card] == t->number[before];
        t->shown |= bit(t->active);
        n++;
    }
    t->record.match_plays++;
    t->record.match_cards_played += n;
    t->record.match_combos += n > 1;
    return n;
}

static void give(T *t, i64 seat, i64 left) {
    struct record *r = &t->record;
    for (; left > 0 && t->held[seat] > 0; left--) {
        i64 gifts = count_of(t, seat, 0, is_gift);
        if (gifts == 0) return;
        Gift gift = choose_gift(t, seat, gifts, left);
        if (gift.place == STOP) return;
        i64 card = take_out(t, seat, gift.place), other = gift.other;
        r->match_gifts_visible += choose_face(t, seat);
        take(t, other, card);
        t->most[other] = max(t->most[other], t->held[other]);
        t->last_kind = GIVEN;
        r->match_gifts++;
        r->match_gifts_given[seat]++;
        r->match_gifts_received[other]++;
    }
}

/* the turns that others lose */
static i64 carry_out(T *t, i64 seat, i64 n) {
    i64 kind = t->kind[t->top];
    if (kind == PLAYER || t->held[seat] == 0 || !works(t, seat, kind)) return 0;
    if (kind == ARBITRE) return n * t->rules.arbitre_skip;
    if (kind == GOOOAL) t->penalty += n * t->rules.goal_draw;
    else if (kind == COUPE && t->rules.coupe_colour == CoupeColour_CHOSEN) t->active = choose_colour(t, seat);
    else if (kind == AGENT) give(t, seat, n * t->rules.agent_gifts);
    return 0;
}

HELPER void lay(T *t, i64 seat, i64 place) {
    t->is_laid[take_out(t, seat, place)] = 1;
    t->laid[seat]++;
    t->last_kind = LAID;
    t->record.match_laid_cards++;
}

static void win(T *t, i64 seat, i64 wins) {
    t->wins[seat] += wins;
    if (t->wins[seat] >= t->rules.series_wins && t->reached[seat] == 0) {
        i64 latest = 0;
        for (i64 other = 0; other < t->rotation.players; other++) latest = max(latest, t->reached[other]);
        t->reached[seat] = latest + 1;
    }
}

static i64 after_laying(T *t, i64 seat) {
    int over = 0;
    if (t->laid[seat] >= t->rules.collect_size && bonus_open(t, seat)) {
        if (t->bonus_seats == 0) t->first_bonus = t->turn;
        t->bonus_seats |= bit(seat);
        win(t, seat, t->rules.bonus_wins);
        t->record.match_n_bonus++;
        t->record.match_bonus[seat]++;
        over = t->rules.bonus_at_target == BonusAtTarget_IMMEDIATE && t->wins[seat] >= t->rules.series_wins;
    }
    if (t->held[seat] == 0) return WON;
    return over ? OVER : GOING;
}

static i64 lay_on(T *t, i64 seat, i64 place, int several) {
    lay(t, seat, place);
    while (several && t->held[seat] > 0) {
        place = choose_lay(t, seat);
        if (place == STOP) break;
        lay(t, seat, place);
    }
    return after_laying(t, seat);
}

/* kernel_turn.py */

/* a place in the hand, DRAW or STOP, and whether the card is laid */
typedef struct { i64 place; int lays; } Action;

static Action choose_turn(T *t, i64 seat) {
    i64 plays = count_of(t, seat, 0, is_playable), own = lays_now(t) ? count_of(t, seat, 0, is_layable) : 0;
    int draws = t->rules.voluntary_draw || plays + own == 0;
    if (is_random(t, seat)) {
        i64 rank = draw_of(t, seat, plays + own + draws);
        if (rank < plays) return (Action){place_of(t, seat, 0, is_playable, rank), 0};
        if (rank < plays + own) return (Action){place_of(t, seat, 0, is_layable, rank - plays), 1};
    } else {
        t->record.decisions += plays + own + draws > 1;
        i64 found = choose_plan(t, seat, 0, 1, own > 0 ? 0 : STOP, draws ? policy_of(t, seat)->w_draw : LOWEST);
        if (found != DRAWS) return (Action){next_planned(t, seat), found == LAYS};
    }
    t->record.match_voluntary_draws += plays + own > 0;
    return (Action){DRAW, 0};
}

static Action choose_after_draw(T *t, i64 seat, i64 first, int combos) {
    Action stop = {STOP, 0};
    i64 plays = count_of(t, seat, first, is_playable), own = count_of(t, seat, first, is_layable);
    if (plays + own == 0) return stop;
    if (is_random(t, seat)) {
        i64 rank = draw_of(t, seat, plays + own + 1);
        if (rank < plays) return (Action){place_of(t, seat, first, is_playable, rank), 0};
        if (rank < plays + own) return (Action){place_of(t, seat, first, is_layable, rank - plays), 1};
        return stop;
    }
    t->record.decisions++;
    i64 found = choose_plan(t, seat, first, combos, own > 0 ? first : STOP, policy_of(t, seat)->w_pass);
    return found == DRAWS ? stop : (Action){next_planned(t, seat), found == LAYS};
}

HELPER void penalty_draw(T *t, i64 seat, i64 number) {
    i64 drawn = draw_cards(t, seat, number);
    t->record.match_penalty_draws += drawn;
    t->record.match_drawn_penalty[seat] += drawn;
}

HELPER void pay(T *t, i64 seat) {
    i64 number = t->penalty;
    t->penalty = 0;
    t->record.match_goals_suffered[seat]++;
    penalty_draw(t, seat, number);
}

/* how a turn ends, and the turns that others lose by it */
typedef struct { i64 ending, skips; } Turn;

static Turn answer(T *t, i64 seat, i64 place) {
    struct record *r = &t->record;
    i64 kind = t->kind[t->hand[seat][place]], due = 0;
    r->match_resp_gardien += kind == GARDIEN;
    r->match_resp_coupe += kind == COUPE;
    r->match_resp_goooal += kind == GOOOAL;
    if (!is_random(t, seat)) plan_answer(t, seat, place);
    i64 n = place_combo(t, seat, place, 1);
    if (kind != GOOOAL) {
        r->match_goals_cancelled[seat]++;
        if (kind == GARDIEN && t->rules.gardien_cancels == GardienCancels_ONE)
            due = max(0, t->penalty - n * t->rules.goal_draw);
        t->penalty = 0;
    }
    i64 skips = carry_out(t, seat, n);
    if (t->held[seat] == 0) return (Turn){WON, 0};
    penalty_draw(t, seat, due);
    return (Turn){GOING, skips};
}

HELPER i64 lay_before(T *t, i64 seat) {
    i64 before = t->laid[seat];
    while (t->held[seat] > 0) {
        i64 place = choose_pre_lay(t, seat);
        if (place == STOP) break;
        lay(t, seat, place);
    }
    return t->laid[seat] > before ? after_laying(t, seat) : GOING;
}

HELPER i64 draw_instead(T *t, i64 seat, int paid) {
    i64 drawn = draw_cards(t, seat, paid ? t->rules.goal_extra_draw : t->rules.draw_count);
    t->record.match_draw_turns++;
    t->record.match_normal_draws += drawn;
    t->record.match_drawn_normal[seat] += drawn;
    return drawn;
}

static Turn play_or_draw(T *t, i64 seat, int paid) {
    int extends = 1;
    Action action = choose_turn(t, seat);
    if (action.place == DRAW) {
        i64 drawn = draw_instead(t, seat, paid), after = t->rules.after_draw;
        i64 first = after == AfterDraw_ANY ? 0 : t->held[seat] - drawn;
        extends = after == AfterDraw_DRAWN_COMBO || after == AfterDraw_ANY;
        action = (Action){STOP, 0};
        if (drawn > 0 && after != AfterDraw_NONE) action = choose_after_draw(t, seat, first, extends);
        if (action.place == STOP) {
            t->record.match_passes++;
            return (Turn){GOING, 0};
        }
    }
    if (action.lays) {
        t->record.match_lay_turns++;
        return (Turn){lay_on(t, seat, action.place, extends), 0};
    }
    i64 skips = carry_out(t, seat, place_combo(t, seat, action.place, extends));
    return (Turn){t->held[seat] == 0 ? WON : GOING, skips};
}

static Turn take_turn(T *t, i64 seat) {
    int paid = t->penalty > 0;
    t->record.match_turns_taken[seat]++;
    if (paid) {
        t->record.match_goals_faced++;
        i64 answers = count_of(t, seat, 0, is_answer), place = answers > 0 ? choose_answer(t, seat, answers) : STOP;
        if (place != STOP) return answer(t, seat, place);
        pay(t, seat);
        if (t->rules.goal_aftermath == GoalAftermath_LOSE_TURN) return (Turn){GOING, 0};
    }
    if (t->rules.lay_mode == LayMode_ADDS) {
        i64 ending = lay_before(t, seat);
        if (ending != GOING) return (Turn){ending, 0};
    }
    return play_or_draw(t, seat, paid);
}

/* kernel_result.py */

static void clear_sums(T *t) {
    for (i64 kind = 0; kind < LENGTH(t->played); kind++) {
        t->played[kind] = t->first_kinds[kind] = 0;
        for (i64 i = 0; i < 4; i++) t->open_held[kind][i] = t->got_held[kind][i] = 0;
    }
    for (i64 kind = 0; kind < LENGTH(t->finishes); kind++) t->finishes[kind] = 0;
    for (i64 reason = 0; reason < LENGTH(t->ends); reason++) t->ends[reason] = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        t->relative[seat] = 0;
        for (i64 kind = 0; kind < LENGTH(t->played); kind++) t->open_cards[seat][kind] = t->got_cards[seat][kind] = 0;
    }
}

static void note_start(T *t) {
    struct record *r = &t->record;
    i64 players = t->rotation.players, match = t->number_of - 1, point = t->rules.series_wins - 1;
    t->dealt[match] = t->dealer;
    r->match_dealt[t->dealer]++;
    for (i64 seat = 0; seat < players; seat++) {
        i64 wins = t->wins[seat], best = 0;
        for (i64 other = 0; other < players; other++)
            if (other != seat) best = max(best, t->wins[other]);
        t->seen[match][seat][0] = wins, t->seen[match][seat][1] = best;
        r->match_wins_before[seat] += wins;
        r->max_deficit[seat] = max(r->max_deficit[seat], best - wins);
        r->trailed_zero_vs_point[seat] |= wins == 0 && best == point && point > 0;
    }
}

HELPER void keep_bonus(T *t) {
    struct record *r = &t->record;
    r->match_bonus_turn += t->first_bonus;
    r->bonus_turn += t->first_bonus;
    r->bonus_matches++;
    if (r->first_bonus_match == 0) r->first_bonus_match = t->number_of;
    if (t->first_bonus <= TURNS) t->counts.bonuses_by_turn[t->first_bonus]++;
}

/* of the players of a won match with an item, or without: how many, and how many of them win */
HELPER void note_holder(i64 *sums, int holds, int won) {
    sums[holds ? WITH : WITHOUT]++;
    sums[holds ? WON_WITH : WON_WITHOUT] += won;
}

HELPER void keep_winner(T *t, i64 winner) {
    struct record *r = &t->record;
    i64 players = t->rotation.players, place = around(t, (winner - t->dealer) * t->dir);
    t->relative[place]++;
    t->finishes[t->last_kind]++;
    r->match_win_share[winner] += SHARE;
    r->won_matches++;
    r->dealer_win += place == 0;
    if (t->number_of == 1) r->first_won = 1, r->first_dealer_wins = place == 0;
    r->losers += players - 1;
    for (i64 seat = 0; seat < players; seat++) {
        int won = seat == winner;
        if (!won) {
            r->loser_left += t->held[seat];
            t->counts.losers_by_left[t->held[seat]]++;
        }
        for (i64 kind = 0; kind < LENGTH(t->played); kind++) {
            note_holder(t->open_held[kind], t->opened[seat][kind] > 0, won);
            note_holder(t->got_held[kind], t->got[seat][kind] > 0, won);
        }
    }
}

static void keep_match(T *t, i64 winner, i64 reason) {
    struct record *r = &t->record;
    i64 turns = t->turn;
    t->ends[reason]++;
    r->match_no_winner += reason != EMPTY;
    r->match_capped += reason == CAP;
    r->match_turns += turns;
    r->match_length += turns;
    r->match_dir += t->dir == 1;
    if (turns <= TURNS) t->counts.matches_by_turns[turns]++;
    if (t->bonus_seats) keep_bonus(t);
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        r->match_left[seat] += t->held[seat];
        r->match_laid_end[seat] += t->laid[seat];
        r->match_max_hand[seat] += t->most[seat];
        for (i64 kind = 0; kind < LENGTH(t->played); kind++) {
            t->open_cards[seat][kind] += t->opened[seat][kind];
            t->got_cards[seat][kind] += t->got[seat][kind];
        }
    }
    if (winner != NOBODY) keep_winner(t, winner);
}

HELPER void keep_ratios(T *t) {
    struct record *r = &t->record;
    r->cards_per_play = r->match_cards_played, r->combo_rate = r->match_combos;
    r->voluntary_rate = r->match_voluntary_draws, r->pass_rate = r->match_passes;
    r->respond_gardien = r->match_resp_gardien, r->respond_coupe = r->match_resp_coupe;
    r->respond_goooal = r->match_resp_goooal, r->drawn_per_goooal = r->match_penalty_draws;
    r->gift_visible_rate = r->match_gifts_visible;
}

static void keep_sums(T *t) {
    int32_t *words = t->record_words;
    i64 players = t->rotation.players;
    for (i64 place = 0; place < players; place++) words[RELATIVE_AT + place] = t->relative[place];
    for (i64 reason = 0; reason < LENGTH(t->ends); reason++) words[ENDS_AT + reason] = t->ends[reason];
    for (i64 kind = 0; kind < LENGTH(t->finishes); kind++) words[FINISHES_AT + kind] = t->finishes[kind];
    for (i64 kind = 0; kind < LENGTH(t->played); kind++) {
        i64 item = kind != PLAYER ? kind - 1 : LENGTH(t->played) - 1;
        words[PLAYED_AT + kind] = t->played[kind];
        words[FIRSTS_AT + kind] = t->first_kinds[kind];
        for (i64 i = 0; i < 4; i++) {
            words[WITH_OPEN_AT + ITEM_WIDE * item + i] = t->open_held[kind][i];
            if (kind != PLAYER) words[WITH_GOT_AT + ITEM_WIDE * item + i] = t->got_held[kind][i];
        }
        for (i64 seat = 0; seat < players; seat++) {
            words[OPEN_AT + SEATS_WIDE * item + seat] = t->open_cards[seat][kind];
            if (kind != PLAYER) words[GOT_AT + SEATS_WIDE * item + seat] = t->got_cards[seat][kind];
        }
    }
}

/* Once for each seat at a score: how its series ended says nothing new when it is there again. */
static void keep_scores(T *t, i64 champion) {
    struct counts *counts = &t->counts;
    for (i64 match = 0; match < t->number_of; match++)
        for (i64 seat = 0; seat < t->rotation.players; seat++) {
            i64 own = t->seen[match][seat][0], best = t->seen[match][seat][1], first = match;
            while (first > 0 && t->seen[first - 1][seat][0] == own && t->seen[first - 1][seat][1] == best) first--;
            if (first == match) {
                counts->score_seen[own][best]++;
                counts->score_won[own][best] += seat == champion;
            }
            while (t->dealt[first] != seat && first < match) first++;
            if (first == match && t->dealt[match] == seat) {
                counts->score_seen_dealing[own][best]++;
                counts->score_won_dealing[own][best] += seat == champion;
            }
        }
}

static void keep_series(T *t, i64 champion) {
    struct record *r = &t->record;
    int alone = t->rules.unit == Unit_MATCH;
    r->n_matches = t->number_of, r->turns_total = r->match_turns;
    r->length = alone ? r->match_turns : r->n_matches;
    r->match_decisions = r->decisions;
    r->no_winner = champion == NOBODY, r->champions = champion != NOBODY;
    r->capped = alone ? r->match_capped : r->no_winner;
    r->n_bonus = r->match_n_bonus;
    r->ended_by_bonus = r->match_n_bonus > 0 && t->ends[BONUS] > 0;
    r->champion_is_first_dealer = champion == t->first_dealer;
    r->first_dealer[t->first_dealer] = 1;
    r->all_wins = r->won_matches;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        r->win_share[seat] = seat == champion ? SHARE : 0;
        r->wins[seat] = t->wins[seat], r->bonus[seat] = r->match_bonus[seat];
        r->team[seat] = t->own[seat], r->strategy[seat] = policy_of(t, seat)->kind;
        r->trailers += r->trailed_zero_vs_point[seat];
        r->all_wins += t->rules.bonus_wins * r->bonus[seat];
        r->bonus_win_rate += t->rules.bonus_wins * r->bonus[seat];
    }
    if (champion != NOBODY) {
        r->comeback_from_zero = r->trailed_zero_vs_point[champion];
        r->comeback_from_two_down = r->max_deficit[champion] >= 2;
    }
    keep_ratios(t);
    keep_sums(t);
    keep_scores(t, champion);
}

static i64 best_of(T *t) {
    i64 found = NOBODY;
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        if (t->wins[seat] >= t->rules.series_wins) {
            int more = found == NOBODY || t->wins[seat] > t->wins[found];
            int first = found != NOBODY && t->wins[seat] == t->wins[found] && t->reached[seat] < t->reached[found];
            if (more || first) found = seat;
        }
    return found;
}

/* kernel.py */

static void set_up(T *t) {
    i64 players = t->rotation.players;
    clear_sums(t);
    t->number_of = 0;
    for (i64 card = 0; card < t->cards; card++) t->is_laid[card] = 0;
    for (i64 seat = 0; seat < players; seat++) t->wins[seat] = t->reached[seat] = t->laid[seat] = 0;
    for (i64 i = 0; i < t->teams; i++) t->deck[i] = i;
    for (i64 seat = 0; seat < players; seat++) {
        if (t->rules.team_choice == TeamChoice_RANDOM) {
            i64 other = seat + below(t, TEAM_DRAWS, t->teams - seat), held = t->deck[seat];
            t->deck[seat] = t->deck[other];
            t->deck[other] = held;
        }
        t->own[seat] = t->team_ids[t->deck[seat]];
    }
    t->dealer = t->rules.first_dealer == FirstDealer_RANDOM ? below(t, DEALERS, players) : 0;
    t->first_dealer = t->dealer;
}

HELPER i64 most_left(T *t) {
    i64 seat = 0;
    Best most = {0, 0};
    for (i64 i = 0; i < t->rotation.players; i++) compare(&most, t->held[i]);
    i64 rank = most.ties > 1 ? below(t, DEALERS, most.ties) : 0;
    for (; t->held[seat] != most.score || rank > 0; seat++) rank -= t->held[seat] == most.score;
    return seat;
}

HELPER i64 next_dealer(T *t, i64 winner) {
    if (t->rules.next_dealer == NextDealer_WINNER) return winner;
    return t->rules.next_dealer == NextDealer_ROTATE ? around(t, t->dealer + 1) : most_left(t);
}

static void return_laid(T *t) {
    for (i64 seat = 0; seat < t->rotation.players; seat++) t->laid[seat] = 0;
    for (i64 card = 0; card < t->cards; card++) t->is_laid[card] = 0;
}

static i64 open_match(T *t, i64 dealer) {
    R *rules = &t->rules;
    t->penalty = t->turn = t->bonus_seats = t->first_bonus = 0;
    t->dir = 1;
    if (rules->direction_mode == DirectionMode_DEALER_CHOICE && t->rotation.players > 2)
        t->dir = 1 - 2 * choose_direction(t, dealer);
    deal(t);
    turn_first(t, dealer);
    i64 seat = rules->starter == Starter_NEXT ? advance(t, dealer, 0) : dealer;
    t->record.match_started[seat]++;
    i64 first = rules->first_card, kind = t->kind[t->top];
    if (kind == ARBITRE && (first == FirstCard_APPLY || first == FirstCard_ARBITRE_ONLY))
        seat = lose_turns(t, seat, rules->arbitre_skip);
    if (kind == GOOOAL && first == FirstCard_APPLY) t->penalty = rules->goal_draw;
    return seat;
}

/* the winner, NOBODY without one */
static i64 play_match(T *t) {
    note_start(t);
    i64 seat = open_match(t, t->dealer), winner = NOBODY, reason = CAP;
    Turn turn = {GOING, 0};
    while (t->turn < t->rules.max_turns && turn.ending == GOING) {
        t->turn++;
        turn = take_turn(t, seat);
        if (turn.ending == WON) {
            winner = seat, reason = EMPTY;
            win(t, seat, 1);
        } else if (turn.ending != GOING) {
            reason = BONUS;
        } else {
            seat = lose_turns(t, advance(t, seat, 0), turn.skips);
        }
    }
    keep_match(t, winner, reason);
    if (t->bonus_seats || !t->rules.keep_laid) return_laid(t);
    return winner;
}

static void play_series(T *t) {
    set_up(t);
    int alone = t->rules.unit == Unit_MATCH;
    i64 most = alone ? 1 : t->rules.max_matches, champion = NOBODY, winner = NOBODY;
    while (champion == NOBODY && t->number_of < most) {
        t->number_of++;
        winner = play_match(t);
        champion = best_of(t);
        if (champion == NOBODY && winner != NOBODY) t->dealer = next_dealer(t, winner);
    }
    keep_series(t, alone ? winner : champion);
}

/* 0: done; the twin leaves no rule out */
int play_chunk(T *t, u64 first, i64 rows, int32_t *out) {
    for (i64 row = 0; row < rows; row++) {
        begin(t, first + row);
        play_series(t);
        keep(t, out + row, rows);
    }
    return 0;
}
