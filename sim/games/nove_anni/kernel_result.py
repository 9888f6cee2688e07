"""Who has won, and what the record keeps of a match (R33-R35, A23, A24, section 9 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rotation import around
from sim.games.nove_anni.decisions_fit import policy_of
from sim.games.nove_anni.decisions_ready import untransformed
from sim.games.nove_anni.kernel_cards import kind_of
from sim.games.nove_anni.kernel_kept import keep_counts, keep_holders, won_by
from sim.games.nove_anni.record import KEPT, SCORE, TURNING
from sim.games.nove_anni.rules_words import FinalTie
from sim.games.nove_anni.state import (
    AT,
    BY_AWAKENING,
    BY_CAP,
    LORD,
    NOBODY,
    OBEDIENCE,
    PADRE,
)
from sim.games.nove_anni.story import Event

AFTER_AT, KIND_AT = AT["score_after_turn_1"], AT["won_by_kind_rascal"]
WIDE = AT["score_after_turn_2"] - AFTER_AT  # words of a per-seat column
POSITION_AT, DENIED_AT = AT["win_position_0"], AT["denied_place_0"]
REASON_AT, ENDED_AT = AT["end_reason_0"], AT["end_turn_0"]
USED_AT = AT[f"used_{TURNING[0]}"]
BY_POINTS, BY_TIE_BREAK, BY_NOTHING = (np.int64(i) for i in range(3))
TURNERS = (OBEDIENCE, PADRE, LORD)
LEAST = np.int64(-(10**6))


@rule
def note_turn(t, log):
    """Section 9: standings after the duels of a turn."""
    top, leader = LEAST, NOBODY
    for i in range(t.rotation.players):
        seat = np.int64(i)
        emit(log, Event.SCORE, seat, t.score[seat], t.won[seat], t.marks[seat])
        if t.turn <= KEPT:
            t.record_words[AFTER_AT + (t.turn - 1) * WIDE + seat] = t.score[seat]
        if t.score[seat] > top:
            top, leader = t.score[seat], seat
        elif t.score[seat] == top:
            leader = NOBODY
    for i in range(t.rotation.players):
        t.behind[i] = max(t.behind[i], top - t.score[i])
    if leader != NOBODY:
        t.record.lead_changes += t.sole != NOBODY and t.sole != leader
        t.sole = leader


@rule
def finish(t, log):
    """The end: points, winners, the record."""
    emit(log, Event.END, NIL, t.end, t.turn, NIL)
    if t.rules.hand_counts != 0:
        count_hands(t)
    for i in range(t.rotation.players):
        seat = np.int64(i)
        emit(log, Event.STANDING, seat, t.score[seat], t.won[seat], t.held[seat])
    best = with_top_score(t)
    winners = settle(t, best)
    how = BY_POINTS if bit_count(best) == 1 else BY_TIE_BREAK
    how = BY_NOTHING if bit_count(winners) > 1 else how
    emit(log, Event.WINNERS, NIL, winners, how, NIL)
    t.losers = who_lose(t, winners)
    keep_match(t, winners)
    keep_seats(t, winners)
    keep_turning(t)
    keep_holders(t, winners)
    keep_counts(t, winners)


@leaf
def count_hands(t):
    """R33 with `hand_counts`: cards left in hand score by their kind."""
    for seat in range(t.rotation.players):
        for i in range(t.held[seat]):
            t.score[seat] += t.points_of[kind_of(t, t.hand[seat, i])]


@leaf
def with_top_score(t):
    """R4: those with the most points, as bits."""
    top, found = LEAST, NIL
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if t.score[seat] > top:
            top, found = t.score[seat], bit(seat)
        elif t.score[seat] == top:
            found |= bit(seat)
    return found


@leaf
def who_lose(t, winners):
    """R7, A27: those with the fewest points, as bits; without who wins by a tie-break among them."""
    least, found = t.score[0], NIL
    for i in range(t.rotation.players):
        least = min(least, t.score[i])
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if t.score[seat] == least:
            found |= bit(seat)
    return found & ~winners if found & ~winners != 0 else found


@leaf
def settle(t, best):
    """A24: who wins of several with the most points, as bits."""
    if t.rules.final_tie == FinalTie.SHARED:
        return best
    top, found = LEAST, NIL
    for i in range(t.rotation.players):
        seat = np.int64(i)
        if has(best, seat):
            most_cards = t.rules.final_tie == FinalTie.MOST_WON_CARDS
            value = t.won[seat] if most_cards else -untransformed(t, seat)
            if value > top:
                top, found = value, bit(seat)
            elif value == top:
                found |= bit(seat)
    return found


@leaf
def keep_match(t, winners):
    """Section 9: the whole table."""
    r, players = t.record, np.int64(t.rotation.players)
    r.n_players, r.start_seat, r.end_reason = players, t.starter, t.end
    r.turns = r.length = t.turn
    r.capped = t.end == BY_CAP
    t.record_words[REASON_AT + t.end], t.record_words[ENDED_AT + t.end] = 1, t.turn
    r.n_winners = bit_count(winners)
    r.shared_win = bit_count(winners) > 1
    r.deck_left = t.left
    r.removed_cards += t.in_use
    best, second, total = LEAST, LEAST, NIL
    for i in range(players):
        seat = np.int64(i)
        total += t.score[seat]
        if t.score[seat] > best:
            best, second = t.score[seat], best
        elif t.score[seat] > second:
            second = t.score[seat]
        if has(winners, seat):
            r.comeback = max(np.int64(r.comeback), t.behind[seat])
    r.score_total, r.margin = total, best - second
    keep_awakening(t, winners)


@leaf
def keep_awakening(t, winners):
    """Section 10: for whom Il risveglio ends a match."""
    r = t.record
    if t.end != BY_AWAKENING:
        return
    r.awakened, r.awakened_lead = 1, r.awakening_lead
    r.awakened_win = won_by(winners, np.int64(r.awakening_seat))


@leaf
def keep_seats(t, winners):
    """Section 9: every player."""
    r, players = t.record, np.int64(t.rotation.players)
    for i in range(players):
        seat = np.int64(i)
        position = around(t, seat - t.starter + players)
        won = won_by(winners, seat)
        r.win_share[seat], r.position[seat] = won, position
        t.record_words[POSITION_AT + position] = won
        t.record_words[DENIED_AT + position] = r.denied_turns[seat]
        r.strategy[seat] = policy_of(t, seat).kind
        r.score[seat], r.hand_left[seat] = t.score[seat], t.held[seat]
        r.transformed[seat] = t.marks[seat]
        rank, score = NIL + 1, t.score[seat]
        for other in range(players):
            rank += t.score[other] > score
        r.rank[seat] = rank
        for kind in range(5):
            t.record_words[KIND_AT + kind * WIDE + seat] = t.won_kind[seat, kind]


@leaf
def keep_turning(t):
    """Section 10: comebacks with and without the specials that turn a match."""
    used = NIL
    for seat in range(t.rotation.players):
        used |= np.int64(t.record.activated_mask[seat])
    for i in range(3):
        at = USED_AT + 4 * i + (NIL if has(used, TURNERS[i]) else NIL + 1)
        t.record_words[at] = 1
        t.record_words[at + 2] = t.record.comeback
    if t.record.comeback <= SCORE:
        count_turning(t, used, np.int64(t.record.comeback))


@leaf
def count_turning(t, used, comeback):
    """The same, by how far behind the winner was."""
    c = t.counts
    tables = (
        (c.comebacks_used_obedience, c.comebacks_unused_obedience),
        (c.comebacks_used_padre, c.comebacks_unused_padre),
        (c.comebacks_used_lord, c.comebacks_unused_lord),
    )
    for i in range(3):
        with_it, without = tables[i]
        with_it[comeback] += has(used, TURNERS[i])
        without[comeback] += not has(used, TURNERS[i])
