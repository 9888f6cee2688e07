"""The special players of Dream Team, rule by rule (R and A of RULES.md): told matches."""

from collections import Counter
from itertools import pairwise

import pytest
from dream_team_referee_book import unmatched, unpack
from dream_team_scenes import acts, card_of, hands, keeper_code, starring, team, trainer
from dream_team_told import FULL, HOME, deck, of, periods, told

from sim.games.dream_team.cards import SPECIALS
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import Event

SPECIAL = {"use_special_cards": True}
NO_CARDS = SPECIAL | {"use_action_cards": False}
GOALS = {"attack": 6, "defence": 0, "save": 0}  # every attack is a goal
BEST = (6, 6, "none")  # a special player whom every trainer fields
FIRST = card_of(SPECIALS[0])


def fielded(period, side):
    """The cards that a side lines up."""
    return {e.a for e in of(period, Event.FIELDED) if e.seat == side}


def on_the_field(match, card):
    """Whether a card was on the field at any moment of the match."""
    coming = {e.a for e in of(match.events, Event.FIELDED)}
    coming |= {e.b for e in of(match.events, Event.SUBSTITUTION, Event.PULL)}
    return card in coming


# All six ------------------------------------------------------------------------------------------


def test_r27_each_trainer_starts_with_a_special_player_who_may_play_as_any_other():
    """R27, R5: the seventh field card; he attacks and defends with his own values."""
    cards = deck(2)
    values = {FIRST + i: (c.attack, c.defence) for i, c in enumerate(cards.rows["specials"])}
    roles = Counter()
    for match in told(FULL, cards):
        dealt = [e.a for e in of(match.events, Event.SPECIAL)]
        assert len({*dealt}) == len(dealt) == 2
        assert {*dealt} <= {*values}
        spells = {e.b for e in of(match.events, Event.SPELL)}
        hit = {e.a for e in of(match.events, Event.HIT)}
        for event in of(match.events, Event.FIELDED, Event.ATTACK, Event.DEFENCE):
            if event.a in values:
                assert event.a == dealt[event.seat]
                roles[event.kind] += 1
                if event.kind != Event.FIELDED and event.a not in spells | hit:
                    assert event.b == values[event.a][event.kind == Event.DEFENCE]
    assert len(roles) == 3


def test_a7_specials_are_dealt_once_or_for_each_match():
    """A7: within a single match that makes no difference."""
    once, each = (told(FULL | {"special_deal": deal}, number=3) for deal in ("once", "each_match"))
    assert once == each


@pytest.mark.parametrize("reselect", ["all", "regular_only"])
def test_a8_special_players_are_available_in_all_thirds(reselect):
    """A8: or only in the first, neither lined up nor brought in afterwards."""
    seen = Counter()
    rules = hands(foul=12) | SPECIAL | {"reselect_cards": reselect, "allow_no_keeper": "both"}
    rules |= {"flagrant_needs_symbol": False, "injury_replacement": "immediate"}
    for match in told(rules | {"subs_per_window": 1}, number=12):
        for third, period in enumerate(periods(match)):
            coming = [e.a for e in of(period, Event.FIELDED)]
            coming += [e.b for e in of(period, Event.SUBSTITUTION, Event.PULL, Event.REPLACED)]
            seen[third > 0] += sum(FIRST <= card < keeper_code(0) for card in coming)
    assert seen[False] > 0
    assert (seen[True] > 0) == (reselect == "all")


@pytest.mark.parametrize("text", ["fielded", "owned", "off"])
def test_r42_a16_a_text_works_while_its_player_is_on_the_field(text):
    """R42, A16: August fouls every scorer while he stands there; or always; or never."""
    works = Counter()
    rules = NO_CARDS | {"special_text": text}
    for match, side in starring("pflaumen_august", rules, deck(4, **GOALS)):
        for period in periods(match):
            there = card_of("pflaumen_august") in fielded(period, side)
            for event, after in pairwise(period):
                if event.kind == Event.GOAL and event.seat != side:
                    active = {"fielded": there, "owned": True, "off": False}[text]
                    assert (after.kind == Event.AUGUST) == active
                    works[there] += 1
    assert {*works} == {True, False}


def test_a16_an_owned_text_ends_with_an_injury():
    """A16: owned: works on and off the field, unless its player is injured or sent off."""
    rules = hands(foul=12) | SPECIAL | {"special_text": "owned", "flagrant_needs_symbol": False}
    seen, august = Counter(), card_of("pflaumen_august")
    cards = deck(attack=6, defence=1, save=0)
    for match, side in starring("pflaumen_august", rules | {"thirds": 6}, cards):
        out = False
        for event, after in pairwise(match.events):
            out |= event.kind == Event.INJURED and event.a == august
            if event.kind == Event.GOAL and event.seat != side:
                assert (after.kind == Event.AUGUST) != out
                seen[out] += 1
    assert {*seen} == {True, False}


# Sankt Dusel --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["fielded", "off"])
def test_r47_sankt_dusel_and_fortune_score_at_once(text):
    """R47: whatever the opponent's strength, and without the clover."""
    goals = 0
    rules = hands(fortune=8) | SPECIAL | {"special_text": text, "detlef_draw": "off"}
    cards = team([(0, 6, "none")] * 6, (6, 6), (1, 6, "none"))
    for match, side in starring("sankt_dusel", rules, cards, [trainer(w_att=9, w_def=0)] * 2):
        for act in acts(match):
            if of(act, Event.DUSEL):
                goals += 1
                assert [e.kind for e in act[2:4]] == [Event.DUSEL, Event.GOAL]
                assert (act[2].seat, act[2].a) == (side, card_of("sankt_dusel"))
                assert act[3].seat == side
        used = [match.row[f"cards_played_fortune_{name}"] for name in ("home", "away")]
        assert used[1 - side] == 0
        assert used[side] == match.row["dusel_goals"] == match.row["goals_total"]
    assert (goals > 0) == (text == "fielded")


def test_r47_sankt_dusel_scores_at_once_at_the_shot_too():
    rules = hands(fortune=8, speed=4) | SPECIAL | {"detlef_draw": "off"}
    cards = team([(3, 6, "none")] * 6, (6, 6), (1, 0, "boots"))
    seats, goals = [trainer(special_bonus=10, unstop_min=0, speed_min=0)] * 2, 0
    for match, side in starring("sankt_dusel", rules, cards, seats, 12):
        for act in acts(match):
            if act[0].kind == Event.SPEED and of(act, Event.DUSEL):
                goals += 1
                assert [e.kind for e in act[1:4]] == [Event.SHOT, Event.DUSEL, Event.GOAL]
                assert act[3].seat == side
    assert goals > 0


# Detlef Darfdat -----------------------------------------------------------------------------------


def test_r48_detlef_may_draw_a_card_when_the_opponent_scores():
    """R48, A31: an action card of the opposing hand, while there is one."""
    rules = hands(speed=8) | SPECIAL
    cards = team([(6, 0, "boots")] * 6, (0, 0), (6, 1, "boots"))
    most = 0
    for match, side in starring("detlef_darfdat", rules, cards, [trainer()] * 2):
        goals = 0
        for period in periods(match):
            there = card_of("detlef_darfdat") in fielded(period, side)
            goals += there * sum(e.seat != side for e in of(period, Event.GOAL))
        draws = of(match.events, Event.DETLEF)
        assert len(draws) == match.row["detlef_draws"] == min(goals, 4)
        assert {(e.seat, e.a) for e in draws} == {(side, CardKind.SPEED)}
        for event, after in pairwise(match.events):
            if after.kind == Event.DETLEF:
                assert (event.kind, event.seat) == (Event.GOAL, 1 - side)
        most = max(most, goals)
    assert most > 4


def test_r48_detlef_need_not_draw():
    """R48: "he may draw a card"; here nobody has the boots to play one."""
    declined = 0
    rules = hands(speed=12) | SPECIAL | {"special_text": "owned"}
    for match, side in starring("detlef_darfdat", rules, deck(**GOALS, symbol="none"), number=3):
        held = 6
        for event, after in pairwise(match.events):
            if event.kind == Event.INJURED and event.a == card_of("detlef_darfdat"):
                break
            if event.kind == Event.GOAL and event.seat != side:
                drawn = after.kind == Event.DETLEF
                declined += held > 0 and not drawn
                held -= drawn
    assert declined > 0


def test_r48_a_drawn_card_changes_hands():
    """R48: the one side can play it, and the other not any more."""
    rules = hands(speed=2) | SPECIAL
    cards, moved = team([(6, 0, "boots")] * 6, (0, 0), (6, 1, "boots")), 0
    for match, side in starring("detlef_darfdat", rules, cards, [trainer(speed_min=0)] * 2, 3):
        used = [match.row[f"cards_played_speed_{name}"] for name in ("home", "away")]
        drawn = len(of(match.events, Event.DETLEF))
        assert (used[side], used[1 - side]) == (1 + drawn, 1 - drawn)
        moved += drawn
    assert moved > 0


@pytest.mark.parametrize("draw", ["reserve_player", "off"])
def test_a31_detlef_can_draw_a_reserve_or_nothing(draw):
    """A31: a reserve of the other side, field player or goalkeeper, plays for Detlef's side."""
    drawn, used = Counter(), 0
    rules = NO_CARDS | {"detlef_draw": draw, "special_text": "owned", "thirds": 6}
    for match, side in starring("detlef_darfdat", rules, deck(3, **GOALS)):
        joined = set()
        for period in periods(match):
            field = {e.a for e in of(period, Event.FIELDED)}
            field |= {keeper_code(e.a) for e in of(period, Event.KEEPER)}
            mine = [e for e in period if e.seat == side]
            lined = {e.a for e in of(mine, Event.FIELDED)}
            lined |= {keeper_code(e.a) for e in of(mine, Event.KEEPER)}
            theirs = field - lined
            used += len(joined & lined)
            assert not joined & theirs
            for event in of(period, Event.DETLEF):
                assert (event.seat, event.a) == (side, -1)
                assert event.b not in field | joined
                joined.add(event.b)
                drawn[event.b >= keeper_code(0)] += 1
    assert (used > 0) == (draw == "reserve_player")
    assert len(drawn) == (2 if draw == "reserve_player" else 0)


# Watschen Sepp ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["fist", "all", "duel_only"])
def test_r49_a32_watschen_sepp_goes_berserk_with_a_foul(scope):
    """R49, A32: opposing fist players have value 0 for that third; nobody else is hurt by it."""
    rules = hands(foul=2) | SPECIAL | {"sepp_scope": scope, "thirds": 2}
    rules |= {"play_rule": "attack_once_defend_free", "field_players": 7}
    cards = team([(3, 3, "fist")] * 2 + [(3, 3, "star")] * 4, special=BEST)
    berserk, later = 0, Counter()
    for match, side in starring("watschen_sepp", rules, cards, [trainer(foul_min=0)] * 2, 12):
        for period in periods(match):
            there = fielded(period, 1 - side)
            marked = {card for card in there if scope == "all" or (card < FIRST and card % 6 < 2)}
            hit, berserks = set(), of(period, Event.BERSERK)
            for event, after in pairwise(period):
                if event.kind == Event.BERSERK:
                    assert (event.seat, event.a) == (side, card_of("watschen_sepp"))
                if event.kind == Event.HIT:
                    assert event.seat == 1 - side
                    hit.add(event.a)
                if event.kind in (Event.ATTACK, Event.DEFENCE) and event.a < FIRST:
                    assert event.b == (0 if event.a in hit else 3)
                    later[event.a in hit] += 1
                assert after.kind != Event.HIT or event.kind in (Event.BERSERK, Event.HIT)
            assert hit == (marked if berserks else set())
            berserk += len(berserks)
        victims = {e.b for e in of(match.events, Event.FOUL)}
        hurt = {e.a for e in of(match.events, Event.INJURED) if e.seat != side}
        assert hurt <= victims
    assert (berserk > 0) == (scope != "duel_only")
    assert (later[True] > 0) == (scope != "duel_only")


# Pflaumen August ----------------------------------------------------------------------------------


STRIKERS = team([(5, 0, "none")] * 6, (0, 0), BEST)  # whoever attacks them scores


def test_r50_pflaumen_august_injures_who_scores():
    """R50: at the end of the play, for the rest of the match."""
    for match, side in starring("pflaumen_august", NO_CARDS, STRIKERS, [trainer()] * 2):
        fouled = [act for act in acts(match) if of(act, Event.AUGUST)]
        assert len(fouled) == match.row["august_injuries"] > 0
        for act in fouled:
            shot, august = of(act, Event.SHOT)[0], of(act, Event.AUGUST)[0]
            assert (shot.seat, shot.c) == (1 - side, august.a)
            assert august.seat == side
            assert act[-1] == (Event.INJURED, 1 - side, august.a, 0, 0)
        out = set()
        for period in periods(match):
            assert not out & fielded(period, 1 - side)
            out |= {e.a for e in of(period, Event.INJURED)}


def test_r50_his_victim_must_be_replaced():
    """R50, A13: at once, if that is agreed, by the reserves there are."""
    rules = NO_CARDS | {"injury_replacement": "immediate", "thirds": 1}
    for match, side in starring("pflaumen_august", rules, STRIKERS, [trainer()] * 2, 3):
        there = fielded(match.events, 1 - side)
        injured = of(match.events, Event.INJURED)
        replaced = of(match.events, Event.REPLACED)
        assert [e.a for e in injured] == [e.a for e in replaced] != []
        assert {e.a for e in replaced[:2]} <= there
        assert not {e.b for e in replaced} & there


# Balduin Scheibenkleister -------------------------------------------------------------------------


def shots_of_balduin(match):
    """His shots: faces, faces of the save, and what follows."""
    for act in acts(match):
        shot = of(act, Event.SHOT)
        if shot and shot[0].c == card_of("balduin_scheibenkleister"):
            for i, event in enumerate(act):
                if event.kind == Event.FACES:
                    yield unpack(event.a), unpack(event.b), act[i + 1 :]


OWN_GOALS = {  # whether a double is an own goal, by his faces, the save, his own goalkeeper's
    "swap_dice": lambda shot, save, _: unmatched(save, shot, "face"),
    "save_dice": lambda shot, save, _: unmatched(shot, save, "face"),
    "own_keeper": lambda shot, _, own: unmatched(shot, own, "face"),
    "auto": lambda *_: True,
}


@pytest.mark.parametrize(
    ("own_goal", "value"), [("swap_dice", 1), ("save_dice", 5), ("own_keeper", 5), ("auto", 5)]
)
def test_r51_a34_a_double_by_balduin_is_a_shot_at_his_own_goal(own_goal, value):
    """R51, A34: "the result of the dice is used as the defence of his own goalkeeper"."""
    results, doubles = Counter(), 0
    rules = NO_CARDS | {"balduin_own_goal": own_goal, "thirds": 6}
    cards = team([(3, 0, "none")] * 6, (value, value), (3, 0, "none"))
    for match, side in starring("balduin_scheibenkleister", rules, cards, number=12):
        for shot, save, events in shots_of_balduin(match):
            if len({*shot}) == len(shot):
                goal = unmatched(shot, save, "face")
                assert events[0][:2] == ((Event.GOAL, side) if goal else (Event.SAVED, 1 - side))
                continue
            doubles += 1
            double, *events = events
            assert double.kind == Event.DOUBLE
            own = unpack(events.pop(0).a) if own_goal == "own_keeper" else None
            if OWN_GOALS[own_goal](shot, save, own):
                assert [e[:2] for e in events] == [(Event.OWN_GOAL, side), (Event.GOAL, 1 - side)]
            else:
                assert events[0].kind == Event.SAVED
            results[events[0].kind] += 1
        assert match.row["own_goals"] == len(of(match.events, Event.OWN_GOAL))
    assert doubles > 0
    assert len(results) == (1 if own_goal == "auto" else 2)


def test_a34_without_a_goalkeeper_his_double_is_an_own_goal():
    """A34: own_keeper."""
    rules = NO_CARDS | {"balduin_own_goal": "own_keeper", "allow_no_keeper": "lineup"}
    cards, empty = team([(3, 0, "none")] * 6, (4, 4), (5, 0, "none")), 0
    for match, side in starring("balduin_scheibenkleister", rules, cards, number=20):
        for period in periods(match):
            bare = side in {e.seat for e in of(period, Event.NO_KEEPER)}
            for event, after in pairwise(period):
                if event.kind == Event.DOUBLE:
                    assert after.kind == (Event.OWN_GOAL if bare else Event.OWN_KEEPER)
                    empty += bare
    assert empty > 0


@pytest.mark.parametrize(
    ("double", "dice_mode", "seen"),
    [
        ("rolled", "chosen_distinct", True),
        ("placed", "chosen_distinct", False),
        ("placed", "chosen_any", True),
        ("off", "rolled", False),
    ],
)
def test_r51_a33_his_dice_are_rolled_or_placed(double, dice_mode, seen):
    """A33: placed dice of different faces show no double; off: two equal ones mean nothing."""
    rules = NO_CARDS | {"balduin_double": double, "dice_mode": dice_mode}
    cards = team([(3, 0, "none")] * 6, (4, 4), (5, 0, "none"))
    doubles, equal = 0, 0
    for match, _ in starring("balduin_scheibenkleister", rules, cards):
        doubles += len(of(match.events, Event.DOUBLE))
        equal += sum(len({*shot}) < len(shot) for shot, *_ in shots_of_balduin(match))
    assert (doubles > 0) == seen
    assert (equal > 0) == (seen or double == "off")


def test_a29_r51_an_own_goal_has_no_scorer():
    """A29: it moves nobody by a Sponsor; August and Detlef leave Balduin alone."""
    rules = hands(sponsor=2) | SPECIAL | {"balduin_own_goal": "auto", "special_text": "owned"}
    rules |= {"field_players": 1, "field_players_no_keeper": 1}
    cards, own = team([(0, 0, "none")] * 6, (6, 6), (6, 0, "none")), 0
    seats = [trainer(sponsor=True)] * 2
    for match, side in starring("balduin_scheibenkleister", rules, cards, seats, 12):
        goals = [after for e, after in pairwise(match.events) if e.kind == Event.OWN_GOAL]
        own += len(goals)
        assert all(e.kind == Event.GOAL and e.seat == 1 - side for e in goals)
        assert not [e for e in of(match.events, Event.EXCHANGE) if not e.c]  # c: by Jakob
        for event, after in pairwise(match.events):
            if event in goals:
                assert after.kind not in (Event.AUGUST, Event.DETLEF, Event.INJURED)
    assert own > 0


# Billiger Jakob -----------------------------------------------------------------------------------

SPONSORS = hands(sponsor=2) | SPECIAL
GRADED = team([(6, i, "none") for i in range(1, 6)] + [(6, 0, "none")], (0, 0), (6, 3, "none"))


@pytest.mark.parametrize(("choice", "given"), [("sponsor_player", 5), ("jakob_owner", 4)])
def test_r70_a35_jakob_cancels_a_sponsor_for_a_player(choice, given):
    """R70, A35: the Sponsor's player gives his worst one, or Jakob's trainer takes the best."""
    seats, jakob, found = [trainer(sponsor=True)] * 2, card_of("billiger_jakob"), 0
    rules = hands(sponsor=1, curse=1) | SPECIAL | {"jakob_choice": choice}
    for match, side in starring("billiger_jakob", rules, GRADED, seats, 12):
        if of(match.events, Event.SPONSOR)[0].seat == 1 - side:
            found += 1
            own = 6 * match.row[("team_away", "team_home")[side]] + given
            exchanges = of(match.events, Event.EXCHANGE)
            assert exchanges == [(Event.EXCHANGE, 1 - side, own, jakob, 1)]
    assert found > 0


@pytest.mark.parametrize("text", ["fielded", "owned", "off"])
def test_r70_a36_jakob_must_have_been_in_play(text):
    """R70, A36: at any moment of the match; or owned is enough; or he cancels nothing."""
    seats, seen = [trainer(sponsor=True), "random"], Counter()
    rules = SPONSORS | {"special_text": text, "field_players": 2, "thirds": 1}
    rules |= {"subs_per_window": 1, "allow_no_keeper": "both", "field_players_no_keeper": 3}
    for match, side in starring("billiger_jakob", rules, GRADED, seats, 20):
        if side == HOME or not of(match.events, Event.SPONSOR):
            continue
        there = on_the_field(match, card_of("billiger_jakob"))
        cancels = {"fielded": there, "owned": True, "off": False}[text]
        found = [e.c for e in of(match.events, Event.EXCHANGE) if e.seat == HOME]
        assert (1 in found) == cancels
        seen[there] += 1
    assert {*seen} == {True, False}
