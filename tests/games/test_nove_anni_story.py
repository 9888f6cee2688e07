"""The story of nove_anni: every event has a sentence with the names of the cards."""

import random
import re
from collections import Counter

import pytest
from nove_anni_fuzz import random_match
from nove_anni_ledger import Ledger, zones
from nove_anni_told import SHIPPED, deck, fighter, match_of, only
from telling import INTERPRETED, tell

from sim.games.nove_anni.cards import SPECIALS, labels, pack_of
from sim.games.nove_anni.story import STORY, Event
from sim.replay import replay

LEFT_OVER = re.compile(r"[{}\n]|None|Event\.|\bnan\b")
NAMED = (Event.DRAW, Event.PLACE, Event.SLOT, Event.ACTIVATE, Event.RETURN, Event.SWAP, Event.TAKE, Event.WON)  # fmt: skip


def lines_of(s, match=0):
    """Events of a match with their sentences; the first line, who sits where, is left out."""
    _, story = replay(s, match)
    return list(zip(tell(s, match).events, [*story][1:], strict=True))


def any_match(seed):
    """A match of any house rules, decks and players."""
    rules, policies, components = random_match(random.Random(seed))
    return match_of(rules, policies, components, seed)


def empty_columns():
    """A match in which nobody has a card for the only column now and then."""
    few = deck(
        [fighter("one", "tame", [1, 1, 1, 1], 9)], dict.fromkeys(SPECIALS, 0) | {"science": 9}
    )
    rules = {"columns": 1, "teacher_cards": 1, "draw_first": 1, "draw_next": 1}
    return match_of(rules | {"short_hand_rule": "empty_columns"}, components=few)


def test_every_event_of_many_matches_is_told_and_every_card_stays_somewhere():
    """I1-I3 under any house rules, with any cards and players; no sentence is left open."""
    kinds = Counter()
    for seed in range(3 if INTERPRETED else 70):
        s = any_match(seed) if seed else empty_columns()
        ledger = Ledger(s)
        for event, line in lines_of(s, seed % 4):
            kinds[event.kind] += 1
            assert not LEFT_OVER.search(line), line
            assert line.endswith(".")
            ledger.note(event)
        zones(tell(s, seed % 4).tables[0], ledger)
    assert {*STORY} == {*Event}
    assert Event.EMPTY in kinds
    assert {*kinds} == {*Event} or INTERPRETED


def test_cards_are_told_by_their_printed_names():
    s = match_of({}, ("strategist", "random", "best_fit"))
    names, pack = labels(SHIPPED), pack_of(s.rules, 3, SHIPPED)
    for event, line in lines_of(s):
        if event.kind in NAMED:
            assert names[pack[event.a]] in line


def test_the_record_agrees_with_the_story():
    """Scores, cards won, hands and winners: read in sentences."""
    s = match_of({}, ("keep_light", "early_wake", "random"))
    standing = re.compile(r"Seat (\d) ends with (-?\d+) points?, (\d+) cards? won, (\d+) cards? in hand\.")  # fmt: skip
    for match in range(2 if INTERPRETED else 12):
        row, story = replay(s, match)
        text = [*story]
        found = [m for line in text if (m := standing.fullmatch(line))]
        assert [int(m[2]) for m in found] == [row[f"score_seat{i}"] for i in range(3)]
        assert [int(m[4]) for m in found] == [row[f"hand_left_seat{i}"] for i in range(3)]
        assert sum(re.match(r"  \w+: Seat \d wins", x) is not None for x in text) == sum(
            row[f"duels_won_seat{i}"] for i in range(3)
        )
        winners = [i for i in range(3) if row[f"win_share_seat{i}"]]
        if len(winners) == 1:
            assert text[-1].startswith(f"Seat {winners[0]} wins")
        else:
            assert "share the win" in text[-1]


@pytest.mark.parametrize(
    ("name", "rules", "effect"),
    [
        ("science", {}, "La Scienza: each card counts with the sum of its 2 highest values."),
        ("silence", {}, "Il silenzio: rascals and friends alone compete."),
        ("giovannino", {"light_immune_to_filters": True, "light_in_columns": False},
         "Giovannino il sognatore: friends, tame animals and light cards alone compete."),
        ("obedience", {}, "L'Obbedienza."),
    ],
)  # fmt: skip
def test_an_activation_tells_what_it_does_to_the_duels(name, rules, effect):
    """R15, R17, R19, A14: why a lower card may win."""
    s = match_of(rules, ("best_fit",) * 3, only(**{name: 9}))
    told = [line for event, line in lines_of(s) if event.kind == Event.ACTIVATE]
    assert told
    assert all(line.endswith(f"activates {effect}") for line in told)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"max_turns": 1}, "The match ends after 1 turn: the limit of turns is reached."),
        ({"start_rule": "seat0"}, "2 players, 63 cards. Seat 0 draws first."),
        ({"use_dream": False, "use_light": False}, "The match ends after 6 turns: the deck is empty."),
    ],
)  # fmt: skip
def test_beginnings_and_ends_are_told(rules, sentence):
    assert sentence in [line for _, line in lines_of(match_of(rules, ("plain", "plain")))]
