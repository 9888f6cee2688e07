"""What can happen in a match of nove_anni, and how to tell it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from sim.engine.components import Components
from sim.games.nove_anni.cards import CHARACTERISTICS, labels, pack_of
from sim.games.nove_anni.rules import Rules


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` is the player.

    A card is its place in the unshuffled pack, 0, 1, ...: the rows of cards.csv in file order, then
    the dream cards in the order of bits (science, obedience, silence, awakening), each with all its
    copies in the match; cards that are left out (R2, A25, use_dream, use_light) have no place.  A
    special is its bit: science 0, obedience 1, silence 2, awakening 3, giovannino 4, teacher 5, lord
    6, padre 7.  A column is 0 intelligence, 1 strength, 2 feeling, 3 courage.  Whatever is not a
    player's doing is told to seat 0.
    """

    START = 0  # R7: the seat draws first; a 0 by lot, 1 by rule, 2 as the loser; b players, c cards
    TURN = 1  # a turn of this number begins, the seat draws first; b cards in the deck
    DRAW = 2  # the seat draws a card; b cards left in the deck; c 0 its share, 1 an extra one (A6)
    STUCK = 3  # after all draws the seat has a placeable cards, fewer than there are columns
    PLACE = 4  # D1: the seat puts a card from the hand into column b
    SLOT = 5  # D2: the seat puts a card from the hand into its slot; b goes back to the hand, or -1
    ACTIVATE = 6  # D3: the seat activates the card in its slot, special b
    DECLINE = 7  # D3: the seat does not activate the card in its slot
    RETURN = 8  # R16: a card won by the seat goes back to the deck; b 1 if it was transformed
    SHUFFLE = 9  # R16: the deck, a cards with those returned, is shuffled
    SWAP = 10  # D4: a card won by the seat into column b; c the card that lay there, or -1
    OLD = 11  # A16: a card replaced by SWAP goes; b 0 to the won pile, 1 to the hand, 2 away
    TAKE = 12  # R21: the seat takes a card from the won pile of seat b
    TRANSFORM = 13  # R22: a card won by the seat is marked; b 0 at once, 1 after the duels
    DUEL = 14  # R29: the seat wins column a with card b; c value
    TIE = 15  # A2: nobody wins column a; b value, c cards that had it after any tie-break
    IDLE = 16  # A13: no card in column a is active; b cards lie there
    EMPTY = 17  # nobody has a card in column a
    WON = 18  # a card goes to the won pile of the seat; b its seat, -1 from the pot
    REMOVED = 19  # a card of the seat goes out of play
    BACK = 20  # a card goes back to the hand of the seat, who laid it
    UNDER = 21  # A1: a card of the seat goes under the deck
    POT = 22  # A2: a card of the seat goes to the pot
    USED = 23  # R14: a card that was activated goes out of play at the end of the turn
    SCORE = 24  # after the duels: the seat has a points; b cards won, c of them transformed
    END = 25  # the match ends; a 0 the deck, 1 Il risveglio, 2 the cap, 3 a short hand; b turns played
    STANDING = 26  # at the end: the seat has a points; b cards won, c cards in hand
    WINNERS = 27  # a seats as bits; b what decides: 0 points, 1 final_tie, 2 nothing


STORY: dict[int, str] = {
    Event.START: "{b} players, {cards_c}. {seat} draws first{why_a}.",
    Event.TURN: "Turn {a}, {cards_b} in the deck. {seat} draws first.",
    Event.DRAW: "    {seat} draws {card_a}{extra_c}.",
    Event.STUCK: "    {seat} has {cards_a} for the columns: too few.",
    Event.PLACE: "  {seat} puts {card_a} into {column_b}.",
    Event.SLOT: "  {seat} puts {card_a} into the slot{instead_b}.",
    Event.ACTIVATE: "  {seat} activates {card_a}{effect_b}.",
    Event.DECLINE: "  {seat} leaves {card_a} in the slot.",
    Event.RETURN: "    {seat} gives back {card_a}{transformed_b}.",
    Event.SHUFFLE: "    The deck, {cards_a}, is shuffled.",
    Event.SWAP: "    {seat} puts {card_a} of the cards won into {column_b}{instead_c}.",
    Event.OLD: "    {card_a} goes {place_b}.",
    Event.TAKE: "    {seat} takes {card_a} from seat {b}.",
    Event.TRANSFORM: "    {card_a}, won by {seat_low}, is transformed{when_b}.",
    Event.DUEL: "  {column_a_capital}: {seat} wins with {card_b}, {c}.",
    Event.TIE: "  {column_a_capital}: a tie of {cards_c} at {b}.",
    Event.IDLE: "  {column_a_capital}: no card is active.",
    Event.EMPTY: "  {column_a_capital}: no card at all.",
    Event.WON: "    {seat} gets {card_a}{from_b}.",
    Event.REMOVED: "    {card_a} of {seat_low} is out of play.",
    Event.BACK: "    {card_a} goes back to the hand of {seat_low}.",
    Event.UNDER: "    {card_a} of {seat_low} goes under the deck.",
    Event.POT: "    {card_a} of {seat_low} stays for the next duel.",
    Event.USED: "  {card_a} leaves the game.",
    Event.SCORE: "  {seat}: {points_a}, {cards_b} won{marked_c}.",
    Event.END: "The match ends after {turns_b}: {reason_a}.",
    Event.STANDING: "{seat} ends with {points_a}, {cards_b} won, {cards_c} in hand.",
    Event.WINNERS: "{winners_a}{decided_b}.",
}
WHY = {0: " by lot", 1: "", 2: " as the loser of the match before"}
REASONS = {
    0: "the deck is empty",
    1: "Il risveglio",
    2: "the limit of turns is reached",
    3: "a hand is too short",
}
DECIDED = {0: "", 1: " by the tie-break", 2: ""}
FILTERS = {2: ("rascals", "friends"), 4: ("friends", "tame animals")}  # by special: R17, R19
PLACES = {0: "to the cards won", 1: "back to the hand", 2: "out of play"}


class Teller:
    """Tells events with the names of the cards."""

    def __init__(self, rules: Rules, components: Components) -> None:
        self.rules, self.components = rules, components
        self.names = labels(components)
        self.effects = _effects(rules)

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,)."""
        pack: list[int] = []
        for event in events:
            if event.kind == Event.START:
                pack = pack_of(self.rules, int(event.b), self.components)
            words = _Words(self.names, pack, self.effects, event)
            yield STORY[int(event.kind)].format_map(words)


def _effects(rules: Rules) -> dict[int, str]:
    """What a special does to the duels of its turn (R15, R17, R19, A14); the others act at once."""
    light = ["light cards"] if rules.light_immune_to_filters else []
    best = rules.science_top_k
    what = f"the sum of its {best} highest values" if best > 1 else "its highest value"
    found = {0: f"each card counts with {what}"}
    for special, kinds in FILTERS.items():
        *most, last = *kinds, *light
        found[special] = f"{', '.join(most)} and {last} alone compete"
    return found


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(
        self, names: list[str], pack: list[int], effects: dict[int, str], event: Any
    ) -> None:
        self.names, self.pack, self.effects, self.event = names, pack, effects, event
        for letter in "abc":
            self[letter] = str(event[letter])
        self["seat"], self["seat_low"] = f"Seat {event.seat}", f"seat {event.seat}"

    def __missing__(self, name: str) -> str:
        if name.endswith("_capital"):
            return self[name.removesuffix("_capital")].capitalize()
        kind, _, letter = name.rpartition("_")
        return str(getattr(self, f"_{kind}")(int(self.event[letter])))

    def _card(self, card: int) -> str:
        return self.names[self.pack[card]]

    def _column(self, column: int) -> str:
        return CHARACTERISTICS[column]

    def _cards(self, number: int) -> str:
        return f"{number} card{'s' * (number != 1)}"

    def _points(self, number: int) -> str:
        return f"{number} point{'s' * (number != 1)}"

    def _turns(self, number: int) -> str:
        return f"{number} turn{'s' * (number != 1)}"

    def _why(self, way: int) -> str:
        return WHY[way]

    def _extra(self, extra: int) -> str:
        return ", one more" if extra else ""

    def _effect(self, special: int) -> str:
        return f": {self.effects[special]}" if special in self.effects else ""

    def _instead(self, card: int) -> str:
        return f" in place of {self._card(card)}" if card >= 0 else ""

    def _transformed(self, mark: int) -> str:
        return ", which was transformed" if mark else ""

    def _place(self, where: int) -> str:
        return PLACES[where]

    def _when(self, later: int) -> str:
        return " after the duels" if later else ""

    def _from(self, seat: int) -> str:
        if seat < 0:
            return " from the pot"
        return "" if seat == self.event.seat else f" from seat {seat}"

    def _marked(self, number: int) -> str:
        return f", {number} of them transformed" if number else ""

    def _reason(self, reason: int) -> str:
        return REASONS[reason]

    def _winners(self, mask: int) -> str:
        seats = [f"seat {seat}" for seat in range(8) if mask >> seat & 1]
        if len(seats) == 1:
            return f"{seats[0].capitalize()} wins"
        return f"{', '.join(seats[:-1])} and {seats[-1]} share the win".capitalize()

    def _decided(self, stage: int) -> str:
        return DECIDED[stage]
