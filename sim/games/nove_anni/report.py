"""What a designer asks of nove_anni (section 10 of RULES.md)."""

from sim.engine.components import Components, told_apart
from sim.engine.contract import Question
from sim.engine.naming import Names, up_to
from sim.games.nove_anni.cards import CHARACTERISTICS, KINDS, LIGHTS, labels, specials
from sim.games.nove_anni.record import LATEST, SEATS, TURNING, WIDEST, WON

HEADLINE = (
    "win_position_0",
    "length",
    "score",
    "margin",
    "shared_win",
    "awakened",
    "awakened_win",
    "comeback",
    "capped",
)

RIVALS = ()

ASSUMED = (
    "The rulebook prints the names of all cards and the 100 of the light cards; the four values of "
    "each fighter are assumed. [resample] in a config shows how much rests on that, and "
    "nove_anni_own_cards.toml puts the values of one's own deck in their place."
)


def names(components: Components) -> Names:
    """Cards and specials by their labels."""
    found = specials(components)
    called = dict(zip(found, told_apart([*found.values()]), strict=True))
    texts = {}
    for name, label in called.items():
        texts[f"act_turn_{name}"] = f"turn of the first {label}, 0 without one"
        texts[f"act_lead_{name}"] = f"lead before the first {label}"
        for had, where in (
            ("opening", "drawn in turn 1"),
            ("drawn", "drawn"),
            ("activated", "activated"),
        ):
            texts |= _texts(name, label, had, where)
    for name in LIGHTS:
        texts |= _texts(name, called[name], "column", "in a column")
    for name in TURNING:
        texts[f"used_{name}"] = f"{called[name]} was activated"
        texts[f"unused_{name}"] = f"{called[name]} was not activated"
        texts[f"comeback_used_{name}"] = f"most points a winner was behind, with {called[name]}"
        texts[f"comeback_unused_{name}"] = (
            f"most points a winner was behind, without {called[name]}"
        )
    return Names(
        columns=texts,
        items=called,
        axes={
            "card": labels(components),
            "column": CHARACTERISTICS,
            "special": [*called.values()],
            "winner": KINDS,
            "loser": KINDS,
            "turn": up_to(LATEST, 1),
            "lead": [f"≤{-WIDEST}", *up_to(WIDEST, 1 - WIDEST)],
        },
    )  # fmt: skip


def _texts(name: str, label: str, had: str, where: str) -> dict[str, str]:
    """Texts of the four columns of a special."""
    return {
        f"with_{had}_{name}": f"players with {label} {where}",
        f"without_{had}_{name}": f"players without {label} {where}",
        f"win_{had}_{name}": f"win with {label} {where}",
        f"win_no_{had}_{name}": f"win without {label} {where}",
    }


QUESTIONS = (
    Question(
        "Is it good to draw first?",
        "shares",
        tuple(f"win_position_{k}" for k in range(SEATS)),
        "Wins by the order of drawing in turn 1, shared ones in parts; a fair share is one over the "
        "number of players. Who draws first may also activate first, and only one special a turn is "
        "activated. nove_anni_players.toml asks it of two to six players.",
    ),
    Question(
        "How does a match end?",
        "stack",
        tuple(f"end_reason_{k}" for k in range(4)),
        "Each bar is all matches of a scenario.",
    ),
    Question(
        "Is Il risveglio too strong?",
        "shares",
        ("awakened", "awakened_win", "awakened_first"),
        "How often it ends the match; and of these ends, how often for who activates it, and by the "
        "first to draw. nove_anni_house_rules.toml delays it, or takes it out.",
    ),
    Question(
        "With what lead does Il risveglio come?",
        "means",
        ("awakened_lead",),
        "At ends by Il risveglio alone.",
    ),
    Question(
        "What is a special in the opening hand worth?",
        "lift",
        ("opening",),
        "Wins of those who drew it in turn 1, against those who did not: free of how long the match "
        "lasted. What it is worth in the place of a card that does nothing asks "
        "nove_anni_knockout.toml, on the same deals.",
    ),
    Question(
        "Who wins with a special that was drawn?",
        "lift",
        ("drawn",),
        "A long match lets everybody draw more, and Il risveglio ends a match that it was drawn in: "
        "this is not what a card does.",
    ),
    Question(
        "Who wins with a special that was activated?",
        "lift",
        ("activated",),
        "Players wait for the right moment: those who activate may have been ahead before.",
    ),
    Question(
        "Light: slot or column?",
        "lift",
        ("slot_or_column",),
        "Wins of those who activated a light card against those who used it as a character of 100. "
        "nove_anni_knockout.toml takes either use away from one player.",
    ),
    Question("Is the turn of a special important?", "rate", ("p_turn",), "Wins alone, by turn."),
    Question(
        "Is a special good for who leads, or for who is behind?",
        "rate",
        ("p_lead",),
        "Wins alone, by the lead before.",
    ),
    Question(
        "When, and with what lead, does who activates a special win?",
        "rate",
        ("p_when",),
        "Wins alone, by turn and by the lead before: a map for each special. That of Il risveglio shows "
        "whether it only seals what is won.",
    ),
    Question(
        "Who comes back?",
        "survival",
        ("comeback",),
        "Points that a winner was behind after some turn.",
    ),
    Question(
        "Which specials turn a match?",
        "means",
        tuple(f"comeback_{how}_{name}" for name in TURNING for how in ("used", "unused")),
        "Most points that a winner was behind, in matches with the special activated by anybody, and "
        "in those without.",
    ),
    Question(
        "Who comes back with a special, and who without?",
        "survival",
        tuple(f"comeback_{how}_{name}" for name in TURNING for how in ("used", "unused")),
        "Points that a winner was behind after some turn, in the same two sorts of matches. A special "
        "is activated more often in matches that swing anyway: this is not what it does.",
    ),
    Question("How often does the lead change?", "histogram", ("lead_changes",)),
    Question("How long is a match?", "histogram", ("length",), "Turns."),
    Question(
        "How long is a match, by what ends it?", "means", tuple(f"end_turn_{k}" for k in range(4))
    ),
    Question("How many points are won?", "histogram", ("score",)),
    Question("How close is it?", "survival", ("margin",), "Points between the best two players."),
    Question(
        "Which kinds of cards are won?",
        "means",
        (*(f"won_by_kind_{kind}" for kind in WON), "transformed"),
    ),
    Question(
        "Which card is over-powered?",
        "rate",
        ("p_duel",),
        "Duels won by a card, by column; ties are not won.",
    ),
    Question(
        "Which card is good to draw in turn 1?",
        "rate",
        ("p_opening",),
        "Wins alone of those who drew it.",
    ),
    Question("How many duels has nobody won?", "means", ("duels", "tie_duels", "no_winner_duels")),
    Question(
        "Are activations scarce?",
        "means",
        (
            "turns_with_activation",
            "no_slot_option_turns",
            *(f"denied_place_{k}" for k in range(SEATS)),
        ),
        "Turns with an activation; turns of a player with a special in hand and his slot taken; turns "
        "in which others had used up the activations, by the order of drawing in turn 1.",
    ),
    Question(
        "Do dream cards clog hands?",
        "means",
        ("extra_draws", "hand_left"),
        "Cards drawn because the columns could not be filled; cards left in hands at the end.",
    ),
    Question(
        "What do the great effects move?",
        "means",
        ("obedience_cards", "padre_cards", "lord_cards"),
        "Cards returned by L'Obbedienza, transformed by Giovanni padre, taken by Il Signore.",
    ),
    Question(
        "Which kind beats which?",
        "exact",
        ("kinds",),
        "Two random fighters in a duel as usual; ties count half.",
    ),
    Question(
        "How much do the light cards weigh?",
        "exact",
        ("opening",),
        "Chance of at least one special of each sort in an opening hand, by its size.",
    ),
)
