"""Fouls, injuries and penalties of Dream Team, rule by rule (R and A of RULES.md)."""

from collections import Counter
from itertools import product

import pytest
from dream_team_scenes import acts, hands, keeper_code, told, trainer
from dream_team_told import AWAY, HOME, deck, of, periods

from sim.games.dream_team.cards import field_cards
from sim.games.dream_team.story import Event

FOULS = [trainer(foul_min=0), trainer()]  # home fouls in every duel it can
CURSED = [trainer(foul_min=0, curse_foul_bonus=9)] * 2
AT_THE_KEEPER = [trainer(unstop_min=0, curse_foul_bonus=9)] * 2
BY_THE_KEEPER = [trainer(keeper_foul_min=0, curse_foul_bonus=9)] * 2
MOST = hands(foul=12) | {"flagrant_needs_symbol": False}


def line_up(period, side):
    """The field cards of a side, and the code of its goalkeeper (None: an empty goal)."""
    mine = [event for event in period if event.seat == side]
    keeper = [keeper_code(e.a) for e in of(mine, Event.KEEPER)]
    return {e.a for e in of(mine, Event.FIELDED)}, (keeper or [None])[0]


def after(match, kind):
    """The one play with such an event, the rest of its period, and the periods that follow."""
    every = periods(match)
    ((third, at),) = [
        (third, i)
        for third, period in enumerate(every)
        for i, event in enumerate(period)
        if event.kind == kind
    ]
    (act,) = [act for act in acts(match) if of(act, kind)]
    rest = [e for e in every[third][at:] if e.kind in (Event.ATTACK, Event.DEFENCE)]
    return act, rest, every[third + 1 :]


# The Foul -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1])
def test_r31_the_opposing_player_has_value_0_for_one_play(value):
    """R31: home turns four lost duels into shots with its full strength; foul_value."""
    cards = deck(attack=3, defence=4, save=4, symbol="star")
    for match in told(hands(foul=8) | {"foul_value": value}, cards, FOULS, 2):
        assert len(of(match.events, Event.FOUL)) == 4
        assert not of(match.events, Event.INJURED)
        for act in acts(match):
            attacker, defender = act[:2]
            shot, foul = of(act, Event.SHOT)[0], of(act, Event.FOUL)
            own = attacker.b if attacker.seat == HOME else defender.b
            assert (shot.seat, shot.a) == ((HOME, own - value) if foul else (defender.seat, 1))
            assert (attacker.b, defender.b) == (3, 4)


@pytest.mark.parametrize("value", [0, 1])
def test_r31_a_fouled_goalkeeper_saves_nothing(value):
    """R31: one of save value 6 otherwise stops everything; foul_value is for duels only."""
    rules = hands(foul=8) | {"foul_value": value}
    cards = deck(attack=5, defence=3, save=6, symbol="star")
    for match in told(rules, cards, [trainer(unstop_min=0), trainer()], 2):
        fouls = [act for act in acts(match) if of(act, Event.FOUL)]
        assert len(fouls) == match.row["goals_total"] == 4
        assert all(of(act, Event.OPEN_GOAL, Event.GOAL) for act in fouls)


@pytest.mark.parametrize("needed", [True, False])
def test_r38_r39_fouls_are_directly_against_the_opponent_a_keepers_is_ordinary(needed):
    """R38: between the duelists, or shooter and goalkeeper; R39: flagrant with the fist."""
    sorts, cards = Counter(), deck(5)
    symbols = [card.symbol for card in field_cards(cards)]
    for match in told(hands(foul=12) | {"flagrant_needs_symbol": needed}, cards, number=8):
        for period in periods(match):
            goal = [line_up(period, side)[1] for side in (HOME, AWAY)]
            duel, shooter = [None, None], None
            for event in period:
                if event.kind in (Event.ATTACK, Event.DEFENCE):
                    duel[event.seat], shooter = event.a, None
                elif event.kind == Event.SHOT:
                    shooter = event
                elif event.kind == Event.FOUL:
                    other = 1 - event.seat
                    if shooter is None:
                        sort, pair = "duel", (duel[event.seat], duel[other])
                    elif shooter.seat == event.seat:
                        sort, pair = "shot", (shooter.c, goal[other])
                    else:
                        sort, pair = "keeper", (goal[event.seat], shooter.c)
                    assert (event.a, event.b) == pair
                    field = sort != "keeper"
                    assert event.c == (field and (not needed or symbols[event.a] == "fist"))
                    sorts[sort] += 1
    assert len(sorts) == 3


@pytest.mark.parametrize("needed", [True, False])
@pytest.mark.parametrize("symbol", ["fist", "boots"])
def test_r39_a_flagrant_foul_injures_its_victim(symbol, needed):
    rules = hands(foul=8) | {"flagrant_needs_symbol": needed}
    for match in told(rules, deck(attack=3, defence=3, save=3, symbol=symbol), FOULS, 2):
        flagrant = symbol == "fist" or not needed
        fouls = [act for act in acts(match) if of(act, Event.FOUL)]
        assert len(fouls) == 4
        for act in fouls:
            hurt = [(e.seat, e.a) for e in of(act, Event.INJURED)]
            assert hurt == ([(AWAY, of(act, Event.FOUL)[0].b)] if flagrant else [])
        assert match.row["injuries_away"] == 4 * flagrant


def test_r39_a_flagrant_foul_injures_a_goalkeeper():
    cards = deck(attack=5, defence=3, save=6, symbol="fist")
    for match in told(hands(foul=8), cards, [trainer(unstop_min=0), trainer()], 2):
        first, second, *_ = periods(match)
        (keeper,) = {e.a for e in of(first, Event.INJURED)}
        assert line_up(first, AWAY)[1] == keeper
        assert line_up(second, AWAY)[1] == keeper ^ 1


def test_r40_i5_an_injured_player_is_out_for_the_match():
    """R40, I5: he is not lined up, nor brought in, in any later third."""
    hurt = 0
    for match in told(MOST | {"subs_per_window": 2, "thirds": 6}, deck(6)):
        out = set()
        for period in periods(match):
            for event in period:
                if event.kind == Event.INJURED:
                    out.add((event.seat, event.a))
                    hurt += 1
                elif event.kind in (Event.KEEPER, Event.KEEPER_CHANGE):
                    coming = event.a if event.kind == Event.KEEPER else event.b
                    assert (event.seat, keeper_code(coming)) not in out
                elif event.kind in (Event.FIELDED, Event.SUBSTITUTION):
                    coming = event.a if event.kind == Event.FIELDED else event.b
                    assert (event.seat, coming) not in out
        assert len(out) == match.row["injuries_home"] + match.row["injuries_away"]
    assert hurt > 0


@pytest.mark.parametrize("when", ["end_of_third", "immediate"])
def test_a13_an_injured_player_stays_until_the_third_ends_or_gives_way_at_once(when):
    """A13: where he stays he has his normal values in later plays."""
    rules = MOST | {"play_rule": "attack_once_defend_free", "injury_replacement": when}
    later, replaced = 0, Counter()
    for match in told(rules | {"field_players": 4}, deck(attack=3, defence=3, save=3), FOULS):
        for period in periods(match):
            out = {}
            for event in period:
                if event.kind == Event.INJURED:
                    out[event.a] = None
                elif event.kind == Event.REPLACED:
                    assert out[event.a] is None
                    assert event.b not in out
                    out[event.a] = event.b
                    replaced[event.b >= 0] += 1
                elif event.kind in (Event.ATTACK, Event.DEFENCE):
                    later += event.a in out
                    assert event.b == 3
    assert (later > 0) == (when == "end_of_third")
    assert (replaced[True] > 0) == (replaced[False] > 0) == (when == "immediate")
    assert when == "immediate" or not replaced


def test_a13_an_injured_goalkeeper_gives_way_at_once_too():
    """A13: to the other one, then to nobody."""
    rules = hands(foul=8) | {"injury_replacement": "immediate"}
    cards = deck(attack=5, defence=3, save=6, symbol="fist")
    for match in told(rules, cards, [trainer(unstop_min=0), trainer()], 2):
        first = periods(match)[0]
        keeper = line_up(first, AWAY)[1]
        changes = [(e.a, e.b) for e in of(first, Event.REPLACED)]
        assert changes == [(keeper, keeper ^ 1), (keeper ^ 1, -1)]


# Penalties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", ["box", "none"])
def test_r43_a26_a_cursed_foul_sends_the_fouler_to_the_box_and_frees_the_victim(penalty):
    """R43, A26: he plays no more in this third, but again in the next one."""
    rules = hands(foul=1, curse=1) | {"ordinary_penalty": penalty}
    rules |= {"play_rule": "attack_once_defend_free"}
    cards, later = deck(attack=3, defence=4, save=4, symbol="star"), 0
    for match in told(rules, cards, CURSED, 6):
        act, rest, others = after(match, Event.FOUL)
        _, _, foul, curse, *events = act
        assert (curse.kind, curse.seat) == (Event.CURSE, 1 - foul.seat)
        if penalty == "box":
            assert events.pop(0)[:3] == (Event.PENALTY_BOX, foul.seat, foul.a)
            assert foul.a not in {e.a for e in rest}
        own = 3 if act[0].seat == curse.seat else 4
        free, shot = events[:2]
        assert free[:3] == (Event.FREE_SHOT, curse.seat, foul.b)
        assert shot == (Event.SHOT, curse.seat, own, 0, foul.b)
        later += foul.a in {e.a for e in rest}
        assert foul.a in line_up(others[0], foul.seat)[0]
        assert match.row["free_shots"] == match.row["foul_cursed"] == 1
    assert (later > 0) == (penalty == "none")


@pytest.mark.parametrize("symbol", ["star", "fist"])
def test_r43_r44_a_cursed_foul_on_the_goalkeeper_is_a_save(symbol):
    cards = deck(attack=5, defence=3, save=5, symbol=symbol)
    for match in told(hands(foul=1, curse=1), cards, AT_THE_KEEPER):
        act, _, _ = after(match, Event.CURSE)
        shooter = of(act, Event.FOUL)[0].a
        punished = Event.SENT_OFF if symbol == "fist" else Event.PENALTY_BOX
        assert [e.kind for e in act[-2:]] == [punished, Event.SAVED]
        assert act[-2].a == shooter
        assert not of(act, Event.FACES)
        assert not of(match.events, Event.INJURED)


@pytest.mark.parametrize("penalty", ["sent_off", "box"])
def test_r44_r41_a27_a_flagrant_fouler_is_sent_off_and_his_team_one_player_short(penalty):
    """R44, R41: for the rest of the match; A27: the victim has a free shot too, and no injury."""
    rules = hands(foul=1, curse=1) | {"flagrant_penalty": penalty}
    rules |= {"use_special_cards": True, "special_text": "off"}
    cards = deck(attack=3, defence=4, save=4, symbol="fist")
    for match in told(rules, cards, CURSED):
        act, rest, others = after(match, Event.FOUL)
        _, _, foul, _, sent, free = act[:6]
        off = penalty == "sent_off"
        assert sent[:3] == (Event.SENT_OFF if off else Event.PENALTY_BOX, foul.seat, foul.a)
        assert free[:3] == (Event.FREE_SHOT, 1 - foul.seat, foul.b)
        assert foul.a not in {e.a for e in rest}
        assert not of(act, Event.INJURED)
        for period in others:
            assert len(line_up(period, foul.seat)[0]) == 5 - off
            assert len(line_up(period, 1 - foul.seat)[0]) == 5
            assert (foul.a in line_up(period, foul.seat)[0]) != off
        assert len(others) == 2


def test_r41_r44_a_team_without_goalkeeper_is_one_player_short_too():
    """R41: 5, or 6 without a goalkeeper, less one for each player sent off."""
    rules = hands(foul=4, curse=4) | {"use_special_cards": True, "special_text": "off"}
    rules |= {"allow_no_keeper": "lineup"}
    sizes = set()
    cards = deck(attack=3, defence=4, save=4, symbol="fist")
    for match in told(rules, cards, number=12):
        off, hurt = [0, 0], [set(), set()]
        for period in periods(match):
            for side in (HOME, AWAY):
                cards_there, keeper = line_up(period, side)
                fit = 7 - off[side] - len(hurt[side])
                size = min((6 if keeper is None else 5) - off[side], fit)
                assert len(cards_there) == size
                sizes.add((keeper is None, off[side]))
            for event in of(period, Event.SENT_OFF, Event.INJURED):
                off[event.seat] += event.kind == Event.SENT_OFF
                if event.kind == Event.INJURED and event.a < keeper_code(0):
                    hurt[event.seat].add(event.a)
    assert sizes >= {*product((True, False), (0, 1))}


@pytest.mark.parametrize("symbol", ["star", "fist"])
def test_r71_a26_a27_without_a_free_shot_the_fouler_has_value_0(symbol):
    """R71, A26, A27: "the player who committed the foul has value 0 for that play"."""
    rules = hands(foul=1, curse=1) | {"curse_free_shot": False, "foul_value": 1}
    cards = deck(attack=3, defence=4, save=4, symbol=symbol)
    for match in told(rules, cards, CURSED):
        act, _, _ = after(match, Event.FOUL)
        foul, shot = of(act, Event.FOUL)[0], of(act, Event.SHOT)[0]
        own = 3 if act[0].seat != foul.seat else 4
        assert (shot.seat, shot.a) == (1 - foul.seat, own - 1)
        assert not of(act, Event.FREE_SHOT)
        assert match.row["free_shots"] == 0


@pytest.mark.parametrize("allowed", [True, False])
def test_a28_a_goalkeeper_may_foul_the_shooter(allowed):
    """A28, R38: the shot is void."""
    rules = hands(foul=2) | {"keeper_may_foul": allowed}
    for match in told(rules, deck(attack=5, defence=3, save=1), BY_THE_KEEPER, 2):
        fouls = [act for act in acts(match) if of(act, Event.FOUL)]
        assert len(fouls) == match.row["keeper_fouls"] == 2 * allowed
        for act in fouls:
            assert [e.kind for e in act[2:]] == [Event.SHOT, Event.FOUL, Event.SAVED]
            assert of(act, Event.FOUL)[0].a >= keeper_code(0)


@pytest.mark.parametrize("penalty", ["box", "none"])
def test_a28_r43_a_cursed_goalkeeper_leaves_his_goal_empty_until_the_third_ends(penalty):
    """A28, R43: the shot is a goal; with the next third he is back."""
    rules = hands(foul=1, curse=1) | {"ordinary_penalty": penalty}
    for match in told(rules, deck(attack=5, defence=3, save=6, symbol="fist"), BY_THE_KEEPER):
        act, rest, others = after(match, Event.FOUL)
        foul = of(act, Event.FOUL)[0]
        boxed = [(e.seat, e.a) for e in of(match.events, Event.PENALTY_BOX)]
        assert boxed == ([(foul.seat, foul.a)] if penalty == "box" else [])
        assert act[-1][:2] == (Event.GOAL, 1 - foul.seat)
        against = sum(e.kind == Event.ATTACK and e.seat != foul.seat for e in rest)
        goals = match.row[("goals_home", "goals_away")[1 - foul.seat]]
        assert goals == 1 + (against if penalty == "box" else 0)
        assert line_up(others[0], foul.seat)[1] == foul.a
        assert not of(match.events, Event.SENT_OFF, Event.INJURED)


# Special situations -------------------------------------------------------------------------------


def test_r45_a12_both_goalkeepers_fouled_six_players_may_go_on():
    """R45, A12: even where no team may give up its keeper freely; by Fouls of any kind."""
    free, kept = 0, 0
    for match in told(hands(foul=12) | {"thirds": 6}, deck(5, symbol="star"), number=10):
        fouled = [set(), set()]
        for period in periods(match):
            for side in (HOME, AWAY):
                cards, keeper = line_up(period, side)
                if keeper is None:
                    assert (len(fouled[side]), len(cards)) == (2, 6)
                else:
                    assert len(cards) == 5
                    kept += len(fouled[side]) == 2
                free += keeper is None
            for event in of(period, Event.FOUL):
                if event.b >= keeper_code(0):
                    fouled[1 - event.seat].add(event.b)
    assert free > 0
    assert kept > 0


def test_a12_both_goalkeepers_injured_six_players_must_go_on():
    cards = deck(attack=5, defence=3, save=6, symbol="fist")
    for match in told(hands(foul=8), cards, [trainer(unstop_min=0), trainer()], 2):
        *_, last = periods(match)
        hurt = {e.a for e in of(match.events, Event.INJURED)}
        assert len(hurt) == 2
        fielded, keeper = line_up(last, AWAY)
        assert (len(fielded), keeper) == (6, None)


def test_r46_too_few_players_go_on_with_all_there_are():
    """R46: injuries leave fewer than five, and then all of them are lined up."""
    sizes = Counter()
    for match in told(MOST | {"thirds": 6}, deck(attack=3, defence=3, save=3), FOULS):
        hurt = [set(), set()]
        for period in periods(match):
            for side in (HOME, AWAY):
                size = len(line_up(period, side)[0])
                assert size == min(5, 6 - len(hurt[side]))
                sizes[size] += 1
            for event in of(period, Event.INJURED):
                hurt[event.seat].add(event.a)
    assert {*sizes} == {5, 1, 0}


def test_r46_a_short_team_is_attacked_without_a_defender():
    """R46, A10: what its players cannot answer is a free attack."""
    rules = MOST | {"thirds": 2}
    for match in told(rules, deck(attack=3, defence=3, save=3), FOULS, 2):
        last = periods(match)[-1]
        assert len(line_up(last, AWAY)[0]) == 1
        free = of(last, Event.UNOPPOSED)
        assert {e.seat for e in free} == {AWAY}
        assert len(free) == 4
