"""What a designer asks of The Singaporean Dream (section 10 of RULES.md)."""

from sim.engine.components import Components, told_apart
from sim.engine.contract import Question
from sim.engine.naming import Names, up_to
from sim.games.singaporean_dream.cards import (
    PERSONALITIES,
    STEP,
    actions,
    dreams,
    labels,
    personalities,
    played_as,
)
from sim.games.singaporean_dream.record import (
    BANKED,
    OPENED,
    PLAYED,
    PRICES,
    SEATS,
    STOPS,
    USES,
    WAITS,
    WAYS,
)

PEOPLE = tuple(f"win_personality_{k}" for k in range(PERSONALITIES))

HEADLINE = (
    "win_order_0",
    *PEOPLE,
    "length",
    "score",
    "half_leader_wins",
    "last_taker_wins",
    "shared_win",
    "capped",
)

RIVALS = (PEOPLE,)

ASSUMED = (
    "The sheet prints two card names, two denominations and one bonus: all prices, copies, powers "
    "and most names are assumed. [resample] in a config shows how much rests on that."
)


def names(components: Components) -> Names:
    """Personalities, cards and dreams by their labels; kinds of cards by the cards of the kind."""
    people = told_apart(personalities(components))
    texts = {}
    for k, person in enumerate(people):
        texts[f"with_personality_{k}"] = f"{person} is at the table"
        texts[f"win_personality_{k}"] = f"won as {person}"
        texts[f"score_personality_{k}"] = f"dreams as {person}"
    kinds: dict[str, list[str]] = {kind: [] for kind in PLAYED}
    cards = actions(components)
    for card, label in zip(cards, told_apart(cards), strict=True):
        if card.copies:
            kinds[played_as(card)].append(label)
    items = {kind: " or ".join(found) for kind, found in kinds.items()} | {"power": "Any power"}
    texts["with_played_power"] = "players who use their power"
    for kind, called in kinds.items():
        if called:
            texts[f"with_played_{kind}"] = f"players who use {' or '.join(called)}"
            texts[f"plays_{kind}"] = f"plays of {' or '.join(called)}"
    return Names(
        columns=texts,
        items=items,
        axes={
            "personality": people,
            "other": people,
            "card": labels(components),
            "dream": told_apart(dreams(components)),
            "price in K": [str(STEP * k) for k in range(1, PRICES + 1)],
            "bank in K": [*(str(STEP * k) for k in range(BANKED)), f"{STEP * BANKED}+"],
            "turns on top": up_to(WAITS),
            "uses of the power in ten turns": up_to(USES),
            "stops of the others": up_to(STOPS),
            "stops of the actor": up_to(STOPS),
        },
    )


QUESTIONS = (
    Question(
        "Is it good to start?",
        "shares",
        tuple(f"win_order_{k}" for k in range(SEATS)),
        "Wins by the place in the order of turns, shared ones in parts; a fair share is one over the "
        "number of players. singaporean_dream_players.toml asks it of two to six players.",
    ),
    Question(
        "Which personality is over-powered?",
        "shares",
        PEOPLE,
        "Wins of those who are dealt a personality; a fair share is one over the number of players. "
        "singaporean_dream_personalities.toml swaps personalities on the same deals: what that does "
        "to the win share of seat 0 is what one is worth more than the other.",
    ),
    Question(
        "How many dreams has each personality?",
        "means",
        tuple(f"score_personality_{k}" for k in range(PERSONALITIES)),
    ),
    Question(
        "Which personality suits which strategy?",
        "rate",
        ("p_mind",),
        "Wins alone of the player in the row when he is dealt the personality in the column.",
    ),
    Question(
        "Which personality beats which?",
        "rate",
        ("p_beats",),
        "Wins alone of the personality in the row while the one in the column plays too.",
    ),
    Question("How long is a match?", "survival", ("length",), "Turns of all players together."),
    Question(
        "How many turns has a player?",
        "spread",
        ("turns", "rounds"),
        "Of all players together, and of the one who starts: the others have as many, or one less. singaporean_dream_players.toml asks it "
        "of two to six players, scripted and random.",
    ),
    Question("How close is it?", "histogram", ("margin",), "Dreams between the best two players."),
    Question(
        "What decides?",
        "histogram",
        ("tie_stage",),
        "0: dreams; 1: the price of the dreams; 2: cash in the bank; 3: nothing, a shared win.",
    ),
    Question(
        "Does the leader at half time win, and who ends the match?",
        "shares",
        ("half_leader_wins", "last_taker_wins", "shared_win"),
        "The leader when half of the dreams are gone; and who takes the last dream: the wins that "
        "are not his own were given away by ending the match.",
    ),
    Question(
        "How far does a lead at half time carry?",
        "given",
        ("ahead_at_half", "win_share"),
        "Dreams ahead of the best other player when half of the dreams are gone; below zero: behind "
        "the leader.",
    ),
    Question("How often does the lead change?", "histogram", ("lead_changes",)),
    Question("How do dreams come to players?", "stack", tuple(f"acq_{way}" for way, _ in WAYS)),
    Question(
        "How do dreams come to winners?",
        "stack",
        tuple(f"winner_{way}" for way, _ in WAYS),
        "All dreams that a winner got, those lost again included.",
    ),
    Question("How do dreams come to losers?", "stack", tuple(f"loser_{way}" for way, _ in WAYS)),
    Question("How many dreams are lost to others?", "means", ("dreams_lost",)),
    Question(
        "Do bonus dreams end with their personality?",
        "shares",
        ("matched", "top_matches"),
        "Of the dreams that are the bonus of somebody at the table, and were taken; and how often "
        "the very first dream is one.",
    ),
    Question(
        "Who takes dreams of which price?",
        "rate",
        ("p_taker",),
        "Bought, with a discount or without, or taken for free: shares of the dreams of a price that "
        "leave the pile.",
    ),
    Question(
        "How long does a dream lie on top of the pile?",
        "rate",
        ("p_waits",),
        "Turns that begin with it on top, by its price, up to the one in which it is taken. At 0 the "
        "player who has exposed it takes it too, or it never was on top.",
    ),
    Question(
        "Which bonus dreams end with their personality?",
        "rate",
        ("p_kept",),
        "Of the bonus dreams of those at the table that were taken, by personality and price.",
    ),
    Question(
        "Do those who use their power win?",
        "rate",
        ("p_power",),
        "Wins alone by the uses of the power in ten turns of its player, rounded down: 10 is once in "
        "every turn. Uses are a choice and need an occasion, so this is not what a use does: compare "
        "singaporean_dream_knockout.toml.",
    ),
    Question(
        "What is a card in the dealt hand worth?",
        "lift",
        ("opening",),
        "Wins with at least one such card in the dealt hand, against none: what it is worth in the "
        "place of an average other card. singaporean_dream_knockout.toml asks what it is worth in "
        "the place of one that does nothing.",
    ),
    Question(
        "Which cards do winners play?",
        "lift",
        ("used",),
        "Longer matches play more, and who plays a card has drawn it, so this is not what a card "
        "does: compare the dealt hand, and singaporean_dream_knockout.toml.",
    ),
    Question(
        "Do those who play a card often win?",
        "rate",
        ("p_plays",),
        "Wins alone by the plays of a card in ten turns of its player, rounded down, so that the "
        "length of the match matters less. Who plays more has drawn more and found an occasion: this "
        "is not what a card does either.",
    ),
    Question(
        "What is used?",
        "means",
        tuple(f"with_played_{kind}" for kind in PLAYED),
        "Players who use such a card, or their power, at least once in a match.",
    ),
    Question(
        "How often is each card used?",
        "means",
        (*(f"plays_{kind}" for kind in OPENED), "powers"),
        "Stop cards against effects and counters too.",
    ),
    Question(
        "How are stop cards used?",
        "means",
        ("stops", "counters", "effects_stopped", "stopped_powers"),
        "Counters save an effect from another stop; scripted players save their own effects alone.",
    ),
    Question(
        "How many stops are countered, and how many powers stopped?",
        "shares",
        ("stop_countered", "power_stopped"),
        "Of the stops that are no counters; of the effects of powers that could be stopped.",
    ),
    Question("What is stopped?", "rate", ("p_stopped",), "Shares of the plays of each card."),
    Question(
        "Does an effect happen, by the stop cards held?",
        "rate",
        ("p_happens",),
        "Nobody sees them. Exact where two players decide by chance.",
    ),
    Question(
        "What would chance make of stop cards?",
        "exact",
        ("stops",),
        "Two players; each stop that can be played is played with probability one half.",
    ),
    Question(
        "How many stop cards does a deck need?",
        "exact",
        ("no_stop",),
        "All other cards of the action pile stay as they are.",
    ),
    Question("What do unpaid demands cost?", "means", ("unpaid", "forfeited", "stolen")),
    Question(
        "What does an empty bank cost?",
        "rate",
        ("p_lost",),
        "Demands for cash that cost dreams instead, by what the payer has in the bank just then.",
    ),
    Question(
        "How empty is a bank that loses dreams?",
        "means",
        ("forfeit_bank",),
        "Cash in the bank of a payer who could not cover a demand and lost a dream.",
    ),
    Question(
        "Where does the cash go?",
        "means",
        ("cash_spent", "cash_taken", "cash_lost", "bank_end"),
    ),
    Question("Is the deck large enough?", "means", ("reshuffles", "failed_draws")),
    Question(
        "Does it matter who plays before?",
        "rate",
        ("p_beside",),
        "Wins alone of the player in the row while the one in the column plays just before him.",
    ),
)
