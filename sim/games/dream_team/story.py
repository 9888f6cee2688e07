"""What can happen in a match, and how to tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Any

from sim.engine.components import Components
from sim.games.dream_team.cards import action_cards, field_cards, keepers
from sim.games.dream_team.rules_words import CardKind, Formation, InjuryReplacement, SpellDuration

KEEPER_CODE = 64  # codes from here on are goalkeepers


class Event(IntEnum):
    """Events the kernel emits, with their numbers a, b, c; `seat` of an event is the side."""

    HOME = 0  # a seat at home, b its team, c the other team
    PERIOD = 1  # a number of the period, b 1 in sudden death; the side starts it
    FIELDED = 2  # a player card
    KEEPER = 3  # a keeper card
    NO_KEEPER = 4
    SUBSTITUTION = 5  # a player card out, b player card in
    KEEPER_CHANGE = 6  # a keeper card out, b keeper card in
    PULL = 7  # a keeper card out, b player card in
    ATTACK = 8  # a player card, b its attack
    DEFENCE = 9  # a player card, b its defence
    UNOPPOSED = 10
    NO_ATTACK = 11
    STOPPED = 12
    SHOT = 13  # a dice; c player card
    COUNTER = 14  # a dice; c player card
    OPEN_GOAL = 15  # a place of the keeper, -1 for none, b its save value
    FACES = 16  # a faces of the shooter, b faces of the keeper, packed four bits a face
    SAVED = 17
    GOAL = 18  # a goals of the home side, b of the away side
    RESULT = 19  # a goals of the home side, b of the away side, c 1 if the cap was hit
    # set-up: home first
    SPECIAL = 20  # a field card
    DEALT = 21  # a kind of action card; one event for each card of a hand
    SPONSOR = 22  # the side plays a Sponsor
    # before a period's first attack, and in a play; codes: a field card, KEEPER_CODE + a keeper
    SPELL = 23  # a Disaster or Energy, b code of the card it lies on
    FOUL = 24  # a code of the fouler, b code of the victim, c 1 flagrant
    ZERO = 25  # a Magic or Fortune, b its player, c the opponent who has strength 0
    UNSTOPPABLE = 26  # a Magic or Fortune, b the shooter
    DUSEL = 27  # a Sankt Dusel's card: a Fortune makes a goal at once
    CANCEL = 28  # a Magic or Fortune against a foul, b its player
    CURSE = 29  # a kind of action card that is cursed
    PENALTY_BOX = 30  # a code
    SENT_OFF = 31  # a code
    FREE_SHOT = 32  # a field card; its shot follows
    BERSERK = 33  # a Sepp's card; the cards he hits follow
    HIT = 34  # a field card of the side has value 0 for the rest of the period
    SECOND_CHANCE = 35  # a dice, b save dice of the repeated shot if nothing stops it
    GOAL_CANCELLED = 36  # the side curses the goal
    DOUBLE = 37  # a Balduin's card: his dice show a double
    OWN_KEEPER = 38  # a faces of his own goalkeeper (balduin_own_goal = own_keeper), packed
    OWN_GOAL = 39  # of the side, GOAL or GOAL_CANCELLED follows
    DETLEF = 40  # a kind of action card drawn, -1 none; b code of the reserve drawn, -1 none
    AUGUST = 41  # a the scorer of the other side he fouls
    # at the end of a play: home first, squad order, goalkeepers last
    INJURED = 42  # a code
    REPLACED = 43  # a code of the injured, b code of the reserve, -1 none
    # Speed plays
    SPEED = 44  # a field card, b its attack
    SPEED_STOPPED = 45  # the side stops it with a Speed card
    SPEED_DEFENCE = 46  # the side answers with a Speed card; DEFENCE follows
    # after the match
    EXCHANGE = 47  # of the Sponsor's side: a field card given, b field card taken, c 1 for Jakob


STORY: dict[int, str] = {
    Event.HOME: "Seat {a} plays at home{team_b}, seat {guest_a} away{team_c}.",
    Event.SPECIAL: "{side} is dealt the special player {card_a} ({values_a}).",
    Event.DEALT: "{kind_a}",  # told when the hand is complete
    Event.SPONSOR: "{side} plays a Sponsor before the match.",
    Event.PERIOD: "{period}: {side} starts.",
    Event.FIELDED: "{card_a} ({values_a})",  # told with the goalkeeper
    Event.KEEPER: "  {side} fields {gathered}; in goal {keeper_a} (save {save_a}).",
    Event.NO_KEEPER: "  {side} fields {gathered}; no goalkeeper.",
    Event.SPELL: "  {side} casts {kind_a} on {code_b}: value {spell_a} for {lasting}.",
    Event.SUBSTITUTION: "  {side} takes off {card_a} for {card_b} ({values_b}).",
    Event.KEEPER_CHANGE: "  {side} changes keepers: off {keeper_a}, on {keeper_b} (save {save_b}).",
    Event.PULL: "  {side} pulls {keeper_a} for {card_b} ({values_b}) and has an empty goal.",
    Event.ATTACK: "  {side} attacks with {card_a}, attack {b}.",
    Event.DEFENCE: "    {side} answers with {card_a}, defence {b}.",
    Event.UNOPPOSED: "    {side} has no player left to defend: a free attack.",
    Event.NO_ATTACK: "    {side} has no player left to defend: the attack is void.",
    Event.FOUL: "    {flagrant_c} of {side}: {code_a} on {code_b}.",
    Event.ZERO: "    {side} plays {kind_a} with {card_b}: {card_c} has strength {zero} in this play.",
    Event.UNSTOPPABLE: "    {side} plays {kind_a} with {card_b}: the goalkeeper cannot stop it.",
    Event.DUSEL: "    {side} plays {fortune} with {card_a}: a goal at once.",
    Event.CANCEL: "      {side} cancels the foul by {kind_a} with {card_b}.",
    Event.CURSE: "      {side} curses it: the {kind_a} has no effect.",
    Event.PENALTY_BOX: "      {code_a} of {side} goes to the penalty box.",
    Event.SENT_OFF: "      {code_a} of {side} is sent off for the match.",
    Event.FREE_SHOT: "      {card_a} of {side} has a free shot.",
    Event.BERSERK: "      {card_a} of {side} goes berserk.",
    Event.HIT: "        {card_a} of {side} has value 0 for the rest of the period.",
    Event.STOPPED: "    No shot.",
    Event.SHOT: "    {card_c} of {side} shoots with {dice_a}.",
    Event.COUNTER: "    Counterattack by {card_c}.",
    Event.OPEN_GOAL: "    {open}",
    Event.FACES: "    The shot: {faces_a}. The save: {faces_b}.",
    Event.DOUBLE: "    A double by {card_a}!",
    Event.OWN_KEEPER: "    His own goalkeeper: {faces_a}.",
    Event.OWN_GOAL: "    An own goal of {side}.",
    Event.SAVED: "    Saved.",
    Event.SECOND_CHANCE: "    {side} plays {second} and shoots again with {dice_a}.",
    Event.GOAL: "    GOAL for {side}! Home {a}, away {b}.",
    Event.GOAL_CANCELLED: "    {side} curses the goal: it does not count.",
    Event.DETLEF: "      Detlef Darfdat lets {side} draw {drawn} of the other side.",
    Event.AUGUST: "      Pflaumen August of {side} fouls the scorer, {card_a}.",
    Event.INJURED: "    {code_a} of {side} is injured: {out}.",
    Event.REPLACED: "    {code_b} replaces {code_a} of {side}.",
    Event.SPEED: "  {side} plays {speed}: a second play of {card_a}, attack {b}.",
    Event.SPEED_STOPPED: "    {side} stops it with {speed}.",
    Event.SPEED_DEFENCE: "    {side} plays {speed} too and defends.",
    Event.RESULT: "Final score: home {a}, away {b}. {result}",
    Event.EXCHANGE: "After the match {card_b} changes to {side} for {card_a}{jakob}.",
}


class Teller:
    """Tells events with the names of the cards."""

    def __init__(self, rules: Any, components: Components) -> None:
        self.rules = rules
        self.dealt = rules.team_formation == Formation.RANDOM_DEAL
        self.cards: Sequence[Any] = field_cards(components)
        self.keepers: Sequence[Any] = keepers(components)
        self.titles = [card.title for card in action_cards(components)]
        self.spells: dict[int, int] = {}  # value under Disaster or Energy, by code
        self.hit: set[int] = set()  # cards of value 0 for the period

    def tell(self, events: Any) -> Iterator[str]:
        """Yield readable lines; events of shape (events,), a line-up or a hand is one line."""
        gathered: list[str] = []
        self.spells, self.hit = {}, set()
        for event, after in pairwise([*events, None]):
            kind = int(event.kind)
            self._enchant(event, after)
            line = STORY[kind].format_map(_Words(self, event, gathered))
            if kind == Event.DEALT:
                gathered.append(line)
                same = after is not None and after.kind == kind and after.seat == event.seat
                if not same:
                    yield f"{_side(event)} holds {', '.join(gathered)}."
                    gathered.clear()
            elif kind == Event.FIELDED:
                gathered.append(line)
            else:
                yield line
                gathered.clear()

    def _enchant(self, event: Any, after: Any) -> None:
        """Note what changes the value of a card, or ends the change."""
        if event.kind == Event.PERIOD:
            self.hit.clear()
            if self.rules.spell_duration == SpellDuration.THIRD:
                self.spells.clear()
        elif event.kind == Event.HIT:
            self.hit.add(int(event.a))
        elif event.kind == Event.SPELL and after.kind != Event.CURSE:
            disaster = event.a == CardKind.DISASTER
            value = self.rules.disaster_value if disaster else self.rules.energy_value
            self.spells[int(event.b)] = value

    def value(self, code: int, printed: int) -> int:
        """Present value of a card."""
        return 0 if code in self.hit else self.spells.get(code, printed)


def _side(event: Any) -> str:
    return ("Home", "Away")[int(event.seat)]


class _Words(dict[str, str]):
    """Words of one event, each made when a template asks for it."""

    def __init__(self, teller: Teller, event: Any, gathered: Sequence[str]) -> None:
        self.teller, self.event = teller, event
        self["gathered"] = ", ".join(gathered) or "nobody"
        self["a"], self["b"] = str(event.a), str(event.b)
        self["side"] = _side(event)

    def __missing__(self, name: str) -> str:
        kind, _, letter = name.partition("_")
        value = int(self.event[letter]) if letter else 0
        return str(getattr(self, f"_{kind}")(value))

    def _guest(self, seat: int) -> int:
        return 1 - seat

    def _team(self, team: int) -> str:
        return " with cards dealt anew" if self.teller.dealt else f" with team {'ABCDEF'[team]}"

    def _period(self, _: int) -> str:
        number, sudden, thirds = int(self.event.a), int(self.event.b), self.teller.rules.thirds
        if number <= thirds:
            return f"Third {number}"
        return f"Extra period {number - thirds}{', sudden death' if sudden else ''}"

    def _card(self, card: int) -> str:
        return str(self.teller.cards[card].name)

    def _values(self, card: int) -> str:
        found, value = self.teller.cards[card], self.teller.value
        return f"{value(card, found.attack)}/{value(card, found.defence)}"

    def _keeper(self, card: int) -> str:
        return str(self.teller.keepers[card].name)

    def _save(self, card: int) -> int:
        return self.teller.value(KEEPER_CODE + card, int(self.teller.keepers[card].save))

    def _code(self, code: int) -> str:
        if code < 0:
            return "Nobody"
        return self._keeper(code - KEEPER_CODE) if code >= KEEPER_CODE else self._card(code)

    def _kind(self, kind: int) -> str:
        return str(self.teller.titles[kind])

    def _speed(self, _: int) -> str:
        return self._kind(CardKind.SPEED)

    def _second(self, _: int) -> str:
        return self._kind(CardKind.SECOND_CHANCE)

    def _spell(self, kind: int) -> int:
        rules = self.teller.rules
        return int(rules.disaster_value if kind == CardKind.DISASTER else rules.energy_value)

    def _zero(self, _: int) -> int:
        return int(self.teller.rules.spell_zero_value)

    def _fortune(self, _: int) -> str:
        return self._kind(CardKind.FORTUNE)

    def _lasting(self, _: int) -> str:
        match = self.teller.rules.spell_duration == SpellDuration.MATCH
        return "the rest of the match" if match else "this period"

    def _out(self, _: int) -> str:
        if self.teller.rules.injury_replacement == InjuryReplacement.IMMEDIATE:
            return "out for the match"
        return "out for the match when the period ends"

    def _flagrant(self, flagrant: int) -> str:
        return "A flagrant foul" if flagrant else "A foul"

    def _drawn(self, _: int) -> str:
        kind, code = int(self.event.a), int(self.event.b)
        return self._code(code) if kind < 0 else f"a card: {self._kind(kind)}"

    def _jakob(self, _: int) -> str:
        return ": Billiger Jakob cancels the Sponsor" if self.event.c else ""

    def _dice(self, number: int) -> str:
        return f"{number} {'die' if number == 1 else 'dice'}"

    def _faces(self, packed: int) -> str:
        counts = [packed >> 4 * face & 15 for face in range(12)]
        return " ".join(str(f + 1) for f, n in enumerate(counts) for _ in range(n))

    def _open(self, _: int) -> str:
        if self.event.a < 0:
            return "The goal is empty."
        if self.event.c:
            return "The goalkeeper is powerless."
        return "No die is left to save with." if self.event.b else "The goalkeeper saves nothing."

    def _result(self, _: int) -> str:
        home, away = int(self.event.a), int(self.event.b)
        if home == away:
            return "Still level after the last extra period: a draw." if self.event.c else "A draw."
        return "The home side wins." if home > away else "The away side wins."
