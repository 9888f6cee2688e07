"""Bundesliga: the referee agrees; setting up, turns and rolls (R1-R8), seats and streams.

R, A, D and I refer to RULES.md.  The referee plays told matches again and agrees with every event
and every column; each rule has in addition a test of its own, on boards that leave it nothing to
hide behind.
"""

from collections import Counter
from itertools import accumulate, pairwise, product

import numpy as np
import pytest
from bundesliga_scenes import (
    EMPTY,
    FAR,
    FEW,
    MATCHES,
    QUIET,
    SAFE,
    SHIPPED,
    TRADES,
    board_with,
    booked,
    cut,
    manager,
    numbers,
    played,
    row_of,
    several,
    told,
)
from bundesliga_tiny import event_card
from bundesliga_told import GAME, any_match, check, match_of
from scipy.stats import chisquare
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.engine.seating import Rotation
from sim.games.bundesliga.cards import start_packet, start_squad, start_strength
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger
from sim.games.bundesliga.strategies import STRATEGIES
from sim.play import play_rows

SCENARIOS = 6 if INTERPRETED else 150
STRATEGY_NAMES = [*STRATEGIES]

# The referee --------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(6))
def test_the_referee_agrees_under_any_house_rules(part):
    """Every event is what the rules say, every column adds up (I1-I9, I11, I12)."""
    for seed in range(part, SCENARIOS, 6):
        check(any_match(seed))


@pytest.mark.parametrize("rotation", [Rotation.CYCLIC, Rotation.ALL, Rotation.SHUFFLED])
def test_the_referee_agrees_where_managers_change_seats(rotation):
    seatings = set()
    for seed in range(2 if INTERPRETED else 3):
        s = any_match(1000 + seed, rotation)
        for match in (0, 1, s.block - 1, s.block):
            seatings.add(tuple(check(s, match).policies))
    assert len(seatings) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategy", STRATEGY_NAMES)
def test_the_referee_agrees_on_the_printed_game(strategy, players):
    """Every strategy with its own kind, and at a table of others."""
    at = STRATEGY_NAMES.index(strategy)
    mixed = (STRATEGY_NAMES * 2)[at : at + players]
    for seats in ([strategy] * players, mixed):
        s = match_of({}, seats)
        for match in range(1 if INTERPRETED else 3):
            check(s, match)


def test_the_referee_agrees_on_capped_matches():
    """Section 13: the season stops at once, and the table stands as it is."""
    capped = 0
    for seed in range(SCENARIOS // 6 + 1):
        s = any_match(5000 + seed)
        rules = s.rules.model_copy(update={"max_turns": 1 + seed})
        match = check(match_of(rules, s.policies, s.components))
        capped += match.row["capped"]
        assert match.row["capped"] == bool(match.kinds(Event.CAPPED))
        assert match.row["turns_total"] <= 1 + seed
    assert capped > 0


def test_matches_are_told_as_they_are_played():
    seats = STRATEGY_NAMES[:4]
    rows = play_rows(match_of({}, seats), 0, FEW)
    for match, row in zip(several(SHIPPED, {}, seats), rows, strict=True):
        assert match.row == {name: int(row[name]) for name in rows.dtype.names}


# Components and set-up ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 5])
def test_r1_two_to_four_play(players):
    assert GAME.players == (2, 4)
    with pytest.raises(InputError, match="played by 2 to 4"):
        match_of({}, ["random"] * players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_as_many_seats_as_players(players):
    match = told(QUIET, {}, ["random"] * players)
    assert {e.seat for e in match.kinds(Event.ROLL)} == {*range(players)}
    assert f"points_seat{players - 1}" in match.row
    assert f"points_seat{players}" not in match.row


def test_r2_money_comes_from_the_bank_and_goes_there():
    """R2, I2: what is booked for a player changes nobody else's cash."""
    for match in several(SHIPPED, {}, ["random"] * 4):
        cash = [0] * 4
        for event in match.events:
            if event.kind == Event.BOOK:
                cash[event.seat] += event.a
            elif event.kind in {Event.BUY, Event.SELL, Event.FORCED_SALE}:
                cash[event.seat] += -event.b if event.kind == Event.BUY else event.b
            elif event.kind == Event.WRITEOFF:
                cash[event.seat] += event.a
                continue
            else:
                continue
            assert cash[event.seat] == event.c


@pytest.mark.parametrize("capital", [0, 15, 700_000])
def test_r3_everybody_starts_with_700000(capital):
    assert Rules().start_capital == 700_000
    match = told(QUIET, {"start_capital": capital}, ["passive"] * 3)
    for seat in range(3):
        assert booked(match, Ledger.CAPITAL, seat) == ([capital] if capital else [])


def test_r3_a23_the_start_packet_holds_no_notes_of_20000():
    """A23: listed and not in the packet, which adds up without them."""
    packet = {n.denomination: n.start_count_per_player for n in SHIPPED.rows["notes"]}
    assert packet == {200_000: 1, 100_000: 3, 50_000: 3, 20_000: 0, 10_000: 3, 5_000: 4}
    assert start_packet(SHIPPED) == 700_000


def test_r4_everybody_gets_the_same_eleven_players():
    """R4, I1: 2, 4, 3, 1 and 1 card of 1 to 5 points; the bank has the others."""
    assert (start_squad(SHIPPED), start_strength(SHIPPED)) == (11, 28)
    for players in (2, 3, 4):
        match = told(QUIET, {"relegation_points": 0}, ["passive"] * players)
        t = match.tables[0]
        assert t.own[:players].tolist() == [[2, 4, 3, 1, 1]] * players
        assert (t.stock + players * t.own[0]).tolist() == [16, 22, 22, 12, 8]
        for seat in range(players):
            assert match.row[f"squad_end_seat{seat}"] == 11
            assert match.row[f"strength_end_seat{seat}"] == 28


def test_r5_a20_everybody_is_in_the_cup_at_first():
    """R5, A20: the small card marks who is in; none of the 18 brown cards is dealt."""
    match = told(row_of("dfb_cup"), {"max_turns": 4}, ["passive"] * 4)
    assert [e.seat for e in match.kinds(Event.CUP_MATCH)] == [0, 1, 2, 3]
    assert match.tables[0].cup_cards == 3
    assert len(SHIPPED.rows["cup_cards"]) == 18


def test_r6_strength_changes_with_the_cards_owned():
    for match in several(QUIET, {}, ["random", "planner", "flip_trader"]):
        strength, shown = [28] * 3, set()
        for event in match.events:
            if event.kind == Event.BUY:
                strength[event.seat] += event.a
            elif event.kind in {Event.SELL, Event.FORCED_SALE}:
                strength[event.seat] -= event.a
            elif event.kind in {*MATCHES, Event.CUP_MATCH}:
                assert event.b == strength[event.seat]
                shown.add(event.b)
        assert len(shown) > 3


def test_r7_seats_take_turns_from_seat_0_on():
    match = told(EMPTY, {"max_turns": 8, "die_faces": 2}, ["passive"] * 4)
    assert [e.seat for e in match.kinds(Event.ROLL)] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert match.row["starter"] == 0


def test_r7_a2_chance_can_decide_who_starts():
    """A2: all seats alike, and the others follow in seat order."""
    rules = {"first_player": "random", "max_turns": 3}
    rows = played(EMPTY, rules, ["passive"] * 3)
    starters = Counter(rows["starter"].tolist())
    assert {*starters} == {0, 1, 2}
    assert chisquare([*starters.values()]).pvalue > FAR
    for match in several(EMPTY, rules, ["passive"] * 3):
        first = match.row["starter"]
        assert match.kinds(Event.STARTER)[0].seat == first
        assert [e.seat for e in match.kinds(Event.ROLL)] == [(first + i) % 3 for i in range(3)]


@pytest.mark.parametrize(("faces", "dice"), [(6, 1), (2, 1), (20, 1), (6, 2), (3, 3)])
def test_r8_the_dice_are_summed_and_uniform(faces, dice):
    board = row_of("neutral", 70)
    shown = Counter()
    for match in several(board, {"die_faces": faces, "dice_count": dice}, number=2 * FEW):
        shown.update(e.a for e in match.kinds(Event.ROLL))
    ways = Counter(sum(throw) for throw in product(range(1, faces + 1), repeat=dice))
    total = shown.total()
    assert {*shown} <= {*ways}
    expected = {pips: total * n / ways.total() for pips, n in ways.items()}
    kept = [pips for pips in ways if expected[pips] >= 5]
    found = [shown[pips] for pips in kept]
    wanted = np.array([expected[pips] for pips in kept])
    assert chisquare(found, wanted * sum(found) / wanted.sum()).pvalue > FAR


def test_r8_a_piece_moves_by_the_roll_and_may_share_its_space():
    shared = 0
    for match in several(QUIET, {}, ["passive"] * 4):
        places = [0] * 4
        for event, after in pairwise(match.events):
            if event.kind == Event.ROLL:
                goal = places[event.seat] + event.a
                assert after.kind in {Event.LAND, Event.AWAY_MATCH, Event.ARRIVE}
                places[event.seat] = goal if goal < 56 else 0
            elif event.kind == Event.LAND:
                assert event.a == places[event.seat]
                shared += places.count(event.a) > 1
    assert shared > 0


def test_a24_a_replay_and_a_match_move_no_piece():
    """A24: the opponent's place in the table is his ground, not a space of the board."""
    for match in several(SHIPPED, {"cup_draw_rule": "replay"}, ["random"] * 4):
        places = [0] * 4
        for event in match.events:
            if event.kind == Event.ROLL:
                places[event.seat] = (places[event.seat] + event.a) * (
                    places[event.seat] + event.a < 56
                )
            elif event.kind == Event.LAND:
                assert event.a == places[event.seat]


def test_a34_nobody_trades_in_the_turn_of_another_or_while_waiting():
    """A34, I12: a window belongs to a roll of one's own, and who waits does not roll."""
    for match in several(QUIET, {}, [manager("random", transfers_per_window=9)] * 3):
        movers = [e.seat if e.kind == Event.ROLL else -1 for e in match.events]
        last = [*accumulate(movers, lambda old, new: old if new < 0 else new)]
        coming = [*accumulate(movers[::-1], lambda old, new: old if new < 0 else new)][::-1]
        for event, before, after in zip(match.events, last, coming, strict=True):
            assert event.kind not in TRADES or event.seat in {before, after}
        for _, *events in cut(match, Event.ROUND):
            for seat in range(3):
                mine = [e.kind for e in events if e.seat == seat]
                assert Event.ROLL not in mine[mine.index(Event.ARRIVE) :]


# Streams ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant",
    [
        {"start_capital": 100_000},
        {"round_bonus": 900_000},
        {"purchase_price_pct": 110},
        {"sale_price_pct": 50},
        {"home_income_mode": "by_place"},
        {"insolvency": "debt"},
    ],
    ids=str,
)
def test_a_variant_that_changes_money_keeps_every_die(variant):
    """Common random numbers: each seat throws the same dice, and the stacks lie the same."""
    seats = ["random", "planner", "thrifty"]
    for base, other in zip(
        several(SHIPPED, {}, seats), several(SHIPPED, variant, seats), strict=True
    ):
        for seat in range(3):
            assert numbers(base, Event.ROLL, seat) == numbers(other, Event.ROLL, seat)
        assert (base.tables[0].cup_order[:18] == other.tables[0].cup_order[:18]).all()
        assert numbers(base, Event.LAND, 0) == numbers(other, Event.LAND, 0)


@pytest.mark.parametrize(
    "variant", [{"first_player": "random"}, {"event_card_return": "reshuffle"}], ids=str
)
def test_whatever_else_is_left_to_chance_keeps_every_die(variant):
    scene = board_with([event_card()] * 3, "event_blue")
    for base, other in zip(
        several(scene, SAFE, ["passive"] * 3),
        several(scene, SAFE | variant, ["passive"] * 3),
        strict=True,
    ):
        for seat in range(3):
            assert numbers(base, Event.ROLL, seat) == numbers(other, Event.ROLL, seat)


def test_what_random_chooses_does_not_depend_on_who_else_sits_there():
    endless = SAFE | {"bank_stock_limited": False}
    alone, beside = (told(EMPTY, endless, [kind, "random"]) for kind in ("passive", "random"))
    assert numbers(alone, Event.BUY, 1)
    for kind in TRADES:
        assert numbers(alone, kind, 1) == numbers(beside, kind, 1)


def test_the_dice_of_a_seat_do_not_depend_on_who_sits_there():
    """And with rotation a block deals the same dice to each seat."""
    for seats in (["passive"] * 2, ["planner", "random"]):
        match = told(SHIPPED, {}, seats)
        assert numbers(match, Event.ROLL, 1) == numbers(told(SHIPPED), Event.ROLL, 1)
    s = match_of({}, ["random", "planner"], rotation=Rotation.CYCLIC)
    one, other = tell(s, 6), tell(s, 7)
    assert one.policies == other.policies[::-1]
    for seat in (0, 1):
        assert numbers(one, Event.ROLL, seat) == numbers(other, Event.ROLL, seat)
    assert numbers(tell(s, 8), Event.ROLL) != numbers(one, Event.ROLL)


def test_the_same_seed_plays_the_same_matches():
    again = [told(SHIPPED, {}, ["random"] * 2, seed=seed) for seed in (5, 5, 6)]
    assert again[0] == again[1]
    assert again[0] != again[2]
