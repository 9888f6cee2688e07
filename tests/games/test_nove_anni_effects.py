"""The effects of the specials of nove_anni (R15-R22), on told matches with many of one kind."""

from collections import Counter

import pytest
from nove_anni_ledger import NEGATIVE, Ledger
from nove_anni_told import BITS, FEW, SHIPPED, match_of, of, only, player, several, turns
from telling import INTERPRETED, tell

from sim.games.nove_anni.story import Event

EAGER = player("keep_light", activate="always")  # light cards to the slot, activated at once
TRIO = (EAGER,) * 3
FATES = (Event.WON, Event.REMOVED, Event.BACK)
FILTERS = {"silence": ("friend", "rascal"), "giovannino": ("friend", "tame")}


def acts(name, rules=None, seats=TRIO, components=None, number=FEW):
    """Every activation of a special: (ledger before, its event, what follows in the turn)."""
    s = match_of(rules or {}, seats, components or only(**{name: 6}))
    for match in range(number):
        ledger, told = Ledger(s), tell(s, match)
        for i, e in enumerate(told.events):
            if e.kind == Event.ACTIVATE and e.b == BITS[name]:
                rest = told.events[i + 1 :]
                ends = [k for k, x in enumerate(rest) if x.kind in (Event.TURN, Event.END)]
                yield ledger, e, rest[: ends[0]]
            ledger.note(e)


def fights(rest):
    """Duels of a turn, each with the fates of its cards."""
    found = []
    for e in rest:
        if e.kind in (Event.DUEL, Event.TIE, Event.IDLE):
            found.append((e, []))
        elif found and e.kind in FATES:
            found[-1][1].append(e)
    return found


# La Scienza ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("best", [1, 2, 3, 4])
def test_r15_la_scienza_adds_up_the_highest_values_of_every_card(best):
    seen = 0
    for ledger, _, rest in acts("science", {"science_top_k": best}):
        for duel, _ in fights(rest):
            values = {s: ledger.best(card) for s, card in ledger.column(duel.a).items()}
            if duel.kind == Event.DUEL:
                assert duel.c == max(values.values()) == values[duel.seat]
            else:
                assert duel.b == max(values.values())
                assert [*values.values()].count(duel.b) == duel.c > 1
            seen += 1
    assert seen > 0 or INTERPRETED


# L'Obbedienza -------------------------------------------------------------------------------------


@pytest.mark.parametrize("all_back", [True, False])
def test_r16_a20_lobbedienza_returns_all_won_cards_and_shuffles(all_back):
    """A20: transformed ones too, whose mark is lost; or these alone stay."""
    rules = {"obedience_returns_transformed": all_back, "awakening_min_turn": 1001}
    marked = orders = 0
    for ledger, _, rest in acts("obedience", rules, components=only(obedience=4, padre=6)):
        back = {e.a for e in of(rest, Event.RETURN)}
        won = {card for pile in ledger.pile for card in pile}
        assert back == (won if all_back else won - ledger.marked)
        assert [e.a for e in of(rest, Event.SHUFFLE)] == [len(ledger.deck) + len(back)]
        marked += len(ledger.marked)
        orders += len(back)
    assert marked > 0 or INTERPRETED
    assert orders > 0 or INTERPRETED


def test_r16_the_deck_is_shuffled_with_the_cards_that_come_back():
    """Cards that come back are not drawn last."""
    early = 0
    s = match_of({}, ("best_fit",) * 3, only(obedience=6))
    for match in range(FEW):
        back = set()
        for e in tell(s, match).events:
            if e.kind == Event.RETURN:
                back.add(e.a)
            if e.kind == Event.DRAW and e.a in back:
                early += e.b > len(back)
                back.discard(e.a)
    assert early > 0


# Il silenzio and Giovannino -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["silence", "giovannino"])
@pytest.mark.parametrize("immune", [False, True])
@pytest.mark.parametrize("lost_to", ["winner", "removed"])
def test_r17_r19_a12_a14_only_two_kinds_compete(name, immune, lost_to):
    """A12, A14: the others are lost to the winner, or out; light in a column too, unless immune."""
    rules = {"light_immune_to_filters": immune, "auto_lost_to": lost_to}
    seen = Counter()
    for ledger, _, rest in acts(name, rules, components=only(**{name: 6, "teacher": 3, "lord": 3})):
        kinds = (*FILTERS[name], *(("light",) if immune else ()))
        for duel, fates in fights(rest):
            column = ledger.column(duel.a)
            active = {s: c for s, c in column.items() if ledger.kind[c] in kinds}
            assert (duel.kind == Event.IDLE) == (not active)
            if duel.kind != Event.DUEL:
                continue
            assert duel.seat in active
            assert duel.c == max(ledger.value(c, duel.a) for c in active.values())
            for fate in fates:
                lost = fate.a not in active.values()
                out = lost and lost_to == "removed"
                assert fate.kind == (Event.REMOVED if out else Event.WON)
                seen["lost"] += lost
            seen["light"] += any(ledger.kind[c] == "light" for c in active.values())
    assert seen["lost"] > 0 or INTERPRETED
    assert (seen["light"] > 0) == immune or INTERPRETED


@pytest.mark.parametrize(
    ("rule", "fate"),
    [("removed", Event.REMOVED), ("hand", Event.BACK), ("own_pile", Event.WON)],
)
def test_a13_a_duel_without_an_active_card(rule, fate):
    seen = 0
    for ledger, _, rest in acts("silence", {"all_inactive_to": rule}):
        for duel, fates in fights(rest):
            if duel.kind == Event.IDLE:
                column = ledger.column(duel.a)
                assert duel.b == len(column)
                assert {(x.kind, x.seat, x.a) for x in fates} == {
                    (fate, s, c) for s, c in column.items()
                }
                seen += 1
    assert seen > 0 or INTERPRETED


def test_filters_of_one_turn_leave_what_both_allow():
    """Section 6: with several activations filters intersect."""
    both = 0
    rules = {"activations_per_turn": 6}
    for told in several(rules, TRIO, only(silence=6, giovannino=6)):
        ledger = Ledger(match_of(rules, TRIO, only(silence=6, giovannino=6)))
        for turn in turns(told):
            names = {e.b for e in of(turn, Event.ACTIVATE)}
            for e in of(turn, Event.DUEL):
                if names == {BITS["silence"], BITS["giovannino"]}:
                    assert ledger.kind[e.b] == "friend"
                    both += 1
    assert both > 0 or INTERPRETED


@pytest.mark.parametrize("strict", [False, True])
def test_a15_giovannino_in_the_turn_of_placement_or_later(strict):
    late = 0
    for ledger, e, _ in acts("giovannino", {"giovannino_same_turn_only": strict}, ("random",) * 3):
        late += ledger.placed_in[e.seat] < ledger.turn
    assert (late > 0) == (not strict) or INTERPRETED


# La Maestra ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["exact", "up_to"])
@pytest.mark.parametrize("old", ["won_pile", "hand", "removed"])
@pytest.mark.parametrize("number", [2, 4])
def test_r20_a16_la_maestra_exchanges_won_cards_for_the_grid(mode, old, number):
    """A16: exactly so many, or fewer; where the old ones go."""
    rules = {"teacher_mode": mode, "teacher_old_cards": old, "teacher_cards": number}
    sizes = Counter()
    for ledger, e, rest in acts("teacher", rules, ("random",) * 3, only(teacher=9)):
        won, swaps = {*ledger.pile[e.seat]}, of(rest, Event.SWAP)
        assert len(won) >= (number if mode == "exact" else 1)
        assert len(swaps) == min(number, len(won))
        assert {x.a for x in swaps} <= won
        assert len({x.b for x in swaps}) == len(swaps)
        assert all(ledger.grid[e.seat][x.b] == x.c for x in swaps)
        assert [x.a for x in of(rest, Event.OLD)] == [x.c for x in swaps]
        sizes[len(swaps)] += 1
        columns = {x.b: x.a for x in swaps}
        for duel, _ in fights(rest):
            if duel.kind == Event.DUEL and duel.seat == e.seat and duel.a in columns:
                assert duel.b == columns[duel.a]
    assert sizes[number] > 0 or INTERPRETED


@pytest.mark.parametrize("uses", [True, False])
def test_a17_la_maestra_may_use_transformed_cards(uses):
    """Their mark is lost on the grid (the ledger sees to that)."""
    marked = 0
    rules = {"teacher_uses_transformed": uses, "teacher_mode": "up_to", "padre_who": "all"}
    rules |= {"activations_per_turn": 6, "padre_scope": "before_turn"}
    for ledger, _, rest in acts("teacher", rules, components=only(teacher=9, padre=9)):
        marked += sum(x.a in ledger.marked for x in of(rest, Event.SWAP))
    assert (marked > 0) == uses


# Il Signore ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("targets", ["one", "all"])
def test_r21_a26_a31_il_signore_takes_the_friends_of_one_opponent_or_of_all(targets):
    """A26; A31: rascals that are transformed stay rascals."""
    seen = Counter()
    rules = {"lord_targets": targets}
    for ledger, e, rest in acts("lord", rules, components=only(lord=6, padre=6)):
        taken = of(rest, Event.TAKE)
        others = [s for s in range(3) if s != e.seat]
        friends = {s: {c for c in ledger.pile[s] if ledger.kind[c] == "friend"} for s in others}
        robbed = {x.b for x in taken}
        assert e.seat not in robbed
        if targets == "one":
            assert len(robbed) <= 1
            most = max(map(len, friends.values()))
            assert len(taken) == most  # D5 of scripted players
        expected = set().union(*(friends[s] for s in (robbed if targets == "one" else others)))
        assert {x.a for x in taken} == expected
        seen["marked rascals"] += len(ledger.marked)
        seen["taken"] += len(taken)
    assert min(seen["marked rascals"], seen["taken"]) > 0 or INTERPRETED


# Giovanni padre -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["through_turn", "before_turn"])
@pytest.mark.parametrize("who", ["activator", "all"])
def test_r22_r35_a18_a19_giovanni_padre_transforms_negative_cards(scope, who):
    """A18, A19: those won so far, at once; those won in the duels of his turn, after them; none later.

    R35: the ledger counts points of its own for them.
    """
    seen = Counter()
    rules = {"padre_scope": scope, "padre_who": who, "points_transformed": 3}
    for ledger, e, rest in acts("padre", rules):
        seats = [e.seat] if who == "activator" else range(3)
        wanted = {c for s in seats for c in ledger.pile[s] if ledger.kind[c] in NEGATIVE}
        at_once = {x.a for x in of(rest, Event.TRANSFORM) if x.b == 0}
        assert at_once == wanted - ledger.marked
        later = {x.a for x in of(rest, Event.TRANSFORM) if x.b == 1}
        won = {x.a for x in of(rest, Event.WON) if x.seat in seats and ledger.kind[x.a] in NEGATIVE}
        assert later == (won if scope == "through_turn" else set())
        seen["now"] += len(at_once)
        seen["later"] += len(later)
    assert seen["now"] > 0 or INTERPRETED
    assert (seen["later"] > 0) == (scope == "through_turn") or INTERPRETED


def test_a31_what_is_won_later_is_not_transformed():
    for told in several({"activations_per_turn": 1}, TRIO, only(padre=1)):
        for turn in turns(told):
            if not of(turn, Event.ACTIVATE):
                assert not of(turn, Event.TRANSFORM)


# Scarcity and the record --------------------------------------------------------------------------


def test_denied_turns_and_slots_that_are_taken():
    """Section 9: who would have had an activable card, had others left an activation."""
    s = match_of({"awakening_min_turn": 1001}, ("best_fit",) * 3)
    denied = taken = 0
    for match in range(FEW):
        told, ledger = tell(s, match), Ledger(s)
        expected, full = Counter(), Counter()
        for e, after in zip(told.events, told.events[1:], strict=False):
            ledger.note(e)
            if e.kind == Event.ACTIVATE:
                order = ledger.order()
                acted = order.index(e.seat)
                waiting = [s for s in order[acted + 1 :] if ledger.slot[s] != -1]
                maybe = [s for s in waiting if ledger.special[ledger.slot[s]] not in (BITS["teacher"], BITS["awakening"])]  # fmt: skip
                expected.update(maybe)
            if e.kind in (Event.PLACE, Event.SLOT) and after.kind not in (Event.PLACE, Event.SLOT):
                for seat in range(3):
                    held = any(ledger.special[c] >= 0 for c in ledger.hand[seat])
                    full[seat] += (
                        held and ledger.slot[seat] != -1 and ledger.placed_in[seat] < ledger.turn
                    )
        for seat in range(3):
            assert told.row[f"denied_turns_seat{seat}"] >= expected[seat]
            assert told.row[f"no_slot_option_turns_seat{seat}"] == full[seat]
        denied += expected.total()
        taken += full.total()
    assert denied > 0 or INTERPRETED
    assert taken > 0 or INTERPRETED


def test_masks_turns_and_leads_of_the_record():
    s = match_of({}, ("random", "keep_light"), SHIPPED)
    for match in range(FEW):
        told, ledger = tell(s, match), Ledger(s)
        masks = {name: [0, 0] for name in ("opening", "drawn", "placed", "activated")}
        first = {}
        for e in told.events:
            bit = (
                1 << ledger.special[e.a]
                if e.kind in (Event.DRAW, Event.SLOT) and ledger.special[e.a] >= 0
                else 0
            )
            if e.kind == Event.DRAW:
                masks["drawn"][e.seat] |= bit
                masks["opening"][e.seat] |= bit if ledger.turn == 1 else 0
            if e.kind == Event.SLOT:
                masks["placed"][e.seat] |= bit
            if e.kind == Event.ACTIVATE:
                masks["activated"][e.seat] |= 1 << e.b
                first.setdefault((e.seat, e.b), (ledger.turn, ledger.lead(e.seat)))
            ledger.note(e)
        for name, found in masks.items():
            assert [told.row[f"{name}_mask_seat{i}"] for i in (0, 1)] == found
        for seat in (0, 1):
            for name, special in BITS.items():
                turn, lead = first.get((seat, special), (0, 0))
                assert told.row[f"act_turn_{name}_seat{seat}"] == turn
                assert told.row[f"act_lead_{name}_seat{seat}"] == lead


def test_leads_and_comebacks_of_the_record():
    """Section 9: changes of the sole leader, the largest deficit of a winner, scores by turn."""
    for told in several({}, ("random",) * 3):
        sole, changes, behind, scores = None, 0, [0] * 3, []
        for turn in turns(told):
            now = [e.a for e in of(turn, Event.SCORE)]
            if not now:
                continue
            scores.append(now)
            leaders = [i for i in range(3) if now[i] == max(now)]
            behind = [max(b, max(now) - n) for b, n in zip(behind, now, strict=True)]
            if len(leaders) == 1:
                changes += sole not in (None, leaders[0])
                sole = leaders[0]
        winners = [i for i in range(3) if told.row[f"win_share_seat{i}"]]
        assert told.row["lead_changes"] == changes
        assert told.row["comeback"] == max(behind[i] for i in winners)
        for turn, now in enumerate(scores[:20], 1):
            assert [told.row[f"score_after_turn_{turn}_seat{i}"] for i in range(3)] == now


def test_a_knock_out_takes_one_use_of_a_card_away():
    rules = {"awakening_min_turn": 1001}
    no_slot, no_column = player("keep_light", blank="padre"), player(blank_column="padre")
    for seats, kind in (
        ((no_slot, "keep_light"), Event.SLOT),
        ((no_column, "best_fit"), Event.PLACE),
    ):
        s, used = match_of(rules, seats, only(padre=4)), Counter()
        for match in range(FEW):
            told, ledger = tell(s, match), Ledger(s)
            for e in told.events:
                if e.kind == kind and ledger.special[e.a] == BITS["padre"]:
                    others = sum(ledger.special[c] != BITS["padre"] for c in ledger.hand[e.seat])
                    used[e.seat] += kind == Event.SLOT or others > 0
                ledger.note(e)
        assert used[0] == 0 < used[1]
