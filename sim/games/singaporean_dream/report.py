"""What a designer asks of The Singaporean Dream (section 10 of RULES.md)."""

from sim.engine.contract import Question
from sim.games.singaporean_dream.cards import PERSONALITIES
from sim.games.singaporean_dream.record import SEATS, WAYS

HEADLINE = (
    "win_order_0",
    "length",
    "score",
    "half_leader_wins",
    "last_taker_wins",
    "shared_win",
    "capped",
)

RIVALS = ()

ASSUMED = (
    "The sheet prints two card names, two denominations and one bonus: all prices, copies, powers "
    "and most names are assumed. [resample] in a config shows how much rests on that."
)

QUESTIONS = (
    Question(
        "Is it good to start?",
        "shares",
        tuple(f"win_order_{k}" for k in range(SEATS)),
        "Wins by the place in the order of turns, shared ones in parts; a fair share is one over the "
        "number of players.",
    ),
    Question(
        "Which personality is over-powered?",
        "shares",
        tuple(f"win_personality_{k}" for k in range(PERSONALITIES)),
        "Wins of those who are dealt a personality, numbered as in the file; a fair share is one "
        "over the number of players.",
    ),
    Question(
        "How many dreams has each personality?",
        "means",
        tuple(f"score_personality_{k}" for k in range(PERSONALITIES)),
    ),
    Question("Which personality beats which?", "rate", ("p_beats",),
             "Wins alone of the personality in the row while the one in the column plays too."),
    Question("How long is a match?", "survival", ("length",), "Turns of all players together."),
    Question("How close is it?", "histogram", ("margin",), "Dreams between the best two players."),
    Question("What decides?", "histogram", ("tie_stage",)),
    Question(
        "Does the leader at half time win?",
        "shares",
        ("half_leader_wins", "last_taker_wins", "shared_win"),
        "The leader when half of the dreams are gone; and who takes the last dream: wins that are "
        "not his were given away by ending the match.",
    ),
    Question(
        "What does being behind at half time cost?",
        "given",
        ("deficit_at_half", "win_share"),
        "Dreams behind the leader when half of them are gone.",
    ),
    Question("How often does the lead change?", "histogram", ("lead_changes",)),
    Question(
        "How do dreams come to players?",
        "stack",
        tuple(f"acq_{way}" for way, _ in WAYS),
    ),
    Question("How many dreams are lost?", "means", ("dreams_lost",)),
    Question("What does a use of the power bring?", "given", ("power_uses", "win_share"),
             "Longer matches have more uses, so this is not what a use does."),
    Question("Which cards win?", "lift", ("card",)),
    Question("What is stopped?", "means", ("stops", "counters", "effects_stopped", "stopped_powers")),
    Question("What do forfeits cost?", "means", ("unpaid", "forfeited", "stolen")),
    Question("Where does the cash go?", "means", ("cash_spent", "cash_taken", "cash_lost", "bank_end")),
    Question("Is the deck large enough?", "means", ("reshuffles", "failed_draws")),
)  # fmt: skip
