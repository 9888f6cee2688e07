"""Scenes for the full match of Dream Team: chosen hands, teams, trainers and special players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from dream_team_told import FULL, Told, deck, match_of, periods, plays, tell
from dream_team_told import told as told_in_turn

from sim.engine.components import Components
from sim.games.dream_team.cards import FIELD, KEEPERS, SPECIALS, TEAMS
from sim.games.dream_team.rules_words import CardKind
from sim.games.dream_team.state import FIRST_SPECIAL, KEEPER
from sim.play import play_rows

KINDS = [kind.word for kind in CardKind if kind < CardKind.BLANK]
CALM = {  # nothing but duels, and the first side is seat 0
    "allow_no_keeper": "forced_only",
    "subs_per_window": 0,
    "draw_rule": "draw",
    "home_rule": "seat0",
}
CALM_SEATS = {"rotate": "off"}
SHY = {  # plays no card at all
    "strategy": "heuristic",
    "zero_min": 9,
    "foul_min": 9,
    "unstop_min": 9,
    "keeper_foul_min": 9,
    "counter_min": 9,
    "curse_foul_bonus": -9,
    "curse_shot_min": 9,
    "curse_goal_max_lead": -99,
    "second_chance_min": 9,
    "speed_min": 9,
    "disaster_min": 99,
    "energy_min": 99,
    "sponsor": False,
}
RANDOM = ("random", "random")


def told(
    rules: dict[str, Any],
    cards: Components | None = None,
    seats: Sequence[Any] = RANDOM,
    number: int = 4,
) -> list[Told]:
    """Some matches with their events, seat 0 as the first trainer."""
    return told_in_turn(rules, cards, seats, number, **CALM_SEATS)


def played(
    rules: dict[str, Any],
    cards: Components | None = None,
    seats: Sequence[Any] = RANDOM,
    number: int = 4,
) -> Any:
    """Their records."""
    return play_rows(match_of(rules, seats, cards, **CALM_SEATS), 0, number)


def trainer(**changes: Any) -> dict[str, Any]:
    """A trainer who plays no card but those he is told to."""
    return SHY | changes


def hands(**copies: int) -> dict[str, Any]:
    """Calm rules without special players; the deck is these cards, half of them in each hand."""
    hand = sum(copies.values()) // 2
    deck_of = {f"copies_{kind}": copies.get(kind, 0) for kind in KINDS}
    sizes = {"action_hand": hand, "max_actions_per_match": max(hand, 4)}
    module = {"use_action_cards": True, "use_special_cards": False, "unlisted_cards": "omit"}
    return CALM | module | deck_of | sizes


def team(
    players: Sequence[tuple[int, int, str]],
    saves: Sequence[int] = (3, 3),
    special: tuple[int, int, str] = (3, 3, "none"),
) -> Components:
    """Six players of attack, defence and symbol, and two keepers, the same for every team."""
    cards = deck(1)
    for i in range(TEAMS * FIELD):
        cards.rows["players"][i] = _with(cards.rows["players"][i], players[i % FIELD])
    for i in range(len(SPECIALS)):
        cards.rows["specials"][i] = _with(cards.rows["specials"][i], special)
    for i in range(TEAMS * KEEPERS):
        keeper = cards.rows["keepers"][i]
        cards.rows["keepers"][i] = keeper.model_copy(update={"save": saves[i % KEEPERS]})
    return cards


def _with(card: Any, values: tuple[int, int, str]) -> Any:
    return card.model_copy(update=dict(zip(("attack", "defence", "symbol"), values, strict=True)))


@cache
def _dealt() -> list[tuple[int, int]]:
    """The special players of home and away in the first matches, whatever the rules."""
    quick = FULL | {"thirds": 1, "field_players": 1, "draw_rule": "draw", "use_action_cards": False}
    rows = play_rows(match_of(quick, **CALM_SEATS), 0, 60)
    return list(
        zip(
            (int(mask).bit_length() - 1 for mask in rows["special_home"]),
            (int(mask).bit_length() - 1 for mask in rows["special_away"]),
            strict=True,
        )
    )


def starring(
    key: str,
    rules: dict[str, Any],
    cards: Components | None = None,
    seats: Sequence[Any] = RANDOM,
    number: int = 6,
) -> Iterator[tuple[Told, int]]:
    """Matches in which a trainer was dealt this special player, and his side."""
    special = SPECIALS.index(key)
    found = [(i, s.index(special)) for i, s in enumerate(_dealt()) if special in s]
    scene = match_of(FULL | CALM | rules, seats, cards, **CALM_SEATS)
    for i, side in found[:number]:
        match = tell(scene, i)
        assert (match.row["special_home"], match.row["special_away"])[side] == 1 << special
        yield match, side


def card_of(key: str) -> int:
    """Card number of a special player."""
    return int(FIRST_SPECIAL) + SPECIALS.index(key)


def keeper_code(keeper: int) -> int:
    """How events name a goalkeeper beside field players."""
    return int(KEEPER) + keeper


def acts(match: Told) -> list[list[Any]]:
    """Events of every attack and Speed play of a match."""
    return [act for period in periods(match) for act in plays(period)]
