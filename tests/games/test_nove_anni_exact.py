"""Exact values of nove_anni (section 12 of RULES.md), and simulated beside them."""

from itertools import permutations

import numpy as np
import pytest
from nove_anni_told import (
    BITS,
    PAIR,
    SHIPPED,
    deck,
    fighter,
    match_of,
    of,
    only,
    player,
    several,
    turns,
)
from telling import INTERPRETED

from sim.games.nove_anni.cards import cards, pack_of
from sim.games.nove_anni.exact import (
    FIGHTERS,
    anchors,
    beats,
    curves,
    inactive,
    none_of,
    pair,
    plain_end,
    points,
    science_tie,
    tie,
)
from sim.games.nove_anni.exact_first import EACH, activates, first_awakening, hands
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.story import Event
from sim.games.nove_anni.strategies import STRATEGIES
from sim.play import play_rows

PLAIN = {"use_dream": False, "use_light": False}
ROWS = [row for row in cards(SHIPPED) if row.kind != "light"]
N = 12_000


def plain_turns(rules, players):
    """Turns of a match of the shipped cards without specials."""
    turns, _ = plain_end(rules, players, len(pack_of(rules, players, SHIPPED)))
    return turns


def test_opening_hands():
    assert 1 - none_of(63, 1, 8) == pytest.approx(0.126984, abs=1e-6)
    assert pytest.approx(1.015873, abs=1e-6) == 8 * 8 / 63
    assert none_of(63, 8, 8) == pytest.approx(0.314382, abs=1e-6)
    assert 1 - none_of(63, 4, 8) == pytest.approx(0.427438, abs=1e-6)
    four = sum(chance for hand, chance in hands(EACH, 63, 8) if hand[0] == 3 and hand[3] == 1)
    assert four == pytest.approx(0.00011752, abs=1e-8)
    assert sum(chance for _, chance in hands(EACH, 63, 8)) == pytest.approx(1)


def test_turns_without_specials():
    rules = Rules.read(PLAIN)
    found = [plain_turns(rules, p) for p in range(2, 7)]
    assert found == [6, 9, 6, 8, 6]
    assert plain_end(rules, 2, 55) == (6, [4, 3])


def test_ties_of_random_fighters():
    assert [round(tie(ROWS, j) * 1485) for j in range(4)] == [23, 17, 19, 16]
    assert 6 * sum(tie(ROWS, j) for j in range(4)) == pytest.approx(0.303030, abs=1e-6)
    assert science_tie(ROWS) == pytest.approx(23 / 1485)


def test_expected_total_scores():
    assert 6 * points(Rules.read(PLAIN), ROWS) == pytest.approx(24.080808, abs=1e-6)
    removed = Rules.read(PLAIN | {"own_card": "removed"})
    assert 6 * points(removed, ROWS) == pytest.approx(11.878788, abs=1e-6)


def test_kinds_against_kinds():
    table = {
        ("rascal", "friend"): (0.3764, 0.7363, 0.1951, 0.6813),
        ("friend", "fierce"): (0.6837, 0.3112, 0.8418, 0.2602),
        ("fierce", "tame"): (0.3418, 0.7143, 0.1327, 0.6888),
        ("tame", "rascal"): (0.5714, 0.2692, 0.8077, 0.3242),
    }
    for (one, other), wanted in table.items():
        found = [pair(SHIPPED, one, other, j) for j in range(4)]
        assert found == pytest.approx(wanted, abs=5e-5)
        assert pair(SHIPPED, other, one, 0) == pytest.approx(1 - found[0])
    assert all(pair(SHIPPED, kind, kind, j) == 0.5 for kind in FIGHTERS for j in range(4))


def test_the_two_filters():
    assert inactive(ROWS, ("friend", "rascal")) == pytest.approx(0.254545, abs=1e-6)
    assert inactive(ROWS, ("friend", "tame")) == pytest.approx(0.236364, abs=1e-6)


def test_il_risveglio_in_turn_1():
    first, second = first_awakening(Rules(), SHIPPED)
    assert first == pytest.approx(0.0266788, abs=1e-7)
    assert second == pytest.approx(0.0233017, abs=1e-7)


def test_a_hand_that_activates_is_that_of_all_its_choices():
    """One dream, two lights and La Maestra among eight cards: every ordered choice of columns."""
    cards_ = ["dream", "light", "light", "teacher", *"abcd"]
    found = []
    for placed in permutations(range(1, 8), 4):
        left = [c for i, c in enumerate(cards_) if i not in placed and len(c) > 1]
        found.append(sum(c != "teacher" for c in left) / (len(left) + 1) / 2)
    assert activates((1, 2, 1, 0), 8, 4) == pytest.approx(np.mean(found))


def test_il_risveglio_is_not_taken_for_another():
    for rules in ({"activations_per_turn": 2}, {"awakening_timing": "end_of_turn"}, {"decks": 2},
                  {"light_in_columns": False}, {"draw_first": 7}, {"special_slots": 0}, PLAIN):  # fmt: skip
        assert first_awakening(Rules.read(rules), SHIPPED) is None


# Beside the simulation ----------------------------------------------------------------------------


def near(values, exact):
    """Within five standard errors."""
    se = np.std(values) / len(values) ** 0.5
    return abs(np.mean(values) - exact) <= 5 * se + 1e-12


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_simulated_first_turns():
    rows = play_rows(match_of(), 0, N)
    first, second = first_awakening(Rules(), SHIPPED)
    by_seat = [rows[f"act_turn_awakening_seat{s}"] == 1 for s in (0, 1)]
    start = rows["start_seat"]
    woken = np.where(start == 0, by_seat[0], by_seat[1])
    assert near(woken, first)
    assert near(by_seat[0] | by_seat[1], first + second)
    ended = (rows["end_reason"] == 1) & (rows["turns"] == 1)
    assert near(ended, first + second)
    assert (rows["score_total"][ended] == 0).all()


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
@pytest.mark.parametrize("rules", [{}, {"own_card": "removed"}, {"points_rascal": -1, "columns": 3, "teacher_cards": 1}], ids=str)  # fmt: skip
def test_simulated_matches_without_specials(rules):
    """I11: the place of drawing has no influence on players who decide by chance."""
    s = match_of(PLAIN | rules)
    rows, turns = play_rows(s, 0, N), plain_turns(s.rules, 2)
    assert (rows["turns"] == turns).all()
    assert near(rows["score_total"], turns * points(s.rules, ROWS))
    assert near(rows["no_winner_duels"], turns * sum(tie(ROWS, j) for j in range(s.rules.columns)))
    assert near(rows["win_position_0"] / 60, 0.5)


@pytest.mark.skipif(INTERPRETED, reason="hundreds of matches")
@pytest.mark.parametrize(
    ("name", "event", "law"),
    [
        ("science", Event.TIE, science_tie(ROWS)),
        ("silence", Event.IDLE, inactive(ROWS, ("friend", "rascal"))),
        ("giovannino", Event.IDLE, inactive(ROWS, ("friend", "tame"))),
    ],
)
def test_simulated_duels_of_a_turn_with_a_special(name, event, law):
    """Ties under La Scienza, duels without an active card under the two filters."""
    found = []
    for told in several({"light_in_columns": False}, PAIR, only(**{name: 6}), number=300):
        for turn in turns(told):
            if of(turn, Event.ACTIVATE):
                found += [e.kind == event for e in of(turn, Event.DUEL, Event.TIE, Event.IDLE)]
    assert len(found) > 1000
    assert near(found, law)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_matches_without_specials_have_their_turns_whatever_the_players_do(players):
    seats = ("strategist", "random", "plain", "keep_light", "best_fit", "early_wake")[:players]
    s = match_of(PLAIN, seats)
    rows = play_rows(s, 0, 2 if INTERPRETED else 100)
    assert (rows["turns"] == plain_turns(s.rules, players)).all()
    if players == 2:
        left = sorted({(r["hand_left_seat0"], r["hand_left_seat1"], r["start_seat"]) for r in rows})
        assert {*left} <= {(4, 3, 0), (3, 4, 1)}


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
@pytest.mark.parametrize(
    ("rules", "options"),
    [({"deal_mode": "one_by_one"}, 2), ({"draw_next": 3}, 3), ({"draw_mode": "refill_to_first", "draw_first": 6}, 3),
     ({"end_rule": "deck_empty"}, 4), ({"end_rule": "no_full_draw", "draw_next": 5}, 2)],
)  # fmt: skip
def test_turns_under_other_rules_of_drawing(rules, options):
    s = match_of(PLAIN | rules, ("random",) * options)
    rows = play_rows(s, 0, 50)
    assert (rows["turns"] == plain_turns(s.rules, options)).all()  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "seats", "components"),
    [
        ({}, ("random",) * 2, SHIPPED),
        (PLAIN, ("random",) * 2, SHIPPED),
        ({"start_rule": "loser_of_previous", "series_length": 3}, ("plain",) * 3, SHIPPED),
        ({"start_rule": "seat0", "draw_first": 6}, ("strategist", "keep_light"), SHIPPED),
        (PLAIN | {"hand_counts": True, "start_rule": "seat0"}, ("random",) * 2, SHIPPED),
        (PLAIN, ("random",) * 2, deck([fighter(f"f{i}", FIGHTERS[i % 4], [i % 7, i, 1, 30 - i]) for i in range(30)])),
    ],
    ids=["printed", "plain", "series", "mixed", "hands", "own"],
)  # fmt: skip
@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_a_run_agrees_with_all_that_holds_for_it(rules, seats, components):
    from analysis.part import Part
    from sim.plan import Group
    from sim.play import play_chunk
    from sim.tally import Tally

    s = match_of(rules, seats, components)
    counts = {n.partition("/")[2]: a for n, a in play_chunk(Group((s,)), 0, 6000).items()}
    part = Part(s, Tally(s, counts), 0.02)
    assert part.checks
    assert not [check for check in part.checks if check.conflict]


def values(rules, seats, components=SHIPPED):
    """Anchors by their metric."""
    policies = [STRATEGIES[s] if isinstance(s, str) else s for s in seats]
    return {a.metric: a.value for a in anchors(Rules.read(rules), policies, components)}


def test_what_does_not_hold_is_left_out():
    assert "win_share_seat0" not in values({}, ("random", "plain"))
    assert "win_share_seat0" not in values({"start_rule": "seat0"}, ("random",) * 2)
    assert values({}, ("random",) * 2)["act_turn_awakening_seat0 = 1"] == pytest.approx(0.0249902, abs=1e-7)  # fmt: skip
    blank = player("random", blank="awakening")
    assert "act_turn_awakening_seat0 = 1" not in values({}, (blank, blank))
    assert "length" not in values({}, ("random",) * 2)
    assert "length" not in values(PLAIN | {"own_card": "hand"}, ("random",) * 2)
    assert "score_total" not in values(PLAIN, ("random", "plain"))
    counted = values(PLAIN | {"hand_counts": True}, ("random",) * 2)
    assert "win_position_0" not in counted  # R33: who draws first keeps a card more in hand
    assert {"score_total", "score_seat0", "opening_mask_seat0 = 0"}.isdisjoint(counted)


def test_what_holds_is_all_of_section_12():
    """Of what a run counts: opening hands, turns and cards left without specials, scores."""
    printed, plain = values({}, ("random",) * 2), values(PLAIN, ("random",) * 2)
    assert printed["opening_mask_seat1 = 0"] == pytest.approx(0.314382, abs=1e-6)
    assert [plain[f"hand_left_seat{seat}"] for seat in (0, 1)] == [3.5, 3.5]
    assert plain["score_seat1"] == pytest.approx(12.040404, abs=1e-6)
    seated = values(PLAIN | {"start_rule": "seat0"}, ("plain", "strategist"))
    assert [seated[f"hand_left_seat{seat}"] for seat in (0, 1)] == [4, 3]
    assert "hand_left_seat0" not in values(PLAIN | {"first_drawer_rule": "rotate"}, PAIR)
    assert "score_total" not in values(PLAIN | {"tie_rule": "carry"}, ("random",) * 2)
    assert "with_opening_padre" not in values({"decks": 2}, ("random",) * 2)
    light = values({}, ("random",) * 3)
    assert "with_opening_padre" not in light  # eight dreams: cards are drawn for the columns
    found = values({}, ("random",) * 2)
    assert {f"with_opening_{name}" for name in BITS} <= {*found}


def test_curves_are_those_of_the_closed_forms():
    found = curves(Rules(), SHIPPED)
    assert dict(found["kinds"].lines["rascal against friend"])[0.0] == pytest.approx(
        0.3764, abs=5e-5
    )
    assert dict(found["opening"].lines["a dream card"])[8.0] == pytest.approx(0.427438, abs=1e-6)
    assert beats(ROWS[0], ROWS, 0) == sum(r.intelligence < 64 for r in ROWS) / 54
