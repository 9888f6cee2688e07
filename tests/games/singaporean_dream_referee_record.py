"""The record of the referee of The Singaporean Dream: section 9 of RULES.md."""

from __future__ import annotations

from collections import Counter
from typing import Any

from singaporean_dream_referee_book import PILE, UNUSED

from sim.games.singaporean_dream.cards import PERSONALITIES
from sim.games.singaporean_dream.record import OPENED, PLAYED, WAYS

WINNING = 60  # a sole win
WIDEST = 31  # wider gaps count as this
MOST_WAITED, MOST_USED = 12, 20  # turns on top, uses of a power in ten turns
MOST_PLAYED = 10  # plays of a card in ten turns
COUNTS = (
    *("decisions", "reshuffles", "failed_draws", "bought", "discount_bought", "free_taken"),
    *("stolen", "forfeited", "stops", "counters", "effects_stopped", "stopped_powers"),
    *("stopped_purchases", "plays", "powers", "banks", "passes", "unpaid", "forfeit_bank"),
    *("lead_changes", "forfeit_demands", "power_effects"),
)
SEAT_COUNTS = (
    *(f"acq_{way}" for way, _ in WAYS),
    *("dreams_lost", "cash_spent", "cash_taken", "cash_lost", "power_uses", "stops_played"),
)


def columns(book: Any) -> dict[str, Any]:
    """All columns, a list by seat for those of the seats, and the matrices."""
    parts = (of_match, of_seats, of_people, of_ways, of_dreams, of_kinds, of_matrices)
    return {name: value for part in parts for name, value in part(book).items()}


def share(book: Any, seat: int) -> int:
    """Share of the win, in sixtieths."""
    return WINNING // len(book.winners) if seat in book.winners else 0


def of_match(book: Any) -> dict[str, Any]:
    """Columns of the whole table."""
    sheet = book.sheet
    scores = sorted((book.score(s) for s in book.seats), reverse=True)
    ended = book.left == 0
    half, last = sheet.half_leader, sheet.last_taker
    return {
        **{name: sheet.count[name] for name in COUNTS},
        "no_winner": 0,
        "capped": book.capped,
        "length": book.turns,
        "turns": book.turns,
        "rounds": sheet.own_turns[book.start],
        "start_seat": book.start,
        "winner_mask": sum(2**s for s in book.winners),
        "tie_stage": book.tie_stage,
        "margin": scores[0] - scores[1],
        "half_leader": half,
        "last_taker": last,
        "power_stopped": sheet.count["stopped_powers"],
        "first_stops": sheet.count["stops"] - sheet.count["counters"],
        "stop_countered": sheet.count["counters"],
        "half_known": half >= 0,
        "half_leader_wins": share(book, half) if half >= 0 else 0,
        "pile_ended": ended,
        "last_taker_wins": share(book, last) if ended else 0,
        "shared_win": len(book.winners) > 1,
    }


def of_seats(book: Any) -> dict[str, Any]:
    """Columns of the players."""
    sheet, seats = book.sheet, book.seats
    half = sheet.half_scores or [-1 for _ in seats]
    return {
        **{name: [sheet.seat[s][name] for s in seats] for name in SEAT_COUNTS},
        "win_share": [share(book, s) for s in seats],
        "turn_order": [book.turn_order().index(s) for s in seats],
        "personality": list(book.person),
        "strategy": [int(policy.kind) for policy in book.policies],
        "score": [book.standing(s)[0] for s in seats],
        "dream_value": [book.standing(s)[1] for s in seats],
        "bank_end": [book.standing(s)[2] for s in seats],
        "hand_end": [book.size(s) for s in seats],
        "n_dreams": [len(book.dreams_of(s)) for s in seats],
        "score_at_half": half,
        "ahead_at_half": [ahead(half, s) if sheet.half_scores else -WIDEST - 1 for s in seats],
        "open_cash": [book.worth_of(hand[: len(book.money)]) for hand in sheet.opened],
        "open_notes": [sum(hand[k] for k in book.money) for hand in sheet.opened],
        "open_stops": [sum(n for k, n in enumerate(h) if book.is_stop(k)) for h in sheet.opened],
    }


def ahead(scores: list[int], seat: int) -> int:
    """Dreams ahead of the best other player."""
    return max(-WIDEST, min(WIDEST, scores[seat] - max(scores[:seat] + scores[seat + 1 :])))


def of_ways(book: Any) -> dict[str, int]:
    """How dreams came to winners and to losers."""
    found = {"winners": len(book.winners), "losers": len(book.seats) - len(book.winners)}
    for side in ("winner", "loser"):
        seats = [s for s in book.seats if (s in book.winners) == (side == "winner")]
        for way, _ in WAYS:
            found[f"{side}_{way}"] = sum(book.sheet.seat[s][f"acq_{way}"] for s in seats)
    return found


def of_dreams(book: Any) -> dict[str, int]:
    """The first dream, and bonus dreams."""
    here = [book.people[person].personality_id for person in book.person]
    first = book.dreams[book.sheet.first_dream]
    taken = [(book.dreams[d].bonus_personality, s) for d, s in book.owner.items() if s >= 0]
    return {
        "top_price": first.value_k,
        "top_matches": first.bonus_personality in here,
        "bonus_dreams": sum(bonus in here for bonus, _ in taken),
        "matched": sum(bonus == here[s] for bonus, s in taken),
    }


def of_kinds(book: Any) -> dict[str, int]:
    """Plays of each kind of card; players with and without it, and their wins."""
    dealt = [
        {book.kind_of(k) for k in book.types if k not in book.money and hand[k]}
        for hand in book.sheet.opened
    ]
    found = {f"plays_{kind}": 0 for kind in OPENED}
    for seat in book.seats:
        for card, plays in book.sheet.played[seat].items():
            found[f"plays_{book.kind_of(card)}"] += plays
    for had, kinds, all_ in (("open", dealt, OPENED), ("played", book.sheet.kinds, PLAYED)):
        for kind in all_:
            have = [s for s in book.seats if kind in kinds[s]]
            lack = [s for s in book.seats if kind not in kinds[s]]
            found[f"with_{had}_{kind}"], found[f"without_{had}_{kind}"] = len(have), len(lack)
            found[f"win_{had}_{kind}"] = sum(share(book, s) for s in have)
            found[f"win_no_{had}_{kind}"] = sum(share(book, s) for s in lack)
    return found


def of_people(book: Any) -> dict[str, Any]:
    """Columns by the order of turns and by personality."""
    found: dict[str, int] = {}
    for place, seat in enumerate(book.turn_order()):
        found[f"win_order_{place}"] = share(book, seat)
    for place in range(len(book.seats), 6):
        found[f"win_order_{place}"] = 0
    for k in range(PERSONALITIES):
        seats = [s for s in book.seats if book.person[s] == k]
        found[f"with_personality_{k}"] = len(seats)
        found[f"win_personality_{k}"] = sum(share(book, s) for s in seats)
        found[f"score_personality_{k}"] = sum(book.score(s) for s in seats)
    return found


def of_matrices(book: Any) -> dict[str, Counter[Any]]:
    """Counts by the place of their cell."""
    sheet, seats = book.sheet, book.seats
    owners: Counter[Any] = Counter()
    takers: Counter[Any] = Counter()
    for dream in range(len(book.dreams)):
        place = book.owner.get(dream, UNUSED)
        owners[dream, place + 2] += 1
        takers[dream, sheet.first_taker.get(dream, min(place, PILE)) + 2] += 1
    pairs = [(s, t) for s in seats for t in seats if s != t]
    met = Counter((book.person[s], book.person[t]) for s, t in pairs)
    won = Counter((book.person[s], book.person[t]) for s, t in pairs if book.winners == [s])
    beside = [(s, s - 1 if s else seats[-1]) for s in seats]  # contenders: nobody changes seats
    gaps: Counter[Any] = Counter()
    for (number, gap), found in sheet.gaps.items():
        gaps[number - 1, min(gap, WIDEST)] += found
    return {
        "played": Counter({(s, k): n for s in seats for k, n in sheet.played[s].items()}),
        "stopped": Counter(sheet.stopped),
        "owners": owners,
        "takers": takers,
        "top_turns": Counter(sheet.top_turns),
        "gap_at_dream": gaps,
        **of_prices(book),
        **of_minds(book),
        **of_plays(book),
        "pairs_met": met,
        "pairs_won": won,
        "tried": Counter(sheet.tried),
        "demands": Counter(sheet.demands),
        "demands_lost": Counter(sheet.demands_lost),
        "reactions": Counter(sheet.reactions),
        "happened": Counter(sheet.happened),
        "beside_met": Counter(beside),
        "beside_won": Counter((s, t) for s, t in beside if book.winners == [s]),
    }


def of_prices(book: Any) -> dict[str, Counter[Any]]:
    """Dreams by the place of their price: who took them, turns on top, where bonus dreams are."""
    sheet, names = book.sheet, [row.personality_id for row in book.people]
    place = {d: row.value_k // 50 - 1 for d, row in enumerate(book.dreams)}
    waited = {d: min(MOST_WAITED, sheet.top_turns[d]) for d in sheet.first_taker}
    bonus = {
        d: names.index(book.dreams[d].bonus_personality)
        for d in sheet.first_taker
        if book.dreams[d].bonus_personality in {names[person] for person in book.person}
    }
    kept = [d for d, person in bonus.items() if book.person[book.owner[d]] == person]
    return {
        "price_taken": Counter(place[d] for d in sheet.first_taker),
        "price_takers": Counter((seat, place[d]) for d, seat in sheet.first_taker.items()),
        "price_waits": Counter((place[d], turns) for d, turns in waited.items()),
        "bonus_taken": Counter((person, place[d]) for d, person in bonus.items()),
        "bonus_kept": Counter((bonus[d], place[d]) for d in kept),
    }


def of_minds(book: Any) -> dict[str, Counter[Any]]:
    """Players (contenders: nobody changes seats) by personality, and by the uses of its power."""
    sheet, person = book.sheet, book.person
    uses = {
        s: min(MOST_USED, 10 * sheet.seat[s]["power_uses"] // max(1, sheet.own_turns[s]))
        for s in book.seats
    }
    alone = book.winners if len(book.winners) == 1 else []
    return {
        "minds_met": Counter((s, person[s]) for s in book.seats),
        "minds_won": Counter((s, person[s]) for s in alone),
        "uses_met": Counter((person[s], uses[s]) for s in book.seats),
        "uses_won": Counter((person[s], uses[s]) for s in alone),
    }


def of_plays(book: Any) -> dict[str, Counter[Any]]:
    """Players who had a turn by the plays of each action card, whether they played it or not."""
    sheet, first = book.sheet, len(book.cash)
    alone = book.winners if len(book.winners) == 1 else []
    met = {
        s: [
            (card, min(MOST_PLAYED, 10 * sheet.played[s][card] // sheet.own_turns[s]))
            for card in range(first, first + len(book.actions))
        ]
        for s in book.seats
        if sheet.own_turns[s]
    }
    return {
        "plays_met": Counter(cell for cells in met.values() for cell in cells),
        "plays_won": Counter(cell for s in alone for cell in met.get(s, ())),
    }
