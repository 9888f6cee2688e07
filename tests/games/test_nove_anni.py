"""The rules of nove_anni, one by one, on told matches; R, A and I refer to RULES.md."""

from collections import Counter
from itertools import pairwise

import pytest
from nove_anni_ledger import EMPTY, Ledger, final, steps, zones
from nove_anni_told import BITS, FEW, SHIPPED, deck, fighter, match_of, of, only, several, turns
from scipy.stats import chisquare
from telling import INTERPRETED, tell

from sim.engine.errors import InputError
from sim.games.nove_anni.cards import cards, labels, pack_of
from sim.games.nove_anni.rules import Rules
from sim.games.nove_anni.story import Event

PLAIN = {"use_dream": False, "use_light": False}
FATES = (Event.WON, Event.REMOVED, Event.BACK, Event.UNDER, Event.POT)
# few values, so that cards are often level
LEVEL = deck(
    [fighter(f"{kind}_{i}", kind, [i % 3, i % 2, 1, (i + 1) % 3]) for kind in ("rascal", "friend", "fierce", "tame") for i in range(14)]
)  # fmt: skip


def moves(rules=None, seats=("random",) * 2, components=SHIPPED, number=FEW):
    """Every event of some matches with the ledger before it."""
    s = match_of(rules, seats, components)
    for match in range(number):
        yield from steps(s, tell(s, match))


def duels(*args, **kwargs):
    """Every duel: (ledger before, its event, events that follow until the next one)."""
    found = []
    s = match_of(*args, **kwargs)
    for match in range(FEW):
        ledger, told = Ledger(s), tell(s, match)
        for i, e in enumerate(told.events):
            if e.kind in (Event.DUEL, Event.TIE, Event.IDLE):
                end = i + 1
                while told.events[end].kind in FATES:
                    end += 1
                found.append((snapshot(ledger, told.events), e, told.events[i + 1 : end]))
            ledger.note(e)
    return found


def snapshot(ledger, events):
    """What a duel needs of a ledger."""
    grid = [list(row) for row in ledger.grid]
    return _Before(ledger, grid, ledger.order(), [*ledger.pot])


class _Before:
    def __init__(self, ledger, grid, order, pot):
        self.ledger, self.grid, self.order, self.pot = ledger, grid, order, pot

    def column(self, j):
        """Cards of a column by seat."""
        return {s: row[j] for s, row in enumerate(self.grid) if row[j] != EMPTY}

    def values(self, j):
        """Their values as usual."""
        return {s: self.ledger.value(card, j) for s, card in self.column(j).items()}


# Decks and setup (R1-R7, A4, A22, A25) ------------------------------------------------------------


def test_r3_the_deck_of_the_rulebook():
    """Section 1; A22: no rascal Paolo; all names are told apart."""
    kinds = Counter(row.kind for row in cards(SHIPPED))
    assert kinds == {"rascal": 13, "friend": 14, "fierce": 14, "tame": 14, "light": 4}
    assert len(pack_of(Rules(), 2, SHIPPED)) == 63
    assert len({*labels(SHIPPED)}) == 63
    names = [{r.card_id.partition("_")[2] for r in cards(SHIPPED) if r.kind == k} for k in ("rascal", "friend")]  # fmt: skip
    assert names[1] - names[0] == {"paolo"}


@pytest.mark.parametrize(("players", "size"), [(2, 63), (3, 122), (4, 122), (5, 181), (6, 181)])
def test_r1_r2_a4_merged_decks_lose_the_double_light_cards(players, size):
    """59 d + 4 cards; A25: double dream cards stay."""
    pack = pack_of(Rules(), players, SHIPPED)
    copies, rows = Counter(pack), len(cards(SHIPPED))
    assert len(pack) == size
    decks = -(-players // 2)
    for card, number in copies.items():
        light = card < rows and cards(SHIPPED)[card].kind == "light"
        assert number == (1 if light else decks)
    (told,) = several(seats=("random",) * players, number=1)
    assert told.kinds(Event.START)[0][3:] == (players, size)


def test_a4_a25_r2_options_of_merged_decks():
    size = {
        name: len(pack_of(Rules.read(rules), 4, SHIPPED))
        for name, rules in {
            "three": {"decks": 3},
            "one each": {"players_per_deck": 1},
            "light": {"dedupe_light": False},
            "dream": {"dedupe_dream": True},
            "none": PLAIN,
        }.items()
    }
    assert size == {"three": 181, "one each": 240, "light": 126, "dream": 118, "none": 110}


def test_r5_r6_r23_a28_everybody_draws_eight_from_a_shuffled_deck():
    """A28: what is won is told to all. No two matches begin alike; eight for everybody, nothing is won; the deck loses them."""
    hands = set()
    for told in several(PLAIN, ("random",) * 3):
        first = turns(told)[0]
        drawn = Counter(e.seat for e in of(first, Event.DRAW))
        assert drawn == dict.fromkeys(range(3), 8)
        hands.add(tuple(e.a for e in of(first, Event.DRAW)))
    assert len(hands) == FEW


def test_r6_r7_every_order_of_the_deck_and_every_first_drawer_alike():
    """The 24 orders of four cards and the two seats: chi-square, both together."""
    four = deck([fighter(f"f{i}", "tame", [i, i, i, i]) for i in range(4)])
    rules = PLAIN | {"columns": 1, "teacher_cards": 1, "draw_first": 2, "max_turns": 1}
    orders = Counter()
    for told in several(rules, components=four, number=480 if INTERPRETED else 4800):
        drawn = told.kinds(Event.DRAW)
        orders[drawn[0].seat, *(e.a for e in drawn)] += 1
    assert len(orders) == 48
    assert chisquare([*orders.values()]).pvalue > 1e-4


def test_r7_a_lot_decides_who_draws_first_or_seat_0():
    starts = Counter()
    for rule in ("random", "seat0"):
        for told in several({"start_rule": rule}, ("random",) * 3):
            start = told.kinds(Event.START)[0]
            assert start.a == (0 if rule == "random" else 1)
            assert start.seat == told.row["start_seat"] == of(told.events, Event.TURN)[0].seat
            starts[rule, start.seat] += 1
    assert {seat for rule, seat in starts if rule == "seat0"} == {0}
    assert len({seat for rule, seat in starts if rule == "random"}) > 1 or INTERPRETED


# Drawing (R23, R30, A5, A6, A8) -------------------------------------------------------------------


def test_r23_r30_a8_four_cards_in_later_turns_in_draw_order():
    for told in several(PLAIN, ("random",) * 3):
        for turn in turns(told)[1:]:
            seats = [e.seat for e in of(turn, Event.DRAW)]
            if len(seats) == 12:
                first = turn[0].seat
                assert seats == [(first + i // 4) % 3 for i in range(12)]


@pytest.mark.parametrize("mode", ["fixed", "refill_to_first"])
def test_a8_exactly_four_or_a_refill(mode):
    """A slot that is filled makes a hand a card shorter for good, or not."""
    shorter = 0
    for ledger, e in moves({"draw_mode": mode, "short_hand_rule": "end_match"}, ("best_fit",) * 2):
        if e.kind == Event.PLACE and e.b == 0 and len(ledger.deck) > 8:
            shorter += len(ledger.hand[e.seat]) < 8
            assert len(ledger.hand[e.seat]) == 8 or mode == "fixed"
    assert (shorter > 0) == (mode == "fixed") or INTERPRETED


@pytest.mark.parametrize("mode", ["block", "one_by_one"])
def test_a5_the_last_cards_in_blocks_or_one_by_one(mode):
    """Six cards for two players: 4 + 2, or 3 + 3."""
    short = deck([fighter(f"f{i}", "tame", [i, i, i, i]) for i in range(22)])
    for told in several(PLAIN | {"deal_mode": mode}, components=short):
        first, *turn = turns(told)[1]
        order = [e.seat == first.seat for e in of(turn, Event.DRAW)]
        assert order == ([True] * 4 + [False] * 2 if mode == "block" else [True, False] * 3)


@pytest.mark.parametrize("rule", ["draw_extra", "end_match", "empty_columns"])
def test_a6_a_hand_that_cannot_fill_the_columns(rule):
    """Extra cards one by one, the end, or columns that stay empty."""
    many = only(science=6, obedience=6, silence=6)
    seen = Counter()
    for told in several({"short_hand_rule": rule, "end_rule": "no_full_draw"}, components=many):
        extra = [e for e in told.kinds(Event.DRAW) if e.c]
        assert len(extra) == told.row["extra_draws"]
        stuck = told.kinds(Event.STUCK)
        seen["extra"] += len(extra)
        seen["short"] += told.row["end_reason"] == 3
        if rule == "empty_columns":
            for turn in turns(told):
                for e in of(turn, Event.STUCK):
                    placed = [p for p in of(turn, Event.PLACE) if p.seat == e.seat]
                    assert len(placed) in (0, e.a)
                    seen["empty"] += 0 < len(placed) == e.a
        assert all(e.a < 4 for e in stuck)
    assert (seen["extra"] > 0) == (rule == "draw_extra") or INTERPRETED
    assert (seen["short"] > 0) == (rule == "end_match") or INTERPRETED
    assert (seen["empty"] > 0) == (rule == "empty_columns") or INTERPRETED


def test_a6_an_extra_card_is_drawn_only_by_who_needs_it():
    many = only(science=6, obedience=6, silence=6)
    for ledger, e in moves(components=many):
        if e.kind == Event.DRAW and e.c:
            assert sum(ledger.placeable(card) for card in ledger.hand[e.seat]) < 4


# Columns and slots (R8-R13, R24, A9, A10) ---------------------------------------------------------


def test_r8_r9_r24_i2_i8_four_cards_in_four_columns_none_of_them_a_dream():
    """I2, I8."""
    light = 0
    for told in several():
        for turn in turns(told):
            if not (placed := of(turn, Event.PLACE)):
                continue
            assert Counter(e.seat for e in placed) == {0: 4, 1: 4}
            assert all(sorted(e.b for e in placed if e.seat == s) == [0, 1, 2, 3] for s in (0, 1))
            assert max(Counter(e.seat for e in of(turn, Event.SLOT)).values(), default=0) <= 1
        light += told.row["light_in_columns_seat0"] + told.row["light_in_columns_seat1"]
    assert light > 0 or INTERPRETED


@pytest.mark.parametrize("on", [True, False])
def test_r9_light_cards_may_lie_in_columns(on):
    placed = sum(
        ledger.kind[e.a] == "light" for ledger, e in moves({"light_in_columns": on}) if e.kind == Event.PLACE
    )  # fmt: skip
    assert (placed > 0) == on or INTERPRETED


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_r8_fewer_columns(columns):
    rules = {"columns": columns, "teacher_cards": 1}
    for told in several(rules):
        assert {e.b for e in told.kinds(Event.PLACE)} == {*range(columns)}
        assert {e.a for e in told.kinds(Event.DUEL)} <= {*range(columns)}


@pytest.mark.parametrize("replace", ["never", "to_hand"])
def test_r10_a9_an_occupied_slot_takes_no_other_special(replace):
    """Unless it may go back to the hand."""
    seen = Counter()
    for ledger, e in moves({"slot_replace": replace}):
        if e.kind == Event.SLOT:
            seen["placed"] += 1
            seen["replaced"] += e.b != EMPTY
            assert ledger.special[e.a] >= 0
            assert e.b == ledger.slot[e.seat]
    assert seen["placed"] > 0 or INTERPRETED
    assert (seen["replaced"] > 0) == (replace == "to_hand") or INTERPRETED


@pytest.mark.parametrize("slots", [0, 1])
def test_r8_special_slots(slots):
    assert any(told.kinds(Event.SLOT) for told in several({"special_slots": slots})) == (slots == 1)


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("replace", ["never", "to_hand"])
def test_r13_a10_activation_in_the_turn_of_placement_or_later(at_once, replace):
    """It may wait for many turns; one that takes the place of another (A9) is placed anew."""
    waited, rules = Counter(), {"activate_same_turn": at_once, "slot_replace": replace}
    for ledger, e in moves(rules, components=only(science=9, padre=9)):
        if e.kind in (Event.ACTIVATE, Event.DECLINE):
            waited[e.kind, min(ledger.turn - ledger.placed_in[e.seat], 2)] += 1
    assert waited[Event.ACTIVATE, 0] + waited[Event.DECLINE, 0] == 0 or at_once
    assert waited[Event.ACTIVATE, 0] > 0 or not at_once
    assert waited[Event.ACTIVATE, 2] > 0 or INTERPRETED


# Activation (R14, R25-R27, A11, A29, A30) ---------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2])
def test_r25_r26_r27_a11_a29_a30_i4_in_draw_order_as_many_as_a_turn_allows(most):
    """I4. After all cards are placed and before the duels; each is asked once."""
    several_now = Counter()
    for told in several({"activations_per_turn": most}, ("random",) * 3):
        for turn in turns(told):
            asked = of(turn, Event.ACTIVATE, Event.DECLINE)
            order = [(e.seat - turn[0].seat) % 3 for e in asked]
            assert order == sorted({*order})
            acts = of(turn, Event.ACTIVATE)
            several_now[len(acts)] += 1
            if acts:
                last_placed = max(
                    i for i, e in enumerate(turn) if e.kind in (Event.PLACE, Event.SLOT)
                )
                assert turn.index(acts[0]) > last_placed
            if len(acts) == most:
                assert not asked or most == 0 or asked[-1].kind == Event.ACTIVATE
    assert max(several_now) == most or (INTERPRETED and most == 2)


def test_r14_an_activated_special_leaves_the_game_at_the_end_of_its_turn():
    for told in several({"activations_per_turn": 2, "awakening_min_turn": 1001}):
        for turn in turns(told):
            used = [e.a for e in of(turn, Event.USED)]
            assert used == [e.a for e in of(turn, Event.ACTIVATE)]
            if used:
                assert turn.index(of(turn, Event.USED)[0]) > max(
                    i for i, e in enumerate(turn) if e.kind in FATES
                )
        gone = [e.a for e in told.kinds(Event.USED)]
        assert len({*gone}) == len(gone)


# Duels (R11, R12, R28, R29, A1, A2) ---------------------------------------------------------------


def test_r11_r12_r28_r29_i6_the_highest_value_wins_all_cards_of_its_column():
    """I6. Four duels in the order of the columns; light cards have 100 in each."""
    no_effects = {"special_slots": 0, "use_dream": False}
    last, lights = -1, 0
    for before, e, fates in duels(no_effects, ("random",) * 3):
        values = before.values(e.a)
        assert e.a == (last + 1) % 4
        last = e.a
        top = max(values.values())
        best = [s for s, value in values.items() if value == top]
        lights += top == 100
        if e.kind == Event.TIE:
            assert len(best) > 1
            assert {x.kind for x in fates} == {Event.REMOVED}
        else:
            assert best == [e.seat]
            assert e.c == top
            assert {(x.kind, x.seat) for x in fates} == {(Event.WON, e.seat)}
        assert {x.a for x in fates} == {*before.column(e.a).values()}
        assert len(fates) == 3
    assert lights > 0 or INTERPRETED


@pytest.mark.parametrize(
    ("rule", "kind"),
    [("won_pile", Event.WON), ("removed", Event.REMOVED), ("hand", Event.BACK), ("deck_bottom", Event.UNDER)],
)  # fmt: skip
def test_a1_where_the_own_card_of_the_winner_goes(rule, kind):
    rules = {"own_card": rule, "max_turns": 12}
    for before, e, fates in duels(rules, ("random",) * 3):
        if e.kind == Event.DUEL:
            (own,) = [x for x in fates if x.a == e.b]
            assert (own.kind, own.seat) == (kind, e.seat)
            assert before.column(e.a)[e.seat] == e.b


def test_a1_a_card_under_the_deck_is_drawn_again_after_all_others():
    s = match_of(PLAIN | {"own_card": "deck_bottom", "max_turns": 14})
    again = 0
    for match in range(FEW):
        under = []
        for e in tell(s, match).events:
            if e.kind == Event.UNDER:
                under.append(e.a)
            if e.kind == Event.DRAW and e.a in under:
                assert under.pop(0) == e.a
                again += 1
    assert again > 0 or INTERPRETED


@pytest.mark.parametrize(
    ("rule", "fate"),
    [("removed", Event.REMOVED), ("hand", Event.BACK), ("own_pile", Event.WON), ("carry", Event.POT),
     ("first_drawer", None), ("sum", Event.REMOVED)],
)  # fmt: skip
def test_a2_ties(rule, fate):
    """All cards of a tied duel share its fate, also those that were lower."""
    seen = Counter()
    rules = PLAIN | {"tie_rule": rule, "max_turns": 10}
    for before, e, fates in duels(rules, ("random",) * 3, LEVEL):
        values = before.values(e.a)
        best = [s for s, value in values.items() if value == max(values.values())]
        if len(best) == 1:
            continue
        if rule == "first_drawer":
            assert e.kind == Event.DUEL
            assert e.seat == next(s for s in before.order if s in best)
        if rule == "sum":
            sums = {
                s: sum(before.ledger.value(before.column(e.a)[s], j) for j in range(4))
                for s in best
            }
            left = [s for s in best if sums[s] == max(sums.values())]
            assert (e.kind == Event.DUEL) == (len(left) == 1)
            assert e.c == len(left) or e.kind == Event.DUEL
        if e.kind == Event.TIE:
            assert {x.kind for x in fates} == {fate}
            assert len(fates) == 3
            assert all(before.column(e.a)[x.seat] == x.a for x in fates)
        seen[e.kind] += 1
    assert seen[Event.TIE] > 0 or rule == "first_drawer" or INTERPRETED
    assert seen[Event.DUEL] > 0 or rule not in ("first_drawer", "sum") or INTERPRETED


def test_a2_the_pot_goes_to_the_next_who_wins_a_duel_or_is_lost():
    rules = PLAIN | {"tie_rule": "carry"}
    won = 0
    for before, e, fates in duels(rules, ("random",) * 2, LEVEL):
        from_pot = {x.a for x in fates if x.kind == Event.WON and x.b == -1}
        assert from_pot == ({*before.pot} if e.kind == Event.DUEL else set())
        won += len(from_pot)
    assert won > 0 or INTERPRETED


def test_tied_duels_are_counted_before_any_tie_break():
    """Section 9: tie_duels, no_winner_duels, duels."""
    for rule in ("removed", "first_drawer", "sum"):
        for told in several(PLAIN | {"tie_rule": rule}, ("random",) * 2, LEVEL):
            ties = told.row["tie_duels"]
            assert told.row["no_winner_duels"] == len(told.kinds(Event.TIE)) <= ties
            assert (
                told.row["duels"] == len(told.kinds(Event.TIE, Event.DUEL)) == 4 * told.row["turns"]
            )
            assert (rule == "removed") <= (ties == len(told.kinds(Event.TIE)))


# Who draws first (A3) -----------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["fixed", "rotate", "turn_loser", "turn_winner"])
def test_a3_who_draws_first_in_later_turns(rule):
    changed = 0
    for told in several(PLAIN | {"first_drawer_rule": rule}, ("random",) * 3):
        cut = turns(told)
        for turn, after in pairwise(cut):
            first, won = turn[0].seat, Counter(e.seat for e in of(turn, Event.DUEL))
            order = [(first + step) % 3 for step in range(3)]
            expected = {
                "fixed": first,
                "rotate": (first + 1) % 3,
                "turn_loser": min(order, key=lambda s: won[s]),
                "turn_winner": max(order, key=lambda s: won[s]),
            }[rule]
            assert after[0].seat == expected
            changed += expected != first
    assert (changed > 0) == (rule != "fixed") or INTERPRETED


# The end (R31-R33, A7, A21, A24) ------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["deck_empty_and_stuck", "deck_empty", "no_full_draw"])
def test_r32_a7_i9_the_deck_ends_the_match(rule):
    """I9. Nothing of an aborted preparation is placed; its turn does not count."""
    seen = Counter()
    for told in several(PLAIN | {"end_rule": rule}):
        last = turns(told)[-1]
        assert told.row["end_reason"] == 0
        assert not of(last, Event.PLACE)
        assert told.row["turns"] == len(turns(told)) - 1
        left = last[0].b - len(of(last, Event.DRAW))
        if rule == "deck_empty_and_stuck":
            assert left == 0
            assert of(last, Event.STUCK)
        elif not of(last, Event.STUCK):
            assert last[0].b == 0 if rule == "deck_empty" else last[0].b < 8
            seen[rule] += 1
    assert seen[rule] > 0 or rule == "deck_empty_and_stuck" or INTERPRETED


def test_a7_a_deck_of_a_full_draw_is_enough():
    exact = deck([fighter(f"f{i}", "tame", [i, i, i, i]) for i in range(24)])
    for rule, length in (("no_full_draw", 2), ("deck_empty", 2), ("deck_empty_and_stuck", 3)):
        for told in several(PLAIN | {"end_rule": rule, "draw_next": 4}, components=exact, number=3):
            assert told.row["turns"] == length, rule


def test_a7_a_full_draw_is_not_asked_for_in_turn_1():
    """R23: everybody draws as many as in the first turn; later draws may be larger."""
    rules = {"end_rule": "no_full_draw", "draw_next": 20, "decks": 1}
    for told in several(rules, ("plain",) * 4, number=2):
        assert told.row["turns"] == 1


def test_r31_a21_il_risveglio_ends_the_match_at_once_or_after_the_turn():
    ended = Counter()
    for timing in ("immediate", "end_of_turn"):
        for told in several({"awakening_timing": timing}, ("early_wake", "random")):
            woken = [e for e in told.kinds(Event.ACTIVATE) if e.b == BITS["awakening"]]
            assert bool(woken) == (told.row["end_reason"] == 1) == told.row["awakened"]
            if woken:
                after = told.events[told.events.index(woken[0]) :]
                duels_left = of(after, Event.DUEL, Event.TIE, Event.IDLE)
                assert len(duels_left) == (0 if timing == "immediate" else 4)
                assert not of(after, Event.TURN)
                assert told.row["awakening_seat"] == woken[0].seat
                ended[timing] += 1
    assert ended["immediate"] * ended["end_of_turn"] > 0 or INTERPRETED


@pytest.mark.parametrize("least", [1, 4, 1001])
def test_r18_il_risveglio_waits_for_its_first_turn(least):
    found = [
        ledger.turn
        for ledger, e in moves({"awakening_min_turn": least}, ("early_wake", "best_fit"))
        if e.kind == Event.ACTIVATE and e.b == BITS["awakening"]
    ]
    assert min(found, default=2000) >= least
    assert (len(found) > 0) == (least < 1001) or INTERPRETED


def test_i12_the_cap_ends_a_match():
    for told in several({"max_turns": 2, "awakening_min_turn": 1001}):
        assert (told.row["turns"], told.row["end_reason"], told.row["capped"]) == (2, 2, 1)


# Points (R4, R33-R35, A23, A24) -------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{}, {"points_light": 2, "points_rascal": -1, "points_friend": 3, "points_transformed": 2, "points_fierce": -2, "points_tame": 0}], ids=["printed", "others"])  # fmt: skip
def test_r4_r34_r35_a23_i7_points_of_won_cards(rules):
    """I7. Friends, tame animals and transformed cards; a won light card has none."""
    s = match_of(rules, ("keep_light", "best_fit", "random"))
    for match in range(FEW):
        told = tell(s, match)
        ledger = final(s, told)
        scores = [ledger.score(seat) for seat in range(3)]
        assert [told.row[f"score_seat{i}"] for i in range(3)] == scores
        best = [i for i in range(3) if scores[i] == max(scores)]
        assert [i for i in range(3) if told.row[f"win_share_seat{i}"]] == best
        assert sum(told.row[f"win_share_seat{i}"] for i in range(3)) == 60  # I11
        if not rules:
            positive = sum(kind in ("friend", "tame") for kind in ledger.kind)
            assert min(scores) >= 0
            assert sum(scores) <= positive + len(ledger.marked)


@pytest.mark.parametrize("on", [False, True])
def test_r33_cards_left_in_hand_do_not_count(on):
    s, more = match_of({"hand_counts": on}, ("random",) * 2), 0
    for match in range(FEW):
        told = tell(s, match)
        ledger = final(s, told)
        for seat in (0, 1):
            hand = sum(ledger.points(c) for c in ledger.hand[seat] if ledger.kind[c] != "dream")
            assert told.row[f"score_seat{seat}"] == ledger.score(seat) + on * hand
            more += hand
            assert told.row[f"hand_left_seat{seat}"] == len(ledger.hand[seat])
    assert more > 0 or INTERPRETED


@pytest.mark.parametrize("rule", ["shared", "most_won_cards", "fewest_negatives"])
def test_a24_a_tie_at_the_end(rule):
    s = match_of({"final_tie": rule, "points_friend": 0, "points_tame": 0}, ("random",) * 3)
    ways = Counter()
    for match in range(FEW):
        told = tell(s, match)
        ledger = final(s, told)
        seats, scores = range(3), [ledger.score(i) for i in range(3)]
        best = [i for i in seats if scores[i] == max(scores)]
        negatives = [sum(ledger.kind[c] in ("rascal", "fierce") and c not in ledger.marked for c in ledger.pile[i]) for i in seats]  # fmt: skip
        key = {"shared": [0] * 3, "most_won_cards": [-len(p) for p in ledger.pile], "fewest_negatives": negatives}[rule]  # fmt: skip
        left = [i for i in best if key[i] == min(key[j] for j in best)]
        assert [i for i in seats if told.row[f"win_share_seat{i}"]] == left
        end = told.kinds(Event.WINNERS)[0]
        assert end.b == (2 if len(left) > 1 else 1 if len(best) > 1 else 0)
        ways[end.b] += 1
    assert ways[2 if rule == "shared" else 1] > 0 or INTERPRETED


# Invariants ---------------------------------------------------------------------------------------


def test_i1_i3_i5_every_card_is_somewhere_and_the_table_agrees():
    """I5. With printed rules cards out of play are specials used and cards of undecided duels."""
    s = match_of({}, ("keep_light", "best_fit", "random"))
    for match in range(FEW):
        told = tell(s, match)
        ledger = final(s, told)
        zones(told.tables[0], ledger)
        undecided = len(told.kinds(Event.REMOVED))
        used = len(told.kinds(Event.ACTIVATE))
        assert told.row["removed_cards"] == undecided + used


@pytest.mark.skipif(INTERPRETED, reason="thousands of matches")
@pytest.mark.parametrize("seats", [("random",) * 2, ("keep_light",) * 3])
def test_i10_equal_players_win_alike(seats):
    from sim.play import play_rows

    rows = play_rows(match_of(seats=seats), 0, 6000)
    for seat in range(len(seats)):
        shares = rows[f"win_share_seat{seat}"] / 60
        assert abs(shares.mean() - 1 / len(seats)) < 5 * shares.std() / 6000**0.5


def test_a_match_has_as_many_turns_as_section_13_says_at_most():
    for players, most in ((2, 20), (3, 39)):
        for told in several({}, ("random",) * players):
            assert told.row["turns"] <= most


def test_more_cards_than_a_table_holds_are_refused():
    with pytest.raises(InputError, match="at most 1024"):
        match_of({"decks": 6}, components=deck([fighter(f"f{i}", "tame", [1, 1, 1, 1], 9) for i in range(20)]))  # fmt: skip
