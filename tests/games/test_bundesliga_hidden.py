"""What a manager of Bundesliga cannot know: the order of the three stacks (RULES.md, section 7)."""

import random
from dataclasses import replace

import pytest
from bundesliga_scenes import SHIPPED
from bundesliga_told import any_match, match_of
from telling import INTERPRETED, tell

from sim.games.bundesliga.cards import COLOURS, STACK, event_cards
from sim.games.bundesliga.story import Event
from sim.games.bundesliga.strategies import STRATEGIES

MATCHES = 1 if INTERPRETED else 6
CUP = "cup"


def stack_of(event):
    """Which stack an event takes a card from, and which card of it."""
    if event.kind == Event.CUP_MATCH:
        return CUP, event.a
    return COLOURS[event.a // STACK], event.a % STACK


def revealed(events):
    """The cards of each stack that were seen."""
    seen = {stack: set() for stack in (*COLOURS, CUP)}
    for event in events:
        if event.kind in {Event.DRAW, Event.CUP_MATCH}:
            stack, card = stack_of(event)
            seen[stack].add(card)
    return seen


def reordered(components, seen, rng):
    """The same cards; those nobody has seen have changed places with each other."""
    rows = {}
    for stack in (*COLOURS, CUP):
        cards = components.rows["cup_cards"] if stack == CUP else event_cards(components, stack)
        free = [i for i in range(len(cards)) if i not in seen[stack]]
        mixed, places = rng.sample(free, len(free)), list(range(len(cards)))
        for place, other in zip(free, mixed, strict=True):
            places[place] = other
        rows[stack] = tuple(cards[place] for place in places)
    both = (*rows["yellow"], *rows["blue"])
    return components.changed({"event_cards": both, "cup_cards": rows[CUP]})


def next_reveal(events, start, seen):
    """Where the first card is revealed that was not seen before `start`."""
    for i in range(start, len(events)):
        if events[i].kind in {Event.DRAW, Event.CUP_MATCH}:
            stack, card = stack_of(events[i])
            if card not in seen[stack]:
                return i
    return len(events)


def look_ahead(s, match, rng):
    """Change the order of what is hidden at some moment; compare up to the next card revealed.

    Returns whether the match went on otherwise from there.
    """
    base = tell(s, match)
    start = rng.randrange(len(base.events))
    seen = revealed(base.events[:start])
    other = tell(replace(s, components=reordered(s.components, seen, rng)), match)
    end = next_reveal(base.events, start, seen)
    assert other.events[:end] == base.events[:end]
    return other.events[end:] != base.events[end:]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nobody_acts_on_the_order_of_the_stacks(strategy):
    """Every strategy, in the printed game and where the stacks are reshuffled."""
    rng, differs = random.Random(strategy), 0
    others = ["random", "planner"]
    for rules in ({}, {"event_card_return": "reshuffle"}, {"cup_draw_rule": "replay"}):
        s = match_of(rules, [strategy, *others], SHIPPED)
        for match in range(MATCHES):
            differs += look_ahead(s, match, rng)
    assert differs > 0


def test_nobody_acts_on_the_order_of_the_stacks_under_any_house_rules():
    rng, differs = random.Random(1), 0
    for seed in range(3 if INTERPRETED else 40):
        differs += look_ahead(any_match(3000 + seed), 0, rng)
    assert differs > 0


def test_decisions_before_the_first_card_are_the_same_with_any_other_cards():
    """Not even which cards there are: effects and opponents changed altogether."""
    cards = [
        card.model_copy(update={"effect": "money", "amount": -7, "trigger": "immediate"})
        for card in SHIPPED.rows["event_cards"]
    ]
    cup = [
        card.model_copy(update={"opponent_strength": 1, "income": 1})
        for card in SHIPPED.rows["cup_cards"]
    ]
    changed = SHIPPED.changed({"event_cards": tuple(cards), "cup_cards": tuple(cup)})
    longest = 0
    for match in range(3 * MATCHES):
        s = match_of({}, ["random", "planner", "flip_trader", "early_investor"])
        base, other = tell(s, match), tell(replace(s, components=changed), match)
        end = next_reveal(base.events, 0, revealed([]))
        longest = max(longest, end)
        assert base.events[:end] == other.events[:end]
    assert longest > 10
