"""The referee's plays: duel window, strengths, injuries, Speed plays.

PLAY with its END and SPEED_PLAY of section 6 of RULES.md.
"""

from __future__ import annotations

from dream_team_referee_book import DUSEL, Play, Slot, Threat, code_of
from dream_team_referee_cards import CURSED, EFFECTIVE, TIE, Outcome
from dream_team_referee_shots import Shots
from dream_team_told import AWAY, HOME

from sim.games.dream_team.story import KEEPER_CODE, Event


class Plays(Shots):
    """Plays."""

    def run_play(self, a: int, x: Slot, y: Slot | None, speed: bool = False) -> Outcome:
        """PLAY and its END."""
        self.play = Play(a, {a: x, 1 - a: y}, speed)
        self.count["plays"] += 1
        outcome = self.meet(a)
        self.end_play()
        return outcome

    def meet(self, a: int) -> Outcome:
        """PLAY: the duel window if there is a defender, then the shot of the stronger one."""
        d = 1 - a
        if self.play.slots[d] is None:
            if self.play.speed and self.cur(a) <= 0:
                return TIE
            return self.strike(a, self.cur(a), "")
        for s in (a, d):
            done = self.duel_effect(s)
            if done is not None:
                return done
        strength = self.cur(a) - self.cur(d)
        if strength < 0 and self.rules.counterattack:
            n = min(-strength, self.rules.max_shot_dice)
            self.take("R14", Event.COUNTER, seat=d, a=n, c=self.card(d))
            self.count["counters"] += 1
            return self.strike(d, -strength, "counter_goals")
        return self.strike(a, strength, "attack_goals")

    def strike(self, s: int, strength: int, origin: str) -> Outcome:
        """R12, R13: a shot, unless the strength is 0."""
        if strength <= 0:
            self.take("R13", Event.STOPPED)
            self.count["ties"] += 1
            return TIE
        return self.shoot(s, min(strength, self.rules.max_shot_dice), origin)

    # The duel window

    def duel_effect(self, x: int) -> Outcome | None:
        """D6 of one side and what follows; an outcome if that ends the play or is a free shot."""
        y = 1 - x
        action = None
        if self.comes(x, Event.FOUL, Event.ZERO, Event.DUSEL):
            event = self.take("R29-R31", Event.FOUL, Event.ZERO, Event.DUSEL)
            action = {Event.FOUL: "foul", Event.DUSEL: "dusel_goal"}.get(event.kind)
            action = action or self.word_of(event)
            if event.kind == Event.FOUL:
                self.check_foul(x, self.card(x), self.card(y))
            elif event.kind == Event.ZERO:
                self.require((event.b, event.c) == (self.card(x), self.card(y)), "R29: who, whom")
            else:
                self.require(event.a == self.card(x) == DUSEL, "R47: Sankt Dusel alone")
        self.decide("D6", x, self.duel_effects(x), action)
        if action is None:
            return None
        if action == "dusel_goal":
            return self.dusel_goal(x, "")
        self.spend(x, action)
        answer = self.counter(Threat(action, x, "duel"))
        if answer == EFFECTIVE:
            zero = self.rules.foul_value if action == "foul" else self.rules.spell_zero_value
            self.play.zeroed[y] = zero
            if action == "foul":
                self.foul_lands(x, self.card(x), y, self.card(y))
        elif answer == CURSED and action == "foul":
            return self.cursed_duel(x)
        return None

    def duel_effects(self, x: int) -> list[str | None]:
        """D6: pass, foul, magic, fortune, dusel_goal."""
        mine, legal = self.card(x), [None]
        if self.cur(1 - x) > 0:
            legal += ["foul"] if self.has(x, "foul") else []
            legal += ["magic"] if self.can_conjure(x, "magic", mine) else []
            legal += ["fortune"] if self.can_conjure(x, "fortune", mine) else []
        return legal + self.dusel_goals(x)

    def cursed_duel(self, x: int) -> Outcome | None:
        """R43, R44, R71: the fouler is punished and has value 0; the victim's free shot."""
        y = 1 - x
        self.punish(x)
        self.play.zeroed[x] = self.rules.foul_value
        if not self.rules.curse_free_shot:
            return None
        self.take("R43, A26", Event.FREE_SHOT, seat=y, a=self.card(y))
        self.count["free_shots"] += 1
        return self.strike(y, self.cur(y), "")

    # The end of a play

    def end_play(self) -> None:
        """END: injuries take effect; A13: the injured may be replaced at once."""
        new = self.play.hurt - self.injured
        for s in (HOME, AWAY):
            for code in self.squad_order(s, new):
                self.take("R39, R50", Event.INJURED, seat=s, a=code)
                self.tally("injuries", s)
        self.injured |= new
        if self.rules.injury_replacement.word == "immediate":
            for s in (HOME, AWAY):
                self.replace_injured(s)

    def replace_injured(self, s: int) -> None:
        """D17: reserves for injured players, then for the goalkeeper; or nobody."""
        side = self.sides[s]
        for slot in side.standing():
            if slot.card in self.injured:
                reserve = self.replacement(s, slot.card, self.may_enter(s))
                if reserve is None:
                    slot.gone = True
                else:
                    slot.card = reserve
                    self.was_fielded.add(reserve)
        if side.keeper is not None and code_of(side.keeper) in self.injured:
            legal = [code_of(keeper) for keeper in self.keeper_reserves(s)]
            reserve = self.replacement(s, code_of(side.keeper), legal)
            side.keeper = None if reserve is None else reserve - KEEPER_CODE

    def replacement(self, s: int, code: int, legal: list[int]) -> int | None:
        """D17 once."""
        event = self.take("A13", Event.REPLACED, seat=s, a=code)
        if not legal:
            self.require(event.b == -1, "A13: there is no reserve")
            return None
        self.decide("D17", s, legal, event.b)
        self.count["immediate_replacements"] += 1
        return event.b

    # Speed plays

    def ready(self, s: int) -> list[int]:
        """R37: slots that may make a Speed play: boots, one play behind them."""
        one_play = self.rules.play_rule.word == "one_play"
        return [
            i
            for i, slot in enumerate(self.sides[s].slots)
            if not slot.gone
            and not slot.extra
            and self.has_symbol(slot.card, "boots")
            and (slot.attacked or (one_play and slot.defended))
        ]

    def slot_of(self, s: int, card: int) -> int:
        """The slot a card stands on."""
        fielded = [slot.card for slot in self.sides[s].slots]
        self.require(card in fielded, "R11: the card is not on the field")
        return fielded.index(card)

    def speed_play(self, s: int) -> bool:
        """SPEED_PLAY: whether a side played a Speed card."""
        ready = self.ready(s)
        if not (ready and self.has(s, "speed")):
            return False
        action = None
        if self.comes(s, Event.SPEED):
            event = self.take("R37", Event.SPEED)
            action = self.slot_of(s, event.a)
            self.require(event.b == self.value(event.a, "attack"), "R3: another attack value")
        self.decide("D18", s, [None, *ready], action)
        if action is None:
            return False
        slot = self.use_speed(s, action)
        self.count["speed_plays"] += 1
        if self.stops(1 - s, action):
            return True
        y = self.speed_defence(1 - s, action)
        self.run_play(s, slot, y, speed=True)
        return True

    def use_speed(self, s: int, i: int) -> Slot:
        """Spend a Speed for a slot."""
        self.spend(s, "speed")
        slot = self.sides[s].slots[i]
        slot.extra = True
        return slot

    def stops(self, t: int, attacker: int) -> bool:
        """D19, A21: a Speed card against a Speed play."""
        if self.rules.speed_counter.word != "cancel" or not self.has(t, "speed"):
            return False
        self.attacker = attacker
        action = "stop" if self.comes(t, Event.SPEED_STOPPED) else None
        self.decide("D19", t, [None, "stop"], action)
        if action is None:
            return False
        self.take("A21", Event.SPEED_STOPPED)
        self.spend(t, "speed")
        self.count["speed_stopped"] += 1
        return True

    def speed_defence(self, t: int, attacker: int) -> Slot | None:
        """D19, A21: a Speed play of the other side that defends."""
        ready = self.ready(t)
        if self.rules.speed_counter.word != "defend" or not (ready and self.has(t, "speed")):
            return None
        self.attacker, action = attacker, None
        if self.comes(t, Event.SPEED_DEFENCE):
            self.take("A21", Event.SPEED_DEFENCE)
            event = self.take("A21", Event.DEFENCE, seat=t)
            action = self.slot_of(t, event.a)
            self.require(event.b == self.value(event.a, "defence"), "R3: another defence value")
        self.decide("D19", t, [None, *ready], action)
        return None if action is None else self.use_speed(t, action)
