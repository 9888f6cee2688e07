"""Second Chance, Fortune, Magic and the Curse of Dream Team, rule by rule (R and A of RULES.md)."""

from collections import Counter
from itertools import pairwise

import pytest
from dream_team_referee_book import unpack
from dream_team_scenes import acts, hands, keeper_code, played, told, trainer
from dream_team_told import AWAY, HOME, deck, of

from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import Event

WINS = {"attack": 5, "defence": 3}  # every attacker shoots with two dice
TIES = {"attack": 3, "defence": 3}
GOALS = {"attack": 6, "defence": 0, "save": 0}  # every attack is a goal
ZEROS = [("fortune", "clover"), ("magic", "star")]


# Second Chance ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("strength", "again"), [("same_dice", 2), ("full_value", 5)])
def test_r69_a23_a_missed_shot_is_taken_again_with_the_same_strength(strength, again):
    """R69: the opposing value still counts; A23: or with the shooter's full value."""
    rules = hands(second_chance=8) | {"second_chance_strength": strength}
    seats, repeated = [trainer(second_chance_min=0)] * 2, 0
    for match in told(rules, deck(**WINS, save=5), seats):
        held = [4, 4]
        for act in acts(match):
            dice = 2
            for event, after in pairwise(of(act, Event.FACES, Event.SAVED, Event.GOAL)):
                if event.kind == Event.FACES:
                    assert (len(unpack(event.a)), len(unpack(event.b))) == (dice, 5)
                    missed = after.kind == Event.SAVED
                    if missed and held[event.seat]:
                        held[event.seat] -= 1
                        repeated += 1
                        dice = again
            tries = of(act, Event.SECOND_CHANCE)
            assert len(of(act, Event.FACES)) == 1 + len(tries)
            assert all((e.a, e.b) == (again, 5) for e in tries)
    assert repeated > 0


def test_r69_a_spell_still_counts_in_the_second_try():
    """R69, R34: "the opposing player's value is not lost", "Disaster combines well"."""
    seats, tries = [trainer(disaster_min=0, second_chance_min=0), trainer()], Counter()
    rules = hands(disaster=2, second_chance=6) | {"disaster_value": 4, "thirds": 1}
    for match in told(rules, deck(**WINS, save=6), seats, 12):
        cast = [e.b >= keeper_code(0) for e in of(match.events, Event.SPELL)]
        for event in of(match.events, Event.SECOND_CHANCE):
            assert (event.a, event.b) == (2, 4 if any(cast) else 6)
            tries[event.b] += 1
    assert {*tries} == {4, 6}


# Fortune and Magic --------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize(("kind", "symbol"), ZEROS)
def test_r29_r30_an_opponent_has_strength_0_for_one_play(kind, symbol, value):
    """R29, R30: home turns four lost duels into shots with its full strength."""
    rules = hands(**{kind: 8}) | {"spell_zero_value": value}
    cards = deck(attack=3, defence=4, save=4, symbol=symbol)
    for match in told(rules, cards, [trainer(zero_min=0), trainer()], 2):
        assert len(of(match.events, Event.ZERO)) == 4
        for act in acts(match):
            attacker, defender = act[:2]
            shot, zero = of(act, Event.SHOT)[0], of(act, Event.ZERO)
            own = attacker.b if attacker.seat == HOME else defender.b
            expected = (HOME, own - value) if zero else (defender.seat, 1)
            assert (shot.seat, shot.a) == expected
            assert (attacker.b, defender.b) == (3, 4)


@pytest.mark.parametrize(("kind", "symbol"), ZEROS)
def test_r29_r30_the_goalkeeper_cannot_stop_the_shot(kind, symbol):
    """R29, R30: a goalkeeper of save value 6 otherwise stops every shot."""
    cards = deck(**WINS, save=6, symbol=symbol)
    for match in told(hands(**{kind: 8}), cards, [trainer(unstop_min=0), trainer()], 2):
        goals = [act for act in acts(match) if of(act, Event.UNSTOPPABLE)]
        assert len(goals) == match.row["goals_home"] == match.row["goals_total"] == 4
        assert all(of(act, Event.OPEN_GOAL, Event.GOAL) for act in goals)


@pytest.mark.parametrize(("kind", "symbol"), ZEROS)
def test_r29_r30_r40_a_foul_has_no_effect(kind, symbol):
    """R29, R30, R40: values stay equal, nobody shoots, nobody is hurt."""
    seats = [trainer(foul_min=0, counter_min=0)] * 2
    rules = hands(**{"foul": 1, kind: 1}) | {"flagrant_needs_symbol": False}
    for shown in (symbol, "boots"):
        for match in told(rules, deck(**TIES, save=3, symbol=shown), seats, 2):
            (act,) = [act for act in acts(match) if of(act, Event.FOUL)]
            kinds = [event.kind for event in act[3:]]
            if shown == symbol:
                assert kinds == [Event.CANCEL, Event.STOPPED]
                assert match.row["foul_magic_cancelled"] == 1
            else:
                assert kinds[0] in (Event.SHOT, Event.COUNTER)
                assert kinds[-1] == Event.INJURED


# Curse --------------------------------------------------------------------------------------------


def test_r71_a24_the_curse_may_be_kept():
    """R71, A24: to keep it is to pass; it stays in hand, and fouls and goals take effect."""
    cards = deck(**GOALS)
    for match in told(hands(curse=8), cards, [trainer()] * 2, 2):
        assert match.row["cards_played_curse_home"] == match.row["goals_cancelled"] == 0
    seats = [trainer(curse_goal_max_lead=0)] * 2  # kept while leading, used later
    for match in told(hands(curse=2), cards, seats, 2):
        assert match.row["cards_played_curse_home"] == match.row["cards_played_curse_away"] == 1


def test_r71_the_curse_cancels_one_goal():
    """R71: each Curse one; the direction of play changes as after a stopped shot."""
    for match in told(hands(curse=8), deck(**GOALS), [trainer(curse_goal_max_lead=99), trainer()]):
        away = [act for act in acts(match) if act[0].seat == AWAY]
        assert [bool(of(act, Event.GOAL_CANCELLED)) for act in away] == [True] * 4 + [False] * 3
        assert [bool(of(act, Event.GOAL)) for act in away] == [False] * 4 + [True] * 3
        assert (match.row["goals_home"], match.row["goals_away"]) == (8, 3)


def test_r71_a_magic_has_no_effect():
    """R71: neither in the duel nor at the shot."""
    for low in ("zero_min", "unstop_min"):
        seats = [trainer(**{low: 0, "curse_shot_min": 0})] * 2
        for match in told(hands(magic=1, curse=1), deck(**WINS, save=6, symbol="star"), seats):
            (act,) = [act for act in acts(match) if of(act, Event.CURSE)]
            assert of(act, Event.CURSE)[0].a == CardKind.MAGIC
            assert [e.a for e in of(act, Event.SHOT)] == [2]
            assert of(act, Event.FACES)
        assert match.row["goals_total"] == 0


def test_r71_a_magic_against_a_foul_has_no_effect():
    """R71: the fouler curses the Magic, and his Foul takes effect."""
    seats, found = [trainer(foul_min=0, counter_min=0)] * 2, 0
    for match in told(hands(foul=2, magic=2, curse=2), deck(**TIES, symbol="star"), seats, 12):
        for act in acts(match):
            for event, after in pairwise(act):
                pair = (event.kind, after.kind) == (Event.CANCEL, Event.CURSE)
                if pair and len(of(act, Event.FOUL)) == 1:
                    found += 1
                    assert (after.a, after.seat) == (CardKind.MAGIC, 1 - event.seat)
                    assert of(act, Event.SHOT)[0].seat == after.seat
    assert found > 0


def test_r71_a_second_chance_fails():
    seats, failed = [trainer(second_chance_min=0, curse_shot_min=0)] * 2, 0
    for match in told(hands(second_chance=1, curse=1), deck(**WINS, save=6), seats):
        (act,) = [act for act in acts(match) if of(act, Event.SECOND_CHANCE)]
        assert [e.kind for e in act[-3:]] == [Event.SAVED, Event.SECOND_CHANCE, Event.CURSE]
        failed += 1
    assert failed == 4


@pytest.mark.parametrize("stops", [False, True])
def test_a25_a_curse_stops_fortune_only_by_agreement(stops):
    rules = hands(fortune=1, curse=1) | {"curse_stops_fortune": stops}
    seats = [trainer(zero_min=0, curse_shot_min=0)] * 2
    for match in told(rules, deck(**TIES, save=3, symbol="clover"), seats):
        assert match.row["cards_played_fortune_home"] + match.row["cards_played_fortune_away"] == 1
        assert len(of(match.events, Event.CURSE)) == stops
        assert len(of(match.events, Event.SHOT)) == (not stops)


@pytest.mark.parametrize("stops", [False, True])
def test_a25_nor_does_it_stop_a_fortune_against_a_foul(stops):
    rules = hands(fortune=2, foul=2, curse=2) | {"curse_stops_fortune": stops}
    seats, found = [trainer(foul_min=0, counter_min=0)] * 2, 0
    for match in told(rules, deck(**TIES, save=3, symbol="clover"), seats, 12):
        for event, after in pairwise(match.events):
            if event.kind == Event.CANCEL:
                found += after.kind == Event.CURSE
    assert (found > 0) == stops


@pytest.mark.parametrize("reusable", [False, True])
def test_a24_a_curse_can_be_reusable(reusable):
    """A24: it stays in hand, but counts to the four cards of the match."""
    rules = hands(curse=2) | {"curse_reusable": reusable}
    rows = played(rules, deck(**GOALS), [trainer(curse_goal_max_lead=99)] * 2)
    assert (rows["goals_cancelled"] == (8 if reusable else 2)).all()
    assert (rows["cards_played_home"] == (4 if reusable else 1)).all()


@pytest.mark.parametrize("lifts", [False, True])
def test_a24_a_curse_can_lift_a_disaster(lifts):
    rules = hands(disaster=1, curse=1) | {"curse_lifts_disaster": lifts}
    seats = [trainer(disaster_min=0, keeper_weight=9)] * 2
    cards = deck(**WINS, save=6)
    for match in told(rules, cards, seats):
        assert len(of(match.events, Event.CURSE)) == lifts
        saves = {len(unpack(e.b)) for e in of(match.events, Event.FACES)}
        assert saves == ({6} if lifts else {1, 6})
