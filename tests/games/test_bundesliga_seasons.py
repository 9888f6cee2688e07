"""Seasons of Bundesliga: R25, R26, relegation, survivors, winners, the cap (RULES.md)."""

from collections import Counter

import pytest
from bundesliga_scenes import (
    EMPTY,
    MANY,
    MATCHES,
    PAIR,
    QUIET,
    SAFE,
    SHIPPED,
    TRADES,
    board_with,
    cut,
    manager,
    numbers,
    of,
    played,
    row_of,
    several,
    squad,
    told,
)
from bundesliga_tiny import event_card

from sim.games.bundesliga.cards import STACK
from sim.games.bundesliga.rules import Rules
from sim.games.bundesliga.story import Event

BUSY = manager("random", keep_squad=0, transfers_per_window=5)
STRONG = row_of("points_match 0 29")  # passive managers get no point here, planners all


# Relegation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stadiums", "rounds", "out"), [(7, 2, True), (5, 3, False)])
def test_r25_fewer_than_15_points_are_relegated(stadiums, rounds, out):
    """R25, I11: 14 table points are too few, 15 are not."""
    assert Rules().relegation_points == 15
    board = ",".join(["points_match 0 28"] * stadiums + ["neutral"] * 5)
    match = told(board, {"rounds_per_season": rounds})
    for seat in (0, 1):
        assert match.row[f"points_seat{seat}"] == stadiums * rounds
        assert numbers(match, Event.RELEGATED, seat) == [stadiums * rounds] * out
        assert match.row[f"relegated_seat{seat}"] == out
        assert match.row[f"relegated_season_seat{seat}"] == out
    assert match.row["all_relegated"] == out
    assert match.row["n_relegated"] == 2 * out


@pytest.mark.parametrize("threshold", [0, 21, 22, 23])
def test_r25_another_threshold_may_be_agreed(threshold):
    match = told(row_of("points_match 0 28"), {"relegation_points": threshold})
    assert match.row["points_seat0"] == 22
    assert match.row["relegated_seat0"] == (threshold > 22)
    if threshold > 22:
        after = match.events[[e.kind for e in match.events].index(Event.RELEGATED) :]
        assert {e.kind for e in after} == {Event.RELEGATED, Event.WINNERS}


def test_r25_the_relegated_return_their_cards():
    """R25, A18, section 6: squads to the bank; cards set aside, oldest first, under the stacks."""
    cards = [
        event_card(card_id=str(i), effect="bonus", amount=1, trigger="cup", uses=2)
        for i in range(40)
    ]
    match = told(board_with(cards, "event_blue"), {}, ["passive"] * 3)
    t = match.tables[0]
    assert [squad(match, seat) for seat in range(3)] == [[0] * 5] * 3
    assert t.stock.tolist() == [16, 22, 22, 12, 8]
    assert t.helds[:3].tolist() == [0] * 3
    assert int(t.left[1]) == 40
    ring = [int(t.stack[1, (t.top[1] + i) % STACK]) for i in range(40)]
    returned = [card % STACK for seat in range(3) for card in numbers(match, Event.SET_ASIDE, seat)]
    assert ring[-len(returned) :] == returned
    assert len({*ring}) == 40


# Seasons ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seasons", [1, 2, 5])
def test_a18_one_season_is_played_or_several(seasons):
    assert Rules().seasons == 1
    match = told(EMPTY, SAFE | {"seasons": seasons})
    assert [e.a for e in match.kinds(Event.SEASON)] == [*range(1, seasons + 1)]
    assert match.row["seasons_played"] == seasons
    assert match.row["turns_seat0"] == len(numbers(match, Event.ROLL))


def test_a18_the_relegated_drop_out_and_seasons_end_with_the_last_survivor():
    match = told(STRONG, {"seasons": 3}, ["planner", "passive", "planner"])
    assert [e.seat for e in match.kinds(Event.RELEGATED)] == [1]
    first, *later = cut(match, Event.SEASON)
    assert len(later) == 2
    assert {e.seat for e in of(first, Event.ROLL)} == {0, 1, 2}
    for season in later:
        assert {e.seat for e in of(season, Event.ROLL)} == {0, 2}
    assert [match.row[f"relegated_season_seat{seat}"] for seat in range(3)] == [0, 1, 0]
    assert match.row["n_relegated"] == 1
    for seats, played_ in ((["planner", "passive"], 1), (PAIR, 1), (["planner"] * 2, 3)):
        assert told(STRONG, {"seasons": 3}, seats).row["seasons_played"] == played_


def test_a18_points_of_a_new_season_start_at_0():
    """A18, section 9: points describe the first season, counts the whole match."""
    match = told(row_of("points_match 0 28"), {"seasons": 3, "relegation_points": 22})
    assert match.row["points_seat0"] == 22
    assert match.row["relegated_season_seat0"] == 0
    assert match.row["home_d_seat0"] + match.row["away_d_seat0"] == 66


@pytest.mark.parametrize("capital", [0, 700_000])
@pytest.mark.parametrize("keeps", [True, False])
def test_a18_survivors_keep_their_cash_or_begin_anew(keeps, capital):
    """A18: `carry_cash`, then `new_season_capital`."""
    assert (Rules().carry_cash, Rules().new_season_capital) == (True, 0)
    rules = SAFE | {"seasons": 2, "carry_cash": keeps, "new_season_capital": capital}
    match = told(row_of("private_match 7"), rules)
    first, second = cut(match, Event.SEASON)
    for seat in (0, 1):
        had = [e.c for e in of(first, Event.BOOK) if e.seat == seat][-1]
        start = next(i for i, e in enumerate(second) if e.kind == Event.ROUND)
        paid = [(e.a, e.c) for e in of(second[:start], Event.BOOK) if e.seat == seat]
        expected = [] if keeps else [(700_000 - had, 700_000)]
        base = had if keeps else 700_000
        assert paid == expected + [(capital, base + capital)] * (capital > 0)


def test_a18_cash_is_carried_over_even_as_debt():
    rules = SAFE | {"seasons": 2, "insolvency": "debt", "start_capital": 0, "round_bonus": 0}
    board = row_of("cost 10 fixed")
    cash = told(board, rules).row["cash_end_seat0"]
    assert cash == -10 * told(board, rules).row["landings_cost_seat0"]
    reset = told(board, rules | {"carry_cash": False})
    second = cut(reset, Event.SEASON)[1]
    assert reset.row["cash_end_seat0"] == -10 * len(
        [e for e in of(second, Event.LAND) if e.seat == 0]
    )


@pytest.mark.parametrize("keeps", [True, False])
def test_a18_survivors_keep_their_squads_or_get_the_start_squad(keeps):
    """A18: all squads go back before any is dealt."""
    assert Rules().carry_squad
    rules = SAFE | {"seasons": 2, "carry_squad": keeps, "round_bonus": 0}
    match = told(row_of("points_match 0 60"), rules, ["early_investor", "thrifty", "passive", BUSY])
    strength = [28] * 4
    for event in cut(match, Event.SEASON)[0]:
        if event.kind in TRADES:
            strength[event.seat] += event.a if event.kind == Event.BUY else -event.a
    assert strength[0] > 28
    for seat, before in enumerate(strength):
        second = [e for e in cut(match, Event.SEASON)[1] if e.seat == seat]
        first = next(i for i, e in enumerate(second) if e.kind in MATCHES)
        traded = sum(e.a if e.kind == Event.BUY else -e.a for e in of(second[:first], *TRADES))
        assert second[first].b == (before if keeps else 28) + traded
    t = match.tables[0]
    assert (t.stock + t.own[:4].sum(axis=0)).tolist() == [16, 22, 22, 12, 8]


# Winners, and the cap -----------------------------------------------------------------------------


def best(rows, i, players, rule, candidates):
    """Seats with the best key, by hand."""
    names = {
        "points": ("points", "cash_end", "strength_end"),
        "cash": ("cash_end", "points", "strength_end"),
        "wealth": ("wealth_end", "points", "strength_end"),
    }[rule]
    keys = {s: tuple(int(rows[f"{n}_seat{s}"][i]) for n in names) for s in range(players)}
    keys = {seat: key for seat, key in keys.items() if candidates[seat]}
    return [seat for seat, key in keys.items() if key == max(keys.values())]


@pytest.mark.parametrize("losers", [False, True])
@pytest.mark.parametrize("rule", ["points", "cash", "wealth"])
@pytest.mark.parametrize("board", [SHIPPED, EMPTY, "points_match 0 30," * 9 + "neutral,neutral"])
def test_r26_a19_the_best_of_those_not_relegated_win(board, rule, losers):
    """R26, A19: points, cash or wealth, then what is left; if all are relegated, as agreed."""
    assert (Rules().winner_rule.word, Rules().relegated_can_win) == ("points", False)
    rules = {"winner_rule": rule, "relegated_can_win": losers, "insolvency": "bankruptcy"}
    rules |= {"start_capital": 200_000, "sale_price_pct": 50}
    rows, masks = played(board, rules, ["random", "random", "thrifty"], min(MANY, 300)), Counter()
    for i in range(len(rows)):
        stays = [not rows[f"relegated_seat{s}"][i] for s in range(3)]
        if losers and not any(stays):
            stays = [not rows[f"bankrupt_seat{s}"][i] for s in range(3)]
        winners = best(rows, i, 3, rule, stays) if any(stays) else []
        assert rows["winner_mask"][i] == sum(1 << seat for seat in winners)
        assert rows["no_winner"][i] == (not winners)
        for seat in range(3):
            share = 60 // len(winners) if seat in winners else 0
            assert rows[f"win_share_seat{seat}"][i] == share
        masks[len(winners)] += 1
    assert masks.total() == len(rows)


def test_a19_equals_share_the_win_and_ties_go_by_cash_and_strength():
    match = told(EMPTY, SAFE, ["passive"] * 4)
    assert match.row["winner_mask"] == 15
    assert [match.row[f"win_share_seat{seat}"] for seat in range(4)] == [15] * 4
    richer = told(EMPTY, SAFE, ["thrifty", "passive", "passive"])
    assert richer.row["winner_mask"] == 0b110
    stronger = told(
        EMPTY, SAFE | {"purchase_price_pct": 0, "sale_price_pct": 0}, ["thrifty", "passive"]
    )
    assert stronger.row["winner_mask"] == 0b01
    wealthy = {"winner_rule": "wealth", "sale_price_pct": 0, "purchase_price_pct": 0}
    assert told(EMPTY, SAFE | wealthy, ["passive", "thrifty"]).row["winner_mask"] == 0b10


def test_a19_if_all_are_relegated_nobody_wins_unless_agreed():
    for losers in (False, True):
        match = told(EMPTY, {"relegated_can_win": losers})
        assert match.row["all_relegated"] == 1
        assert match.row["winner_mask"] == (0b11 if losers else 0)
        assert match.row["no_winner"] != losers
    rules = {"relegated_can_win": True, "seasons": 2, "round_bonus": 0, "start_capital": 75_000}
    match = told(
        row_of("points_match 0 29"), rules | {"relegation_points": 22}, ["thrifty", "planner"]
    )
    assert match.row["winner_mask"] in {1, 2, 3}


def test_a19_points_are_those_of_the_last_season():
    """A19: the planner has 44 points, then a start squad and no cash for a better one."""
    rules = {"seasons": 2, "carry_squad": False, "round_bonus": 0, "start_capital": 150_000}
    match = told(STRONG, SAFE | rules, ["planner", "passive"])
    assert (match.row["points_seat0"], match.row["points_seat1"]) == (44, 0)
    assert match.row["winner_mask"] == 0b10  # no points either, and more cash
    last = told(STRONG, rules | {"relegated_can_win": True}, ["planner", "passive", "planner"])
    assert [last.row[f"relegated_season_seat{seat}"] for seat in range(3)] == [2, 1, 2]
    assert last.row["winner_mask"] == 0b101


def test_a19_the_bankrupt_do_not_win():
    """A19: not even with the most points, if all the others are relegated."""
    board = ",".join(["points_match 0 29"] * 10 + ["cost 9000000 fixed"])
    rules = {"relegated_can_win": True, "relegation_points": 200, "insolvency": "bankruptcy"}
    masks = Counter()
    for match in several(board, rules, ["planner", "passive"], 12):
        gone = sum(1 << seat for seat in (0, 1) if match.row[f"bankrupt_seat{seat}"])
        masks[gone] += 1
        assert match.row["winner_mask"] == {0: 1, 1: 2, 2: 1, 3: 0}[gone]
    assert masks[1] > 0


def test_a19_who_stays_wins_before_the_relegated():
    """A19, section 9: whatever the key is; so do the ranks go."""
    rules = {"winner_rule": "wealth", "relegated_can_win": True}
    match = told(STRONG, rules, ["planner", "passive", "passive"])
    assert match.row["wealth_end_seat0"] < match.row["wealth_end_seat1"]
    assert match.row["winner_mask"] == 0b001
    assert [match.row[f"rank_seat{seat}"] for seat in range(3)] == [1, 2, 2]


def test_a19_strength_decides_last_not_the_number_of_cards():
    free = {"purchase_price_pct": 0, "sale_price_pct": 0, "squad_max": 11}
    match = told(EMPTY, SAFE | free, ["passive", "early_investor"])
    assert match.row["squad_end_seat0"] == match.row["squad_end_seat1"] == 11
    assert match.row["winner_mask"] == 0b10


@pytest.mark.parametrize("most", [1, 5, 9])
def test_section_13_a_match_that_takes_too_long_stops_at_once(most):
    rules = {"max_turns": most, "relegated_can_win": True, "seasons": 2, "rounds_per_season": 3}
    match = told(QUIET, rules, ["passive"] * 3)
    assert match.row["capped"] == 1
    assert match.row["turns_total"] == match.row["length"] == most
    assert match.row["seasons_played"] == 1
    after = match.events[[e.kind for e in match.events].index(Event.CAPPED) :]
    told_kinds = [Event.CAPPED, Event.SEASON_OVER, *[Event.RELEGATED] * 3, *[Event.FINAL] * 3]
    assert [e.kind for e in after] == [*told_kinds, Event.WINNERS]
    for seat in range(3):
        assert match.row[f"points_lap1_seat{seat}"] == match.row[f"points_seat{seat}"]
        assert match.row[f"cash_lap1_seat{seat}"] == match.row[f"cash_end_seat{seat}"]
        assert match.row[f"squad_lap1_seat{seat}"] == 11


def test_section_13_no_season_follows_the_cap():
    match = told(QUIET, SAFE | {"max_turns": 5, "seasons": 3})
    assert match.row["seasons_played"] == len(match.kinds(Event.SEASON)) == 1


def test_section_13_the_printed_game_never_meets_the_cap():
    assert Rules().max_turns == 4000
    assert not played(SHIPPED, {}, ["random", "planner"])["capped"].any()
