/* The same-algorithm twin of sim/games/dream_team/kernel*.py: same record, same streams, same draws.
   Left out: action cards, special players, the minimax trainer (play_chunk refuses it) and the event log. */
#include "engine.h"

/* decisions_value.py */

typedef struct policy P;
HELPER P *policy_of(T *t, i64 side) { return &t->policy[t->trainer[side]]; }
HELPER double goal_odds(T *t, i64 side, i64 dice) { return t->odds[max(dice, 0)][t->guard[side]]; }

HELPER double edge(T *t, i64 side, i64 attack, i64 defence) {
    return t->edge[t->guard[1 - side]][t->guard[side]][attack - defence + MOST_DICE];
}

/* decisions.py */

#define TOLERANCE 1e-9

HELPER int trailing(T *t, i64 side) {
    i64 behind = t->goals[1 - side] - t->goals[side];
    return t->period == t->rules.thirds && behind >= policy_of(t, side)->no_keeper_deficit;
}

#define EACH(i, mask) for (i64 rest_ = (mask), i; rest_ && (i = lowest(rest_), 1); rest_ &= rest_ - 1)

HELPER i64 field_size(T *t, i64 side, i64 fit, i64 most) {
    return max(min(most - t->off[side], bit_count(fit)), 0);
}

HELPER i64 fit_cards(T *t, i64 side) { return full(t->squad[side]) & ~t->unfit[side]; }

HELPER i64 best_keeper(T *t, i64 side, i64 keepers) {
    i64 best = lowest(keepers);
    EACH(keeper, keepers & (keepers - 1)) if (t->save[side][keeper] > t->save[side][best]) best = keeper;
    return best;
}

static i64 best_cards(T *t, i64 side, i64 fit, i64 size) {
    i64 chosen = fit;
    for (i64 out = bit_count(fit) - size; out > 0; out--) {
        i64 worst = -1;
        double least = INFINITY;
        EACH(card, chosen) {
            double score = t->score[side][card];
            if (score - TOLERANCE < least) worst = card, least = score < least ? score : least;
        }
        chosen &= ~bit(worst);
    }
    return chosen;
}

/* the keeper, and the squad places to field */
HELPER i64 choose_lineup(T *t, i64 side, i64 *cards) {
    P *p = policy_of(t, side);
    i64 fit = fit_cards(t, side), keepers = full(t->goalies[side]) & ~t->keeper_unfit[side];
    i64 size = field_size(t, side, fit, t->rules.field_players);
    i64 bare_size = field_size(t, side, fit, t->rules.field_players_no_keeper);
    i64 ways = choose(bit_count(fit), size), bare = 0;
    if (t->may_leave || !keepers || t->keeper_fouled[side] == full(t->goalies[side]))
        bare = choose(bit_count(fit), bare_size);
    i64 total = bit_count(keepers) * ways;
    t->record.decisions += total + bare > 1;
    if (t->random[side]) {
        i64 rank = below(t, LINE_UP + side, total + bare);
        if (rank >= total) {
            *cards = subset_of(fit, bare_size, rank - total);
            return -1;
        }
        i64 which = rank / ways;
        *cards = subset_of(fit, size, rank - which * ways);
        return nth_of_few(keepers, which);
    }
    if (!keepers || (bare > 0 && p->no_keeper == NoKeeperPlan_TRAILING && trailing(t, side))) {
        *cards = best_cards(t, side, fit, bare_size);
        return -1;
    }
    *cards = t->changed[side] ? best_cards(t, side, fit, size) : t->best[side];
    return best_keeper(t, side, keepers);
}

typedef struct { i64 action, slot, reserve; } Change;

HELPER int wants_pull(T *t, i64 side) {
    i64 pull = policy_of(t, side)->pull;
    if (pull == Pull_TRAILING) return trailing(t, side);
    return pull == Pull_LAST_DUEL && bit_count(t->attackers[side]) <= 1 && bit_count(t->attackers[1 - side]) <= 1;
}

static i64 pulled_in(T *t, i64 side, i64 spare) {
    int last = policy_of(t, side)->pull == Pull_LAST_DUEL;
    i64 best = -1;
    double top = -INFINITY;
    EACH(card, spare) {
        double score = last ? t->attack[side][card] : t->score[side][card];
        if (score - TOLERANCE > top) best = card, top = score;
    }
    return best;
}

static Change best_swap(T *t, i64 side, i64 usable, i64 spare, i64 others) {
    P *p = policy_of(t, side);
    i64 coming = -1, going = -1;
    double top = -INFINITY, low = INFINITY;
    EACH(card, spare) {
        double score = t->score[side][card];
        if (score - TOLERANCE > top) coming = card, top = score;
    }
    EACH(slot, usable) {
        double score = t->score[side][t->slot[side][slot]];
        if (score + TOLERANCE < low) going = slot, low = score;
    }
    double gain = coming >= 0 && going >= 0 ? top - low : -INFINITY;
    if (others) {
        i64 other = best_keeper(t, side, others);
        double better = p->keeper_weight * (t->save[side][other] - t->save[side][t->keeper[side]]);
        if (better > gain + TOLERANCE && better >= p->sub_min_gain - TOLERANCE)
            return (Change){CHANGE_KEEPER, -1, other};
    }
    if (gain >= p->sub_min_gain - TOLERANCE) return (Change){SWAP, going, coming};
    return (Change){NONE, -1, -1};
}

HELPER Change choose_substitution(T *t, i64 side) {
    i64 usable = t->attackers[side] | t->defenders[side], fit = fit_cards(t, side);
    i64 spare = fit & ~t->fielded[side], cards = bit_count(spare), swaps = bit_count(usable) * cards;
    i64 others = 0, pulls = 0;
    if (t->keeper[side] >= 0) {
        others = full(t->goalies[side]) & ~t->keeper_unfit[side] & ~bit(t->keeper[side]);
        i64 room = field_size(t, side, fit, t->rules.field_players_no_keeper);
        pulls = t->may_pull && bit_count(t->live[side]) < room ? cards : 0;
    }
    i64 keepers = bit_count(others);
    i64 total = 1 + swaps + keepers + pulls;
    if (total == 1) return (Change){NONE, -1, -1};
    t->record.decisions++;
    if (t->random[side]) {
        i64 rank = below(t, PLAY + side, total) - 1;
        if (rank < 0) return (Change){NONE, -1, -1};
        if (rank < swaps) {
            i64 which = rank / cards;
            return (Change){SWAP, nth_of_few(usable, which), nth_bit(spare, rank - which * cards)};
        }
        if (rank < swaps + keepers) return (Change){CHANGE_KEEPER, -1, nth_of_few(others, rank - swaps)};
        return (Change){PULL, -1, nth_bit(spare, rank - swaps - keepers)};
    }
    if (pulls > 0 && wants_pull(t, side)) return (Change){PULL, -1, pulled_in(t, side, spare)};
    return best_swap(t, side, usable, spare, others);
}

HELPER i64 strongest_defence(T *t, i64 side) {
    i64 highest = -1;
    EACH(slot, t->defenders[side]) highest = max(highest, t->defence[side][t->slot[side][slot]]);
    return highest;
}

HELPER double attacker_score(T *t, i64 side, i64 slot, i64 strongest) {
    i64 card = t->slot[side][slot], rule = policy_of(t, side)->attack_rule;
    if (rule == AttackRule_MAX_ATTACK) return t->attack[side][card];
    if (rule == AttackRule_MIN_DEFENCE) return -(double)t->defence[side][card];
    if (strongest < 0) return goal_odds(t, 1 - side, t->attack[side][card]) + t->bias[side][card];
    return edge(t, side, t->attack[side][card], strongest) + t->bias[side][card];
}

static i64 best_attacker(T *t, i64 side, i64 slots) {
    i64 best = lowest(slots), strongest = strongest_defence(t, 1 - side);
    double top = -INFINITY;
    EACH(slot, slots) {
        double score = attacker_score(t, side, slot, strongest);
        if (score - TOLERANCE > top) best = slot, top = score;
    }
    return best;
}

HELPER i64 choose_attacker(T *t, i64 side) {
    i64 slots = t->attackers[side];
    if (bit_count(slots) == 1) return lowest(slots);
    t->record.decisions++;
    if (t->random[side]) return nth_of_few(slots, below(t, PLAY + side, bit_count(slots)));
    return best_attacker(t, side, slots);
}

HELPER double defender_score(T *t, i64 side, i64 slot, i64 attack) {
    i64 card = t->slot[side][slot], rule = policy_of(t, side)->defend_rule, defence = t->defence[side][card];
    if (rule == DefendRule_MAX_DEFENCE) return defence;
    if (rule == DefendRule_CHEAPEST_STOP) return defence >= attack ? 100 - defence : defence;
    return -edge(t, 1 - side, attack, defence) - t->cost[side][card];
}

static i64 best_defender(T *t, i64 side, i64 slots, i64 attacker) {
    i64 attack = t->attack[1 - side][t->slot[1 - side][attacker]], best = lowest(slots);
    double top = -INFINITY;
    EACH(slot, slots) {
        double score = defender_score(t, side, slot, attack);
        if (score - TOLERANCE > top) best = slot, top = score;
    }
    return best;
}

HELPER i64 choose_defender(T *t, i64 side, i64 attacker) {
    i64 slots = t->defenders[side];
    if (bit_count(slots) == 1) return lowest(slots);
    t->record.decisions++;
    if (t->random[side]) return nth_of_few(slots, below(t, PLAY + side, bit_count(slots)));
    return best_defender(t, side, slots, attacker);
}

HELPER i64 distinct_faces(T *t, i64 side, i64 dice) {
    i64 faces = t->rules.die_faces;
    if (t->faces[side] != Faces_UNIFORM)
        return t->faces[side] == Faces_LOW ? full(dice) : full(dice) << (faces - dice);
    return subset(faces, dice, below(t, FACES + side, choose(faces, dice)));
}

HELPER i64 choose_faces(T *t, i64 side, i64 dice) {
    i64 faces = t->rules.die_faces;
    if (dice >= faces) return full(faces);
    t->record.decisions++;
    return distinct_faces(t, side, dice);
}

static i64 throw(T *t, u64 purpose, i64 dice) {
    i64 faces = t->rules.die_faces, throws = 1, packed = 0;
    for (i64 i = 0; i < dice; i++) throws *= faces;
    i64 rank = below(t, purpose, throws);
    for (i64 i = 0; i < dice; i++) {
        i64 rest = rank / faces;
        packed += (i64)1 << 4 * (rank - rest * faces);
        rank = rest;
    }
    return packed;
}

HELPER i64 spread(i64 faces) { return SPREAD[faces & 63] | SPREAD[faces >> 6] << 24; }

static i64 throw_faces(T *t, i64 side, i64 dice) {
    i64 faces = t->rules.die_faces;
    if (t->rules.dice_mode == DiceMode_ROLLED) return throw(t, THROW, dice);
    t->record.decisions++;
    if (t->random[side]) return throw(t, FACES + side, dice);
    i64 rounds = dice / faces, rest = dice - rounds * faces;
    return rounds * spread(full(faces)) + spread(rest > 0 ? distinct_faces(t, side, rest) : 0);
}

/* kernel_field.py */

HELPER void put_in_goal(T *t, i64 side, i64 keeper) {
    t->keeper[side] = keeper;
    t->guard[side] = keeper >= 0 ? min(t->save[side][keeper], 6) : 0;
    t->solved = 0;
}

static void line_up(T *t, i64 side) {
    i64 cards, slots = 0, keeper = choose_lineup(t, side, &cards);
    for (i64 card = 0; card < t->squad[side]; card++) {
        t->slot[side][slots] = card;
        slots += has(cards, card);
    }
    t->slots[side] = slots;
    t->fielded[side] = cards;
    t->live[side] = t->attackers[side] = t->defenders[side] = full(slots);
    t->emptied[side] = t->sped[side] = t->swaps[side] = 0;
    t->settled[side] = keeper >= 0 && !t->changed[side] ? t->content[side] : 0;
    put_in_goal(t, side, keeper);
    if (keeper < 0) t->bare[side]++;
}

HELPER void has_attacked(T *t, i64 side, i64 slot) {
    t->attackers[side] &= ~bit(slot);
    if (t->rules.play_rule == PlayRule_ONE_PLAY) t->defenders[side] &= ~bit(slot);
}

HELPER void has_defended(T *t, i64 side, i64 slot) {
    if (t->rules.play_rule != PlayRule_ATTACK_ONCE_DEFEND_FREE) t->defenders[side] &= ~bit(slot);
    if (t->rules.play_rule == PlayRule_ONE_PLAY) t->attackers[side] &= ~bit(slot);
}

static int substitute(T *t, i64 side) {
    if (t->swaps[side] >= t->rules.subs_per_third) return 0;
    Change change = choose_substitution(t, side);
    if (change.action == NONE) return 0;
    t->swaps[side]++;
    t->subs[side]++;
    t->solved = 0;
    if (change.action == SWAP) {
        t->fielded[side] ^= bit(t->slot[side][change.slot]) | bit(change.reserve);
        t->slot[side][change.slot] = change.reserve;
    } else if (change.action == CHANGE_KEEPER) {
        put_in_goal(t, side, change.reserve);
    } else {
        put_in_goal(t, side, -1);
        t->pulls[side]++;
        i64 slot = t->slots[side];
        t->slot[side][slot] = change.reserve;
        t->slots[side] = slot + 1;
        t->fielded[side] |= bit(change.reserve);
        t->live[side] |= bit(slot);
        t->attackers[side] |= bit(slot);
        t->defenders[side] |= bit(slot);
    }
    return 1;
}

HELPER void use_window(T *t, i64 side) {
    if (t->settled[side]) {
        t->record.decisions++;
        return;
    }
    i64 left = t->rules.subs_per_window;
    if (left > 0 && substitute(t, side) && left > 1)
        for (left--; left > 0 && substitute(t, side); left--) {}
}

HELPER void substitutions(T *t, i64 attacking) {
    if (t->rules.sub_window != SubWindow_DEFENDER) use_window(t, attacking);
    if (t->rules.sub_window != SubWindow_ATTACKER) use_window(t, 1 - attacking);
}

/* kernel_play.py */

enum { TIE, SAVED, GOAL };
#define NIBBLES 0x111111111111
#define TOPS 0x888888888888

/* what the twin leaves out is asked for all the same, and never happens */
HELPER void never(int happens) { if (happens) __builtin_trap(); }

HELPER i64 score(T *t, i64 side) {
    i64 other = 1 - side, leader = t->leader;
    never(t->armed[other] > 0);
    t->goals[side]++;
    t->third_goals[side][t->third]++;
    t->first = t->first < 0 ? side : t->first;
    i64 lead = t->goals[side] - t->goals[other];
    t->record.lead_changes += (lead > 0) & (leader == other);
    t->leader = lead > 0 ? side : leader;
    t->deficit[other] = max(t->deficit[other], lead);
    t->over = t->sudden;
    never(t->rules.use_action_cards != 0);
    never(t->rules.use_special_cards != 0);
    return GOAL + side;
}

HELPER i64 shown(i64 faces) { return (faces | faces >> 1 | faces >> 2) & NIBBLES; }

static int is_unmatched_throw(T *t, i64 side, i64 dice, i64 saves) {
    i64 shot = throw_faces(t, side, dice), save = throw_faces(t, 1 - side, saves);
    if (t->rules.save_match == SaveMatch_DIE) return (((save | TOPS) - shot) & TOPS) != TOPS;
    return (shown(shot) & ~shown(save)) != 0;
}

HELPER int is_unmatched(T *t, i64 side, i64 dice, i64 saves) {
    if (t->rules.dice_mode != DiceMode_CHOSEN_DISTINCT) return is_unmatched_throw(t, side, dice, saves);
    i64 shot = choose_faces(t, side, dice), save = choose_faces(t, 1 - side, saves);
    return (shot & ~save) != 0;
}

HELPER int is_goal(T *t, i64 side, i64 shooter, i64 dice) {
    i64 saves = t->guard[1 - side];
    if (t->rules.dice_limit == DiceLimit_SHARED) saves = min(saves, t->rules.max_shot_dice - dice);
    if (saves <= 0) {
        t->record.auto_goals++;
        return 1;
    }
    never(t->armed[HOME] + t->armed[AWAY] > 0);
    t->record.dice_shots++;
    never(t->card[side][shooter] == BALDUIN && t->rules.balduin_double != BalduinDouble_OFF);
    t->counts.shots_n_k[t->seat[side]][dice][saves]++;
    if (is_unmatched(t, side, dice, saves)) {
        t->counts.goals_n_k[t->seat[side]][dice][saves]++;
        return 1;
    }
    t->record.saves++;
    never(t->armed[side] != 0);
    return 0;
}

HELPER i64 shoot(T *t, i64 attacking, i64 attacker, i64 defender, i64 strength) {
    int counter = strength < 0;
    i64 side = counter ? 1 - attacking : attacking;
    i64 dice = min(counter ? -strength : strength, t->rules.max_shot_dice);
    t->record.shots++;
    t->record.counters += counter;
    if (!is_goal(t, side, counter ? defender : attacker, dice)) return SAVED;
    t->record.counter_goals += counter;
    t->record.attack_goals += (strength > 0) & (defender >= 0);
    return score(t, side);
}

HELPER i64 no_shot(T *t) {
    t->record.ties++;
    return 0;
}

HELPER i64 attack_freely(T *t, i64 side, i64 attacker) {
    if (t->rules.unopposed == Unopposed_NO_ATTACK) {
        t->record.no_eligible_defender++;
        return 0;
    }
    t->record.plays++;
    t->record.unopposed_attacks++;
    i64 strength = t->attack[side][attacker];
    return strength > 0 ? strength : no_shot(t);
}

HELPER i64 duel(T *t, i64 side, i64 attacker, i64 defender) {
    t->strength[side] = t->attack[side][attacker];
    t->strength[1 - side] = t->defence[1 - side][defender];
    i64 strength = t->strength[side] - t->strength[1 - side];
    t->record.plays++;
    never(t->armed[HOME] + t->armed[AWAY] > 0);
    if (strength == 0 || (strength < 0 && !t->rules.counterattack)) return no_shot(t);
    return strength;
}

HELPER i64 next_turn(T *t, i64 side, i64 outcome) {
    if (t->rules.direction == Direction_ALTERNATE) return 1 - side;
    if (t->rules.direction == Direction_CONCEDER_ATTACKS) return outcome >= GOAL ? 1 - (outcome - GOAL) : 1 - side;
    return outcome == SAVED ? side : 1 - side;
}

HELPER int find_turn(T *t) {
    if (!t->attackers[t->turn]) t->turn = 1 - t->turn;
    return t->attackers[t->turn] != 0;
}

static void take_turn(T *t) {
    i64 side = t->turn, other = 1 - side, defender = -1, strength;
    substitutions(t, side);
    i64 slot = choose_attacker(t, side), attacker = t->slot[side][slot];
    t->attacks[side]++;
    if (t->defenders[other]) {
        i64 answer = choose_defender(t, other, slot);
        defender = t->slot[other][answer];
        has_defended(t, other, answer);
        strength = duel(t, side, attacker, defender);
    } else {
        strength = attack_freely(t, side, attacker);
    }
    has_attacked(t, side, slot);
    i64 outcome = strength ? shoot(t, side, attacker, defender, strength) : TIE;
    never((t->hurt[HOME] | t->hurt[AWAY] | t->keeper_hurt[HOME] | t->keeper_hurt[AWAY]) != 0);
    t->turn = next_turn(t, side, outcome);
}

/* kernel.py */

HELPER void shuffle(T *t, uint8_t *cards, i64 count, i64 first) {
    for (i64 i = 0; i < first; i++) {
        i64 j = i + below(t, DEAL, count - i), held = cards[i];
        cards[i] = cards[j];
        cards[j] = held;
    }
}

static void deal(T *t) {
    for (i64 card = 0; card < TEAMS * FIELD; card++) t->player_order[card] = card;
    for (i64 card = 0; card < TEAMS * KEEPERS; card++) t->keeper_order[card] = card;
    shuffle(t, t->player_order, TEAMS * FIELD, TEAMS * FIELD);
    shuffle(t, t->keeper_order, TEAMS * KEEPERS, TEAMS * KEEPERS);
}

HELPER void assign_teams(T *t) {
    for (i64 team = 0; team < TEAMS; team++) t->team[team] = team;
    if (t->rules.team_assignment == Assignment_RANDOM) shuffle(t, t->team, TEAMS, 2);
    if (t->rules.team_formation == Formation_RANDOM_DEAL) deal(t);
}

static void take_dealt(T *t, i64 side) {
    for (i64 i = 0; i < FIELD; i++) {
        i64 card = t->player_order[t->card[side][i]], place = i;
        while (place > 0 && t->card[side][place - 1] > card) {
            t->card[side][place] = t->card[side][place - 1];
            place--;
        }
        t->card[side][place] = card;
    }
    i64 one = t->keeper_order[t->keeper_card[side][0]], two = t->keeper_order[t->keeper_card[side][1]];
    t->keeper_card[side][0] = min(one, two);
    t->keeper_card[side][1] = max(one, two);
}

HELPER void judge_cards(T *t, i64 side) {
    P *p = policy_of(t, side);
    t->random[side] = p->kind == Kind_RANDOM;
    t->faces[side] = p->kind == Kind_RANDOM ? Faces_UNIFORM : p->faces;
    for (i64 i = 0; i < t->squad[side]; i++) {
        i64 attack = t->card_attack[t->card[side][i]], defence = t->card_defence[t->card[side][i]];
        t->attack[side][i] = attack;
        t->defence[side][i] = defence;
        t->score[side][i] = p->w_att * attack + p->w_def * defence;
        t->bias[side][i] = p->attack_bias * (attack - defence);
        t->cost[side][i] = p->c_att * attack + p->c_def * defence;
    }
    t->content[side] = 0;
    if (p->kind == Kind_SCRIPTED) {
        t->best[side] = best_cards(t, side, full(t->squad[side]), min(t->rules.field_players, t->squad[side]));
        i64 swaps = min(t->rules.subs_per_window, t->rules.subs_per_third);
        t->content[side] = swaps > 0 && p->pull == Pull_NEVER && p->sub_min_gain > 2 * TOLERANCE;
    }
}

HELPER void form_squad(T *t, i64 side) {
    i64 team = t->team[t->seat[side]];
    t->squad[side] = FIELD;
    t->goalies[side] = KEEPERS;
    t->changed[side] = 0;
    for (i64 i = 0; i < FIELD; i++) t->card[side][i] = team * FIELD + i;
    for (i64 i = 0; i < KEEPERS; i++) t->keeper_card[side][i] = team * KEEPERS + i;
    if (t->rules.team_formation == Formation_RANDOM_DEAL) take_dealt(t, side);
    for (i64 i = 0; i < KEEPERS; i++) t->save[side][i] = t->keeper_save[t->keeper_card[side][i]];
    judge_cards(t, side);
}

HELPER i64 home_seat(T *t) {
    if (t->rules.home_rule == HomeRule_ROLL) return below(t, HOME_ROLL, 2);
    return t->rules.home_rule == HomeRule_SEAT0 ? 0 : 1;
}

HELPER void set_up(T *t) {
    t->extra = t->sudden = t->over = 0;
    t->leader = t->first = -1;
    assign_teams(t);
    t->seat[HOME] = home_seat(t);
    t->seat[AWAY] = 1 - t->seat[HOME];
    for (i64 side = 0; side < 2; side++) {
        t->goals[side] = t->deficit[side] = t->attacks[side] = t->subs[side] = 0;
        t->bare[side] = t->pulls[side] = 0;
        for (i64 third = 0; third < 4; third++) t->third_goals[side][third] = 0;
        t->trainer[side] = t->contender[t->seat[side]];
        form_squad(t, side);
    }
}

static void play_period(T *t, i64 first) {
    line_up(t, HOME);
    line_up(t, AWAY);
    t->turn = first;
    while (!t->over && find_turn(t)) take_turn(t);
}

HELPER i64 third_starter(T *t) {
    if (t->rules.third_starts == ThirdStarts_ALTERNATE) return 1 - t->period % 2;
    return t->rules.third_starts == ThirdStarts_HOME_ALWAYS ? HOME : AWAY;
}

HELPER int wants_extra(T *t) {
    if (t->goals[HOME] != t->goals[AWAY] || t->rules.draw_rule == DrawRule_DRAW) return 0;
    if (t->rules.draw_rule == DrawRule_EXTRA_TIME) return t->extra == 0;
    return t->extra < t->rules.max_extra_periods;
}

HELPER i64 is_sudden(T *t) {
    if (t->rules.draw_rule == DrawRule_SUDDEN_DEATH) return 1;
    return t->rules.draw_rule == DrawRule_EXTRA_TIME_THEN_SUDDEN_DEATH && t->extra > 1;
}

HELPER i64 extra_starter(T *t) {
    if (t->rules.extra_starts == ExtraStarts_ALTERNATE) return 1 - t->period % 2;
    if (t->rules.extra_starts == ExtraStarts_ROLL) return below(t, EXTRA_ROLL, 2);
    return t->rules.extra_starts == ExtraStarts_HOME ? HOME : AWAY;
}

HELPER void keep_regulation(T *t) {
    struct record *r = &t->record;
    i64 home = t->goals[HOME], away = t->goals[AWAY], margin = home > away ? home - away : away - home;
    r->reg_home_win = home > away;
    r->reg_away_win = away > home;
    r->drawn_regulation = home == away;
    r->goalless = home + away == 0;
    r->reg_goals_total = home + away;
    r->reg_margin_abs = margin;
    r->blowout = margin >= 4;
}

HELPER void keep_sides(T *t) {
    struct record *r = &t->record;
    r->team_home = t->team[t->seat[HOME]], r->team_away = t->team[t->seat[AWAY]];
    r->goals_home = t->goals[HOME], r->goals_away = t->goals[AWAY];
    r->goals_third1_home = t->third_goals[HOME][0], r->goals_third1_away = t->third_goals[AWAY][0];
    r->goals_third2_home = t->third_goals[HOME][1], r->goals_third2_away = t->third_goals[AWAY][1];
    r->goals_third3_home = t->third_goals[HOME][2], r->goals_third3_away = t->third_goals[AWAY][2];
    r->attacks_home = t->attacks[HOME], r->attacks_away = t->attacks[AWAY];
    r->subs_home = t->subs[HOME], r->subs_away = t->subs[AWAY];
    r->no_keeper_thirds_home = t->bare[HOME], r->no_keeper_thirds_away = t->bare[AWAY];
    r->keeper_pulls_home = t->pulls[HOME], r->keeper_pulls_away = t->pulls[AWAY];
}

HELPER void keep_result(T *t) {
    struct record *r = &t->record;
    i64 home = t->goals[HOME], away = t->goals[AWAY];
    r->home_win = home > away, r->away_win = away > home, r->draw = home == away;
    r->no_winner = r->draw;
    r->cap_hit = r->draw && t->rules.draw_rule >= DrawRule_SUDDEN_DEATH;
    r->capped = r->cap_hit;
    for (i64 side = 0; side < 2; side++) {
        int won = t->goals[side] > t->goals[1 - side];
        r->win[t->seat[side]] = won;
        r->win_share[t->seat[side]] = won ? 60 : 0;
        r->goals[t->seat[side]] = t->goals[side];
        r->comeback2 |= won && t->deficit[side] >= 2;
        r->first_goal_wins |= won && t->first == side;
    }
    r->home_seat = t->seat[HOME];
    r->goals_total = home + away;
    r->extra_periods = t->extra;
    r->length = r->plays;
    r->result_home = 1 + (home > away) - (away > home), r->result_away = 2 - r->result_home;
    keep_sides(t);
}

static void play_match(T *t) {
    set_up(t);
    for (i64 period = 1; period <= t->rules.thirds; period++) {
        t->period = period;
        t->third = min(period, 4) - 1;
        play_period(t, third_starter(t));
    }
    keep_regulation(t);
    while (wants_extra(t)) {
        t->extra++;
        t->period++;
        t->third = 3;
        t->sudden = is_sudden(t);
        t->record.sudden_death |= t->sudden;
        play_period(t, extra_starter(t));
    }
    keep_result(t);
}

/* 0: done; 1: the table asks for something this twin leaves out */
int play_chunk(T *t, u64 first, i64 rows, int32_t *out) {
    if (t->rules.use_action_cards || t->rules.use_special_cards) return 1;
    for (i64 i = 0; i < t->rotation.players; i++)
        if (t->policy[i].attack_rule == AttackRule_MINIMAX || t->policy[i].defend_rule == DefendRule_MINIMAX) return 1;
    for (i64 row = 0; row < rows; row++) {
        begin(t, first + row);
        play_match(t);
        keep(t, out + row, rows);
    }
    return 0;
}
