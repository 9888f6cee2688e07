"""A match of Bundesliga: seasons, rounds, turns (section 6 of RULES.md)."""

import numpy as np

from sim.engine.choice import bit, full
from sim.engine.kernel import entry, leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.table import begin, keep
from sim.games.bundesliga.decisions import policy_of
from sim.games.bundesliga.kernel_bank import (
    book,
    book_due,
    deal_squad,
    drop_out,
    is_live,
    return_squad,
)
from sim.games.bundesliga.kernel_cards import shuffle_stacks
from sim.games.bundesliga.kernel_result import keep_lap, keep_result, keep_season
from sim.games.bundesliga.kernel_spaces import away_match, land
from sim.games.bundesliga.kernel_trade import window_after, window_before
from sim.games.bundesliga.rules_words import FirstPlayer, LapEnd, RoundOrder, SaleTiming
from sim.games.bundesliga.state import (
    DICE,
    FIRST,
    FOR_BONUS,
    FOR_CAPITAL,
    TABLE,
    set_components,
)
from sim.games.bundesliga.story import Event

__all__ = ["TABLE", "play_chunk", "set_components", "tell_match"]


@entry
def play_chunk(tables, first, out):
    """Play matches first, first + 1, ... into the columns of `out`, shape (words, matches)."""
    t = tables[0]
    for row in range(out.shape[1]):
        begin(t, first + np.uint64(row))
        play_match(t, None)
        keep(t, out, row)


@entry
def tell_match(tables, match, logs, out):
    """Play one match with the log on, into the one column of `out`."""
    t = tables[0]
    begin(t, match)
    play_match(t, logs[0])
    keep(t, out, np.int64(0))


@rule
def play_match(t, log):
    """A18: seasons while two players are left."""
    set_up(t, log)
    going = True
    while going:
        t.season += 1
        play_season(t, log)
        several = t.live & (t.live - 1) != 0
        going = t.season < t.rules.seasons and t.capped == 0
        if going and not several:
            emit(log, Event.EARLY_END, NIL, t.live, NIL, NIL)
        going = going and several
    keep_result(t, log)


@rule
def set_up(t, log):
    """R1-R7, R15: the starter, shuffled stacks, capital and squads."""
    players = t.rotation.players
    t.season = t.capped = t.bankrupt = t.lapped = 0
    t.live = full(players)
    t.starter = 0
    if t.rules.first_player == FirstPlayer.RANDOM:
        t.starter = below(t, FIRST, players)
    emit(log, Event.STARTER, t.starter, players, NIL, NIL)
    shuffle_stacks(t)
    for value in range(len(t.stock)):
        t.stock[value] = t.count[value]
    for seat in range(players):
        set_up_player(t, seat, log)


@leaf
def set_up_player(t, seat, log):
    """R3, R4: capital and squad of a player."""
    for entry_ in range(len(t.ledger)):
        t.ledger[entry_, seat] = 0
    for value in range(len(t.stock)):
        t.own[seat, value] = 0
    t.cash[seat] = t.squad[seat] = t.strength[seat] = t.out_season[seat] = 0
    t.helds[seat] = t.waits_for[seat] = 0
    t.record.strategy[seat] = policy_of(t, seat).kind
    t.low[seat] = t.rules.start_capital
    deal_squad(t, seat)
    book_due(t, seat, t.rules.start_capital, FOR_CAPITAL, log)


# Seasons and rounds -------------------------------------------------------------------------------


@leaf
def play_season(t, log):
    """Section 6: rounds, then relegation (R25)."""
    rules, players = t.rules, t.rotation.players
    emit(log, Event.SEASON, NIL, t.season, NIL, NIL)
    t.entered = t.in_cup = t.live  # R5, A20, A31: all are in the Cup at first
    t.cup_out = 0
    if t.season > 1:
        carry_on(t, log)
    for seat in range(players):
        t.position[seat] = t.points[seat] = t.pips[seat] = t.laps[seat] = t.cup_won[seat] = 0
    order_seats(t)
    if rules.wait_at_start != 0:
        play_rounds(t, log)
    else:
        begin_laps(t, t.live)
        play_until(t, rules.rounds_per_season, log)
    if rules.seasons > 1:
        emit(log, Event.SEASON_OVER, NIL, t.season, NIL, NIL)
    relegate(t, log)
    if t.season == 1:
        keep_season(t)


@rule
def carry_on(t, log):
    """A18: what survivors take into a new season."""
    rules = t.rules
    if rules.carry_squad == 0:
        for seat in range(t.rotation.players):
            if is_live(t, seat):
                return_squad(t, seat)
        emit(log, Event.NEW_SQUADS, NIL, NIL, NIL, NIL)
    for seat in range(t.rotation.players):
        if is_live(t, seat):
            if rules.carry_squad == 0:
                deal_squad(t, seat)
            if rules.carry_cash == 0:
                book(t, seat, rules.start_capital - t.cash[seat], FOR_CAPITAL, log)
            book(t, seat, rules.new_season_capital, FOR_CAPITAL, log)


@leaf
def order_seats(t):
    """R7: seat order from the starting player."""
    players = t.rotation.players
    t.ordered = players
    t.arrived = 0
    for i in range(players):
        seat = t.starter + i
        t.order[i] = seat if seat < players else seat - players


@rule
def play_rounds(t, log):
    """R23, R24, A6, A29: all wait at the start space, receive the bonus, and go on together."""
    rules, players = t.rules, t.rotation.players
    for number in range(1, rules.rounds_per_season + 1):
        if t.live == 0:
            return
        emit(log, Event.ROUND, NIL, np.int64(number), NIL, NIL)
        if number > 1:
            for seat in range(players):
                if is_live(t, seat):
                    book(t, seat, rules.round_bonus, FOR_BONUS, log)
            if rules.round_order == RoundOrder.ARRIVAL:
                t.ordered = t.arrived
                for i in range(t.arrived):
                    t.order[i] = t.arrival[i]
        t.arrived = 0
        begin_laps(t, t.live)
        play_until(t, np.int64(number), log)
        if t.capped != 0:
            return


@rule
def begin_laps(t, seats):
    """Count a lap of each of the seats, for the chance of landing on a space."""
    laps = NIL
    while seats != 0:
        laps += 1
        seats &= seats - 1
    for space in range(t.spaces):
        t.counts.laps[space] += laps


@rule
def play_until(t, laps, log):
    """Passes over the seats until all who are left have completed so many laps, or the cap."""
    on_the_way = True
    while on_the_way:
        on_the_way = False
        for i in range(t.ordered):
            seat = np.int64(t.order[i])
            if is_live(t, seat) and t.laps[seat] < laps:
                if t.record.turns_total >= t.rules.max_turns:
                    t.capped = 1
                    emit(log, Event.CAPPED, NIL, NIL, NIL, NIL)
                    return
                take_turn(t, seat, log)
                on_the_way = True


@leaf
def relegate(t, log):
    """R25: who has too few table points drops out."""
    before = t.live
    for seat in range(t.rotation.players):
        if is_live(t, seat) and t.points[seat] < t.rules.relegation_points:
            emit(log, Event.RELEGATED, seat, t.points[seat], NIL, NIL)
            drop_out(t, seat, log)
    if t.live == before and before != 0:
        emit(log, Event.NO_RELEGATION, NIL, NIL, NIL, NIL)


# Turns --------------------------------------------------------------------------------------------


@leaf
def take_turn(t, seat, log):
    """R8, R20, R21, A8: trade, roll, move, trade; A34: nobody else does."""
    rules, laps = t.rules, t.laps[seat]
    t.record.turns_total += 1
    t.record.turns[seat] += 1
    window_before(t, seat, log)
    roll = roll_dice(t, seat)
    emit(log, Event.ROLL, seat, roll, t.pips[seat], NIL)
    if rules.post_roll_sale_timing == SaleTiming.BEFORE_MOVE:
        window_after(t, seat, log)
    move(t, seat, roll + t.pips[seat], log)
    if not is_live(t, seat):
        return
    if rules.post_roll_sale_timing == SaleTiming.AFTER_RESOLUTION:
        window_after(t, seat, log)
    if t.laps[seat] > laps:
        if t.season == 1 and laps == 0:
            keep_lap(t, seat)
        if rules.wait_at_start == 0 and t.laps[seat] < rules.rounds_per_season:
            begin_laps(t, bit(seat))
            book(t, seat, rules.round_bonus, FOR_BONUS, log)  # A7: on arrival


@leaf
def roll_dice(t, seat):
    """R8: the sum of the dice."""
    roll = NIL
    for _ in range(t.rules.dice_count):
        roll += 1 + below(t, DICE + np.uint64(seat), t.rules.die_faces)
    return roll


@leaf
def move(t, seat, pips, log):
    """R8-R11, A4, A5, A28: away matches on the way in board order, then the space itself."""
    here, rules = t.position[seat], t.rules
    to_go = t.spaces - here
    if rules.lap_end == LapEnd.EXACT and pips > to_go:
        emit(log, Event.STAY, seat, NIL, NIL, NIL)
        return
    end = here + min(pips, to_go)
    if rules.pass_counts != 0:
        for i in range(np.int64(t.ahead[here]), np.int64(t.ahead[end - 1])):
            away_match(t, seat, np.int64(t.stadium[i]), log)
    if pips < to_go:
        t.position[seat], t.pips[seat] = end, 0
        land(t, seat, end, log)
        return
    t.position[seat] = 0
    t.laps[seat] += 1
    t.pips[seat] = pips - to_go if rules.lap_end == LapEnd.CARRY else NIL
    t.arrival[t.arrived] = seat
    t.arrived += 1
    emit(log, Event.ARRIVE, seat, t.laps[seat], t.pips[seat], NIL)
