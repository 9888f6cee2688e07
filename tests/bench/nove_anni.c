/* The same-algorithm twin of sim/games/nove_anni: same record, same streams, same draws.
   Left out: the event log. */
#include "engine.h"

typedef struct policy P;
typedef struct rules R;

/* kernel_cards.py */

HELPER i64 kind_of(T *t, i64 card) { return t->kind[t->type[card]]; }
HELPER i64 special_of(T *t, i64 card) { return t->special[t->type[card]]; }

HELPER int is_negative(T *t, i64 card) {
    i64 kind = kind_of(t, card);
    return kind == RASCAL || kind == FIERCE;
}

HELPER int is_placeable(T *t, i64 card) {
    return t->type[card] < t->types && (kind_of(t, card) != LIGHT || t->rules.light_in_columns);
}

HELPER i64 around(T *t, i64 place) { return place >= t->rotation.players ? place - t->rotation.players : place; }
HELPER i64 in_draw_order(T *t, i64 step) { return around(t, t->first + step); }

HELPER i64 place_in_deck(T *t, i64 i) {
    i64 place = t->top + i;
    return place >= t->cards ? place - t->cards : place;
}

static void shuffle(T *t, u64 purpose) {
    for (i64 last = t->left - 1; last > 0; last--) {
        i64 here = place_in_deck(t, last), there = place_in_deck(t, below(t, purpose, last + 1));
        i64 held = t->deck[here];
        t->deck[here] = t->deck[there];
        t->deck[there] = held;
    }
}

HELPER void under_deck(T *t, i64 card) {
    t->deck[place_in_deck(t, t->left)] = card;
    t->left++;
    t->zone[card] = IN_DECK;
}

HELPER void into_hand(T *t, i64 seat, i64 card) {
    t->hand[seat][t->held[seat]++] = card;
    t->zone[card] = HANDS + seat;
}

static void draw(T *t, i64 seat, i64 extra) {
    i64 card = t->deck[t->top], special = special_of(t, card);
    t->top = place_in_deck(t, 1);
    t->left--;
    into_hand(t, seat, card);
    t->record.extra_draws += extra;
    if (special >= 0) t->record.drawn_mask[seat] |= bit(special);
    if (t->turn == 1) {
        t->openers[t->type[card]] |= bit(seat);
        if (special >= 0) t->record.opening_mask[seat] |= bit(special);
    }
}

static void out_of_hand(T *t, i64 seat, i64 card) {
    i64 place = 0;
    while (t->hand[seat][place] != card) place++;
    t->held[seat]--;
    for (i64 i = place; i < t->held[seat]; i++) t->hand[seat][i] = t->hand[seat][i + 1];
}

HELPER i64 placeable_cards(T *t, i64 seat) {
    i64 found = 0;
    for (i64 i = 0; i < t->held[seat]; i++) found += is_placeable(t, t->hand[seat][i]);
    return found;
}

HELPER int has_special(T *t, i64 seat) {
    int found = 0;
    for (i64 i = 0; i < t->held[seat]; i++) found |= special_of(t, t->hand[seat][i]) >= 0;
    return found;
}

HELPER i64 worth(T *t, i64 card) {
    return t->marked[card] ? t->rules.points_transformed : t->points_of[kind_of(t, card)];
}

static void into_pile(T *t, i64 seat, i64 card) {
    t->pile[seat][t->won[seat]++] = card;
    t->won_kind[seat][kind_of(t, card)]++;
    t->score[seat] += worth(t, card);
    t->zone[card] = PILES + seat;
}

static i64 out_of_pile(T *t, i64 seat, i64 place) {
    i64 card = t->pile[seat][place];
    t->won[seat]--;
    for (i64 i = place; i < t->won[seat]; i++) t->pile[seat][i] = t->pile[seat][i + 1];
    t->won_kind[seat][kind_of(t, card)]--;
    t->score[seat] -= worth(t, card);
    t->marks[seat] -= t->marked[card];
    t->marked[card] = 0;
    return card;
}

static i64 transform(T *t, i64 seat) {
    i64 found = 0;
    for (i64 i = 0; i < t->won[seat]; i++) {
        i64 card = t->pile[seat][i];
        if (is_negative(t, card) && !t->marked[card]) {
            t->score[seat] -= worth(t, card);
            t->marked[card] = 1;
            t->score[seat] += worth(t, card);
            t->marks[seat]++;
            found++;
        }
    }
    return found;
}

HELPER void out_of_play(T *t, i64 card) {
    t->zone[card] = OUT;
    t->record.removed_cards++;
}

HELPER i64 lead(T *t, i64 seat) {
    i64 best = 0, found = NOBODY;
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat && (found == NOBODY || t->score[other] > best)) best = t->score[other], found = other;
    return t->score[seat] - best;
}

/* decisions_fit.py */

static const double NEVER = -1e18;

HELPER P *policy_of(T *t, i64 seat) { return &t->policy[t->contender[seat]]; }
HELPER int is_random(T *t, i64 seat) { return policy_of(t, seat)->kind == Kind_RANDOM; }

HELPER int is_among(T *t, i64 card, i64 specials) {
    i64 special = special_of(t, card);
    return special >= 0 && has(specials, special);
}

static void spare(T *t, i64 lights) {
    i64 others = 0, kept = 0;
    for (i64 i = 0; i < t->options; i++) others += !is_among(t, t->option[i], lights);
    if (others < t->rules.columns) return;
    for (i64 i = 0; i < t->options; i++) {
        t->option[kept] = t->option[i];
        kept += !is_among(t, t->option[i], lights);
    }
    t->options = others;
}

HELPER void list_hand(T *t, i64 seat) {
    t->options = 0;
    for (i64 i = 0; i < t->held[seat]; i++) {
        i64 card = t->hand[seat][i];
        if (is_placeable(t, card)) t->option[t->options++] = card;
    }
}

static void narrow(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    if (p->blank_column != KnockOut_NOTHING) spare(t, bit(p->blank_column - 1));
    if (!is_random(t, seat) && (p->columns == Columns_KEEP_LIGHT || p->columns == Columns_SHIELD))
        spare(t, ALL_LIGHTS);
}

HELPER void drop_option(T *t, i64 card) {
    i64 kept = 0;
    for (i64 i = 0; i < t->options; i++) {
        t->option[kept] = t->option[i];
        kept += t->option[i] != card;
    }
    t->options = kept;
}

HELPER int in_pool(T *t, i64 card) {
    return is_placeable(t, card) && (t->rules.teacher_uses_transformed || !t->marked[card]);
}

HELPER i64 pool_size(T *t, i64 seat) {
    i64 found = 0;
    for (i64 i = 0; i < t->won[seat]; i++) found += in_pool(t, t->pile[seat][i]);
    return found;
}

HELPER void list_pool(T *t, i64 seat) {
    t->options = 0;
    for (i64 i = 0; i < t->won[seat]; i++) {
        i64 card = t->pile[seat][i];
        if (in_pool(t, card)) t->option[t->options++] = card;
    }
}

HELPER i64 ways(T *t, i64 cards) {
    i64 found = choose(t->rules.columns, cards);
    for (i64 i = 0; i < cards; i++) found = min(found * (t->options - i), MOST + 1);
    return found;
}

HELPER void clear_trial(T *t) {
    for (i64 column = 0; column < t->rules.columns; column++) t->trial[column] = NO_CARD;
}

static void draw_assignment(T *t, i64 seat, i64 cards) {
    u64 purpose = CHOICES + seat;
    i64 number = ways(t, cards), sets = choose(t->rules.columns, cards);
    int at_once = number <= MOST;
    u64 rank = at_once && number > 1 ? below(t, purpose, number) : 0;
    i64 columns = subset(t->rules.columns, cards, at_once ? rank % (u64)sets : below(t, purpose, sets));
    rank /= (u64)sets;
    clear_trial(t);
    for (i64 i = 0; i < cards; i++) {
        i64 left = t->options - i, other = i + (at_once ? rank % (u64)left : below(t, purpose, left));
        i64 card = t->option[other];
        rank /= (u64)left;
        t->option[other] = t->option[i];
        t->trial[lowest(columns)] = card;
        columns &= columns - 1;
    }
}

/* whether an option in one of these columns betters what the options before it made of them */
HELPER void try_option(T *t, i64 i, i64 columns) {
    double best = t->total[columns];
    i64 taken = -1;
    for (i64 left = columns; left; left &= left - 1) {
        i64 column = lowest(left);
        double total = t->total[columns ^ bit(column)] + t->gain[i][column];
        if (total > best) best = total, taken = column;
    }
    t->total[columns] = best, t->taken[i][columns] = taken;
}

HELPER void trace_back(T *t, i64 columns) {
    clear_trial(t);
    for (i64 i = t->options - 1; i >= 0; i--) {
        i64 column = t->taken[i][columns];
        if (columns && column >= 0) {
            t->trial[column] = t->option[i];
            columns ^= bit(column);
        }
    }
}

static double assign(T *t, i64 cards) {
    i64 everything = full(t->rules.columns), best = 0;
    t->total[0] = 0;
    for (i64 columns = 1; columns <= everything; columns++) t->total[columns] = NEVER;
    for (i64 i = 0; i < t->options; i++)
        for (i64 columns = everything; columns > 0; columns--) try_option(t, i, columns);
    for (i64 columns = 0; columns <= everything; columns++)
        if (bit_count(columns) == cards && (best == 0 || t->total[columns] > t->total[best])) best = columns;
    trace_back(t, best);
    return t->total[best];
}

HELPER void fit(T *t, i64 cards) {
    for (i64 i = 0; i < t->options; i++)
        for (i64 column = 0; column < t->rules.columns; column++)
            t->gain[i][column] = t->value[t->type[t->option[i]]][column];
    assign(t, cards);
}

HELPER void adopt(T *t) {
    for (i64 column = 0; column < t->rules.columns; column++) t->plan[column] = t->trial[column];
}

/* decisions_value.py */

static const i64 MODE_SPECIALS[] = {-1, SCIENCE, SILENCE, GIOVANNINO};
static const double TINY = 1e-6, EVEN = 0.5;

HELPER int is_late(T *t, i64 seat) {
    i64 turn = t->rotation.players * t->rules.draw_next;
    return t->left < policy_of(t, seat)->late_turns * turn;
}

HELPER i64 kinds_under(T *t, i64 special) {
    i64 kinds = EVERY_KIND;
    if (special == SILENCE) kinds = bit(RASCAL) | bit(FRIEND);
    else if (special == GIOVANNINO) kinds = bit(FRIEND) | bit(TAME);
    return t->rules.light_immune_to_filters ? kinds | bit(LIGHT) : kinds;
}

HELPER i64 special_of_mode(i64 mode) { return MODE_SPECIALS[mode]; }
HELPER i64 measure_of(i64 mode, i64 column) { return mode == BY_SCIENCE ? SUM_OF_BEST : column; }

HELPER int is_unseen(T *t, i64 seat, i64 card) {
    i64 zone = t->zone[card];
    return zone == IN_DECK || (HANDS <= zone && zone < PILES && (zone & SEAT_BITS) != seat);
}

HELPER double stake(T *t, i64 seat, i64 kind) {
    double bonus = kind == RASCAL || kind == FIERCE ? policy_of(t, seat)->neg_value : 0;
    return t->points_of[kind] + bonus;
}

static void count_unseen(T *t, i64 seat) {
    double stakes = 0;
    t->hidden = 0;
    for (i64 row = 0; row < t->types; row++) t->unseen[row] = 0;
    for (i64 card = 0; card < t->cards; card++)
        if (is_placeable(t, card) && is_unseen(t, seat, card)) {
            t->unseen[t->type[card]]++;
            t->hidden++;
            stakes += stake(t, seat, kind_of(t, card));
        }
    t->mean_stake = t->hidden > 0 ? stakes / t->hidden : EVEN;
}

HELPER void weigh_column(T *t, i64 mode, i64 column) {
    i64 measure = measure_of(mode, column), lower = 0, *below = t->below[mode][column];
    for (i64 level = 0; level < t->levels[measure]; level++) below[level] = 0;
    for (i64 row = 0; row < t->types; row++) below[t->level[measure][row]] += t->rivals[row];
    for (i64 level = 0; level < t->levels[measure]; level++) {
        i64 here = below[level];
        below[level] += 2 * lower;
        lower += here;
    }
}

static void weigh(T *t, i64 mode) {
    i64 kinds = kinds_under(t, special_of_mode(mode)), competing = 0;
    for (i64 row = 0; row < t->types; row++) {
        t->rivals[row] = has(kinds, t->kind[row]) ? t->unseen[row] : 0;
        competing += t->rivals[row];
    }
    t->competing[mode] = competing;
    for (i64 column = 0; column < t->rules.columns; column++) weigh_column(t, mode, column);
}

HELPER double chance(T *t, i64 mode, i64 column, i64 row) {
    if (t->hidden == 0) return EVEN;
    i64 twice = 2 * (t->hidden - t->competing[mode]) + t->below[mode][column][t->level[measure_of(mode, column)][row]];
    return (double)twice / (double)(2 * t->hidden);
}

HELPER double winning(T *t, i64 seat, i64 row, i64 column, i64 mode) {
    return pow(chance(t, mode, column, row), policy_of(t, seat)->opp_sel * (t->rotation.players - 1));
}

static double expected(T *t, i64 seat, i64 card, i64 column, i64 mode) {
    i64 row = t->type[card], others = t->rotation.players - 1;
    double win = 0, lose = 1;
    if (has(kinds_under(t, special_of_mode(mode)), t->kind[row])) {
        win = winning(t, seat, row, column, mode);
        lose = 1 - win;
    } else if (t->hidden > 0) {
        lose = (double)t->competing[mode] / (double)t->hidden;
    }
    return (win - lose / others) * (stake(t, seat, t->kind[row]) + others * t->mean_stake);
}

static double expected_of_grid(T *t, i64 seat, i64 mode) {
    double found = 0;
    for (i64 column = 0; column < t->rules.columns; column++)
        if (t->grid[seat][column] != NO_CARD) found += expected(t, seat, t->grid[seat][column], column, mode);
    return found;
}

HELPER void appraise(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    list_hand(t, seat);
    for (i64 i = 0; i < t->options; i++) {
        i64 card = t->option[i], row = t->type[card];
        double best = 0, light = t->kind[row] == LIGHT ? p->light_hold : 0;
        for (i64 column = 0; column < t->rules.columns; column++) {
            double found = t->usual[row][column] = expected(t, seat, card, column, USUAL);
            if (found > best) best = found;
        }
        t->price[row] = is_late(t, seat) ? 0 : p->hold_weight * best + light;
    }
}

static double plan_swap(T *t, i64 seat, i64 cards) {
    list_pool(t, seat);
    for (i64 i = 0; i < t->options; i++)
        for (i64 column = 0; column < t->rules.columns; column++)
            t->gain[i][column] = expected(t, seat, t->option[i], column, USUAL) - worth(t, t->option[i]);
    return assign(t, cards);
}

HELPER int is_ready_to_place(T *t) { return t->rules.special_slots == 1 && t->rules.activate_same_turn; }

static i64 available(T *t, i64 seat, i64 special) {
    i64 in_slot = t->slot[seat];
    if (in_slot != NO_CARD) return special_of(t, in_slot) == special ? in_slot : NO_CARD;
    if (is_ready_to_place(t) && policy_of(t, seat)->blank != special + 1)
        for (i64 i = 0; i < t->held[seat]; i++)
            if (special_of(t, t->hand[seat][i]) == special) return t->hand[seat][i];
    return NO_CARD;
}

HELPER int can_spare(T *t, i64 seat, i64 card) {
    list_hand(t, seat);
    narrow(t, seat);
    drop_option(t, card);
    return t->options >= t->rules.columns;
}

static double plan_under(T *t, i64 seat, i64 mode, i64 card) {
    list_hand(t, seat);
    narrow(t, seat);
    drop_option(t, card);
    for (i64 i = 0; i < t->options; i++) {
        i64 row = t->type[t->option[i]];
        for (i64 column = 0; column < t->rules.columns; column++) {
            double gain = mode == USUAL ? t->usual[row][column] : expected(t, seat, t->option[i], column, mode);
            t->gain[i][column] = gain - t->price[row];
        }
    }
    return assign(t, t->rules.columns);
}

HELPER double plan_for_swap(T *t, i64 seat, i64 card) {
    list_hand(t, seat);
    narrow(t, seat);
    drop_option(t, card);
    for (i64 i = 0; i < t->options; i++) {
        i64 row = t->type[t->option[i]];
        double value = t->points_of[t->kind[row]] - t->price[row];
        for (i64 column = 0; column < t->rules.columns; column++) t->gain[i][column] = value + TINY * t->usual[row][column];
    }
    return assign(t, t->rules.columns);
}

static void plan_columns(T *t, i64 seat) {
    double least = policy_of(t, seat)->mode_gain_min, best, total;
    i64 card;
    count_unseen(t, seat);
    weigh(t, USUAL);
    appraise(t, seat);
    best = plan_under(t, seat, USUAL, NO_CARD);
    adopt(t);
    for (i64 mode = BY_SCIENCE; mode <= BY_GIOVANNINO; mode++) {
        card = available(t, seat, special_of_mode(mode));
        if (card == NO_CARD || !can_spare(t, seat, card)) continue;
        weigh(t, mode);
        total = plan_under(t, seat, mode, card) - least;
        if (total > best) {
            best = total;
            adopt(t);
        }
    }
    card = available(t, seat, TEACHER);
    if (card == NO_CARD || pool_size(t, seat) < t->rules.columns || !can_spare(t, seat, card)) return;
    double swap = plan_swap(t, seat, t->rules.columns);
    total = plan_for_swap(t, seat, card) + swap;
    if (total - least > best) adopt(t);
}

static double gain_of_mode(T *t, i64 seat, i64 mode) {
    count_unseen(t, seat);
    weigh(t, USUAL);
    weigh(t, mode);
    return expected_of_grid(t, seat, mode) - expected_of_grid(t, seat, USUAL);
}

static double gain_of_swap(T *t, i64 seat) {
    i64 points = 0;
    count_unseen(t, seat);
    weigh(t, USUAL);
    for (i64 column = 0; column < t->rules.columns; column++)
        if (t->grid[seat][column] != NO_CARD) points += t->points_of[kind_of(t, t->grid[seat][column])];
    double total = plan_swap(t, seat, t->rules.columns);
    return points + total - expected_of_grid(t, seat, USUAL);
}

/* decisions_shield.py */

static const double DANGER = 100;

HELPER double shelter(T *t, i64 seat, i64 card, i64 column) {
    double win = winning(t, seat, t->type[card], column, USUAL);
    if (is_negative(t, card)) return -win;
    return win >= policy_of(t, seat)->shield_win ? win : win - DANGER;
}

static void plan_shield(T *t, i64 seat) {
    count_unseen(t, seat);
    weigh(t, USUAL);
    narrow(t, seat);
    for (i64 i = 0; i < t->options; i++)
        for (i64 column = 0; column < t->rules.columns; column++)
            t->gain[i][column] = shelter(t, seat, t->option[i], column);
    assign(t, t->rules.columns);
    adopt(t);
}

/* decisions_ready.py */

static i64 rank_of(T *t, i64 seat, i64 special) {
    P *p = policy_of(t, seat);
    if (special == SCIENCE) return p->rank_science;
    if (special == OBEDIENCE) return p->rank_obedience;
    if (special == SILENCE) return p->rank_silence;
    if (special == AWAKENING) return p->rank_awakening;
    if (special == GIOVANNINO) return p->rank_giovannino;
    if (special == TEACHER) return p->rank_teacher;
    return special == LORD ? p->rank_lord : p->rank_padre;
}

HELPER int enough(T *t, i64 seat, i64 number, i64 least) {
    return number >= least || (is_late(t, seat) && number >= 1);
}

HELPER i64 untransformed(T *t, i64 seat) {
    return t->won_kind[seat][RASCAL] + t->won_kind[seat][FIERCE] - t->marks[seat];
}

HELPER i64 most_friends(T *t, i64 seat) {
    i64 most = 0;
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat) most = max(most, t->won_kind[other][FRIEND]);
    return most;
}

HELPER i64 active_on_grid(T *t, i64 seat, i64 special) {
    i64 kinds = kinds_under(t, special), found = 0;
    for (i64 column = 0; column < t->rules.columns; column++) {
        i64 card = t->grid[seat][column];
        found += card != NO_CARD && has(kinds, kind_of(t, max(card, 0)));
    }
    return found;
}

HELPER int is_worth_it(T *t, i64 seat, i64 special) {
    double least = policy_of(t, seat)->mode_gain_min;
    i64 mode = BY_SCIENCE;
    if (special == TEACHER) {
        list_pool(t, seat);
        return t->options >= t->rules.columns && gain_of_swap(t, seat) >= least;
    }
    if (special == SILENCE) mode = BY_SILENCE;
    else if (special == GIOVANNINO) mode = BY_GIOVANNINO;
    return gain_of_mode(t, seat, mode) >= least;
}

static int is_ready(T *t, i64 seat, i64 special) {
    P *p = policy_of(t, seat);
    if (special == AWAKENING) return lead(t, seat) >= p->wake_lead;
    if (special == OBEDIENCE) return -lead(t, seat) >= p->obedience_deficit;
    if (special == PADRE) return enough(t, seat, untransformed(t, seat), p->padre_min);
    if (special == LORD) return enough(t, seat, most_friends(t, seat), p->lord_min);
    if (p->judge == Judge_VALUE) return is_worth_it(t, seat, special);
    if (special == SILENCE || special == GIOVANNINO)
        return active_on_grid(t, seat, special) >= p->filter_min_active;
    return 1;
}

/* decisions.py */

static void choose_columns(T *t, i64 seat) {
    i64 columns = t->rules.columns, cards;
    list_hand(t, seat);
    cards = min(t->options, columns);
    t->record.decisions += ways(t, cards) > 1;
    if (is_random(t, seat)) {
        narrow(t, seat);
        draw_assignment(t, seat, cards);
        adopt(t);
    } else if (cards == columns && policy_of(t, seat)->columns == Columns_VALUE) {
        plan_columns(t, seat);
    } else if (cards == columns && policy_of(t, seat)->columns == Columns_SHIELD) {
        plan_shield(t, seat);
    } else {
        narrow(t, seat);
        fit(t, cards);
        adopt(t);
    }
}

HELPER int is_blank(T *t, i64 seat, i64 card) { return special_of(t, card) + 1 == policy_of(t, seat)->blank; }
HELPER int may_place(T *t, i64 seat, i64 card) { return special_of(t, card) >= 0 && !is_blank(t, seat, card); }

HELPER i64 draw_special(T *t, i64 seat) {
    i64 number = 1, rank;
    for (i64 i = 0; i < t->held[seat]; i++) number += may_place(t, seat, t->hand[seat][i]);
    rank = number > 1 ? below(t, CHOICES + seat, number) : 0;
    for (i64 i = 0; i < t->held[seat]; i++)
        if (may_place(t, seat, t->hand[seat][i]) && --rank < 0) return t->hand[seat][i];
    return NO_CARD;
}

static i64 place_in_list(T *t, i64 seat, i64 card, i64 slot) {
    i64 special = special_of(t, card);
    if (slot == Slot_FIRST) return 0;
    if (slot == Slot_LISTED || is_ready(t, seat, special)) return rank_of(t, seat, special);
    if (special == AWAKENING) return 10;
    if (special == PADRE) return 11;
    return special == LORD ? 12 : LAST_PLACE;
}

HELPER i64 listed_special(T *t, i64 seat, i64 slot) {
    i64 best = NO_CARD, place = LAST_PLACE;
    for (i64 i = 0; i < t->held[seat]; i++) {
        i64 card = t->hand[seat][i];
        if (!may_place(t, seat, card)) continue;
        i64 here = place_in_list(t, seat, card, slot);
        if (here < place) best = card, place = here;
    }
    return best;
}

static i64 choose_special(T *t, i64 seat) {
    i64 slot = policy_of(t, seat)->slot;
    t->record.decisions++;
    if (is_random(t, seat)) return draw_special(t, seat);
    if (slot == Slot_NONE || t->slot[seat] != NO_CARD) return NO_CARD;
    return listed_special(t, seat, slot);
}

HELPER int can_block(T *t, i64 seat) {
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat && t->slot[other] != NO_CARD) return 1;
    return 0;
}

static int wants_to_activate(T *t, i64 seat) {
    i64 special = special_of(t, t->slot[seat]), activate = policy_of(t, seat)->activate;
    t->record.decisions++;
    if (is_random(t, seat)) return below(t, CHOICES + seat, 2) == 1;
    if (activate == Activate_READY) return is_ready(t, seat, special);
    if (activate == Activate_BLOCKING && !can_block(t, seat)) return 0;
    if (activate != Activate_ALWAYS && special == AWAKENING)
        return lead(t, seat) >= policy_of(t, seat)->wake_lead;
    return 1;
}

static void choose_swap(T *t, i64 seat) {
    i64 cards;
    list_pool(t, seat);
    cards = min(t->options, t->rules.teacher_cards);
    t->record.decisions += ways(t, cards) > 1;
    if (is_random(t, seat)) {
        draw_assignment(t, seat, cards);
    } else if (policy_of(t, seat)->columns == Columns_VALUE) {
        count_unseen(t, seat);
        weigh(t, USUAL);
        plan_swap(t, seat, cards);
    } else {
        fit(t, cards);
    }
    adopt(t);
}

HELPER i64 friends(T *t, i64 seat) { return t->won_kind[seat][FRIEND]; }

static i64 choose_victim(T *t, i64 seat) {
    i64 players = t->rotation.players, best = NOBODY;
    t->record.decisions += players > 2;
    if (is_random(t, seat)) {
        i64 step = players > 2 ? below(t, CHOICES + seat, players - 1) : 0;
        return around(t, seat + 1 + step);
    }
    for (i64 step = 0; step < players; step++) {
        i64 other = in_draw_order(t, step);
        if (other != seat && (best == NOBODY || friends(t, other) > friends(t, best))) best = other;
    }
    return best;
}

/* kernel_prepare.py */

HELPER int is_over_before_drawing(T *t) {
    if (t->rules.end_rule == EndRule_DECK_EMPTY) return t->left == 0;
    i64 full_draw = t->rotation.players * t->rules.draw_next;
    return t->rules.end_rule == EndRule_NO_FULL_DRAW && t->left < full_draw;
}

HELPER i64 share(T *t, i64 seat) {
    if (t->turn == 1) return t->rules.draw_first;
    if (t->rules.draw_mode == DrawMode_REFILL_TO_FIRST) return max(0, t->rules.draw_first - t->held[seat]);
    return t->rules.draw_next;
}

HELPER void draw_in_blocks(T *t) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step), cards = min(share(t, seat), t->left);
        for (i64 i = 0; i < cards; i++) draw(t, seat, 0);
    }
}

HELPER void draw_one_by_one(T *t) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step);
        t->due[seat] = share(t, seat);
    }
    for (i64 drawn = 1; drawn > 0;) {
        drawn = 0;
        for (i64 step = 0; step < t->rotation.players; step++) {
            i64 seat = in_draw_order(t, step);
            if (t->due[seat] > 0 && t->left > 0) {
                draw(t, seat, 0);
                t->due[seat]--;
                drawn++;
            }
        }
    }
}

HELPER void draw_extra(T *t) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step);
        while (placeable_cards(t, seat) < t->rules.columns && t->left > 0) draw(t, seat, 1);
    }
}

HELPER int somebody_is_stuck(T *t) {
    int found = 0;
    for (i64 step = 0; step < t->rotation.players; step++)
        found |= placeable_cards(t, in_draw_order(t, step)) < t->rules.columns;
    return found;
}

static i64 draw_cards(T *t) {
    if (t->turn > 1 && is_over_before_drawing(t)) return BY_DECK;
    if (t->rules.deal_mode == DealMode_BLOCK) draw_in_blocks(t);
    else draw_one_by_one(t);
    if (t->rules.short_hand_rule == ShortHandRule_DRAW_EXTRA) draw_extra(t);
    if (!somebody_is_stuck(t)) return GOING;
    if (t->left == 0) return BY_DECK;
    return t->rules.short_hand_rule == ShortHandRule_END_MATCH ? BY_SHORT_HAND : GOING;
}

HELPER void fill_columns(T *t, i64 seat) {
    choose_columns(t, seat);
    for (i64 column = 0; column < t->rules.columns; column++) {
        i64 card = t->plan[column];
        if (card == NO_CARD) continue;
        out_of_hand(t, seat, card);
        t->grid[seat][column] = card;
        t->zone[card] = GRIDS + seat;
        if (kind_of(t, card) == LIGHT) {
            t->record.light_in_columns[seat]++;
            t->columned[seat] |= bit(special_of(t, card));
        }
    }
}

HELPER void fill_slot(T *t, i64 seat) {
    i64 old = t->slot[seat], card;
    if (t->rules.special_slots == 0 || !has_special(t, seat)) return;
    if (old != NO_CARD && t->rules.slot_replace == SlotReplace_NEVER) {
        t->record.no_slot_option_turns[seat]++;
        return;
    }
    card = choose_special(t, seat);
    if (card == NO_CARD) return;
    out_of_hand(t, seat, card);
    if (old != NO_CARD) into_hand(t, seat, old);
    t->slot[seat] = card, t->slot_turn[seat] = t->turn;
    t->zone[card] = SLOTS + seat;
    t->record.placed_mask[seat] |= bit(special_of(t, card));
}

static void place_cards(T *t) {
    for (i64 step = 0; step < t->rotation.players; step++) fill_columns(t, in_draw_order(t, step));
    for (i64 step = 0; step < t->rotation.players; step++) fill_slot(t, in_draw_order(t, step));
}

/* kernel_effects.py */

static int is_activable(T *t, i64 seat) {
    i64 card = t->slot[seat];
    if (card == NO_CARD) return 0;
    int is_new = t->slot_turn[seat] == t->turn;
    if (!t->rules.activate_same_turn && is_new) return 0;
    i64 special = special_of(t, card);
    if (special == AWAKENING) return t->turn >= t->rules.awakening_min_turn;
    if (special == TEACHER) {
        int exact = t->rules.teacher_mode == TeacherMode_EXACT;
        return pool_size(t, seat) >= (exact ? t->rules.teacher_cards : 1);
    }
    return special == GIOVANNINO && t->rules.giovannino_same_turn_only ? is_new : 1;
}

HELPER void note_activation(T *t, i64 seat, i64 special) {
    struct record *r = &t->record;
    if (special == AWAKENING && r->awakening_seat == NOBODY) {
        r->awakening_seat = seat, r->awakening_lead = lead(t, seat);
        r->awakened_first = seat == t->first;
    }
    if (!has(r->activated_mask[seat], special)) {
        r->activated_mask[seat] |= bit(special);
        t->record_words[TURN_AT + special * WIDE + seat] = t->turn;
        t->record_words[LEAD_AT + special * WIDE + seat] = lead(t, seat);
    }
}

HELPER void awake(T *t) {
    if (t->rules.awakening_timing == AwakeningTiming_IMMEDIATE) t->end = BY_AWAKENING;
    t->wakened = 1;
}

HELPER void obey(T *t) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step), place = 0;
        while (place < t->won[seat]) {
            if (t->marked[t->pile[seat][place]] && !t->rules.obedience_returns_transformed) {
                place++;
            } else {
                under_deck(t, out_of_pile(t, seat, place));
                t->record.obedience_cards++;
            }
        }
    }
    shuffle(t, RESHUFFLE);
}

HELPER void put_old(T *t, i64 seat, i64 card) {
    i64 where = t->rules.teacher_old_cards;
    if (where == TeacherOldCards_WON_PILE) into_pile(t, seat, card);
    else if (where == TeacherOldCards_HAND) into_hand(t, seat, card);
    else out_of_play(t, card);
}

HELPER void exchange(T *t, i64 seat) {
    choose_swap(t, seat);
    for (i64 column = 0; column < t->rules.columns; column++) {
        i64 card = t->plan[column], old = t->grid[seat][column], place = 0;
        if (card == NO_CARD) continue;
        while (t->pile[seat][place] != card) place++;
        out_of_pile(t, seat, place);
        t->grid[seat][column] = card;
        t->zone[card] = GRIDS + seat;
        if (old != NO_CARD) put_old(t, seat, old);
    }
}

static void take_from(T *t, i64 seat, i64 other) {
    i64 place = 0;
    while (place < t->won[other]) {
        if (kind_of(t, t->pile[other][place]) == FRIEND) {
            into_pile(t, seat, out_of_pile(t, other, place));
            t->record.lord_cards++;
        } else {
            place++;
        }
    }
}

HELPER void take_friends(T *t, i64 seat) {
    if (t->rules.lord_targets == LordTargets_ONE) {
        take_from(t, seat, choose_victim(t, seat));
        return;
    }
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 other = in_draw_order(t, step);
        if (other != seat) take_from(t, seat, other);
    }
}

HELPER void call_father(T *t, i64 seat) {
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other == seat || t->rules.padre_who == PadreWho_ALL) {
            t->record.padre_cards += transform(t, other);
            if (t->rules.padre_scope == PadreScope_THROUGH_TURN) t->fathered |= bit(other);
        }
}

static void activate(T *t, i64 seat, i64 card) {
    i64 special = special_of(t, card);
    note_activation(t, seat, special);
    t->slot[seat] = NO_CARD;
    t->use[t->in_use++] = card;
    t->zone[card] = IN_USE;
    if (special == SCIENCE) t->science = 1;
    else if (special == SILENCE || special == GIOVANNINO) t->active &= kinds_under(t, special);
    else if (special == AWAKENING) awake(t);
    else if (special == OBEDIENCE) obey(t);
    else if (special == TEACHER) exchange(t, seat);
    else if (special == LORD) take_friends(t, seat);
    else call_father(t, seat);
}

static void activate_specials(T *t) {
    i64 done = 0, asked = 0, players = t->rotation.players;
    while (asked < players && done != t->rules.activations_per_turn && t->end == GOING) {
        i64 seat = in_draw_order(t, asked++);
        if (is_activable(t, seat) && wants_to_activate(t, seat)) {
            done++;
            activate(t, seat, t->slot[seat]);
        }
    }
    t->record.turns_with_activation += done > 0;
    if (t->end != GOING) return;
    for (i64 step = asked; step < players; step++) {
        i64 seat = in_draw_order(t, step);
        t->record.denied_turns[seat] += is_activable(t, seat);
    }
}

/* kernel_duels.py */

HELPER i64 seats_with_cards(T *t, i64 column) {
    i64 found = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 card = t->grid[seat][column];
        if (card == NO_CARD) continue;
        found |= bit(seat);
        t->counts.placed[seat][t->type[card]][column]++;
    }
    return found;
}

HELPER i64 active_seats(T *t, i64 column, i64 present) {
    i64 found = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        if (has(present, seat) && has(t->active, kind_of(t, t->grid[seat][column]))) found |= bit(seat);
    return found;
}

static i64 highest(T *t, i64 column, i64 seats, i64 measure) {
    i64 best = 0, top = -1;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        if (!has(seats, seat)) continue;
        i64 value = t->value[t->type[t->grid[seat][column]]][measure];
        if (value > top) best = bit(seat), top = value;
        else if (value == top) best |= bit(seat);
    }
    return best;
}

HELPER i64 break_tie(T *t, i64 column, i64 best) {
    if (t->rules.tie_rule == TieRule_SUM) return highest(t, column, best, SUM_OF_ALL);
    if (t->rules.tie_rule != TieRule_FIRST_DRAWER) return best;
    i64 seat = t->first;
    while (!has(best, seat)) seat = around(t, seat + 1);
    return bit(seat);
}

HELPER i64 lift(T *t, i64 seat, i64 column) {
    i64 card = t->grid[seat][column];
    t->grid[seat][column] = NO_CARD;
    return card;
}

HELPER void win_pot(T *t, i64 winner) {
    for (i64 i = 0; i < t->in_pot; i++) into_pile(t, winner, t->pot[i]);
    t->in_pot = 0;
}

HELPER void put_own(T *t, i64 seat, i64 card) {
    if (t->rules.own_card == OwnCard_WON_PILE) into_pile(t, seat, card);
    else if (t->rules.own_card == OwnCard_REMOVED) out_of_play(t, card);
    else if (t->rules.own_card == OwnCard_HAND) into_hand(t, seat, card);
    else under_deck(t, card);
}

HELPER void win_duel(T *t, i64 column, i64 winner, i64 active) {
    i64 own = lift(t, winner, column);
    t->duels_now[winner]++;
    t->record.duels_won[winner]++;
    t->counts.duel_won[winner][t->type[own]][column]++;
    win_pot(t, winner);
    put_own(t, winner, own);
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step);
        if (t->grid[seat][column] == NO_CARD) continue;
        i64 card = lift(t, seat, column);
        t->counts.kind_duels[column][kind_of(t, own)][kind_of(t, card)]++;
        if (has(active, seat) || t->rules.auto_lost_to == AutoLostTo_WINNER) into_pile(t, winner, card);
        else out_of_play(t, card);
    }
}

HELPER void give_up(T *t, i64 column) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step);
        if (t->grid[seat][column] == NO_CARD) continue;
        i64 card = lift(t, seat, column);
        t->counts.duel_undecided[seat][t->type[card]][column]++;
        if (t->rules.all_inactive_to == AllInactiveTo_HAND) into_hand(t, seat, card);
        else if (t->rules.all_inactive_to == AllInactiveTo_OWN_PILE) into_pile(t, seat, card);
        else out_of_play(t, card);
    }
}

HELPER void put_tied(T *t, i64 seat, i64 card, int is_active) {
    i64 tie_rule = t->rules.tie_rule;
    if (tie_rule == TieRule_CARRY) {
        t->pot[t->in_pot++] = card;
        t->zone[card] = IN_POT;
    } else if (is_active && tie_rule == TieRule_HAND) {
        into_hand(t, seat, card);
    } else if (is_active && tie_rule == TieRule_OWN_PILE) {
        into_pile(t, seat, card);
    } else {
        out_of_play(t, card);
    }
}

HELPER void leave_undecided(T *t, i64 column, i64 active) {
    for (i64 step = 0; step < t->rotation.players; step++) {
        i64 seat = in_draw_order(t, step);
        if (t->grid[seat][column] == NO_CARD) continue;
        i64 card = lift(t, seat, column);
        t->counts.duel_undecided[seat][t->type[card]][column]++;
        put_tied(t, seat, card, has(active, seat));
    }
}

static void duel(T *t, i64 column) {
    i64 present = seats_with_cards(t, column), active, best;
    if (!present) return;
    t->record.duels++;
    active = active_seats(t, column, present);
    if (!active) {
        t->record.no_winner_duels++;
        give_up(t, column);
        return;
    }
    best = highest(t, column, active, t->science ? SUM_OF_BEST : column);
    if (bit_count(best) > 1) {
        t->record.tie_duels++;
        best = break_tie(t, column, best);
    }
    if (bit_count(best) == 1) {
        win_duel(t, column, lowest(best), active);
    } else {
        t->record.no_winner_duels++;
        leave_undecided(t, column, active);
    }
}

static void fight(T *t) {
    for (i64 column = 0; column < t->rules.columns; column++) duel(t, column);
}

HELPER void end_use(T *t) {
    for (i64 i = 0; i < t->in_use; i++) out_of_play(t, t->use[i]);
    t->in_use = 0;
}

/* kernel_kept.py */

HELPER i64 share_of(i64 winners, i64 seat) { return has(winners, seat) ? (u64)SHARE / bit_count(winners) : 0; }

static void keep_holder(T *t, i64 first, i64 items, i64 mask, i64 won) {
    for (i64 item = 0; item < items; item++) {
        i64 at = has(mask, item) ? first + item : first + items + item;
        t->record_words[at]++;
        t->record_words[at + 2 * items] += won;
    }
}

HELPER void keep_holders(T *t, i64 winners) {
    struct record *r = &t->record;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 won = share_of(winners, seat);
        keep_holder(t, OPENING_AT, SPECIALS, r->opening_mask[seat], won);
        keep_holder(t, DRAWN_AT, SPECIALS, r->drawn_mask[seat], won);
        keep_holder(t, ACTIVATED_AT, SPECIALS, r->activated_mask[seat], won);
        keep_holder(t, COLUMN_AT, LIGHTS, t->columned[seat] >> LIGHTS, won);
    }
}

HELPER void keep_openings(T *t, i64 seat, i64 won, i64 alone) {
    for (i64 row = 0; row < LENGTH(t->openers); row++) {
        if (!has(t->openers[row], seat)) continue;
        t->counts.opening_count[seat][row]++;
        t->counts.opening_win_share_sum[seat][row] += won;
        t->counts.opening_won[seat][row] += alone;
    }
}

HELPER void keep_activation(T *t, i64 special, i64 late, i64 ahead, i64 alone) {
    t->counts.acted_turn[special][late]++;
    t->counts.acted_turn_won[special][late] += alone;
    t->counts.acted_lead[special][ahead]++;
    t->counts.acted_lead_won[special][ahead] += alone;
    t->counts.acted_when[special][late][ahead]++;
    t->counts.acted_when_won[special][late][ahead] += alone;
}

HELPER void keep_activations(T *t, i64 seat, i64 alone) {
    for (i64 special = 0; special < SPECIALS; special++) {
        if (!has(t->record.activated_mask[seat], special)) continue;
        i64 turn = t->record_words[TURN_AT + special * WIDE + seat];
        i64 lead = t->record_words[LEAD_AT + special * WIDE + seat];
        keep_activation(t, special, min(turn, LAST) - 1, min(max(lead, -FAR), FAR) + FAR, alone);
    }
}

HELPER void keep_counts(T *t, i64 winners) {
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 alone = bit_count(winners) == 1 && has(winners, seat);
        keep_openings(t, seat, share_of(winners, seat), alone);
        for (i64 place = 0; place < t->won[seat]; place++)
            t->counts.final_pile_count[seat][t->type[t->pile[seat][place]]]++;
        keep_activations(t, seat, alone);
    }
}

/* kernel_result.py */

static const i64 TURNERS[] = {OBEDIENCE, PADRE, LORD};

static void note_turn(T *t) {
    i64 top = LEAST, leader = NOBODY, players = t->rotation.players;
    for (i64 seat = 0; seat < players; seat++) {
        if (t->turn <= KEPT) t->record_words[AFTER_AT + (t->turn - 1) * WIDE + seat] = t->score[seat];
        if (t->score[seat] > top) top = t->score[seat], leader = seat;
        else if (t->score[seat] == top) leader = NOBODY;
    }
    for (i64 seat = 0; seat < players; seat++) t->behind[seat] = max(t->behind[seat], top - t->score[seat]);
    if (leader == NOBODY) return;
    t->record.lead_changes += t->sole != NOBODY && t->sole != leader;
    t->sole = leader;
}

HELPER void count_hands(T *t) {
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        for (i64 i = 0; i < t->held[seat]; i++) t->score[seat] += t->points_of[kind_of(t, t->hand[seat][i])];
}

HELPER i64 with_top_score(T *t) {
    i64 top = LEAST, found = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        if (t->score[seat] > top) top = t->score[seat], found = bit(seat);
        else if (t->score[seat] == top) found |= bit(seat);
    }
    return found;
}

HELPER i64 who_lose(T *t, i64 winners) {
    i64 least = t->score[0], found = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) least = min(least, t->score[seat]);
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        if (t->score[seat] == least) found |= bit(seat);
    return found & ~winners ? found & ~winners : found;
}

HELPER i64 settle(T *t, i64 best) {
    i64 top = LEAST, found = 0;
    int most_cards = t->rules.final_tie == FinalTie_MOST_WON_CARDS;
    if (t->rules.final_tie == FinalTie_SHARED) return best;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        if (!has(best, seat)) continue;
        i64 value = most_cards ? t->won[seat] : -untransformed(t, seat);
        if (value > top) top = value, found = bit(seat);
        else if (value == top) found |= bit(seat);
    }
    return found;
}

HELPER void keep_awakening(T *t, i64 winners) {
    struct record *r = &t->record;
    if (t->end != BY_AWAKENING) return;
    r->awakened = 1, r->awakened_lead = r->awakening_lead;
    r->awakened_win = share_of(winners, r->awakening_seat);
}

HELPER void keep_match(T *t, i64 winners) {
    struct record *r = &t->record;
    i64 best = LEAST, second = LEAST;
    r->n_players = t->rotation.players, r->start_seat = t->starter, r->end_reason = t->end;
    r->turns = r->length = t->turn;
    r->capped = t->end == BY_CAP;
    t->record_words[REASON_AT + t->end] = 1, t->record_words[ENDED_AT + t->end] = t->turn;
    r->n_winners = bit_count(winners);
    r->shared_win = bit_count(winners) > 1;
    r->deck_left = t->left;
    r->removed_cards += t->in_use;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        r->score_total += t->score[seat];
        if (t->score[seat] > best) second = best, best = t->score[seat];
        else if (t->score[seat] > second) second = t->score[seat];
        if (has(winners, seat)) r->comeback = max(r->comeback, t->behind[seat]);
    }
    r->margin = best - second;
    keep_awakening(t, winners);
}

HELPER void keep_seats(T *t, i64 winners) {
    struct record *r = &t->record;
    i64 players = t->rotation.players;
    for (i64 seat = 0; seat < players; seat++) {
        i64 position = around(t, seat - t->starter + players), won = share_of(winners, seat);
        r->win_share[seat] = won, r->position[seat] = position;
        t->record_words[POSITION_AT + position] = won;
        t->record_words[DENIED_AT + position] = r->denied_turns[seat];
        r->strategy[seat] = policy_of(t, seat)->kind;
        r->score[seat] = t->score[seat], r->hand_left[seat] = t->held[seat];
        r->transformed[seat] = t->marks[seat];
        r->rank[seat] = 1;
        for (i64 other = 0; other < players; other++) r->rank[seat] += t->score[other] > t->score[seat];
        for (i64 kind = 0; kind < 5; kind++)
            t->record_words[KIND_AT + kind * WIDE + seat] = t->won_kind[seat][kind];
    }
}

HELPER void count_turning(T *t, i64 used, i64 comeback) {
    struct counts *c = &t->counts;
    i64 *with[] = {c->comebacks_used_obedience, c->comebacks_used_padre, c->comebacks_used_lord};
    i64 *without[] = {c->comebacks_unused_obedience, c->comebacks_unused_padre, c->comebacks_unused_lord};
    for (i64 i = 0; i < LENGTH(TURNERS); i++) (has(used, TURNERS[i]) ? with : without)[i][comeback]++;
}

HELPER void keep_turning(T *t) {
    i64 used = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) used |= t->record.activated_mask[seat];
    for (i64 i = 0; i < LENGTH(TURNERS); i++) {
        i64 at = USED_AT + 4 * i + !has(used, TURNERS[i]);
        t->record_words[at] = 1;
        t->record_words[at + 2] = t->record.comeback;
    }
    if (t->record.comeback <= SCORE) count_turning(t, used, t->record.comeback);
}

static void finish(T *t) {
    if (t->rules.hand_counts) count_hands(t);
    i64 winners = settle(t, with_top_score(t));
    t->losers = who_lose(t, winners);
    keep_match(t, winners);
    keep_seats(t, winners);
    keep_turning(t);
    keep_holders(t, winners);
    keep_counts(t, winners);
}

/* kernel.py */

HELPER void clear(T *t) {
    t->end = GOING, t->sole = t->record.awakening_seat = NOBODY;
    t->turn = t->top = t->in_pot = t->in_use = 0;
    for (i64 row = 0; row < LENGTH(t->openers); row++) t->openers[row] = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        t->held[seat] = t->won[seat] = t->marks[seat] = t->score[seat] = 0;
        t->behind[seat] = t->columned[seat] = 0;
        t->slot[seat] = NO_CARD;
        for (i64 column = 0; column < t->rules.columns; column++) t->grid[seat][column] = NO_CARD;
        for (i64 kind = 0; kind < LENGTH(t->points_of); kind++) t->won_kind[seat][kind] = 0;
    }
}

HELPER i64 loser_of_previous(T *t) {
    i64 rank = bit_count(t->losers) > 1 ? below(t, STARTS, bit_count(t->losers)) : 0, seat = 0;
    for (; !has(t->losers, seat) || rank > 0; seat++) rank -= has(t->losers, seat);
    return seat;
}

HELPER i64 choose_starter(T *t) {
    if (t->rules.start_rule == StartRule_SEAT0) return 0;
    return t->place > 0 ? loser_of_previous(t) : below(t, STARTS, t->rotation.players);
}

static void set_up(T *t) {
    clear(t);
    t->left = t->cards;
    for (i64 card = 0; card < t->cards; card++) t->deck[card] = card, t->zone[card] = IN_DECK, t->marked[card] = 0;
    shuffle(t, SHUFFLE);
    t->starter = t->first = choose_starter(t);
    t->record.series_index = t->place;
}

HELPER i64 next_first(T *t) {
    i64 players = t->rotation.players, rule = t->rules.first_drawer_rule, best = t->first;
    if (rule == FirstDrawerRule_FIXED) return t->first;
    if (rule == FirstDrawerRule_ROTATE) return around(t, t->first + 1);
    i64 sign = rule == FirstDrawerRule_TURN_WINNER ? 1 : -1;
    for (i64 step = 1; step < players; step++) {
        i64 seat = in_draw_order(t, step);
        if (sign * t->duels_now[seat] > sign * t->duels_now[best]) best = seat;
    }
    return best;
}

HELPER void end_turn(T *t) {
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        if (has(t->fathered, seat)) t->record.padre_cards += transform(t, seat);
    end_use(t);
    note_turn(t);
    if (t->wakened) t->end = BY_AWAKENING;
    t->first = next_first(t);
}

static void take_turn(T *t) {
    t->active = EVERY_KIND, t->science = t->fathered = t->wakened = 0;
    t->end = draw_cards(t);
    if (t->end != GOING) {
        t->turn--;
        return;
    }
    place_cards(t);
    activate_specials(t);
    if (t->end != GOING) return;
    for (i64 seat = 0; seat < t->rotation.players; seat++) t->duels_now[seat] = 0;
    fight(t);
    end_turn(t);
}

static void play_match(T *t) {
    set_up(t);
    while (t->end == GOING) {
        if (t->turn == t->rules.max_turns) {
            t->end = BY_CAP;
        } else {
            t->turn++;
            take_turn(t);
        }
    }
    finish(t);
    t->place = (t->place + 1) % t->rules.series_length;
}

static void lead_up_to(T *t, u64 match) {
    u64 inside = match % t->rotation.chain;
    t->place = 0;
    for (u64 i = 0; i < inside; i++) {
        begin(t, match - inside + i);
        play_match(t);
    }
}

/* 0: done; the twin leaves no rule out */
int play_chunk(T *t, u64 first, i64 rows, int32_t *out) {
    lead_up_to(t, first);
    for (i64 row = 0; row < rows; row++) {
        begin(t, first + row);
        play_match(t);
        keep(t, out + row, rows);
    }
    return 0;
}
