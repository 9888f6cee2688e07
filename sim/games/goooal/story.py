"""What can happen in a series of matches, and how to tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from sim.engine.components import Components
from sim.games.goooal.cards import KINDS, cards, colours, teams
from sim.games.goooal.rules_words import FirstCard, Unit


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` is the player.

    A card is its card id.  Whatever is not a player's doing is told to seat 0.
    """

    TEAM = 0  # R1: a team of the seat
    MATCH = 1  # a match begins: the seat deals; a number of the match, from 1
    DIRECTION = 2  # the dealer's choice: a 0 towards higher seats, 1 towards lower ones
    DEAL = 3  # a card dealt to the seat
    PILES = 4  # the piles are formed: a cards in all of them
    FLIP = 5  # the dealer turns a card: a card, b pile
    TURN = 6  # the seat's turn begins: a cards to draw for GOOOALs, b cards in hand
    RESPOND = 7  # a card that answers a GOOOAL, the first of a play
    ACCEPT = 8  # a cards to draw are accepted; b cards of the hand could have answered
    DRAW = 9  # a card drawn, b pile
    NO_CARD = 10  # no card can be had
    RESHUFFLE = 11  # the middle but its top becomes new piles: a cards
    PLAY = 12  # a card played, the first of a play
    ADD = 13  # a card added to the play
    LAY = 14  # a card laid in front of its owner, b cards of the team there now
    PASS = 15  # after a draw
    SKIP = 16  # the seat loses a turn
    COLOUR = 17  # a colour named after a COUPE
    GIFT = 18  # a card given, b to the seat, c 1 face up
    CANCEL = 19  # pending GOOOALs are cancelled: a cards still to draw of b
    BONUS = 20  # the seat has its team: a wins now
    WIN = 21  # the seat's hand is empty: a wins now
    CAPPED = 22  # the turn cap ends the match
    OVER = 23  # a bonus ends the series at once
    RETURNED = 24  # all laid cards go back to the deck
    CHAMPION = 25  # the seat wins the series
    NO_CHAMPION = 26  # the match cap ends the series
    INSTEAD = (
        27  # the seat draws instead of playing: a cards due, b cards it could have played or laid
    )
    KEEPS = 28  # an AGENT gives no more: a cards could have been given
    BLANK = 29  # a special without effect in this player's hands


STORY: dict[int, str] = {
    Event.TEAM: "{seat} collects {team_a}.",
    Event.MATCH: "Match {a}: {seat} deals.{score}",
    Event.DIRECTION: "  {seat} lets the turns go towards {way_a} seats.",
    Event.DEAL: "    {seat} is dealt {card_a}.",
    Event.PILES: "  Left for {piles}: {count_a}.",
    Event.FLIP: "  {seat} turns {card_a} from pile {b}: {first_a}.",
    Event.TURN: "{seat}, {count_b} in hand{owed_a}; the base is {base}.",
    Event.RESPOND: "  answers with {card_a}.",
    Event.ACCEPT: "  {accepts_b} and draws {count_a}.",
    Event.DRAW: "    draws {card_a} from pile {b}.",
    Event.NO_CARD: "    There is no card to draw.",
    Event.RESHUFFLE: "    The middle is shuffled into new piles but for the base: {count_a}.",
    Event.PLAY: "  plays {card_a}.",
    Event.ADD: "  adds {card_a}.",
    Event.LAY: "  lays {card_a} in front: {b} laid, {goal} needed.",
    Event.PASS: "  passes.",
    Event.SKIP: "  {seat} loses a turn (ARBITRE).",
    Event.COLOUR: "  names {colour_a}.",
    Event.GIFT: "  gives {card_a} to seat {b}, face {face_c}.",
    Event.CANCEL: "  The draw of {count_b} is cancelled{rest_a}.",
    Event.BONUS: "  {seat} has its team together: {bonus}{wins_a}.",
    Event.WIN: "  {seat} has no card left and wins the match{wins_a}.",
    Event.CAPPED: "The limit of turns is reached: nobody wins the match.",
    Event.OVER: "  The bonus decides the series: the match ends here.",
    Event.RETURNED: "All cards in front of the players go back to the deck.",
    Event.CHAMPION: "{seat} is the champion{first}.",
    Event.NO_CHAMPION: "The limit of matches is reached: there is no champion.",
    Event.INSTEAD: "  {instead_b} and draws {count_a}.",
    Event.KEEPS: "  {keeps_a}.",
    Event.BLANK: "  It has no effect in this hand.",
}
WON = {Event.BONUS, Event.WIN}
COVERS = {Event.FLIP, Event.PLAY, Event.ADD, Event.RESPOND}  # their card becomes the base


class Teller:
    """Tells events with the names of cards, teams and colours."""

    def __init__(self, rules: Any, components: Components) -> None:
        self.rules = rules
        self.cards = cards(components)
        self.teams = {team.team: team.name for team in teams(components)}
        self.colours = colours(components)
        self.wins: Counter[int] = Counter()  # of a seat in this series
        self.base = self.active = 0  # card to cover, colour to follow

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,)."""
        self.wins.clear()
        for event in events:
            kind, number = int(event.kind), int(event.a)
            if kind in WON and number > 0:
                self.wins[int(event.seat)] = number
            elif kind in COVERS:
                self.base, self.active = number, self.colours.index(self.cards[number].colour)
            elif kind == Event.COLOUR:
                self.active = number
            yield STORY[int(event.kind)].format_map(_Words(self, event))


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any) -> None:
        self.teller, self.event = teller, event
        self["a"], self["b"] = str(event.a), str(event.b)
        self["seat"] = f"Seat {event.seat}"
        self["goal"] = str(teller.rules.collect_size)

    def __missing__(self, name: str) -> str:
        kind, _, letter = name.rpartition("_")
        if not kind:
            return str(getattr(self, f"_{name}")())
        return str(getattr(self, f"_{kind}")(int(self.event[letter])))

    def _score(self) -> str:
        won = sorted(self.teller.wins.items(), key=lambda item: (-item[1], item[0]))
        said = [f"seat {seat}: {wins}" for seat, wins in won]
        return f" Wins so far: {', '.join(said)}." if said else ""

    def _team(self, team: int) -> str:
        return self.teller.teams[team]

    def _way(self, down: int) -> str:
        return "lower" if down else "higher"

    def _card(self, card: int) -> str:
        found = self.teller.cards[card]
        return f"{found.label}, {found.colour}" if found.kind == KINDS[0] else found.label

    def _count(self, number: int) -> str:
        return f"{number} card{'s' * (number != 1)}"

    def _owed(self, number: int) -> str:
        return f", {number} to draw for GOOOAL" if number else ""

    def _colour(self, colour: int) -> str:
        return self.teller.colours[colour]

    def _face(self, up: int) -> str:
        return "up" if up else "down"

    def _rest(self, due: int) -> str:
        return f", but {self._count(due)} must still be drawn" if due else ""

    def _wins(self, wins: int) -> str:
        alone = self.teller.rules.unit == Unit.MATCH
        return "" if alone else f", {wins} win{'s' * (wins != 1)} in the series"

    def _bonus(self) -> str:
        wins = self.teller.rules.bonus_wins
        return {0: "it counts nothing", 1: "a bonus win"}.get(wins, f"{wins} bonus wins")

    def _piles(self) -> str:
        piles = self.teller.rules.n_piles
        return "one draw pile" if piles == 1 else f"{piles} draw piles"

    def _base(self) -> str:
        base, named = self.teller.base, self.teller.colours[self.teller.active]
        other = named != self.teller.cards[base].colour
        return f"{self._card(base)}{f', {named} is to be followed' if other else ''}"

    def _first(self, card: int = -1) -> str:
        """The champion's reason in a tie (A29), or what the first card does (A6)."""
        if card < 0:
            wins = self.teller.wins
            tied = sum(n == wins[int(self.event.seat)] for n in wins.values()) > 1
            return ", who had so many wins first" if tied else ""
        kind, rule = self.teller.cards[card].kind, self.teller.rules.first_card
        if kind == "player":
            return "the base"
        if rule == FirstCard.REDRAW:
            return "a special, which another card shall cover"
        applies = {
            FirstCard.APPLY: {"arbitre", "goooal"},
            FirstCard.ARBITRE_ONLY: {"arbitre"},
        }.get(rule, set())
        return "the base" if kind in applies else "the base, without its effect"

    def _accepts(self, answers: int) -> str:
        return "does not answer" if answers else "has no answer"

    def _instead(self, others: int) -> str:
        return "does not play" if others else "can play nothing"

    def _keeps(self, gifts: int) -> str:
        return "gives no card" if gifts else "has no card to give"
