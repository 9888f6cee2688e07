"""Draw piles of goooal: the referee knows their sizes, and their cards together, not their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goooal_referee_book import ANY
from goooal_referee_law import Law

from sim.games.goooal.cards import KINDS
from sim.games.goooal.rules_words import FirstCard, Reshuffle
from sim.games.goooal.story import Event


class Piles(Law):
    """Draws and flips.

    Scripted players choose piles by the colours of their tops, of which only the one taken is
    told.  So each choice leaves a claim on every other pile: its top has one of these colours.  A
    claim is checked when that top is taken; at the end of a match all that were not must be
    possible together.
    """

    def form_piles(self) -> None:
        """Sizes as equal as possible, the first piles get the extra cards."""
        count = self.rules.n_piles
        self.piles = [0] * count
        for card in range(len(self.unseen())):
            self.piles[card % count] += 1
        self.claims = [[] for _ in range(count)]

    def full_piles(self) -> list[int]:
        """Piles that have cards."""
        return [pile for pile, size in enumerate(self.piles) if size > 0]

    def take_top(self, kind: Event, seat: int, active: int | None) -> int:
        """D2, D7: the top card of a pile; the caller puts it somewhere."""
        full = self.full_piles()
        self.decide(len(full))
        event = self.need(kind, seat, a=ANY, b=ANY)
        self.check(event.b in full, f"{kind.name} from a pile with cards, one of {full}")
        self.took("D2, D7", seat, full, event.b)
        unseen = self.unseen()
        self.check(len(unseen) == sum(self.piles), f"{sum(self.piles)} unseen cards (I1)")
        self.check(event.a in unseen, f"{kind.name} with one of the unseen cards {unseen}")
        for told, allowed in self.claims[event.b]:
            good = self.hue(event.a) in allowed
            self.check(good, f"a top that explains the choice of pile at event {told}")
        self.claims[event.b] = []
        self.piles[event.b] -= 1
        self.claim(seat, event.b, event.a, [p for p in full if p != event.b], active)
        return int(event.a)

    def claim(
        self, seat: int, pile: int, card: int, others: Sequence[int], active: int | None
    ) -> None:
        """Section 8, D2 and D7: no other top was worth more than the one taken."""
        public = self.rules.pile_colours_public
        if not (self.scripted(seat) and self.policies[seat].use_piles and public):
            return
        hues = self.hues(seat)
        worth = [hues[hue] + 100 * (hue == active) for hue in range(len(self.colours))]
        allowed = {hue for hue, value in enumerate(worth) if value <= worth[self.hue(card)]}
        for other in others:
            self.claims[other].append((self.at - 1, allowed))

    def check_claims(self) -> None:
        """All claims on tops that stay unknown can be true together."""
        claimed = [claims for claims in self.claims if claims]
        allowed = [set.intersection(*(hues for _, hues in claims)) for claims in claimed]
        if not possible(allowed, Counter(self.hue(card) for card in self.unseen())):
            events = [told for claims in claimed for told, _ in claims]
            self.fault(f"tops that explain the choices of piles at events {events}")

    def flip(self, dealer: int) -> None:
        """R7, A5, A6: the first base."""
        self.middle.append(self.take_top(Event.FLIP, dealer, None))
        self.sheet.first_kind = KINDS.index(self.kind(self.base))
        if self.rules.first_card == FirstCard.REDRAW:
            while self.kind(self.base) != "player" and self.full_piles():
                self.middle.append(self.take_top(Event.FLIP, dealer, None))
        self.colour = self.hue(self.base)

    def reshuffle(self, seat: int) -> None:
        """A16: the middle except its top card becomes new piles."""
        if self.rules.reshuffle == Reshuffle.NEVER or len(self.middle) < 2:
            return
        self.check_claims()
        self.need(Event.RESHUFFLE, seat, a=len(self.middle) - 1)
        self.middle = self.middle[-1:]
        self.form_piles()
        self.sheet.count["reshuffles"] += 1

    def draw(self, seat: int, number: int, why: str) -> list[int]:
        """Draw cards until there are enough or none can be had; `why` is normal or penalty."""
        drawn: list[int] = []
        while len(drawn) < number:
            if not self.full_piles():
                self.reshuffle(seat)
            if not self.full_piles():
                self.need(Event.NO_CARD, seat)
                break
            card = self.take_top(Event.DRAW, seat, self.colour)
            self.hands[seat].append(card)
            drawn.append(card)
            self.sheet.count[f"{why}_draws"] += 1
            self.sheet.seat[seat][f"drawn_{why}"] += 1
            self.sheet.seat[seat][f"got_{self.kind(card)}"] += 1
            self.sheet.see_hand(seat, len(self.hands[seat]))
        return drawn


def possible(allowed: Sequence[set[int]], cards: Counter[int]) -> bool:
    """Whether as many cards have a colour each from these sets."""
    if not allowed:
        return True
    for hue in allowed[0]:
        if cards[hue] > 0 and possible(allowed[1:], cards - Counter({hue: 1})):
            return True
    return False
