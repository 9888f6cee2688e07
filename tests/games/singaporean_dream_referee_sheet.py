"""What the referee of The Singaporean Dream writes down about a match."""

from __future__ import annotations

from collections import Counter


class Sheet:
    """Counts of section 9, and what they are drawn from."""

    def __init__(self, seats: int) -> None:
        self.count: Counter[str] = Counter()  # columns of the match
        self.seat: list[Counter[str]] = [Counter() for _ in range(seats)]  # columns of the seats
        self.played: list[Counter[int]] = [Counter() for _ in range(seats)]  # by card type
        self.kinds: list[set[str]] = [set() for _ in range(seats)]  # of cards played, see PLAYED
        self.stopped: Counter[int] = Counter()  # by card type
        self.opened: list[list[int]] = [[] for _ in range(seats)]  # the dealt hand, by card type
        self.tried: Counter[int] = Counter()  # by card type
        self.demands: Counter[int] = Counter()  # by the bank of the payer
        self.demands_lost: Counter[int] = Counter()
        self.reactions: Counter[tuple[int, int]] = Counter()  # by stops against and for an effect
        self.happened: Counter[tuple[int, int]] = Counter()
        self.first_dream = -1
        self.first_taker: dict[int, int] = {}  # by dream
        self.top_turns: Counter[int] = Counter()  # by dream
        self.own_turns: Counter[int] = Counter()  # by seat
        self.gaps: Counter[tuple[int, int]] = Counter()
        self.half_leader = -1
        self.half_scores: list[int] = []
        self.last_taker = -1
        self.leader = -1  # the sole one at the end of the last turn that had one
