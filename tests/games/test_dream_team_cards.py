"""The action cards of Dream Team, rule by rule (R and A of RULES.md): told matches, chosen hands.

Fouls, injuries and penalties are in test_dream_team_fouls.py, special players in
test_dream_team_specials.py.
"""

from collections import Counter
from itertools import pairwise

import pytest
from dream_team_referee_book import unpack
from dream_team_scenes import (
    CALM,
    CALM_SEATS,
    KINDS,
    RANDOM,
    acts,
    hands,
    keeper_code,
    team,
    trainer,
)
from dream_team_told import AWAY, FULL, HOME, cut, deck, match_of, of, periods
from dream_team_told import told as tell_some

from sim.games.dream_team.cards import TABLES
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import Event
from sim.play import play_rows

WINS = {"attack": 5, "defence": 3}  # every attacker shoots with two dice
LOSES = {"attack": 3, "defence": 5}  # every defender does
TIES = {"attack": 3, "defence": 3}
GOALS = {"attack": 6, "defence": 0, "save": 0}  # every attack is a goal
ZEROS = [("fortune", "clover"), ("magic", "star")]


def told(rules, cards=None, seats=RANDOM, number=4):
    """Some matches, seat 0 as the first trainer."""
    return tell_some(rules, cards, seats, number, **CALM_SEATS)


def played(rules, cards=None, seats=RANDOM, number=4):
    """Their records."""
    return play_rows(match_of(rules, seats, cards, **CALM_SEATS), 0, number)


# The deck -----------------------------------------------------------------------------------------


def test_a1_the_two_cards_the_rulebook_does_not_list():
    """A1: 28 cards are itemised, 30 stated; the other 2 are blank, missing, or of one kind."""
    box = TABLES.read()
    assert sum(Rules().deck(box)) == 30
    assert Rules().deck(box)[CardKind.BLANK] == 2
    assert sum(Rules(unlisted_cards="omit").deck(box)) == 28
    five = Rules(unlisted_cards="curse", unlisted_count=2).deck(box)
    assert (sum(five), five[CardKind.CURSE], five[CardKind.BLANK]) == (30, 5, 0)


@pytest.mark.parametrize("kind", ["blank", "speed"])
def test_a1_a_blank_card_is_dealt_but_does_nothing(kind):
    rules = hands() | {"action_hand": 2, "unlisted_cards": kind, "unlisted_count": 4}
    rows = played(rules, deck(**WINS, save=3, symbol="boots"), number=8)
    assert (rows[f"cards_dealt_{kind}_home"] == 2).all()
    assert (rows[f"cards_dealt_{kind}_away"] == 2).all()
    assert (rows["cards_played_home"] + rows["cards_played_away"]).any() == (kind == "speed")


def test_a47_i1_hands_are_dealt_once_and_the_rest_of_the_deck_stays_down():
    """A47: the "balanza" is the remainder of the deck; both spellings are one Curse (R71)."""
    titles = [row.title for row in TABLES.read().rows["action_cards"]]
    assert [title for title in titles if "Morca" in title or "Morea" in title] == [titles[8]]
    for match in told(FULL | CALM, number=3):
        start = [e.kind for e in match.events].index(Event.PERIOD)
        dealt = of(match.events, Event.DEALT)
        assert dealt == of(match.events[:start], Event.DEALT)
        assert [e.seat for e in dealt] == [HOME] * 4 + [AWAY] * 4


# Playing cards ------------------------------------------------------------------------------------

DUEL_ACTIONS = {
    Event.FOUL, Event.ZERO, Event.CANCEL, Event.CURSE, Event.HIT, Event.BERSERK, Event.SENT_OFF,
    Event.PENALTY_BOX, Event.DEFENCE,
}  # fmt: skip
ENDS = {
    Event.STOPPED, Event.SAVED, Event.GOAL, Event.GOAL_CANCELLED, Event.DETLEF, Event.AUGUST,
    Event.INJURED, Event.SPEED_STOPPED, Event.CURSE,
}  # fmt: skip
BEFORE = {  # what may come directly before a card
    Event.SPONSOR: {Event.DEALT, Event.SPONSOR},
    Event.SPELL: {Event.KEEPER, Event.NO_KEEPER, Event.SPELL},
    Event.ZERO: DUEL_ACTIONS,
    Event.FOUL: DUEL_ACTIONS | {Event.SHOT, Event.UNSTOPPABLE},
    Event.UNSTOPPABLE: {Event.SHOT},
    Event.CANCEL: {Event.FOUL},
    Event.CURSE: {
        Event.FOUL, Event.CANCEL, Event.ZERO, Event.UNSTOPPABLE, Event.SECOND_CHANCE,
    },
    Event.GOAL_CANCELLED: {Event.FACES, Event.OPEN_GOAL, Event.DUSEL, Event.OWN_GOAL},
    Event.SECOND_CHANCE: {Event.SAVED},
    Event.SPEED: ENDS,
}  # fmt: skip


def test_r28_a_card_is_played_only_when_its_text_says():
    """R28, A22: spells after the reveal and before the first attack, Speed after the last."""
    crowded = {"action_hand": 6, "max_actions_per_match": 6, "symbols_required": False}
    seen = Counter()
    for match in told(FULL | CALM | crowded | {"unlisted_cards": "omit"}, deck(3), number=20):
        for event, after in pairwise(match.events):
            if after.kind in BEFORE:
                assert event.kind in BEFORE[after.kind]
                seen[after.kind] += 1
        for speed in [cut(period, Event.SPEED) for period in periods(match)]:
            assert not any(of(act, Event.ATTACK) for act in speed)
    assert {*seen} == {*BEFORE}


@pytest.mark.parametrize("symbol", ["none", "boots", "clover", "star", "fist"])
@pytest.mark.parametrize(
    ("kind", "needs"), [("speed", "boots"), ("fortune", "clover"), ("magic", "star"), ("foul", "")]
)
def test_r32_some_cards_need_a_player_with_their_symbol(kind, needs, symbol):
    """R32: Speed boots, Fortune the clover, Magic the star; a Foul none."""
    seats = [trainer(zero_min=0, foul_min=0, speed_min=0)] * 2
    cards = deck(**TIES, save=3, symbol=symbol)
    for required in (True, False):
        rules = hands(**{kind: 2}) | {"symbols_required": required}
        (row,) = played(rules, cards, seats, number=1)
        used = row[f"cards_played_{kind}_home"]
        assert used == (needs in ("", symbol) or not required)


@pytest.mark.parametrize("most", [0, 1, 4, 6])
def test_r33_at_most_four_cards_a_match(most):
    """R33, I6: with more in hand, and more occasions than cards."""
    assert Rules().max_actions_per_match == 4
    rules = hands(fortune=12) | {"max_actions_per_match": most}
    rows = played(rules, deck(**TIES, save=3, symbol="clover"), [trainer(zero_min=0)] * 2, 2)
    assert (rows["cards_played_home"] == most).all()
    assert (rows["cards_played_away"] == most).all()


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_r33_each_card_is_used_once(cards):
    """R33, I6: a hand of so many cards is played so often."""
    rules = hands(magic=2 * cards)
    rows = played(rules, deck(**TIES, save=3, symbol="star"), [trainer(zero_min=0)] * 2, 2)
    assert (rows["cards_played_magic_home"] == cards).all()
    rows = played(FULL | {"detlef_draw": "off"}, number=8)
    for name in [f"{kind}_{side}" for kind in KINDS for side in ("home", "away")]:
        assert (rows[f"cards_played_{name}"] <= rows[f"cards_dealt_{name}"]).all()


def test_r33_discards_do_not_come_back_in_a_match():
    """R33: hands are refilled after the match, so action_reshuffle means nothing here."""
    one, other = (told(FULL | {"action_reshuffle": on}, number=2) for on in (True, False))
    assert one == other


# Disaster and Energy ------------------------------------------------------------------------------


def shown_values(match):
    """What duels and saves show of every card, third by third: (third, side, code, value)."""
    for third, period in enumerate(periods(match)):
        goal = {event.seat: event.a for event in of(period, Event.KEEPER)}
        for event in of(period, Event.ATTACK, Event.DEFENCE):
            yield third, event.seat, event.a, event.b
        for event in of(period, Event.FACES):
            yield third, 1 - event.seat, keeper_code(goal[1 - event.seat]), len(unpack(event.b))


def spells(match):
    """Every spell: (third, the side it is cast on, code, kind)."""
    return [
        (third, e.seat if e.a == CardKind.ENERGY else 1 - e.seat, e.b, CardKind(e.a).word)
        for third, period in enumerate(periods(match))
        for e in of(period, Event.SPELL)
    ]


@pytest.mark.parametrize("value", [None, 0, 2])
@pytest.mark.parametrize(("kind", "printed"), [("disaster", 1), ("energy", 5)])
def test_r34_r35_a_spell_gives_a_card_its_value_for_the_rest_of_the_match(kind, printed, value):
    """R34 on opposing cards, R35 on own ones; A19: attack and defence, or the save value."""
    worth, others = printed if value is None else value, 4
    rules = hands(**{kind: 8}) | ({} if value is None else {f"{kind}_value": value})
    codes, later = set(), 0
    for match in told(rules, deck(attack=4, defence=3, save=others), number=6):
        casts = of(match.events, Event.SPELL)
        assert casts == [e for e in casts if e.a == CardKind[kind.upper()]]
        cast = {(side, code): third for third, side, code, _ in reversed(spells(match))}
        codes |= {code for _, code in cast}
        for third, side, code, shown in shown_values(match):
            enchanted = third >= cast.get((side, code), 9)
            later += third > cast.get((side, code), 9)
            assert shown == worth if enchanted else shown in (3, 4)
    assert later > 0
    assert min(codes) < keeper_code(0) <= max(codes)


def test_r34_r35_spells_can_end_with_the_third():
    """The option spell_duration = third."""
    rules = hands(disaster=4, energy=4) | {"spell_duration": "third"}
    for match in told(rules, deck(attack=3, defence=3, save=3), number=6):
        cast = {(third, side, code) for third, side, code, _ in spells(match)}
        for third, side, code, shown in shown_values(match):
            assert (shown != 3) == ((third, side, code) in cast)


def test_a18_spells_lie_on_cards_on_the_field_after_the_reveal():
    """A18: on opposing cards (Disaster) or own ones (Energy), never on reserves."""
    for match in told(hands(disaster=6, energy=6), number=6):
        for period in periods(match):
            shown = of(period, Event.FIELDED, Event.KEEPER)
            field = {(e.seat, e.a + keeper_code(0) * (e.kind == Event.KEEPER)) for e in shown}
            assert len(field) == 12
            for cast in of(period, Event.SPELL):
                victim = cast.seat ^ (cast.a == CardKind.DISASTER)
                assert (victim, cast.b) in field
                assert cast not in of(cut(period, Event.ATTACK)[0], Event.SPELL)


def test_a19_the_later_spell_replaces_the_earlier():
    replaced = 0
    rules = hands(disaster=6, energy=6) | {"field_players": 1}
    for match in told(rules, deck(attack=3, defence=3, save=3), number=12):
        last, had = {}, set()
        casts = spells(match)
        for third, side, code, shown in shown_values(match):
            while casts and casts[0][0] <= third:
                _, victim, on, kind = casts.pop(0)
                replaced += (victim, on) in had and last[victim, on] != kind
                had.add((victim, on))
                last[victim, on] = kind
            assert shown == {"disaster": 1, "energy": 5, None: 3}[last.get((side, code))]
    assert replaced > 0


# Sponsor ------------------------------------------------------------------------------------------

GRADED = team([(6, 0, "none")] * 5 + [(6, 1, "none")], (0, 0))  # every attack is a goal


def first_scorers(match):
    """The scorer of each side's first goal."""
    scorers = {}
    for event, after in pairwise(of(match.events, Event.SHOT, Event.GOAL)):
        if after.kind == Event.GOAL:
            scorers.setdefault(after.seat, event.c)
    return scorers


def test_r36_a30_the_first_opposing_scorer_changes_sides_for_a_player_of_choice():
    """R36, A30: after the match, always; the opponent takes the best player."""
    seats = [trainer(sponsor=True), trainer()]
    for match in told(hands(sponsor=2), GRADED, seats):
        start = [e.kind for e in match.events].index(Event.PERIOD)
        assert [e.seat for e in of(match.events[:start], Event.SPONSOR)] == [HOME]
        result, exchange = match.events[-2:]
        assert (result.kind, exchange.kind) == (Event.RESULT, Event.EXCHANGE)
        best = 6 * match.row["team_home"] + 5
        scorer = first_scorers(match)[AWAY]
        assert exchange[1:] == (HOME, best, scorer, 0)
        assert scorer // 6 == match.row["team_away"]
        assert match.row["players_exchanged"] == 2


def test_r36_a30_the_opponent_takes_any_player_he_likes():
    taken = Counter()
    for match in told(hands(sponsor=2), GRADED, [trainer(sponsor=True), "random"], 8):
        home = [e for e in of(match.events, Event.EXCHANGE) if e.seat == HOME]
        assert len(home) == 1
        taken[home[0].a % 6] += 1
    assert len(taken) > 2


def test_r36_without_a_goal_nobody_changes():
    cards = deck(**TIES, save=3)
    rows = played(hands(sponsor=2), cards, [trainer(sponsor=True)] * 2)
    assert (rows["cards_played_sponsor_home"] == 1).all()
    assert not rows["players_exchanged"].any()


@pytest.mark.parametrize(
    ("trigger", "sides"),
    [("first_opposing_goal", [HOME, AWAY]), ("first_goal_of_match", [AWAY])],
)
def test_a29_the_goal_a_sponsor_waits_for(trigger, sides):
    """A29: home scores the first goal of the match, so only the away side's Sponsor counts."""
    rules = hands(sponsor=2) | {"sponsor_trigger": trigger}
    for match in told(rules, GRADED, [trainer(sponsor=True)] * 2):
        assert [e.seat for e in of(match.events, Event.EXCHANGE)] == sides


def test_a29_a_cancelled_goal_is_no_first_goal():
    cancelled = 0
    seats = [trainer(sponsor=True, curse_goal_max_lead=99), trainer()]
    for match in told(hands(sponsor=2, curse=2), GRADED, seats, 12):
        scorers = of(match.events, Event.SHOT, Event.GOAL, Event.GOAL_CANCELLED)
        away = [e for e, after in pairwise(scorers) if after[:2] == (Event.GOAL, AWAY)]
        for exchange in of(match.events, Event.EXCHANGE):
            assert exchange.b == away[0].c
            cancelled += bool(of(match.events, Event.GOAL_CANCELLED))
    assert cancelled > 0


# Speed --------------------------------------------------------------------------------------------

SPEED_SEATS = [trainer(speed_min=0), trainer()]


def test_r37_a_boots_player_makes_a_second_play_that_nothing_else_stops():
    """R37, A22: at the end of the third, without a defender, each player once in a third."""
    cards = team([(3, 3, "boots")] * 3 + [(3, 3, "star")] * 3)
    for match in told(hands(speed=8), cards, SPEED_SEATS):
        thirds = [of(period, Event.SPEED) for period in periods(match)]
        assert [len(speeds) for speeds in thirds] == [3, 1, 0]
        assert len({e.a for e in thirds[0]}) == 3
        assert all(e.seat == HOME and e.a % 6 < 3 for speeds in thirds for e in speeds)
        for act in acts(match):
            if act[0].kind == Event.SPEED:
                assert act[1] == (Event.SHOT, HOME, 3, 0, act[0].a)
        for period in periods(match):
            kinds = [e.kind for e in of(period, Event.ATTACK, Event.SPEED)]
            assert kinds == sorted(kinds)


@pytest.mark.parametrize(("unopposed", "goal"), [("keeper_saves", False), ("auto_goal", True)])
def test_a20_the_goalkeeper_saves_against_speed(unopposed, goal):
    """A20: a goalkeeper of save value 6 stops everything, if he may."""
    rules = hands(speed=8) | {"speed_unopposed": unopposed}
    for match in told(rules, deck(**TIES, save=6, symbol="boots"), SPEED_SEATS, 2):
        speeds = [act for act in acts(match) if act[0].kind == Event.SPEED]
        assert len(speeds) == 4
        assert all(bool(of(act, Event.GOAL)) == goal for act in speeds)
        assert all(bool(of(act, Event.FACES)) != goal for act in speeds)


@pytest.mark.parametrize("counter", ["cancel", "defend", "none"])
@pytest.mark.parametrize("symbol", ["boots", "none"])
def test_a21_only_a_speed_card_stops_speed(counter, symbol):
    """A21: cancelling needs no symbol; a defender needs boots and a play behind him."""
    cards = team([(3, 3, "boots")] * 6)
    for i in range(6, 12):  # the away team
        away = cards.rows["players"][i]
        cards.rows["players"][i] = away.model_copy(update={"symbol": symbol})
    seats = [trainer(speed_min=0)] * 2
    rules = hands(speed=8) | {"speed_counter": counter, "team_assignment": "by_seat"}
    for match in told(rules, cards, seats, 2):
        first = next(act for act in acts(match) if act[0].kind == Event.SPEED)
        kinds = [event.kind for event in first]
        if counter == "cancel":
            assert kinds[1:] == [Event.SPEED_STOPPED]
        elif counter == "defend" and symbol == "boots":
            assert kinds[1:4] == [Event.SPEED_DEFENCE, Event.DEFENCE, Event.STOPPED]
            played_before = [e.a for e in of(match.events, Event.ATTACK, Event.DEFENCE)[:10]]
            assert first[2].a in played_before
        else:
            assert kinds[1] == Event.SHOT
        assert match.row["speed_stopped"] == len(of(match.events, Event.SPEED_STOPPED))


@pytest.mark.parametrize("window", ["end_of_third", "own_turn"])
def test_a22_speed_comes_at_the_end_or_before_an_own_attack(window):
    """A22: whoever runs has already played in this third."""
    rules = hands(speed=12) | {"speed_window": window, "play_rule": "attack_once_defend_once"}
    early = 0
    for match in told(rules, deck(**TIES, save=3, symbol="boots"), number=6):
        for period in periods(match):
            had_attacked = set()
            for event in of(period, Event.ATTACK, Event.SPEED):
                if event.kind == Event.SPEED:
                    assert (event.seat, event.a) in had_attacked
                    early += len(had_attacked) < 10
                had_attacked.add((event.seat, event.a))
            sides = [e.seat for e in of(cut(period, Event.ATTACK)[-1], Event.SPEED)]
            assert sides == sorted(sides, key=lambda side: side != period[0].seat)
            for speeds, (attack, *_) in pairwise(cut(period, Event.ATTACK)):
                assert {e.seat for e in of(speeds, Event.SPEED)} <= {attack.seat}
                assert len(of(speeds, Event.SPEED)) <= 1
    assert (early > 0) == (window == "own_turn")


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
