"""An independent referee follows told matches of nove_anni: every event, every count."""

import random
from collections import Counter

import pytest
from nove_anni_fuzz import random_match
from nove_anni_referee import Referee
from nove_anni_referee_compare import differences
from nove_anni_told import GAME, SHIPPED, deck, fighter, match_of
from scipy.stats import chisquare
from telling import INTERPRETED, tell

from sim.engine.options import Word
from sim.games.nove_anni.cards import SPECIALS
from sim.games.nove_anni.rules import Rules

MATCHES = 4 if INTERPRETED else 40  # of each part
TABLES = (2, 3) if INTERPRETED else (2, 3, 4, 5, 6)  # numbers of players
CLEAR = 10 if INTERPRETED else 300  # matches that `random` is judged by
CHOICES = {"start", "draw", "D2", "D3", "D4", "D4 columns", "D5", "D1 column"}
CHOICES |= {f"D1 column {j}" for j in range(4)}
WORDS = {
    name: [False, True] if field.annotation is bool else field.annotation.words()
    for name, field in Rules.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, (Word, bool))
}
MOST_WORDS = max(map(len, WORDS.values()))


def judged(s, match=0, before=(None, None)):
    """A told match that the referee has followed, its record and counts compared.

    `before` is what this returned of the match before, of the same series.
    """
    told, (earlier, last) = tell(s, match), before
    referee = Referee(s.rules, told.policies, s.components)
    referee.follow(told.events, match, last.losers if last is not None else None)
    assert not list(differences(told, referee, earlier))
    return told, referee


@pytest.mark.parametrize("part", range(5))
def test_the_referee_agrees_under_any_house_rules(part):
    """I1-I9, I12: any options, components and players."""
    for seed in range(1000 * part, 1000 * part + MATCHES):
        rules, policies, components = random_match(random.Random(seed))
        judged(match_of(rules, policies, components, seed))


@pytest.mark.parametrize("strategy", ["mixed", *GAME.strategies])
def test_the_referee_agrees_with_the_printed_game(strategy):
    for players in TABLES:
        mixed = (list(GAME.strategies) * 2)[-players:]
        names = mixed if strategy == "mixed" else [strategy] * players
        for match in range(1 if INTERPRETED else 5):
            judged(match_of({}, names, seed=players), match)


def test_the_referee_agrees_with_every_word_alone():
    """Section 4: one option changed, everything else as printed."""
    for name, words in WORDS.items():
        for word in [] if INTERPRETED else words:
            values = {name: word} | ({"series_length": 3} if word == "loser_of_previous" else {})
            judged_of(values, f"{name} {word}", 4)


@pytest.mark.parametrize("place", range(MOST_WORDS))
def test_the_referee_agrees_with_every_word_among_others(place):
    """Section 4: all options changed at once, so that each of their words has its turn."""
    values = {name: words[place % len(words)] for name, words in WORDS.items()}
    if values["start_rule"] == "loser_of_previous":
        values["series_length"] = 3
    judged_of(values | {"use_dream": True, "use_light": True}, str(place), 1)


def judged_of(values, seed, matches):
    """Matches of all strategies with more specials than printed, so that each has its effect."""
    rng = random.Random(seed)
    components = deck(specials={"obedience": 3, "teacher": 3})
    for _ in range(matches):
        names = rng.sample(list(GAME.strategies), 3)
        judged(match_of(values, names, components, rng.randrange(1000)))


def test_the_loser_starts_the_next_match_of_a_series():
    """R7, A27: told match by match; the first of each series starts by lot."""
    rules = {"start_rule": "loser_of_previous", "series_length": 3, "max_turns": 3}
    s, before = match_of(rules, ["plain"] * 3), (None, None)
    for match in range(4 if INTERPRETED else 60):
        before = judged(s, match, before)


def much_to_decide():
    """La Maestra and Il Signore find many cards and go to the slot alone; hands are short."""
    friends = [fighter(f"friend_{i}", "friend", (i, 40 - i, 20, 10 + i), 3) for i in range(30)]
    specials = dict.fromkeys(SPECIALS, 0) | dict.fromkeys(("science", "teacher", "lord"), 9)
    rules = Rules(
        draw_first=4,
        light_in_columns=False,
        short_hand_rule="empty_columns",
        teacher_mode="up_to",
        teacher_cards=2,
        activations_per_turn=6,
    )
    return rules, deck(friends, specials)


def test_players_draw_uniformly_from_exactly_the_legal_actions():
    """Section 8: places of what `random` does among as many legal actions (chi-square, each)."""
    ranks = Counter()
    for seed in range(CLEAR):
        rules, policies, components = random_match(random.Random(seed))
        if seed % 3:
            rules, components = [(Rules(draw_first=6), SHIPPED), much_to_decide()][seed % 3 - 1]
        s = match_of(rules, ["random"] * len(policies), components, seed)
        ranks.update(judged(s)[1].ranks)
    tables = {}
    for (what, options, rank), found in ranks.items():
        tables.setdefault((what, options), [0] * options)[rank] = found
    told = {place: table for place, table in tables.items() if sum(table) >= 5 * place[1]}
    values = {place: chisquare(table).pvalue for place, table in told.items()}
    assert {what for what, _ in values} == CHOICES or INTERPRETED
    assert min(values.values()) > 0.001 / len(values), min(values, key=values.get)


@pytest.mark.parametrize(
    "other", [{"columns": "raw_fit"}, {"slot": "first"}, {"activate": "always"}, {"judge": "count"}]
)
def test_the_referee_objects_to_decisions_of_another_policy(other):
    """Section 8, D1 to D3: what one strategy does is not what another would do."""
    plan = GAME.strategies["strategist"]
    s = match_of({}, [plan.read(other, plan)] * 2)

    def follow():
        for match in range(8):
            Referee(s.rules, [plan, plan], s.components).follow(tell(s, match).events)

    with pytest.raises(AssertionError, match=r"D1|D2|activate"):
        follow()
