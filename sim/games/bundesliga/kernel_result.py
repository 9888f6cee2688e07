"""What is kept of a match, and who wins it (R26, A19, section 9 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.choice import bit, has
from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.shares import share_of
from sim.games.bundesliga.kernel_bank import is_live, note_last
from sim.games.bundesliga.rules_words import WinnerRule
from sim.games.bundesliga.state import FOR_CAPITAL, MONEY_AT, WORDS_A_COLUMN
from sim.games.bundesliga.story import Event

MOST = np.int64(2**31 - 1)  # a record holds 32 bits


@leaf
def stored(number):
    """A number as a record can hold it."""
    return min(max(number, -MOST), MOST)


@rule
def keep_lap(t, seat):
    """Section 9: a player after the first lap of the first season, before any bonus."""
    r = t.record
    t.lapped |= bit(seat)
    r.points_lap1[seat] = t.points[seat]
    r.cash_lap1[seat] = stored(t.cash[seat])
    r.strength_lap1[seat], r.squad_lap1[seat] = t.strength[seat], t.squad[seat]


@leaf
def keep_left(t, seat):
    """Section 9: a player who left before completing the first lap has its last values."""
    r = t.record
    r.points_lap1[seat] = t.points[seat]
    if is_live(t, seat):
        note_last(t, seat)
    r.cash_lap1[seat] = stored(t.last_cash[seat])
    r.strength_lap1[seat], r.squad_lap1[seat] = t.last_strength[seat], t.last_squad[seat]


@rule
def keep_season(t):
    """Section 9: the table of the first season."""
    r, players = t.record, t.rotation.players
    most = most_half = second = NIL - 1
    least = MOST
    for seat in range(players):
        if not has(t.lapped, seat):
            keep_left(t, seat)
        points = t.points[seat]
        r.points[seat] = points
        r.points_lap2[seat] = points - r.points_lap1[seat]
        r.relegated[seat] = not is_live(t, seat)
        r.n_relegated += not is_live(t, seat)
        r.cup_rounds[seat] = t.cup_won[seat]
        r.cup_eliminated[seat] = has(t.cup_out, seat)
        most_half = max(most_half, np.int64(r.points_lap1[seat]))
        least = min(least, points)
        second = max(second, min(points, most))
        most = max(most, points)
    r.points_spread = most - least
    r.points_gap_1_2 = most - second
    for seat in range(players):
        r.half_leader_mask |= (r.points_lap1[seat] == most_half) << seat


@rule
def keep_result(t, log):
    """Section 9: the columns of the whole match, and the winners."""
    r, players = t.record, t.rotation.players
    for seat in range(players):
        if is_live(t, seat):
            note_last(t, seat)
    candidates = find_candidates(t)
    for seat in range(players):
        if has(candidates, seat):
            wealth = t.rules.winner_rule == WinnerRule.WEALTH
            money = t.last_wealth[seat] if wealth else t.last_cash[seat]
            emit(log, Event.FINAL, seat, t.last_points[seat], money, t.last_strength[seat])
    winners = find_winners(t, candidates)
    emit(log, Event.WINNERS, NIL, winners, NIL, NIL)
    r.length, r.starter, r.capped = r.turns_total, t.starter, t.capped
    r.seasons_played = t.season
    r.winner_mask, r.no_winner = winners, winners == 0
    r.all_relegated = t.live == 0
    share = share_of(winners) if winners != 0 else NIL
    for seat in range(players):
        r.win_share[seat] = share if has(winners, seat) else 0
        keep_player(t, seat)
        r.rank[seat] = rank_of(t, seat)
    keep_halves(t, winners)


@leaf
def keep_player(t, seat):
    """Section 9: what a player has at the end, or had when it dropped out."""
    r = t.record
    r.relegated_season[seat] = t.out_season[seat]
    r.bankrupt[seat] = has(t.bankrupt, seat)
    r.cash_end[seat], r.cash_min[seat] = stored(t.last_cash[seat]), stored(t.low[seat])
    r.strength_end[seat], r.squad_end[seat] = t.last_strength[seat], t.last_squad[seat]
    r.wealth_end[seat] = stored(t.last_wealth[seat])
    for ledger in range(FOR_CAPITAL):
        word = MONEY_AT + WORDS_A_COLUMN * ledger + seat
        t.record_words[word] = stored(t.ledger[ledger, seat])


@leaf
def keep_halves(t, winners):
    """Whether a leader, or one of the last, after the first lap wins (section 10)."""
    r = t.record
    r.half_leader_wins = r.half_leader_mask & winners != 0
    least, most = np.int64(r.points_lap1[0]), np.int64(r.points_lap1[0])
    for seat in range(t.rotation.players):
        least = min(least, np.int64(r.points_lap1[seat]))
        most = max(most, np.int64(r.points_lap1[seat]))
    for seat in range(t.rotation.players):
        last = r.points_lap1[seat] == least and least < most
        r.half_last_wins |= last and has(winners, seat)


# Who is better ------------------------------------------------------------------------------------


@leaf
def winner_key(t, seat, place):
    """A19: the numbers that decide, the first one first: place 0, 1, 2."""
    rule_ = t.rules.winner_rule
    if place > 1:
        return t.last_strength[seat]
    if (rule_ == WinnerRule.POINTS) == (place == 0):
        return t.last_points[seat]
    return t.last_wealth[seat] if rule_ == WinnerRule.WEALTH else t.last_cash[seat]


@rule
def compare_keys(t, one, other):
    """1 if the key of `one` is better, -1 if worse, 0 if equal."""
    for place in range(3):
        mine, theirs = winner_key(t, one, place), winner_key(t, other, place)
        if mine != theirs:
            return np.int64(1) if mine > theirs else np.int64(-1)
    return NIL


@leaf
def find_candidates(t):
    """R26, A19: those never relegated, else, if allowed, those of the last season, as a mask."""
    if t.live == 0 and t.rules.relegated_can_win != 0:
        return t.entered & ~t.bankrupt
    return t.live


@leaf
def find_winners(t, candidates):
    """R26, A19: which candidates have the best key, as a mask; equals share."""
    winners = NIL
    for seat in range(t.rotation.players):
        if has(candidates, seat):
            best = True
            for other in range(t.rotation.players):
                if has(candidates, other) and compare_keys(t, other, seat) > 0:
                    best = False
            winners |= bit(seat) if best else NIL
    return winners


@leaf
def rank_of(t, seat):
    """Section 9: 1 and one for each seat that is strictly better."""
    rank = NIL + 1
    for other in range(t.rotation.players):
        rank += is_better(t, other, seat)
    return rank


@leaf
def is_better(t, one, other):
    """Section 9: never relegated, later relegated, not bankrupt, then the winner's key."""
    if t.out_season[one] != t.out_season[other]:
        return t.out_season[one] == 0 or 0 < t.out_season[other] < t.out_season[one]
    if has(t.bankrupt, one) != has(t.bankrupt, other):
        return has(t.bankrupt, other)
    return compare_keys(t, one, other) > 0
