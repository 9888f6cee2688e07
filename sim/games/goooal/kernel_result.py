"""What is kept of matches and of their series (section 9 of RULES.md)."""
# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sim.engine.kernel import leaf, rule
from sim.engine.log import NIL
from sim.engine.shares import SHARE
from sim.games.goooal.decisions_legal import policy_of
from sim.games.goooal.record import TURNS
from sim.games.goooal.rules_words import Unit
from sim.games.goooal.state import AT, BONUS, CAP, EMPTY, NOBODY, PLAYER

SEATS_WIDE = AT["match_open_goooal"] - AT["match_open_arbitre"]  # words of a per-seat column
ITEM_WIDE = AT["with_open_goooal"] - AT["with_open_arbitre"]
OPEN_AT, GOT_AT = AT["match_open_arbitre"], AT["match_got_arbitre"]
WITH_OPEN_AT, WITH_GOT_AT = AT["with_open_arbitre"], AT["with_got_arbitre"]
PLAYED_AT, RELATIVE_AT = AT["match_played_player"], AT["match_win_rel_0"]
ENDS_AT, FIRSTS_AT = AT["match_end_reason_0"], AT["match_first_kind_0"]
FINISHES_AT = AT["match_finish_kind_0"]
WITH, WITHOUT, WON_WITH, WON_WITHOUT = (np.int64(i) for i in range(4))


@leaf
def clear_sums(t):
    """Sums over matches of another series."""
    for kind in range(len(t.played)):
        t.played[kind] = t.first_kinds[kind] = 0
        for i in range(4):
            t.open_held[kind, i] = t.got_held[kind, i] = 0
    for kind in range(len(t.finishes)):
        t.finishes[kind] = 0
    for reason in range(len(t.ends)):
        t.ends[reason] = 0
    for seat in range(t.rotation.players):
        t.relative[seat] = 0
        for kind in range(len(t.played)):
            t.open_cards[seat, kind] = t.got_cards[seat, kind] = 0


@leaf
def note_start(t):
    """Section 9: the scores that a match begins with, who is behind, who deals."""
    r, players, match = t.record, t.rotation.players, t.number_of - 1
    point = t.rules.series_wins - 1
    t.dealt[match] = t.dealer
    r.match_dealt[t.dealer] += 1
    for seat in range(players):
        wins, best = t.wins[seat], NIL
        for other in range(players):
            if other != seat:
                best = max(best, t.wins[other])
        t.seen[match, seat, 0], t.seen[match, seat, 1] = wins, best
        r.match_wins_before[seat] += wins
        r.max_deficit[seat] = max(np.int64(r.max_deficit[seat]), best - wins)
        r.trailed_zero_vs_point[seat] |= (wins == 0) & (best == point) & (point > 0)


@rule
def keep_match(t, winner, reason):
    """Section 9: what a match adds to the sums of its series."""
    r, turns = t.record, t.turn
    t.ends[reason] += 1
    r.match_no_winner += reason != EMPTY
    r.match_capped += reason == CAP
    r.match_turns += turns
    r.match_length += turns
    r.match_dir += t.dir == 1
    if turns <= TURNS:
        t.counts.matches_by_turns[turns] += 1
    if t.bonus_seats != 0:
        keep_bonus(t)
    for seat in range(t.rotation.players):
        r.match_left[seat] += t.held[seat]
        r.match_laid_end[seat] += t.laid[seat]
        r.match_max_hand[seat] += t.most[seat]
        for kind in range(len(t.played)):
            t.open_cards[seat, kind] += t.opened[seat, kind]
            t.got_cards[seat, kind] += t.got[seat, kind]
    if winner != NOBODY:
        keep_winner(t, winner)


@leaf
def keep_bonus(t):
    """The first bonus of a match, and its turn."""
    r = t.record
    r.match_bonus_turn += t.first_bonus
    r.bonus_turn += t.first_bonus
    r.bonus_matches += 1
    if r.first_bonus_match == 0:
        r.first_bonus_match = t.number_of
    if t.first_bonus <= TURNS:
        t.counts.bonuses_by_turn[t.first_bonus] += 1


@leaf
def keep_winner(t, winner):
    """How a match was won, by whom, and what the losers have left."""
    r, players = t.record, t.rotation.players
    place = ((winner - t.dealer) * t.dir) % players
    t.relative[place] += 1
    t.finishes[t.last_kind] += 1
    r.match_win_share[winner] += SHARE
    r.won_matches += 1
    r.dealer_win += place == 0
    if t.number_of == 1:
        r.first_won = 1
        r.first_dealer_wins = place == 0
    r.losers += players - 1
    for seat in range(players):
        won = seat == winner
        if not won:
            r.loser_left += t.held[seat]
            t.counts.losers_by_left[t.held[seat]] += 1
        for kind in range(len(t.played)):
            note_holder(t.open_held[kind], t.opened[seat, kind] > 0, won)
            note_holder(t.got_held[kind], t.got[seat, kind] > 0, won)


@leaf
def note_holder(sums, holds, won):
    """A player of a won match, with or without an item."""
    if holds:
        sums[WITH] += 1
        sums[WON_WITH] += won
    else:
        sums[WITHOUT] += 1
        sums[WON_WITHOUT] += won


# The series ---------------------------------------------------------------------------------------


@rule
def keep_series(t, champion):
    """Section 9: the columns of the series; with unit = match its winner is the champion."""
    r, players = t.record, t.rotation.players
    alone = t.rules.unit == Unit.MATCH
    r.n_matches, r.turns_total = t.number_of, r.match_turns
    r.length = r.match_turns if alone else r.n_matches
    r.match_decisions = r.decisions
    r.no_winner, r.champions = champion == NOBODY, champion != NOBODY
    r.capped = r.match_capped if alone else r.no_winner
    r.n_bonus = r.match_n_bonus
    r.ended_by_bonus = t.ends[BONUS] > 0
    r.champion_is_first_dealer = champion == t.first_dealer
    r.first_dealer[t.first_dealer] = 1
    r.all_wins = r.won_matches
    for seat in range(players):
        r.win_share[seat] = SHARE if seat == champion else NIL
        r.wins[seat], r.bonus[seat] = t.wins[seat], r.match_bonus[seat]
        r.team[seat], r.strategy[seat] = t.own[seat], policy_of(t, seat).kind
        r.trailers += r.trailed_zero_vs_point[seat]
        r.all_wins += t.rules.bonus_wins * r.bonus[seat]
        r.bonus_win_rate += t.rules.bonus_wins * r.bonus[seat]
    if champion != NOBODY:
        r.comeback_from_zero = r.trailed_zero_vs_point[champion]
        r.comeback_from_two_down = r.max_deficit[champion] >= 2
    keep_ratios(t)
    keep_sums(t)
    keep_scores(t, champion)


@leaf
def keep_ratios(t):
    """What named ratios have in common with the sums of matches."""
    r = t.record
    r.cards_per_play, r.combo_rate = r.match_cards_played, r.match_combos
    r.voluntary_rate, r.pass_rate = r.match_voluntary_draws, r.match_passes
    r.respond_gardien, r.respond_coupe = r.match_resp_gardien, r.match_resp_coupe
    r.respond_goooal, r.drawn_per_goooal = r.match_resp_goooal, r.match_penalty_draws
    r.gift_visible_rate = r.match_gifts_visible


@rule
def keep_sums(t):
    """Sums by kind, place and item into the words of their columns."""
    words, players = t.record_words, t.rotation.players
    for place in range(players):
        words[RELATIVE_AT + place] = t.relative[place]
    for reason in range(len(t.ends)):
        words[ENDS_AT + reason] = t.ends[reason]
    for kind in range(len(t.finishes)):
        words[FINISHES_AT + kind] = t.finishes[kind]
    for kind in range(len(t.played)):
        words[PLAYED_AT + kind], words[FIRSTS_AT + kind] = t.played[kind], t.first_kinds[kind]
        item = kind - 1 if kind != PLAYER else len(t.played) - 1  # own-team cards come last
        for i in range(4):
            words[WITH_OPEN_AT + ITEM_WIDE * item + i] = t.open_held[kind, i]
            if kind != PLAYER:
                words[WITH_GOT_AT + ITEM_WIDE * item + i] = t.got_held[kind, i]
        for seat in range(players):
            words[OPEN_AT + SEATS_WIDE * item + seat] = t.open_cards[seat, kind]
            if kind != PLAYER:
                words[GOT_AT + SEATS_WIDE * item + seat] = t.got_cards[seat, kind]


@rule
def keep_scores(t, champion):
    """Section 9: the score before each match against the champion.

    Every seat counts once at a score: how its series ended says nothing new when it is there again.
    """
    counts = t.counts
    for match in range(t.number_of):
        for seat in range(t.rotation.players):
            own, best = np.int64(t.seen[match, seat, 0]), np.int64(t.seen[match, seat, 1])
            if matches_since(t, match, seat) == 0:
                counts.score_seen[own, best] += 1
                counts.score_won[own, best] += seat == champion
            if seat == t.dealt[match] and not has_dealt(t, match, seat):
                counts.score_seen_dealing[own, best] += 1
                counts.score_won_dealing[own, best] += seat == champion


@leaf
def matches_since(t, match, seat):
    """Matches just before one that began with the same score of a seat: wins only grow."""
    first = match
    while first > 0 and (
        t.seen[first - 1, seat, 0] == t.seen[match, seat, 0]
        and t.seen[first - 1, seat, 1] == t.seen[match, seat, 1]
    ):
        first -= 1
    return match - first


@leaf
def has_dealt(t, match, seat):
    """Whether a seat dealt an earlier match that began with the same score of it."""
    for before in range(match - matches_since(t, match, seat), match):
        if t.dealt[before] == seat:
            return True
    return False


@leaf
def best_of(t):
    """A29: the champion, who has most of the wins that end a series, or had them first; NOBODY."""
    found = NOBODY
    for seat in range(t.rotation.players):
        if t.wins[seat] >= t.rules.series_wins:
            more = found == NOBODY or t.wins[seat] > t.wins[found]
            first = found != NOBODY and t.wins[seat] == t.wins[found]
            if more or (first and t.reached[seat] < t.reached[found]):
                found = np.int64(seat)
    return found
