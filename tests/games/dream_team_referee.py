"""A referee who watches a told match of Dream Team and plays it again by section 6 of RULES.md.

Deliberately naive, and independent of the kernel: lists of slots, lists of all legal actions, one
event after the other.  Whatever breaks a rule is an AssertionError that names the rule.  The book
(cards, hands, events), the plays and the record stand in files of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from dream_team_record import columns
from dream_team_referee_book import JAKOB, NAMES, Side, Slot, Threat, Watch, code_of, is_special
from dream_team_referee_cards import EFFECTIVE, TIE, Outcome
from dream_team_referee_plays import Plays
from dream_team_told import AWAY, GAME, HOME, Told, tell

from sim.games.dream_team.cards import FIELD, KEEPERS, TEAMS
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.story import KEEPER_CODE, Event
from sim.plan import Scenario


class Referee(Plays):
    """Plays a match again from its events: set-up, periods, turns, the end."""

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
        result = self.take("R22: no further period is due", Event.RESULT, c=self.cap_hit())
        self.require([result.a, result.b] == self.score, f"R19: the score is {self.score}")
        for s in (HOME, AWAY):
            self.exchange(s)
        self.require(self.at == len(self.events), "R22: something happens after the end")

    def cap_hit(self) -> bool:
        """Section 13: still level after the last period of sudden death."""
        level = self.score[HOME] == self.score[AWAY]
        return level and "sudden_death" in self.rules.draw_rule.word

    def set_up(self) -> None:
        """R4-R7, R36: who plays at home, teams, special players, hands, Sponsors."""
        event = self.take("R7", Event.HOME)
        fixed = {"seat0": 0, "seat1": 1}.get(self.rules.home_rule.word, event.a)
        self.require(event.a in (0, 1) and event.a == fixed, "R7: the wrong seat is at home")
        self.seats, self.teams = (event.a, 1 - event.a), (event.b, event.c)
        self.require({*self.teams} <= {*range(TEAMS)}, "R4: no such team")
        self.require(event.b != event.c, "R4: both trainers have the same team")
        if self.rules.team_assignment.word == "by_seat":
            self.require(self.teams == self.seats, "R4: a seat has another team than its own")
        self.sides = home, away = [self.squad(s) for s in (HOME, AWAY)]
        self.require(not {*home.keepers} & {*away.keepers}, "I2: both have the same goalkeeper")
        if self.rules.use_special_cards:
            for s in (HOME, AWAY):
                self.deal_special(s)
        self.require(not {*home.cards} & {*away.cards}, "I2: both sides hold the same player")
        if self.rules.use_action_cards:
            for s in (HOME, AWAY):
                self.deal_hand(s)
            self.check_deck()
            for s in (HOME, AWAY):
                self.play_sponsor(s)

    def squad(self, s: int) -> Side:
        """R4: the cards of a team; R60, A49: dealt ones are those that are ever shown."""
        team = self.teams[s]
        cards = [*range(FIELD * team, FIELD * (team + 1))]
        keepers = [*range(KEEPERS * team, KEEPERS * (team + 1))]
        if self.rules.team_formation.word == "random_deal":
            codes = self.own_codes(s)
            players = [c for c in codes if c < KEEPER_CODE and not is_special(c)]
            cards = self.filled(s, players, FIELD)
            keepers = self.filled(s, [c - KEEPER_CODE for c in codes if c >= KEEPER_CODE], KEEPERS)
        return Side(self.seats[s], cards, keepers, [*cards])

    def own_codes(self, s: int) -> list[int]:
        """R60: the cards that a side shows, or gives away, before the other side has them."""
        owners: dict[int, int] = {}
        for event in self.events:
            for code, owner in shown_by(event):
                owners.setdefault(code, owner)
        return sorted(code for code, owner in owners.items() if owner == s)

    def filled(self, s: int, cards: list[int], most: int) -> list[int]:
        """Cards that are shown during the match, with blanks for those that never are."""
        self.require(len(cards) <= most, f"R60: {len(cards)} different cards, {most} are dealt")
        blanks = [-1 - s - 2 * blank for blank in range(most - len(cards))]
        return sorted(blanks + cards)

    def deal_special(self, s: int) -> None:
        """R5: a special player for each side."""
        event = self.take("R5", Event.SPECIAL, seat=s)
        self.require(event.a in range(FIELD * TEAMS, len(self.players)), "R5: no special player")
        self.sides[s].special = event.a
        self.sides[s].cards.append(event.a)
        self.sides[s].roster.append(event.a)

    def deal_hand(self, s: int) -> None:
        """R6: the action cards of a side."""
        side = self.sides[s]
        for _ in range(self.rules.action_hand):
            event = self.take("R6", Event.DEALT, seat=s)
            self.require(0 <= event.a < CardKind.OMIT, "R6: no such action card")
            side.dealt[CardKind(event.a).word] += 1
        side.hand.update(side.dealt)

    def check_deck(self) -> None:
        """R6, I1: no more copies are dealt than there are."""
        dealt = self.sides[HOME].dealt + self.sides[AWAY].dealt
        for kind, number in dealt.items():
            copies = self.deck[CardKind[kind.upper()]]
            self.require(number <= copies, f"I1: {number} {kind} dealt, the deck has {copies}")

    def play_sponsor(self, s: int) -> None:
        """D20, R36: a Sponsor before the match."""
        if self.has(s, "sponsor"):
            action = "play" if self.comes(s, Event.SPONSOR) else None
            self.decide("D20", s, [None, "play"], action)
            if action is not None:
                self.take("R36", Event.SPONSOR)
                self.spend(s, "sponsor")
                self.sides[s].sponsor = True

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

    def exchange(self, s: int) -> None:
        """R36, R70, D21: what a side's Sponsor brings after the match."""
        mine, theirs = self.sides[s], self.sides[1 - s]
        if not mine.sponsor:
            return
        jakob = JAKOB in theirs.roster and self.jakob_counts()
        taken, chooser = theirs.first_scorer, 1 - s
        if jakob:
            taken = JAKOB
            chooser = s if self.rules.jakob_choice.word == "sponsor_player" else 1 - s
        elif self.rules.sponsor_trigger.word == "first_goal_of_match" and not theirs.opened:
            return
        if taken not in theirs.roster:
            return
        event = self.take("R36, R70", Event.EXCHANGE, seat=s, b=taken, c=jakob)
        self.giver = s
        self.decide("D21", chooser, [*mine.roster], event.a)
        mine.roster = sorted({*mine.roster, taken} - {event.a})
        theirs.roster = sorted({*theirs.roster, event.a} - {taken})
        self.count["players_exchanged"] += 2

    def jakob_counts(self) -> bool:
        """R70, A36: whether Billiger Jakob was in play."""
        rule = self.rules.special_text.word
        return rule == "owned" or (rule == "fielded" and JAKOB in self.was_fielded)

    # A period

    def play_period(self, starters: tuple[int, ...]) -> None:
        """PERIOD: line-ups, spells, turns until nobody may attack (R20), Speed plays."""
        self.period += 1
        event = self.take("R8, R22", Event.PERIOD, a=self.period, b=self.sudden)
        self.require(event.seat in starters, "R8, A17: the wrong side starts")
        self.boxed.clear()
        self.zero_third.clear()
        if self.rules.spell_duration.word == "third":
            self.spells.clear()
        for side in self.sides:
            side.slots, side.keeper = [], None
        for s in (HOME, AWAY):
            self.line_up(s)
        first = event.seat
        for s in (first, 1 - first):
            while self.cast_spell(s):
                pass
        self.play_turns(first)
        for s in (first, 1 - first):
            while not self.over and self.speed_play(s):
                pass

    def play_turns(self, turn: int) -> None:
        """The turns of a period."""
        self.normal_plays = 0
        even = all(len(side.slots) == 5 and side.keeper is not None for side in self.sides)
        pulls = self.count["keeper_pulls_home"] + self.count["keeper_pulls_away"]
        while not self.over:
            if not self.attackers(turn):
                turn = 1 - turn
            if not self.attackers(turn):
                break
            if self.rules.speed_window.word == "own_turn":
                self.speed_play(turn)
                if self.over or not self.attackers(turn):
                    continue
            self.normal_plays += 1
            turn = self.next_turn(turn, self.attack(turn))
        pulls -= self.count["keeper_pulls_home"] + self.count["keeper_pulls_away"]
        if even and pulls == 0 and not self.over:
            self.check_number()

    def check_number(self) -> None:
        """I10: how many attacks a period has."""
        one_play = self.rules.play_rule.word == "one_play"
        emptied = any(slot.gone for side in self.sides for slot in side.slots)
        if one_play or not emptied:
            number = 5 if one_play else 10
            self.require(self.normal_plays == number, f"I10: {self.normal_plays} attacks")

    def line_up(self, s: int) -> None:
        """D1: R9, R21, R25, R41, R46."""
        side = self.sides[s]
        legal = list(self.line_ups(s))
        cards: list[int] = []
        while self.comes(s, Event.FIELDED):
            cards.append(self.take("R9", Event.FIELDED).a)
        self.require(len({*cards}) == len(cards), "I3: a card stands on two slots")
        self.require({*cards} <= {*side.cards}, "R4, R9: a card of another squad")
        self.require(cards == sorted(cards), "section 8: slots are in CSV order")
        event = self.take("R9, R25", Event.KEEPER, Event.NO_KEEPER, seat=s)
        side.keeper = event.a if event.kind == Event.KEEPER else None
        self.decide("D1", s, legal, (side.keeper, tuple(cards)))
        side.slots, side.swaps = [Slot(card) for card in cards], 0
        self.was_fielded |= {*cards}
        self.count[f"no_keeper_thirds_{NAMES[s]}"] += side.keeper is None
        self.count[f"special_thirds_{NAMES[s]}"] += any(map(is_special, cards))

    def line_ups(self, s: int) -> Iterator[tuple[int | None, tuple[int, ...]]]:
        """All legal line-ups: as many as asked for (R9, R25, R41) or as there are (R46)."""
        side, keepers = self.sides[s], self.fit_keepers(s)
        cards = [card for card in side.cards if self.fit(card) and not self.barred(card)]
        for keeper in keepers:
            chosen = combinations(cards, self.field_size(s, keeper=True))
            yield from ((keeper, subset) for subset in chosen)
        both_fouled = {*map(code_of, side.keepers)} <= self.fouled
        if self.rules.allow_no_keeper.word in ("lineup", "both") or both_fouled or not keepers:
            chosen = combinations(cards, self.field_size(s, keeper=False))
            yield from ((None, subset) for subset in chosen)

    def cast_spell(self, s: int) -> bool:
        """D2, R34, R35, A18: Disaster or Energy, once; whether there was one."""
        legal, action = [None, *self.spells_of(s)], None
        if self.comes(s, Event.SPELL):
            event = self.take("R34, R35", Event.SPELL)
            action = (self.word_of(event), event.b)
        self.decide("D2", s, legal, action)
        if action is None:
            return False
        kind, code = action
        self.spend(s, kind)
        lifted = kind == "disaster" and self.counter(Threat(kind, s, kind, code)) != EFFECTIVE
        if not lifted:
            self.spells[code] = getattr(self.rules, f"{kind}_value")
        return True

    def spells_of(self, s: int) -> Iterator[tuple[str, int]]:
        """D2: Disaster on every card of the other side, Energy on every own one."""
        for kind, side in (("disaster", self.sides[1 - s]), ("energy", self.sides[s])):
            if self.has(s, kind):
                yield from ((kind, slot.card) for slot in side.slots)
                if side.keeper is not None:
                    yield kind, code_of(side.keeper)

    def attackers(self, s: int) -> list[int]:
        """A5: slots that may attack."""
        one_play = self.rules.play_rule.word == "one_play"
        return [
            i
            for i, slot in enumerate(self.sides[s].slots)
            if not slot.gone and not slot.attacked and not (one_play and slot.defended)
        ]

    def defenders(self, s: int) -> list[int]:
        """A5: slots that may defend."""
        rule = self.rules.play_rule.word
        free = rule == "attack_once_defend_free"
        return [
            i
            for i, slot in enumerate(self.sides[s].slots)
            if not slot.gone
            and (free or not slot.defended)
            and not (rule == "one_play" and slot.attacked)
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
            action = ("swap", self.slot_of(s, event.a), event.b)
        elif self.comes(s, Event.KEEPER_CHANGE, Event.PULL):
            event = self.take("R24, A11", Event.KEEPER_CHANGE, Event.PULL)
            self.require(event.a == side.keeper, "R24: the goalkeeper who leaves is not in goal")
            action = ("keeper" if event.kind == Event.KEEPER_CHANGE else "pull", event.b)
        self.decide("D3", s, legal, action)
        if action is None:
            return False
        self.apply(side, *action)
        side.swaps += 1
        self.tally("subs", s)
        self.count[f"keeper_pulls_{NAMES[s]}"] += action[0] == "pull"
        return True

    def substitutions(self, s: int) -> list[Any]:
        """D3: none; reserves for usable slots; the other keeper; a reserve for the keeper (A11)."""
        side = self.sides[s]
        usable = sorted({*self.attackers(s), *self.defenders(s)})
        legal = [None, *(("swap", slot, card) for slot in usable for card in self.may_enter(s))]
        if side.keeper is not None:
            legal += [("keeper", keeper) for keeper in self.keeper_reserves(s)]
            if self.rules.allow_no_keeper.word in ("substitution", "both"):
                room = len(side.standing()) < self.field_size(s, keeper=False)
                legal += [("pull", card) for card in self.may_enter(s) if room]
        return legal

    def apply(self, side: Side, kind: str, *cards: int) -> None:
        """A reserve takes a slot with its flags (R24), or a new one for the keeper (R25)."""
        if kind == "keeper":
            side.keeper = cards[0]
            return
        self.was_fielded.add(cards[-1])
        if kind == "swap":
            side.slots[cards[0]].card = cards[1]
        else:
            side.keeper = None
            side.slots.append(Slot(cards[0]))

    # A turn

    def attack(self, a: int) -> Outcome:
        """R11: substitutions, attacker (D4), defender (D5), play."""
        d = 1 - a
        self.window(a)
        event = self.take("R11, R19, R24, A6", Event.ATTACK, seat=a)
        x = self.slot_of(a, event.a)
        self.decide("D4", a, self.attackers(a), x)
        self.require(event.b == self.value(event.a, "attack"), "R3: another attack value")
        self.tally("attacks", a)
        y = self.answer(d, x) if self.defenders(d) else None
        attacker = self.sides[a].slots[x]
        attacker.attacked = True
        if y is not None:
            defender = self.sides[d].slots[y]
            defender.defended = True
            return self.run_play(a, attacker, defender)
        if self.rules.unopposed.word == "no_attack":
            self.take("A10", Event.NO_ATTACK, seat=d)
            self.count["no_eligible_defender"] += 1
            return TIE
        self.take("A10", Event.UNOPPOSED, seat=d)
        self.count["unopposed_attacks"] += 1
        return self.run_play(a, attacker, None)

    def answer(self, d: int, attacker: int) -> int:
        """D5, A50: whoever has a possible defender must answer."""
        event = self.take("R11, A50", Event.DEFENCE, seat=d)
        y = self.slot_of(d, event.a)
        self.attacker = attacker
        self.decide("D5", d, self.defenders(d), y)
        self.require(event.b == self.value(event.a, "defence"), "R3: another defence value")
        return y


def shown_by(event: Any) -> Iterator[tuple[int, int]]:
    """Codes of cards an event puts on a table, and the side they come from."""
    kind, s = event.kind, event.seat
    if kind == Event.FIELDED:
        yield event.a, s
    elif kind == Event.KEEPER:
        yield code_of(event.a), s
    elif kind in (Event.SUBSTITUTION, Event.PULL):
        yield event.b, s
    elif kind == Event.KEEPER_CHANGE:
        yield code_of(event.b), s
    elif kind == Event.REPLACED and event.b >= 0:
        yield event.b, s
    elif kind == Event.DETLEF and event.b >= 0:
        yield event.b, 1 - s
    elif kind == Event.EXCHANGE:
        yield event.a, s
        yield event.b, 1 - s


def check(s: Scenario, match: int, watch: Watch | None = None) -> Referee:
    """Tell a match and let the referee judge it."""
    return judge(s, tell(s, match), watch)


def judge(s: Scenario, told: Told, watch: Watch | None = None) -> Referee:
    """Judge events, record and matrices of a match."""
    referee = Referee(s.rules, s.components, told.events, watch)
    referee.judge()
    found = columns(referee)
    wrong = {n: (v, found.get(n)) for n, v in told.row.items() if v != found.get(n)}
    assert not wrong, f"columns as (kernel, referee): {wrong}"
    reported = GAME.record.under(s.rules).column_names(2)  # without those of modules that are off
    assert told.row.keys() == reported.keys() == found.keys() & reported.keys()
    kept = Counter({(name, *at): n for name, m in told.matrices.items() for at, n in m.items()})
    assert kept == +referee.matrices
    return referee
