"""Section 12 of Dream Team's RULES.md, the cards: printed numbers, and naive twins."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.dream_team.cards import ACTIONS, TABLES
from sim.games.dream_team.exact import anchors, legal_lineups
from sim.games.dream_team.exact_cards import (
    balduin,
    balduin_law,
    dealt,
    hands,
    p_double,
    special_share,
)
from sim.games.dream_team.exact_dice import Law, p_goal
from sim.games.dream_team.rules import Rules
from sim.games.dream_team.rules_words import BalduinOwnGoal, SaveMatch
from sim.games.dream_team.strategies import STRATEGIES

SHIPPED = TABLES.read()
RANDOM, UNIFORM, LOW = (STRATEGIES[name] for name in ("random", "heuristic", "predictable"))
SWAP, SAVE, KEEPER, AUTO = BalduinOwnGoal
FACE, DIE = SaveMatch.FACE, SaveMatch.DIE


def of(rules=None, policies=(UNIFORM, UNIFORM), *, rotated=False):
    """Anchors by metric (and seat)."""
    found = anchors(Rules.read(rules or {}), policies, SHIPPED, rotated)
    return {(a.metric, a.seat): a.value for a in found}


# Hands --------------------------------------------------------------------------------------------


def test_hands_have_the_printed_odds():
    found = hands(Rules(), SHIPPED)
    for kind in ("speed", "foul"):
        assert found[kind].some == Fraction(2491, 5481)
    for kind in ("disaster", "energy", "second_chance", "fortune", "magic", "curse"):
        assert found[kind].some == Fraction(73, 203)
    assert found["sponsor"].some == Fraction(22, 87)
    copies = {card.action_key: card.copies for card in SHIPPED.rows["action_cards"]}
    assert {k: h.mean for k, h in found.items()} == {
        k: Fraction(4 * c, 30) for k, c in copies.items()
    }


def test_a_deck_of_28_has_the_printed_odds():
    found = hands(Rules.read({"unlisted_cards": "omit"}), SHIPPED)
    printed = {"speed": 0.4810, "foul": 0.4810, "curse": 0.3822, "sponsor": 0.2698}
    for kind, chance in printed.items():
        assert float(found[kind].some) == pytest.approx(chance, abs=0.5001e-4)
    assert found["blank"].some == found["blank"].mean == 0


@given(copies=st.integers(0, 5), others=st.integers(0, 6), hand=st.integers(0, 4))
def test_hands_are_what_dealing_all_of_them_gives(copies, others, hand):
    deck = [1] * copies + [0] * others
    if hand > len(deck):
        return
    all_hands = [sum(cards) for cards in combinations(deck, hand)]
    found = dealt(copies, len(deck), hand)
    assert found.mean == Fraction(sum(all_hands), len(all_hands))
    squares = Fraction(sum(n * n for n in all_hands), len(all_hands))
    assert found.variance == squares - found.mean**2
    assert found.some == Fraction(sum(n > 0 for n in all_hands), len(all_hands))


def test_copies_and_unlisted_cards_change_the_deck():
    rules = Rules.read({"copies_foul": 6, "unlisted_cards": "foul", "action_hand": 3})
    assert hands(rules, SHIPPED)["foul"].mean == Fraction(3 * 8, 32)


def test_specials_and_lineups_are_the_printed_numbers():
    assert special_share() == Fraction(1, 6)
    assert legal_lineups(7, 2, Rules()) == 49
    assert legal_lineups(6, 2, Rules()) == 13


# Balduin ------------------------------------------------------------------------------------------

PRINTED = """
0 .6667 0 .5 0 .3333 0 .1667
.1667 .7778 .1667 .6667 .1667 .5 .1667 .2778
.4167 .5556 .4444 .5278 .4444 .4444 .4444 .2778
.6003 .2778 .6944 .2778 .7222 .2593 .7222 .1852
.6412 .0926 .7955 .0926 .8765 .0926 .9074 .0772
"""


def test_doubles_are_as_likely_as_printed():
    printed = [0, Fraction(1, 6), Fraction(4, 9), Fraction(13, 18), Fraction(49, 54)]
    assert [p_double(n) for n in range(1, 6)] == printed
    assert p_double(7) == 1


def test_balduin_has_the_printed_odds():
    for n, line in enumerate(PRINTED.strip().splitlines(), start=1):
        cells = [float(cell) for cell in line.split()]
        for k, own, goal in zip(range(2, 6), cells[::2], cells[1::2], strict=True):
            found = [float(p) for p in balduin(n, k, SWAP)]
            assert found == pytest.approx([goal, own], abs=0.5001e-4), (n, k)


def test_the_closed_forms_of_the_rules_are_met():
    from math import comb

    for n, k in product(range(1, 6), range(1, 7)):
        by_faces = Counter(len({*throw}) for throw in product(range(6), repeat=n))
        own = [
            Fraction(sum(ways * (1 - Fraction(c(d), comb(6, m(d)))) for d, ways in by_faces.items()
                         if d < n), 6**n)
            for c, m in (
                (lambda d, k=k: comb(d, k), lambda d, k=k: k),
                (lambda d, k=k: comb(k, d), lambda d: d),
            )
        ]  # fmt: skip
        assert [balduin(n, k, test)[1] for test in (SWAP, SAVE)] == own


def naive(n, k, own_goal, save_match, thrown_save, own_save, faces):
    """P(goal) and P(own goal) by laying out all dice."""

    def lots(dice):
        if thrown_save:
            return list(product(range(faces), repeat=dice))
        return list(combinations(range(faces), min(dice, faces)))

    def unmatched(shot, save):
        if save_match == DIE:
            return bool(Counter(shot) - Counter(save))
        return bool({*shot} - {*save})

    goal = own = ways = 0
    keepers = lots(own_save) if own_goal == KEEPER else [()]
    for shot, save, keeper in product(product(range(faces), repeat=n), lots(k), keepers):
        ways += 1
        if len({*shot}) == n:
            goal += unmatched(shot, save)
        else:
            tests = {SWAP: (save, shot), SAVE: (shot, save), KEEPER: (shot, keeper)}
            own += unmatched(*tests[own_goal]) if own_goal in tests else 1
    return Fraction(goal, ways), Fraction(own, ways)


@pytest.mark.parametrize("thrown_save", [False, True])
@pytest.mark.parametrize("save_match", [FACE, DIE])
@pytest.mark.parametrize("own_goal", [SWAP, SAVE, KEEPER, AUTO])
def test_balduins_odds_are_what_laying_out_all_dice_gives(own_goal, save_match, thrown_save):
    for faces, n, k in [(3, 2, 2), (3, 4, 1), (2, 3, 3), (4, 3, 2), (4, 1, 3), (3, 3, 4)]:
        case = (n, k, own_goal, save_match)
        found = balduin(*case, thrown_save=thrown_save, own_save=2, faces=faces)
        assert found == naive(*case, thrown_save, 2, faces), (faces, n, k)


@pytest.mark.parametrize(
    ("changes", "shooter", "keeper", "thrown"),
    [
        ({}, UNIFORM, UNIFORM, False),
        ({}, RANDOM, LOW, False),  # his dice are thrown: readable save faces are as good as any
        ({"dice_mode": "rolled"}, UNIFORM, UNIFORM, True),
        ({"dice_mode": "chosen_any"}, UNIFORM, RANDOM, True),
        ({"dice_mode": "chosen_any"}, RANDOM, UNIFORM, False),
        ({"dice_mode": "chosen_any", "balduin_double": "placed"}, RANDOM, UNIFORM, False),
        ({"dice_mode": "rolled", "balduin_double": "placed"}, LOW, LOW, True),
    ],
)
def test_thrown_dice_of_balduin_follow_the_law_of_the_save(changes, shooter, keeper, thrown):
    rules = Rules.read(changes)
    expected = balduin(3, 4, SWAP, thrown_save=thrown)
    assert balduin_law(3, 4, rules, shooter, keeper) == expected


def test_distinct_faces_of_balduin_show_no_double():
    rules = Rules.read({"balduin_double": "placed"})
    goal, own = balduin_law(2, 3, rules, UNIFORM, LOW)
    assert (goal, own) == (p_goal(2, 3, Law.DISTINCT), 0)
    assert balduin_law(2, 3, rules, LOW, LOW) == (None, 0)


def test_what_has_no_law_has_none():
    off = Rules.read({"balduin_double": "off"})
    assert balduin_law(2, 3, off, UNIFORM, UNIFORM) == (None, None)
    own = Rules.read({"balduin_own_goal": "own_keeper"})
    goal, unknown = balduin_law(2, 3, own, UNIFORM, UNIFORM)
    assert (goal, unknown) == (balduin(2, 3, KEEPER)[0], None)
    assert balduin_law(1, 3, own, UNIFORM, UNIFORM)[1] == 0
    few = Rules.read({"dice_mode": "chosen_any", "die_faces": 3})
    assert balduin_law(2, 4, few, UNIFORM, UNIFORM) == (None, None)
    assert balduin_law(2, 4, few, UNIFORM, RANDOM)[0] is not None
    assert balduin_law(5, 4, Rules.read({"max_shot_dice": 4}), UNIFORM, UNIFORM)[0] is None


# Anchors ------------------------------------------------------------------------------------------


def test_anchors_hold_hands_specials_and_balduin_while_their_modules_are_on():
    full = of()
    assert full["cards_dealt_foul_home", None] == float(Fraction(16, 30))
    assert full["cards_dealt_foul_away > 0", None] == float(Fraction(2491, 5481))
    shares = [v for (m, _), v in full.items() if m.startswith("special_home = ")]
    assert shares == [1 / 6] * 6
    assert full["p_balduin_own_2,3", None] == float(Fraction(1, 6))
    assert len([m for m, _ in full if m.startswith("cards_dealt_")]) == 4 * len(ACTIONS)
    cards = [m for m, _ in of({"use_special_cards": False})]
    assert not [m for m in cards if "special" in m or "balduin" in m]
    specials = [m for m, _ in of({"use_action_cards": False})]
    assert not [m for m in specials if m.startswith("cards_")]


def test_two_laws_of_balduin_are_no_anchor():
    found = of({"dice_mode": "chosen_any"}, (RANDOM, UNIFORM))
    alike = [m for m, _ in found if "balduin" in m]
    assert alike
    assert all(m.endswith(",1") for m in alike)  # a single save die is one die either way


def test_cards_leave_the_dice_their_law_but_not_the_match_its_goals():
    random = {"allow_no_keeper": "forced_only", "draw_rule": "draw"}
    for switch in ("use_action_cards", "use_special_cards"):
        other = {"use_action_cards": False, "use_special_cards": False} | {switch: True}
        found = of(random | other, (RANDOM, RANDOM))
        assert found["p_goal_2,4", None] == 0.6
        assert ("goals_total", None) not in found
        minimax = of(other, (STRATEGIES["minimax"],) * 2)
        assert not [m for m, _ in minimax if " - " in m]
