"""The naive twin of section 8, continued: action cards, special players, exchanges."""

from __future__ import annotations

from collections import Counter

from dream_team_referee import judge
from dream_team_told import tell
from dream_team_twin import TOLERANCE, FieldTwin, first_best

from sim.games.dream_team.story import KEEPER_CODE


def enough(value, least):
    """Whether a value reaches a threshold, to the tolerance of section 8."""
    return value >= least - TOLERANCE


class Twin(FieldTwin):
    """All decisions of a match."""

    # Values

    def dice(self, n, k):
        """G(n, k) of section 8: odds of n dice against k."""
        return self.odds[n][max(k, 0)]

    def spell_value(self, referee, policy, action):
        """D2: what a spell is worth."""
        kind, code = action
        target = referee.rules.disaster_value if kind == "disaster" else referee.rules.energy_value
        if code >= KEEPER_CODE:
            loss = policy.keeper_weight * (referee.save(code - KEEPER_CODE) - target)
        else:
            now = [referee.value(code, role) for role in ("attack", "defence")]
            loss = sum(now) - 2 * target
        return loss if kind == "disaster" else -loss

    def stake(self, referee, side, own, other):
        """The edge for a duelist's side; a defender shoots only where counterattacks exist."""
        if side == referee.play.attacking:
            return self.edge(referee, side, own, other)
        return -self.edge(referee, 1 - side, other, own)

    def duel_gain(self, referee, x):
        """D6: what a side gains if the opponent has strength 0."""
        own, other = referee.cur(x), referee.cur(1 - x)
        return self.stake(referee, x, own, 0) - self.stake(referee, x, own, other)

    def gain(self, referee, threat):
        """D7, D8: what a card brings the side that played it."""
        if threat.where == "duel":
            return self.duel_gain(referee, threat.by)
        chance = self.dice(threat.n, threat.k)
        return 1 - chance if threat.where == "shot" else chance

    # Before the match, before a period

    def D20(self, referee, side, legal, policy):  # noqa: N802
        """Sponsor."""
        return "play" if policy.sponsor else None

    def D2(self, referee, side, legal, policy):  # noqa: N802
        """The best of the spells that are worth enough."""
        least = {"disaster": policy.disaster_min, "energy": policy.energy_min}
        worth = {action: self.spell_value(referee, policy, action) for action in legal[1:]}
        wanted = [a for a in worth if worth[a] > TOLERANCE and enough(worth[a], least[a[0]])]
        return first_best(wanted, worth.get) if wanted else None

    # In a duel

    def D6(self, referee, side, legal, policy):  # noqa: N802
        """Dusel always, or the card of the highest value that is worth enough."""
        if "dusel_goal" in legal:
            return "dusel_goal"
        gain = self.duel_gain(referee, side)
        flagrant = referee.is_flagrant(referee.card(side))
        foul = gain + (policy.flagrant_bonus if flagrant else 0)
        worth = {"fortune": gain, "magic": gain, "foul": foul}
        least = {"fortune": policy.zero_min, "magic": policy.zero_min, "foul": policy.foul_min}
        wanted = [kind for kind in worth if kind in legal and enough(worth[kind], least[kind])]
        return first_best(wanted, worth.get) if wanted else None

    def D7(self, referee, side, legal, policy):  # noqa: N802
        """The answer to a card."""
        threat = referee.threat
        if threat.kind == "foul":
            return self.answer_foul(referee, side, legal, policy)
        if threat.kind == "disaster":
            value = self.spell_value(referee, policy, ("disaster", threat.code))
            return "curse" if enough(value, policy.disaster_min) else None
        return "curse" if enough(self.gain(referee, threat), policy.curse_shot_min) else None

    D14 = D7

    def answer_foul(self, referee, side, legal, policy):
        """D7: a Curse against a foul, else Fortune, else Magic."""
        threat, benefit = referee.threat, 1.0
        if threat.where == "duel":
            benefit = sum(self.stake(referee, s, referee.cur(s), 0) for s in (0, 1))
        if "curse" in legal and enough(benefit, policy.counter_min - policy.curse_foul_bonus):
            return "curse"
        if not enough(self.gain(referee, threat), policy.counter_min):
            return None
        return next((a for a in ("fortune_cancel", "magic_cancel") if a in legal), None)

    def D8(self, referee, side, legal, policy):  # noqa: N802
        """A Curse for the foul that was cancelled."""
        gain = self.gain(referee, referee.threat)
        return "curse" if enough(gain, policy.counter_min) else None

    # At a shot

    def D9(self, referee, side, legal, policy):  # noqa: N802
        """The first possible card if the goalkeeper is good enough."""
        if not enough(1 - self.dice(referee.play.n, referee.play.k), policy.unstop_min):
            return None
        order = ("dusel_goal", "fortune", "magic", "foul")
        return next((action for action in order if action in legal), None)

    def D10(self, referee, side, legal, policy):  # noqa: N802
        """The goalkeeper's foul."""
        odds = self.dice(referee.play.n, referee.play.k)
        return "foul" if enough(odds, policy.keeper_foul_min) else None

    def D13(self, referee, side, legal, policy):  # noqa: N802
        """Second Chance."""
        odds = self.dice(referee.play.n, referee.play.k)
        return "play" if enough(odds, policy.second_chance_min) else None

    def D15(self, referee, side, legal, policy):  # noqa: N802
        """A goal is cancelled unless the lead is large."""
        lead = referee.score[side] - referee.score[1 - side]
        return "curse" if lead <= policy.curse_goal_max_lead else None

    def D16(self, referee, side, legal, policy):  # noqa: N802
        """Detlef always draws."""
        return "yes"

    def D17(self, referee, side, legal, policy):  # noqa: N802
        """The best reserve."""

        def value(code):
            if code >= KEEPER_CODE:
                return referee.save(code - KEEPER_CODE)
            return self.score(referee, policy, code)

        return first_best(legal, value)

    # Speed plays

    def D18(self, referee, side, legal, policy):  # noqa: N802
        """The best attacker if he is good enough."""
        cards = [slot.card for slot in referee.sides[side].slots]
        best = first_best(legal[1:], lambda i: referee.value(cards[i], "attack"))
        odds = self.goal(referee, referee.value(cards[best], "attack"), 1 - side)
        return best if enough(odds, policy.speed_min) else None

    def D19(self, referee, side, legal, policy):  # noqa: N802
        """Stop a good attacker, or defend where that helps enough."""
        attacker = referee.sides[1 - side].slots[referee.attacker].card
        odds = self.goal(referee, referee.value(attacker, "attack"), side)
        if "stop" in legal:
            return "stop" if enough(odds, policy.speed_min) else None
        cards = [slot.card for slot in referee.sides[side].slots]

        def worth(i):
            return odds - self.duel(referee, 1 - side, attacker, cards[i])

        best = first_best(legal[1:], worth)
        return best if enough(worth(best), policy.speed_min) else None

    # After the match

    def D21(self, referee, side, legal, policy):  # noqa: N802
        """Give the weakest player, take the best."""
        sign = -1 if side == referee.giver else 1
        return first_best(
            legal, lambda c: sign * (referee.players[c].attack + referee.players[c].defence)
        )


def twin_of(s, number):
    """Judge all decisions of one match by section 8; how many of each kind there were."""
    told = tell(s, number)
    twin = Twin(s.rules, told.policies)
    judge(s, told, twin)
    return twin.judged


def twins_of(s, numbers):
    """The same for several matches."""
    return sum((twin_of(s, number) for number in numbers), Counter())
