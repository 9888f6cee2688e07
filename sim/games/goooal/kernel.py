"""A series of matches of goooal, or one match (section 6 of RULES.md)."""

import numpy as np

from sim.engine.kernel import entry, leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.table import begin, keep
from sim.games.goooal.decisions import choose_direction
from sim.games.goooal.kernel_deal import deal, turn_first
from sim.games.goooal.kernel_play import win
from sim.games.goooal.kernel_result import (
    best_of,
    clear_sums,
    keep_match,
    keep_series,
    note_start,
)
from sim.games.goooal.kernel_seats import advance, lose_turns
from sim.games.goooal.kernel_turn import take_turn
from sim.games.goooal.rules_words import (
    DirectionMode,
    FirstCard,
    FirstDealer,
    NextDealer,
    Starter,
    TeamChoice,
    Unit,
)
from sim.games.goooal.state import (
    ARBITRE,
    BONUS,
    CAP,
    DEALERS,
    EMPTY,
    GOING,
    GOOOAL,
    NOBODY,
    TABLE,
    TEAM_DRAWS,
    WON,
    set_components,
)
from sim.games.goooal.story import Event

__all__ = ["TABLE", "play_chunk", "set_components", "tell_match"]


@entry
def play_chunk(tables, first, out):
    """Play matches first, first + 1, ... into the columns of `out`, shape (words, matches)."""
    t = tables[0]
    for row in range(out.shape[1]):
        begin(t, first + np.uint64(row))
        play_series(t, None)
        keep(t, out, row)


@entry
def tell_match(tables, match, logs, out):
    """Play one match with the log on, into the one column of `out`."""
    t = tables[0]
    begin(t, match)
    play_series(t, logs[0])
    keep(t, out, np.int64(0))


@rule
def play_series(t, log):
    """R2, R3, R23: matches until somebody has the wins, or the cap; one match as unit."""
    set_up(t, log)
    alone = t.rules.unit == Unit.MATCH
    most = NIL + 1 if alone else np.int64(t.rules.max_matches)
    champion, winner = NOBODY, NOBODY
    while champion == NOBODY and t.number_of < most:
        t.number_of += 1
        winner = play_match(t, log)
        champion = best_of(t)
        if champion == NOBODY and winner != NOBODY:  # A28: else the same player deals
            t.dealer = next_dealer(t, winner)
    if alone:
        champion = winner
    elif champion != NOBODY:
        emit(log, Event.CHAMPION, champion, NIL, NIL, NIL)
    else:
        emit(log, Event.NO_CHAMPION, NIL, NIL, NIL, NIL)
    keep_series(t, champion)


@rule
def set_up(t, log):
    """R1, A3, A4: teams, the first dealer, nothing won and nothing laid."""
    players = t.rotation.players
    clear_sums(t)
    t.number_of = 0
    for card in range(t.cards):
        t.is_laid[card] = 0
    for seat in range(players):
        t.wins[seat] = t.reached[seat] = t.laid[seat] = 0
    for i in range(t.teams):
        t.deck[i] = i
    for seat in range(players):
        if t.rules.team_choice == TeamChoice.RANDOM:
            other = seat + below(t, TEAM_DRAWS, t.teams - seat)
            held = t.deck[seat]
            t.deck[seat] = t.deck[other]
            t.deck[other] = held
        t.own[seat] = t.team_ids[t.deck[seat]]
        emit(log, Event.TEAM, seat, np.int64(t.own[seat]), NIL, NIL)
    t.dealer = NIL
    if t.rules.first_dealer == FirstDealer.RANDOM:
        t.dealer = below(t, DEALERS, players)
    t.first_dealer = t.dealer


@leaf
def next_dealer(t, winner):
    """R4, A34: who deals after a won match."""
    if t.rules.next_dealer == NextDealer.WINNER:
        return winner
    if t.rules.next_dealer == NextDealer.ROTATE:
        return (t.dealer + 1) % t.rotation.players
    return most_left(t)


@leaf
def most_left(t):
    """The player with the most cards left, by lot among several."""
    most, ties, players = NIL, NIL, t.rotation.players
    for seat in range(players):
        ties = ties + 1 if t.held[seat] == most else NIL + 1 if t.held[seat] > most else ties
        most = max(most, t.held[seat])
    rank = below(t, DEALERS, ties) if ties > 1 else NIL
    seat = NIL
    while t.held[seat] != most or rank > 0:
        rank -= t.held[seat] == most
        seat += 1
    return seat


@rule
def play_match(t, log):
    """play_match(dealer): the winner, NOBODY without one."""
    dealer = t.dealer
    note_start(t)
    emit(log, Event.MATCH, dealer, t.number_of, NIL, NIL)
    seat = open_match(t, dealer, log)
    winner, reason, ending = NOBODY, CAP, GOING
    while t.turn < t.rules.max_turns and ending == GOING:
        t.turn += 1
        ending, skips = take_turn(t, seat, log)
        if ending == WON:
            winner, reason = seat, EMPTY
            win(t, seat, NIL + 1)
            emit(log, Event.WIN, seat, t.wins[seat], NIL, NIL)
        elif ending != GOING:
            reason = BONUS
        else:
            seat = lose_turns(t, advance(t, seat, NIL), skips, log)
    if reason == CAP:
        emit(log, Event.CAPPED, NIL, NIL, NIL, NIL)
    keep_match(t, winner, reason)
    if t.bonus_seats != 0 or t.rules.keep_laid == 0:
        return_laid(t, log)
    return winner


@rule
def open_match(t, dealer, log):
    """R5-R7, A6, A18: direction, deal, base, and what the first card does; who acts first."""
    players = t.rotation.players
    t.penalty = t.turn = t.bonus_seats = t.first_bonus = 0
    t.dir = 1
    if t.rules.direction_mode == DirectionMode.DEALER_CHOICE and players > 2:
        down = choose_direction(t, dealer)
        t.dir = 1 - 2 * down
        emit(log, Event.DIRECTION, dealer, down, NIL, NIL)
    deal(t, log)
    turn_first(t, dealer, log)
    seat = dealer
    if t.rules.starter == Starter.NEXT:
        seat = advance(t, dealer, NIL)
    t.record.match_started[seat] += 1
    first, kind = t.rules.first_card, t.kind[t.top]
    if kind == ARBITRE and (first == FirstCard.APPLY or first == FirstCard.ARBITRE_ONLY):
        seat = lose_turns(t, seat, np.int64(t.rules.arbitre_skip), log)
    if kind == GOOOAL and first == FirstCard.APPLY:
        t.penalty = t.rules.goal_draw
    return seat


@leaf
def return_laid(t, log):
    """R12, R13: at the end of the match all laid cards go back to the deck."""
    laid = NIL
    for seat in range(t.rotation.players):
        laid += t.laid[seat]
        t.laid[seat] = 0
    for card in range(t.cards):
        t.is_laid[card] = 0
    if laid > 0:
        emit(log, Event.RETURNED, NIL, NIL, NIL, NIL)
