"""The referee's action cards: who may play them, answers, fouls, penalties, what goals set off.

COUNTER, FOUL_LANDS, PUNISH and GOAL of section 6 of RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dream_team_referee_book import AUGUST, DETLEF, DUSEL, SEPP, Book, Threat, code_of

from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import KEEPER_CODE, Event

EFFECTIVE, CANCELLED, CURSED = "effective", "cancelled", "cursed"
FATES = {
    EFFECTIVE: "foul_effective",
    CANCELLED: "foul_magic_cancelled",
    CURSED: "foul_cursed",
}


class Outcome(NamedTuple):
    """What an attack led to: no shot at all, and the side whose goal counts."""

    tie: bool
    scorer: int | None


TIE, MISSED = Outcome(tie=True, scorer=None), Outcome(tie=False, scorer=None)


class Cards(Book):
    """What cards do in a play."""

    # Duelists

    def card(self, s: int) -> int:
        """The duelist of a side."""
        slot = self.play.slots[s]
        assert slot is not None
        return slot.card

    def cur(self, s: int) -> int:
        """Strength of a side's duelist: zeroed in this play, else his value in his role."""
        role = "attack" if s == self.play.attacking else "defence"
        return self.play.zeroed.get(s, self.value(self.card(s), role))

    def duelist(self, s: int) -> int | None:
        """The duelist who may answer for a side: none if PUNISH took him off."""
        slot = self.play.slots[s]
        return None if slot is None or slot.gone else slot.card

    def can_conjure(self, s: int, kind: str, card: int | None) -> bool:
        """R32: Magic needs a star, Fortune a clover."""
        symbol = {"magic": "star", "fortune": "clover"}[kind]
        return card is not None and self.has(s, kind) and self.has_symbol(card, symbol)

    def dusel_goals(self, s: int) -> list[str]:
        """R47: whether a side's duelist is Sankt Dusel with a Fortune."""
        able = self.card(s) == DUSEL and self.active(s, DUSEL) and self.has(s, "fortune")
        return ["dusel_goal"] if able else []

    def dusel_goal(self, s: int, origin: str) -> Outcome:
        """R47: an immediate goal."""
        self.spend(s, "fortune")
        self.count["dusel_goals"] += 1
        return self.goal(s, self.card(s), origin)

    # Answers

    def counter(self, threat: Threat) -> str:
        """COUNTER: D7 or D14, then D8; what becomes of the card."""
        x, y, kind = threat.by, 1 - threat.by, threat.kind
        self.threat = threat
        legal, action = [None, *self.answers(y)], None
        if self.comes(y, Event.CANCEL, Event.CURSE):
            event = self.take("R71", Event.CANCEL, Event.CURSE)
            action = "curse"
            if event.kind == Event.CANCEL:
                action = f"{self.word_of(event)}_cancel"
                self.require(event.b == self.duelist(y), "A28: another player cancels")
            else:
                self.require(event.a == CardKind[kind.upper()], f"R71: the {kind} is cursed")
        self.decide("D14" if kind == "second_chance" else "D7", y, legal, action)
        fate = {None: EFFECTIVE, "curse": CURSED}.get(action, CANCELLED)
        if action is not None:
            self.spend(y, action.removesuffix("_cancel"))
        if fate == CANCELLED and self.recounter(x, action.removesuffix("_cancel")):
            fate = EFFECTIVE
        if kind == "foul":
            self.count[FATES[fate]] += 1
        return fate

    def answers(self, y: int) -> Iterator[str]:
        """D7, D14: how a side may answer a card."""
        kind = self.threat.kind
        if kind == "foul":
            for conjured in ("magic", "fortune"):
                if self.can_conjure(y, conjured, self.duelist(y)):
                    yield f"{conjured}_cancel"
        answerable = {
            "fortune": self.rules.curse_stops_fortune,
            "disaster": self.rules.curse_lifts_disaster,
        }
        if answerable.get(kind, True) and self.has(y, "curse"):
            yield "curse"

    def recounter(self, x: int, conjured: str) -> bool:
        """D8: whether the fouler curses the Magic (A25: or Fortune) that cancels his foul."""
        able = conjured == "magic" or self.rules.curse_stops_fortune
        if not (able and self.has(x, "curse")):
            return False
        action = "curse" if self.comes(x, Event.CURSE) else None
        self.decide("D8", x, [None, "curse"], action)
        if action is not None:
            self.take("R71", Event.CURSE, seat=x, a=CardKind[conjured.upper()])
            self.spend(x, "curse")
        return action is not None

    # Fouls

    def is_flagrant(self, fouler: int) -> bool:
        """R38, R39: whether a foul injures; a goalkeeper's never does."""
        if fouler >= KEEPER_CODE:
            return False
        fist = self.players[fouler].symbol == "fist"
        return fist or not self.rules.flagrant_needs_symbol

    def check_foul(self, s: int, fouler: int, victim: int) -> None:
        """The FOUL just read names who fouls whom, and how."""
        event = self.events[self.at - 1]
        self.require((event.a, event.b) == (fouler, victim), f"R38: {fouler} fouls {victim}")
        self.require(event.c == self.is_flagrant(fouler), "R39: flagrant or not")

    def foul_lands(self, x: int, fouler: int, y: int, victim: int) -> None:
        """FOUL_LANDS: the victim is hurt by a flagrant foul; Sepp goes berserk (R49)."""
        if self.is_flagrant(fouler):
            self.play.hurt.add(victim)
        scope = self.rules.sepp_scope.word
        if fouler != SEPP or not self.active(x, SEPP) or scope == "duel_only":
            return
        self.take("R49", Event.BERSERK, seat=x, a=SEPP)
        self.count["berserks"] += 1
        cards = sorted(slot.card for slot in self.sides[y].standing())
        for card in cards:
            if scope == "all" or self.players[card].symbol == "fist":
                self.take("R49, A32", Event.HIT, seat=y, a=card)
                self.zero_third.add(card)

    def punish(self, s: int) -> None:
        """PUNISH the duelist of a side: box or sent off, and his slot is emptied."""
        slot = self.play.slots[s]
        assert slot is not None
        if self.is_flagrant(slot.card) and self.rules.flagrant_penalty.word == "sent_off":
            self.take("R44", Event.SENT_OFF, seat=s, a=slot.card)
            self.sent_off.add(slot.card)
            self.sides[s].sent_off += 1
            self.tally("sendoffs", s)
        elif self.is_flagrant(slot.card) or self.rules.ordinary_penalty.word == "box":
            self.send_to_box(s, slot.card)
        else:
            return
        slot.gone = True

    def send_to_box(self, s: int, code: int) -> None:
        """R43: until the end of the period."""
        self.take("R43", Event.PENALTY_BOX, seat=s, a=code)
        self.boxed.add(code)
        self.tally("boxes", s)

    # Goals

    def goal(self, s: int, scorer: int | None, origin: str) -> Outcome:
        """GOAL: D15, the score, Detlef and August."""
        t = 1 - s
        if self.has(t, "curse"):
            action = "curse" if self.comes(t, Event.GOAL_CANCELLED) else None
            self.decide("D15", t, [None, "curse"], action)
            if action is not None:
                self.take("R71", Event.GOAL_CANCELLED, seat=t)
                self.spend(t, "curse")
                self.count["goals_cancelled"] += 1
                return MISSED
        event = self.take("R18, R26", Event.GOAL, seat=s)
        self.score[s] += 1
        self.require([event.a, event.b] == self.score, f"R19: the score is {self.score}")
        self.count[origin] += 1
        if scorer is not None:
            self.note_scorer(s, scorer)
        self.scored.append((self.period, s))
        self.over = self.sudden
        if scorer is not None:
            if self.active(t, DETLEF) and self.rules.detlef_draw.word != "off":
                self.detlef(t)
            if self.active(t, AUGUST):
                self.take("R50", Event.AUGUST, seat=t, a=scorer)
                self.count["august_injuries"] += 1
                self.play.hurt.add(scorer)
        return Outcome(tie=False, scorer=s)

    def note_scorer(self, s: int, scorer: int) -> None:
        """R36, A29: the first scorer of a side, and whether his was the first goal of all."""
        side = self.sides[s]
        if side.first_scorer is None:
            side.first_scorer, side.opened = scorer, not self.scored

    def lendable(self, s: int) -> list[int]:
        """A31: the reserves of a side, goalkeepers last."""
        return [*self.reserves(s), *map(code_of, self.keeper_reserves(s))]

    def detlef(self, t: int) -> None:
        """R48, A31, D16: a card of the scoring side changes hands."""
        s = 1 - t
        hand = self.rules.detlef_draw.word == "action_card"
        there = self.sides[s].hand
        codes = self.lendable(s)
        if not (there.total() if hand else codes):
            return
        action = "yes" if self.comes(t, Event.DETLEF) else None
        self.decide("D16", t, [None, "yes"], action)
        if action is None:
            return
        event = self.take("R48", Event.DETLEF)
        self.count["detlef_draws"] += 1
        if hand:
            self.require(event.b == -1, "A31: an action card is drawn")
            kind = self.word_of(event)
            self.require(there[kind] > 0, "A31: that card is not in the hand")
            there[kind] -= 1
            self.sides[t].hand[kind] += 1
        else:
            self.require(event.a == -1, "A31: a reserve is drawn")
            self.require(event.b in codes, "A31: that card is no reserve")
            self.join(t, event.b)
