"""The action cards of Dream Team, rule by rule (R and A of RULES.md): told matches, chosen hands.

Second Chance, Fortune, Magic and the Curse are in test_dream_team_magic.py, fouls, injuries and
penalties in test_dream_team_fouls.py, special players in test_dream_team_specials.py.
"""

from collections import Counter
from itertools import pairwise

import pytest
from dream_team_referee_book import unpack
from dream_team_scenes import CALM, KINDS, acts, hands, keeper_code, played, team, told, trainer
from dream_team_told import AWAY, FULL, HOME, cut, deck, of, periods

from sim.games.dream_team.cards import TABLES
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import Event

WINS = {"attack": 5, "defence": 3}  # every attacker shoots with two dice
TIES = {"attack": 3, "defence": 3}


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
