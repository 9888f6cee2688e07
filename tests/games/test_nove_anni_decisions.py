"""Decisions of nove_anni: what is legal (section 7), how players choose (section 8), D1-D5."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from nove_anni_ledger import Ledger
from nove_anni_told import (
    BITS,
    FEW,
    SHIPPED,
    deck,
    fighter,
    match_of,
    of,
    only,
    player,
    turns,
)
from scipy.stats import chisquare
from telling import INTERPRETED, tell

from sim.games.nove_anni import decisions_fit
from sim.games.nove_anni.story import Event
from sim.games.nove_anni.strategies import STRATEGIES
from sim.table import make_table

alone = pytest.mark.skipif(not INTERPRETED, reason="helpers are called one by one")
PLAIN = {"use_dream": False, "use_light": False}


# The best assignment ------------------------------------------------------------------------------


def best_of(gain, cards):
    """Brute force: the greatest sum of so many cards in so many columns."""
    options, columns = gain.shape
    return max(
        sum(gain[o, c] for o, c in zip(order, places, strict=True))
        for places in combinations(range(columns), cards)
        for order in permutations(range(options), cards)
    )


@alone
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_the_best_assignment_is_that_of_brute_force(columns):
    rng = np.random.default_rng(columns)
    for _ in range(25):
        t = make_table(match_of({"columns": columns, "teacher_cards": 1}))[0]
        t.options = int(rng.integers(1, 7))
        cards = int(rng.integers(0, min(t.options, columns) + 1))
        gain = rng.choice([rng.integers(-3, 4, (t.options, columns)), rng.normal(size=(t.options, columns))])  # fmt: skip
        t.gain[: t.options, :columns] = gain
        t.option[: t.options] = rng.permutation(63)[: t.options]
        total = decisions_fit.assign(t, np.int64(cards))
        assert total == pytest.approx(best_of(gain, cards))
        taken = [int(card) for card in t.trial[:columns]]
        used = [card for card in taken if card >= 0]
        assert len({*used}) == len(used) == cards
        at = {int(card): i for i, card in enumerate(t.option[: t.options])}
        found = sum(gain[at[card], j] for j, card in enumerate(taken) if card >= 0)
        assert found == pytest.approx(total)


def test_d1_raw_fit_has_the_greatest_sum_of_values():
    """Section 8: of best_fit, over all choices of the hand."""
    s, seen = match_of({"awakening_min_turn": 1001}, ("best_fit", "plain")), 0
    for match in range(2 if INTERPRETED else 10):
        told, ledger = tell(s, match), Ledger(s)
        hands = {}
        for e in told.events:
            if e.kind == Event.PLACE and e.b == 0:
                hands[e.seat] = [c for c in ledger.hand[e.seat] if ledger.placeable(c)]
            ledger.note(e)
            if e.kind == Event.PLACE and e.b == 3:
                gain = np.array([[ledger.value(c, j) for j in range(4)] for c in hands[e.seat]])
                placed = sum(ledger.value(ledger.grid[e.seat][j], j) for j in range(4))
                assert placed == best_of(gain, 4)
                seen += 1
    assert seen > 20 or INTERPRETED


# What players do by chance ------------------------------------------------------------------------


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_d1_random_players_choose_every_ordered_choice_alike():
    """Which of the eight cards goes where: each card into each column as often."""
    s, counts, n = match_of(PLAIN | {"max_turns": 1}), np.zeros((8, 4), int), 2000
    pairs = Counter()
    for match in range(n):
        told = tell(s, match)
        drawn = [e.a for e in turns(told)[0] if e.kind == Event.DRAW and e.seat == 0]
        placed = [drawn.index(e.a) for e in turns(told)[0] if e.kind == Event.PLACE and e.seat == 0]
        counts[placed, range(4)] += 1
        pairs[placed[0], placed[3]] += 1
    assert chisquare(counts.ravel()).pvalue > 1e-6
    assert len(pairs) == 56
    assert chisquare([*pairs.values()]).pvalue > 1e-6


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_d2_d3_random_players_place_and_activate_by_equal_chances():
    """D2: none, or each special of the hand; D3: one half."""
    s = match_of(
        {"awakening_min_turn": 1001, "light_in_columns": False}, components=only(science=3)
    )
    seen = Counter()
    for match in range(700):
        ledger = Ledger(s)
        for e in turns(tell(s, match))[0]:
            if e.kind == Event.DRAW:
                ledger.hand[e.seat].append(e.a)
            if e.kind == Event.SLOT:
                seen["placed", sum(ledger.special[c] >= 0 for c in ledger.hand[e.seat])] += 1
            seen[e.kind] += e.kind in (Event.ACTIVATE, Event.DECLINE)
        for hand in ledger.hand:
            seen["had", sum(ledger.special[c] >= 0 for c in hand)] += 1
    for k in (1, 2):
        p, n = k / (k + 1), seen["had", k]
        assert seen["placed", k] / n == pytest.approx(p, abs=5 * (p * (1 - p) / n) ** 0.5)
    n = seen[Event.ACTIVATE] + seen[Event.DECLINE]
    assert seen[Event.ACTIVATE] / n == pytest.approx(0.5, abs=5 * (0.25 / n) ** 0.5)


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
def test_d4_d5_random_players_exchange_and_rob_by_equal_chances():
    columns, victims = Counter(), Counter()
    s = match_of({"teacher_cards": 2, "max_turns": 3}, ("random",) * 3, only(teacher=6, lord=6))
    for match in range(700):
        for turn in turns(tell(s, match)):
            swapped = sorted(e.b for e in of(turn, Event.SWAP))
            if swapped:
                columns[tuple(swapped)] += 1
            for i, e in enumerate(turn):
                if (
                    e.kind == Event.ACTIVATE
                    and e.b == BITS["lord"]
                    and turn[i + 1].kind == Event.TAKE
                ):
                    victims[(turn[i + 1].b - e.seat) % 3] += 1
    assert len(columns) == comb(4, 2)
    assert chisquare([*columns.values()]).pvalue > 1e-6
    assert chisquare([victims[1], victims[2]]).pvalue > 1e-4


@alone
def test_large_hands_are_drawn_card_by_card():
    """More ways than one draw can tell apart: 300 cards for four columns."""
    t = make_table(match_of())[0]
    seen = set()
    for seed in range(40):
        t.stream.key = np.uint64(2 * seed + 1)
        t.stream.stride = np.uint64(0x9E3779B97F4A7C15)
        t.options = 300
        t.option[:300] = range(300)
        assert decisions_fit.ways(t, np.int64(4)) == 2**32
        with np.errstate(over="ignore"):
            decisions_fit.draw_assignment(t, np.int64(0), np.int64(4))
        chosen = [int(c) for c in t.trial]
        assert len({*chosen}) == 4
        seen.update(chosen)
    assert len(seen) > 100


# What scripted players do -------------------------------------------------------------------------


def test_d2_scripted_players_take_the_first_of_their_list_and_never_replace():
    rules = {"slot_replace": "to_hand"}
    many = only(padre=3, lord=3, science=3, obedience=3)
    for name, order in (("keep_light", ("padre", "lord", "science", "obedience")), ("early_wake", ("padre", "lord", "science", "obedience")), ("best_fit", None), ("plain", ())):  # fmt: skip
        s, placed = match_of(rules, (name, "random"), many), 0
        for match in range(FEW):
            told, ledger = tell(s, match), Ledger(s)
            for e in told.events:
                if e.kind == Event.SLOT and e.seat == 0:
                    assert e.b == -1
                    held = [c for c in ledger.hand[0] if ledger.special[c] >= 0]
                    if order is None:
                        assert e.a == held[0]
                    else:
                        rank = {BITS[n]: i for i, n in enumerate(order)}
                        assert rank[ledger.special[e.a]] == min(
                            rank[ledger.special[c]] for c in held
                        )
                    placed += 1
                ledger.note(e)
        assert (placed > 0) == (name != "plain") or INTERPRETED


@pytest.mark.parametrize(
    ("name", "special", "ready"),
    [
        ("early_wake", "awakening", lambda w, s: w.lead(s) >= 1),
        ("keep_light", "awakening", lambda w, s: w.lead(s) >= 1),
        ("strategist", "awakening", lambda w, s: w.lead(s) >= 1),
        ("keep_light", "obedience", lambda w, s: -w.lead(s) >= 4),
        ("keep_light", "silence", lambda w, s: sum(w.kind[c] in ("rascal", "friend") for c in w.grid[s]) >= 3),
        ("keep_light", "giovannino", lambda w, s: sum(w.kind[c] in ("tame", "friend") for c in w.grid[s]) >= 3),
        ("keep_light", "science", lambda w, s: True),
        ("best_fit", "awakening", lambda w, s: True),
        ("early_wake", "obedience", lambda w, s: True),
    ],
)  # fmt: skip
def test_d3_when_scripted_players_activate(name, special, ready):
    seen = Counter()
    s = match_of({}, (name, "random", "random"), only(**{special: 4}))
    for match in range(FEW):
        told, ledger = tell(s, match), Ledger(s)
        for e in told.events:
            if e.seat == 0 and e.kind in (Event.ACTIVATE, Event.DECLINE):
                assert (e.kind == Event.ACTIVATE) == ready(ledger, 0)
                seen[e.kind] += 1
            ledger.note(e)
    assert seen[Event.ACTIVATE] > 0 or INTERPRETED


@pytest.mark.parametrize(("special", "least"), [("padre", 5), ("lord", 4)])
def test_d3_thresholds_and_the_late_game(special, least):
    """As many as it waits for, or any when the deck serves fewer than one more turn."""
    s = match_of({}, ("keep_light", "random"), only(**{special: 4}))
    seen = Counter()
    for match in range(FEW):
        told, ledger = tell(s, match), Ledger(s)
        for e in told.events:
            if e.seat == 0 and e.kind in (Event.ACTIVATE, Event.DECLINE):
                own = sum(
                    ledger.kind[c] in ("rascal", "fierce") and c not in ledger.marked
                    for c in ledger.pile[0]
                )
                theirs = sum(ledger.kind[c] == "friend" for c in ledger.pile[1])
                n, late = own if special == "padre" else theirs, len(ledger.deck) < 8
                assert (e.kind == Event.ACTIVATE) == (n >= least or (late and n >= 1))
                seen[e.kind] += 1
            ledger.note(e)
    assert seen[Event.ACTIVATE] > 0 or INTERPRETED


def test_keep_light_keeps_light_out_of_its_columns():
    """Unless it has fewer other cards than columns."""
    s, spared, used = match_of({}, ("keep_light", "best_fit"), only(lord=4)), 0, Counter()
    for match in range(FEW):
        told, ledger = tell(s, match), Ledger(s)
        for e in told.events:
            if e.kind == Event.PLACE and e.b == 0:
                lights = sum(ledger.kind[c] == "light" for c in ledger.hand[e.seat])
                free = len(ledger.hand[e.seat]) - lights >= 4
                spared += lights > 0 and free
            if e.kind == Event.PLACE:
                used[e.seat, free] += ledger.kind[e.a] == "light"
            ledger.note(e)
    assert spared > 0 or INTERPRETED
    assert used[0, True] == 0 < used[1, True] or INTERPRETED


def test_d1_a_knocked_out_light_card_is_spared_before_the_others():
    """With too few fighters other light cards fill the columns; it does so only in need."""
    lights = {"giovannino": 9, "teacher": 9, "lord": 9, "padre": 9}
    few = deck([fighter(f"f{i}", "tame", [i, i, i, i]) for i in range(20)], lights)
    keeper = player("keep_light", blank_column="padre")
    s, seen = match_of({"use_dream": False, "max_turns": 6}, (keeper,) * 2, few), Counter()
    for match in range(4):
        told, ledger = tell(s, match), Ledger(s)
        for i, e in enumerate(told.events):
            if e.kind == Event.PLACE and e.b == 0:
                laid = {ledger.special[card.a] for card in told.events[i : i + 4]}
                held = [ledger.special[card] for card in ledger.hand[e.seat]]
                fighters, others = held.count(-1), sum(x != BITS["padre"] for x in held)
                if fighters >= 4:
                    assert laid == {-1}
                elif BITS["padre"] in held:
                    assert (BITS["padre"] in laid) == (others < 4)
                    seen[others < 4] += 1
            ledger.note(e)
    assert len(seen) == 2


def test_d1_d3_the_strategist_plans_all_columns_however_few_la_maestra_exchanges():
    """Section 8: `teacher_cards` matters in D4 alone, so until she is activated nothing differs."""
    woken = 0
    for match in range(FEW):
        before = []
        for cards in (1, 4):
            rules = {"teacher_mode": "up_to", "teacher_cards": cards}
            told = tell(match_of(rules, ("strategist",) * 2, only(teacher=9)), match)
            acts = [i for i, e in enumerate(told.events) if e.kind == Event.ACTIVATE]
            before.append(told.events[: acts[0] + 1] if acts else told.events)
            woken += len(acts) > 0
        assert before[0] == before[1]
    assert woken > 0


def test_decisions_are_counted():
    """Section 9: D2 and D3 whenever asked, D1 and D4 with two choices, D5 with three players."""
    s = match_of({}, ("random",) * 3, only(lord=6, teacher=6))
    for match in range(FEW):
        told, ledger, asked = tell(s, match), Ledger(s), 0
        events = told.events
        for i, e in enumerate(events):
            asked += e.kind == Event.PLACE and e.b == 0
            if e.kind == Event.PLACE and events[i + 1].kind != Event.PLACE:
                ledger.note(e)
                for seat in range(3):
                    has = any(ledger.special[c] >= 0 for c in ledger.hand[seat])
                    asked += has and ledger.slot[seat] == -1
                continue
            asked += e.kind in (Event.ACTIVATE, Event.DECLINE)
            asked += e.kind == Event.ACTIVATE and e.b in (BITS["lord"], BITS["teacher"])
            ledger.note(e)
        assert told.row["decisions"] == asked


def test_strategies_get_better_in_the_order_of_their_thought():
    """The strategist beats plain players, and they beat chance."""
    if INTERPRETED:
        pytest.skip("thousands of matches")
    from sim.play import play_rows

    for better, worse in (("strategist", "plain"), ("strategist", "best_fit"), ("plain", "random")):
        rows = play_rows(match_of({}, (better, worse)), 0, 3000)
        assert rows["win_share_seat0"].mean() / 60 > 0.53, (better, worse)


def test_parameters_of_the_named_strategies():
    """Section 8: their lists."""
    assert [*STRATEGIES] == [
        "random",
        "plain",
        "best_fit",
        "keep_light",
        "early_wake",
        "strategist",
        "shielder",
        "saboteur",
    ]
    for cautious in ("keep_light", "shielder"):
        p = STRATEGIES[cautious]
        order = sorted(BITS, key=lambda name: getattr(p, f"rank_{name}"))
        assert order == ["padre", "lord", "teacher", "giovannino", "awakening", "science", "silence", "obedience"]  # fmt: skip
    assert player("plain").slot.word == "none"
    assert SHIPPED.provenance()["cards"] == {"assumed": 55, "rulebook": 4}
