"""The DFB Cup of Bundesliga: R14 to R17 and what the rulebook leaves open (RULES.md)."""

from collections import Counter

import pytest
from bundesliga_scenes import (
    DRAWN,
    FAR,
    FEW,
    LOST,
    PAIR,
    QUIET,
    SAFE,
    SHIPPED,
    WON,
    board_with,
    booked,
    cut,
    numbers,
    of,
    played,
    row_of,
    several,
    table,
    told,
)
from bundesliga_tiny import event_card
from scipy.stats import chisquare

from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event, Ledger

ALL_CUP = row_of("dfb_cup")


def cup(stack, rules=None, seats=PAIR, **changes):
    """A match on a board of Cup spaces alone."""
    return told(table(ALL_CUP, stack), SAFE | (rules or {}), seats, **changes)


def cards(match):
    """The brown cards drawn, one after the other."""
    return [e.a for e in match.kinds(Event.CUP_MATCH)]


# The match ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("opponent", "result"), [(27, WON), (28, DRAWN), (29, LOST)])
def test_r14_strengths_are_compared_and_the_income_is_paid_whatever_the_result(opponent, result):
    match = cup(f"{opponent}h50", {"max_turns": 2})
    for seat in (0, 1):
        (event,) = [e for e in match.kinds(Event.CUP_MATCH) if e.seat == seat]
        assert (event.a, event.b, event.c) == (0, 28, result)
        assert booked(match, Ledger.CUP, seat) == [50]
        assert match.row[f"cup_rounds_seat{seat}"] == (result == WON)
        assert match.row[f"cup_eliminated_seat{seat}"] == (result == LOST)
        assert match.row[f"cup_draws_seat{seat}"] == (result == DRAWN)
        assert match.row[f"points_seat{seat}"] == 0


def test_r14_passing_does_nothing():
    for match in several(table(row_of("dfb_cup,neutral", 8), "20h10 25a20"), SAFE):
        for seat in (0, 1):
            odd = [space for space in numbers(match, Event.LAND, seat) if space % 2]
            assert match.row[f"cup_matches_seat{seat}"] == len(odd)
            assert len(numbers(match, Event.CUP_MATCH, seat)) == len(odd)


@pytest.mark.parametrize(
    ("stack", "draw_rule"),
    [
        ("20h1 21a2 22h3 23a4 24h5", "redraw"),
        ("28h1 21a2 28h3 28a4 24h5", "redraw"),
        ("28a1 28a2 28a3 28a4 28a5", "replay"),
        ("28h1 28a2", "redraw"),
    ],
)
def test_r15_i5_the_stack_cycles_whatever_the_result(stack, draw_rule):
    """R15, I5: a drawn card goes to the bottom: after a win as after a draw."""
    size = len(stack.split())
    for match in several(table(ALL_CUP, stack), SAFE | {"cup_draw_rule": draw_rule}, number=3):
        drawn = cards(match)
        assert sorted(drawn[:size]) == [*range(size)]
        assert len(drawn) > size
        assert drawn[size:] == drawn[:-size]


def test_r15_i5_a_lost_match_puts_its_card_under_the_stack():
    for match in several(table(ALL_CUP, "40h1 41a2 42h3"), SAFE, ["passive"] * 4):
        drawn = cards(match)
        assert sorted(drawn[:3]) == [0, 1, 2]
        assert drawn[3:] == drawn[:1]


def test_r15_the_stack_is_shuffled_once_all_orders_alike():
    matches = several(table(ALL_CUP, "40h1 41a2 42h3"), {"max_turns": 3}, ["passive"] * 3, 40 * FEW)
    orders = Counter(tuple(cards(match)) for match in matches)
    assert len(orders) == 6
    assert chisquare([*orders.values()]).pvalue > FAR


# A draw -------------------------------------------------------------------------------------------


def test_r16_cards_are_drawn_until_it_is_decided_and_the_last_one_pays():
    assert Rules().cup_draw_rule.word == "redraw"
    longest = 0
    for match in several(table(ALL_CUP, "28h1 28a2 28h4 27a8 26h16"), SAFE):
        for _, *events in cut(match, Event.LAND):
            *drawn, last = of(events, Event.CUP_MATCH)
            longest = max(longest, len(drawn))
            assert {e.c for e in drawn} <= {DRAWN}
            assert last.c == WON
            (paid,) = [e.a for e in of(events, Event.BOOK) if e.b == Ledger.CUP]
            assert paid == 1 << last.a
    assert longest == 3


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize(("venue", "result"), [("h", LOST), ("a", WON)])
def test_r16_a14_a_replay_is_lost_away_and_won_at_home(venue, result, twice):
    """R16: a card "home" is replayed away; A14: the second match pays nothing, or again."""
    assert not Rules().replay_pays_income
    rules = {"cup_draw_rule": "replay", "replay_pays_income": twice, "max_turns": 2}
    match = cup(f"28{venue}50 28{venue}50", rules)
    for seat in (0, 1):
        (event,) = [e for e in match.kinds(Event.CUP_REPLAY) if e.seat == seat]
        assert event.c == result
        assert booked(match, Ledger.CUP, seat) == [100 if twice else 50]
        assert match.row[f"cup_rounds_seat{seat}"] == (result == WON)
        assert match.row[f"cup_eliminated_seat{seat}"] == (result == LOST)


@pytest.mark.parametrize("opponent", [27, 29])
def test_a14_a_match_that_is_no_draw_pays_once(opponent):
    rules = {"cup_draw_rule": "replay", "replay_pays_income": True, "max_turns": 1}
    match = cup(f"{opponent}h50", rules)
    assert not match.kinds(Event.CUP_REPLAY)
    assert booked(match, Ledger.CUP) == [50]


def test_a15_a_draw_that_no_card_decides_is_no_round_and_no_elimination():
    """A15, I9: one pass of the stack; the last card's income; still in at the next landing."""
    for match in several(table(ALL_CUP, "28h1 28a2 28h4"), SAFE):
        for seat in (0, 1):
            landings = len(numbers(match, Event.LAND, seat))
            assert len(numbers(match, Event.CUP_UNDECIDED, seat)) == landings
            assert match.row[f"cup_draws_seat{seat}"] == 3 * landings
            assert match.row[f"cup_matches_seat{seat}"] == landings
            assert match.row[f"cup_rounds_seat{seat}"] == 0
            assert match.row[f"cup_eliminated_seat{seat}"] == 0
        for _, *events in cut(match, Event.LAND):
            *_, last = of(events, Event.CUP_MATCH)
            assert [e.a for e in of(events, Event.BOOK) if e.b == Ledger.CUP] == [1 << last.a]


# Out of the Cup, and the Cup ----------------------------------------------------------------------


def test_r17_a31_who_is_out_plays_no_more_in_both_rounds():
    """R17; A31: until the end of the season."""
    for match in several(table(ALL_CUP, "29h1 29a2"), SAFE):
        assert [e.seat for e in match.kinds(Event.CUP_MATCH)] == [0, 1]
        assert [e.seat for e in match.kinds(Event.CUP_OUT)] == [0, 1]
        for seat in (0, 1):
            assert len(booked(match, Ledger.CUP, seat)) == 1
            landings = len(numbers(match, Event.LAND, seat))
            assert landings > 1
            assert match.row[f"landings_dfb_cup_seat{seat}"] == landings


def test_a31_a_new_season_starts_the_cup_afresh():
    match = cup("29h1 29a2", {"seasons": 3})
    assert [e.seat for e in match.kinds(Event.CUP_MATCH)] == [0, 1] * 3
    assert match.row["cup_matches_seat0"] == 3
    assert match.row["cup_rounds_seat0"] == 0
    won = cup("20h1 20a2", {"seasons": 2, "cup_rounds_to_win": 1})
    assert [e.seat for e in won.kinds(Event.CUP_WON)] == [0, 1] * 2
    assert won.row["cup_rounds_seat0"] == 1


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a16_the_cup_can_be_won_after_some_rounds(rounds):
    """A16: a prize besides the income; further landings do nothing; the winner is not eliminated."""
    for match in several(
        table(ALL_CUP, "20h5 20a5"), SAFE | {"cup_rounds_to_win": rounds, "cup_prize": 700}
    ):
        for seat in (0, 1):
            assert booked(match, Ledger.CUP, seat) == [5] * rounds + [700]
            assert len(numbers(match, Event.CUP_WON, seat)) == 1
            assert match.row[f"cup_matches_seat{seat}"] == rounds
            assert match.row[f"cup_rounds_seat{seat}"] == rounds
            assert match.row[f"cup_eliminated_seat{seat}"] == 0


def test_a16_the_printed_cup_has_no_final():
    assert (Rules().cup_rounds_to_win, Rules().cup_prize) == (0, 0)
    match = cup("20h5 20a5")
    assert not match.kinds(Event.CUP_WON)
    assert match.row["cup_rounds_seat0"] == len(numbers(match, Event.LAND)) > 3


def test_a16_whom_a_card_ruins_receives_no_prize():
    """A9, A16: the bonus comes before the prize, and the bankrupt is out at once."""
    ruin = event_card(effect="bonus", amount=-9_000_000, trigger="cup", uses=1)
    rules = {"cup_rounds_to_win": 1, "cup_prize": 700, "insolvency": "bankruptcy", "die_faces": 2}
    gone = 0
    for match in several(
        board_with([ruin] * 9, "event_blue", "dfb_cup", cups="20h5"), SAFE | rules
    ):
        for seat in (0, 1):
            out = match.row[f"bankrupt_seat{seat}"]
            assert booked(match, Ledger.CUP, seat) == [5] + [700] * (not out)
            assert len(numbers(match, Event.CUP_WON, seat)) == (not out)
            gone += out
    assert gone > 0


def test_a16_factors_do_not_touch_the_prize():
    doubled = event_card(effect="factor", amount=200, trigger="cup", uses=99)
    rules = {"cup_rounds_to_win": 1, "cup_prize": 700, "die_faces": 2}
    seen = 0
    for match in several(board_with([doubled], "event_blue", "dfb_cup", cups="20h5"), SAFE | rules):
        used = [e.seat for e in match.kinds(Event.USED)]
        for seat in (0, 1):
            paid = booked(match, Ledger.CUP, seat)
            assert not paid or paid == [10 if seat in used else 5, 700]
            seen += seat in used
    assert seen > 0


def test_a27_a_card_for_the_cup_does_not_burn_when_its_owner_is_out():
    """A27: no event takes place; the same once the Cup is won."""
    fever = event_card(effect="strength", amount=1, trigger="cup", uses=1)
    for stack, more in (("50h5", {}), ("20h5", {"cup_rounds_to_win": 1})):
        scene = board_with([fever] * 40, "event_blue", "dfb_cup", cups=stack)
        for match in several(scene, SAFE | more | {"die_faces": 2}):
            for seat in (0, 1):
                mine = [e for e in match.events if e.seat == seat]
                first = next(i for i, e in enumerate(mine) if e.kind == Event.CUP_MATCH)
                held = len(of(mine[:first], Event.SET_ASIDE))
                assert len(of(mine, Event.USED)) == held
                after = len(of(mine[first:], Event.SET_ASIDE))
                assert match.tables[0].helds[seat] == after


def test_the_printed_cup_run_at_constant_strength():
    """Section 12: no Cup match is won more often than there are weaker cards."""
    rows = played(QUIET, {}, PAIR)
    for seat in (0, 1):
        rounds, matches = rows[f"cup_rounds_seat{seat}"], rows[f"cup_matches_seat{seat}"]
        assert ((rounds == matches) | (rounds + 1 == matches)).all()
        assert (rows[f"cup_eliminated_seat{seat}"] == matches - rounds).all()
    assert [c.opponent_strength < 28 for c in SHIPPED.rows["cup_cards"]].count(True) == 6
