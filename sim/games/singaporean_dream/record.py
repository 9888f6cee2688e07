"""What is kept of a match (section 9 of RULES.md)."""

from collections.abc import Iterator

from sim.engine.contract import Column, Contrast, Joint, Matrix, Rate, Record, common
from sim.games.singaporean_dream.cards import DREAMS, MOST, PERSONALITIES, STEP, TYPES

TURNS = 1000  # the cap, unless an option sets another one
SCORE = 5 * DREAMS  # bonus_dream_count is 5 at most
SEATS = 6
STOPS = 12  # held by one side in a reaction; more are counted as so many
WIDEST = 31  # a lead; wider ones are counted as so wide, one that was never taken as -32
WAITS = 12  # turns begun with a dream on top; more are counted as so many
PRICES = MOST // STEP  # prices of dreams, in steps of 50 K
BANKED = 20  # a bank, in steps of 50 K; fuller ones are counted as so full
USES = 20  # uses of the power in ten turns of its player; more are counted as so many
PLAYS = 10  # plays of a card in ten turns of a player; more are counted as so many
WAYS = (
    ("bought", "bought"),
    ("discount", "bought with a discount"),
    ("free", "taken for free"),
    ("stolen", "stolen"),
    ("forfeited", "taken for an unpaid demand"),
)
PLAYED = (  # what a card or power does
    "stop", "collect_one", "collect_all", "steal_cash_card", "steal_dream", "steal_hand_card",
    "discard_one", "discard_all", "draw_cards", "salvage_cash", "take_top_dream", "power",
)  # fmt: skip
OPENED = PLAYED[:-1]


def _seat(name: str, low: int, high: int, text: str, unit: str, width: int = 1) -> Column:
    return Column(name, low, high, text, unit, per_seat=True, width=width)


def _count(name: str, text: str, unit: str, high: int = TURNS) -> Column:
    return Column(name, 0, high, text, unit)


def _money(name: str, text: str) -> Column:
    return _seat(name, 0, 20_000, text, "K", width=50)


def _of_match() -> tuple[Column, ...]:
    """Of the whole table."""
    return (
        _count("turns", "turns of all players", "turns"),
        _count("rounds", "turns of the player who starts", "turns", TURNS // 2),
        Column("start_seat", 0, 5, "seat that starts", "seat"),
        Column("winner_mask", 0, 63, "winners, seat by seat as bits", "mask"),
        Column("tie_stage", 0, 3, "0 decided by dreams, 1 by their price, 2 by cash, 3 all equal", "stage"),
        Column("margin", 0, SCORE, "best less second-best dreams, bonuses counted", "dreams"),
        Column("half_leader", -1, 5, "seat in the lead when half the dreams are gone, -1 never", "seat"),
        Column("last_taker", -1, 5, "seat that took the last dream from the pile, -1 none", "seat"),
        _count("lead_changes", "changes of the sole leader between ends of turns", "changes"),
        _count("reshuffles", "discard piles that became action piles", "shuffles"),
        _count("failed_draws", "cards due that could not be drawn", "cards"),
        _count("bought", "dreams bought", "dreams"),
        _count("discount_bought", "dreams bought with a discount", "dreams"),
        _count("free_taken", "dreams taken from the pile for free", "dreams"),
        _count("stolen", "dreams stolen", "dreams"),
        _count("forfeited", "dreams lost for unpaid demands", "dreams"),
        _count("stops", "stop cards played", "cards"),
        _count("counters", "of these, stops that save an effect from another stop", "cards"),
        _count("effects_stopped", "effects that ended cancelled", "effects"),
        _count("stopped_powers", "of these, powers", "effects"),
        _count("power_effects", "effects of powers, once for each target where stops save one", "effects"),
        Column("power_stopped", 0, 1, "effects of powers that are stopped", "share", per="power_effects"),
        _count("first_stops", "stops against an effect, or against a counter", "cards"),
        Column("stop_countered", 0, 1, "stops that are countered", "share", per="first_stops"),
        _count("stopped_purchases", "of these, purchases", "effects"),
        _count("plays", "action cards played as an action", "cards"),
        _count("powers", "powers used", "powers"),
        _count("banks", "actions that put cash into a bank", "actions"),
        _count("passes", "turns ended before all actions were used", "turns"),
        _count("unpaid", "demands that the payer could not cover", "demands"),
        Column("forfeit_bank", 0, 20_000, "bank of a payer who loses dreams", "K", per="forfeit_demands"),
        Column("half_known", 0, 1, "half the dreams were taken", "share"),
        Column("half_leader_wins", 0, 60, "won by the leader at half the dreams", "share", scale=60, per="half_known"),
        Column("pile_ended", 0, 1, "the dream pile ran out", "share"),
        Column("last_taker_wins", 0, 60, "won by who took the last dream", "share", scale=60, per="pile_ended"),
        Column("shared_win", 0, 1, "several winners", "share"),
        _count("forfeit_demands", "demands that cost dreams", "demands"),
        _count("bonus_dreams", "dreams taken that are the bonus of somebody at the table", "dreams", DREAMS),
        Column("matched", 0, 1, "bonus dreams that end with their personality", "share", per="bonus_dreams"),
        Column("top_price", 0, MOST, "price of the first dream", "K", width=STEP),
        Column("top_matches", 0, 1, "the first dream is the bonus of somebody at the table", "share"),
    )  # fmt: skip


def _of_seats() -> tuple[Column, ...]:
    """Of every player."""
    return (
        _seat("turn_order", 0, 5, "place in the order of turns, the starter is 0", "place"),
        _seat("personality", 0, PERSONALITIES - 1, "personality, by its row", "row"),
        _seat("strategy", 0, 1, "0 random, 1 scripted", "strategy"),
        _seat("score", 0, SCORE, "dreams at the end, bonuses counted", "dreams"),
        _seat("dream_value", 0, 20_000, "total price of the dreams at the end", "K", 50),
        _money("bank_end", "cash in the bank at the end"),
        _seat("hand_end", 0, 255, "cards in hand at the end", "cards"),
        _seat("n_dreams", 0, DREAMS, "dream cards at the end", "dreams"),
        *(_seat(f"acq_{way}", 0, 127, f"dreams {text}", "dreams") for way, text in WAYS),
        _seat("dreams_lost", 0, 127, "dreams lost to others", "dreams"),
        _money("cash_spent", "cash paid for dreams"),
        _money("cash_taken", "cash received from players"),
        _money("cash_lost", "cash lost to players"),
        _seat("power_uses", 0, TURNS // 2, "powers used", "powers"),
        _seat("stops_played", 0, 127, "stop cards played", "cards"),
        _seat("score_at_half", -1, SCORE, "dreams when half are gone, -1 never", "dreams"),
        _seat("ahead_at_half", -WIDEST - 1, WIDEST,
              "dreams ahead of the best other player when half are gone", "dreams"),
        _money("open_cash", "cash in the dealt hand"),
        _seat("open_notes", 0, 20, "cash cards in the dealt hand", "cards"),
        _seat("open_stops", 0, 20, "stop cards in the dealt hand", "cards"),
    )  # fmt: skip


def _of_places() -> tuple[Column, ...]:
    """Shares of wins by the order of turns, and by personality."""
    return (
        *(Column(f"win_order_{k}", 0, 60, "won by the starter" if k == 0 else f"won by place {k} after the starter",
                 "share", scale=60, players=k + 1, fair=True) for k in range(SEATS)),
        *(Column(f"with_personality_{k}", 0, 1, f"personality {k + 1} is at the table", "share")
          for k in range(PERSONALITIES)),
        *(Column(f"win_personality_{k}", 0, 60, f"won as personality {k + 1}", "share", scale=60, fair=True,
                 per=f"with_personality_{k}") for k in range(PERSONALITIES)),
        *(Column(f"score_personality_{k}", 0, SCORE, f"dreams as personality {k + 1}", "dreams",
                 per=f"with_personality_{k}") for k in range(PERSONALITIES)),
    )  # fmt: skip


def _of_winners() -> tuple[Column, ...]:
    """How dreams came to those who win, and to those who do not."""
    return (
        Column("winners", 1, SEATS, "winners", "players"),
        Column("losers", 0, SEATS, "players who do not win", "players"),
        *(Column(f"winner_{way}", 0, SCORE, f"dreams of a winner, {text}", "dreams", per="winners")
          for way, text in WAYS),
        *(Column(f"loser_{way}", 0, SCORE, f"dreams of a loser, {text}", "dreams", per="losers")
          for way, text in WAYS),
    )  # fmt: skip


def _of_cards() -> tuple[Column, ...]:
    """Plays of a kind of card; players with and without it, and how many of them win."""
    return (
        *(
            _count(f"plays_{kind}", f"plays of {kind.replace('_', ' ')}", "cards")
            for kind in OPENED
        ),
        *_holders("open", OPENED, "in the dealt hand"),
        *_holders("played", PLAYED, "played"),
    )


def _holders(had: str, items: tuple[str, ...], where: str) -> Iterator[Column]:
    """Four columns for each kind of card, those of the same sort side by side."""
    for with_, text in (("with", "with"), ("without", "without")):
        for item in items:
            yield Column(
                f"{with_}_{had}_{item}",
                0,
                SEATS,
                f"players {text} {item.replace('_', ' ')} {where}",
                "players",
            )
    for with_, won in (("with", "win"), ("without", "win_no")):
        for item in items:
            yield Column(
                f"{won}_{had}_{item}", 0, 60, f"win {with_} {item.replace('_', ' ')} {where}", "share", scale=60,
                per=f"{with_}_{had}_{item}", fair=True,
            )  # fmt: skip


_TYPE = (("card", 0, TYPES - 1),)
_STOPS = (("stops of the others", 0, STOPS), ("stops of the actor", 0, STOPS))
_CONTENDER = ("contender", 0, SEATS - 1)
_BESIDE = (_CONTENDER, ("contender before him", 0, SEATS - 1))
_DREAM = (("dream", 0, DREAMS - 1),)
_PERSONALITY = ("personality", 0, PERSONALITIES - 1)
_PRICE = ("price in K", 1, PRICES)
_WAITED = ("turns on top", 0, WAITS)
_BANK = (("bank in K", 0, BANKED),)
_USES = (_PERSONALITY, ("uses of the power in ten turns", 0, USES))
_PLAYS = (*_TYPE, ("plays in ten turns", 0, PLAYS))

RECORD = Record(
    columns=(
        *common(decisions=16383, length=TURNS, unit="turns"),
        *_of_match(),
        *_of_seats(),
        *_of_places(),
        *_of_winners(),
        *_of_cards(),
    ),
    matrices=(
        Matrix("played", _TYPE, "cards played, by card type", per_seat=True),
        Matrix("stopped", _TYPE, "cards whose effect ended cancelled, by card type"),
        Matrix("owners", (*_DREAM, ("owner", -2, 5)), "owners of each dream at the end; -1 pile, -2 unused"),
        Matrix("takers", (*_DREAM, ("seat", -2, 5)), "who took each dream from the pile; -1 nobody, -2 unused"),
        Matrix("top_turns", _DREAM, "turns begun with each dream on top of the pile"),
        Matrix("price_taken", (_PRICE,), "dreams taken from the pile, by price"),
        Matrix("price_takers", (_CONTENDER, _PRICE), "who takes dreams from the pile, by price"),
        Matrix("price_waits", (_PRICE, _WAITED),
               f"turns begun with a dream on top before it is taken, by price; {WAITS} for more turns too"),
        Matrix("bonus_taken", (_PERSONALITY, _PRICE), "dreams taken that are the bonus of somebody at the table"),
        Matrix("bonus_kept", (_PERSONALITY, _PRICE), "of these, dreams that end with their personality"),
        Matrix("gap_at_dream", (("dreams gone", 1, DREAMS), ("gap", 0, WIDEST)),
               f"best less second-best dreams when so many are gone; {WIDEST} for wider gaps too"),
        Matrix("pairs_met", (_PERSONALITY, ("other", 0, PERSONALITIES - 1)),
               "matches of a personality with another at the table"),
        Matrix("pairs_won", (_PERSONALITY, ("other", 0, PERSONALITIES - 1)),
               "of these, matches that the first one wins alone"),
        Matrix("minds_met", (_CONTENDER, _PERSONALITY), "players, by their personality"),
        Matrix("minds_won", (_CONTENDER, _PERSONALITY), "of these, players who win alone"),
        Matrix("uses_met", _USES, f"players, by how often they use their power; {USES} for more uses too"),
        Matrix("uses_won", _USES, "of these, players who win alone"),
        Matrix("plays_met", _PLAYS, f"players, by how often they play each action card; {PLAYS} for more plays too"),
        Matrix("plays_won", _PLAYS, "of these, players who win alone"),
        Matrix("demands", _BANK, f"demands for cash, by the payer's bank in steps of {STEP} K; {BANKED} for fuller ones too"),
        Matrix("demands_lost", _BANK, "of these, demands that cost dreams"),
        Matrix("tried", _TYPE, "cards that could be stopped, by card type; once for each target where stops save one"),
        Matrix("reactions", _STOPS, f"effects that could be stopped; {STOPS} for more stops too"),
        Matrix("happened", _STOPS, "of these, effects that happen"),
        Matrix("beside_met", _BESIDE, "players, by who plays before them"),
        Matrix("beside_won", _BESIDE, "of these, players who win alone"),
    ),
    joints=(
        Joint("ahead_at_half", "win_share", cap=2 * WIDEST + 2),
    ),
    rates=(
        Rate("p_beats", "pairs_won", "pairs_met", "P(a personality wins alone), by another at the table"),
        Rate("p_mind", "minds_won", "minds_met", "P(a player wins alone), by his personality"),
        Rate("p_power", "uses_won", "uses_met", "P(a player wins alone), by the uses of his power in ten of his turns"),
        Rate("p_plays", "plays_won", "plays_met", "P(a player wins alone), by the plays of a card in ten of his turns"),
        Rate("p_taker", "price_takers", "price_taken", "P(a player takes a dream, of those who do), by its price"),
        Rate("p_waits", "price_waits", "price_taken", "P(a dream lies on top for so many turns), by its price"),
        Rate("p_kept", "bonus_kept", "bonus_taken", "P(a bonus dream ends with its personality), by its price"),
        Rate("p_lost", "demands_lost", "demands", "P(a demand costs its payer dreams), by his bank"),
        Rate("p_stopped", "stopped", "tried", "P(a card's effect is stopped)"),
        Rate("p_happens", "happened", "reactions", "P(an effect happens), by the stops held against and for it"),
        Rate("p_beside", "beside_won", "beside_met", "P(a player wins alone), by who plays before him"),
    ),
    contrasts=(
        Contrast("opening", "in the dealt hand", OPENED, "win_open_{item}", "win_no_open_{item}"),
        Contrast("used", "played at least once (confounded: longer matches play more)", PLAYED,
                 "win_played_{item}", "win_no_played_{item}"),
    ),
)  # fmt: skip
