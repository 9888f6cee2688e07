"""The record of the referee of nove_anni: section 9 of RULES.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from nove_anni_referee_book import SPECIALS
from nove_anni_referee_prepare import BY_AWAKENING, BY_CAP

from sim.games.nove_anni.record import KEPT, LATEST, SCORE, SEATS, TURNING, WIDEST

WINNING = 60  # a sole win
KINDS = ("rascal", "friend", "fierce", "tame", "light")
COUNTS = (
    *("decisions", "duels", "tie_duels", "no_winner_duels", "extra_draws", "lead_changes"),
    *("obedience_cards", "padre_cards", "lord_cards", "turns_with_activation"),
)
SEAT_COUNTS = ("duels_won", "light_in_columns", "no_slot_option_turns", "denied_turns")


def columns(book: Any) -> dict[str, Any]:
    """All columns, a list by seat for those of the seats, and the matrices."""
    parts = (of_match, of_seats, of_specials, of_positions, of_awakening, of_comebacks, of_holders)
    found = {name: value for part in parts for name, value in part(book).items()}
    return found | of_cards(book) | of_acts(book) | of_turning(book)


def share(book: Any, seat: int) -> int:
    """Share of the win, in sixtieths."""
    return WINNING // len(book.winners) if seat in book.winners else 0


def comeback(book: Any) -> int:
    """Largest deficit of a winner."""
    return max(book.sheet.behind(s) for s in book.winners)


def of_match(book: Any) -> dict[str, Any]:
    """Columns of the whole table."""
    totals = sorted((book.total(s) for s in book.seats), reverse=True)
    return {
        **{name: book.sheet.count[name] for name in COUNTS},
        "no_winner": 0,
        "capped": book.reason == BY_CAP,
        "length": book.turn,
        "n_players": len(book.seats),
        "start_seat": book.start,
        "turns": book.turn,
        "end_reason": book.reason,
        "n_winners": len(book.winners),
        "margin": totals[0] - totals[1],
        "score_total": sum(totals),
        "deck_left": book.in_deck(),
        "comeback": comeback(book),
        "awakening_seat": book.sheet.waker,
        "awakening_lead": book.sheet.wake_lead,
        "removed_cards": len(book.removed) + len(book.used),
        "series_index": book.place,
        "shared_win": len(book.winners) > 1,
    }


def of_seats(book: Any) -> dict[str, Any]:
    """Columns of the players."""
    sheet, seats = book.sheet, book.seats
    totals = [book.total(s) for s in seats]
    found = {
        **{name: [sheet.seat[s][name] for s in seats] for name in SEAT_COUNTS},
        **{f"{had}_mask": [sheet.masks[s][had] for s in seats]
           for had in ("opening", "drawn", "placed", "activated")},
        "win_share": [share(book, s) for s in seats],
        "strategy": [int(policy.kind) for policy in book.policies],
        "position": [(s - book.start) % len(seats) for s in seats],
        "score": totals,
        "rank": [1 + sum(other > total for other in totals) for total in totals],
        "transformed": [book.marks(s) for s in seats],
        "hand_left": [len(book.hand[s]) for s in seats],
    }  # fmt: skip
    for kind in KINDS:
        found[f"won_by_kind_{kind}"] = [
            sum(book.kind(card) == kind for card in book.won[s]) for s in seats
        ]
    blank = [0 for _ in seats]
    for turn in range(KEPT):
        scores = sheet.history[turn] if turn < len(sheet.history) else blank
        found[f"score_after_turn_{turn + 1}"] = scores
    return found


def of_specials(book: Any) -> dict[str, Any]:
    """The first activation of each special."""
    acted = book.sheet.acted
    found = {}
    for name in SPECIALS:
        found[f"act_turn_{name}"] = [acted[s].get(name, (0, 0))[0] for s in book.seats]
        found[f"act_lead_{name}"] = [acted[s].get(name, (0, 0))[1] for s in book.seats]
    return found


def of_positions(book: Any) -> dict[str, int]:
    """Wins and denied activations by the order of drawing in turn 1."""
    players, found = len(book.seats), {}
    for k in range(SEATS):
        seat = (book.start + k) % players
        denied = book.sheet.seat[seat]["denied_turns"]
        found[f"win_position_{k}"] = share(book, seat) if k < players else 0
        found[f"denied_place_{k}"] = denied if k < players else 0
    return found


def of_awakening(book: Any) -> dict[str, int]:
    """Ends of the match."""
    sheet, awake = book.sheet, book.reason == BY_AWAKENING
    found = {f"end_reason_{k}": int(book.reason == k) for k in range(4)}
    found |= {f"end_turn_{k}": book.turn if book.reason == k else 0 for k in range(4)}
    return found | {
        "awakened": int(awake),
        "awakened_lead": sheet.wake_lead if awake else 0,
        "awakened_win": share(book, sheet.waker) if awake else 0,
        "awakened_first": int(awake and sheet.wake_first),
    }


def of_comebacks(book: Any) -> dict[str, int]:
    """Comebacks with and without some specials."""
    found = {}
    for name in TURNING:
        used = any(name in acted for acted in book.sheet.acted)
        found[f"used_{name}"], found[f"unused_{name}"] = int(used), int(not used)
        found[f"comeback_used_{name}"] = comeback(book) if used else 0
        found[f"comeback_unused_{name}"] = 0 if used else comeback(book)
    return found


def of_holders(book: Any) -> dict[str, int]:
    """Players with and without each special, and their wins."""
    found = {}
    for had in ("opening", "drawn", "activated", "column"):
        for i, name in enumerate(SPECIALS):
            if had == "column":
                have = [s for s in book.seats if name in book.sheet.in_columns[s]]
            else:
                have = [s for s in book.seats if book.sheet.masks[s][had] >> i & 1]
            if had == "column" and i < 4:
                continue
            lack = [s for s in book.seats if s not in have]
            found[f"with_{had}_{name}"], found[f"without_{had}_{name}"] = len(have), len(lack)
            found[f"win_{had}_{name}"] = sum(share(book, s) for s in have)
            found[f"win_no_{had}_{name}"] = sum(share(book, s) for s in lack)
    return found


# Matrices: counts by the place of their cell


def of_cards(book: Any) -> dict[str, Counter[Any]]:
    """Counts of single cards and of kinds."""
    sheet, seats = book.sheet, book.seats
    opened = [(s, type_) for s in seats for type_ in sheet.opened[s]]
    piles = [(s, book.pack[card]) for s in seats for card in book.won[s]]
    duels: Counter[Any] = Counter()
    for (column, winner, loser), number in sheet.kind_duels.items():
        duels[column, KINDS.index(winner), KINDS.index(loser)] += number
    return {
        "placed": Counter(sheet.placed),
        "duel_won": Counter(sheet.duel_won),
        "duel_undecided": Counter(sheet.duel_undecided),
        "opening_count": Counter(opened),
        "opening_win_share_sum": Counter({(s, t): share(book, s) for s, t in opened}),
        "opening_won": Counter((s, t) for s, t in opened if book.winners == [s]),
        "final_pile_count": Counter(piles),
        "kind_duels": duels,
    }


def of_acts(book: Any) -> dict[str, Counter[Any]]:
    """First activations by turn and by lead."""
    found: dict[str, Counter[Any]] = {
        name: Counter()
        for of in ("acted_turn", "acted_lead", "acted_when")
        for name in (of, f"{of}_won")
    }
    for seat in book.seats:
        for name, (turn, lead) in book.sheet.acted[seat].items():
            special, early = SPECIALS.index(name), min(turn, LATEST) - 1
            near = max(-WIDEST, min(WIDEST, lead)) + WIDEST
            cells = {"acted_turn": (special, early), "acted_lead": (special, near)}
            cells |= {"acted_when": (special, early, near)}
            for of, cell in cells.items():
                found[of][cell] += 1
                found[f"{of}_won"][cell] += book.winners == [seat]
    return found


def of_turning(book: Any) -> dict[str, Counter[Any]]:
    """Comebacks with and without some specials, by their size."""
    found = {f"comebacks_{how}_{n}": Counter[Any]() for how in ("used", "unused") for n in TURNING}
    for name in TURNING if comeback(book) <= SCORE else ():
        how = "used" if any(name in acted for acted in book.sheet.acted) else "unused"
        found[f"comebacks_{how}_{name}"][(comeback(book),)] += 1
    return found
