"""The third phase of a turn of nove_anni, as the referee plays it again (section 6 of RULES.md)."""

from __future__ import annotations

from nove_anni_referee_activate import Activation
from nove_anni_referee_book import POSITIVE

from sim.games.nove_anni.rules_words import (
    AllInactiveTo,
    AutoLostTo,
    FirstDrawerRule,
    OwnCard,
    TieRule,
)
from sim.games.nove_anni.story import Event

OWN = {
    OwnCard.WON_PILE: Event.WON,
    OwnCard.REMOVED: Event.REMOVED,
    OwnCard.HAND: Event.BACK,
    OwnCard.DECK_BOTTOM: Event.UNDER,
}
TIED = {
    TieRule.REMOVED: Event.REMOVED,
    TieRule.SUM: Event.REMOVED,
    TieRule.HAND: Event.BACK,
    TieRule.OWN_PILE: Event.WON,
    TieRule.CARRY: Event.POT,
}
IDLE = {
    AllInactiveTo.REMOVED: Event.REMOVED,
    AllInactiveTo.HAND: Event.BACK,
    AllInactiveTo.OWN_PILE: Event.WON,
}


class Duels(Activation):
    """P3."""

    def fight(self) -> None:
        """R28: all duels, then the end of the turn."""
        self.wins = [0 for _ in self.seats]  # of this turn
        for column in self.columns:
            self.duel(column)
        assert not any(self.grid), "all columns are empty after the duels"
        self.transform(self.fathered, 1)  # A18
        for event in self.need_all([(Event.USED, 0, card, 0, 0) for card in self.used]):
            self.used.remove(event.a)
            self.removed.append(event.a)
        told = [
            (Event.SCORE, s, self.score(s), len(self.won[s]), self.marks(s)) for s in self.seats
        ]
        list(self.need_all(told))
        self.sheet.close_phase([self.score(s) for s in self.seats])
        self.check_scores()
        self.pass_on()

    def marks(self, seat: int) -> int:
        """Transformed cards in a won pile."""
        return len(self.marked & {*self.won[seat]})

    def check_scores(self) -> None:
        """I7."""
        if not {name for name in self.rules.changed() if name.startswith("points")}:
            positive = sum(self.kind_of[type_] in POSITIVE for type_ in self.pack)
            scores = [self.score(s) for s in self.seats]
            assert min(scores) >= 0, "I7"
            assert sum(scores) <= positive + len(self.marked), "I7"

    def pass_on(self) -> None:
        """A3: who draws first in the next turn."""
        rule, order = self.rules.first_drawer_rule, self.draw_order()
        if rule == FirstDrawerRule.ROTATE:
            self.first = order[1]
        elif rule == FirstDrawerRule.TURN_LOSER:
            self.first = min(order, key=lambda s: self.wins[s])
        elif rule == FirstDrawerRule.TURN_WINNER:
            self.first = max(order, key=lambda s: self.wins[s])

    # One duel

    def duel(self, column: int) -> None:
        """R29, A2, A12, A13, A14."""
        cards = {s: self.grid[s][column] for s in self.draw_order() if column in self.grid[s]}
        for seat, card in cards.items():
            self.sheet.placed[seat, self.pack[card], column] += 1
        if not cards:
            self.need(Event.EMPTY, 0, a=column)
            return
        self.sheet.count["duels"] += 1
        active = {s: card for s, card in cards.items() if self.competes(card, self.filters)}
        if not active:
            self.idle(column, cards)
            return
        values = {s: self.value(card, column, self.science) for s, card in active.items()}
        best = [s for s in active if values[s] == max(values.values())]
        self.sheet.count["tie_duels"] += len(best) > 1
        best = self.break_tie(best, active)
        if len(best) > 1:
            self.tie(column, cards, active, best, max(values.values()))
        else:
            self.win(column, cards, active, best[0], values[best[0]])

    def break_tie(self, best: list[int], cards: dict[int, int]) -> list[int]:
        """A2: seats that still lead, in draw order."""
        if self.rules.tie_rule == TieRule.FIRST_DRAWER:
            return best[:1]
        if self.rules.tie_rule == TieRule.SUM:
            sums = {s: sum(self.values[self.pack[cards[s]]]) for s in best}
            return [s for s in best if sums[s] == max(sums.values())]
        return best

    def idle(self, column: int, cards: dict[int, int]) -> None:
        """Step 1: no active card."""
        self.need(Event.IDLE, 0, a=column, b=len(cards))
        self.undecided(column, cards)
        self.move(column, {s: (IDLE[self.rules.all_inactive_to], s) for s in cards})

    def tie(
        self,
        column: int,
        cards: dict[int, int],
        active: dict[int, int],
        best: list[int],
        value: int,
    ) -> None:
        """Step 4: nobody wins."""
        self.need(Event.TIE, 0, a=column, b=value, c=len(best))
        self.undecided(column, cards)
        goes = TIED[self.rules.tie_rule]
        lost = Event.POT if goes == Event.POT else Event.REMOVED
        self.move(column, {s: (goes if s in active else lost, s) for s in cards})

    def undecided(self, column: int, cards: dict[int, int]) -> None:
        """A duel that nobody wins."""
        self.sheet.count["no_winner_duels"] += 1
        for seat, card in cards.items():
            self.sheet.duel_undecided[seat, self.pack[card], column] += 1

    def win(
        self, column: int, cards: dict[int, int], active: dict[int, int], winner: int, value: int
    ) -> None:
        """Step 3: a winner."""
        mine = cards[winner]
        self.need(Event.DUEL, winner, a=column, b=mine, c=value)
        self.wins[winner] += 1
        self.sheet.seat[winner]["duels_won"] += 1
        self.sheet.duel_won[winner, self.pack[mine], column] += 1
        goes = {}
        for seat, card in cards.items():
            if seat == winner:
                goes[seat] = (OWN[self.rules.own_card], winner)
                continue
            self.sheet.kind_duels[column, self.kind(mine), self.kind(card)] += 1
            away = seat not in active and self.rules.auto_lost_to == AutoLostTo.REMOVED
            goes[seat] = (Event.REMOVED, seat) if away else (Event.WON, winner)
        self.move(column, goes, winner)

    def move(self, column: int, goes: dict[int, tuple[Event, int]], winner: int = -1) -> None:
        """The card of each seat goes where an event says, to or from a seat; the pot to a winner."""
        cards = {s: self.grid[s][column] for s in goes}
        told = [
            (kind, to, cards[s], s if kind == Event.WON else 0, 0) for s, (kind, to) in goes.items()
        ]
        stake = list(self.pot) if winner >= 0 else []
        told += [(Event.WON, winner, card, -1, 0) for card in stake]
        for event in self.need_all(told):
            card = event.a
            if card in stake:
                self.pot.remove(card)
            else:
                owner = next(s for s in cards if cards[s] == card)
                del self.grid[owner][column]
            self.receive(event.kind, event.seat, card)

    def receive(self, kind: Event, seat: int, card: int) -> None:
        """Where a card of a duel goes."""
        places = {
            Event.WON: self.won[seat],
            Event.REMOVED: self.removed,
            Event.BACK: self.hand[seat],
            Event.UNDER: self.bottom,
            Event.POT: self.pot,
        }
        places[kind].append(card)
