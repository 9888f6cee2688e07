"""The story of The Singaporean Dream: every event has a sentence with the names of things."""

import random
import re
from collections import Counter

import pytest
from singaporean_dream_fuzz import random_match
from singaporean_dream_ledger import Ledger
from singaporean_dream_told import (
    FEW,
    SHIPPED,
    STOP,
    cash_row,
    dream_row,
    made_of,
    match_of,
    person_row,
)
from telling import INTERPRETED, tell

from sim.games.singaporean_dream.story import STORY, Event, Teller
from sim.replay import replay

FOUR = ("random", "thief", "hoarder", "strong")
LEFT_OVER = re.compile(r"[{}\n]|None|Event\.|nan|-\d")


def lines_of(s, match=0):
    """Events of a match with their sentences; the first line, who sits where, is left out."""
    _, story = replay(s, match)
    return list(zip(tell(s, match).events, [*story][1:], strict=True))


def lines(rules=None, seats=FOUR, components=SHIPPED, match=0):
    """The same for some rules."""
    short = {"max_turns": 40 if INTERPRETED else 300}
    return lines_of(match_of(short | (rules or {}), seats, components), match)


def any_match(seed):
    """A match of any house rules, decks and players."""
    rules, policies, components = random_match(random.Random(seed))
    most = {"max_turns": min(20 if INTERPRETED else 60, rules.max_turns)}
    return match_of(rules.model_copy(update=most), policies, components, seed)


def money(k):
    """An amount as it is told."""
    return f"{k:,}K"


def test_every_event_of_many_matches_is_told():
    """Under any house rules, with any cards and players: no sentence fails, none is left open."""
    kinds = Counter()
    for seed in range(5 if INTERPRETED else 60):
        for event, line in lines_of(any_match(9000 + seed)):
            kinds[event.kind] += 1
            assert line
            assert not LEFT_OVER.search(line), line
            assert line.endswith(".")
    assert {*STORY} == {*Event}
    assert {*kinds} == {*Event} or INTERPRETED


def dream_told(s, dream):
    """A dream with its price, and whose bonus it is (R20)."""
    row, counts = s.components.rows["dream_cards"][dream], s.rules.bonus_dream_count
    names = {p.personality_id: p.label for p in s.components.rows["personalities"]}
    whose = names.get(row.bonus_personality)
    told = "" if whose is None or counts == 1 else f", counts {counts} for {whose}"
    return f'"{row.label}" ({money(row.value_k)}{told})'


def check(ledger, e, line, s):
    """The numbers and names that a sentence tells are those of the ledger before it."""
    if e.kind == Event.TURN:
        n = ledger.size(e.seat)
        cards = f"{n} card{'s' * (n != 1)}"
        assert line == f"Seat {e.seat}, {cards} in hand, {money(ledger.funds(e.seat))} in the bank."
    elif e.kind == Event.EXPOSE:
        left = f"{ledger.left} dream{'s' * (ledger.left != 1)} left in the pile."
        assert line == f"  For sale: {dream_told(s, e.a)}; {left}"
    elif e.kind == Event.BANK:
        total = ledger.funds(e.seat) + ledger.values[e.a] * e.b
        times = f"{e.b} x " if e.b > 1 else ""
        told = f"    {times}{ledger.rows[e.a].label} into the bank, {money(total)} there now."
        assert line == told
    elif e.kind == Event.UNPAID:
        assert line.endswith(f" and has {money(ledger.funds(e.seat))} in the bank.")
        assert f" owes seat {e.b} {money(e.a)} " in line
    elif e.kind == Event.DREAM:
        assert dream_told(s, e.a) in line
        assert (f" of seat {e.b}." in line) == (e.b >= 0)
    elif e.kind in (Event.DRAW, Event.DEAL, Event.PLAY, Event.STOP, Event.DISCARD, Event.SALVAGE):
        assert ledger.rows[e.a].label in line
    elif e.kind == Event.RESHUFFLE:
        assert line.startswith(f"    {e.a} card")
    elif e.kind == Event.STANDING:
        assert f"ends with dreams that count {ledger.score(e.seat)}, worth " in line
        assert line.endswith(f" and {money(ledger.funds(e.seat))} in the bank.")


def test_what_is_told_is_what_happened():
    """R7-R25: hands, banks, prices, debts and standings, from the events before alone."""
    told = Counter()
    scenarios = [match_of({"max_turns": 60}, FOUR), match_of({"max_turns": 60}, ("random",) * 3)]
    scenarios += [any_match(20_000 + seed) for seed in range(2 if INTERPRETED else 30)]
    for s in scenarios:
        ledger = Ledger(s)
        for e, line in lines_of(s):
            check(ledger, e, line, s)
            ledger.note(e)
            told[e.kind] += 1
    assert told[Event.BANK] * told[Event.DREAM] * told[Event.STANDING] > 0


def test_the_record_agrees_with_the_story():
    """Winners, dreams, prices, banks, stops: counted in sentences."""
    for match in range(FEW):
        s = match_of({"max_turns": 300}, FOUR)
        row, story = replay(s, match)
        text = [*story]
        standing = re.compile(
            r"Seat (\d) ends with dreams that count (\d+), worth ([\d,]+)K, and ([\d,]+)K in"
        )
        found = [m for line in text if (m := standing.match(line))]
        assert [int(m[2]) for m in found] == [row[f"score_seat{i}"] for i in range(4)]
        assert [int(m[3].replace(",", "")) for m in found] == [
            row[f"dream_value_seat{i}"] for i in range(4)
        ]
        assert [int(m[4].replace(",", "")) for m in found] == [
            row[f"bank_end_seat{i}"] for i in range(4)
        ]
        assert sum(" against it." in x or " against that." in x for x in text) == row["stops"]
        assert sum(x.startswith("    It is stopped") for x in text) == row["effects_stopped"]
        assert sum(re.match(r"    Seat \d steals \"", x) is not None for x in text) == row["stolen"]
        assert sum(" unused." in x for x in text) == row["passes"]
        assert sum(x == "  puts cash into the bank." for x in text) == row["banks"]
        winners = [i for i in range(4) if row[f"win_share_seat{i}"]]
        if len(winners) == 1:
            assert text[-1].startswith(f"Seat {winners[0]} wins")


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_what_decides_is_told(stage):
    teller = Teller(match_of().rules, SHIPPED)
    words = {0: ".", 1: " by the price of the dreams.", 2: " by the cash in the bank.", 3: "."}
    kind = {"kind": Event.WINNERS, "seat": 0, "a": 0b101, "b": stage, "c": 0}
    (line,) = teller.tell([_Event(kind)])
    assert line == f"Seat 0 and seat 2 share the win{words[stage]}"


def test_r23_a_full_tie_that_is_not_shared_is_told():
    """Nobody has anything: all cards are stops."""
    stops = made_of((cash_row(50, 0),), (STOP,))
    rules = {"max_turns": 3, "first_player": "seat0", "powers_enabled": False}
    told = {
        rule: lines(rules | {"final_tie": rule}, ("random",) * 3, stops)[-1][1]
        for rule in ("shared", "later_in_order")
    }
    assert told == {
        "shared": "Seat 0, seat 1 and seat 2 share the win.",
        "later_in_order": "Seat 2 wins, all being equal, as the later in the order of turns.",
    }


class _Event(dict):
    """One event, by name or by key."""

    __getattr__ = dict.__getitem__


def test_effects_on_all_and_on_one_are_told_apart():
    seen = Counter()
    for match in range(4 if INTERPRETED else 12):
        for e, line in lines({"stop_scope_all": "self_only"}, match=match):
            if e.kind == Event.PLAY:
                assert (f" against seat {e.b}." in line) == (e.b >= 0)
                seen[e.b >= 0] += 1
            if e.kind == Event.CANCELLED:
                assert (f" for seat {e.b}." in line) == (e.b >= 0)
    assert seen[True] * seen[False] > 0


def test_names_of_ones_own_are_told():
    """Dreams and personalities with quotes, commas and other letters."""
    own = made_of(
        dreams=[dream_row(f"d{i}", 100) for i in range(18)],
        people=[person_row("a", "draw_cards", "none", 1), person_row("b", "protect_dreams")],
    )
    story = lines({}, ("random", "random"), own)
    people = sorted(line for e, line in story if e.kind == Event.PERSONALITY)
    assert {line[-2:] for line in people} == {"a.", "b."}
    assert any('"d' in line for e, line in story if e.kind == Event.EXPOSE)


def test_the_limit_of_turns_and_an_empty_pile_are_told():
    told = [line for _, line in lines({"max_turns": 2})]
    assert "The limit of turns is reached." in told
    ended = [line for _, line in lines({"dreams_in_pile": 1}, ("banker",) * 2)]
    assert "  The dream pile is empty." in ended or INTERPRETED
