"""What a designer asks of a match of Bundesliga (section 10 of RULES.md)."""

from sim.engine.contract import Question
from sim.games.bundesliga.record import KINDS, MONEY

HEADLINE = ("relegated", "points", "strength_end", "n_relegated", "half_leader_wins")

RIVALS = (("relegated",),)

ASSUMED = (
    "The rulebook prints the kinds of spaces, the counts of all cards, the start squad and the "
    "start packet. Every number on the board, all prices, and all texts of event and Cup cards are "
    "assumed. Match results follow from strength alone, so odds shift with these numbers: "
    "[resample] in a config shows how much."
)

QUESTIONS = (
    Question(
        "How likely is relegation?",
        "shares",
        ("relegated",),
        "Share of matches in which a player ends the season with too few table points. The "
        "start squad beats almost nobody, so relegation is a matter of how much is invested.",
    ),
    Question(
        "What if another number of points were asked for?",
        "below",
        ("points",),
        "Share of matches with fewer table points than a threshold. As long as nobody plays for "
        "it, any other threshold can be read off.",
        mark="relegation_points",
    ),
    Question(
        "How are table points spread?",
        "histogram",
        ("points",),
        "Points of both rounds of the first season.",
    ),
    Question(
        "How likely is relegation, by the points of the first lap?",
        "given",
        ("points_lap1", "relegated"),
        "Share of matches that end in relegation, by the table points at half-time.",
    ),
    Question(
        "Does the first lap decide the second?",
        "given",
        ("points_lap1", "points_lap2"),
        "Mean table points of the second lap, by those of the first.",
    ),
    Question(
        "Does the leader at half-time win?",
        "shares",
        ("half_leader_wins", "half_last_wins"),
        "Leaders have the most table points after the first lap, the last the fewest.",
    ),
    Question("How do table points come about?", "means", ("points_lap1", "points_lap2")),
    Question(
        "Is it the luck of home matches?",
        "given",
        ("home_matches", "points"),
        "A landing on a stadium pays; the table points are the same as for passing it.",
    ),
    Question(
        "Which way does the money go?",
        "stack",
        tuple(f"money_{name}" for name, _ in MONEY),
        "Mean DM of a match by what it was booked for; payments are negative. The capital that "
        "everybody starts with is not among them.",
    ),
    Question(
        "How much money do players have?",
        "spread",
        ("cash_lap1", "cash_end", "cash_min"),
        "Cash after the first lap (before the round bonus), at the end, and at its lowest.",
    ),
    Question(
        "How strong do squads become?",
        "spread",
        ("strength_lap1", "strength_end"),
        "The start squad has 28 points.",
    ),
    Question(
        "How many players change clubs?",
        "means",
        ("buys", "sells", "forced_sales"),
        "Forced sales are sales, too.",
    ),
    Question(
        "How far does the Cup go?",
        "histogram",
        ("cup_rounds",),
        "Rounds won in the first season. There is no final unless cup_rounds_to_win says so.",
    ),
    Question(
        "What becomes of Cup matches?",
        "means",
        ("cup_matches", "cup_rounds", "cup_draws"),
    ),
    Question(
        "Which spaces are landed on?",
        "rate",
        ("p_landing",),
        "Share of laps in which a piece lands on a space. A lap begins at the start space, so "
        "the first few spaces are not all equally likely.",
    ),
    Question(
        "How often is each kind of space landed on?",
        "means",
        tuple(f"landings_{kind}" for kind in KINDS),
    ),
    Question("How many turns does a match take?", "survival", ("length",)),
    Question(
        "What does a table point cost?",
        "exact",
        ("price_of_point",),
        "A card's price for each of its points, divided by the table points that one more point of "
        "strength wins in a season. Strength is worth most where many clubs are just as strong.",
    ),
    Question(
        "What does capital change?",
        "sweep",
        ("relegated", "points"),
        varies=("start_capital",),
    ),
    Question(
        "What does the threshold change?",
        "sweep",
        ("relegated",),
        varies=("relegation_points",),
    ),
)
