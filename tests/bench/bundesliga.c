/* The same-algorithm twin of sim/games/bundesliga: same record, same streams, same draws.
   Left out: the event log. */
#include "engine.h"

typedef struct policy P;
typedef struct rules R;

#define EACH(i, mask) for (i64 rest_ = (mask), i; rest_ && (i = lowest(rest_), 1); rest_ &= rest_ - 1)

HELPER i64 size_of(i64 amount) { return amount < 0 ? -amount : amount; }

/* decisions.py */

HELPER P *policy_of(T *t, i64 seat) { return &t->policy[t->contender[seat]]; }
HELPER int in_stock(T *t, i64 value) { return !t->rules.bank_stock_limited || t->stock[value] > 0; }

HELPER int is_full(T *t, i64 squad) { return t->rules.squad_max && squad >= t->rules.squad_max; }

static i64 buyable(T *t, i64 seat) {
    R *rules = &t->rules;
    i64 mask = 0;
    if (!rules->buy_before_roll || is_full(t, t->squad[seat])) return mask;
    i64 room = rules->strength_cap ? rules->strength_cap - t->strength[seat] : VALUES;
    for (i64 value = 0; value < VALUES; value++)
        if (t->cash[seat] >= t->price[value] && value < room && in_stock(t, value)) mask |= bit(value);
    return mask;
}

HELPER i64 owned(T *t, i64 seat) {
    i64 mask = 0;
    for (i64 value = 0; value < VALUES; value++)
        if (t->own[seat][value] > 0) mask |= bit(value);
    return mask;
}

HELPER i64 sellable(T *t, i64 seat) { return t->squad[seat] > t->rules.squad_min ? owned(t, seat) : 0; }
HELPER i64 sellable_before(T *t, i64 seat) { return t->rules.sell_before_roll ? sellable(t, seat) : 0; }

HELPER i64 window_cap(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    i64 cap = t->rules.max_transfers_per_window;
    return p->kind == Kind_RANDOM ? min(cap, p->transfers_per_window) : cap;
}

HELPER int keeps(T *t, i64 seat) {
    i64 least = policy_of(t, seat)->keep_squad;
    if (t->rules.squad_max) least = min(least, t->rules.squad_max - 1);
    return t->squad[seat] <= least;
}

HELPER i64 random_intent(T *t, i64 seat, i64 buys, i64 sales) {
    i64 open = bit(PASS);
    if (buys) open |= bit(BUY);
    if (sales && !keeps(t, seat)) open |= bit(SELL);
    return pick(t, CHOICES + seat, open);
}

HELPER i64 random_value(T *t, i64 seat, i64 values) { return pick(t, CHOICES + seat, values); }
HELPER i64 highest(i64 mask) { return 63 - __builtin_clzll(mask); }

HELPER i64 choose_forced_sale(T *t, i64 seat) {
    i64 values = owned(t, seat);
    t->record.decisions += bit_count(values) > 1;
    if (policy_of(t, seat)->kind == Kind_RANDOM) return random_value(t, seat, values);
    EACH(value, values) if (t->cash[seat] + t->sale[value] >= 0) return value;
    return highest(values);
}

HELPER int cashes_out(T *t, i64 seat) {
    R *rules = &t->rules;
    int last = t->season == rules->seasons && t->laps[seat] == rules->rounds_per_season;
    return rules->winner_rule == WinnerRule_CASH && last && rules->post_roll_sale_timing == SaleTiming_AFTER_RESOLUTION;
}

HELPER i64 choose_sale_after(T *t, i64 seat, i64 sales) {
    P *p = policy_of(t, seat);
    if (p->kind == Kind_PASSIVE) return NOTHING;
    if (cashes_out(t, seat)) return highest(sales);
    if (p->kind != Kind_FLIP_TRADER || t->rules.post_roll_sale_timing == SaleTiming_BEFORE_MOVE) return NOTHING;
    i64 spare = t->strength[seat] - p->base, found = NOTHING;
    EACH(value, sales) if (value < spare) found = value;
    return found;
}

HELPER i64 choose_star(T *t, i64 seat) {
    i64 spare = t->cash[seat] - policy_of(t, seat)->reserve, found = NOTHING;
    EACH(value, buyable(t, seat)) if (t->price[value] <= spare) found = value;
    return found;
}

HELPER int fits_cap(T *t, i64 strength) { return !t->rules.strength_cap || strength <= t->rules.strength_cap; }

typedef struct { i64 sold, bought; } Swap;

HELPER Swap choose_swap(T *t, i64 seat) {
    Swap none = {NOTHING, NOTHING};
    if (!is_full(t, t->squad[seat]) || !t->rules.buy_before_roll || !sellable_before(t, seat)) return none;
    i64 low = lowest(owned(t, seat));
    i64 spare = t->cash[seat] - policy_of(t, seat)->reserve + t->sale[low];
    for (i64 value = VALUES - 1; value > low; value--)
        if (fits_cap(t, t->strength[seat] + value - low) && t->price[value] <= spare && in_stock(t, value))
            return (Swap){low, value};
    return none;
}

/* decisions_plan.py */

typedef struct { i64 bought, sold, cost; } Step;

HELPER int planned_stock(T *t, i64 value) { return !t->rules.bank_stock_limited || t->plan_stock[value] > 0; }

HELPER Step cheapest_buy(T *t, i64 strength, i64 budget) {
    Step found = {NOTHING, NOTHING, 0};
    for (i64 value = 0; value < VALUES; value++) {
        i64 price = t->price[value];
        int fits = price <= budget && fits_cap(t, strength + value + 1);
        int cheap = found.bought < 0 || price * (found.bought + 1) <= found.cost * (value + 1);
        if (fits && cheap && planned_stock(t, value)) found.bought = value, found.cost = price;
    }
    return found;
}

static Step cheapest_swap(T *t, i64 strength, i64 budget) {
    Step found = {NOTHING, NOTHING, 0};
    i64 gain = 1;
    if (!t->rules.sell_before_roll) return found;
    for (i64 low = 0; low < VALUES; low++)
        for (i64 high = low + 1; high < VALUES; high++) {
            i64 price = t->price[high] - t->sale[low], more = high - low;
            int fits = price <= budget && fits_cap(t, strength + more);
            if (t->plan_own[low] > 0 && fits && planned_stock(t, high)) {
                int better = price * gain < found.cost * more;
                int equal = price * gain == found.cost * more && more > gain;
                if (found.bought < 0 || better || equal) found = (Step){high, low, price}, gain = more;
            }
        }
    return found;
}

static void plan_steps(T *t, i64 seat, i64 budget, i64 most) {
    i64 squad = t->squad[seat], strength = t->strength[seat];
    for (i64 value = 0; value < VALUES; value++) {
        t->plan_own[value] = t->own[seat][value];
        t->plan_stock[value] = t->stock[value];
    }
    t->steps = 0;
    while (t->rules.buy_before_roll && t->steps < most) {
        Step step = is_full(t, squad) ? cheapest_swap(t, strength, budget) : cheapest_buy(t, strength, budget);
        if (step.bought < 0) return;
        t->step[t->steps] = step.bought;
        t->step_from[t->steps] = step.sold;
        t->steps++;
        budget -= step.cost;
        strength += step.bought + 1;
        t->plan_own[step.bought]++;
        t->plan_stock[step.bought]--;
        squad++;
        if (step.sold >= 0) {
            strength -= step.sold + 1;
            t->plan_own[step.sold]--;
            t->plan_stock[step.sold]++;
            squad--;
        }
    }
}

HELPER i64 step_gain(T *t, i64 step) {
    return t->step_from[step] >= 0 ? t->step[step] - t->step_from[step] : t->step[step] + 1;
}

HELPER i64 table_points(T *t, i64 strength, i64 first, i64 end) {
    i64 won = 0, drawn = 0;
    for (i64 i = first; i < end; i++) {
        won += t->rival[i] < strength;
        drawn += t->rival[i] == strength;
    }
    R *rules = &t->rules;
    return rules->points_win * won + rules->points_draw * drawn + rules->points_loss * (end - first - won - drawn);
}

HELPER i64 season_points(T *t, i64 seat, i64 strength) {
    i64 first = t->ahead[t->position[seat]], laps = t->rules.rounds_per_season - t->laps[seat] - 1;
    i64 found = table_points(t, strength, first, t->stadiums);
    if (laps > 0) found += laps * table_points(t, strength, 0, t->stadiums);
    return found;
}

HELPER i64 window_points(T *t, i64 seat, i64 strength) {
    i64 here = t->position[seat], end = min(here + policy_of(t, seat)->lookahead, t->spaces - 1);
    return table_points(t, strength, t->ahead[here], t->ahead[end]);
}

HELPER i64 listed_points(T *t, i64 seat, i64 strength) {
    return policy_of(t, seat)->kind == Kind_PLANNER ? season_points(t, seat, strength) : window_points(t, seat, strength);
}

static i64 plan_best(T *t, i64 seat, i64 budget) {
    plan_steps(t, seat, budget, t->rules.max_transfers_per_window);
    i64 strength = t->strength[seat], end = strength, steps = 0;
    if (t->steps == 0) return strength;
    for (i64 step = 0; step < t->steps; step++) end += step_gain(t, step);
    i64 wanted = listed_points(t, seat, end);
    while (steps < t->steps && listed_points(t, seat, strength) < wanted) strength += step_gain(t, steps++);
    t->steps = steps;
    return strength;
}

HELPER void plan_ahead(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    i64 reserve = p->kind == Kind_FLIP_TRADER ? 0 : p->reserve;
    i64 strength = plan_best(t, seat, t->cash[seat] - reserve);
    if (p->kind == Kind_PLANNER && p->lookahead > 0 && t->steps > 0) {
        i64 now = window_points(t, seat, t->strength[seat]);
        if (window_points(t, seat, strength) <= now) t->steps = 0;
    }
}

/* kernel_cards.py */

static void shuffle_stack(T *t, i64 colour, u64 purpose) {
    for (i64 i = t->left[colour] - 1; i > 0; i--) {
        i64 j = below(t, purpose, i + 1);
        uint8_t held = t->stack[colour][i];
        t->stack[colour][i] = t->stack[colour][j];
        t->stack[colour][j] = held;
    }
}

HELPER void shuffle_stacks(T *t) {
    for (i64 colour = 0; colour < 2; colour++) {
        t->top[colour] = t->discards[colour] = 0;
        t->left[colour] = t->cards[colour];
        for (i64 i = 0; i < t->cards[colour]; i++) t->stack[colour][i] = i;
        shuffle_stack(t, colour, STACKS + colour);
    }
    t->cup_top = 0;
    for (i64 i = 0; i < t->cup_cards; i++) t->cup_order[i] = i;
    for (i64 i = t->cup_cards - 1; i > 0; i--) {
        i64 j = below(t, CUP_STACK, i + 1);
        uint8_t held = t->cup_order[i];
        t->cup_order[i] = t->cup_order[j];
        t->cup_order[j] = held;
    }
}

static i64 draw_card(T *t, i64 seat, i64 colour) {
    if (t->left[colour] == 0 && t->discards[colour] > 0) {
        t->top[colour] = 0, t->left[colour] = t->discards[colour];
        for (i64 i = 0; i < t->discards[colour]; i++) t->stack[colour][i] = t->discard[colour][i];
        t->discards[colour] = 0;
        shuffle_stack(t, colour, RESHUFFLES + colour);
    }
    if (t->left[colour] == 0) return NOTHING;
    i64 card = t->stack[colour][t->top[colour]];
    t->top[colour] = (t->top[colour] + 1) % CARD;
    t->left[colour]--;
    t->record.events[seat]++;
    return card;
}

static void return_card(T *t, i64 colour, i64 card) {
    if (t->rules.event_card_return == CardReturn_RESHUFFLE) {
        t->discard[colour][t->discards[colour]] = card;
        t->discards[colour]++;
    } else {
        t->stack[colour][(t->top[colour] + t->left[colour]) % CARD] = card;
        t->left[colour]++;
    }
}

HELPER void set_aside(T *t, i64 seat, i64 colour, i64 card) {
    i64 place = t->helds[seat];
    t->held[seat][place] = CARD * colour + card;
    t->held_uses[seat][place] = t->uses[colour][card];
    t->helds[seat]++;
    t->waits_for[seat] |= t->trigger[colour][card];
}

HELPER void apply_card(T *t, i64 colour, i64 card) {
    i64 effect = t->effect[colour][card];
    if (effect == STRENGTH) t->plus += t->worth[colour][card];
    else if (effect == BONUS) t->extra += t->worth[colour][card];
    else if (effect == FACTOR) t->factor[t->factors++] = t->worth[colour][card];
}

static void apply_cards(T *t, i64 seat, i64 event) {
    i64 kept = 0;
    t->waits_for[seat] = 0;
    for (i64 place = 0; place < t->helds[seat]; place++) {
        u64 code = t->held[seat][place];
        i64 uses = t->held_uses[seat][place], colour = code / CARD, card = code % CARD;
        if (t->trigger[colour][card] & event) {
            apply_card(t, colour, card);
            uses--;
        }
        if (uses == 0) {
            return_card(t, colour, card);
        } else {
            t->held[seat][kept] = code, t->held_uses[seat][kept] = uses;
            t->waits_for[seat] |= t->trigger[colour][card];
            kept++;
        }
    }
    t->helds[seat] = kept;
}

HELPER void use_cards(T *t, i64 seat, i64 event) {
    t->plus = t->extra = t->factors = 0;
    if (t->waits_for[seat] & event) apply_cards(t, seat, event);
}

HELPER i64 after_factors(T *t, i64 amount) {
    for (i64 i = 0; i < t->factors; i++) amount = amount * t->factor[i] / PERCENT;
    return amount;
}

static void return_held(T *t, i64 seat) {
    for (i64 place = 0; place < t->helds[seat]; place++) {
        u64 code = t->held[seat][place];
        return_card(t, code / CARD, code % CARD);
    }
    t->helds[seat] = t->waits_for[seat] = 0;
}

/* kernel_bank.py */

HELPER void enter(T *t, i64 seat, i64 amount, i64 ledger) {
    t->cash[seat] += amount;
    t->ledger[ledger][seat] += amount;
}

HELPER i64 is_live(T *t, i64 seat) { return has(t->live, seat); }

HELPER void take(T *t, i64 seat, i64 value) {
    t->stock[value]--;
    t->own[seat][value]++;
    t->squad[seat]++;
    t->strength[seat] += value + 1;
}

HELPER void give_back(T *t, i64 seat, i64 value) {
    t->stock[value]++;
    t->own[seat][value]--;
    t->squad[seat]--;
    t->strength[seat] -= value + 1;
}

HELPER i64 squad_worth(T *t, i64 seat) {
    i64 worth = 0;
    for (i64 value = 0; value < VALUES; value++) worth += t->own[seat][value] * t->sale[value];
    return worth;
}

HELPER void note_last(T *t, i64 seat) {
    t->last_points[seat] = t->points[seat], t->last_cash[seat] = t->cash[seat];
    t->last_strength[seat] = t->strength[seat], t->last_squad[seat] = t->squad[seat];
    t->last_wealth[seat] = t->cash[seat] + squad_worth(t, seat);
}

HELPER void return_squad(T *t, i64 seat) {
    for (i64 value = 0; value < VALUES; value++)
        while (t->own[seat][value] > 0) give_back(t, seat, value);
}

HELPER void deal_squad(T *t, i64 seat) {
    for (i64 value = 0; value < VALUES; value++)
        for (i64 i = 0; i < t->start_cards[value]; i++) take(t, seat, value);
}

static void drop_out(T *t, i64 seat) {
    note_last(t, seat);
    t->live &= ~bit(seat);
    t->out_season[seat] = t->season;
    return_squad(t, seat);
    return_held(t, seat);
}

static void settle(T *t, i64 seat) {
    while (t->cash[seat] < 0 && t->squad[seat] > 0) {
        i64 value = choose_forced_sale(t, seat);
        give_back(t, seat, value);
        enter(t, seat, t->sale[value], FOR_SELL);
        t->record.sells[seat]++;
        t->record.forced_sales[seat]++;
    }
    if (t->cash[seat] >= 0) return;
    enter(t, seat, -t->cash[seat], FOR_WRITEOFF);
    if (t->rules.insolvency == Insolvency_BANKRUPTCY) {
        t->bankrupt |= bit(seat);
        drop_out(t, seat);
    }
}

static void book(T *t, i64 seat, i64 amount, i64 ledger) {
    if (amount == 0) return;
    enter(t, seat, amount, ledger);
    if (t->cash[seat] < 0 && t->rules.insolvency != Insolvency_DEBT) settle(t, seat);
    t->low[seat] = min(t->low[seat], t->cash[seat]);
}

static void buy(T *t, i64 seat, i64 value) {
    take(t, seat, value);
    enter(t, seat, -t->price[value], FOR_BUY);
    t->low[seat] = min(t->low[seat], t->cash[seat]);
    t->transfers++;
    t->record.buys[seat]++;
    t->record.points_bought[seat] += value + 1;
}

static void sell(T *t, i64 seat, i64 value) {
    give_back(t, seat, value);
    enter(t, seat, t->sale[value], FOR_SELL);
    t->transfers++;
    t->record.sells[seat]++;
}

/* kernel_trade.py */

HELPER void count_transfer(T *t, i64 values) { t->record.decisions += 1 + (bit_count(values) > 1); }

HELPER void buy_one(T *t, i64 seat, i64 value) {
    count_transfer(t, buyable(t, seat));
    buy(t, seat, value);
}

HELPER void sell_one(T *t, i64 seat, i64 value) {
    count_transfer(t, sellable(t, seat));
    sell(t, seat, value);
}

static void trade_at_random(T *t, i64 seat) {
    while (t->transfers < window_cap(t, seat)) {
        i64 buys = buyable(t, seat), sales = sellable_before(t, seat), intent = random_intent(t, seat, buys, sales);
        if (intent == PASS) {
            t->record.decisions += (buys | sales) != 0;
            return;
        }
        if (intent == BUY) {
            count_transfer(t, buys);
            buy(t, seat, random_value(t, seat, buys));
        } else {
            count_transfer(t, sales);
            sell(t, seat, random_value(t, seat, sales));
        }
    }
}

static void buy_stars(T *t, i64 seat) {
    i64 cap = window_cap(t, seat);
    while (t->laps[seat] == 0 && t->transfers < cap) {
        i64 value = choose_star(t, seat);
        if (value >= 0) {
            buy_one(t, seat, value);
        } else {
            Swap swap = choose_swap(t, seat);
            if (swap.bought < 0 || t->transfers + 1 >= cap) return;
            sell_one(t, seat, swap.sold);
            buy_one(t, seat, swap.bought);
        }
    }
}

static void trade_by_plan(T *t, i64 seat) {
    P *p = policy_of(t, seat);
    if (p->kind != Kind_THRIFTY) plan_ahead(t, seat);
    else if (t->strength[seat] < p->target) plan_steps(t, seat, t->cash[seat] - p->cash_floor, 1);
    else t->steps = 0;
    for (i64 step = 0; step < t->steps; step++) {
        i64 sold = t->step_from[step];
        if (t->transfers + (sold >= 0) >= window_cap(t, seat)) return;
        if (sold >= 0) sell_one(t, seat, sold);
        buy_one(t, seat, t->step[step]);
    }
}

HELPER void window_before(T *t, i64 seat) {
    t->transfers = 0;
    i64 kind = policy_of(t, seat)->kind;
    if (kind == Kind_RANDOM) trade_at_random(t, seat);
    else if (kind == Kind_EARLY_INVESTOR) buy_stars(t, seat);
    else if (kind != Kind_PASSIVE) trade_by_plan(t, seat);
    if (kind != Kind_RANDOM && t->transfers < window_cap(t, seat))
        t->record.decisions += sellable_before(t, seat) || buyable(t, seat);
}

HELPER i64 sale_after(T *t, i64 seat, i64 sales) {
    if (policy_of(t, seat)->kind != Kind_RANDOM) return choose_sale_after(t, seat, sales);
    return random_intent(t, seat, 0, sales) == PASS ? NOTHING : random_value(t, seat, sales);
}

static void window_after(T *t, i64 seat) {
    if (!t->rules.sell_after_roll) return;
    t->transfers = 0;
    i64 cap = window_cap(t, seat);
    while (t->transfers < cap) {
        i64 sales = sellable(t, seat), value = sales ? sale_after(t, seat, sales) : NOTHING;
        if (value < 0) {
            t->record.decisions += sales != 0;
            return;
        }
        count_transfer(t, sales);
        sell(t, seat, value);
    }
}

/* kernel_spaces.py */

HELPER i64 compare(i64 strength, i64 opponent) { return 1 + (strength > opponent) - (strength < opponent); }

typedef struct { i64 result, income; } Match;

HELPER i64 play_league(T *t, i64 seat, i64 space, i64 event) {
    use_cards(t, seat, event);
    i64 strength = max(t->strength[seat] + t->plus, 0), result = compare(strength, t->opponent[space]);
    R *rules = &t->rules;
    i64 points = rules->points_loss;
    if (result != LOST) points = result == WON ? rules->points_win : rules->points_draw;
    t->points[seat] += points;
    return result;
}

static void away_match(T *t, i64 seat, i64 space) {
    i64 result = play_league(t, seat, space, LEAGUE_AWAY);
    struct record *r = &t->record;
    r->away_w[seat] += result == WON;
    r->away_d[seat] += result == DRAWN;
    r->away_l[seat] += result == LOST;
}

HELPER int stands_before(T *t, i64 other, i64 seat) {
    if (t->rules.place_ties != PlaceTies_MONEY) return t->rules.place_ties == PlaceTies_WORST;
    if (t->cash[other] != t->cash[seat]) return t->cash[other] > t->cash[seat];
    return other < seat;
}

HELPER i64 table_place(T *t, i64 seat) {
    i64 ahead = 0, equal = 0;
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat && is_live(t, other)) {
            ahead += t->points[other] > t->points[seat];
            if (t->points[other] == t->points[seat]) equal += stands_before(t, other, seat);
        }
    return 1 + ahead + equal;
}

HELPER i64 home_income(T *t, i64 seat, i64 space) {
    R *rules = &t->rules;
    i64 amount = t->amount[space];
    if (rules->home_income_mode == HomeIncome_FULL) return amount;
    i64 place = table_place(t, seat);
    if (place == 1) amount -= rules->place_deduction_1;
    else if (place == 2) amount -= rules->place_deduction_2;
    else if (place == 3) amount -= rules->place_deduction_3;
    else amount -= rules->place_deduction_4;
    return rules->home_income_negative ? amount : max(amount, 0);
}

HELPER void home_match(T *t, i64 seat, i64 space) {
    i64 amount = home_income(t, seat, space), result = play_league(t, seat, space, LEAGUE_HOME);
    struct record *r = &t->record;
    r->home_matches[seat]++;
    r->home_w[seat] += result == WON;
    r->home_d[seat] += result == DRAWN;
    r->home_l[seat] += result == LOST;
    i64 extra = t->extra;
    book(t, seat, amount > 0 ? after_factors(t, amount) : amount, FOR_HOME);
    if (is_live(t, seat)) book(t, seat, extra, FOR_EVENT);
}

HELPER Match draw_opponent(T *t, i64 seat, i64 strength) {
    i64 card = t->cup_order[t->cup_top];
    t->cup_top = t->cup_top + 1 < t->cup_cards ? t->cup_top + 1 : 0;
    Match match = {compare(strength, t->cup_opponent[card]), t->cup_income[card]};
    if (match.result == DRAWN) {
        t->record.cup_draws[seat]++;
        if (t->rules.cup_draw_rule == CupDraw_REPLAY) {
            match.result = t->cup_home[card] ? LOST : WON;
            if (t->rules.replay_pays_income) match.income *= 2;
        }
    }
    return match;
}

static void cup_match(T *t, i64 seat) {
    if (!has(t->in_cup, seat)) return;
    use_cards(t, seat, IN_CUP);
    i64 strength = max(t->strength[seat] + t->plus, 0);
    t->record.cup_matches[seat]++;
    Match match = {DRAWN, 0};
    for (i64 i = 0; i < t->cup_cards && match.result == DRAWN; i++) match = draw_opponent(t, seat, strength);
    int champion = 0;
    if (match.result == WON) {
        t->cup_won[seat]++;
        champion = t->cup_won[seat] == t->rules.cup_rounds_to_win;
        if (champion) t->in_cup &= ~bit(seat);
    } else if (match.result == LOST) {
        t->in_cup &= ~bit(seat);
        t->cup_out |= bit(seat);
    }
    i64 extra = t->extra;
    book(t, seat, after_factors(t, match.income), FOR_CUP);
    if (is_live(t, seat)) book(t, seat, extra, FOR_EVENT);
    if (champion && is_live(t, seat)) book(t, seat, t->rules.cup_prize, FOR_CUP);
}

static void pay(T *t, i64 seat, i64 amount, i64 event, i64 ledger) {
    use_cards(t, seat, event);
    i64 extra = t->extra, size = after_factors(t, size_of(amount));
    book(t, seat, amount > 0 ? size : -size, ledger);
    if (is_live(t, seat)) book(t, seat, extra, FOR_EVENT);
}

HELPER i64 cost_of(T *t, i64 seat, i64 space) {
    i64 amount = t->amount[space];
    if (t->cost_rule[space] == PER_PLAYER) return amount * t->squad[seat];
    return t->cost_rule[space] == PER_STRENGTH ? amount * t->strength[seat] : amount;
}

HELPER void gain_player(T *t, i64 seat, i64 value) {
    while (value >= 0 && !in_stock(t, value)) value--;
    if (is_full(t, t->squad[seat])) value = NOTHING;
    if (value >= 0) take(t, seat, value);
}

HELPER void lose_player(T *t, i64 seat, i64 value) {
    i64 found = value;
    while (found >= 0 && t->own[seat][found] == 0) found--;
    if (found < 0)
        for (found = value + 1; found < VALUES && t->own[seat][found] == 0;) found++;
    if (found < VALUES) give_back(t, seat, found);
}

static void draw_event(T *t, i64 seat, i64 colour) {
    i64 card = draw_card(t, seat, colour);
    if (card < 0) return;
    if (t->trigger[colour][card]) {
        set_aside(t, seat, colour, card);
        return;
    }
    return_card(t, colour, card);
    i64 effect = t->effect[colour][card], worth = t->worth[colour][card];
    if (effect == MONEY) book(t, seat, worth, FOR_EVENT);
    else if (effect == MONEY_PER_PLAYER) book(t, seat, worth * t->squad[seat], FOR_EVENT);
    else if (effect == MONEY_PER_POINT) book(t, seat, worth * t->points[seat], FOR_EVENT);
    else if (effect == GAIN_PLAYER) gain_player(t, seat, worth - 1);
    else if (effect == LOSE_PLAYER) lose_player(t, seat, worth - 1);
}

static void land(T *t, i64 seat, i64 space) {
    i64 kind = t->kind[space];
    t->counts.landings[space]++;
    t->record_words[LANDINGS_AT + WORDS_A_COLUMN * (kind - STADIUM) + seat]++;
    if (kind == STADIUM) home_match(t, seat, space);
    else if (kind == CUP) cup_match(t, seat);
    else if (kind == YELLOW || kind == BLUE) draw_event(t, seat, kind - YELLOW);
    else if (kind == PRIVATE) pay(t, seat, t->amount[space], IN_PRIVATE, FOR_PRIVATE);
    else if (kind == EUROPEAN) pay(t, seat, t->amount[space], IN_EUROPEAN, FOR_EUROPEAN);
    else if (kind == COST) pay(t, seat, cost_of(t, seat, space), IN_COST, FOR_COST);
}

/* kernel_result.py */

HELPER i64 stored(i64 number) { return min(max(number, -MOST), MOST); }

static void keep_lap(T *t, i64 seat) {
    struct record *r = &t->record;
    t->lapped |= bit(seat);
    r->points_lap1[seat] = t->points[seat];
    r->cash_lap1[seat] = stored(t->cash[seat]);
    r->strength_lap1[seat] = t->strength[seat], r->squad_lap1[seat] = t->squad[seat];
}

HELPER void keep_left(T *t, i64 seat) {
    struct record *r = &t->record;
    r->points_lap1[seat] = t->points[seat];
    if (is_live(t, seat)) note_last(t, seat);
    r->cash_lap1[seat] = stored(t->last_cash[seat]);
    r->strength_lap1[seat] = t->last_strength[seat], r->squad_lap1[seat] = t->last_squad[seat];
}

static void keep_season(T *t) {
    struct record *r = &t->record;
    i64 players = t->rotation.players, most = -1, most_half = -1, second = -1, least = MOST;
    for (i64 seat = 0; seat < players; seat++) {
        if (!has(t->lapped, seat)) keep_left(t, seat);
        i64 points = t->points[seat];
        r->points[seat] = points;
        r->points_lap2[seat] = points - r->points_lap1[seat];
        r->relegated[seat] = !is_live(t, seat);
        r->n_relegated += !is_live(t, seat);
        r->cup_rounds[seat] = t->cup_won[seat];
        r->cup_eliminated[seat] = has(t->cup_out, seat);
        most_half = max(most_half, r->points_lap1[seat]);
        least = min(least, points);
        second = max(second, min(points, most));
        most = max(most, points);
    }
    r->points_spread = most - least;
    r->points_gap_1_2 = most - second;
    for (i64 seat = 0; seat < players; seat++) r->half_leader_mask |= (r->points_lap1[seat] == most_half) << seat;
}

HELPER void keep_player(T *t, i64 seat) {
    struct record *r = &t->record;
    r->relegated_season[seat] = t->out_season[seat];
    r->bankrupt[seat] = has(t->bankrupt, seat);
    r->cash_end[seat] = stored(t->last_cash[seat]), r->cash_min[seat] = stored(t->low[seat]);
    r->strength_end[seat] = t->last_strength[seat], r->squad_end[seat] = t->last_squad[seat];
    r->wealth_end[seat] = stored(t->last_wealth[seat]);
    for (i64 ledger = 0; ledger < FOR_CAPITAL; ledger++)
        t->record_words[MONEY_AT + WORDS_A_COLUMN * ledger + seat] = stored(t->ledger[ledger][seat]);
}

HELPER void keep_halves(T *t, i64 winners) {
    struct record *r = &t->record;
    i64 players = t->rotation.players, least = r->points_lap1[0], most = least;
    r->half_leader_wins = (r->half_leader_mask & winners) != 0;
    for (i64 seat = 0; seat < players; seat++) {
        least = min(least, r->points_lap1[seat]);
        most = max(most, r->points_lap1[seat]);
    }
    for (i64 seat = 0; seat < players; seat++) {
        int last = r->points_lap1[seat] == least && least < most;
        r->half_last_wins |= last && has(winners, seat);
    }
}

HELPER i64 winner_key(T *t, i64 seat, i64 place) {
    i64 rule = t->rules.winner_rule;
    if (place > 1) return t->last_strength[seat];
    if ((rule == WinnerRule_POINTS) == (place == 0)) return t->last_points[seat];
    return rule == WinnerRule_WEALTH ? t->last_wealth[seat] : t->last_cash[seat];
}

static int compare_keys(T *t, i64 one, i64 other) {
    for (i64 place = 0; place < 3; place++) {
        i64 mine = winner_key(t, one, place), theirs = winner_key(t, other, place);
        if (mine != theirs) return mine > theirs ? 1 : -1;
    }
    return 0;
}

HELPER i64 find_winners(T *t) {
    i64 players = t->rotation.players, candidates = t->live, winners = 0;
    if (candidates == 0 && t->rules.relegated_can_win) candidates = t->entered & ~t->bankrupt;
    for (i64 seat = 0; seat < players; seat++)
        if (has(candidates, seat)) {
            int best = 1;
            for (i64 other = 0; other < players; other++)
                if (has(candidates, other) && compare_keys(t, other, seat) > 0) best = 0;
            if (best) winners |= bit(seat);
        }
    return winners;
}

HELPER int is_better(T *t, i64 one, i64 other) {
    i64 mine = t->out_season[one], theirs = t->out_season[other];
    if (mine != theirs) return mine == 0 || (0 < theirs && theirs < mine);
    if (has(t->bankrupt, one) != has(t->bankrupt, other)) return has(t->bankrupt, other);
    return compare_keys(t, one, other) > 0;
}

HELPER i64 rank_of(T *t, i64 seat) {
    i64 rank = 1;
    for (i64 other = 0; other < t->rotation.players; other++) rank += is_better(t, other, seat);
    return rank;
}

static void keep_result(T *t) {
    struct record *r = &t->record;
    i64 players = t->rotation.players;
    for (i64 seat = 0; seat < players; seat++)
        if (is_live(t, seat)) note_last(t, seat);
    i64 winners = find_winners(t), share = SHARE / max(bit_count(winners), 1);
    r->length = r->turns_total, r->starter = t->starter, r->capped = t->capped;
    r->seasons_played = t->season;
    r->winner_mask = winners, r->no_winner = winners == 0;
    r->all_relegated = t->live == 0;
    for (i64 seat = 0; seat < players; seat++) {
        r->win_share[seat] = has(winners, seat) ? share : 0;
        keep_player(t, seat);
        r->rank[seat] = rank_of(t, seat);
    }
    keep_halves(t, winners);
}

/* kernel.py */

static void begin_laps(T *t, i64 seats) {
    i64 laps = bit_count(seats);
    for (i64 space = 0; space < t->spaces; space++) t->counts.laps[space] += laps;
}

HELPER i64 roll_dice(T *t, i64 seat) {
    i64 roll = 0;
    for (i64 i = 0; i < t->rules.dice_count; i++) roll += 1 + below(t, DICE + seat, t->rules.die_faces);
    return roll;
}

static void move(T *t, i64 seat, i64 pips) {
    i64 here = t->position[seat], to_go = t->spaces - here;
    if (t->rules.lap_end == LapEnd_EXACT && pips > to_go) return;
    i64 end = here + min(pips, to_go);
    if (t->rules.pass_counts)
        for (i64 i = t->ahead[here]; i < t->ahead[end - 1]; i++) away_match(t, seat, t->stadium[i]);
    if (pips < to_go) {
        t->position[seat] = end, t->pips[seat] = 0;
        land(t, seat, end);
        return;
    }
    t->position[seat] = 0;
    t->laps[seat]++;
    t->pips[seat] = t->rules.lap_end == LapEnd_CARRY ? pips - to_go : 0;
    t->arrival[t->arrived++] = seat;
}

HELPER void take_turn(T *t, i64 seat) {
    R *rules = &t->rules;
    i64 laps = t->laps[seat];
    t->record.turns_total++;
    t->record.turns[seat]++;
    window_before(t, seat);
    i64 roll = roll_dice(t, seat);
    if (rules->post_roll_sale_timing == SaleTiming_BEFORE_MOVE) window_after(t, seat);
    move(t, seat, roll + t->pips[seat]);
    if (!is_live(t, seat)) return;
    if (rules->post_roll_sale_timing == SaleTiming_AFTER_RESOLUTION) window_after(t, seat);
    if (t->laps[seat] > laps) {
        if (t->season == 1 && laps == 0) keep_lap(t, seat);
        if (!rules->wait_at_start && t->laps[seat] < rules->rounds_per_season) {
            begin_laps(t, bit(seat));
            book(t, seat, rules->round_bonus, FOR_BONUS);
        }
    }
}

static void play_until(T *t, i64 laps) {
    for (int on_the_way = 1; on_the_way;) {
        on_the_way = 0;
        for (i64 i = 0; i < t->ordered; i++) {
            i64 seat = t->order[i];
            if (is_live(t, seat) && t->laps[seat] < laps) {
                if (t->record.turns_total >= t->rules.max_turns) {
                    t->capped = 1;
                    return;
                }
                take_turn(t, seat);
                on_the_way = 1;
            }
        }
    }
}

static void play_rounds(T *t) {
    R *rules = &t->rules;
    for (i64 number = 1; number <= rules->rounds_per_season; number++) {
        if (number > 1) {
            for (i64 seat = 0; seat < t->rotation.players; seat++)
                if (is_live(t, seat)) book(t, seat, rules->round_bonus, FOR_BONUS);
            if (rules->round_order == RoundOrder_ARRIVAL) {
                t->ordered = t->arrived;
                for (i64 i = 0; i < t->arrived; i++) t->order[i] = t->arrival[i];
            }
        }
        t->arrived = 0;
        begin_laps(t, t->live);
        play_until(t, number);
        if (t->capped) return;
    }
}

HELPER void order_seats(T *t) {
    i64 players = t->rotation.players;
    t->ordered = players;
    t->arrived = 0;
    for (i64 i = 0; i < players; i++) {
        i64 seat = t->starter + i;
        t->order[i] = seat < players ? seat : seat - players;
    }
}

static void carry_on(T *t) {
    R *rules = &t->rules;
    i64 players = t->rotation.players;
    if (!rules->carry_squad)
        for (i64 seat = 0; seat < players; seat++)
            if (is_live(t, seat)) return_squad(t, seat);
    for (i64 seat = 0; seat < players; seat++)
        if (is_live(t, seat)) {
            if (!rules->carry_squad) deal_squad(t, seat);
            if (!rules->carry_cash) book(t, seat, rules->start_capital - t->cash[seat], FOR_CAPITAL);
            book(t, seat, rules->new_season_capital, FOR_CAPITAL);
        }
}

HELPER void relegate(T *t) {
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        if (is_live(t, seat) && t->points[seat] < t->rules.relegation_points) drop_out(t, seat);
}

HELPER void play_season(T *t) {
    t->entered = t->in_cup = t->live;
    t->cup_out = 0;
    if (t->season > 1) carry_on(t);
    for (i64 seat = 0; seat < t->rotation.players; seat++)
        t->position[seat] = t->points[seat] = t->pips[seat] = t->laps[seat] = t->cup_won[seat] = 0;
    order_seats(t);
    if (t->rules.wait_at_start) {
        play_rounds(t);
    } else {
        begin_laps(t, t->live);
        play_until(t, t->rules.rounds_per_season);
    }
    relegate(t);
    if (t->season == 1) keep_season(t);
}

HELPER void set_up_player(T *t, i64 seat) {
    for (i64 entry = 0; entry <= FOR_CAPITAL; entry++) t->ledger[entry][seat] = 0;
    for (i64 value = 0; value < VALUES; value++) t->own[seat][value] = 0;
    t->cash[seat] = t->squad[seat] = t->strength[seat] = t->out_season[seat] = 0;
    t->helds[seat] = t->waits_for[seat] = 0;
    t->record.strategy[seat] = policy_of(t, seat)->kind;
    t->low[seat] = t->rules.start_capital;
    deal_squad(t, seat);
    book(t, seat, t->rules.start_capital, FOR_CAPITAL);
}

static void set_up(T *t) {
    i64 players = t->rotation.players;
    t->season = t->capped = t->bankrupt = t->lapped = 0;
    t->live = full(players);
    t->starter = t->rules.first_player == FirstPlayer_RANDOM ? below(t, FIRST, players) : 0;
    shuffle_stacks(t);
    for (i64 value = 0; value < VALUES; value++) t->stock[value] = t->count[value];
    for (i64 seat = 0; seat < players; seat++) set_up_player(t, seat);
}

static void play_match(T *t) {
    set_up(t);
    for (int going = 1; going;) {
        t->season++;
        play_season(t);
        int several = (t->live & (t->live - 1)) != 0;
        going = several && t->season < t->rules.seasons && !t->capped;
    }
    keep_result(t);
}

/* 0: done; the twin leaves no rule out */
int play_chunk(T *t, u64 first, i64 rows, int32_t *out) {
    for (i64 row = 0; row < rows; row++) {
        begin(t, first + row);
        play_match(t);
        keep(t, out + row, rows);
    }
    return 0;
}
