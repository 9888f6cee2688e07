"""The referee's shots: the shot window, dice, Second Chances (SHOT and DICE of RULES.md)."""

from __future__ import annotations

from dream_team_referee_book import BALDUIN, Threat, code_of, unmatched
from dream_team_referee_cards import CURSED, EFFECTIVE, MISSED, Cards, Outcome

from sim.games.dream_team.story import Event


class Shots(Cards):
    """Shots at goal."""

    def shoot(self, s: int, n: int, origin: str) -> Outcome:
        """SHOT: R15-R18, R26 and the shot window."""
        t = 1 - s
        self.take("R12, R14", Event.SHOT, seat=s, a=n, c=self.card(s))
        self.count["shots"] += 1
        self.play.shooter, self.play.n, self.play.k = s, n, 0
        alone = self.play.speed and self.play.slots[t] is None
        if self.sides[t].keeper is None or (
            alone and self.rules.speed_unopposed.word == "auto_goal"
        ):
            return self.open_goal(origin)
        self.play.k = self.save_dice(t, n)
        if self.play.k > 0:
            for window in (self.shot_effect, self.keeper_foul):
                done = window(s, origin)
                if done is not None:
                    return done
        return self.try_dice(s, origin)

    def save_dice(self, t: int, n: int) -> int:
        """R16, A4: how many dice the goalkeeper's trainer places."""
        k = min(self.save(self.sides[t].keeper), 6)
        if self.rules.dice_limit.word == "shared":
            k = min(k, self.rules.max_shot_dice - n)
        return k

    def open_goal(self, origin: str) -> Outcome:
        """R26: a goal without dice."""
        s = self.play.shooter
        keeper = self.sides[1 - s].keeper
        event = self.take("R26", Event.OPEN_GOAL, seat=s)
        self.require((event.a < 0) == (keeper is None), "R26: whether the goal is empty")
        self.count["auto_goals"] += 1
        return self.goal(s, self.card(s), origin)

    def stopped(self) -> Outcome:
        """A stopped shot."""
        self.take("R18", Event.SAVED, seat=1 - self.play.shooter)
        self.count["saves"] += 1
        return MISSED

    def shot_effect(self, s: int, origin: str) -> Outcome | None:
        """D9; an outcome unless the shot goes on."""
        t = 1 - s
        shooter, keeper = self.card(s), self.sides[t].keeper
        action = None
        if self.comes(s, Event.UNSTOPPABLE, Event.FOUL, Event.DUSEL):
            event = self.take("R29-R31", Event.UNSTOPPABLE, Event.FOUL, Event.DUSEL)
            action = {Event.FOUL: "foul", Event.DUSEL: "dusel_goal"}.get(event.kind)
            action = action or self.word_of(event)
            if event.kind == Event.FOUL:
                self.check_foul(s, shooter, code_of(keeper))
            else:
                who = event.a if event.kind == Event.DUSEL else event.b
                self.require(who == shooter, "R29: it is the shooter's card")
        self.decide("D9", s, self.shot_effects(s), action)
        if action is None:
            return None
        if action == "dusel_goal":
            self.count["auto_goals"] += 1
            return self.dusel_goal(s, origin)
        self.spend(s, action)
        answer = self.counter(Threat(action, s, "shot", n=self.play.n, k=self.play.k))
        if answer == EFFECTIVE:
            if action == "foul":
                self.fouled.add(code_of(keeper))
                self.foul_lands(s, shooter, t, code_of(keeper))
            return self.open_goal(origin)
        if answer == CURSED and action == "foul":
            self.punish(s)
            return self.stopped()
        return None

    def shot_effects(self, s: int) -> list[str | None]:
        """D9: pass, magic, fortune, foul, dusel_goal."""
        legal: list[str | None] = [None]
        legal += [k for k in ("magic", "fortune") if self.can_conjure(s, k, self.card(s))]
        legal += ["foul"] if self.has(s, "foul") else []
        return legal + self.dusel_goals(s)

    def keeper_foul(self, s: int, origin: str) -> Outcome | None:
        """D10, A28: the goalkeeper fouls the shooter; an outcome unless the shot goes on."""
        t = 1 - s
        if not (self.rules.keeper_may_foul and self.has(t, "foul")):
            return None
        action = "foul" if self.comes(t, Event.FOUL) else None
        self.decide("D10", t, [None, "foul"], action)
        if action is None:
            return None
        keeper = code_of(self.sides[t].keeper)
        self.take("A28", Event.FOUL)
        self.check_foul(t, keeper, self.card(s))
        self.spend(t, "foul")
        self.count["keeper_fouls"] += 1
        answer = self.counter(Threat("foul", t, "keeper", n=self.play.n, k=self.play.k))
        if answer == EFFECTIVE:
            return self.stopped()
        if answer == CURSED:
            if self.rules.ordinary_penalty.word == "box":
                self.send_to_box(t, keeper)
                self.sides[t].keeper = None
            return self.open_goal(origin)
        return None

    # Dice

    def try_dice(self, s: int, origin: str) -> Outcome:
        """The dice, again after every Second Chance (R69)."""
        while self.play.k > 0:
            done = self.throw(s, origin)
            if done is not None:
                return done
            outcome = self.stopped()
            if not self.second_chance(s):
                return outcome
        return self.open_goal(origin)

    def second_chance(self, s: int) -> bool:
        """D13, D14: whether the missed shot is repeated; with how many dice (A23)."""
        if not self.has(s, "second_chance"):
            return False
        action = "play" if self.comes(s, Event.SECOND_CHANCE) else None
        self.decide("D13", s, [None, "play"], action)
        if action is None:
            return False
        before = Threat("second_chance", s, "chance", n=self.play.n, k=self.play.k)
        if self.rules.second_chance_strength.word == "full_value":
            full = max(self.play.n, self.cur(s))
            self.play.n = min(full, self.rules.max_shot_dice)
            self.play.k = self.save_dice(1 - s, self.play.n)
        self.take("R69, A23", Event.SECOND_CHANCE, seat=s, a=self.play.n, b=self.play.k)
        self.spend(s, "second_chance")
        self.count["second_chances"] += 1
        return self.counter(before) == EFFECTIVE

    def throw(self, s: int, origin: str) -> Outcome | None:
        """DICE: goal, own goal, cancelled goal; nothing for a missed shot."""
        t, n, k = 1 - s, self.play.n, self.play.k
        balduin = self.card(s) == BALDUIN and self.active(s, BALDUIN)
        double = self.rules.balduin_double.word if balduin else "off"
        event = self.take("R15, R16", Event.FACES, seat=s)
        if double == "rolled":
            shot = self.shown("A33", event.a, n, thrown=True)
        else:
            shot = self.place("D11", s, event.a, n)
        save = self.place("D12", t, event.b, k)
        self.count["dice_shots"] += 1
        name, cell = ("", (self.seats[s], n, k)) if double == "off" else ("balduin_", (n, k))
        self.matrices[f"{name}shots_n_k", *cell] += 1
        if double != "off" and len({*shot}) < len(shot):
            self.take("R51, A33", Event.DOUBLE, seat=s, a=BALDUIN)
            if not self.is_own_goal(s, shot, save):
                return None
            self.matrices["balduin_own_goals_n_k", n, k] += 1
            self.take("R51", Event.OWN_GOAL, seat=s)
            return self.goal(t, None, "own_goals")
        if not unmatched(shot, save, self.rules.save_match.word):
            return None
        self.matrices[f"{name}goals_n_k", *cell] += 1
        return self.goal(s, self.card(s), origin)

    def is_own_goal(self, s: int, shot: tuple[int, ...], save: tuple[int, ...]) -> bool:
        """R51, A34: whether Balduin's double is an own goal."""
        rule, match = self.rules.balduin_own_goal.word, self.rules.save_match.word
        keeper = self.sides[s].keeper
        if rule == "swap_dice":
            return unmatched(save, shot, match)
        if rule == "save_dice":
            return unmatched(shot, save, match)
        if rule == "auto" or keeper is None:
            return True
        event = self.take("A34", Event.OWN_KEEPER, seat=s)
        faces = self.shown("A34", event.a, min(self.save(keeper), 6))
        return unmatched(shot, faces, match)
