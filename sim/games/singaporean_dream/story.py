"""What can happen in a match of The Singaporean Dream, and how to tell it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from sim.engine.components import Components, told_apart
from sim.games.singaporean_dream.cards import dreams, labels, personalities


class Way(IntEnum):
    """How a dream comes to a player; those from BOUGHT to FREE come from the pile."""

    BOUGHT = 0
    DISCOUNT = 1
    FREE = 2
    STOLEN = 3
    FORFEITED = 4


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` is the player.

    A card is its type: denominations by value, then the action cards in file order.  Whatever is
    not a player's doing is told to seat 0.
    """

    PERSONALITY = 0  # R4: a personality of the seat
    START = 1  # R6: the seat starts
    DEAL = 2  # a card dealt to the seat
    EXPOSE = 3  # a dream can be bought now, b dreams are left in the pile
    TURN = 4  # the seat's turn: a cards in hand, b K in the bank
    DRAW = 5  # a card
    NO_CARD = 6  # R18: no card can be drawn
    RESHUFFLE = 7  # a discards become the new action pile
    PASS = 8  # the turn ends with a actions left
    BANK = 9  # a card, b of them go into the bank, c K there now
    BUY = 10  # a dream, b K is due; c 1 by the power that has just been told
    PLAY = 11  # a card, b target or -1
    POWER = 12  # a personality, b target or -1, c dream or -1
    STOP = 13  # a stop card, b stops before it in this chain
    CANCELLED = 14  # the effect of the seat does not happen; b the one it would have hit, or -1
    PAID = 15  # the seat pays with a card, b of them; c to that seat, -1 for a dream
    CHANGE = 16  # the seat gives change: a card, b of them, c to that seat
    UNPAID = 17  # the seat cannot cover a K; b to that seat, c K in its bank
    TAKE_CASH = 18  # the seat takes a card, a denomination, from the bank of b
    DREAM = 19  # a dream comes to the seat: b from that seat, -1 from the pile; c way
    TAKE_CARD = 20  # the seat takes a card from the hand of b
    DISCARD = 21  # a card of the seat's hand; b 0 for an effect, 1 over the hand limit
    SALVAGE = 22  # the seat takes a card, a denomination, out of the discard pile
    PROTECT = 23  # the seat's dreams are safe until its next turn
    CAPPED = 24  # the turn cap ends the match
    EMPTY = 25  # the last dream has left the pile
    STANDING = 26  # at the end: a dreams with bonuses, b K their price, c K in the bank
    WINNERS = 27  # a seats as bits, b what decides: 0 dreams, 1 price, 2 cash, 3 nothing
    DEPOSIT = 28  # an action that puts cash into the bank


STORY: dict[int, str] = {
    Event.PERSONALITY: "{seat} is {person_a}.",
    Event.START: "{seat} starts.",
    Event.DEAL: "    {seat} is dealt {card_a}.",
    Event.EXPOSE: "  For sale: {dream_a}; {left_b} in the pile.",
    Event.TURN: "{seat}, {count_a} in hand, {money_b} in the bank.",
    Event.DRAW: "    draws {card_a}.",
    Event.NO_CARD: "    There is no card to draw.",
    Event.RESHUFFLE: "    {count_a} of the discard pile become the new action pile.",
    Event.PASS: "  leaves {actions_a} unused.",
    Event.DEPOSIT: "  puts cash into the bank.",
    Event.BANK: "    {cards} into the bank, {money_c} there now.",
    Event.BUY: "  {so_c}buys {dream_a} for {money_b}.",
    Event.PLAY: "  plays {card_a}{against_b}.",
    Event.POWER: "  uses the power of {person_a}{against_b}{for_c}.",
    Event.STOP: "    {seat} plays {card_a}{stopping_b}.",
    Event.CANCELLED: "    It is stopped{for_whom_b}.",
    Event.PAID: "    {seat} pays {cards}{receiver_c}.",
    Event.CHANGE: "    {seat} gives {cards} back to seat {c}.",
    Event.UNPAID: "    {seat} owes seat {b} {money_a} and has {money_c} in the bank.",
    Event.TAKE_CASH: "    {seat} takes {card_a} from the bank of seat {b}.",
    Event.DREAM: "    {seat} {gets_c} {dream_a}{from_b}.",
    Event.TAKE_CARD: "    {seat} takes {card_a} from the hand of seat {b}.",
    Event.DISCARD: "    {seat} discards {card_a}{limit_b}.",
    Event.SALVAGE: "    {seat} takes {card_a} out of the discard pile.",
    Event.PROTECT: "    The dreams of {seat_low} are safe until its next turn.",
    Event.CAPPED: "The limit of turns is reached.",
    Event.EMPTY: "  The dream pile is empty.",
    Event.STANDING: "{seat} ends with dreams that count {a}, worth {money_b}, and {money_c} in the bank.",
    Event.WINNERS: "{winners_a}{decided_b}.",
}
GETS = {
    Way.BOUGHT: "gets",
    Way.DISCOUNT: "gets, with a discount,",
    Way.FREE: "takes",
    Way.STOLEN: "steals",
    Way.FORFEITED: "is given",
}
NOTHING = 3  # what decides where all is equal
DECIDED = {0: "", 1: " by the price of the dreams", 2: " by the cash in the bank", NOTHING: ""}
LATER = ", all being equal, as the later in the order of turns"  # R23


class Teller:
    """Tells events with the names of cards, dreams and personalities."""

    def __init__(self, rules: Any, components: Components) -> None:
        self.rules = rules
        self.cards = labels(components)
        found = dreams(components)
        rows = personalities(components)
        self.people = told_apart(rows)
        called = {row.personality_id: name for row, name in zip(rows, self.people, strict=True)}
        self.dreams = [
            f'"{label}" ({_money(row.value_k)}{self._bonus(called.get(row.bonus_personality))})'
            for label, row in zip(told_apart(found), found, strict=True)
        ]

    def _bonus(self, person: str | None) -> str:
        """R20: whose bonus a dream is."""
        counts = self.rules.bonus_dream_count
        return f", counts {counts} for {person}" if person is not None and counts != 1 else ""

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,)."""
        for event in events:
            yield STORY[int(event.kind)].format_map(_Words(self, event))


def _money(k: int) -> str:
    return f"{k:,}K"


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any) -> None:
        self.teller, self.event = teller, event
        self["a"], self["b"], self["c"] = str(event.a), str(event.b), str(event.c)
        self["seat"], self["seat_low"] = f"Seat {event.seat}", f"seat {event.seat}"

    def __missing__(self, name: str) -> str:
        kind, _, letter = name.rpartition("_")
        if not kind:
            return str(getattr(self, f"_{name}")())
        return str(getattr(self, f"_{kind}")(int(self.event[letter])))

    def _cards(self) -> str:
        card = self._card(int(self.event.a))
        return card if self.event.b == 1 else f"{self.event.b} x {card}"

    def _card(self, card: int) -> str:
        return self.teller.cards[card]

    def _person(self, personality: int) -> str:
        return self.teller.people[personality]

    def _dream(self, dream: int) -> str:
        return self.teller.dreams[dream]

    def _money(self, k: int) -> str:
        return _money(k)

    def _count(self, number: int) -> str:
        return f"{number} card{'s' * (number != 1)}"

    def _actions(self, number: int) -> str:
        return f"{number} action{'s' * (number != 1)}"

    def _dreams(self, number: int) -> str:
        return f"{number} dream{'s' * (number != 1)}"

    def _left(self, number: int) -> str:
        return f"{self._dreams(number)} left"

    def _so(self, by_power: int) -> str:
        return "  so " if by_power else ""

    def _against(self, seat: int) -> str:
        return f" against seat {seat}" if seat >= 0 else ""

    def _for(self, dream: int) -> str:
        return f" for {self._dream(dream)}" if dream >= 0 else ""

    def _stopping(self, before: int) -> str:
        return " against it" if before == 0 else " against that"

    def _for_whom(self, seat: int) -> str:
        return f" for seat {seat}" if seat >= 0 else ""

    def _receiver(self, seat: int) -> str:
        return f" to seat {seat}" if seat >= 0 else ""

    def _gets(self, way: int) -> str:
        return GETS[Way(way)]

    def _from(self, seat: int) -> str:
        return f" of seat {seat}" if seat >= 0 else ""

    def _limit(self, over: int) -> str:
        return f", having more than {self.teller.rules.hand_limit}" if over else ""

    def _winners(self, mask: int) -> str:
        seats = [f"seat {seat}" for seat in range(8) if mask >> seat & 1]
        if len(seats) == 1:
            return f"{seats[0].capitalize()} wins"
        return f"{', '.join(seats[:-1])} and {seats[-1]} share the win".capitalize()

    def _decided(self, stage: int) -> str:
        alone = int(self.event.a).bit_count() == 1
        return LATER if alone and stage == NOTHING else DECIDED[stage]
