"""The story of a unit of goooal: every event has a sentence with the names of things."""

import random
import re
from collections import Counter

import pytest
from goooal_fuzz import random_match
from goooal_told import FEW, SHIPPED, deck_of, match_of, player
from support import scenario
from telling import INTERPRETED, tell

from sim.engine.log import CAPACITY
from sim.games.goooal.cards import cards, colours, teams
from sim.games.goooal.story import STORY, Event, Teller
from sim.replay import replay

FOUR = ("random", "attacker", "collector", "keeper")
SOME = FEW // 4 or 1
LEFT_OVER = re.compile(r"[{}\n]|None|Event\.|nan|-\d")
NAMING = (Event.DEAL, Event.FLIP, Event.DRAW, Event.RESPOND, Event.PLAY, Event.ADD, Event.LAY,
          Event.GIFT)  # fmt: skip


def lines_of(s, match=0):
    """Events of a unit with their sentences; the first line, who sits where, is left out."""
    _, story = replay(s, match)
    return list(zip(tell(s, match).events, [*story][1:], strict=True))


def lines(rules=None, seats=FOUR, components=SHIPPED, match=0):
    """The same for some rules; a unit is short where nothing is compiled."""
    short = {"max_turns": 60, "max_matches": 2} if INTERPRETED else {}
    return lines_of(match_of(short | (rules or {}), seats, components), match)


def of(story, *kinds):
    """Sentences of the events of some kinds."""
    return [line for event, line in story if event.kind in kinds]


def any_match(seed):
    """A unit of any house rules, decks and players."""
    rules, policies, components = random_match(random.Random(seed))
    if INTERPRETED:
        most = {"max_turns": min(25, rules.max_turns), "max_matches": min(2, rules.max_matches)}
        rules = rules.model_copy(update=most)
    return match_of(rules, policies, components, seed)


def number(text, line):
    """The number that stands where `#` does in a piece of a sentence."""
    found = re.findall(re.escape(text).replace(r"\#", "#").replace("#", r"(\d+)"), line)
    assert len(found) == 1, (text, line)
    return int(found[0])


class Book:
    """What stands on the table of a unit, from events alone: hands, debts, laid cards, wins."""

    def __init__(self, s):
        self.s, self.rules, self.deck = s, s.rules, cards(s.components)
        self.wins, self.laid, self.held = Counter(), Counter(), Counter()
        self.owed = self.placed = self.left = self.base = 0
        self.kind = self.named = ""

    def before(self, event):
        """What the event finds: GOOOALs of the play before count when the next turn begins."""
        kind = event.kind
        if kind == Event.MATCH:
            self.held.clear()
            self.owed = self.placed = 0
        elif kind == Event.TURN:
            if self.placed and self.kind == "goooal":
                self.owed += self.rules.goal_draw * self.placed
            self.placed = 0

    def after(self, event):
        """What the event does."""
        kind, seat = event.kind, event.seat
        self.held[seat] += kind in (Event.DEAL, Event.DRAW)
        if kind in (Event.FLIP, Event.PLAY, Event.RESPOND, Event.ADD):
            self.base, self.named = event.a, ""
        if kind == Event.COLOUR:
            self.named = colours(self.s.components)[event.a]
        elif kind == Event.FLIP:
            first = self.rules.first_card.word == "apply" and self.deck[event.a].kind == "goooal"
            self.owed = self.rules.goal_draw if first else 0
        elif kind in (Event.PLAY, Event.RESPOND, Event.ADD):
            self.held[seat] -= 1
            self.kind = self.deck[event.a].kind
            works = self.s.policies[seat].blank.word != self.kind
            self.placed = self.placed + works if kind == Event.ADD else int(works)
        elif kind == Event.LAY:
            self.held[seat] -= 1
            self.laid[seat] += 1
        elif kind == Event.GIFT:
            self.held[seat] -= 1
            self.held[event.b] += 1
        elif kind == Event.ACCEPT:
            self.owed = 0
        elif kind == Event.CANCEL:
            one = self.rules.gardien_cancels.word == "one" and self.kind == "gardien"
            self.owing = self.owed
            self.left = max(0, self.owed - self.placed * self.rules.goal_draw) if one else 0
            self.owed = 0
        elif kind in (Event.WIN, Event.BONUS):
            self.wins[seat] += 1 if kind == Event.WIN else self.rules.bonus_wins
        elif kind == Event.RETURNED:
            self.laid.clear()

    def check(self, event, line):
        """The numbers that a sentence tells are those of the book."""
        kind, seat = event.kind, event.seat
        if kind == Event.TURN:
            assert number(f"Seat {seat}, # card", line) == self.held[seat]
            assert ("1 card in hand" in line) == (self.held[seat] == 1)
            if self.owed:
                assert number(", # to draw for GOOOAL;", line) == self.owed
            else:
                assert " in hand;" in line
            assert f"; the base is {self.deck[self.base].label}" in line
            other = self.named not in {"", self.deck[self.base].colour}
            assert ("is to be followed" in line) == other
            assert not other or self.named in line
        elif kind == Event.LAY:
            assert number(" in front: # laid", line) == self.laid[seat]
            assert number(", # needed.", line) == self.rules.collect_size
        elif kind in (Event.WIN, Event.BONUS):
            wins = f", {self.wins[seat]} win{'s' * (self.wins[seat] != 1)} in the series."
            alone = self.rules.unit.word == "match"
            assert line.endswith(wins) != alone
            assert ("in the series" in line) != alone
        elif kind == Event.CANCEL:
            left = f"{self.left} card{'s' * (self.left != 1)}"
            assert number("  The draw of # card", line) == self.owing
            assert line.endswith(f"cancelled, but {left} must still be drawn.") == (self.left > 0)
        elif kind == Event.MATCH:
            told = dict(re.findall(r"seat (\d): (\d+)", line))
            assert {int(i): int(n) for i, n in told.items()} == +self.wins
            assert [*told.values()] == sorted(told.values(), key=int, reverse=True)
        elif kind == Event.PILES:
            dealt = sum(self.held.values()) + sum(self.laid.values())
            assert number(": # card", line) == len(self.deck) - dealt


def follow(s, match=0):
    """Check every sentence of a unit against the book; how often each kind of event was told."""
    book, kinds, owing = Book(s), Counter(), 0
    for event, line in lines_of(s, match):
        book.before(event)
        if event.kind == Event.ACCEPT:  # what is owed, before it is paid
            assert number(" and draws # card", line) == book.owed
            assert ("draws 1 card." in line) == (book.owed == 1)
            assert ("does not answer" in line) == (event.b > 0)
        book.after(event)
        book.check(event, line)
        kinds[event.kind] += 1
        owing += event.kind == Event.TURN and "GOOOAL" in line
    return kinds, owing


# Every event --------------------------------------------------------------------------------------


def test_every_event_of_many_units_is_told():
    """Under any house rules, with any cards and players: no sentence fails, none is left open."""
    kinds = Counter()
    for seed in range(4 if INTERPRETED else 150):
        for event, line in lines_of(any_match(9000 + seed)):
            kinds[event.kind] += 1
            assert line
            assert not LEFT_OVER.search(line), line
            assert line.endswith(".")
    assert {*STORY} == {*Event}
    assert {*kinds} == {*Event} or INTERPRETED


def test_hands_debts_laid_cards_and_wins_told_are_those_of_any_unit():
    """R2, R3, R11, R13, R15-R17, A13, A17: the numbers, from the events alone."""
    kinds, owing = Counter(), 0
    for seed in range(4 if INTERPRETED else 150):
        found, owed = follow(any_match(20_000 + seed))
        kinds += found
        owing += owed
    wanted = {Event.TURN, Event.LAY, Event.WIN, Event.BONUS, Event.CANCEL, Event.ACCEPT}
    assert wanted <= {*kinds} or INTERPRETED
    assert owing > 100 or INTERPRETED


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"goal_response": True, "gardien_cancels": "one"},
        {"first_card": "apply", "goal_draw": 1},
        {"collect_size": 2, "bonus_wins": 2, "bonus_scope": "every_player"},
        {"keep_laid": False, "lay_mode": "adds", "collect_size": 3},
    ],
    ids=str,
)
def test_numbers_told_are_those_of_the_match(rules):
    short = {"max_turns": 60, "max_matches": 2} if INTERPRETED else {}
    for match in range(SOME):
        kinds, _ = follow(match_of(short | rules, FOUR), match)
        assert kinds[Event.TURN] > 0


# Names --------------------------------------------------------------------------------------------


def test_cards_are_named_with_their_colours():
    deck, seen = cards(SHIPPED), Counter()
    for match in range(SOME):
        for event, line in lines(match=match):
            if event.kind in NAMING:
                card = deck[event.a]
                name = f"{card.label}, {card.colour}" if card.kind == "player" else card.label
                assert f" {name}" in line
                assert card.colour in line
                assert sum(other.label in line for other in deck) == 1
                seen[event.kind] += 1
    assert {*seen} == {*NAMING} or INTERPRETED


def test_cards_and_teams_of_ones_own_are_named():
    own = deck_of(
        *(f"player blue {t} {n}" for t in (3, 9) for n in range(7)), "4x coupe red", teams=0
    )
    story = lines({"hand_size": 4, "collect_size": 3, "team_choice": "seat"}, ("random",) * 2, own)
    assert of(story, Event.TEAM) == ["Seat 0 collects T3.", "Seat 1 collects T9."]
    for event, line in story:
        if event.kind == Event.PLAY:
            assert line == f"  plays {own.rows['cards'][event.a].label}" + (
                ", blue." if event.a < 14 else "."
            )


def test_teams_are_named():
    """R1: everybody has a team, and it is that of the record."""
    named = {team.team: team.name for team in teams(SHIPPED)}
    s = match_of({"max_matches": 1}, FOUR)
    for match in range(SOME):
        row, story = replay(s, match)
        told = [line for line in story if re.match(r"Seat \d collects Team [A-L]\.$", line)]
        assert told == [f"Seat {i} collects {named[int(row[f'team_seat{i}'])]}." for i in range(4)]


def test_a20_colours_are_named():
    seen = Counter()
    for match in range(SOME):
        story = lines({"coupe_colour": "chosen"}, match=match)
        for event, line in story:
            if event.kind == Event.COLOUR:
                assert line == f"  names {colours(SHIPPED)[event.a]}."
                seen[line] += 1
    assert len(seen) > 1 or INTERPRETED


def test_r5_the_direction_is_that_of_the_turns():
    for match in range(SOME):
        for part in matches_told(lines({"arbitre_skip": 0}, match=match)):
            (way,) = of(part, Event.DIRECTION)
            one, other, *_ = [event.seat for event, _ in part if event.kind == Event.TURN] * 2
            assert ("lower" in way) == (other == (one - 1) % 4) or one == other
            assert ("higher" in way) != ("lower" in way)


def matches_told(story):
    """Lines of each match."""
    starts = [i for i, (event, _) in enumerate(story) if event.kind == Event.MATCH]
    return [story[a:b] for a, b in zip(starts, [*starts[1:], len(story)], strict=True)]


def test_a31_gifts_say_to_whom_and_how():
    for face, word in (("hidden", "down"), ("visible", "up")):
        gifts = 0
        for match in range(2 * SOME):
            for event, line in lines({"agent_face": face}, match=match):
                if event.kind == Event.GIFT:
                    gifts += 1
                    assert line.endswith(f" to seat {event.b}, face {word}.")
                    assert event.b != event.seat
        assert gifts > 0 or INTERPRETED


# Endings ------------------------------------------------------------------------------------------


def test_r23_caps_are_told():
    for match in range(SOME):
        story = lines({"max_turns": 2, "max_matches": 3}, match=match)
        for part in matches_told(story):
            ends = of(part, Event.WIN, Event.CAPPED)
            turns = len(of(part, Event.TURN))
            if turns == 2 and not of(part, Event.WIN):
                assert ends == ["The limit of turns is reached: nobody wins the match."]
    capped = lines({"max_turns": 1, "max_matches": 3}, ("keeper",) * 2)
    assert capped[-1][1] == "The limit of matches is reached: there is no champion."
    assert [line[:7] for line in of(capped, Event.MATCH)] == ["Match 1", "Match 2", "Match 3"]
    assert all("Wins so far" not in line for line in of(capped, Event.MATCH))


@pytest.mark.parametrize("rules", [{}, {"series_wins": 1}, {"collect_size": 2}], ids=str)
def test_r3_the_champion_is_that_of_the_record(rules):
    """R3, A29: the last line, and no other, names who has the wins that end a series."""
    for match in range(SOME):
        s = match_of(({"series_wins": 1} if INTERPRETED else {}) | rules, ("dumper",) * 3)
        row, story = replay(s, match)
        *before, last = story
        assert not any("champion" in line for line in before)
        (seat,) = [i for i in range(3) if row[f"win_share_seat{i}"] == 60]
        assert last.startswith(f"Seat {seat} is the champion")


def test_r13_a12_a_bonus_is_told_and_may_decide_the_series():
    rules = {"collect_size": 1, "series_wins": 1, "team_choice": "seat"}
    over = finished = 0
    for match in range(4 * SOME):
        story = lines(rules, ("collector",) * 2, match=match)
        for i, (event, line) in enumerate(story):
            if event.kind == Event.BONUS:
                seat = event.seat
                assert line == (
                    f"  Seat {seat} has its team together: a bonus win, 1 win in the series."
                )
                assert story[i + 1][1] == "  The bonus decides the series: the match ends here."
                assert [line for _, line in story[i + 2 :]] == [
                    "All cards in front of the players go back to the deck.",
                    f"Seat {seat} is the champion.",
                ]
                over += 1
        story = lines(rules | {"bonus_at_target": "finish_match"}, ("collector",) * 2, match=match)
        assert not of(story, Event.OVER)
        finished += len(of(story, Event.BONUS))
    assert over > 0
    assert finished > 0


def test_a_single_match_has_no_champion():
    """Section 9: with unit = match nothing is told of a series that ends."""
    for match in range(SOME):
        story = lines({"unit": "match"}, match=match)
        assert len(of(story, Event.MATCH)) == 1
        assert not of(story, Event.CHAMPION, Event.NO_CHAMPION)
        assert len(of(story, Event.WIN, Event.CAPPED)) == 1


def test_wins_so_far_are_told_when_a_match_begins():
    """R3: whoever has most comes first; another series begins with none."""
    rules = {"hand_size": 2, "max_matches": 9, "max_turns": 30, "series_wins": 10}
    s, turned = match_of(rules | {"next_dealer": "rotate"}, ("dumper",) * 3), 0
    for match in range(3 * SOME):
        score = Counter()
        for event, line in lines_of(s, match):
            if event.kind == Event.MATCH:
                said = sorted((+score).items(), key=lambda item: (-item[1], item[0]))
                wins = ", ".join(f"seat {seat}: {n}" for seat, n in said)
                expected = f" Wins so far: {wins}." if wins else ""
                assert line == f"Match {event.a}: Seat {event.seat} deals.{expected}"
                turned += said != sorted(said)
            score[event.seat] += event.kind in (Event.WIN, Event.BONUS)
    assert turned > 0
    teller = Teller(s.rules, s.components)
    events = [
        {"kind": e.kind, "seat": e.seat, "a": e.a, "b": e.b, "c": e.c} for e in tell(s).events
    ]
    told = [[*teller.tell(map(Line, events))] for _ in range(2)]
    assert told[0] == told[1] == [line for _, line in lines_of(s)]


class Line(dict):
    """An event of a log: its numbers by name."""

    __getattr__ = dict.__getitem__


def test_a17_what_is_left_of_a_goooal_is_told():
    """One GARDIEN against several GOOOALs: the rest must be drawn."""
    deck = deck_of(
        "12x goooal red", "12x gardien red", *(f"player red {t} {t}" for t in range(2)), teams=0
    )
    rules = {"hand_size": 6, "goal_draw": 2, "gardien_cancels": "one", "team_collection": False}
    rules |= {"max_matches": 1, "max_turns": 12}
    seen = Counter()
    for match in range(3):
        s = match_of(rules, (player(w_goooal=50, resp_gardien=100),) * 2, deck)
        follow(s, match)
        seen.update(of(lines_of(s, match), Event.CANCEL))
    rest = {line for line in seen if ", but " in line}
    assert rest
    assert all(re.search(r", but \d+ cards must still be drawn\.$", line) for line in rest)


# Knock-outs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blank", "effect"),
    [
        ("arbitre", Event.SKIP),
        ("goooal", Event.ACCEPT),
        ("gardien", Event.CANCEL),
        ("agent", Event.GIFT),
        ("coupe", Event.COLOUR),
    ],
)
def test_a_special_without_effect_is_told_as_played_and_no_effect_is(blank, effect):
    """A knock-out: the card is named where it is played; nothing follows from it."""
    rules = {"coupe_colour": "chosen", "first_card": "no_effect", "coupe_cancel": False}
    rules |= {"max_turns": 80}
    held = {f"w_{blank}": 50, "resp_cost": 500, "g_stop": -999}
    working, idle = (player(**held, **more) for more in ({}, {"blank": blank}))
    told, effects = Counter(), Counter()
    for match in range(2 * SOME):
        for policy in (working, idle):
            story = lines(rules, (policy,) * 3, match=match)
            effects[policy is idle] += len(of(story, effect))
            plays = of(story, Event.PLAY, Event.ADD)
            told[policy is idle] += sum(blank.upper() in line for line in plays)
            if policy is idle and blank == "goooal":
                assert not any("to draw" in line for line in of(story, Event.TURN))
    assert effects[True] == 0
    assert effects[False] > 0 or INTERPRETED
    assert told[True] > 0 or INTERPRETED


# Who sits where, and what is not told -------------------------------------------------------------


def test_the_first_line_says_who_sits_where():
    s = match_of({"max_matches": 1}, ("random", "strong", "keeper"))
    assert next(iter(replay(s, 0)[1])) == "Seat 0: random; seat 1: strong; seat 2: keeper."


def test_the_first_line_follows_contenders_who_change_seats():
    s = scenario("goooal", {"max_matches": 1, "max_turns": 1}, ["random", "strong", "keeper"])
    said = [next(iter(replay(s, match)[1])) for match in range(3 if INTERPRETED else 12)]
    places = [
        "; ".join(f"seat {i}: {s.seats[c]}" for i, c in enumerate(order)).capitalize() + "."
        for order in (tell(s, m).tables[0].contender[:3] for m in range(len(said)))
    ]
    assert said == places
    assert len({*said}) > 1


@pytest.mark.skipif(INTERPRETED, reason="tens of thousands of turns")
def test_more_events_than_a_log_holds_are_counted():
    hoarder = player(w_card=-10_000, w_draw=10_000, w_pass=10_000, resp_cost=-10_000)
    s = match_of({"max_turns": 30_000, "max_matches": 1}, (hoarder,) * 2)
    told = [*replay(s, 0)[1]]
    assert len(told) == CAPACITY + 2
    assert re.match(r"\d+ more events are not told\.$", told[-1])


def test_one_card_is_not_told_as_several():
    """A deck that is just large enough leaves a single card: R6, A16."""
    few = deck_of(*(f"player red {t} {n}" for t in range(3) for n in range(3)), teams=0)
    said = []
    for match in range(10 * SOME):
        rules = {"hand_size": 4, "team_collection": False, "max_turns": 9, "max_matches": 1}
        said += of(lines(rules, ("random",) * 2, few, match), Event.PILES, Event.RESHUFFLE)
    assert not [
        line for line in said if re.search(r"\b1 cards\b|\b1 card of the middle are\b", line)
    ]
