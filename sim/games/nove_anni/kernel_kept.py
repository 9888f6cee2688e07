"""What a report asks of a match besides: who held and used which special, counts of cards."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit_count, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.shares import share_of
from sim.games.nove_anni.record import LATEST, WIDEST
from sim.games.nove_anni.state import AT

OPENING_AT, DRAWN_AT = AT["with_opening_science"], AT["with_drawn_science"]
ACTIVATED_AT, COLUMN_AT = AT["with_activated_science"], AT["with_column_giovannino"]
TURN_AT, LEAD_AT = AT["act_turn_science"], AT["act_lead_science"]
WIDE = AT["act_turn_obedience"] - TURN_AT  # words of a per-seat column
SPECIALS, LIGHTS = np.int64(8), np.int64(4)
LAST, FAR = np.int64(LATEST), np.int64(WIDEST)


@leaf
def won_by(winners, seat):
    """A player's part of the win, in sixtieths."""
    return share_of(winners) if has(winners, seat) else NIL


@leaf
def keep_holders(t, winners):
    """Players who drew, activated or put into a column each special, and those who did not."""
    r = t.record
    for i in range(t.rotation.players):
        seat = np.int64(i)
        won = won_by(winners, seat)
        keep_holder(t, OPENING_AT, SPECIALS, np.int64(r.opening_mask[seat]), won)
        keep_holder(t, DRAWN_AT, SPECIALS, np.int64(r.drawn_mask[seat]), won)
        keep_holder(t, ACTIVATED_AT, SPECIALS, np.int64(r.activated_mask[seat]), won)
        keep_holder(t, COLUMN_AT, LIGHTS, t.columned[seat] >> LIGHTS, won)


@rule
def keep_holder(t, first, items, mask, won):
    """One player with some items, in four stretches of columns."""
    for item in range(items):
        at = first + item if mask >> item & 1 else first + items + item
        t.record_words[at] += 1
        t.record_words[at + 2 * items] += won


@leaf
def keep_counts(t, winners):
    """Section 9: counts over the run, by card and by special."""
    for i in range(t.rotation.players):
        seat = np.int64(i)
        alone = bit_count(winners) == 1 and has(winners, seat)
        keep_openings(t, seat, won_by(winners, seat), alone)
        for place in range(t.won[seat]):
            t.counts.final_pile_count[seat, t.type[t.pile[seat, place]]] += 1
        keep_activations(t, seat, alone)


@leaf
def keep_openings(t, seat, won, alone):
    """Types of cards that a player drew in turn 1: once each, however many copies he drew."""
    for row in range(len(t.openers)):
        if has(t.openers[row], seat):
            t.counts.opening_count[seat, row] += 1
            t.counts.opening_win_share_sum[seat, row] += won
            t.counts.opening_won[seat, row] += alone


@leaf
def keep_activations(t, seat, alone):
    """First activations of a player by turn and lead."""
    for i in range(SPECIALS):
        special = np.int64(i)
        if has(np.int64(t.record.activated_mask[seat]), special):
            turn = np.int64(t.record_words[TURN_AT + special * WIDE + seat])
            lead = np.int64(t.record_words[LEAD_AT + special * WIDE + seat])
            late = min(turn, LAST) - 1
            ahead = min(max(lead, -FAR), FAR) + FAR
            keep_activation(t, special, late, ahead, alone)


@leaf
def keep_activation(t, special, late, ahead, alone):
    """One of them."""
    t.counts.acted_turn[special, late] += 1
    t.counts.acted_turn_won[special, late] += alone
    t.counts.acted_lead[special, ahead] += 1
    t.counts.acted_lead_won[special, ahead] += alone
    t.counts.acted_when[special, late, ahead] += 1
    t.counts.acted_when_won[special, late, ahead] += alone
