"""What cards and powers do to their targets (section 6 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.games.singaporean_dream.cards import STEP
from sim.games.singaporean_dream.decisions import (
    choose_card,
    choose_dream,
    choose_note,
    chooser_of_theft,
    pool_of_discards,
    random_card,
)
from sim.games.singaporean_dream.decisions_pay import payment, pool_of_bank, pool_total
from sim.games.singaporean_dream.decisions_worth import loses_cash, loses_dreams, takeable
from sim.games.singaporean_dream.kernel_cards import (
    discard_from,
    draw,
    into_bank,
    into_hand,
    is_cash,
    out_of_hand,
    receive,
)
from sim.games.singaporean_dream.kernel_dreams import buy, forfeit, hand_over, take_from_pile
from sim.games.singaporean_dream.record import BANKED
from sim.games.singaporean_dream.rules_words import (
    DiscardHandMode,
    EmptyBankTheft,
    HandStealMode,
    InsufficientMode,
)
from sim.games.singaporean_dream.state import (
    COLLECT,
    DISCARDS,
    DISCOUNT,
    DRAWS,
    PROTECT,
    PURCHASE,
    SALVAGE,
    STEAL_CARD,
    STEAL_CASH,
    STEAL_DREAM,
    TAKE_TOP,
)
from sim.games.singaporean_dream.story import Event, Way

BANK_STEP, MOST_BANKED = np.int64(STEP), np.int64(BANKED)


@rule
def apply_to(t, actor, target, log):
    """The effect at hand reaches a target; it fizzles where nothing is left to do."""
    effect, amount = t.due_effect, t.due_amount
    if effect == COLLECT:
        collect(t, actor, target, amount, log)
    elif effect == STEAL_CASH:
        steal_cash(t, actor, target, amount, log)
    elif effect == STEAL_DREAM:
        steal_dreams(t, actor, target, amount, log)
    elif effect == STEAL_CARD:
        steal_cards(t, actor, target, amount, log)
    elif effect == DISCARDS:
        discard_hand(t, target, amount, log)


@rule
def apply_alone(t, actor, log):
    """The effect at hand needs no target."""
    effect, amount = t.due_effect, t.due_amount
    if effect == DRAWS:
        for _ in range(amount):
            draw(t, actor, Event.DRAW, log)
    elif effect == SALVAGE:
        salvage(t, actor, amount, log)
    elif effect == PROTECT:
        t.safe[actor] = 1
        emit(log, Event.PROTECT, actor, NIL, NIL, NIL)
    elif effect == TAKE_TOP and t.next_dream < t.pile_size:
        t.record.free_taken += 1
        t.record.acq_free[actor] += 1
        take_from_pile(t, actor, np.int64(t.dream[t.next_dream]), Way.FREE, log)
    elif effect == DISCOUNT:
        t.record.discount_bought += 1
        t.record.acq_discount[actor] += 1
        due = max(NIL, t.price[t.due_item] - amount)
        emit(log, Event.BUY, actor, t.due_item, due, NIL + 1)
        buy(t, actor, t.due_item, due, Way.DISCOUNT, log)
    elif effect == PURCHASE:
        t.record.bought += 1
        t.record.acq_bought[actor] += 1
        buy(t, actor, t.due_item, t.price[t.due_item], Way.BOUGHT, log)


# Cash ---------------------------------------------------------------------------------------------


@rule
def collect(t, actor, payer, amount, log):
    """collect: R11, R12, R16, A6-A10."""
    pool_of_bank(t, payer)
    banked = min(t.funds[payer] // BANK_STEP, MOST_BANKED)
    t.counts.demands[banked] += 1
    if t.rules.pay_from_hand != 0:
        for note in range(t.denominations):
            t.pool[note] += t.hand[payer, note]
    if pool_total(t) >= amount:
        over = payment(t, amount) - amount
        pay_over(t, actor, payer, log)
        if t.rules.change_given != 0 and over > 0:
            give_change(t, actor, payer, over, log)
        return
    t.record.unpaid += 1
    funds = t.funds[payer]
    emit(log, Event.UNPAID, payer, amount, actor, t.funds[payer])
    mode = t.rules.insufficient_mode
    dreams = loses_dreams(t, payer)
    if mode == InsufficientMode.CASH_AND_DREAM if dreams else loses_cash(t):
        for note in range(t.denominations):
            t.paying[note] = t.pool[note]
        pay_over(t, actor, payer, log)
    if dreams:
        t.record.forfeit_bank += funds
        t.counts.demands_lost[banked] += 1
        forfeit(t, actor, payer, log)


@leaf
def pay_over(t, actor, payer, log):
    """R12, R13: the cards of t.paying change owners; of each denomination those in the bank first."""
    for i in range(t.denominations):
        note = t.denominations - 1 - i
        number = t.paying[note]
        if number == 0:
            continue
        banked = min(number, t.bank[payer, note])
        into_bank(t, payer, note, -banked)
        out_of_hand(t, payer, note, number - banked)
        receive(t, actor, note, number)
        note_cash(t, actor, payer, number * t.value[note])
        emit(log, Event.PAID, payer, note, number, actor)


@leaf
def note_cash(t, taker, loser, money):
    """Section 9: cash that goes from one player to another."""
    t.record.cash_taken[taker] += money
    t.record.cash_lost[loser] += money


@leaf
def give_change(t, actor, payer, over, log):
    """A6: change out of the collector's bank, large cards first."""
    for i in range(t.denominations):
        note = t.denominations - 1 - i
        number = min(t.bank[actor, note], over // t.value[note])
        if number > 0:
            into_bank(t, actor, note, -number)
            into_bank(t, payer, note, number)
            over -= number * t.value[note]
            note_cash(t, actor, payer, -number * t.value[note])
            emit(log, Event.CHANGE, actor, note, number, payer)


@rule
def steal_cash(t, actor, target, amount, log):
    """steal_cash_card: R13, R17; A33 for an empty bank."""
    for _ in range(amount):
        if t.funds[target] > 0:
            pool_of_bank(t, target)
            note = choose_note(t, actor)
            into_bank(t, target, note, NIL - 1)
            receive(t, actor, note, NIL + 1)
            note_cash(t, actor, target, t.value[note])
            emit(log, Event.TAKE_CASH, actor, note, target, NIL)
        elif t.rules.empty_bank_theft == EmptyBankTheft.DREAM and takeable(t, target):
            t.record.unpaid += 1
            forfeit(t, actor, target, log)


@leaf
def salvage(t, actor, amount, log):
    """salvage_cash: the copy nearest to the top leaves the discard pile."""
    pool_of_discards(t, amount)
    found = NIL
    for note in range(t.denominations):
        found += t.pool[note]
    if found == 0:
        return
    note = choose_note(t, actor)
    place = t.discarded - 1
    while t.discard[place] != note:
        place -= 1
    for i in range(place, t.discarded - 1):
        t.discard[i] = t.discard[i + 1]
    t.discarded -= 1
    t.lying[note] -= 1
    receive(t, actor, note, NIL + 1)
    emit(log, Event.SALVAGE, actor, note, NIL, NIL)


# Dreams and hands ---------------------------------------------------------------------------------


@leaf
def steal_dreams(t, actor, target, amount, log):
    """steal_dream: R17, A31; none of those that are protected."""
    for _ in range(amount):
        if t.owned[target] == 0 or t.safe[target] != 0:
            return
        dream = choose_dream(t, chooser_of_theft(t, actor, target), actor, target)
        t.record.stolen += 1
        t.record.acq_stolen[actor] += 1
        hand_over(t, actor, target, dream, Way.STOLEN, log)


@leaf
def steal_cards(t, actor, target, amount, log):
    """steal_hand_card: R13, R17, A11."""
    mode = t.rules.hand_steal_mode
    for _ in range(amount):
        if t.held[target] == 0:
            return
        if mode == HandStealMode.RANDOM_CARD:
            card = random_card(t, target)
        else:
            owner = mode == HandStealMode.OWNER_CHOOSES
            card = choose_card(t, target if owner else actor, target)
        out_of_hand(t, target, card, NIL + 1)
        if is_cash(t, card):
            receive(t, actor, card, NIL + 1)
            note_cash(t, actor, target, t.value[card])
        else:
            into_hand(t, actor, card, NIL + 1)
        emit(log, Event.TAKE_CARD, actor, card, target, NIL)


@leaf
def discard_hand(t, target, amount, log):
    """discard_hand: A30; fewer cards if fewer are held."""
    for _ in range(min(amount, t.held[target])):
        if t.rules.discard_hand_mode == DiscardHandMode.RANDOM_CARD:
            card = random_card(t, target)
        else:
            card = choose_card(t, target, target)
        discard_from(t, target, card, NIL, log)
