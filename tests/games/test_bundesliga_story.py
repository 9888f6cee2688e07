"""The story of a match of Bundesliga: every event has a sentence with the names of things."""

import re
from collections import Counter

import pytest
from bundesliga_scenes import (
    EMPTY,
    FEW,
    MATCHES,
    PAIR,
    QUIET,
    SAFE,
    SHIPPED,
    board_with,
    read,
    told,
)
from bundesliga_tiny import event_card
from bundesliga_told import any_match, match_of
from telling import INTERPRETED, tell

from sim.games.bundesliga.cards import STACK, board, cup_cards, event_cards
from sim.games.bundesliga.story import FOLLOW_UPS, REASONS, STORY, Event, Ledger
from sim.replay import replay


def lines(components=SHIPPED, rules=None, seats=("random", "planner"), match=0):
    """Events of a match with their sentences; the first line, who sits where, is left out."""
    s = match_of(rules, seats, read(components))
    _, story = replay(s, match)
    return list(zip(tell(s, match).events, [*story][1:], strict=True))


def of(told_lines, kind):
    """Sentences of the events of a kind."""
    return [line for event, line in told_lines if event.kind == kind]


def test_every_event_of_many_matches_is_told():
    """Under any house rules, with any cards: no sentence fails, none is left open."""
    kinds = Counter()
    for seed in range(4 if INTERPRETED else 150):
        s = any_match(7000 + seed)
        told_lines = zip(tell(s).events, [*replay(s, 0)[1]][1:], strict=True)
        for event, line in told_lines:
            kinds[event.kind] += 1
            assert line
            assert not re.search(r"[{}\n]|None|Event\.", line), line
    assert {*STORY} == {*Event}
    assert {*kinds} == {*Event} or INTERPRETED


def test_spaces_and_cards_are_named():
    spaces, cup = board(SHIPPED), cup_cards(SHIPPED)
    cards = [event_cards(SHIPPED, colour) for colour in ("yellow", "blue")]
    seen = Counter()
    for match in range(FEW):
        for event, line in lines(match=match):
            if event.kind in {Event.LAND, Event.AWAY_MATCH}:  # a landing comes before its match
                assert spaces[event.a].label in line
            elif event.kind == Event.CUP_MATCH:
                assert cup[event.a].label in line
                assert f"({cup[event.a].venue})" in line
                assert f"{event.b} against {cup[event.a].opponent_strength}" in line
            elif event.kind in {Event.DRAW, Event.USED}:
                assert f'"{cards[event.a // STACK][event.a % STACK].label}"' in line
            seen[event.kind] += 1
            if event.kind in MATCHES:
                assert f"{event.b} against {spaces[event.a].opponent_strength}" in line
                assert ("lost", "drawn", "won")[event.c] in line
    assert min(seen[kind] for kind in (Event.LAND, Event.CUP_MATCH, Event.DRAW, Event.USED)) > 0


def test_strength_table_points_and_cash_are_those_of_the_match():
    for rules in ({}, {"seasons": 2, "carry_squad": False, "points_win": 3, **SAFE}):
        strength, points, cash = {}, {}, {}
        for event, line in lines(QUIET, rules, ("random", "flip_trader", "planner")):
            if event.kind == Event.SEASON:
                points.clear()
                if event.a > 1:
                    strength.clear()
            if event.kind in {Event.BUY, Event.SELL, Event.FORCED_SALE}:
                strength[event.seat] = int(re.search(r"strength (\d+)", line)[1])
            if event.kind in MATCHES:
                assert strength.get(event.seat, 28) == event.b
                scale = (0, 1, rules.get("points_win", 2))
                points[event.seat] = points.get(event.seat, 0) + scale[event.c]
                found = re.search(r"; (\d+) table points? so far\.$", line)
                assert int(found[1]) == points[event.seat]
            if event.kind in {Event.BOOK, Event.BUY, Event.SELL}:
                cash[event.seat] = event.c
                assert f"cash {event.c:,} DM" in line


@pytest.mark.parametrize(
    ("effect", "strength", "words"),
    [
        ("gain_player", 30, "A player of 2 points joins."),
        ("lose_player", 26, "A player of 2 points leaves."),
    ],
)
def test_players_who_join_or_leave_change_the_strength_that_is_told(effect, strength, words):
    scene = board_with([event_card(effect=effect, amount=2)], "event_blue")
    kind = Event.GAIN if effect == "gain_player" else Event.LOSE
    (line,) = of(lines(scene, {"max_turns": 1}, PAIR), kind)
    assert line == f"    {words} Strength {strength}."


def test_players_who_cannot_join_are_told():
    scene = board_with([event_card(effect="gain_player", amount=2)], "event_blue")
    (line,) = of(lines(scene, {"max_turns": 1, "squad_max": 11}, PAIR), Event.GAIN)
    assert line == "    No such player can join. Strength 28."


def test_every_booking_has_a_reason():
    told_otherwise = {Ledger.BUY, Ledger.SELL, Ledger.WRITEOFF, Ledger.COST}
    assert {*REASONS} == {*Ledger} - told_otherwise
    assert all(REASONS.values())


def booked_in(story, ledger):
    """Lines of the bookings for something."""
    return [line for event, line in story if event.kind == Event.BOOK and event.b == ledger]


def test_what_is_paid_for_and_why_is_told():
    rules = {"die_faces": 2, "max_turns": 4}
    for rule, each in (("per_player", "player"), ("per_strength", "point of strength")):
        story = lines(f"cost 5000 {rule},neutral," * 5 + "neutral", rules)
        assert f" in costs (5,000 DM a {each}); cash " in booked_in(story, Ledger.COST)[0]
    by_place = {"home_income_mode": "by_place", "home_income_negative": True}
    by_place |= {f"place_deduction_{place}": 90_000 for place in range(1, 5)}
    story = lines("points_match 5000 30," * 9 + "neutral", rules | by_place)
    reason = "pays 85,000 DM for the home match, the deduction being more than its income"
    assert reason in booked_in(story, Ledger.HOME)[0]
    story = lines(EMPTY, {"seasons": 2, "carry_cash": False, "start_capital": 200_000} | SAFE)
    back = [line for line in booked_in(story, Ledger.CAPITAL) if "returns" in line]
    assert back[0].endswith("to the bank before the new season; cash 200,000 DM.")


def test_receipts_and_payments_are_told_apart():
    (line,) = [
        x
        for e, x in lines("cost 5000 fixed,neutral," * 5 + "neutral", {"die_faces": 2})
        if e.kind == Event.BOOK and e.b == Ledger.COST
    ][:1]
    assert line.startswith("    Seat ")
    assert " pays 5,000 DM in costs; cash " in line
    (line,) = [x for e, x in lines(EMPTY, {"max_turns": 1}) if e.kind == Event.BOOK][:1]
    assert line == "    Seat 0 receives 700,000 DM as capital; cash 700,000 DM."


def test_cards_set_aside_name_their_follow_up_events():
    assert {*FOLLOW_UPS} == {"league_home", "league_away", "cup", "private", "european", "cost"}
    card = event_card(label="Fog", effect="strength", amount=-3, trigger="league_home+cup", uses=2)
    story = lines(board_with([card], "event_blue"), {"max_turns": 1}, PAIR)
    assert of(story, Event.DRAW) == ['    The blue card says: "Fog" (strength -3).']
    assert of(story, Event.SET_ASIDE) == [
        "    It is set aside for the next 2 home matches or Cup matches."
    ]
    card = event_card(label="Fog", effect="factor", amount=50, trigger="private", uses=1)
    scene = board_with([card], "event_blue", "private_match 9")
    story = lines(scene, {"die_faces": 2, "seasons": 5} | SAFE, PAIR)
    assert of(story, Event.SET_ASIDE)[0] == "    It is set aside for the next private match."
    assert (
        of(story, Event.USED)[0]
        == '    "Fog" applies (50 % of the amount); it goes back to its stack.'
    )


def test_a21_a_covered_stadium_is_told_as_such():
    rules = {"covered_stadiums": [1, 2, 3], "die_faces": 3, "max_turns": 1}
    (line,) = of(lines("points_match 5 28," * 9 + "neutral", rules), Event.LAND)
    assert line.endswith("(covered by a sticker).")
    for event, line in lines("points_match 5 28," * 9 + "neutral", rules | {"max_turns": 40}):
        if event.kind == Event.LAND:
            assert ("(covered by a sticker)" in line) == (event.a in {1, 2, 3})


def test_pips_carried_over_are_told():
    story = lines(EMPTY, {"lap_end": "carry"} | SAFE, match=2)
    for event, line in story:
        if event.kind == Event.ARRIVE:
            assert (f"Pips carried over: {event.b}." in line) == (event.b > 0 and event.a == 1)
        elif event.kind == Event.ROLL:
            assert (f", and {event.b} carried over" in line) == (event.b > 0)


@pytest.mark.parametrize(
    ("seats", "rules", "line"),
    [
        (["passive"] * 2, {}, "Nobody wins."),
        (["passive"] * 2, SAFE, "Seat 0 and seat 1 share the win with the most table points."),
        (["thrifty", "passive"], SAFE, "Seat 1 wins with the most table points."),
    ],
)
def test_winners_are_named(seats, rules, line):
    *_, (event, last) = lines(EMPTY, rules, seats)
    assert event.kind == Event.WINNERS
    assert last == line


def test_the_final_table_is_told():
    story = lines(SHIPPED, {}, ["passive", "planner"])
    table = dict(re.findall(r"seat (\d) (\d+)", story[-1][1].partition(".")[0]))
    row = told(SHIPPED, {}, ["passive", "planner"]).row
    assert {seat: int(points) for seat, points in table.items()} == {
        "0": row["points_seat0"],
        "1": row["points_seat1"],
    }
    assert f"seat 0 {row['points_seat0']} (out)" in story[-1][1]
    assert story[-1][1].endswith("Seat 1 wins with the most table points.")


def test_the_start_squad_and_the_rounds_are_told():
    story = lines(EMPTY, {}, PAIR)
    (first,) = of(story, Event.STARTER)
    assert first == "Everybody has a squad of 11 players, strength 28. Seat 0 begins."
    assert of(story, Event.ROUND) == [
        "Round 1 (preliminary round): all set out together.",
        "Round 2 (return round): all set out together.",
    ]
    three = of(lines(EMPTY, {"rounds_per_season": 3}, PAIR), Event.ROUND)
    assert three[0] == "Round 1: all set out together."


def test_the_first_line_says_who_sits_where():
    s = match_of({}, ["random", "planner"])
    assert next(iter(replay(s, 0)[1])) == "Seat 0: random; seat 1: planner."
