"""A referee who watches a told match of Dream Team and plays it again by section 6 of RULES.md.

Deliberately naive, and independent of the kernel: lists of slots, lists of all legal actions, one
event after the other.  Whatever breaks a rule is an AssertionError that names the rule.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from hypothesis import strategies as st
from support import house_rules, option_values, scenario

from sim.engine.components import Components
from sim.engine.log import LOG
from sim.games import game
from sim.games.dream_team.cards import FIELD, KEEPERS, TEAMS, Keeper, Player
from sim.games.dream_team.story import Event
from sim.games.dream_team.strategies import STRATEGIES, Policy
from sim.plan import Scenario
from sim.play import named
from sim.table import make_rows, make_table

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
GAME = game("dream_team")
HOME, AWAY = 0, 1
NAMES = ("home", "away")
DICE = range(7)


class Happening(NamedTuple):
    """One event of a log."""

    kind: Event
    seat: int
    a: int
    b: int
    c: int


@dataclass
class Told:
    """A match with its log: the kernel's record and matrices, events, trainers, the table left."""

    row: dict[str, int]
    shots: Counter[tuple[int, int, int]]  # by seat, attack dice, save dice
    goals: Counter[tuple[int, int, int]]
    events: list[Happening]
    policies: tuple[Policy, ...]  # by seat
    tables: Any = field(compare=False, repr=False)  # shape (1,)


def tell(s: Scenario, match: int) -> Told:
    """Play one match of a scenario with the log on."""
    tables, logs = make_table(s), np.zeros(1, LOG).view(np.recarray)
    out = make_rows(s, 1)
    s.declared.kernel().tell_match(tables, np.uint64(match), logs, out)
    record = named(s, out)[0]
    turn = match % s.block  # with two contenders a block is the match and its mirror
    return Told(
        row={name: int(record[name]) for name in record.dtype.names},
        shots=cells(tables[0].counts.shots_n_k),
        goals=cells(tables[0].counts.goals_n_k),
        events=happenings(logs[0].events[: logs[0].used]),
        policies=tuple(s.policies[(seat + turn) % 2] for seat in (0, 1)),
        tables=tables,
    )


def cells(matrix: Any) -> Counter[tuple[int, int, int]]:
    """The counts of a matrix that are not zero."""
    return Counter({tuple(map(int, at)): int(matrix[tuple(at)]) for at in np.argwhere(matrix)})


def happenings(events: Any) -> list[Happening]:
    """The events of a log as plain tuples, shape (events,)."""
    return [Happening(Event(kind), *rest) for kind, *rest in events.tolist()]


# The referee --------------------------------------------------------------------------------------


@dataclass
class Slot:
    """A place on the field and what its player has done in this third."""

    card: int
    attacked: bool = False
    defended: bool = False


@dataclass
class Side:
    """One side of a match; cards are numbers of CSV rows."""

    seat: int
    cards: list[int]
    keepers: list[int]
    slots: list[Slot] = field(default_factory=list)
    keeper: int | None = None
    swaps: int = 0  # substitutions in this third

    def reserves(self) -> list[int]:
        """Field cards that are on no slot."""
        return [card for card in self.cards if card not in [slot.card for slot in self.slots]]


class Outcome(NamedTuple):
    """What an attack led to."""

    tie: bool
    scorer: int | None


Watch = Callable[["Referee", str, int, Any, Any], None]


class Referee:
    """Plays a match again from its events; `watch` is called at every decision.

    A decision is given as (referee, id, side, legal actions, action taken).  Actions are written
    (keeper or None, cards) in D1; None, ("swap", slot, card), ("keeper", card) or ("pull", card)
    in D3; a slot in D4 and D5; the sorted faces in D11 and D12.  The legal actions stand in the
    order of section 7; in chosen_any they are too many and given as None.
    """

    def __init__(
        self,
        rules: Any,
        components: Components,
        events: Iterable[Happening],
        watch: Watch | None = None,
    ) -> None:
        players, keepers = (
            sorted(components.rows[name], key=lambda card: card.team)
            for name in ("players", "keepers")
        )
        self.rules, self.players = rules, players
        self.saves = [card.save for card in keepers]
        self.events, self.at = list(events), 0
        self.watch = watch
        self.count: Counter[str] = Counter()
        self.shots: Counter[tuple[int, int, int]] = Counter()
        self.goals: Counter[tuple[int, int, int]] = Counter()
        self.scored: list[tuple[int, int]] = []  # period and side of every goal
        self.score = [0, 0]
        self.period = self.extra = 0
        self.sudden = self.over = False
        self.attacker: int | None = None  # attacking slot while D5 is asked

    # Reading events

    def fault(self, text: str) -> NoReturn:
        """Raise the referee's complaint about the current event."""
        now = self.events[self.at - 1] if self.at else None
        raise AssertionError(f"{text} (event {self.at - 1}: {now})")

    def require(self, holds: bool, text: str) -> None:
        """Complain unless something holds."""
        if not holds:
            self.fault(text)

    def take(self, text: str, *kinds: Event, seat: int | None = None) -> Happening:
        """The next event, which must be of one of these kinds, and of that side if one is given."""
        self.require(self.at < len(self.events), f"{text}: the match has ended")
        event = self.events[self.at]
        self.at += 1
        self.require(event.kind in kinds, f"{text}: expected {' or '.join(k.name for k in kinds)}")
        self.require(seat is None or event.seat == seat, f"{text}: the wrong side")
        return event

    def comes(self, seat: int, *kinds: Event) -> bool:
        """Whether the next event is of one of these kinds and of that side."""
        if self.at == len(self.events):
            return False
        return self.events[self.at].kind in kinds and self.events[self.at].seat == seat

    def decide(self, name: str, s: int, legal: Sequence[Any] | None, action: Any) -> None:
        """A decision: the action must be legal; with a single legal one it does not count."""
        if legal is not None:
            self.require(action in legal, f"{name}: {action} is none of {len(legal)} legal actions")
        if legal is None or len(legal) > 1:
            self.count["decisions"] += 1
            if self.watch is not None:
                self.watch(self, name, s, legal, action)

    # The match

    def judge(self) -> None:
        """MATCH: the regular thirds (R8), extra periods (R22, R23, A15), the result."""
        self.set_up()
        for _ in range(self.rules.thirds):
            self.play_period(self.starters(self.rules.third_starts.word))
        self.regulation = tuple(self.score)
        while self.wants_extra():
            self.extra += 1
            self.sudden = self.is_sudden()
            self.count["sudden_death"] |= self.sudden
            self.play_period(self.starters(self.rules.extra_starts.word))
        result = self.take("R22: no further period is due", Event.RESULT)
        self.require([result.a, result.b] == self.score, f"R19: the score is {self.score}")
        self.require(self.at == len(self.events), "R22: something happens after the end")

    def set_up(self) -> None:
        """R4, R7: who plays at home, which teams."""
        event = self.take("R7", Event.HOME)
        fixed = {"seat0": 0, "seat1": 1}.get(self.rules.home_rule.word, event.a)
        self.require(event.a in (0, 1) and event.a == fixed, "R7: the wrong seat is at home")
        self.seats, self.teams = (event.a, 1 - event.a), (event.b, event.c)
        self.require({*self.teams} <= {*range(TEAMS)}, "R4: no such team")
        self.require(event.b != event.c, "R4: both trainers have the same team")
        if self.rules.team_assignment.word == "by_seat":
            self.require(self.teams == self.seats, "R4: a seat has another team than its own")
        self.sides = home, away = [self.squad(s) for s in (HOME, AWAY)]
        self.require(not {*home.cards} & {*away.cards}, "I2: both sides hold the same player")
        self.require(not {*home.keepers} & {*away.keepers}, "I2: both have the same goalkeeper")

    def squad(self, s: int) -> Side:
        """R4: the cards of a team; R60, A49: dealt ones are those that are ever shown."""
        team = self.teams[s]
        cards = [*range(FIELD * team, FIELD * (team + 1))]
        keepers = [*range(KEEPERS * team, KEEPERS * (team + 1))]
        if self.rules.team_formation.word == "random_deal":
            cards = self.shown(s, FIELD, {Event.FIELDED: 2, Event.SUBSTITUTION: 3, Event.PULL: 3})
            keepers = self.shown(s, KEEPERS, {Event.KEEPER: 2, Event.KEEPER_CHANGE: 3})
        return Side(self.seats[s], cards, keepers)

    def shown(self, s: int, most: int, kinds: dict[Event, int]) -> list[int]:
        """Cards that enter the field during the match, with blanks for those that never do."""
        mine = [event for event in self.events if event.seat == s and event.kind in kinds]
        cards = sorted({event[kinds[event.kind]] for event in mine})
        self.require(len(cards) <= most, f"R60: {len(cards)} different cards, {most} are dealt")
        return cards + [-1 - s - 2 * blank for blank in range(most - len(cards))]

    def wants_extra(self) -> bool:
        """R22, R23, A15, section 13: whether a level score asks for another period."""
        most = {"draw": 0, "extra_time": 1}.get(
            self.rules.draw_rule.word, self.rules.max_extra_periods
        )
        return self.score[HOME] == self.score[AWAY] and self.extra < most

    def is_sudden(self) -> bool:
        """R23, A15: whether the first goal of the coming extra period ends the match."""
        rule = self.rules.draw_rule.word
        return rule == "sudden_death" or (
            rule == "extra_time_then_sudden_death" and self.extra >= 2
        )

    def starters(self, rule: str) -> tuple[int, ...]:
        """R8, A17: who may start the coming period."""
        number = self.period + 1
        return {
            "alternate": (HOME if number % 2 == 1 else AWAY,),
            "home_always": (HOME,),
            "away_always": (AWAY,),
            "home": (HOME,),
            "away": (AWAY,),
            "roll": (HOME, AWAY),
        }[rule]

    # A period

    def play_period(self, starters: tuple[int, ...]) -> None:
        """PERIOD: line-ups, then turns until nobody may attack (R20) or the match is over."""
        self.period += 1
        event = self.take("R8, R22", Event.PERIOD)
        self.require(event.a == self.period, f"R8: this is period {self.period}")
        self.require(event.b == self.sudden, f"R23, A15: sudden death should be {self.sudden}")
        self.require(event.seat in starters, "R8, A17: the wrong side starts")
        for s in (HOME, AWAY):
            self.line_up(s)
        turn = event.seat
        while not self.over:
            if not self.attackers(turn):
                turn = 1 - turn
            if not self.attackers(turn):
                return
            turn = self.next_turn(turn, self.attack(turn))

    def line_up(self, s: int) -> None:
        """D1: R9, R21, R25, R41, R46."""
        side = self.sides[s]
        legal = list(self.line_ups(side))
        cards: list[int] = []
        while self.comes(s, Event.FIELDED):
            cards.append(self.take("R9", Event.FIELDED).a)
        self.require(len({*cards}) == len(cards), "I3: a card stands on two slots")
        self.require({*cards} <= {*side.cards}, "R4, R9: a card of another squad")
        self.require(cards == sorted(cards), "section 8: slots are in CSV order")
        event = self.take("R9, R25", Event.KEEPER, Event.NO_KEEPER, seat=s)
        side.keeper = event.a if event.kind == Event.KEEPER else None
        side.slots, side.swaps = [Slot(card) for card in cards], 0
        self.decide("D1", s, legal, (side.keeper, tuple(cards)))
        self.count[f"no_keeper_thirds_{NAMES[s]}"] += side.keeper is None

    def line_ups(self, side: Side) -> Iterator[tuple[int | None, tuple[int, ...]]]:
        """All legal line-ups: as many as asked for (R9, R25, R41) or as there are (R46)."""
        size = min(self.rules.field_players, len(side.cards))
        bare = min(self.rules.field_players_no_keeper, len(side.cards))
        for keeper in side.keepers:
            yield from ((keeper, cards) for cards in combinations(side.cards, size))
        if self.rules.allow_no_keeper.word in ("lineup", "both"):
            yield from ((None, cards) for cards in combinations(side.cards, bare))

    def attackers(self, s: int) -> list[int]:
        """A5: slots that may attack."""
        one_play = self.rules.play_rule.word == "one_play"
        return [
            i
            for i, slot in enumerate(self.sides[s].slots)
            if not slot.attacked and not (one_play and slot.defended)
        ]

    def defenders(self, s: int) -> list[int]:
        """A5: slots that may defend."""
        rule = self.rules.play_rule.word
        if rule == "attack_once_defend_free":
            return [*range(len(self.sides[s].slots))]
        return [
            i
            for i, slot in enumerate(self.sides[s].slots)
            if not slot.defended and not (rule == "one_play" and slot.attacked)
        ]

    def next_turn(self, a: int, outcome: Outcome) -> int:
        """R19, A6: whose turn follows an attack of side `a`."""
        rule = self.rules.direction.word
        if rule == "conceder_attacks" and outcome.scorer is not None:
            return 1 - outcome.scorer
        if rule == "keep_after_save" and outcome.scorer is None and not outcome.tie:
            return a
        return 1 - a

    # Substitutions

    def window(self, a: int) -> None:
        """R24, A14: before an attack, the attacking side first."""
        allowed = {"both": (a, 1 - a), "attacker": (a,), "defender": (1 - a,)}
        for s in allowed[self.rules.sub_window.word]:
            for _ in range(self.rules.subs_per_window):
                if self.sides[s].swaps == self.rules.subs_per_third or not self.substitute(s):
                    break

    def substitute(self, s: int) -> bool:
        """D3, once; whether there was a substitution."""
        side, legal = self.sides[s], self.substitutions(s)
        action: Any = None
        if self.comes(s, Event.SUBSTITUTION):
            event = self.take("R24", Event.SUBSTITUTION)
            fielded = [slot.card for slot in side.slots]
            self.require(event.a in fielded, "R24: who leaves is not on the field")
            action = ("swap", fielded.index(event.a), event.b)
        elif self.comes(s, Event.KEEPER_CHANGE, Event.PULL):
            event = self.take("R24, A11", Event.KEEPER_CHANGE, Event.PULL)
            self.require(event.a == side.keeper, "R24: the goalkeeper who leaves is not in goal")
            action = ("keeper" if event.kind == Event.KEEPER_CHANGE else "pull", event.b)
        self.decide("D3", s, legal, action)
        if action is None:
            return False
        self.apply(side, *action)
        side.swaps += 1
        self.count[f"subs_{NAMES[s]}"] += 1
        self.count[f"keeper_pulls_{NAMES[s]}"] += action[0] == "pull"
        return True

    def substitutions(self, s: int) -> list[Any]:
        """D3: none; reserves for usable slots; the other keeper; a reserve for the keeper (A11)."""
        side = self.sides[s]
        usable = sorted({*self.attackers(s), *self.defenders(s)})
        legal = [None, *(("swap", slot, card) for slot in usable for card in side.reserves())]
        if side.keeper is not None:
            legal += [("keeper", keeper) for keeper in side.keepers if keeper != side.keeper]
            bare = min(self.rules.field_players_no_keeper, len(side.cards))
            if self.rules.allow_no_keeper.word in ("substitution", "both"):
                room = len(side.slots) < bare
                legal += [("pull", card) for card in side.reserves() if room]
        return legal

    @staticmethod
    def apply(side: Side, kind: str, *cards: int) -> None:
        """A reserve takes a slot with its flags (R24), or a new one for the keeper (R25)."""
        if kind == "swap":
            side.slots[cards[0]].card = cards[1]
        elif kind == "keeper":
            side.keeper = cards[0]
        else:
            side.keeper = None
            side.slots.append(Slot(cards[0]))

    # A turn

    def attack(self, a: int) -> Outcome:
        """R11: substitutions, attacker (D4), defender (D5), play."""
        d = 1 - a
        self.window(a)
        event = self.take("R11, R19, R24, A6", Event.ATTACK, seat=a)
        x = self.slot(a, event.a)
        self.decide("D4", a, self.attackers(a), x)
        self.require(event.b == self.players[event.a].attack, "R3: another attack value")
        self.count[f"attacks_{NAMES[a]}"] += 1
        y = self.answer(d, x) if self.defenders(d) else None
        self.sides[a].slots[x].attacked = True
        if y is None:
            return self.attack_freely(a, x)
        self.sides[d].slots[y].defended = True
        return self.duel(a, x, y)

    def slot(self, s: int, card: int) -> int:
        """The slot a card stands on."""
        fielded = [slot.card for slot in self.sides[s].slots]
        self.require(card in fielded, "R11: the card is not on the field")
        return fielded.index(card)

    def answer(self, d: int, attacker: int) -> int:
        """D5, A50: whoever has a possible defender must answer."""
        event = self.take("R11, A50", Event.DEFENCE, seat=d)
        y = self.slot(d, event.a)
        self.attacker = attacker
        self.decide("D5", d, self.defenders(d), y)
        self.require(event.b == self.players[event.a].defence, "R3: another defence value")
        return y

    def attack_freely(self, a: int, x: int) -> Outcome:
        """A10: without a defender the full attack value shoots, or nothing happens."""
        if self.rules.unopposed.word == "no_attack":
            self.take("A10", Event.NO_ATTACK, seat=1 - a)
            self.count["no_eligible_defender"] += 1
            return Outcome(tie=True, scorer=None)
        self.take("A10", Event.UNOPPOSED, seat=1 - a)
        self.count["plays"] += 1
        self.count["unopposed_attacks"] += 1
        card = self.sides[a].slots[x].card
        return self.shoot(a, self.players[card].attack, card, "free_goals")

    def duel(self, a: int, x: int, y: int) -> Outcome:
        """R12-R14: the difference shoots."""
        d = 1 - a
        attacker, defender = self.sides[a].slots[x].card, self.sides[d].slots[y].card
        attack, defence = self.players[attacker].attack, self.players[defender].defence
        self.count["plays"] += 1
        if defence > attack and self.rules.counterattack:
            n = min(defence - attack, self.rules.max_shot_dice)
            event = self.take("R14", Event.COUNTER, seat=d)
            self.require((event.a, event.c) == (n, defender), f"R14: {defender} shoots with {n}")
            self.count["counters"] += 1
            return self.shoot(d, defence - attack, defender, "counter_goals")
        return self.shoot(a, attack - defence, attacker, "attack_goals")

    def shoot(self, s: int, strength: int, card: int, origin: str) -> Outcome:
        """R12, R13, R15-R18, R26: a shot at goal, unless the strength is 0."""
        if strength <= 0:
            self.take("R13", Event.STOPPED)
            self.count["ties"] += 1
            return Outcome(tie=True, scorer=None)
        t, n = 1 - s, min(strength, self.rules.max_shot_dice)
        event = self.take("R12, R14", Event.SHOT, seat=s)
        self.require((event.a, event.c) == (n, card), f"R1, R12: {card} shoots with {n} dice")
        self.count["shots"] += 1
        k = self.save_dice(t, n)
        if k <= 0:
            event = self.take("R26", Event.OPEN_GOAL, seat=s)
            bare = self.sides[t].keeper is None
            self.require((event.a < 0) == bare, "R26: whether the goal is empty")
            self.count["auto_goals"] += 1
        elif not self.beaten(s, n, k):
            self.take("R18", Event.SAVED, seat=t)
            self.count["saves"] += 1
            return Outcome(tie=False, scorer=None)
        self.count[origin] += 1
        self.goal(s)
        return Outcome(tie=False, scorer=s)

    def save_dice(self, t: int, n: int) -> int:
        """R16, A4: how many dice the goalkeeper's trainer places, 0 without one (R26)."""
        keeper = self.sides[t].keeper
        if keeper is None:
            return 0
        k = min(self.saves[keeper], 6)
        if self.rules.dice_limit.word == "shared":
            k = min(k, self.rules.max_shot_dice - n)
        return k

    def beaten(self, s: int, n: int, k: int) -> bool:
        """R15-R18, A3: both sides' faces, and whether an attack die is unmatched."""
        event = self.take("R15, R16", Event.FACES, seat=s)
        shot, save = self.faces("D11", s, event.a, n), self.faces("D12", 1 - s, event.b, k)
        self.count["dice_shots"] += 1
        cell = (self.seats[s], n, k)
        self.shots[cell] += 1
        goal = unmatched(shot, save, self.rules.save_match.word)
        self.goals[cell] += goal
        return goal

    def faces(self, name: str, s: int, packed: int, dice: int) -> tuple[int, ...]:
        """D11, D12, I8: the faces shown, 0-based; legal for the dice mode (A2)."""
        faces, most = unpack(packed), self.rules.die_faces
        self.require(all(face < most for face in faces), f"I8: a face above {most}: {faces}")
        if self.rules.dice_mode.word == "chosen_distinct":
            shown = min(dice, most)
            legal = [*combinations(range(most), shown)]
            self.require(len({*faces}) == len(faces) == shown, f"A2, {name}: {dice} dice: {faces}")
            self.decide(name, s, legal, faces)
            return faces
        self.require(len(faces) == dice, f"A2, {name}: {dice} dice, but {faces}")
        if self.rules.dice_mode.word == "chosen_any":
            self.decide(name, s, None, faces)
        return faces

    def goal(self, s: int) -> None:
        """R19, R23: the score goes up by one; in sudden death the match is over."""
        event = self.take("R18, R26", Event.GOAL, seat=s)
        self.score[s] += 1
        self.require([event.a, event.b] == self.score, f"R19: the score is {self.score}")
        self.scored.append((self.period, s))
        self.over = self.sudden

    # The record

    def columns(self) -> dict[str, int]:
        """Section 9: every column of the record, from what was seen."""
        leaders = [s for s in self.leads() if s is not None]
        deficits = [max([0, *(b[1 - s] - b[s] for b in self.scores())]) for s in (HOME, AWAY)]
        (home, away), (reg_home, reg_away) = self.score, self.regulation
        winner = None if home == away else int(away > home)
        level = home == away and "sudden_death" in self.rules.draw_rule.word
        found = {
            "home_seat": self.seats[HOME],
            "home_win": home > away,
            "away_win": away > home,
            "draw": home == away,
            "no_winner": home == away,
            "reg_home_win": reg_home > reg_away,
            "reg_away_win": reg_away > reg_home,
            "drawn_regulation": reg_home == reg_away,
            "goalless": reg_home + reg_away == 0,
            "goals_total": home + away,
            "reg_goals_total": reg_home + reg_away,
            "reg_margin_abs": abs(reg_home - reg_away),
            "blowout": abs(reg_home - reg_away) >= 4,
            "extra_periods": self.extra,
            "cap_hit": level,
            "capped": level,
            "lead_changes": sum(a != b for a, b in pairwise(leaders)),
            "comeback2": winner is not None and deficits[winner] >= 2,
            "first_goal_wins": winner is not None and self.scored[0][1] == winner,
            "length": self.count["plays"],
        }
        for s, name in enumerate(NAMES):
            seat, won = self.seats[s], winner == s
            found |= {f"team_{name}": self.teams[s], f"goals_{name}": self.score[s]}
            found |= {f"win_seat{seat}": won, f"win_share_seat{seat}": 60 * won}
            found[f"goals_seat{seat}"] = self.score[s]
            for third in (1, 2, 3):
                goals = self.scored.count((third, s)) if third <= self.rules.thirds else 0
                found[f"goals_third{third}_{name}"] = goals
        counted = {name: self.count[name] for name in GAME.record.column_names(2)}
        return {name: int(value) for name, value in (counted | found).items()}

    def scores(self) -> list[list[int]]:
        """The score after every goal."""
        sides = [s for _, s in self.scored]
        return [[sides[:i].count(HOME), sides[:i].count(AWAY)] for i in range(1, len(sides) + 1)]

    def leads(self) -> list[int | None]:
        """Who leads after every goal."""
        return [None if h == a else int(a > h) for h, a in self.scores()]


def unpack(packed: int) -> tuple[int, ...]:
    """Sorted 0-based faces of an event, four bits for each face."""
    return tuple(face for face in range(16) for _ in range(packed >> 4 * face & 15))


def unmatched(shot: Sequence[int], save: Sequence[int], save_match: str) -> bool:
    """R18, A3: whether a face (or, by die matching, a die) of the shot finds no match."""
    if save_match == "die":
        return bool(Counter(shot) - Counter(save))
    return bool({*shot} - {*save})


def check(s: Scenario, match: int, watch: Watch | None = None) -> Referee:
    """Tell a match and let the referee judge it."""
    return judge(s, tell(s, match), watch)


def judge(s: Scenario, told: Told, watch: Watch | None = None) -> Referee:
    """Judge events, record and matrices of a match."""
    referee = Referee(s.rules, s.components, told.events, watch)
    referee.judge()
    columns = referee.columns()
    wrong = {n: (v, columns.get(n)) for n, v in told.row.items() if v != columns.get(n)}
    assert not wrong, f"columns as (kernel, referee): {wrong}"
    assert columns.keys() == told.row.keys()
    assert told.shots == referee.shots
    assert told.goals == +referee.goals
    return referee


# Scenarios ----------------------------------------------------------------------------------------


def deck(seed: int | None = None, **values: int) -> Components:
    """Cards of random values 0 to 6 (I15); `attack`, `defence` and `save` may be given for all."""
    rng = random.Random(seed)

    def value(name: str) -> int:
        return values.get(name, rng.randint(0, 6))

    players = [
        Player(
            card_id=f"p{team}{i}",
            team=team,
            name=f"player {team}{i}",
            attack=value("attack"),
            defence=value("defence"),
            symbol="none",
            provenance="assumed",
        )
        for team in range(TEAMS)
        for i in range(FIELD)
    ]
    keepers = [
        Keeper(card_id=f"k{team}{i}", team=team, name="", save=value("save"), provenance="assumed")
        for team in range(TEAMS)
        for i in range(KEEPERS)
    ]
    return Components(
        {"players": Path(), "keepers": Path()}, {"players": players, "keepers": keepers}
    )


def match_of(
    rules: dict[str, Any] | None = None,
    seats: Sequence[Any] = ("random", "random"),
    cards: Components | None = None,
    **changes: Any,
) -> Scenario:
    """A scenario of the basic game, with these cards if any are given."""
    basic = {"use_action_cards": False, "use_special_cards": False}
    s = scenario(GAME, basic | (rules or {}), list(seats), **changes)
    return s if cards is None else replace(s, components=cards)


_GRIDS = {  # ranges in which a parameter matters, in steps of a hundredth
    "sub_min_gain": (0, 500),
    "keeper_weight": (0, 400),
    "attack_bias": (-100, 100),
    "c_att": (-50, 50),
    "c_def": (-50, 50),
}


def trainers() -> st.SearchStrategy[dict[str, Any]]:
    """A strategy with random parameters."""
    free = [n for n, f in Policy.model_fields.items() if f.annotation is float]
    grids = {n: st.integers(*_GRIDS.get(n, (-300, 300))).map(lambda i: i / 100) for n in free}
    grids["no_keeper_deficit"] = st.integers(1, 3)
    names = {"strategy": st.sampled_from([*STRATEGIES])}
    words = option_values(Policy).map(
        lambda found: {n: v for n, v in found.items() if n not in (*grids, "kind")}
    )
    return st.builds(lambda a, b: a | b, st.fixed_dictionaries(names, optional=grids), words)


@st.composite
def matches(draw: st.DrawFn, **fixed: Any) -> Scenario:
    """Scenarios of random house rules, trainers, cards, seatings and generators."""
    rules = draw(house_rules(GAME)) | fixed
    cards = draw(st.none() | st.integers(0, 2**32).map(deck))
    return match_of(
        rules,
        [draw(trainers()), draw(trainers())],
        cards,
        seed=draw(st.integers(0, 2**64 - 1)),
        rotate=draw(st.sampled_from(["off", "cyclic", "all"])),
        rng=draw(st.sampled_from(["splitmix", "squares"])),
    )
