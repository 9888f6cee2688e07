"""D1: the actions of a turn that are legal, and the one that is taken (sections 7 and 8)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import lowest
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.games.singaporean_dream.decisions import has_power, is_random, works
from sim.games.singaporean_dream.decisions_pay import can_buy
from sim.games.singaporean_dream.decisions_worth import (
    bank_worth,
    best_salvage,
    dream_worth,
    effect_worth,
    following,
    loses_dreams,
    market_end,
    note_rival,
    takeable,
)
from sim.games.singaporean_dream.rules_words import EmptyBankTheft
from sim.games.singaporean_dream.state import (
    BANK,
    BUY,
    CHOICES,
    COLLECT,
    DISCOUNT,
    DRAWS,
    EVERYBODY,
    NO_ONE,
    NOBODY,
    ONE,
    PASS,
    PLAY,
    POWER,
    SALVAGE,
    STEAL_CASH,
    STEAL_DREAM,
    TAKE_TOP,
)

KIND, ARGUMENT, TARGET = np.int64(7), np.int64(3), np.int64(10)
SEVEN_BITS = np.int64(127)


@leaf
def add(t, kind, argument, target):
    """One more entry of the list: what is done, with which card or dream, against whom."""
    t.act[np.uint64(t.acts)] = kind | argument << ARGUMENT | (target + 1) << TARGET
    t.acts += 1


@leaf
def kind_of(code):
    """What an entry does."""
    return np.int64(code) & KIND


@leaf
def argument_of(code):
    """Its card type or dream."""
    return np.int64(code) >> ARGUMENT & SEVEN_BITS


@leaf
def target_of(code):
    """Its target, NOBODY without one."""
    return (np.int64(code) >> TARGET) - 1


@leaf
def hits(t, effect, seat):
    """Section 7: whether an effect can do something to a target, by what all can see."""
    if effect == COLLECT:
        from_hand = t.rules.pay_from_hand != 0 and t.held[seat] > 0
        return t.funds[seat] > 0 or loses_dreams(t, seat) or from_hand
    if effect == STEAL_CASH:
        by_dream = t.rules.empty_bank_theft == EmptyBankTheft.DREAM and takeable(t, seat)
        return t.funds[seat] > 0 or by_dream
    if effect == STEAL_DREAM:
        return t.owned[seat] > 0 and t.safe[seat] == 0
    return t.held[seat] > 0


@leaf
def hits_nobody(t, seat, effect, amount):
    """Section 7: whether an effect without a target can do something."""
    if effect == SALVAGE:
        return best_salvage(t, amount) != NOBODY
    if effect == TAKE_TOP:
        return t.next_dream < t.pile_size
    return effect == DRAWS or (t.owned[seat] > 0 and t.safe[seat] == 0)


@leaf
def add_purchases(t, seat, kind, discount):
    """The entries of dreams that can be bought."""
    for place in range(np.uint64(t.next_dream), np.uint64(market_end(t))):
        dream = np.int64(t.dream[place])
        if can_buy(t, seat, max(NIL, t.price[dream] - discount)):
            add(t, kind, dream, NOBODY)


@leaf
def add_effect(t, seat, kind, argument, effect, scope, amount):
    """The entries of a card or power: one for each legal target, or one."""
    if scope != NO_ONE:
        found, other = False, following(t, seat)
        while other != seat:
            if hits(t, effect, other):
                found = True
                if scope == ONE:
                    add(t, kind, argument, other)
            other = following(t, other)
        if scope == EVERYBODY and found:
            add(t, kind, argument, NOBODY)
    elif hits_nobody(t, seat, effect, amount):
        add(t, kind, argument, NOBODY)


@leaf
def list_actions(t, seat):
    """D1: all legal entries in their order; a card that could do nothing is none (A25)."""
    t.acts = 0
    add(t, PASS, NIL, NOBODY)
    if t.purse[seat] > 0:
        add(t, BANK, NIL, NOBODY)
    add_purchases(t, seat, BUY, NIL)
    cards = t.kinds[seat] & t.actions
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        effect = np.int64(t.effect[card])
        if works(t, seat, effect):
            scope, amount = np.int64(t.scope[card]), t.amount[card]
            add_effect(t, seat, PLAY, card, effect, scope, amount)
    if has_power(t, seat) and t.power_used < t.rules.power_uses_per_turn:
        person = np.int64(t.persona[seat])
        effect, scope = np.int64(t.power_effect[person]), np.int64(t.power_scope[person])
        if effect == DISCOUNT:
            add_purchases(t, seat, POWER, t.power_amount[person])
        else:
            add_effect(t, seat, POWER, person, effect, scope, t.power_amount[person])


@leaf
def choose_action(t, seat):
    """D1: the entry that is taken."""
    list_actions(t, seat)
    if t.acts == 1:
        return np.int64(t.act[0])
    t.record.decisions += 1
    if is_random(t, seat):
        return np.int64(t.act[below(t, CHOICES + np.uint64(seat), t.acts)])
    return scripted_action(t, seat)


@rule
def scripted_action(t, seat):
    """The first entry of the greatest worth; passing is worth nothing."""
    note_rival(t, seat)
    best, top = np.int64(t.act[0]), 0.0
    for i in range(1, t.acts):
        code = np.int64(t.act[i])
        worth = action_worth(t, seat, code)
        if worth > top:
            best, top = code, worth
    return best


@rule
def action_worth(t, seat, code):
    """Section 8: the utility of an entry that is no pass."""
    kind, argument = kind_of(code), argument_of(code)
    if kind == BANK:
        return bank_worth(t, seat)
    if kind == BUY:
        price = t.price[argument]
        return dream_worth(t, seat, argument, price, t.funds[seat] - price)
    if kind == PLAY:
        effect, scope = np.int64(t.effect[argument]), np.int64(t.scope[argument])
        amount = t.amount[argument]
    else:
        person = np.int64(t.persona[seat])
        effect, scope = np.int64(t.power_effect[person]), np.int64(t.power_scope[person])
        amount = t.power_amount[person]
    return effect_worth(t, seat, effect, scope, amount, target_of(code), argument)
