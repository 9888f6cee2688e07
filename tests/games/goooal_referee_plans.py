"""Plans of the scripted players of goooal, as the referee makes them (section 8 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goooal_referee_law import Law

from sim.games.goooal.rules_words import AfterDraw, ComboRule

WON = 1_000_000


class Plan(NamedTuple):
    """A turn: what is done ("play", "lay", "draw"), with which cards, in this order."""

    what: str
    cards: tuple[int, ...] = ()


class Plans(Law):
    """Lists of all plans, and their exact scores."""

    # Plans

    def combos(self, seat: int, first: int) -> list[Plan]:
        """Plays of more than one card that begin with a card, and the play of it alone."""
        others = [c for c in self.hands[seat] if c != first]
        if self.kind(first) == "player":
            players = [c for c in others if self.kind(c) == "player"]
            team = [c for c in players if self.same_team(c, first)]
            number = [c for c in players if self.same_number(c, first)]
            groups = [team, number]
        else:
            groups = [[c for c in others if self.kind(c) == self.kind(first)]]
        orders = [[c for c in group if c != last] + [last] for group in groups for last in group]
        if self.rules.combo_rule == ComboRule.SINGLE:
            orders = []
        found = [[first], *(self.skipping(first, order) for order in orders)]
        plans = dict.fromkeys(tuple(p) for p in found if self.ends_well(seat, p))
        return [Plan("play", cards) for cards in plans]

    def skipping(self, first: int, order: Iterable[int]) -> list[int]:
        """A35: what is left of an order without the cards that may not be added in their turn."""
        placed = [first]
        for card in order:
            if not self.colour_twice(card, placed):
                placed.append(card)
        return placed

    def colour_twice(self, card: int, placed: Sequence[int]) -> bool:
        """A35: whether a card may not be added for its colour."""
        allowed = self.rules.combo_same_colour
        return not allowed and self.hue(card) in {self.hue(c) for c in placed}

    def ends_well(self, seat: int, placed: Sequence[int]) -> bool:
        """The last card passes finish_ok."""
        before = set(placed[:-1])
        left = [c for c in self.hands[seat] if c not in before]
        return self.finish_ok(placed[-1], left)

    def turn_plans(self, seat: int, draw: bool) -> list[Plan]:
        """D4: all plans; whether drawing is legal."""
        plans = [p for c in self.plays(seat, self.hands[seat]) for p in self.combos(seat, c)]
        own = self.turn_lays(seat)
        plans += [Plan("lay", tuple(own))] if own else []
        return plans + ([Plan("draw")] if draw else [])

    def drawn_plans(self, seat: int, among: Sequence[int]) -> list[Plan]:
        """D8: all plans that begin with one of these cards, and the pass."""
        plans = [p for c in self.plays(seat, among) for p in self.combos(seat, c)]
        if not self.draw_extends:
            plans = [plan for plan in plans if len(plan.cards) == 1]
        own = self.lays(seat, among)
        if own and self.rules.after_draw == AfterDraw.DRAWN_ONLY:
            plans.append(Plan("lay", (own[0],)))
        elif own:
            others = [c for c in self.own(seat) if c != own[0]]
            plans.append(Plan("lay", (own[0], *others)))
        return [*plans, Plan("pass")]

    def best(self, seat: int, plans: Sequence[Plan]) -> list[Plan]:
        """Plans with the best score."""
        scores = [self.score(seat, plan) for plan in plans]
        most = max(scores)
        return [plan for plan, score in zip(plans, scores, strict=True) if score == most]

    # Scores

    def score(self, seat: int, plan: Plan) -> int:
        """Section 8: the score of a plan."""
        policy = self.policies[seat]
        if plan.what == "draw":
            return int(policy.w_draw)
        if plan.what == "pass":
            return int(policy.w_pass)
        if plan.what == "lay":
            return self.lay_score(seat, len(plan.cards))
        used = set(plan.cards)
        rest = [c for c in self.hands[seat] if c not in used]
        if not rest or self.gives_all(seat, plan.cards, rest):
            return WON + int(policy.w_card) * len(plan.cards)
        return self.play_score(seat, plan.cards, rest)

    def lay_score(self, seat: int, number: int) -> int:
        """Laying some cards."""
        policy, laid = self.policies[seat], len(self.laid[seat])
        score = int(policy.w_card + policy.w_lay) * number
        if laid + number >= self.rules.collect_size and self.bonus_open(seat):
            score += int(policy.w_complete)
        return score + WON * (number == len(self.hands[seat]))

    def gives_all(self, seat: int, placed: Sequence[int], rest: Sequence[int]) -> bool:
        """Whether AGENTs of a plan can give all other cards away."""
        if self.kind(placed[0]) != "agent" or not self.works(seat, "agent"):
            return False
        return self.can_give(rest, len(placed) * self.rules.agent_gifts)

    def can_give(self, hand: Sequence[int], gifts: int) -> bool:
        """Whether a hand can be emptied by gifts."""
        players = all(self.kind(c) == "player" for c in hand)
        return bool(self.rules.agent_gift_can_win) and players and len(hand) <= gifts

    def play_score(self, seat: int, placed: Sequence[int], rest: Sequence[int]) -> int:
        """A play that does not win."""
        policy, last = self.policies[seat], placed[-1]
        score = int(policy.w_card) * len(placed)
        for card in placed:
            if self.kind(card) != "player":
                score += int(getattr(policy, f"w_{self.kind(card)}"))
            elif self.rules.team_collection and self.is_own(seat, card):
                score -= int(policy.w_own)
        arbitres = len(placed) if self.kind(placed[0]) == "arbitre" else 0
        skips = arbitres * self.rules.arbitre_skip if self.works(seat, "arbitre") else 0
        score += self.outlook(seat, last, rest, self.advance(seat, skips))
        if len(self.hands[self.after(seat, 1)]) <= policy.danger_hand:
            score += int(policy.w_rush) * sum(self.kind(c) in {"goooal", "arbitre"} for c in placed)
        return score

    def outlook(self, seat: int, last: int, rest: Sequence[int], follower: int) -> int:
        """w_mob and w_block on a new base."""
        policy, hue = self.policies[seat], self.hue(last)
        score = 0
        if policy.w_mob:
            score += int(policy.w_mob) * sum(self.matches(seat, c, last, hue) for c in rest)
        if policy.w_block:
            score -= int(policy.w_block) * self.sees(seat, follower, hue)
        return score

    def sees(self, seat: int, other: int, hue: int) -> int:
        """Cards of a colour that a player sees in another hand (R22)."""
        if other == seat or not self.rules.hand_colours_public:
            return 0
        return self.hues(other)[hue]

    # Other decisions

    def best_responses(self, seat: int, cards: Sequence[int]) -> list[tuple[int, ...]]:
        """D3: the best answers, each with the cards that D5 adds; () is to accept."""
        policy = self.policies[seat]
        scores = {(): -int(policy.resp_cost) * self.penalty}
        for card in cards:
            rest = [c for c in self.hands[seat] if c != card]
            score = int(getattr(policy, f"resp_{self.kind(card)}"))
            score += self.outlook(seat, card, rest, self.after(seat, 1))
            wins = self.adds_all(card, rest)
            scores[(card, *rest) if wins else (card,)] = score + WON * wins
        return [plan for plan, score in scores.items() if score == max(scores.values())]

    def adds_all(self, card: int, rest: Sequence[int]) -> bool:
        """D3: whether all other cards can be added in hand order, and the last may be so."""
        placed = [card]
        for other in rest:
            if not self.extends(other, placed):
                return False
            placed.append(other)
        return self.may_finish(placed[-1])

    def best_gifts(self, seat: int, gifts: int) -> list[tuple[int, int]]:
        """D9: the best gifts (card, recipient); (-1, -1) is to stop."""
        policy = self.policies[seat]
        scores = {(-1, -1): int(policy.g_stop)}
        wins = self.can_give(self.hands[seat], gifts)
        for card in self.gift_cards(seat):
            for other in self.seats:
                if other != seat:
                    scores[card, other] = self.gift_score(seat, card, other) + WON * wins
        return [gift for gift, score in scores.items() if score == max(scores.values())]

    def gift_score(self, seat: int, card: int, other: int) -> int:
        """D9: a gift that does not win."""
        policy, on = self.policies[seat], self.rules.team_collection
        score = -int(policy.g_small) * len(self.hands[other])
        score -= int(policy.g_own) * (on and self.is_own(seat, card))
        return score - int(policy.g_feed) * (on and self.is_own(other, card))

    def best_colours(self, seat: int) -> list[int]:
        """D11: the best colours to name."""
        policy, hues = self.policies[seat], self.hues(seat)
        scores = [
            int(policy.w_mob) * hues[hue]
            - int(policy.w_block) * self.sees(seat, self.after(seat, 1), hue)
            for hue in range(len(self.colours))
        ]
        return [hue for hue, score in enumerate(scores) if score == max(scores)]

    def best_directions(self, dealer: int) -> list[int]:
        """D1: the best directions, +1 or -1."""
        if not self.policies[dealer].dir_leader:
            return [1, -1]
        wins = {d: self.wins[(dealer + d) % len(self.seats)] for d in (1, -1)}
        return [d for d, number in wins.items() if number == max(wins.values())]
