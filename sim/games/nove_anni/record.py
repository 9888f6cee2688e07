"""What is kept of a match (section 9 of RULES.md)."""

from sim.engine.contract import Column, Contrast, Matrix, Rate, Record, common
from sim.games.nove_anni.cards import COLUMNS, KINDS, LIGHTS, PACK, SPECIALS, TYPES

SEATS = 6
TURNS = 40  # of a match with printed rules at most (section 13: 48); longer ones fall beyond
SCORE = 120
KEPT = 20  # turns whose scores are kept
WIDEST = 15  # a lead in the matrices; wider ones are counted as so wide
LATEST = 15  # a turn in the matrices; later ones are counted as this one
WON = KINDS[:5]
TURNING = ("obedience", "padre", "lord")  # specials that turn a match round
ENDS = ("the deck", "Il risveglio", "the cap", "a short hand")  # as end_reason counts them
MASKS = ("opening", "drawn", "placed", "activated")


def _seat(name: str, low: int, high: int, text: str, unit: str) -> Column:
    return Column(name, low, high, text, unit, per_seat=True)


def _count(name: str, text: str, unit: str, high: int = 255) -> Column:
    return Column(name, 0, high, text, unit)


def _share(name: str, text: str) -> Column:
    return Column(name, 0, 1, text, "share")


def _of_match() -> tuple[Column, ...]:
    """Of the whole table."""
    return (
        Column("n_players", 2, SEATS, "players", "players"),
        Column("start_seat", 0, SEATS - 1, "seat that draws first in turn 1", "seat"),
        _count("turns", "turns whose column cards were placed", "turns", TURNS),
        Column("end_reason", 0, 3, "0 deck, 1 Il risveglio, 2 cap, 3 a hand too short", "reason"),
        Column("n_winners", 1, SEATS, "winners", "players"),
        _count("margin", "best less second-best score", "points", SCORE),
        Column("score_total", -SCORE, 4 * SCORE, "points of all players", "points"),
        _count("duels", "duels with at least one card", "duels"),
        _count("tie_duels", "ties for the highest value, before any tie-break", "duels"),
        _count("no_winner_duels", "duels that nobody wins", "duels"),
        _count("extra_draws", "cards drawn to fill the columns", "cards"),
        _count("deck_left", "cards left in the deck", "cards", PACK),
        _count("lead_changes", "changes of the sole leader between duel phases", "changes"),
        _count("comeback", "most points that a winner was behind after a duel phase", "points", SCORE),
        Column("awakening_seat", -1, SEATS - 1, "first to activate Il risveglio, -1 nobody", "seat"),
        Column("awakening_lead", -SCORE, SCORE, "his lead then, 0 without one", "points"),
        _count("obedience_cards", "cards that L'Obbedienza returns", "cards", PACK),
        _count("padre_cards", "cards that Giovanni padre transforms", "cards", PACK),
        _count("lord_cards", "cards that Il Signore takes", "cards", PACK),
        _count("turns_with_activation", "turns with an activation", "turns"),
        _count("removed_cards", "cards out of play at the end", "cards", PACK),
        _count("series_index", "place in its series, the first is 0", "place", 999),
        _share("shared_win", "several winners"),
    )  # fmt: skip


def _of_seats() -> tuple[Column, ...]:
    """Of every player."""
    return (
        _seat("strategy", 0, 1, "0 random, 1 scripted", "strategy"),
        _seat("position", 0, SEATS - 1, "distance from the seat that draws first in turn 1", "place"),
        _seat("score", -SCORE, SCORE, "points at the end", "points"),
        _seat("rank", 1, SEATS, "one more than the players with more points", "rank"),
        _seat("duels_won", 0, 255, "duels won", "duels"),
        *(_seat(f"won_by_kind_{kind}", 0, 255, f"{kind} cards won, at the end", "cards") for kind in WON),
        _seat("transformed", 0, 255, "transformed cards at the end", "cards"),
        _seat("hand_left", 0, 255, "cards left in hand", "cards"),
        _seat("opening_mask", 0, 255, "specials drawn in turn 1, as bits", "mask"),
        _seat("drawn_mask", 0, 255, "specials drawn, as bits", "mask"),
        _seat("placed_mask", 0, 255, "specials put into the slot, as bits", "mask"),
        _seat("activated_mask", 0, 255, "specials activated, as bits", "mask"),
        _seat("light_in_columns", 0, 255, "light cards put into columns", "cards"),
        *(_seat(f"act_turn_{name}", 0, TURNS, f"turn of the first {name}, 0 without one", "turn")
          for name in SPECIALS),
        *(_seat(f"act_lead_{name}", -SCORE, SCORE, f"lead before the first {name}", "points")
          for name in SPECIALS),
        *(_seat(f"score_after_turn_{i}", -SCORE, SCORE, f"points after the duels of turn {i}", "points")
          for i in range(1, KEPT + 1)),
        _seat("no_slot_option_turns", 0, 255, "turns with a special in hand and the slot taken", "turns"),
        _seat("denied_turns", 0, 255, "turns in which others had used up the activations", "turns"),
    )  # fmt: skip


def _of_positions() -> tuple[Column, ...]:
    """Wins and denied activations by the order of drawing in turn 1."""
    who = ("the first to draw", *(f"place {k} after him" for k in range(1, SEATS)))
    return (
        *(Column(f"win_position_{k}", 0, 60, f"won by {text}", "share", scale=60, players=k + 1, fair=True)
          for k, text in enumerate(who)),
        *(Column(f"denied_place_{k}", 0, 255, f"turns in which others leave no activation to {text}",
                 "turns", players=k + 1)
          for k, text in enumerate(who)),
    )  # fmt: skip


def _of_awakening() -> tuple[Column, ...]:
    """What ends a match and when; how often and for whom Il risveglio does."""
    return (
        _share("awakened", "Il risveglio ends the match"),
        Column("awakened_lead", -SCORE, SCORE, "lead of who activates it, at such an end", "points",
               per="awakened"),
        Column("awakened_win", 0, 60, "won by who activates it", "share", scale=60, per="awakened"),
        Column("awakened_first", 0, 1, "activated by the first to draw in that turn", "share",
               per="awakened"),
        *(_share(f"end_reason_{k}", f"ended by {text}") for k, text in enumerate(ENDS)),
        *(Column(f"end_turn_{k}", 0, TURNS, f"turns of a match ended by {text}", "turns",
                 per=f"end_reason_{k}")
          for k, text in enumerate(ENDS)),
    )  # fmt: skip


def _of_comebacks() -> tuple[Column, ...]:
    """Winners who were behind, with and without some specials activated."""
    return tuple(
        column
        for name in TURNING
        for column in (
            _share(f"used_{name}", f"{name} was activated"),
            _share(f"unused_{name}", f"{name} was not activated"),
            Column(f"comeback_used_{name}", 0, SCORE, f"most points a winner was behind, with {name}",
                   "points", per=f"used_{name}", counted=f"comebacks_used_{name}"),
            Column(f"comeback_unused_{name}", 0, SCORE, f"most points a winner was behind, without {name}",
                   "points", per=f"unused_{name}", counted=f"comebacks_unused_{name}"),
        )
    )  # fmt: skip


def _holders(had: str, items: tuple[str, ...], where: str) -> tuple[Column, ...]:
    """Four columns for each special, those of the same sort side by side."""
    found = [
        Column(f"{with_}_{had}_{item}", 0, SEATS, f"players {with_} {item} {where}", "players")
        for with_ in ("with", "without")
        for item in items
    ]
    found += [
        Column(
            f"{won}_{had}_{item}", 0, 60, f"win {with_} {item} {where}", "share", scale=60,
            per=f"{with_}_{had}_{item}", fair=True,
        )
        for with_, won in (("with", "win"), ("without", "win_no"))
        for item in items
    ]  # fmt: skip
    return tuple(found)


HELD = {"opening": "drawn in turn 1", "drawn": "drawn", "activated": "activated"}
_CARD = ("card", 0, TYPES - 1)
_PLACES = (_CARD, ("column", 0, COLUMNS - 1))
_SPECIAL = ("special", 0, len(SPECIALS) - 1)
_TURN, _LEAD = ("turn", 1, LATEST), ("lead", -WIDEST, WIDEST)

RECORD = Record(
    columns=(
        *common(decisions=1023, length=TURNS, unit="turns"),
        *_of_match(),
        *_of_seats(),
        *_of_positions(),
        *_of_awakening(),
        *_of_comebacks(),
        *(column for had, where in HELD.items() for column in _holders(had, tuple(SPECIALS), where)),
        *_holders("column", LIGHTS, "in a column"),
    ),
    matrices=(
        Matrix("placed", _PLACES, "cards in a column when its duel begins", per_seat=True),
        Matrix("duel_won", _PLACES, "of these, cards that win", per_seat=True),
        Matrix("duel_undecided", _PLACES, "of these, cards of duels that nobody wins", per_seat=True),
        Matrix("opening_count", (_CARD,), "players who draw a card in turn 1", per_seat=True),
        Matrix("opening_win_share_sum", (_CARD,), "their win shares, in sixtieths", per_seat=True),
        Matrix("opening_won", (_CARD,), "of these, players who win alone", per_seat=True),
        Matrix("final_pile_count", (_CARD,), "cards in won piles at the end", per_seat=True),
        Matrix("kind_duels", (("column", 0, COLUMNS - 1), ("winner", 0, 4), ("loser", 0, 4)),
               "cards beaten in decided duels, by both kinds; inactive ones too"),
        Matrix("acted_turn", (_SPECIAL, _TURN), f"first activations of a player; {LATEST} for later ones"),
        Matrix("acted_turn_won", (_SPECIAL, _TURN), "of these, players who win alone"),
        Matrix("acted_lead", (_SPECIAL, _LEAD), f"first activations by the lead before; {WIDEST} for more"),
        Matrix("acted_lead_won", (_SPECIAL, _LEAD), "of these, players who win alone"),
        Matrix("acted_when", (_SPECIAL, _TURN, _LEAD), "first activations by both"),
        Matrix("acted_when_won", (_SPECIAL, _TURN, _LEAD), "of these, players who win alone"),
        *(Matrix(f"comebacks_{how}_{name}", (("comeback", 0, SCORE),),
                 f"matches with {name} {how} by the most points a winner was behind")
          for name in TURNING for how in ("used", "unused")),
    ),
    rates=(
        Rate("p_duel", "duel_won", "placed", "P(a card wins its duel), by column"),
        Rate("p_opening", "opening_won", "opening_count", "P(winning alone) with a card drawn in turn 1"),
        Rate("p_turn", "acted_turn_won", "acted_turn", "P(winning alone) by the turn of a special"),
        Rate("p_lead", "acted_lead_won", "acted_lead", "P(winning alone) by the lead before a special"),
        Rate("p_when", "acted_when_won", "acted_when", "P(winning alone) by the turn of a special and the lead before"),
    ),
    contrasts=(
        *(Contrast(had, where, tuple(SPECIALS), f"win_{had}_{{item}}", f"win_no_{had}_{{item}}")
          for had, where in HELD.items()),
        Contrast("slot_or_column", "activated, against put into a column", LIGHTS,
                 "win_activated_{item}", "win_column_{item}"),
    ),
)  # fmt: skip
