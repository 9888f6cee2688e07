"""What a scripted player of nove_anni may decide: section 8 of RULES.md.

Where several choices are equally good, or sums of floats are too close to call, all are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from nove_anni_referee_book import NEGATIVE, SPECIALS
from nove_anni_referee_worth import TINY, Gain, View, Worth, best_total, close, reaches, total_of

from sim.games.nove_anni.strategies import Activate, Columns, Judge, Slot


class Plan(NamedTuple):
    """D1: what may be laid, what it gains, and what comes to the total besides."""

    options: list[int]
    gain: Gain
    more: float = 0.0


class Mind(Worth):
    """Decisions of section 8."""

    # D1

    def columns_fit(self, seat: int, laid: Mapping[int, int]) -> bool:
        """Whether the cards by column are a best choice."""
        plans = self.plans(seat)
        number = min(len(self.columns), len(self.placeables(seat)))
        totals = [
            best_total(plan.options, self.columns, number, plan.gain) + plan.more for plan in plans
        ]
        return any(
            close(total, max(totals))
            and {*laid.values()} <= {*plan.options}
            and close(total_of(laid, plan.gain) + plan.more, total)
            for plan, total in zip(plans, totals, strict=True)
        )

    def willing(self, seat: int) -> list[int]:
        """D1: placeable cards of the hand; some light cards only in need (`blank_column`)."""
        cards = self.placeables(seat)
        kept = [card for card in cards if not self.blank(seat, card, "blank_column")]
        return kept if len(kept) >= len(self.columns) else cards

    def plans(self, seat: int) -> list[Plan]:
        """The candidates of D1."""
        cards, policy = self.willing(seat), self.policies[seat]
        if len(cards) < len(self.columns) or policy.columns == Columns.RAW_FIT:
            return [Plan(cards, self.raw)]
        if policy.columns in {Columns.KEEP_LIGHT, Columns.SHIELD}:
            dark = [card for card in cards if self.kind(card) != "light"]
            kept = dark if len(dark) >= len(self.columns) else cards
            shields = policy.columns == Columns.SHIELD
            return [Plan(kept, View(self, seat).shelter if shields else self.raw)]
        return list(self.value_plans(seat, cards))

    def value_plans(self, seat: int, cards: list[int]) -> Iterator[Plan]:
        """Candidates of the strategist."""
        view, policy = View(self, seat), self.policies[seat]

        def spent(mode: str) -> Gain:
            return lambda card, column: view.expected(card, column, mode) - view.hold(card)

        def traded(card: int, column: int) -> float:
            return self.points(card) - view.hold(card) + TINY * view.expected(card, column)

        yield Plan(cards, spent("normal"))
        for special in ("science", "silence", "giovannino", "teacher"):
            mine = self.available(seat, special)
            rest = [card for card in cards if card != mine]
            if mine < 0 or len(rest) < len(self.columns):
                continue
            if special != "teacher":
                yield Plan(rest, spent(special), -policy.mode_gain_min)
            elif len(self.pool(seat)) >= len(self.columns):
                swap = view.swap_total(len(self.columns))
                yield Plan(rest, traded, swap - policy.mode_gain_min)

    def available(self, seat: int, special: str) -> int:
        """D1: the special that could be activated this turn, -1 if there is none."""
        slot = self.slot[seat]
        if slot >= 0:
            return slot if self.special(slot) == special else -1
        if not (self.rules.special_slots and self.rules.activate_same_turn):
            return -1
        held = [card for card in self.hand[seat] if self.special(card) == special]
        return next((card for card in held if not self.blank(seat, card)), -1)

    # D2

    def slot_choices(self, seat: int) -> set[str]:
        """Specials that the player may put into the slot, '' for none."""
        policy = self.policies[seat]
        if policy.slot == Slot.NONE or self.slot[seat] >= 0:
            return {""}
        held = [c for c in self.specials(seat) if not self.blank(seat, c)]
        names = [self.special(card) for card in held]
        if not names:
            return {""}
        if policy.slot == Slot.FIRST:
            return {names[0]}
        ranks = {name: getattr(policy, f"rank_{name}") for name in names}
        if policy.slot == Slot.LISTED:
            return {name for name in names if ranks[name] == min(ranks.values())}
        return self.ready_choices(seat, ranks)

    def ready_choices(self, seat: int, ranks: Mapping[str, int]) -> set[str]:
        """D2 of the strategist."""
        found: set[str] = set()
        for rank in sorted({*ranks.values()}):
            answers = {n: self.ready(seat, n) for n in ranks if ranks[n] == rank}
            found |= {name for name, answer in answers.items() if True in answer}
            if {True} in answers.values():
                return found
        last = [name for name in ("awakening", "padre", "lord") if name in ranks]
        return found | {last[0] if last else ""}

    # D3

    def activates(self, seat: int, card: int) -> set[bool]:
        """Whether the player may activate (True) or decline (False)."""
        policy, special = self.policies[seat], self.special(card)
        if policy.activate == Activate.ALWAYS:
            return {True}
        if policy.activate == Activate.LEADING:
            return {special != "awakening" or self.lead(seat) >= policy.wake_lead}
        if policy.activate == Activate.BLOCKING:
            others = [self.slot[s] for s in self.seats if s != seat]
            leads = special != "awakening" or self.lead(seat) >= policy.wake_lead
            return {max(others) >= 0 and leads}
        return self.ready(seat, special)

    def ready(self, seat: int, special: str) -> set[bool]:
        """Section 8, `ready`."""
        policy = self.policies[seat]
        if special == "awakening":
            return {self.lead(seat) >= policy.wake_lead}
        if special == "obedience":
            return {-self.lead(seat) >= policy.obedience_deficit}
        if special in {"padre", "lord"}:
            least = policy.padre_min if special == "padre" else policy.lord_min
            number = self.negatives(seat) if special == "padre" else max(self.friends(seat))
            return {number >= least or (View(self, seat).late() and number >= 1)}
        if policy.judge == Judge.VALUE:
            return self.pays(seat, special)
        if special in {"science", "teacher"}:
            return {True}
        active = [self.competes(card, [special]) for card in self.grid[seat].values()]
        return {sum(active) >= policy.filter_min_active}

    def pays(self, seat: int, special: str) -> set[bool]:
        """`ready` of the strategist for what acts on the grid."""
        view, least = View(self, seat), self.policies[seat].mode_gain_min
        if special != "teacher":
            gain = view.of_grid(special) - view.of_grid("normal")
        elif len(self.pool(seat)) < len(self.columns):
            return {False}
        else:
            points = sum(self.points(card) for card in self.grid[seat].values())
            swap = view.swap_total(len(self.columns))
            gain = points + swap - view.of_grid("normal")
        return reaches(gain, least)

    def negatives(self, seat: int) -> int:
        """Negative cards won that are not transformed."""
        cards = [card for card in self.won[seat] if self.kind(card) in NEGATIVE]
        return sum(card not in self.marked for card in cards)

    def friends(self, seat: int) -> list[int]:
        """Friends in the won pile of each opponent."""
        piles = [self.won[s] for s in self.seats if s != seat]
        return [sum(self.kind(card) == "friend" for card in pile) for pile in piles]

    # D4, D5

    def swap_fits(self, seat: int, laid: Mapping[int, int]) -> bool:
        """Whether the won cards by column are a best choice; before they are moved."""
        policy, number = self.policies[seat], len(laid)
        gains: list[Gain] = []
        if policy.columns != Columns.VALUE or policy.judge != Judge.VALUE:
            gains.append(self.raw)
        if policy.columns == Columns.VALUE or policy.judge == Judge.VALUE:
            gains.append(View(self, seat).swap_gain)
        pool = self.pool(seat)
        return any(
            close(total_of(laid, gain), best_total(pool, self.columns, number, gain))
            for gain in gains
        )

    def victim(self, seat: int) -> int:
        """D5: the opponent with most friends, of several the first in draw order."""
        others = [s for s in self.draw_order() if s != seat]
        return max(others, key=lambda s: sum(self.kind(card) == "friend" for card in self.won[s]))


assert {"awakening", "obedience", "padre", "lord", "science", "teacher"} <= {*SPECIALS}
