/* The same-algorithm twin of sim/games/singaporean_dream: same record, same streams, same draws.
   Left out: the event log. */
#include "engine.h"

typedef struct policy P;
typedef struct rules R;

/* decisions_pay.py */

HELPER void pool_of_bank(T *t, i64 seat) {
    for (i64 note = 0; note < t->denominations; note++) t->pool[note] = t->bank[seat][note];
}

HELPER void pool_of_hand(T *t, i64 seat) {
    for (i64 note = 0; note < t->denominations; note++) t->pool[note] = t->hand[seat][note];
}

HELPER i64 pool_total(T *t) {
    i64 total = 0;
    for (i64 note = 0; note < t->denominations; note++) total += t->pool[note] * t->value[note];
    return total;
}

/* cards of a denomination that cover a sum, the last one perhaps in part */
HELPER i64 covering(T *t, i64 note, i64 due) { return (due + t->value[note] - 1) / t->value[note]; }

HELPER i64 most_of(T *t, i64 note, i64 due) { return min(t->pool[note], covering(t, note, due)); }

static i64 pay_least(T *t, i64 due) {
    i64 notes = t->denominations, best = (i64)1 << 62, fewest = 0, large = 0, number = 0;
    for (i64 note = 1; note < notes; note++) {
        t->most[note] = t->trying[note] = most_of(t, note, due);
        large += t->trying[note] * t->value[note];
        number += t->trying[note];
    }
    for (;;) {
        i64 small = covering(t, 0, max(0, due - large)), total = large + small * t->value[0], turning = 1;
        int better = total < best || (total == best && number + small < fewest);
        if (small <= t->pool[0] && better) {
            best = total, fewest = number + small;
            t->paying[0] = small;
            for (i64 note = 1; note < notes; note++) t->paying[note] = t->trying[note];
        }
        for (; turning < notes && t->trying[turning] == 0; turning++) {
            t->trying[turning] = t->most[turning];
            large += t->most[turning] * t->value[turning];
            number += t->most[turning];
        }
        if (turning >= notes) return best;
        t->trying[turning]--;
        large -= t->value[turning];
        number--;
    }
}

static i64 pay_in_order(T *t, i64 due) {
    i64 notes = t->denominations, total = 0;
    int down = t->rules.payment_policy == PaymentPolicy_LARGEST_FIRST;
    for (i64 i = 0; i < notes; i++) {
        i64 note = down ? notes - 1 - i : i;
        t->paying[note] = most_of(t, note, max(0, due - total));
        total += t->paying[note] * t->value[note];
    }
    for (i64 note = 0; note < notes; note++)
        while (t->paying[note] > 0 && total - t->value[note] >= due) {
            t->paying[note]--;
            total -= t->value[note];
        }
    return total;
}

static i64 payment(T *t, i64 due) {
    return t->rules.payment_policy == PaymentPolicy_MIN_OVERPAY ? pay_least(t, due) : pay_in_order(t, due);
}

static i64 price_payment(T *t, i64 seat, i64 due) {
    pool_of_bank(t, seat);
    if (t->rules.purchase_overpay == PurchaseOverpay_EXACT_ONLY) return pay_least(t, due);
    return payment(t, due);
}

HELPER int can_buy(T *t, i64 seat, i64 due) {
    if (t->funds[seat] < due) return 0;
    if (t->rules.purchase_overpay == PurchaseOverpay_ALLOWED) return 1;
    return price_payment(t, seat, due) == due;
}

/* decisions_worth.py */

HELPER P *policy_of(T *t, i64 seat) { return &t->policy[t->contender[seat]]; }

HELPER i64 clockwise(T *t, i64 seat, i64 step) {
    i64 place = seat + step;
    return place < t->rotation.players ? place : place - t->rotation.players;
}

/* all other seats, clockwise */
#define OTHERS(other, seat) \
    for (i64 step = 1, other; step < t->rotation.players; step++) if (other = clockwise(t, seat, step), 1)

HELPER i64 dream_weight(T *t, i64 seat, i64 dream) {
    return t->bonus[dream] == t->persona[seat] ? t->rules.bonus_dream_count : 1;
}

HELPER i64 value_of(T *t, i64 seat, i64 dream) {
    return t->price[dream] * (t->rules.bonus_doubles_value ? dream_weight(t, seat, dream) : 1);
}

HELPER i64 rank_of(i64 score, i64 price, i64 money) { return (score << 40) + (price << 20) + money; }
HELPER i64 standing(T *t, i64 seat) { return rank_of(t->score[seat], t->worth[seat], t->funds[seat]); }

HELPER int takeable(T *t, i64 seat) {
    return t->owned[seat] > 0 && (t->safe[seat] == 0 || !t->rules.protect_covers_forfeit);
}

HELPER int loses_dreams(T *t, i64 seat) {
    return t->rules.insufficient_mode != InsufficientMode_CASH_ONLY && takeable(t, seat);
}

HELPER int loses_cash(T *t) {
    int only = t->rules.insufficient_mode == InsufficientMode_CASH_ONLY;
    return only || t->rules.no_dream_mode == NoDreamMode_PAY_ALL_CASH;
}

HELPER int robbed_of_dreams(T *t, i64 seat) {
    return t->rules.empty_bank_theft == EmptyBankTheft_DREAM && takeable(t, seat);
}

HELPER double swing(T *t, i64 seat, i64 taker, i64 loser, i64 dream) {
    P *p = policy_of(t, seat);
    return p->dream_worth * (dream_weight(t, taker, dream) + p->denial * dream_weight(t, loser, dream));
}

HELPER double greater(double a, double b) { return a > b ? a : b; }

HELPER double best_swing(T *t, i64 seat, i64 loser) {
    i64 dreams = t->dreams_of[loser];
    if (!dreams) return 0;
    double best = swing(t, seat, seat, loser, lowest(dreams));
    while (dreams &= dreams - 1) best = greater(best, swing(t, seat, seat, loser, lowest(dreams)));
    return best;
}

HELPER i64 heaviest(T *t, i64 seat) {
    i64 most = 0;
    for (i64 dreams = t->dreams_of[seat]; dreams; dreams &= dreams - 1)
        most = max(most, dream_weight(t, seat, lowest(dreams)));
    return most;
}

HELPER i64 largest_note(T *t, i64 seat) {
    for (i64 note = t->denominations - 1; note >= 0; note--)
        if (t->bank[seat][note] > 0) return t->value[note];
    return 0;
}

HELPER i64 leader_of(T *t, i64 seat) {
    i64 best = NOBODY, top = -1;
    OTHERS(other, seat) if (standing(t, other) > top) best = other, top = standing(t, other);
    return best;
}

HELPER int loses_at_once(T *t, i64 seat, i64 dream, i64 money) {
    i64 score = t->score[seat] + dream_weight(t, seat, dream), rival = -1, best = 0;
    i64 after = rank_of(score, t->worth[seat] + value_of(t, seat, dream), money);
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat) {
            rival = max(rival, standing(t, other));
            best = max(best, t->score[other]);
        }
    return rival > after && best - score <= policy_of(t, seat)->endgame_max_deficit;
}

static double dream_worth(T *t, i64 seat, i64 dream, i64 due, i64 money) {
    P *p = policy_of(t, seat);
    i64 weight = dream_weight(t, seat, dream);
    int last = t->pile_size - t->next_dream == 1;
    if (p->endgame_check && last && loses_at_once(t, seat, dream, money)) return -1;
    double lacking = p->shield - max(0, money);
    if (!(lacking > 0)) lacking = 0;
    return p->w_buy * p->dream_worth * weight - p->w_cost * due - p->w_shield * lacking;
}

HELPER i64 market_end(T *t) { return min(t->next_dream + t->rules.dream_market_size, t->pile_size); }

static i64 enabling_dream(T *t, i64 seat, i64 left) {
    i64 money = t->funds[seat], whole = money + t->purse[seat], cheapest = NOBODY;
    for (i64 place = t->next_dream; place < market_end(t); place++) {
        i64 dream = t->dream[place], price = t->price[dream];
        int wanted = dream_worth(t, seat, dream, price, whole - price) > 0;
        if (wanted && (cheapest == NOBODY || price < t->price[cheapest])) cheapest = dream;
    }
    if (cheapest == NOBODY || left < 2) return NOBODY;
    return money < t->price[cheapest] && t->price[cheapest] <= whole ? cheapest : NOBODY;
}

HELPER double lesser(double a, double b) { return a < b ? a : b; }

static double bank_worth(T *t, i64 seat) {
    i64 dream = enabling_dream(t, seat, t->left), whole = t->funds[seat] + t->purse[seat];
    if (dream != NOBODY) return dream_worth(t, seat, dream, t->price[dream], whole - t->price[dream]);
    P *p = policy_of(t, seat);
    double more = lesser(p->shield, whole) - lesser(p->shield, t->funds[seat]);
    return p->w_bank * t->purse[seat] + p->w_shield * more;
}

HELPER i64 best_salvage(T *t, i64 amount) {
    for (i64 note = t->denominations - 1; note >= 0; note--)
        if (t->lying[note] > 0 && t->value[note] <= amount) return note;
    return NOBODY;
}

HELPER void note_rival(T *t, i64 seat) {
    t->rival = policy_of(t, seat)->leader_bias != 0 ? leader_of(t, seat) : NOBODY;
}

static double target_worth(T *t, i64 seat, i64 effect, i64 amount, i64 other) {
    P *p = policy_of(t, seat);
    double worth = 0;
    if (effect > STEAL_DREAM) {
        worth = (effect == STEAL_CARD ? p->w_hand : p->w_discard) * p->card_worth * min(amount, t->held[other]);
    } else if (effect == COLLECT) {
        if (t->funds[other] >= amount) worth = p->w_cash * amount;
        else if (loses_dreams(t, other)) worth = p->w_steal * best_swing(t, seat, other);
        else if (loses_cash(t)) worth = p->w_cash * t->funds[other];
    } else if (effect == STEAL_CASH) {
        if (t->funds[other] > 0) worth = p->w_cash * largest_note(t, other);
        else if (robbed_of_dreams(t, other)) worth = p->w_steal * best_swing(t, seat, other);
    } else if (t->safe[other] == 0) {
        worth = p->w_steal * best_swing(t, seat, other);
    }
    return other == t->rival ? worth * (1 + p->leader_bias) : worth;
}

static double worth_of_all(T *t, i64 seat, i64 effect, i64 amount) {
    double total = 0;
    for (i64 other = 0; other < t->rotation.players; other++)
        if (other != seat) total += target_worth(t, seat, effect, amount, other);
    return total;
}

static double effect_worth(T *t, i64 seat, i64 effect, i64 scope, i64 amount, i64 target, i64 dream) {
    P *p = policy_of(t, seat);
    if (target != NOBODY) return target_worth(t, seat, effect, amount, target);
    if (scope == EVERYBODY) return worth_of_all(t, seat, effect, amount);
    if (effect == DRAWS) return p->w_draw * p->card_worth * amount;
    if (effect == SALVAGE) {
        i64 best = best_salvage(t, amount);
        return best != NOBODY ? p->w_cash * t->value[best] : 0;
    }
    if (effect == PROTECT) return p->w_protect * p->card_worth * t->owned[seat];
    if (effect == TAKE_TOP) {
        if (t->next_dream >= t->pile_size) return 0;
        return dream_worth(t, seat, t->dream[t->next_dream], 0, t->funds[seat]);
    }
    i64 due = effect == DISCOUNT ? max(0, t->price[dream] - amount) : t->price[dream];
    return dream_worth(t, seat, dream, due, t->funds[seat] - due);
}

static double harm(T *t, i64 seat, i64 effect, i64 amount) {
    P *p = policy_of(t, seat);
    i64 money = t->funds[seat];
    if (effect == COLLECT) {
        i64 pool = money + (t->rules.pay_from_hand ? t->purse[seat] : 0);
        if (pool >= amount) return amount;
        if (loses_dreams(t, seat)) return p->dream_worth * heaviest(t, seat);
        return loses_cash(t) ? pool : 0;
    }
    if (effect == STEAL_CASH) {
        int by_dream = money == 0 && robbed_of_dreams(t, seat);
        return by_dream ? p->dream_worth * heaviest(t, seat) : largest_note(t, seat);
    }
    if (effect == STEAL_DREAM) return t->safe[seat] == 0 ? p->dream_worth * heaviest(t, seat) : 0;
    return p->card_worth * min(amount, t->held[seat]);
}

HELPER int is_about_a_dream(i64 effect) { return effect == TAKE_TOP || effect == DISCOUNT || effect == PURCHASE; }

/* decisions.py */

HELPER int is_random(T *t, i64 seat) { return policy_of(t, seat)->kind == Kind_RANDOM; }
HELPER int works(T *t, i64 seat, i64 effect) { return policy_of(t, seat)->blank != effect + 1; }

HELPER int has_power(T *t, i64 seat) {
    return t->rules.powers_enabled && policy_of(t, seat)->blank != KnockOut_POWER;
}

HELPER i64 draw_of(T *t, i64 seat, i64 n) {
    if (n == 1) return 0;
    t->record.decisions++;
    return below(t, CHOICES + seat, n);
}

HELPER void draw_deposit(T *t, i64 seat) {
    for (i64 number = 0; number == 0;)
        for (i64 note = 0; note < t->denominations; note++) {
            i64 held = t->hand[seat][note];
            t->paying[note] = held > 0 ? below(t, CHOICES + seat, held + 1) : 0;
            number += t->paying[note];
        }
}

static void choose_deposit(T *t, i64 seat) {
    i64 ways = 1, dream = NOBODY;
    for (i64 note = 0; note < t->denominations; note++) {
        t->paying[note] = t->hand[seat][note];
        ways = min(3, ways * (t->hand[seat][note] + 1));
    }
    if (ways > 2) {
        t->record.decisions++;
        if (is_random(t, seat)) {
            draw_deposit(t, seat);
            return;
        }
    }
    P *p = policy_of(t, seat);
    if (p->kind == Kind_SCRIPTED && p->bank_mode == BankMode_NEEDED) dream = enabling_dream(t, seat, t->left + 1);
    if (dream != NOBODY) {
        pool_of_hand(t, seat);
        pay_least(t, t->price[dream] - t->funds[seat]);
    }
}

HELPER i64 due_dream(T *t) { return t->due_item != NOBODY ? t->due_item : t->dream[t->next_dream]; }

static int scripted_stop(T *t, i64 seat, i64 actor, i64 solo, int is_target) {
    P *p = policy_of(t, seat);
    i64 effect = t->due_effect, amount = t->due_amount;
    if (t->chain & 1) {
        if (seat != actor) return 0;
        note_rival(t, seat);
        i64 target = solo != NOBODY ? solo : t->target;
        return effect_worth(t, seat, effect, t->due_scope, amount, target, t->due_item) >= p->counter_at;
    }
    if (is_target) return harm(t, seat, effect, amount) >= p->stop_at;
    if (!is_about_a_dream(effect)) return 0;
    return p->dream_worth * dream_weight(t, actor, due_dream(t)) >= p->stop_foreign_at;
}

HELPER int stops_now(T *t, i64 seat, i64 actor, i64 solo, int is_target) {
    t->record.decisions++;
    if (is_random(t, seat)) return below(t, CHOICES + seat, 2) == 1;
    return scripted_stop(t, seat, actor, solo, is_target);
}

HELPER i64 first_stop(T *t, i64 seat) { return lowest(t->kinds[seat] & t->stops); }

HELPER int is_better(T *t, i64 chooser, i64 taker, i64 loser, i64 dream, i64 best) {
    int gives = chooser == loser;
    double more = gives ? swing(t, chooser, loser, taker, best) - swing(t, chooser, loser, taker, dream)
                        : swing(t, chooser, taker, loser, dream) - swing(t, chooser, taker, loser, best);
    int dearer = gives ? t->price[best] > t->price[dream] : t->price[dream] > t->price[best];
    return more > 0 || (more == 0 && dearer);
}

static i64 scripted_dream(T *t, i64 chooser, i64 taker, i64 loser) {
    i64 dreams = t->dreams_of[loser], best = lowest(dreams);
    while (dreams &= dreams - 1)
        if (is_better(t, chooser, taker, loser, lowest(dreams), best)) best = lowest(dreams);
    return best;
}

static i64 choose_dream(T *t, i64 chooser, i64 taker, i64 loser) {
    if (!is_random(t, chooser)) {
        t->record.decisions += t->owned[loser] > 1;
        return scripted_dream(t, chooser, taker, loser);
    }
    i64 dreams = t->dreams_of[loser];
    for (i64 rank = draw_of(t, chooser, t->owned[loser]); rank > 0; rank--) dreams &= dreams - 1;
    return lowest(dreams);
}

HELPER i64 chooser_of_theft(T *t, i64 thief, i64 owner) {
    return t->rules.steal_dream_chooser == StealDreamChooser_OWNER ? owner : thief;
}

static i64 choose_note(T *t, i64 seat) {
    i64 kinds = 0, largest = 0, found = 0;
    for (i64 note = 0; note < t->denominations; note++)
        if (t->pool[note] > 0) kinds++, largest = note;
    if (!is_random(t, seat)) {
        t->record.decisions += kinds > 1;
        return largest;
    }
    for (i64 rank = draw_of(t, seat, kinds); t->pool[found] <= 0 || rank > 0; found++) rank -= t->pool[found] > 0;
    return found;
}

HELPER void pool_of_discards(T *t, i64 amount) {
    for (i64 note = 0; note < t->denominations; note++)
        t->pool[note] = t->value[note] <= amount ? t->lying[note] : 0;
}

HELPER double keep_value(T *t, i64 seat, i64 card) {
    return t->keep[card] + (has(t->stops, card) ? policy_of(t, seat)->stop_keep_bonus : 0);
}

HELPER i64 scripted_card(T *t, i64 chooser, i64 owner) {
    i64 best = NOBODY;
    double top = 0;
    for (i64 cards = t->kinds[owner]; cards; cards &= cards - 1) {
        i64 card = lowest(cards);
        double value = keep_value(t, chooser, card);
        if (chooser == owner) value = -value;
        if (best == NOBODY || value > top) best = card, top = value;
    }
    return best;
}

static i64 choose_card(T *t, i64 chooser, i64 owner) {
    i64 cards = t->kinds[owner], kinds = bit_count(cards);
    if (!is_random(t, chooser)) {
        t->record.decisions += kinds > 1;
        return scripted_card(t, chooser, owner);
    }
    for (i64 rank = draw_of(t, chooser, kinds); rank > 0; rank--) cards &= cards - 1;
    return lowest(cards);
}

HELPER i64 random_card(T *t, i64 owner) {
    i64 rank = t->held[owner] > 1 ? below(t, PICKS, t->held[owner]) : 0, card = 0;
    for (; rank >= t->hand[owner][card]; card++) rank -= t->hand[owner][card];
    return card;
}

/* decisions_main.py */

HELPER void add(T *t, i64 kind, i64 argument, i64 target) {
    t->act[t->acts++] = kind | argument << ARGUMENT | (target + 1) << TARGET;
}

HELPER i64 kind_of(i64 code) { return code & KIND; }
HELPER i64 argument_of(i64 code) { return code >> ARGUMENT & SEVEN_BITS; }
HELPER i64 target_of(i64 code) { return (code >> TARGET) - 1; }

HELPER int hits(T *t, i64 effect, i64 seat) {
    if (effect == COLLECT) {
        int from_hand = t->rules.pay_from_hand && t->held[seat] > 0;
        return t->funds[seat] > 0 || loses_dreams(t, seat) || from_hand;
    }
    if (effect == STEAL_CASH) return t->funds[seat] > 0 || robbed_of_dreams(t, seat);
    if (effect == STEAL_DREAM) return t->owned[seat] > 0 && t->safe[seat] == 0;
    return t->held[seat] > 0;
}

HELPER int hits_nobody(T *t, i64 seat, i64 effect, i64 amount) {
    if (effect == SALVAGE) return best_salvage(t, amount) != NOBODY;
    if (effect == TAKE_TOP) return t->next_dream < t->pile_size;
    return effect == DRAWS || (t->owned[seat] > 0 && t->safe[seat] == 0);
}

static void add_purchases(T *t, i64 seat, i64 kind, i64 discount) {
    for (i64 place = t->next_dream; place < market_end(t); place++) {
        i64 dream = t->dream[place];
        if (can_buy(t, seat, max(0, t->price[dream] - discount))) add(t, kind, dream, NOBODY);
    }
}

HELPER void add_targets(T *t, i64 seat, i64 kind, i64 argument, i64 effect, i64 scope) {
    int found = 0;
    OTHERS(other, seat) if (hits(t, effect, other)) {
        found = 1;
        if (scope == ONE) add(t, kind, argument, other);
    }
    if (scope == EVERYBODY && found) add(t, kind, argument, NOBODY);
}

static void add_effect(T *t, i64 seat, i64 kind, i64 argument, i64 effect, i64 scope, i64 amount) {
    if (scope != NO_ONE) add_targets(t, seat, kind, argument, effect, scope);
    else if (hits_nobody(t, seat, effect, amount)) add(t, kind, argument, NOBODY);
}

static void list_actions(T *t, i64 seat) {
    t->acts = 0;
    add(t, PASS, 0, NOBODY);
    if (t->purse[seat] > 0) add(t, BANK, 0, NOBODY);
    add_purchases(t, seat, BUY, 0);
    for (i64 cards = t->kinds[seat] & t->actions; cards; cards &= cards - 1) {
        i64 card = lowest(cards), effect = t->effect[card];
        if (works(t, seat, effect)) add_effect(t, seat, PLAY, card, effect, t->scope[card], t->amount[card]);
    }
    if (!has_power(t, seat) || t->power_used >= t->rules.power_uses_per_turn) return;
    i64 person = t->persona[seat], effect = t->power_effect[person], amount = t->power_amount[person];
    if (effect == DISCOUNT) add_purchases(t, seat, POWER, amount);
    else add_effect(t, seat, POWER, person, effect, t->power_scope[person], amount);
}

static double action_worth(T *t, i64 seat, i64 code) {
    i64 kind = kind_of(code), argument = argument_of(code), target = target_of(code), person = t->persona[seat];
    if (kind == BANK) return bank_worth(t, seat);
    if (kind == BUY) {
        i64 price = t->price[argument];
        return dream_worth(t, seat, argument, price, t->funds[seat] - price);
    }
    i64 effect = t->power_effect[person], scope = t->power_scope[person], amount = t->power_amount[person];
    if (kind == PLAY) effect = t->effect[argument], scope = t->scope[argument], amount = t->amount[argument];
    return effect_worth(t, seat, effect, scope, amount, target, argument);
}

static i64 choose_action(T *t, i64 seat) {
    list_actions(t, seat);
    if (t->acts == 1) return t->act[0];
    t->record.decisions++;
    if (is_random(t, seat)) return t->act[below(t, CHOICES + seat, t->acts)];
    note_rival(t, seat);
    i64 best = t->act[0];
    double top = 0;
    for (i64 i = 1; i < t->acts; i++) {
        i64 code = t->act[i];
        double worth = action_worth(t, seat, code);
        if (worth > top) best = code, top = worth;
    }
    return best;
}

/* kernel_cards.py */

HELPER int is_cash(T *t, i64 card) { return card < t->denominations; }

HELPER void count_card(T *t, i64 seat, i64 card, i64 number) {
    t->hand[seat][card] += number;
    t->held[seat] += number;
    if (is_cash(t, card)) t->purse[seat] += number * t->value[card];
    else if (has(t->stops, card)) t->stopping[seat] += number;
}

HELPER void into_hand(T *t, i64 seat, i64 card, i64 number) {
    t->kinds[seat] |= bit(card);
    count_card(t, seat, card, number);
}

HELPER void out_of_hand(T *t, i64 seat, i64 card, i64 number) {
    count_card(t, seat, card, -number);
    if (t->hand[seat][card] == 0) t->kinds[seat] &= ~bit(card);
}

HELPER void into_bank(T *t, i64 seat, i64 card, i64 number) {
    t->bank[seat][card] += number;
    t->funds[seat] += number * t->value[card];
}

HELPER void receive(T *t, i64 seat, i64 card, i64 number) {
    if (t->rules.stolen_cash_to == StolenCashTo_HAND) into_hand(t, seat, card, number);
    else into_bank(t, seat, card, number);
}

HELPER void put_down(T *t, i64 card) {
    if (is_cash(t, card)) t->lying[card]++;
    t->discard[t->discarded++] = card;
}

HELPER void discard_from(T *t, i64 seat, i64 card) {
    out_of_hand(t, seat, card, 1);
    put_down(t, card);
}

static void __attribute__((noinline, cold)) reshuffle(T *t) {
    i64 left = t->rules.reshuffle_keep_top;
    if (t->discarded <= left) {
        if (t->rules.reshuffle_short == ReshuffleShort_NONE || t->discarded == 0) return;
        left = 0;
    }
    i64 moved = t->discarded - left;
    for (i64 i = 0; i < moved; i++) {
        i64 card = t->pile[i] = t->discard[i];
        if (is_cash(t, card)) t->lying[card]--;
    }
    for (i64 i = 0; i < left; i++) t->discard[i] = t->discard[moved + i];
    t->pile_left = moved, t->discarded = left;
    t->record.reshuffles++;
}

static void draw(T *t, i64 seat) {
    if (t->pile_left == 0) reshuffle(t);
    if (t->pile_left == 0) {
        t->record.failed_draws++;
        return;
    }
    i64 place = below(t, ACTION_PILE, t->pile_left), card = t->pile[place];
    t->pile[place] = t->pile[--t->pile_left];
    into_hand(t, seat, card, 1);
    if (t->rules.reshuffle_timing == ReshuffleTiming_EAGER && t->pile_left == 0) reshuffle(t);
}

/* kernel_dreams.py */

HELPER void gain_dream(T *t, i64 seat, i64 dream) {
    t->owner[dream] = seat;
    t->dreams_of[seat] |= bit(dream);
    t->owned[seat]++;
    t->score[seat] += dream_weight(t, seat, dream);
    t->worth[seat] += value_of(t, seat, dream);
}

HELPER void lose_dream(T *t, i64 seat, i64 dream) {
    t->dreams_of[seat] &= ~bit(dream);
    t->owned[seat]--;
    t->score[seat] -= dream_weight(t, seat, dream);
    t->worth[seat] -= value_of(t, seat, dream);
}

HELPER void hand_over(T *t, i64 taker, i64 loser, i64 dream) {
    lose_dream(t, loser, dream);
    gain_dream(t, taker, dream);
    t->record.dreams_lost[loser]++;
}

HELPER void expose(T *t) { t->exposed = max(t->exposed, market_end(t)); }

/* the best score and the second best */
typedef struct { i64 best, second; } Lead;

HELPER Lead lead_of(T *t) {
    Lead lead = {-1, -1};
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 score = t->score[seat];
        if (score > lead.best) lead = (Lead){score, lead.best};
        else if (score > lead.second) lead.second = score;
    }
    return lead;
}

HELPER void note_half(T *t, Lead lead) {
    struct record *r = &t->record;
    i64 top = -1;
    r->half_known = 1;
    for (i64 seat = t->starter, step = 0; step < t->rotation.players; step++, seat = clockwise(t, seat, 1)) {
        i64 score = t->score[seat];
        if (standing(t, seat) > top) r->half_leader = seat, top = standing(t, seat);
        r->score_at_half[seat] = score;
        i64 ahead = score - (score == lead.best ? lead.second : lead.best);
        r->ahead_at_half[seat] = min(max(ahead, -GAPS), GAPS);
    }
}

HELPER void note_taken(T *t) {
    Lead lead = lead_of(t);
    i64 gone = t->next_dream;
    t->counts.gap_at_dream[gone - 1][min(lead.best - lead.second, GAPS)]++;
    if (!t->record.half_known && t->pile_size - gone <= t->pile_size / 2) note_half(t, lead);
}

/* kernel_kept.py */

HELPER i64 price_at(T *t, i64 dream) { return t->price[dream] / PRICE_STEP - 1; }

HELPER void keep_taken(T *t, i64 seat, i64 dream) {
    i64 price = price_at(t, dream), waits = 0;
    if (t->dream[t->next_dream] == dream) waits = min(t->waited, MOST_WAITS), t->waited = 0;
    t->counts.price_taken[price]++;
    t->counts.price_takers[t->contender[seat]][price]++;
    t->counts.price_waits[price][waits]++;
}

/* kernel_dreams.py */

static void take_from_pile(T *t, i64 seat, i64 dream) {
    keep_taken(t, seat, dream);
    i64 place = t->next_dream;
    while (t->dream[place] != dream) place++;
    for (; place > t->next_dream; place--) t->dream[place] = t->dream[place - 1];
    t->next_dream++;
    gain_dream(t, seat, dream);
    t->counts.takers[dream][seat + 2]++;
    t->record.last_taker = seat;
    note_taken(t);
    expose(t);
}

static void buy(T *t, i64 seat, i64 dream, i64 due) {
    price_payment(t, seat, due);
    for (i64 note = t->denominations - 1; note >= 0; note--) {
        i64 number = t->paying[note];
        if (number > 0) {
            into_bank(t, seat, note, -number);
            for (i64 i = 0; i < number; i++) put_down(t, note);
            t->record.cash_spent[seat] += number * t->value[note];
        }
    }
    take_from_pile(t, seat, dream);
}

static void forfeit(T *t, i64 taker, i64 loser) {
    i64 picks = t->rules.forfeit_chooser == ForfeitChooser_PAYER ? loser : taker;
    i64 due = min(t->rules.forfeit_dreams, t->owned[loser]);
    t->record.forfeit_demands++;
    for (i64 i = 0; i < due; i++) {
        i64 dream = choose_dream(t, picks, taker, loser);
        t->record.forfeited++;
        t->record.acq_forfeited[taker]++;
        hand_over(t, taker, loser, dream);
    }
}

/* kernel_effects.py */

HELPER void note_cash(T *t, i64 taker, i64 loser, i64 money) {
    t->record.cash_taken[taker] += money;
    t->record.cash_lost[loser] += money;
}

static void pay_over(T *t, i64 actor, i64 payer) {
    for (i64 note = t->denominations - 1; note >= 0; note--) {
        i64 number = t->paying[note], banked = min(number, t->bank[payer][note]);
        if (number == 0) continue;
        into_bank(t, payer, note, -banked);
        out_of_hand(t, payer, note, number - banked);
        receive(t, actor, note, number);
        note_cash(t, actor, payer, number * t->value[note]);
    }
}

HELPER void give_change(T *t, i64 actor, i64 payer, i64 over) {
    for (i64 note = t->denominations - 1; note >= 0; note--) {
        i64 number = min(t->bank[actor][note], over / t->value[note]), money = number * t->value[note];
        if (number > 0) {
            into_bank(t, actor, note, -number);
            into_bank(t, payer, note, number);
            over -= money;
            note_cash(t, actor, payer, -money);
        }
    }
}

HELPER void collect_less(T *t, i64 actor, i64 payer) {
    int dreams = loses_dreams(t, payer);
    i64 funds = t->funds[payer];
    t->record.unpaid++;
    if (dreams ? t->rules.insufficient_mode == InsufficientMode_CASH_AND_DREAM : loses_cash(t)) {
        for (i64 note = 0; note < t->denominations; note++) t->paying[note] = t->pool[note];
        pay_over(t, actor, payer);
    }
    if (dreams) {
        t->record.forfeit_bank += funds;
        t->counts.demands_lost[min(funds / BANK_STEP, MOST_BANKED)]++;
        forfeit(t, actor, payer);
    }
}

static void collect(T *t, i64 actor, i64 payer, i64 amount) {
    pool_of_bank(t, payer);
    t->counts.demands[min(t->funds[payer] / BANK_STEP, MOST_BANKED)]++;
    if (t->rules.pay_from_hand)
        for (i64 note = 0; note < t->denominations; note++) t->pool[note] += t->hand[payer][note];
    if (pool_total(t) < amount) {
        collect_less(t, actor, payer);
        return;
    }
    i64 over = payment(t, amount) - amount;
    pay_over(t, actor, payer);
    if (t->rules.change_given && over > 0) give_change(t, actor, payer, over);
}

static void steal_cash(T *t, i64 actor, i64 target, i64 amount) {
    for (i64 i = 0; i < amount; i++) {
        if (t->funds[target] > 0) {
            pool_of_bank(t, target);
            i64 note = choose_note(t, actor);
            into_bank(t, target, note, -1);
            receive(t, actor, note, 1);
            note_cash(t, actor, target, t->value[note]);
        } else if (robbed_of_dreams(t, target)) {
            t->record.unpaid++;
            forfeit(t, actor, target);
        }
    }
}

HELPER void salvage(T *t, i64 actor, i64 amount) {
    pool_of_discards(t, amount);
    i64 found = 0, place = t->discarded - 1;
    for (i64 note = 0; note < t->denominations; note++) found += t->pool[note];
    if (found == 0) return;
    i64 note = choose_note(t, actor);
    while (t->discard[place] != note) place--;
    t->discarded--, t->lying[note]--;
    for (; place < t->discarded; place++) t->discard[place] = t->discard[place + 1];
    receive(t, actor, note, 1);
}

HELPER void steal_dreams(T *t, i64 actor, i64 target, i64 amount) {
    for (i64 i = 0; i < amount && t->owned[target] > 0 && t->safe[target] == 0; i++) {
        i64 dream = choose_dream(t, chooser_of_theft(t, actor, target), actor, target);
        t->record.stolen++;
        t->record.acq_stolen[actor]++;
        hand_over(t, actor, target, dream);
    }
}

HELPER i64 card_to_steal(T *t, i64 actor, i64 target) {
    i64 mode = t->rules.hand_steal_mode;
    if (mode == HandStealMode_RANDOM_CARD) return random_card(t, target);
    return choose_card(t, mode == HandStealMode_OWNER_CHOOSES ? target : actor, target);
}

HELPER void steal_cards(T *t, i64 actor, i64 target, i64 amount) {
    for (i64 i = 0; i < amount && t->held[target] > 0; i++) {
        i64 card = card_to_steal(t, actor, target);
        out_of_hand(t, target, card, 1);
        if (is_cash(t, card)) {
            receive(t, actor, card, 1);
            note_cash(t, actor, target, t->value[card]);
        } else {
            into_hand(t, actor, card, 1);
        }
    }
}

HELPER void discard_hand(T *t, i64 target, i64 amount) {
    int by_chance = t->rules.discard_hand_mode == DiscardHandMode_RANDOM_CARD;
    for (i64 left = min(amount, t->held[target]); left > 0; left--)
        discard_from(t, target, by_chance ? random_card(t, target) : choose_card(t, target, target));
}

static void apply_to(T *t, i64 actor, i64 target) {
    i64 effect = t->due_effect, amount = t->due_amount;
    if (effect == COLLECT) collect(t, actor, target, amount);
    else if (effect == STEAL_CASH) steal_cash(t, actor, target, amount);
    else if (effect == STEAL_DREAM) steal_dreams(t, actor, target, amount);
    else if (effect == STEAL_CARD) steal_cards(t, actor, target, amount);
    else if (effect == DISCARDS) discard_hand(t, target, amount);
}

static void apply_alone(T *t, i64 actor) {
    struct record *r = &t->record;
    i64 effect = t->due_effect, amount = t->due_amount;
    if (effect == DRAWS) {
        for (i64 i = 0; i < amount; i++) draw(t, actor);
    } else if (effect == SALVAGE) {
        salvage(t, actor, amount);
    } else if (effect == PROTECT) {
        t->safe[actor] = 1;
    } else if (effect == TAKE_TOP && t->next_dream < t->pile_size) {
        r->free_taken++, r->acq_free[actor]++;
        take_from_pile(t, actor, t->dream[t->next_dream]);
    } else if (effect == DISCOUNT) {
        r->discount_bought++, r->acq_discount[actor]++;
        buy(t, actor, t->due_item, max(0, t->price[t->due_item] - amount));
    } else if (effect == PURCHASE) {
        r->bought++, r->acq_bought[actor]++;
        buy(t, actor, t->due_item, t->price[t->due_item]);
    }
}

/* kernel_stops.py */

HELPER i64 stops_of(T *t, i64 seat) {
    i64 number = t->stopping[seat];
    return number == 0 || works(t, seat, STOPPER) ? number : 0;
}

HELPER int is_target(T *t, i64 seat, i64 actor, i64 solo) {
    if (solo != NOBODY) return seat == solo;
    if (t->due_scope == EVERYBODY) return seat != actor;
    return t->due_scope == ONE && seat == t->target;
}

HELPER int eligible(T *t, i64 seat, i64 actor, i64 solo) {
    R *rules = &t->rules;
    if (stops_of(t, seat) == 0) return 0;
    if (seat == actor && rules->own_turn_counter_costs_action && t->left < 1) return 0;
    if (t->chain & 1) return seat == actor || rules->counter_right == CounterRight_ANY_OTHER;
    if (seat == actor) return 0;
    if (solo != NOBODY) return seat == solo;
    return rules->stop_right == StopRight_ANY_OPPONENT || is_target(t, seat, actor, solo);
}

HELPER void play_from_hand(T *t, i64 seat, i64 card) {
    discard_from(t, seat, card);
    t->counts.played[seat][card]++;
    t->cards_played[seat][card]++;
    t->kinds_played[seat] |= t->mask_bit[card];
    t->record_words[PLAYS_AT + lowest(t->mask_bit[card])]++;
}

static void play_stop(T *t, i64 seat, i64 actor) {
    play_from_hand(t, seat, first_stop(t, seat));
    t->record.stops++;
    t->record.counters += t->chain & 1;
    t->record.stops_played[seat]++;
    t->chain++;
    if (seat == actor && t->rules.own_turn_counter_costs_action) t->left--;
}

/* who plays the next stop, NOBODY if nobody does */
HELPER i64 next_to_stop(T *t, i64 actor, i64 last, i64 solo) {
    OTHERS(seat, last)
        if (eligible(t, seat, actor, solo) && stops_now(t, seat, actor, solo, is_target(t, seat, actor, solo)))
            return seat;
    return NOBODY;
}

static void ask_for_stops(T *t, i64 actor, i64 solo) {
    i64 last = actor;
    while (last != NOBODY && t->chain < t->rules.stop_chain_max) {
        last = next_to_stop(t, actor, last, solo);
        if (last != NOBODY) play_stop(t, last, actor);
    }
}

static int goes_through(T *t, i64 actor, i64 solo) {
    i64 own = stops_of(t, actor), others = 0;
    t->chain = 0;
    t->reactions++;
    OTHERS(other, actor) others += stops_of(t, other);
    own = min(own, MOST_STOPS), others = min(others, MOST_STOPS);
    t->counts.reactions[others][own]++;
    if (others > 0) ask_for_stops(t, actor, solo);
    if (t->chain & 1) {
        t->record.effects_stopped++;
        return 0;
    }
    t->counts.happened[others][own]++;
    return 1;
}

HELPER int one_by_one(T *t, i64 actor) {
    int happened = 0;
    OTHERS(other, actor) if (goes_through(t, actor, other)) {
        happened = 1;
        apply_to(t, actor, other);
    }
    return happened;
}

static int run_effect(T *t, i64 actor, i64 effect, i64 scope, i64 amount, i64 target, i64 item) {
    t->due_effect = effect, t->due_scope = scope, t->due_amount = amount;
    t->target = target, t->due_item = item;
    if (scope == EVERYBODY && t->rules.stop_scope_all == StopScopeAll_SELF_ONLY) return one_by_one(t, actor);
    if (!goes_through(t, actor, NOBODY)) return 0;
    if (scope == ONE) {
        apply_to(t, actor, target);
    } else if (scope == EVERYBODY) {
        OTHERS(other, actor) apply_to(t, actor, other);
    } else {
        apply_alone(t, actor);
    }
    return 1;
}

/* kernel_turn.py */

HELPER void enforce_limit(T *t, i64 seat) {
    while (t->held[seat] > t->rules.hand_limit) discard_from(t, seat, choose_card(t, seat, seat));
}

HELPER void deposit(T *t, i64 seat) {
    t->record.banks++;
    choose_deposit(t, seat);
    for (i64 note = 0; note < t->denominations; note++) {
        i64 number = t->paying[note];
        if (number > 0) {
            out_of_hand(t, seat, note, number);
            into_bank(t, seat, note, number);
        }
    }
}

HELPER void purchase(T *t, i64 seat, i64 dream) {
    if (!t->rules.stop_purchase) {
        t->due_effect = PURCHASE, t->due_item = dream;
        apply_alone(t, seat);
    } else if (!run_effect(t, seat, PURCHASE, NO_ONE, 0, NOBODY, dream)) {
        t->record.stopped_purchases++;
    }
}

HELPER void play_card(T *t, i64 seat, i64 card, i64 target) {
    play_from_hand(t, seat, card);
    t->record.plays++;
    i64 before = t->record.effects_stopped, asked = t->reactions;
    run_effect(t, seat, t->effect[card], t->scope[card], t->amount[card], target, NOBODY);
    t->counts.stopped[card] += t->record.effects_stopped - before;
    t->counts.tried[card] += t->reactions - asked;
}

HELPER void use_power(T *t, i64 seat, i64 argument, i64 target) {
    struct record *r = &t->record;
    i64 person = t->persona[seat], effect = t->power_effect[person], scope = t->power_scope[person];
    i64 item = effect == DISCOUNT ? argument : NOBODY, before = r->effects_stopped, asked = t->reactions;
    r->powers++;
    r->power_uses[seat]++;
    t->kinds_played[seat] |= POWER_BIT;
    int happened = run_effect(t, seat, effect, scope, t->power_amount[person], target, item);
    r->stopped_powers += r->effects_stopped - before;
    r->power_effects += t->reactions - asked;
    t->power_used += happened || t->rules.stopped_power_counts_used;
}

static void act(T *t, i64 seat, i64 code) {
    i64 kind = kind_of(code), argument = argument_of(code);
    if (kind == BANK) deposit(t, seat);
    else if (kind == BUY) purchase(t, seat, argument);
    else if (kind == PLAY) play_card(t, seat, argument, target_of(code));
    else use_power(t, seat, argument, target_of(code));
}

static void take_turn(T *t, i64 seat) {
    R *rules = &t->rules;
    int at_once = rules->hand_limit_timing == HandLimitTiming_IMMEDIATE;
    i64 cards = t->held[seat] == 0 ? rules->empty_hand_draw : rules->draw_per_turn;
    t->safe[seat] = t->power_used = 0, t->left = rules->actions_per_turn;
    if (t->next_dream < t->pile_size) t->counts.top_turns[t->dream[t->next_dream]]++, t->waited++;
    for (i64 i = 0; i < cards; i++) draw(t, seat);
    if (at_once) enforce_limit(t, seat);
    while (t->left > 0) {
        i64 code = choose_action(t, seat);
        if (kind_of(code) == PASS) {
            t->record.passes++;
            break;
        }
        t->left--;
        act(t, seat, code);
        if (at_once) enforce_limit(t, seat);
        if (rules->end_timing == EndTiming_IMMEDIATE && t->next_dream == t->pile_size) {
            t->over = 1;
            return;
        }
    }
    enforce_limit(t, seat);
}

/* kernel_kept.py */

HELPER i64 share_of(i64 winners) { return (u64)SHARE / bit_count(winners); }

HELPER int is_somebodys(T *t, i64 dream) {
    int found = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) found |= t->bonus[dream] == t->persona[seat];
    return found;
}

HELPER void keep_dreams(T *t) {
    for (i64 dream = 0; dream < t->dreams; dream++) {
        i64 owner = t->owner[dream];
        t->counts.owners[dream][owner + 2]++;
        if (owner <= IN_PILE) {
            t->counts.takers[dream][owner + 2]++;
        } else if (is_somebodys(t, dream)) {
            i64 kept = t->bonus[dream] == t->persona[owner], person = t->bonus[dream], price = price_at(t, dream);
            t->record.bonus_dreams++;
            t->record.matched += kept;
            t->counts.bonus_taken[person][price]++;
            t->counts.bonus_kept[person][price] += kept;
        }
    }
}

HELPER void keep_ways(T *t, i64 winners) {
    struct record *r = &t->record;
    r->winners = bit_count(winners), r->losers = t->rotation.players - r->winners;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        int32_t *ways = &t->record_words[has(winners, seat) ? WINNER_AT : LOSER_AT];
        ways[0] += r->acq_bought[seat];
        ways[1] += r->acq_discount[seat];
        ways[2] += r->acq_free[seat];
        ways[3] += r->acq_stolen[seat];
        ways[4] += r->acq_forfeited[seat];
    }
}

HELPER void keep_neighbours(T *t, i64 winners) {
    int alone = bit_count(winners) == 1;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 after = clockwise(t, seat, 1), own = t->contender[after], before = t->contender[seat];
        t->counts.beside_met[own][before]++;
        t->counts.beside_won[own][before] += has(winners, after) && alone;
    }
}

static void keep_holder(T *t, i64 first, i64 kinds, i64 mask, i64 won) {
    for (i64 kind = 0; kind < kinds; kind++) {
        i64 at = has(mask, kind) ? first + kind : first + kinds + kind;
        t->record_words[at]++;
        t->record_words[at + 2 * kinds] += won;
    }
}

HELPER i64 own_turns(T *t, i64 seat) {
    i64 players = t->rotation.players;
    return (t->turn - clockwise(t, seat, players - t->starter) + players - 1) / players;
}

HELPER void keep_minds(T *t, i64 winners) {
    i64 alone = bit_count(winners) == 1;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 person = t->persona[seat], won = has(winners, seat) && alone, turns = own_turns(t, seat);
        i64 uses = turns > 0 ? min(TEN * t->record.power_uses[seat] / turns, MOST_USES) : 0;
        t->counts.minds_met[t->contender[seat]][person]++;
        t->counts.minds_won[t->contender[seat]][person] += won;
        t->counts.uses_met[person][uses]++;
        t->counts.uses_won[person][uses] += won;
    }
}

HELPER void keep_plays(T *t, i64 winners) {
    i64 alone = bit_count(winners) == 1;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 won = has(winners, seat) && alone, turns = own_turns(t, seat);
        for (i64 card = t->denominations; turns > 0 && card < t->types; card++) {
            i64 plays = min(TEN * t->cards_played[seat][card] / turns, MOST_PLAYS);
            t->counts.plays_met[card][plays]++;
            t->counts.plays_won[card][plays] += won;
        }
    }
}

HELPER void keep_kinds(T *t, i64 winners) {
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        i64 won = has(winners, seat) ? share_of(winners) : 0;
        keep_holder(t, OPENED_AT, OPENED_KINDS, t->kinds_opened[seat], won);
        keep_holder(t, PLAYED_AT, PLAYED_KINDS, t->kinds_played[seat], won);
    }
}

/* kernel_result.py */

HELPER i64 find_winners(T *t) {
    i64 top = -1, winners = 0;
    for (i64 seat = t->starter, step = 0; step < t->rotation.players; step++, seat = clockwise(t, seat, 1)) {
        i64 place = standing(t, seat);
        if (place > top || (place == top && t->rules.final_tie == FinalTie_LATER_IN_ORDER))
            top = place, winners = bit(seat);
        else if (place == top)
            winners |= bit(seat);
    }
    return winners;
}

HELPER i64 tie_stage(T *t) {
    i64 score = -1, worth = -1, funds = -1, dreams = 0, prices = 0, money = 0;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        if (t->score[seat] > score) score = t->score[seat], worth = funds = -1, dreams = prices = money = 0;
        if (t->score[seat] != score) continue;
        dreams++;
        if (t->worth[seat] > worth) worth = t->worth[seat], funds = -1, prices = money = 0;
        if (t->worth[seat] != worth) continue;
        prices++;
        if (t->funds[seat] > funds) funds = t->funds[seat], money = 0;
        money += t->funds[seat] == funds;
    }
    if (dreams == 1) return BY_DREAMS;
    if (prices == 1) return BY_PRICE;
    return money == 1 ? BY_CASH : BY_NOTHING;
}

HELPER void keep_match(T *t, i64 winners, int capped) {
    struct record *r = &t->record;
    Lead lead = lead_of(t);
    r->turns = r->length = t->turn;
    r->rounds = (t->turn + t->rotation.players - 1) / t->rotation.players;
    r->capped = capped, r->winner_mask = winners, r->start_seat = t->starter;
    r->shared_win = bit_count(winners) > 1;
    r->margin = lead.best - lead.second;
    r->power_stopped = r->stopped_powers;
    r->first_stops = r->stops - r->counters, r->stop_countered = r->counters;
    r->pile_ended = t->next_dream == t->pile_size;
    if (r->half_known && has(winners, r->half_leader)) r->half_leader_wins = share_of(winners);
    if (r->pile_ended && has(winners, r->last_taker)) r->last_taker_wins = share_of(winners);
}

HELPER void keep_seats(T *t, i64 winners) {
    struct record *r = &t->record;
    i64 players = t->rotation.players;
    for (i64 seat = 0; seat < players; seat++) {
        i64 won = has(winners, seat) ? share_of(winners) : 0;
        i64 place = seat - t->starter + (seat >= t->starter ? 0 : players);
        r->win_share[seat] = won, r->turn_order[seat] = place;
        t->record_words[ORDER_AT + place] = won;
        r->personality[seat] = t->persona[seat], r->strategy[seat] = policy_of(t, seat)->kind;
        r->score[seat] = t->score[seat], r->dream_value[seat] = t->worth[seat];
        r->bank_end[seat] = t->funds[seat], r->hand_end[seat] = t->held[seat], r->n_dreams[seat] = t->owned[seat];
        if (!r->half_known) r->score_at_half[seat] = NOBODY, r->ahead_at_half[seat] = NEVER;
    }
}

HELPER void keep_people(T *t, i64 winners) {
    i64 players = t->rotation.players, alone = bit_count(winners) == 1, share = share_of(winners);
    for (i64 seat = 0; seat < players; seat++) {
        i64 person = t->persona[seat], won = has(winners, seat);
        t->record_words[WITH_AT + person] = 1;
        t->record_words[WON_AT + person] = won ? share : 0;
        t->record_words[SCORE_AT + person] = t->score[seat];
        for (i64 other = 0; other < players; other++)
            if (other != seat) {
                t->counts.pairs_met[person][t->persona[other]]++;
                t->counts.pairs_won[person][t->persona[other]] += won && alone;
            }
    }
}

static void finish(T *t, int capped) {
    i64 winners = find_winners(t);
    t->record.tie_stage = tie_stage(t);
    keep_match(t, winners, capped);
    keep_seats(t, winners);
    keep_people(t, winners);
    keep_dreams(t);
    keep_ways(t, winners);
    keep_neighbours(t, winners);
    keep_minds(t, winners);
    keep_plays(t, winners);
    keep_kinds(t, winners);
}

HELPER void note_leader(T *t) {
    i64 best = -1, leader = NOBODY;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        if (t->score[seat] > best) best = t->score[seat], leader = seat;
        else if (t->score[seat] == best) leader = NOBODY;
    }
    if (leader == NOBODY) return;
    t->record.lead_changes += t->sole != NOBODY && t->sole != leader;
    t->sole = leader;
}

/* kernel.py */

HELPER void clear(T *t) {
    i64 n = 0;
    t->turn = t->over = t->discarded = t->next_dream = t->waited = t->exposed = 0;
    t->sole = t->record.half_leader = t->record.last_taker = NOBODY;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        t->held[seat] = t->kinds[seat] = t->purse[seat] = t->stopping[seat] = t->funds[seat] = t->safe[seat] = 0;
        t->dreams_of[seat] = t->owned[seat] = t->score[seat] = t->worth[seat] = t->kinds_played[seat] = 0;
        for (i64 card = 0; card < t->types; card++) t->hand[seat][card] = t->cards_played[seat][card] = 0;
        for (i64 note = 0; note < t->denominations; note++) t->bank[seat][note] = 0;
    }
    for (i64 note = 0; note < t->denominations; note++) t->lying[note] = 0;
    for (i64 card = 0; card < t->types; card++)
        for (i64 i = 0; i < t->copies[card]; i++) t->pile[n++] = card;
    t->pile_left = n;
}

/* a place at or after the first of `left` places */
HELPER i64 other_place(T *t, u64 purpose, i64 first, i64 left) {
    return first + (left > 1 ? below(t, purpose, left) : 0);
}

HELPER void exchange(uint8_t *order, i64 a, i64 b) {
    uint8_t held = order[a];
    order[a] = order[b];
    order[b] = held;
}

HELPER void deal_dreams(T *t) {
    t->pile_size = t->rules.dreams_in_pile;
    for (i64 dream = 0; dream < t->dreams; dream++) t->dream[dream] = dream, t->owner[dream] = UNUSED;
    for (i64 place = 0; place < t->pile_size; place++) {
        exchange(t->dream, place, other_place(t, DREAM_DECK, place, t->dreams - place));
        t->owner[t->dream[place]] = IN_PILE;
    }
}

HELPER void deal_people(T *t) {
    int fixed = t->rules.personality_assignment == PersonalityAssignment_FIXED;
    for (i64 person = 0; person < t->people; person++) t->order[person] = person;
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        exchange(t->order, seat, other_place(t, PEOPLE, seat, t->people - seat));
        t->persona[seat] = fixed ? t->fixed[seat] : t->order[seat];
    }
}

HELPER void note_opening(T *t) {
    struct record *r = &t->record;
    i64 first = t->dream[0];
    r->top_price = t->price[first];
    for (i64 seat = 0; seat < t->rotation.players; seat++) {
        r->top_matches |= t->persona[seat] == t->bonus[first];
        r->open_stops[seat] = t->stopping[seat];
        r->open_cash[seat] = t->purse[seat];
        t->kinds_opened[seat] = 0;
        for (i64 note = 0; note < t->denominations; note++) r->open_notes[seat] += t->hand[seat][note];
        for (i64 card = t->denominations; card < t->types; card++)
            if (t->hand[seat][card] > 0) t->kinds_opened[seat] |= t->mask_bit[card];
    }
}

static void set_up(T *t) {
    i64 players = t->rotation.players;
    clear(t);
    deal_dreams(t);
    deal_people(t);
    t->starter = t->rules.first_player == FirstPlayer_RANDOM ? below(t, STARTS, players) : 0;
    for (i64 seat = t->starter, step = 0; step < players; step++, seat = clockwise(t, seat, 1))
        for (i64 i = 0; i < t->rules.initial_hand; i++) draw(t, seat);
    note_opening(t);
    expose(t);
}

static void play_match(T *t) {
    i64 timing = t->rules.end_timing, seat;
    int capped = 0;
    set_up(t);
    seat = t->starter;
    for (;;) {
        if (t->turn == t->rules.max_turns) {
            capped = 1;
            break;
        }
        t->turn++;
        take_turn(t, seat);
        if (t->over) break;
        note_leader(t);
        seat = clockwise(t, seat, 1);
        if (t->next_dream == t->pile_size && (timing == EndTiming_END_OF_TURN || seat == t->starter)) break;
    }
    finish(t, capped);
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
