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
    manager,
    priced,
    read,
    row_of,
    told,
)
from bundesliga_tiny import event_card, table
from bundesliga_told import any_match, match_of
from telling import INTERPRETED, tell

from sim.games.bundesliga.cards import STACK, board, cup_cards, event_cards
from sim.games.bundesliga.story import STORY, Event, Ledger
from sim.games.bundesliga.story_words import FOLLOW_UPS, REASONS
from sim.replay import replay

FREE = {"purchase_price_pct": 0, "sale_price_pct": 0, "squad_max": 11}


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
    assert line == "    The squad is full: nobody joins. Strength 28."


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
    assert back[0].endswith("to begin the season with 200,000 DM; cash 200,000 DM.")


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
        "    It is set aside for the next 2 home matches or Cup matches, counted together."
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
        (["passive"] * 2, {}, "Nobody wins: all are out."),
        (
            ["passive"] * 2,
            SAFE,
            (
                "Seat 0 and seat 1 share the win: equal table points (0), cash (850,000 DM) and "
                "strength (28)."
            ),
        ),
        (
            ["thrifty", "passive"],
            SAFE,
            "Seat 1 wins: equal table points (0), but the most cash (850,000 DM).",
        ),
        (
            ["passive", "early_investor"],
            SAFE | FREE,
            (
                "Seat 1 wins: equal table points (0) and cash (850,000 DM), but the highest strength "
                "(51)."
            ),
        ),
        (
            ["passive", "passive"],
            SAFE | {"winner_rule": "cash"},
            (
                "Seat 0 and seat 1 share the win: equal cash (850,000 DM), table points (0) and "
                "strength (28)."
            ),
        ),
        (
            ["thrifty", "passive"],
            SAFE | {"winner_rule": "wealth"},
            "Seat 1 wins with the most cash and players (2,635,000 DM).",
        ),
        (
            ["thrifty", "passive"],
            {"relegated_can_win": True},
            (
                "All are out; of those relegated last, seat 1 wins: equal table points (0), but the "
                "most cash (850,000 DM)."
            ),
        ),
    ],
)
def test_winners_are_named_with_the_sums_that_decide(seats, rules, line):
    *_, (event, last) = lines(EMPTY, rules, seats)
    assert event.kind == Event.WINNERS
    assert last.partition(". ")[2] == line


def test_the_only_one_left_wins_as_such():
    story = lines(SHIPPED, {}, ["passive", "planner"])
    assert story[-1][1].endswith(". Seat 1 wins: nobody else is left.")
    winner = told(SHIPPED, {}, ["passive", "planner"]).row
    points, cash = winner["points_seat1"], winner["cash_end_seat1"]
    strength = winner["strength_end_seat1"]
    assert of(story, Event.FINAL) == [
        f"Seat 1 ends with {points} table points, strength {strength} and {cash:,} DM in cash."
    ]


def test_the_final_table_is_told():
    story = lines(SHIPPED, {}, ["passive", "planner"])
    table = dict(re.findall(r"seat (\d) (\d+)", story[-1][1].partition(". ")[0]))
    row = told(SHIPPED, {}, ["passive", "planner"]).row
    assert {seat: int(points) for seat, points in table.items()} == {
        "0": row["points_seat0"],
        "1": row["points_seat1"],
    }
    assert f"seat 0 {row['points_seat0']} (out)" in story[-1][1]


def test_the_final_table_has_seats_without_a_points_match():
    """All seats, sorted by points; who left in an earlier season is named as well."""
    last = lines(EMPTY, SAFE, ["passive"] * 3)[-1][1]
    assert last.startswith("Table points: seat 0 0, seat 1 0, seat 2 0. ")
    rules = {"seasons": 3, "insolvency": "bankruptcy", "start_capital": 0, "round_bonus": 0}
    board = "neutral,neutral,cost 9000000 fixed" + ",private_match 5" * 9
    seen = Counter()
    for match in range(30):
        last = lines(board, rules | SAFE, ["passive"] * 3, match)[-1][1]
        table = last.partition(". ")[0]
        assert [*sorted(re.findall(r"seat (\d)", table))] == ["0", "1", "2"]
        seen.update(re.findall(r"\(out.*?\)", table))
    assert seen["(out)"] > 0
    assert sum(number for word, number in seen.items() if word != "(out)") > 0


def test_the_last_table_is_sorted_and_a_single_point_is_no_plural():
    scene = "points_match 5 28," + ",".join(["neutral"] * 30)
    story = lines(scene, {"rounds_per_season": 1, "points_draw": 1}, PAIR)
    assert of(story, Event.RELEGATED) == [
        f"Seat {seat} has 1 table point, fewer than 15: relegated." for seat in (0, 1)
    ]


def test_the_start_squad_and_the_rounds_are_told():
    story = lines(EMPTY, {}, PAIR)
    (first,) = of(story, Event.STARTER)
    squad = "2 of 1 point, 4 of 2 points, 3 of 3 points, 1 of 4 points, 1 of 5 points"
    bank = "12 of 1 point, 14 of 2 points, 16 of 3 points, 10 of 4 points, 6 of 5 points"
    intro = f"Everybody has a squad of 11 players, strength 28: {squad}."
    assert first == f"{intro} The bank keeps {bank}. Seat 0 begins."
    (endless,) = of(lines(EMPTY, {"bank_stock_limited": False}, PAIR), Event.STARTER)
    assert endless == f"{intro} The bank never runs out of players. Seat 0 begins."
    assert of(story, Event.ROUND) == [
        "Round 1 (preliminary round): all set out together.",
        "Round 2 (return round): all set out together.",
    ]
    three = of(lines(EMPTY, {"rounds_per_season": 3}, PAIR), Event.ROUND)
    assert three[0] == "Round 1: all set out together."


def test_the_first_line_says_who_sits_where():
    s = match_of({}, ["random", "planner"])
    assert next(iter(replay(s, 0)[1])) == "Seat 0: random; seat 1: planner."


# What happens and why -----------------------------------------------------------------------------


def test_a9_a_shortfall_is_waived_or_ends_in_bankruptcy():
    scene, rules = row_of("cost 5000000 fixed"), {"max_turns": 2} | SAFE
    story = lines(scene, rules, PAIR)
    assert of(story, Event.WRITEOFF) == [
        f"    Seat {seat} cannot pay 2,515,000 DM, which are waived; cash 0 DM." for seat in (0, 1)
    ]
    story = lines(scene, rules | {"insolvency": "bankruptcy"}, PAIR)
    assert of(story, Event.WRITEOFF)[0] == "    Seat 0 cannot pay 2,515,000 DM."
    assert of(story, Event.BANKRUPT)[0] == (
        "    Seat 0 is bankrupt and leaves the game: its players go back to the bank; cash 0 DM."
    )


def test_no_round_begins_when_nobody_is_left():
    scene, rules = row_of("cost 5000000 fixed"), {"insolvency": "bankruptcy"} | SAFE
    story = lines(scene, rules, PAIR)
    assert len(of(story, Event.BANKRUPT)) == 2
    assert len(of(story, Event.ROUND)) == 1
    assert not of(story, Event.NO_RELEGATION)
    assert of(lines(scene, rules | {"seasons": 2}, PAIR), Event.EARLY_END) == [
        "Nobody is left: there is no further season."
    ]


def test_who_sets_out_alone_is_told():
    board = "neutral,neutral,cost 9000000 fixed" + ",private_match 5" * 9
    rules = {"insolvency": "bankruptcy", "seasons": 3} | SAFE
    alone = ended = 0
    for match in range(20):
        story = lines(board, rules, PAIR, match)
        out = {event.seat for event, _ in story if event.kind == Event.BANKRUPT}
        for line in of(story, Event.ROUND)[1:]:
            alone += bool(re.search(r"\): seat \d sets out alone\.$", line))
        if len(out) == 1:
            (left,) = {0, 1} - out
            for line in of(story, Event.EARLY_END):
                assert line == f"Only seat {left} is left: there is no further season."
                ended += 1
    assert alone > 0
    assert ended > 0


def test_the_cup_prize_and_what_follows_are_told():
    rules = {"cup_rounds_to_win": 2, "cup_prize": 77, "die_faces": 2, "max_turns": 8} | SAFE
    scene = table(row_of("dfb_cup"), "20h10 21a20")
    story = lines(scene, rules, PAIR)
    assert of(story, Event.CUP_ROUND)[::2] == [
        "    Seat 0 has won 1 of 2 rounds of the Cup.",
        "    Seat 0 has won 2 of 2 rounds of the Cup.",
    ]
    prizes = [line for line in booked_in(story, Ledger.CUP) if "77 DM as the Cup prize" in line]
    assert len(prizes) == 2
    assert len([x for x in booked_in(story, Ledger.CUP) if " from the Cup; " in x]) == 4
    assert of(story, Event.LAND)[-1].endswith(", but it has won the Cup already.")
    out = lines(table(row_of("dfb_cup"), "40h10"), rules, PAIR)
    assert of(out, Event.LAND)[-1].endswith(", but it is out of the Cup.")
    endless = lines(scene, {"max_turns": 6, "die_faces": 2} | SAFE, PAIR)
    assert [x.strip() for x in of(endless, Event.CUP_ROUND)[::2]] == [
        "Seat 0 has won 1 round of the Cup.",
        "Seat 0 has won 2 rounds of the Cup.",
        "Seat 0 has won 3 rounds of the Cup.",
    ]


def test_r16_a_replay_says_where_it_is():
    rules = {"cup_draw_rule": "replay", "max_turns": 1}
    for card, line in (
        ("28h10", "    A home match is replayed away: lost."),
        ("28a10", "    An away match is replayed at home: won."),
    ):
        scene = table(row_of("dfb_cup"), card)
        assert of(lines(scene, rules, PAIR), Event.CUP_REPLAY) == [line]
        (twice,) = of(lines(scene, rules | {"replay_pays_income": True}, PAIR), Event.CUP_REPLAY)
        assert twice == line.replace(".", ", and the income is paid twice.")


def test_a18_cash_of_a_new_season_and_its_capital_are_told_apart():
    rules = {"seasons": 2, "carry_cash": False, "new_season_capital": 1000, "round_bonus": 0}
    up = lines(row_of("cost 1000 fixed"), rules | SAFE, PAIR)
    down = lines(row_of("private_match 1000"), rules | SAFE, PAIR)
    for story, verb in ((up, "receives"), (down, "returns")):
        _, _, *later = booked_in(story, Ledger.CAPITAL)
        reset = r"to begin the season with 700,000 DM; cash 700,000 DM\.$"
        assert re.fullmatch(rf"    Seat 0 {verb} [\d,]+ DM {reset}", later[0])
        assert later[1] == (
            "    Seat 0 receives 1,000 DM as capital of the new season; cash 701,000 DM."
        )


def test_a18_new_squads_are_told():
    rules = {"seasons": 2} | SAFE
    assert not of(lines(EMPTY, rules, PAIR), Event.NEW_SQUADS)
    assert of(lines(EMPTY, rules | {"carry_squad": False}, PAIR), Event.NEW_SQUADS) == [
        (
            "    All squads go back to the bank. Everybody gets the start squad of 11 players, "
            "strength 28."
        )
    ]


def test_a_card_for_one_of_several_events_says_so():
    card = event_card(label="Fog", effect="strength", amount=-3, trigger="league_home+cup", uses=1)
    story = lines(board_with([card], "event_blue"), {"max_turns": 1}, PAIR)
    assert of(story, Event.SET_ASIDE) == [
        "    It is set aside for the next home match or Cup match, whichever comes first."
    ]


def test_a33_why_another_player_joins_or_leaves_is_told():
    def once(effect, amount, **columns):
        scene = board_with([event_card(effect=effect, amount=amount)], "event_blue")
        kind = Event.GAIN if effect == "gain_player" else Event.LOSE
        return of(lines(priced(scene, **columns), {"max_turns": 1}, PAIR), kind)

    counts = (6, 10, 8, 2, 2)
    assert once("gain_player", 5, count=counts) == [
        "    The bank has no player of 5 points: one of 3 points joins. Strength 31."
    ]
    counts = (4, 8, 6, 2, 2)
    assert once("gain_player", 4, count=counts) == [
        "    The bank has no player of 4 points or less: nobody joins. Strength 28."
    ]
    assert once("lose_player", 4, start_per_player=(2, 4, 3, 0, 1)) == [
        "    Seat 0 has no player of 4 points: one of 3 points leaves. Strength 21."
    ]


def test_r12_the_place_and_its_deduction_are_told():
    """R12, A13: at each home match, also where nothing is left."""
    rules = {"home_income_mode": "by_place", "place_ties": "worst", "max_turns": 4, "die_faces": 2}
    scene = row_of("points_match 90000 29")
    story = lines(scene, rules, ["passive"] * 4)
    assert len(of(story, Event.HOME_PLACE)) == len(of(story, Event.HOME_MATCH)) == 4
    assert {*of(story, Event.HOME_PLACE)} == {
        (
            "    Table place 4 before this match: 90,000 DM less 150,000 DM is below 0 and counts as "
            "0 DM."
        )
    }
    assert of(story, Event.NO_MONEY) == [
        f"    Seat {seat} receives nothing from the home match; cash 700,000 DM."
        for seat in range(4)
    ]
    negative = lines(scene, rules | {"home_income_negative": True}, ["passive"] * 4)
    assert {*of(negative, Event.HOME_PLACE)} == {
        "    Table place 4 before this match: 90,000 DM less 150,000 DM is -60,000 DM."
    }
    two = lines(scene, rules, PAIR)
    assert of(two, Event.HOME_PLACE)[0] == (
        "    Table place 2 before this match: 90,000 DM less 50,000 DM is 40,000 DM."
    )
    best = lines(scene, rules | {"place_ties": "best"}, PAIR)
    assert of(best, Event.HOME_PLACE)[0] == (
        "    Table place 1 before this match: nothing is deducted from 90,000 DM."
    )
    assert not of(lines(scene, {"max_turns": 4}, PAIR), Event.HOME_PLACE)


def test_r20_r21_whether_a_transfer_is_before_or_after_the_roll_is_told():
    """Every window before the roll has a header; sales after the roll say so."""
    busy = [manager("random", transfers_per_window=3, keep_squad=0)] * 2
    before = after = 0
    for match in range(FEW):
        story = lines(EMPTY, SAFE, busy, match)
        opened = rolled = -1
        for event, line in story:
            if event.kind == Event.BEFORE_ROLL:
                assert line == f"Seat {event.seat}, before the roll:"
                opened, rolled = event.seat, -1
            elif event.kind == Event.ROLL:
                opened, rolled = -1, event.seat
            elif event.kind in {Event.BUY, Event.SELL}:
                assert event.seat in {opened, rolled}
                late = event.seat == rolled
                assert line.startswith(f"  After the roll seat {event.seat} sells ") == late
                before, after = before + (not late), after + late
    assert before > 0
    assert after > 0


def test_r23_waiting_and_a6_the_order_of_arrival_are_told():
    for match in range(FEW):
        story = lines(EMPTY, SAFE | {"round_order": "arrival"}, ["passive"] * 3, match)
        arrived = [e.seat for e, _ in story if e.kind == Event.ARRIVE and e.a == 1]
        waits = [line.endswith(" It waits for the others.") for line in of(story, Event.ARRIVE)]
        assert waits == [True, True, False, False, False, False]
        order = ", ".join(f"seat {seat}" for seat in arrived)
        assert of(story, Event.ROUND)[1] == (
            f"Round 2 (return round): all set out together, in the order of arrival: {order}."
        )
    story = lines(EMPTY, SAFE | {"wait_at_start": False}, PAIR)
    assert not any("waits" in line for line in of(story, Event.ARRIVE))


def test_the_end_of_a_season_is_told():
    story = lines(EMPTY, {"seasons": 2} | SAFE, PAIR)
    assert of(story, Event.SEASON_OVER) == [
        f"Season {season} is over. Table points: seat 0 0, seat 1 0." for season in (1, 2)
    ]
    assert of(story, Event.NO_RELEGATION) == ["Nobody is relegated."] * 2
    assert not of(story, Event.EARLY_END)
    story = lines(SHIPPED, {"seasons": 2}, ["passive", "planner"])
    (over,) = of(story, Event.SEASON_OVER)
    assert re.search(r"^Season 1 is over\. Table points: seat 1 \d+, seat 0 \d+\.$", over)
    assert not of(story, Event.NO_RELEGATION)
    assert of(story, Event.EARLY_END) == ["Only seat 1 is left: there is no further season."]
    assert not of(lines(SHIPPED, {}, ["passive", "planner"]), Event.EARLY_END)


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("points_match 0 28", "receives nothing from the home match"),
        ("private_match 0", "receives nothing from the private match"),
        ("european_cup 0", "receives nothing in the European Cup"),
        ("cost 0 fixed", "pays nothing in costs"),
        ("dfb_cup", "receives nothing from the Cup"),
    ],
)
def test_a_sum_of_0_is_told(scene, words):
    story = lines(table(row_of(scene), "20h0"), {"max_turns": 1}, PAIR)
    assert of(story, Event.NO_MONEY) == [f"    Seat 0 {words}; cash 700,000 DM."]


def test_a_card_without_money_is_told():
    for effect, amount, verb in (
        ("money", 0, "receives"),
        ("money_per_point", 50, "receives"),
        ("money_per_point", -50, "pays"),
    ):
        scene = board_with([event_card(effect=effect, amount=amount)], "event_blue")
        assert of(lines(scene, {"max_turns": 1}, PAIR), Event.NO_MONEY) == [
            f"    Seat 0 {verb} nothing by the card; cash 700,000 DM."
        ]
    (first, _) = of(lines(EMPTY, {"start_capital": 0}, PAIR), Event.NO_MONEY)
    assert first == "    Seat 0 receives nothing as capital; cash 0 DM."


def test_how_cards_change_the_strength_of_a_match_is_told():
    card = event_card(label="Fog", effect="strength", amount=-4, trigger="league_home", uses=9)
    scene = board_with([card], "event_blue", "points_match 5 24", "neutral")
    story = [x for match in range(FEW) for x in lines(scene, {"die_faces": 2}, PAIR, match)]
    fog = {e.seat for e, _ in story if e.kind == Event.USED}
    assert fog
    found = [line for e, line in story if e.kind == Event.HOME_MATCH and e.b == 24]
    assert found
    assert all(line.startswith("    Home match: 28 - 4 = 24 against 24, drawn; ") for line in found)
