"""What the columns of goooal are divided by, how far they and their tables go (section 9).

And what is kept of series that are laid out by hand.
"""

import numpy as np
import pytest
from goooal_told import match_of, player
from telling import INTERPRETED

from sim.engine.table import begin
from sim.games.goooal.cards import SPECIALS
from sim.games.goooal.kernel_result import (
    clear_sums,
    keep_match,
    keep_scores,
    keep_series,
)
from sim.games.goooal.record import RECORD, TURNS
from sim.games.goooal.report import QUESTIONS
from sim.games.goooal.rules import Rules
from sim.games.goooal.state import BONUS, CAP, NOBODY
from sim.table import make_table

COLUMNS = {column.name: column for column in RECORD.columns}
MATCHES = "n_matches"
RATIOS = {
    "dealer_win": "won_matches",
    "first_dealer_wins": "first_won",
    "cards_per_play": "match_plays",
    "combo_rate": "match_plays",
    "voluntary_rate": "match_draw_turns",
    "pass_rate": "match_draw_turns",
    "respond_gardien": "match_goals_faced",
    "respond_coupe": "match_goals_faced",
    "respond_goooal": "match_goals_faced",
    "drawn_per_goooal": "match_played_goooal",
    "gift_visible_rate": "match_gifts",
    "bonus_turn": "bonus_matches",
    "bonus_win_rate": "all_wins",
    "loser_left": "losers",
    "comeback_from_zero": "trailers",
    "comeback_from_two_down": "champions",
    **{
        f"win_{no}{had}_{item}": f"{'without' if no else 'with'}_{had}_{item}"
        for had, items in (("open", (*SPECIALS, "own")), ("got", SPECIALS))
        for item in items
        for no in ("", "no_")
    },
}


def test_named_ratios_are_divided_by_what_section_9_says():
    """Match columns by the matches of the series, all end reasons; series columns by nothing."""
    for name, column in COLUMNS.items():
        expected = MATCHES if name.startswith("match_") else RATIOS.get(name)
        assert (column.per or None) == expected, name
    assert {*RATIOS} <= {*COLUMNS}
    assert {*RATIOS.values(), MATCHES} <= {*COLUMNS}


def test_a_place_after_the_dealer_needs_so_many_players():
    """`win_rel`: places 0 to P - 1."""
    assert [COLUMNS[f"match_win_rel_{k}"].players for k in range(6)] == [*range(1, 7)]


def test_i7_columns_and_tables_hold_whatever_the_options_allow():
    """Wins up to series_wins + bonus_wins; before a match less than series_wins; turns up to 1000."""
    limits = {name: field.metadata for name, field in Rules.model_fields.items()}
    most = {
        name: next(m.le for m in metadata if hasattr(m, "le"))
        for name, metadata in limits.items()
        if any(hasattr(m, "le") for m in metadata)
    }
    wins = most["series_wins"] + most["bonus_wins"]
    assert COLUMNS["wins"].high == wins
    axes = {matrix.name: [axis[1:] for axis in matrix.axes] for matrix in RECORD.matrices}
    score = [(0, most["series_wins"] - 1)] * 2
    turns = [(0, Rules().max_turns)]
    assert axes == {
        "matches_by_turns": turns,
        "bonuses_by_turn": turns,
        "losers_by_left": [(0, 256)],
        **dict.fromkeys(
            ("score_seen", "score_won", "score_seen_dealing", "score_won_dealing"), score
        ),
    }


@pytest.mark.parametrize("dealing", ["", "_dealing"])
def test_odds_of_the_champion_are_wins_among_starts(dealing):
    """Section 10: champion odds from each score."""
    rates = {rate.name: rate for rate in RECORD.rates}
    rate = rates[f"p_champion{dealing}"]
    assert (rate.hits, rate.trials) == (f"score_won{dealing}", f"score_seen{dealing}")


def test_lifts_compare_holders_with_others():
    """Section 10: win-rate lift of an opening-hand copy, of a copy held."""
    found = {c.name: (c.items, c.has, c.without) for c in RECORD.contrasts}
    assert found == {
        "opening": ((*SPECIALS, "own"), "win_open_{item}", "win_no_open_{item}"),
        "held": (SPECIALS, "win_got_{item}", "win_no_got_{item}"),
    }
    for contrast in RECORD.contrasts:
        called = dict(zip(contrast.items, contrast.labels, strict=True))
        assert called.pop("own", "own-team card") == "own-team card"
        assert called == {kind: kind.upper() for kind in SPECIALS}


def test_the_report_tells_how_many_cards_a_goooal_costs():
    """Section 10: expected cards drawn per GOOOAL."""
    asked = {name for question in QUESTIONS for name in question.of}
    assert {"drawn_per_goooal", "respond_gardien", "respond_coupe"} <= asked


# Series laid out by hand --------------------------------------------------------------------------

by_hand = pytest.mark.skipif(not INTERPRETED, reason="the record would be compiled again")


def table_of(rules=None, seats=("random",) * 2):
    """A table in its first match, of which nothing is kept yet."""
    t = make_table(match_of(rules, seats))[0]
    begin(t, np.uint64(0))
    clear_sums(t)
    t.number_of, t.dealer, t.first_dealer = 1, 0, 0
    return t


@by_hand
@pytest.mark.parametrize(("turns", "counted"), [(TURNS, 1), (TURNS + 1, 0)])
def test_tables_by_turns_hold_the_last_of_them(turns, counted):
    """Section 9: a match or a first bonus of 1000 turns is counted, a longer one is beyond the table."""
    t = table_of()
    t.turn, t.first_bonus, t.bonus_seats = turns, turns, 1
    keep_match(t, NOBODY, CAP)
    for table in (t.counts.matches_by_turns, t.counts.bonuses_by_turn):
        assert table.sum() == counted
        assert table[TURNS] == counted


@by_hand
@pytest.mark.parametrize(
    ("unit", "reason", "capped"),
    [("match", CAP, 1), ("match", BONUS, 0), ("series", CAP, 1), ("series", BONUS, 1)],
)
def test_r23_a_match_is_capped_by_its_turns_and_a_series_without_champion(unit, reason, capped):
    """Section 9: of a match end_reason 1, not 2, which is a bonus that ends it; of a series no champion."""
    t = table_of({"unit": unit})
    keep_match(t, NOBODY, reason)
    keep_series(t, NOBODY)
    assert (t.record.capped, t.record.no_winner) == (capped, 1)
    assert t.record.ended_by_bonus == (reason == BONUS)


@by_hand
@pytest.mark.parametrize(("deficit", "comeback"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_a_champion_who_was_two_wins_down_came_back(deficit, comeback):
    """`comeback_from_two_down`: max_deficit >= 2, of the champion alone."""
    t = table_of()
    t.record.max_deficit[:2] = (4, deficit)
    keep_series(t, 1)
    assert t.record.comeback_from_two_down == comeback


@by_hand
def test_a_seat_counts_once_at_a_score_and_once_as_its_dealer():
    """Section 10, champion odds from each score: a series ends once, however long a score stands."""
    t = table_of({"next_dealer": "rotate"}, seats=("random",) * 3)
    starts = [(0, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 1), (0, 2, 1)]  # wins of the seats
    dealers = [0, 0, 2, 0, 1, 2]
    t.number_of = len(starts)
    for match, wins in enumerate(starts):
        t.dealt[match] = dealers[match]
        for seat in range(3):
            others = wins[:seat] + wins[seat + 1 :]
            t.seen[match, seat] = wins[seat], max(others)
    keep_scores(t, 1)
    kept = {
        name: {tuple(map(int, at)): int(table[tuple(at)]) for at in np.argwhere(table)}
        for name in ("score_seen", "score_won", "score_seen_dealing", "score_won_dealing")
        for table in [getattr(t.counts, name)]
    }
    seen = {(0, 0): 3, (0, 1): 2, (1, 0): 1, (1, 1): 2, (0, 2): 1, (2, 1): 1, (1, 2): 1}
    dealing = {(0, 0): 1, (0, 1): 2, (1, 1): 1, (1, 2): 1}
    assert kept == {
        "score_seen": seen,
        "score_won": {(0, 0): 1, (1, 0): 1, (1, 1): 1, (2, 1): 1},
        "score_seen_dealing": dealing,
        "score_won_dealing": {(1, 1): 1},
    }


@by_hand
def test_strategies_kept_are_those_of_the_contenders_in_the_seats():
    t = table_of(seats=("random", player()))
    for contenders in ((0, 1), (1, 0)):
        t.contender[:2] = contenders
        keep_series(t, NOBODY)
        assert tuple(t.record.strategy[:2]) == contenders
