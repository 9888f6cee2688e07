"""Who has won, and what the record keeps of a match (R19-R23, section 9 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, bit_count, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rotation import around
from sim.engine.shares import share_of
from sim.games.singaporean_dream.decisions_worth import following, policy_of, standing
from sim.games.singaporean_dream.kernel_kept import (
    keep_dreams,
    keep_kinds,
    keep_minds,
    keep_neighbours,
    keep_plays,
    keep_ways,
)
from sim.games.singaporean_dream.record import WIDEST
from sim.games.singaporean_dream.rules_words import FinalTie
from sim.games.singaporean_dream.state import AT, NOBODY
from sim.games.singaporean_dream.story import Event

ORDER_AT = AT["win_order_0"]
WITH_AT, WON_AT, SCORE_AT = (AT[f"{name}_personality_0"] for name in ("with", "win", "score"))
NEVER = np.int64(-WIDEST - 1)
BY_DREAMS, BY_PRICE, BY_CASH, BY_NOTHING = (np.int64(i) for i in range(4))


@rule
def finish(t, capped, log):
    """The end: standings, winners, the record."""
    winners = find_winners(t)
    for seat in range(t.rotation.players):
        emit(log, Event.STANDING, np.int64(seat), t.score[seat], t.worth[seat], t.funds[seat])
    t.record.tie_stage = tie_stage(t)
    emit(log, Event.WINNERS, NIL, winners, np.int64(t.record.tie_stage), NIL)
    keep_match(t, winners, capped)
    keep_seats(t, winners)
    keep_people(t, winners)
    keep_dreams(t)
    keep_ways(t, winners)
    keep_neighbours(t, winners)
    keep_minds(t, winners)
    keep_plays(t, winners)
    keep_kinds(t, winners)


@leaf
def find_winners(t):
    """R21-R23: those with the best standing as a mask; `final_tie` may name the last one."""
    top, winners, seat = np.int64(-1), NIL, t.starter
    for _ in range(t.rotation.players):
        place = standing(t, seat)
        if place > top or (place == top and t.rules.final_tie == FinalTie.LATER_IN_ORDER):
            top, winners = place, bit(seat)
        elif place == top:
            winners |= bit(seat)
        seat = following(t, seat)
    return winners


@leaf
def tie_stage(t):
    """R22: what tells the best players apart: dreams, price, cash, or nothing."""
    score = worth = funds = np.int64(-1)
    dreams = prices = money = NIL
    for seat in range(t.rotation.players):
        if t.score[seat] > score:
            score, worth, funds, dreams, prices, money = (
                t.score[seat],
                NOBODY,
                NOBODY,
                NIL,
                NIL,
                NIL,
            )
        if t.score[seat] == score:
            dreams += 1
            if t.worth[seat] > worth:
                worth, funds, prices, money = t.worth[seat], NOBODY, NIL, NIL
            if t.worth[seat] == worth:
                prices += 1
                if t.funds[seat] > funds:
                    funds, money = t.funds[seat], NIL
                money += t.funds[seat] == funds
    if dreams == 1:
        return BY_DREAMS
    if prices == 1:
        return BY_PRICE
    return BY_CASH if money == 1 else BY_NOTHING


@leaf
def keep_match(t, winners, capped):
    """Section 9: the whole table."""
    r, players = t.record, t.rotation.players
    share = share_of(winners)
    r.turns = r.length = t.turn
    r.rounds = (t.turn + players - 1) // players
    r.capped, r.winner_mask, r.start_seat = capped, winners, t.starter
    r.shared_win = bit_count(winners) > 1
    best, second = NIL - 1, NIL - 1
    for seat in range(players):
        if t.score[seat] > best:
            best, second = t.score[seat], best
        elif t.score[seat] > second:
            second = t.score[seat]
    r.margin = best - second
    r.power_stopped = r.stopped_powers
    r.first_stops, r.stop_countered = r.stops - r.counters, r.counters
    r.pile_ended = t.next_dream == t.pile_size
    if r.half_known != 0 and has(winners, np.int64(r.half_leader)):
        r.half_leader_wins = share
    if r.pile_ended != 0 and has(winners, np.int64(r.last_taker)):
        r.last_taker_wins = share


@leaf
def keep_seats(t, winners):
    """Section 9: every player."""
    r, players = t.record, t.rotation.players
    share = share_of(winners)
    for seat in range(players):
        won = share if has(winners, np.int64(seat)) else NIL
        place = around(t, seat - t.starter + players)
        r.win_share[seat], r.turn_order[seat] = won, place
        t.record_words[ORDER_AT + place] = won
        r.personality[seat], r.strategy[seat] = t.persona[seat], policy_of(t, seat).kind
        r.score[seat], r.dream_value[seat] = t.score[seat], t.worth[seat]
        r.bank_end[seat], r.hand_end[seat], r.n_dreams[seat] = (
            t.funds[seat],
            t.held[seat],
            t.owned[seat],
        )
        if r.half_known == 0:
            r.score_at_half[seat], r.ahead_at_half[seat] = NOBODY, NEVER


@leaf
def keep_people(t, winners):
    """Section 10: personalities, and who meets whom."""
    players, alone = t.rotation.players, bit_count(winners) == 1
    share = share_of(winners)
    for seat in range(players):
        person, won = t.persona[seat], has(winners, np.int64(seat))
        t.record_words[WITH_AT + person] = 1
        t.record_words[WON_AT + person] = share if won else NIL
        t.record_words[SCORE_AT + person] = t.score[seat]
        for other in range(players):
            if other != seat:
                t.counts.pairs_met[person, t.persona[other]] += 1
                t.counts.pairs_won[person, t.persona[other]] += won and alone


@leaf
def note_leader(t):
    """Section 9: at the end of a turn, whether another player leads alone."""
    best, leader = NIL - 1, NOBODY
    for seat in range(t.rotation.players):
        if t.score[seat] > best:
            best, leader = t.score[seat], np.int64(seat)
        elif t.score[seat] == best:
            leader = NOBODY
    if leader != NOBODY:
        t.record.lead_changes += t.sole != NOBODY and t.sole != leader
        t.sole = leader
