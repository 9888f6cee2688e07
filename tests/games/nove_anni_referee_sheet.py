"""What the referee of nove_anni writes down about a match."""

from __future__ import annotations

from collections import Counter


class Sheet:
    """Counts of section 9, and what they are drawn from."""

    def __init__(self, seats: int) -> None:
        self.count: Counter[str] = Counter()  # columns of the match
        self.seat: list[Counter[str]] = [Counter() for _ in range(seats)]  # columns of the seats
        self.masks: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.opened: list[set[int]] = [set() for _ in range(seats)]  # card types drawn in turn 1
        self.in_columns: list[set[str]] = [set() for _ in range(seats)]  # light cards, by D1
        self.acted: list[dict[str, tuple[int, int]]] = [{} for _ in range(seats)]  # turn, lead
        self.placed: Counter[tuple[int, int, int]] = Counter()  # seat, card type, column
        self.duel_won: Counter[tuple[int, int, int]] = Counter()
        self.duel_undecided: Counter[tuple[int, int, int]] = Counter()
        self.kind_duels: Counter[tuple[int, str, str]] = Counter()  # column, winner, loser
        self.history: list[list[int]] = []  # scores after each duel phase
        self.leader = -1  # the last sole one
        self.waker, self.wake_lead, self.wake_first = -1, 0, False

    def close_phase(self, scores: list[int]) -> None:
        """The scores at the end of a duel phase; lead_changes."""
        self.history.append(scores)
        if scores.count(max(scores)) > 1:
            return
        leader = scores.index(max(scores))
        self.count["lead_changes"] += self.leader not in {-1, leader}
        self.leader = leader

    def behind(self, seat: int) -> int:
        """Largest deficit of a player at the end of a duel phase."""
        return max((max(scores) - scores[seat] for scores in self.history), default=0)
