"""The decisions of The Singaporean Dream (sections 7 and 8 of RULES.md).

`random` draws once among the legal actions; scripted players take the first best one.  Hands of
others are seen only where they are looked into, and both piles never.
"""

import numpy as np

from sim.engine.choice import bit_count, has, lowest
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.rng import below
from sim.games.singaporean_dream.decisions_pay import pay_least, pool_of_hand
from sim.games.singaporean_dream.decisions_worth import (
    effect_worth,
    enabling_dream,
    harm,
    is_about_a_dream,
    note_rival,
    policy_of,
    swing,
)
from sim.games.singaporean_dream.rules_words import StealDreamChooser
from sim.games.singaporean_dream.state import (
    CHOICES,
    NOBODY,
    PICKS,
)
from sim.games.singaporean_dream.strategies import BankMode, Kind, KnockOut


@leaf
def is_random(t, seat):
    """Whether a player decides by chance."""
    return policy_of(t, seat).kind == Kind.RANDOM


@leaf
def works(t, seat, effect):
    """Whether cards of an effect do anything in this player's hands (all but a knock-out)."""
    return policy_of(t, seat).blank != effect + 1


@leaf
def has_power(t, seat):
    """R9: whether a player's power may be used at all."""
    return t.rules.powers_enabled != 0 and policy_of(t, seat).blank != KnockOut.POWER


@leaf
def draw_of(t, seat, n):
    """A uniformly drawn action of n; a single one costs no draw and is no decision."""
    if n == 1:
        return NIL
    t.record.decisions += 1
    return below(t, CHOICES + np.uint64(seat), n)


# Banking (D2) -------------------------------------------------------------------------------------


@rule
def choose_deposit(t, seat):
    """D2: how many cards of each denomination go into the bank, written to t.paying."""
    ways = NIL + 1
    for note in range(t.denominations):
        t.paying[note] = t.hand[seat, note]
        ways = min(NIL + 3, ways * (t.hand[seat, note] + 1))  # one is nothing: two leave a choice
    if ways > 2:
        t.record.decisions += 1
        if is_random(t, seat):
            draw_deposit(t, seat)
            return
    p, dream = policy_of(t, seat), NOBODY
    if p.kind == Kind.SCRIPTED and p.bank_mode == BankMode.NEEDED:
        dream = enabling_dream(t, seat, t.left + 1)  # as judged before the action was spent
    if dream != NOBODY:
        pool_of_hand(t, seat)
        pay_least(t, t.price[dream] - t.funds[seat])


@leaf
def draw_deposit(t, seat):
    """D2 of `random`: each count uniform, again if all are zero."""
    number = NIL
    while number == 0:
        for note in range(t.denominations):
            held = t.hand[seat, note]
            t.paying[note] = below(t, CHOICES + np.uint64(seat), held + 1) if held > 0 else NIL
            number += t.paying[note]


# Stops (D3) ---------------------------------------------------------------------------------------


@leaf
def stops_now(t, seat, actor, solo, is_target):
    """D3: whether an asked player stops what is going on."""
    t.record.decisions += 1
    if is_random(t, seat):
        return below(t, CHOICES + np.uint64(seat), NIL + 2) == 1
    return scripted_stop(t, seat, actor, solo, is_target)


@rule
def scripted_stop(t, seat, actor, solo, is_target):
    """Section 8, D3: the actor saves his effect, a target himself, others a dream from the actor."""
    p, effect, amount = policy_of(t, seat), t.due_effect, t.due_amount
    if t.chain & 1 == 1:
        if seat != actor:
            return False
        note_rival(t, seat)
        target = solo if solo != NOBODY else t.target
        worth = effect_worth(t, seat, effect, t.due_scope, amount, target, t.due_item)
        return worth >= p.counter_at
    if is_target:
        return harm(t, seat, effect, amount) >= p.stop_at
    if is_about_a_dream(effect):
        dream = due_dream(t)
        weight = t.rules.bonus_dream_count if t.bonus[dream] == t.persona[actor] else NIL + 1
        return p.dream_worth * weight >= p.stop_foreign_at
    return False


@leaf
def due_dream(t):
    """The dream that is bought, or the top one."""
    return t.due_item if t.due_item != NOBODY else np.int64(t.dream[t.next_dream])


@leaf
def first_stop(t, seat):
    """The stop card that is played: the lowest type held."""
    return lowest(t.kinds[seat] & t.stops)


# Dreams (D4, D9) ----------------------------------------------------------------------------------


@rule
def choose_dream(t, chooser, taker, loser):
    """D4, D9: a dream of the loser, picked by one who takes it or by one who gives it up."""
    if is_random(t, chooser):
        dreams = t.dreams_of[loser]
        for _ in range(draw_of(t, chooser, t.owned[loser])):
            dreams &= dreams - 1
        return lowest(dreams)
    t.record.decisions += t.owned[loser] > 1
    return scripted_dream(t, chooser, taker, loser)


@rule
def scripted_dream(t, chooser, taker, loser):
    """Takers want the greatest swing, then price, then the lower row; givers the least."""
    gives, dreams = chooser == loser, t.dreams_of[loser]
    best = lowest(dreams)
    dreams &= dreams - 1
    while dreams != 0:
        dream = lowest(dreams)
        dreams &= dreams - 1
        if gives:
            more = swing(t, chooser, loser, taker, best) - swing(t, chooser, loser, taker, dream)
        else:
            more = swing(t, chooser, taker, loser, dream) - swing(t, chooser, taker, loser, best)
        dearer = t.price[best] > t.price[dream] if gives else t.price[dream] > t.price[best]
        if more > 0 or (more == 0 and dearer):
            best = dream
    return best


@leaf
def chooser_of_theft(t, thief, owner):
    """R17, A31: who picks a stolen dream."""
    return owner if t.rules.steal_dream_chooser == StealDreamChooser.OWNER else thief


# Cash (D5, D8) ------------------------------------------------------------------------------------


@rule
def choose_note(t, seat):
    """D5, D8: a denomination of those in t.pool; scripted players take the largest."""
    kinds, largest = NIL, NIL
    for note in range(t.denominations):
        if t.pool[note] > 0:
            kinds, largest = kinds + 1, np.int64(note)
    if not is_random(t, seat):
        t.record.decisions += kinds > 1
        return largest
    rank = draw_of(t, seat, kinds)
    for note in range(t.denominations):
        if t.pool[note] > 0:
            if rank == 0:
                return np.int64(note)
            rank -= 1
    return largest


@leaf
def pool_of_discards(t, amount):
    """D8: denominations of at most `amount` in the discard pile."""
    for note in range(t.denominations):
        t.pool[note] = t.lying[note] if t.value[note] <= amount else NIL


# Cards of a hand (D6, D7) -------------------------------------------------------------------------


@leaf
def keep_value(t, seat, card):
    """What a player thinks that holding a card is worth."""
    bonus = policy_of(t, seat).stop_keep_bonus if has(t.stops, card) else 0.0
    return t.keep[card] + bonus


@rule
def choose_card(t, chooser, owner):
    """D6, D7: a card type of a hand: the owner gives the least worth keeping, a thief takes most."""
    cards = t.kinds[owner]
    if is_random(t, chooser):
        for _ in range(draw_of(t, chooser, bit_count(cards))):
            cards &= cards - 1
        return lowest(cards)
    t.record.decisions += bit_count(cards) > 1
    best, top, gives = NOBODY, 0.0, chooser == owner
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        value = keep_value(t, chooser, card)
        value = -value if gives else value
        if best == NOBODY or value > top:
            best, top = card, value
    return best


@leaf
def random_card(t, owner):
    """A11, A30: a card of a hand by chance, copies counted."""
    rank = below(t, PICKS, t.held[owner]) if t.held[owner] > 1 else NIL
    card = NIL
    while rank >= t.hand[owner, card]:
        rank -= t.hand[owner, card]
        card += 1
    return card
