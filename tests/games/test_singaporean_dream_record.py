"""What is counted of dreams, powers and turns (section 9, section 10), on told matches."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from singaporean_dream_moves import FOUR, after
from singaporean_dream_told import (
    GAME,
    MINI,
    MINI_RULES,
    SHIPPED,
    dream_row,
    made_of,
    player,
    several,
)
from support import scenario
from telling import INTERPRETED

from analysis.part import Part
from sim.engine.options import limits_of
from sim.games.singaporean_dream.cards import DREAMS, STEP, labels
from sim.games.singaporean_dream.record import PLAYS, USES, WAITS
from sim.games.singaporean_dream.story import Event
from sim.plan import Group
from sim.play import play_chunk
from sim.tally import Tally

DRAWS = {"power_effect": "draw_cards", "power_scope": "none", "power_amount": 1}


def counts_of(told):
    """The count matrices of one match."""
    return told.tables[0].counts


def taken_in(told, ledger):
    """Dreams taken from the pile in a match: (seat, dream, turns begun while it was on top).

    The market is one dream wide, so that the dream exposed last is on top.
    """
    top, waited = None, 0
    for e in told.events:
        if e.kind == Event.EXPOSE:
            top, waited = e.a, 0
        waited += e.kind == Event.TURN
        if e.kind == Event.DREAM and e.b < 0:
            assert e.a == top
            yield e.seat, e.a, waited


@pytest.mark.parametrize("seats", [FOUR, ("strong",) * 3, ("banker", "thief")])
def test_r2_r10_dreams_are_counted_by_price_taker_and_turns_on_top(seats):
    """A dream exposed and taken in the same turn has waited for none (R2)."""
    at_once = 0
    for told, ledger in after({"max_turns": 200}, seats):
        takers, waits = Counter(), Counter()
        for seat, dream, waited in taken_in(told, ledger):
            price = ledger.prices[dream] // STEP - 1
            takers[seat, price] += 1
            waits[price, min(waited, WAITS)] += 1
            at_once += waited == 0
        counts = counts_of(told)
        for name, wanted in (("price_takers", takers), ("price_waits", waits)):
            places = [tuple(place) for place in np.argwhere(counts[name])]
            assert {place: counts[name][place] for place in places} == wanted
        assert (counts["price_takers"].sum(axis=0) == counts["price_taken"]).all()
        assert (counts["price_waits"].sum(axis=1) == counts["price_taken"]).all()
    assert at_once > 0


def test_r2_a_dream_taken_from_below_the_top_has_not_waited_there():
    below = 0
    for told, ledger in after({"dream_market_size": 18, "max_turns": 200}, ("banker",) * 3):
        top_turns, waits = counts_of(told)["top_turns"], counts_of(told)["price_waits"]
        bought = [e.a for e in told.kinds(Event.DREAM) if e.b < 0]
        never = [dream for dream in bought if top_turns[dream] == 0]
        assert waits[:, 0].sum() == len(never)
        below += len(never) > 0
        assert sum(waits.sum(axis=1)) == len(bought) == 18 - ledger.left
    assert below > 0


def test_r20_bonus_dreams_are_counted_by_personality_and_price():
    kept = 0
    for told, ledger in after({"max_turns": 300}, ("thief",) * 3):
        counts, here = counts_of(told), {ledger.person[s]: s for s in range(3)}
        for person, name in enumerate(ledger.ids):
            mine = [d for d, seat in ledger.owner.items() if ledger.bonus[d] == name and seat >= 0]
            wanted = Counter(ledger.prices[d] // STEP - 1 for d in mine if name in here)
            ended = Counter(
                ledger.prices[d] // STEP - 1 for d in mine if ledger.owner[d] == here.get(name)
            )
            for found, row in ((wanted, "bonus_taken"), (ended, "bonus_kept")):
                assert {i: n for i, n in enumerate(counts[row][person]) if n} == found
        assert counts["bonus_taken"].sum() == told.row["bonus_dreams"]
        assert counts["bonus_kept"].sum() == told.row["matched"]
        kept += told.row["matched"]
    assert kept > 0


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_r6_r9_turns_and_uses_of_powers_are_counted_for_each_player(players):
    """`rounds` are the starter's turns; uses of the power per ten own turns, rounded down."""
    used = 0
    for told in several({"max_turns": 40}, ("random",) * players):
        own, uses = (Counter(e.seat for e in told.kinds(k)) for k in (Event.TURN, Event.POWER))
        start = told.row["start_seat"]
        assert told.row["rounds"] == own[start]
        assert all(own[start] - own[seat] in (0, 1) for seat in range(players))
        winners = [s for s in range(players) if told.row[f"win_share_seat{s}"] == 60]
        met, won = Counter(), Counter()
        for seat in range(players):
            cell = (
                told.row[f"personality_seat{seat}"],
                min(USES, 10 * uses[seat] // max(1, own[seat])),
            )
            met[cell] += 1
            won[cell] += seat in winners
            used += uses[seat]
        for name, wanted in (("uses_met", met), ("uses_won", +won)):
            counts = counts_of(told)[name]
            places = [tuple(place) for place in np.argwhere(counts)]
            assert {place: counts[place] for place in places} == wanted
    assert used > 0


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_r9_r14_plays_of_every_card_are_counted_for_each_player_who_had_a_turn(players):
    """Plays per ten own turns, rounded down; stop cards count, whosever turn it is."""
    first, last = len(SHIPPED.rows["cash_cards"]), len(labels(SHIPPED))
    for told in several({"max_turns": 40}, ("random",) * players):
        own = Counter(e.seat for e in told.kinds(Event.TURN))
        plays = Counter((e.seat, e.a) for k in (Event.PLAY, Event.STOP) for e in told.kinds(k))
        shares = [told.row[f"win_share_seat{s}"] for s in range(players)]
        met, won = Counter(), Counter()
        for seat, turns in own.items():
            for card in range(first, last):
                cell = card, min(PLAYS, 10 * plays[seat, card] // turns)
                met[cell] += 1
                won[cell] += shares[seat] == 60
        for name, wanted in (("plays_met", met), ("plays_won", +won)):
            counts = counts_of(told)[name]
            places = [tuple(place) for place in np.argwhere(counts)]
            assert {place: counts[place] for place in places} == wanted
        assert sum(plays.values()) > 0


def test_r9_many_uses_in_a_turn_are_counted_together():
    """Ten uses in every turn fall into the last cell."""
    rules = {"power_uses_per_turn": 10, "actions_per_turn": 10, "max_turns": 8}
    people = made_of(people=[p.model_copy(update=DRAWS) for p in SHIPPED.rows["personalities"]])
    for told in several(rules, (player(w_draw=1000.0),) * 4, people):
        assert told.row["powers"] > 2 * 8
        assert counts_of(told)["uses_met"][:, USES].sum() == 4


def part_of(matches, rules=None, seats=("random",) * 3, **more):
    s = scenario(GAME, rules, seats, matches=matches, **more)
    counts = {n.partition("/")[2]: a for n, a in play_chunk(Group((s,)), 0, s.matches).items()}
    return Part(s, Tally(s, counts), 0.02)


def test_shares_of_takers_and_of_turns_on_top_add_up():
    """Contenders who do not play have no share, and cells without trials no rate."""
    part = part_of(12 if INTERPRETED else 600, {"max_turns": 150})
    rates, taken = part.rates, part.tally.matrix("price_taken")
    prices = np.flatnonzero(taken)
    assert len(prices) > 1
    for name, many in (("p_taker", 3), ("p_waits", WAITS + 1)):
        cells = {m: e for m, e in rates.items() if m.startswith(name)}
        assert len(cells) == many * len(prices)
        assert sum(e.value for e in cells.values()) == pytest.approx(len(prices))
    assert rates[f"p_taker_0,{prices[0] + 1}"].n == taken[prices[0]]


def test_takers_are_contenders_and_not_seats():
    """Every way of taking a dream from the pile, by who sat where."""
    seats = ["strong", "banker"]
    part = part_of(8 if INTERPRETED else 600, {"dreams_in_pile": 6}, seats, rotate="cyclic")
    takers = part.tally.matrix("price_takers").sum(axis=1)
    for contender in range(2):
        ways = (f"acq_{way}_contender{contender}" for way in ("bought", "discount", "free"))
        assert takers[contender] == sum(part.tally.column(way).total for way in ways)
        people = part.tally.column(f"personality_contender{contender}").histogram
        assert (part.tally.matrix("minds_met")[contender] == people).all()
    wins = part.tally.matrix("minds_won").sum()
    assert wins == part.tally.matches - part.tally.column("shared_win").total


def test_the_only_dream_of_the_mini_game_is_taken_as_section_12_says():
    """Section 12: P(won in the very first turn) = 1189/5040, when it has been on top for one turn."""
    s = scenario(GAME, MINI_RULES, ["random"] * 2, matches=200 if INTERPRETED else 20_000)
    s = replace(s, components=MINI)
    counts = {n.partition("/")[2]: a for n, a in play_chunk(Group((s,)), 0, s.matches).items()}
    first = Part(s, Tally(s, counts), 0.02).rates["p_waits_2,1"]
    assert first.n == s.matches
    assert abs(first.value - 1189 / 5040) < 5 * (0.18 / s.matches) ** 0.5


def test_prices_of_dreams_are_told_in_k():
    """50K to 2000K in steps of 50K (section 5)."""
    dear = made_of(dreams=[dream_row("cheapest", 50), dream_row("dearest", 2000)])
    record = GAME.named(dear).record
    matrix = record.matrix("price_taken")
    assert [matrix.word(0, matrix.axes[0][k]) for k in (1, 2)] == ["50", "2000"]


def test_histograms_hold_what_the_printed_rules_allow():
    """Section 4: matches up to the cap; dreams that count 5, all with one player."""
    high = {column.name: column.high for column in GAME.record.columns}
    rules = GAME.rules
    assert high["turns"] == high["length"] == rules().max_turns
    assert high["rounds"] == high["power_uses"] == rules().max_turns // 2
    most = limits_of(rules.model_fields["bonus_dream_count"])[1] * DREAMS
    assert high["score"] == high["margin"] == high["score_at_half"] == most
    prices = sum(row.value_k for row in SHIPPED.rows["dream_cards"])
    assert min(high["dream_value"], high["bank_end"]) > prices
