"""The record of the referee of goooal: section 9 of RULES.md.

Columns are raw sums of a unit: `match_...` over its matches, a named ratio its numerator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from goooal_referee_sheet import Sheet

from sim.games.goooal.cards import KINDS, SPECIALS
from sim.games.goooal.record import TURNS
from sim.games.goooal.rules_words import Unit

COUNTS = [
    *("decisions", "skips", "reshuffles", "plays", "cards_played", "combos", "draw_turns"),
    *("voluntary_draws", "passes", "normal_draws", "penalty_draws", "goals_faced"),
    *("resp_gardien", "resp_coupe", "resp_goooal", "lay_turns", "laid_cards"),
    *("gifts", "gifts_visible", *(f"played_{kind}" for kind in KINDS)),
]
SEAT_COUNTS = [
    *("open_own", "own_played", "drawn_normal", "drawn_penalty", "skipped", "goals_suffered"),
    *("goals_cancelled", "gifts_given", "gifts_received", "max_hand", "turns_taken"),
    *(f"{had}_{kind}" for had in ("open", "got") for kind in SPECIALS),
]
WINNING = 60  # a share of a win
SCORES = 9  # highest wins in the tables of scores


def columns(book: Any) -> dict[str, Any]:
    """All columns, a list by seat for those of the seats, and the matrices."""
    return {
        **of_unit(book),
        **of_series(book),
        **of_matches(book),
        **of_match_seats(book),
        **of_ratios(book),
        **of_holders(book),
        **of_matrices(book),
    }


def total(book: Any, value: Callable[[Sheet], Any]) -> int:
    """Sum over the matches of a unit."""
    return sum(int(value(sheet)) for sheet in book.sheets)


def by_seat(book: Any, value: Callable[[Sheet, int], Any]) -> list[int]:
    """Sums over the matches of a unit, for each seat."""
    return [sum(int(value(sheet, seat)) for sheet in book.sheets) for seat in book.seats]


def of_unit(book: Any) -> dict[str, Any]:
    """The columns every game has."""
    one_match = book.rules.unit == Unit.MATCH
    last = book.sheets[-1]
    return {
        "win_share": [WINNING * (seat == book.champion) for seat in book.seats],
        "no_winner": book.champion < 0,
        "capped": last.end_reason == 1 if one_match else book.champion < 0,
        "decisions": total(book, lambda m: m.count["decisions"]),
        "length": last.turns if one_match else len(book.sheets),
    }


def deficit(sheet: Sheet, seat: int) -> int:
    """Wins behind the leader when a match begins."""
    return max(sheet.wins_before) - sheet.wins_before[seat]


def trailed(book: Any, seat: int) -> bool:
    """Whether a seat began a match with no win against one short of all."""
    point = book.rules.series_wins - 1
    return point >= 1 and any(
        sheet.wins_before[seat] == 0 and point in sheet.wins_before for sheet in book.sheets
    )


def of_series(book: Any) -> dict[str, Any]:
    """Of the series itself."""
    first, seats = book.sheets[0], book.seats
    bonus = [number for number, sheet in enumerate(book.sheets, 1) if sheet.bonus_by]
    return {
        "n_matches": len(book.sheets),
        "turns_total": total(book, lambda m: m.turns),
        "n_bonus": total(book, lambda m: len(m.bonus_by)),
        "first_bonus_match": bonus[0] if bonus else 0,
        "ended_by_bonus": book.sheets[-1].end_reason == 2,
        "champion_is_first_dealer": book.champion == first.dealer,
        "first_dealer": [seat == first.dealer for seat in seats],
        "wins": list(book.wins),
        "bonus": by_seat(book, lambda m, s: s in m.bonus_by),
        "team": list(book.teams),
        "max_deficit": [max(deficit(m, seat) for m in book.sheets) for seat in seats],
        "trailed_zero_vs_point": [trailed(book, seat) for seat in seats],
        "strategy": [int(policy.kind) for policy in book.policies],
    }


def of_matches(book: Any) -> dict[str, Any]:
    """Sums over the matches."""
    found: dict[str, int] = {
        "no_winner": total(book, lambda m: m.end_reason in {1, 2}),
        "capped": total(book, lambda m: m.end_reason == 1),
        "length": total(book, lambda m: m.turns),
        "turns": total(book, lambda m: m.turns),
        "dir": total(book, lambda m: m.dir == 1),
        "bonus_turn": total(book, lambda m: m.bonus_turn),
        "n_bonus": total(book, lambda m: len(m.bonus_by)),
    }
    for name, values in (
        ("win_rel", 6),
        ("end_reason", 3),
        ("first_kind", len(KINDS)),
        ("finish_kind", len(KINDS) + 2),
    ):
        for k in range(values):
            found[f"{name}_{k}"] = sum(getattr(sheet, name) == k for sheet in book.sheets)
    for name in COUNTS:
        found[name] = sum(sheet.count[name] for sheet in book.sheets)
    return {f"match_{name}": value for name, value in found.items()}


def of_match_seats(book: Any) -> dict[str, Any]:
    """Sums over the matches, seat by seat."""
    found = {
        "win_share": by_seat(book, lambda m, s: WINNING * (s == m.winner)),
        "dealt": by_seat(book, lambda m, s: s == m.dealer),
        "started": by_seat(book, lambda m, s: s == m.starter),
        "wins_before": by_seat(book, lambda m, s: m.wins_before[s]),
        "left": by_seat(book, lambda m, s: m.left[s]),
        "laid_end": by_seat(book, lambda m, s: m.laid_end[s]),
        "bonus": by_seat(book, lambda m, s: s in m.bonus_by),
    }
    for name in SEAT_COUNTS:
        found[name] = [sum(m.seat[seat][name] for m in book.sheets) for seat in book.seats]
    return {f"match_{name}": value for name, value in found.items()}


def of_ratios(book: Any) -> dict[str, Any]:
    """Numerators and denominators of the named ratios."""
    won = [sheet for sheet in book.sheets if sheet.end_reason == 0]
    trailers = [seat for seat in book.seats if trailed(book, seat)]
    bonuses = total(book, lambda m: len(m.bonus_by))
    champion = [book.champion] if book.champion >= 0 else []
    down = [s for s in champion if max(deficit(sheet, s) for sheet in book.sheets) >= 2]
    copies = {
        "cards_per_play": "cards_played",
        "combo_rate": "combos",
        "voluntary_rate": "voluntary_draws",
        "pass_rate": "passes",
        "respond_gardien": "resp_gardien",
        "respond_coupe": "resp_coupe",
        "respond_goooal": "resp_goooal",
        "drawn_per_goooal": "penalty_draws",
        "gift_visible_rate": "gifts_visible",
    }
    return {
        "won_matches": len(won),
        "bonus_matches": total(book, lambda m: bool(m.bonus_by)),
        "losers": len(won) * (len(book.seats) - 1),
        "all_wins": sum(book.wins),
        "trailers": len(trailers),
        "champions": len(champion),
        "dealer_win": sum(sheet.winner == sheet.dealer for sheet in won),
        "first_won": book.sheets[0] in won,
        "first_dealer_wins": book.sheets[0].winner == book.sheets[0].dealer,
        **{name: sum(m.count[of] for m in book.sheets) for name, of in copies.items()},
        "bonus_turn": total(book, lambda m: m.bonus_turn),
        "bonus_win_rate": bonuses * book.rules.bonus_wins,
        "loser_left": sum(sum(sheet.left) for sheet in won),  # a winner has none
        "comeback_from_zero": len(set(champion) & set(trailers)),
        "comeback_from_two_down": len(down),
    }


def of_holders(book: Any) -> dict[str, Any]:
    """Players of won matches with and without a card, and how many of them won."""
    found: dict[str, int] = {}
    for had, items in (("open", (*SPECIALS, "own")), ("got", SPECIALS)):
        for item in items:
            name = f"{had}_{item}"
            pairs = [
                (sheet.seat[seat][name] > 0, seat == sheet.winner)
                for sheet in book.sheets
                for seat in book.seats
                if sheet.end_reason == 0
            ]
            found[f"with_{name}"] = sum(has for has, _ in pairs)
            found[f"without_{name}"] = sum(not has for has, _ in pairs)
            found[f"win_{name}"] = sum(has and won for has, won in pairs)
            found[f"win_no_{name}"] = sum(won and not has for has, won in pairs)
    return found


def of_matrices(book: Any) -> dict[str, Any]:
    """Tables of counts, by a number or a pair of numbers."""
    names = ["score_seen", "score_won", "score_seen_dealing", "score_won_dealing"]
    found: dict[str, Counter[Any]] = {name: Counter() for name in names}
    turns, bonus, left = Counter[int](), Counter[int](), Counter[int]()
    stood: set[tuple[Any, ...]] = set()  # a seat counts once at a score of a series, once as dealer
    for sheet in book.sheets:
        turns[sheet.turns] += sheet.turns <= TURNS
        bonus[sheet.bonus_turn] += 0 < sheet.bonus_turn <= TURNS
        for seat in book.seats:
            left[sheet.left[seat]] += sheet.end_reason == 0 and seat != sheet.winner
            score = own_and_best(sheet, seat)
            counted = max(score) <= SCORES and (seat, score) not in stood
            dealing = max(score) <= SCORES and seat == sheet.dealer
            dealing = dealing and (seat, score, "dealer") not in stood
            stood |= {(seat, score)} | {(seat, score, "dealer")} if dealing else {(seat, score)}
            found["score_seen"][score] += counted
            found["score_won"][score] += counted and seat == book.champion
            found["score_seen_dealing"][score] += dealing
            found["score_won_dealing"][score] += dealing and seat == book.champion
    found |= {"matches_by_turns": turns, "bonuses_by_turn": bonus, "losers_by_left": left}
    return {name: +counts for name, counts in found.items()}


def own_and_best(sheet: Sheet, seat: int) -> tuple[int, int]:
    """Own wins and most wins of another when a match begins."""
    wins = sheet.wins_before
    return wins[seat], max(wins[:seat] + wins[seat + 1 :])
