"""A naive twin of section 8 of RULES.md: line-ups, substitutions, duels, faces.

It holds every decision of scripted trainers that the referee reports against the rules, by brute
force over the legal actions.
"""

from __future__ import annotations

from collections import Counter

from dream_team_referee_book import is_special
from dream_team_told import AWAY, HOME

from sim.games.dream_team.exact import decision_odds
from sim.games.dream_team.strategies import (
    AttackRule,
    DefendRule,
    Faces,
    Kind,
    NoKeeperPlan,
    Pull,
)

TOLERANCE = 1e-9


def first_best(candidates, worth):
    """The first of the candidates that are worth most."""
    values = [worth(candidate) for candidate in candidates]
    best = max(values) - TOLERANCE
    return next(c for c, value in zip(candidates, values, strict=True) if value >= best)


class FieldTwin:
    """Holds every decision of the scripted trainers of one match against section 8."""

    def __init__(self, rules, policies):
        self.rules, self.policies = rules, policies
        self.odds = decision_odds(rules)  # [n][k]
        self.solved = {}
        self.judged = Counter()

    def __call__(self, referee, name, side, legal, action):
        """Judge a decision the referee reports."""
        policy = self.policies[referee.seats[side]]
        if policy.kind == Kind.RANDOM:
            return
        if name in ("D11", "D12"):
            self.judge_faces(policy, action)
        else:
            expected = getattr(self, name)(referee, side, legal, policy)
            assert action == expected, (name, side, legal, action, expected, policy)
        self.judged[name] += 1

    # Values

    def score(self, referee, policy, card):
        """Section 8, D1: what a field card is worth."""
        attack, defence = (referee.value(card, role) for role in ("attack", "defence"))
        bonus = policy.special_bonus if is_special(card) else 0.0
        return policy.w_att * attack + policy.w_def * defence + bonus

    def goal(self, referee, n, side):
        """g(n, t): odds of n dice against the goal of a side."""
        keeper = referee.sides[side].keeper
        if n <= 0:
            return 0.0
        return 1.0 if keeper is None else self.odds[n][referee.save(keeper)]

    def edge(self, referee, side, own, other):
        """edge(s, v, w, t): odds that `side` scores, or minus those of the counterattack."""
        if own < other and not self.rules.counterattack:
            return 0.0
        if own < other:
            return -self.goal(referee, other - own, side)
        return self.goal(referee, own - other, 1 - side)

    def duel(self, referee, side, attacker, defender):
        """The edge of an attack with a card against another."""
        attack, defence = referee.value(attacker, "attack"), referee.value(defender, "defence")
        return self.edge(referee, side, attack, defence)

    def behind(self, referee, side, policy):
        """Whether a side is far enough behind in the last regulation third."""
        deficit = referee.score[1 - side] - referee.score[side]
        return referee.period == self.rules.thirds and deficit >= policy.no_keeper_deficit

    # D1 and D3

    def D1(self, referee, side, legal, policy):  # noqa: N802
        """The best keeper and the best subset of cards, over all subsets."""

        def value(line_up):
            return sum(self.score(referee, policy, card) for card in line_up[1])

        bare = [line_up for line_up in legal if line_up[0] is None]
        trailing = policy.no_keeper == NoKeeperPlan.TRAILING
        wanted = trailing and self.behind(referee, side, policy)
        if bare and (wanted or not referee.fit_keepers(side)):
            return first_best(bare, value)
        keeper = first_best(referee.fit_keepers(side), referee.save)
        return first_best([line_up for line_up in legal if line_up[0] == keeper], value)

    def D3(self, referee, side, legal, policy):  # noqa: N802
        """Pull the keeper, or the best gain over all pairs if it is enough."""
        pulls = [action for action in legal if action and action[0] == "pull"]
        if pulls and self.wants_pull(referee, side, policy):
            last = policy.pull == Pull.LAST_DUEL
            return first_best(
                pulls,
                lambda a: (
                    referee.value(a[1], "attack") if last else self.score(referee, policy, a[1])
                ),
            )
        swaps = [action for action in legal if action and action[0] != "pull"]
        if not swaps:
            return None

        def gain(action):
            now = referee.sides[side]
            if action[0] == "keeper":
                saves = referee.save(action[1]) - referee.save(now.keeper)
                return policy.keeper_weight * saves
            going, coming = now.slots[action[1]].card, action[2]
            return self.score(referee, policy, coming) - self.score(referee, policy, going)

        best = first_best(swaps, gain)
        return best if gain(best) >= policy.sub_min_gain - TOLERANCE else None

    def wants_pull(self, referee, side, policy):
        """`pull`: trailing, or when neither side has more than one attacker left."""
        if policy.pull == Pull.TRAILING:
            return self.behind(referee, side, policy)
        few = all(len(referee.attackers(s)) <= 1 for s in (HOME, AWAY))
        return policy.pull == Pull.LAST_DUEL and few

    # D4 and D5

    def D4(self, referee, side, legal, policy):  # noqa: N802
        """Who attacks, by `attack_rule`."""
        cards = [slot.card for slot in referee.sides[side].slots]
        theirs = [referee.sides[1 - side].slots[y].card for y in referee.defenders(1 - side)]

        def value(x):
            card = cards[x]
            attack, defence = (referee.value(card, role) for role in ("attack", "defence"))
            if policy.attack_rule == AttackRule.MAX_ATTACK:
                return attack
            if policy.attack_rule == AttackRule.MIN_DEFENCE:
                return -defence
            if policy.attack_rule == AttackRule.MINIMAX and self.solvable(theirs):
                return min(self.play(referee, side, card, answer) for answer in theirs)
            bias = policy.attack_bias * (attack - defence)
            edges = [self.duel(referee, side, card, answer) for answer in theirs]
            return bias + min(edges, default=self.goal(referee, attack, 1 - side))

        return first_best(legal, value)

    def D5(self, referee, side, legal, policy):  # noqa: N802
        """Who defends, by `defend_rule`."""
        cards = [slot.card for slot in referee.sides[side].slots]
        attacker = referee.sides[1 - side].slots[referee.attacker].card
        strength = referee.value(attacker, "attack")

        def value(y):
            attack, defence = (referee.value(cards[y], role) for role in ("attack", "defence"))
            if policy.defend_rule == DefendRule.MAX_DEFENCE:
                return defence
            if policy.defend_rule == DefendRule.CHEAPEST_STOP:
                stops = defence >= strength
                return (stops, -defence if stops else defence)
            if policy.defend_rule == DefendRule.MINIMAX and self.solvable(legal):
                return -self.play(referee, 1 - side, attacker, cards[y])
            cost = policy.c_att * attack + policy.c_def * defence
            return -self.duel(referee, 1 - side, attacker, cards[y]) - cost

        if policy.defend_rule == DefendRule.CHEAPEST_STOP:
            return max(legal, key=value)
        return first_best(legal, value)

    # Minimax

    def solvable(self, defenders):
        """Section 8: one_play, alternate turns, and somebody may defend."""
        rules = self.rules.play_rule.word, self.rules.direction.word
        return rules == ("one_play", "alternate") and bool(defenders)

    def play(self, referee, side, attacker, defender):
        """Goal difference for `side` of a play and the rest of the third."""
        unused = [self.unused(referee, s) - {attacker, defender} for s in (HOME, AWAY)]
        now = self.duel(referee, side, attacker, defender)
        return now - self.rest(referee, 1 - side, unused[1 - side], unused[side])

    def unused(self, referee, side):
        """Cards without a play in this third."""
        slots = referee.sides[side].standing()
        return frozenset(slot.card for slot in slots if not (slot.attacked or slot.defended))

    def rest(self, referee, side, own, others):
        """Goal difference for the side to attack when both play the rest perfectly."""
        keepers = [s.keeper for s in referee.sides]
        values = frozenset(referee.zero_third), frozenset(referee.spells.items())
        key = side, own, others, *keepers, values
        if key not in self.solved:
            self.solved[key] = self.solve(referee, side, own, others)
        return self.solved[key]

    def solve(self, referee, side, own, others):
        """The same, worked out: every attack against every answer."""
        if not own or not others:
            return self.free(referee, side, own) - self.free(referee, 1 - side, others)
        return max(
            min(
                self.duel(referee, side, x, y)
                - self.rest(referee, 1 - side, others - {y}, own - {x})
                for y in others
            )
            for x in own
        )

    def free(self, referee, side, cards):
        """Goals expected of free attacks."""
        if self.rules.unopposed.word == "no_attack":
            return 0.0
        attacks = [referee.value(card, "attack") for card in cards]
        return sum(self.goal(referee, attack, 1 - side) for attack in attacks)

    # Faces

    def judge_faces(self, policy, shown):
        """D11, D12: different faces, the lowest or the highest; all faces before any repeats."""
        most = self.rules.die_faces
        if len(shown) > most:
            assert {*shown} == {*range(most)}
        elif policy.faces == Faces.LOW:
            assert shown == tuple(range(len(shown)))
        elif policy.faces == Faces.HIGH:
            assert shown == tuple(range(most - len(shown), most))
        else:
            assert len({*shown}) == len(shown)
