"""What a designer asks of goooal (section 10 of RULES.md)."""

from sim.engine.contract import Question
from sim.games.goooal.cards import KINDS, SPECIALS
from sim.games.goooal.record import FINISHES

HEADLINE = (
    "first_dealer_wins",
    "champion_is_first_dealer",
    "length",
    "match_turns",
    "bonus_win_rate",
    "comeback_from_zero",
    "match_capped",
)

RIVALS = ()

ASSUMED = (
    "The rulebook prints no card list: numbers of teams, colours, numbers and copies of each "
    "special, and which colour a player has, are assumed. [resample] in a config shows how much "
    "rests on that."
)

QUESTIONS = (
    Question(
        "Does dealing help, match by match?",
        "shares",
        ("first_dealer_wins", "dealer_win", *(f"match_win_rel_{k}" for k in range(6))),
        "The winner of a match deals the next one and plays first in it, so that the better player "
        "deals more often: where players differ, only the first match, dealt by lot, tells what "
        "dealing does. Places are counted from the dealer in the direction of play; what is missing "
        "to 100 % has no winner.",
    ),
    Question(
        "Does that add up over a series?",
        "shares",
        ("champion_is_first_dealer", "no_winner"),
        "A fair share is one over the number of players.",
    ),
    Question(
        "How long is a match?",
        "survival",
        ("match_turns",),
        "Turns, lost ones not counted.",
    ),
    Question("How long is a series?", "histogram", ("n_matches",)),
    Question(
        "How long would a series be if only dealing mattered?",
        "exact",
        ("series_length",),
        "Two players of equal strength, nothing collected, every match won; at 50 % a match is the "
        "toss of a fair coin.",
    ),
    Question(
        "How many turns has a series?",
        "survival",
        ("turns_total",),
    ),
    Question(
        "Who comes back?",
        "rate",
        ("p_champion",),
        "Chance of winning the series when a match begins, by one's own wins and the most wins of "
        "another player; who begins several matches of a series with the same score counts once.",
    ),
    Question("Who comes back as dealer?", "rate", ("p_champion_dealing",)),
    Question(
        "How often is a series turned?",
        "shares",
        ("comeback_from_zero", "comeback_from_two_down"),
        "Champions among those who stood at no win against one short of all; and champions who "
        "were two wins behind at some time.",
    ),
    Question(
        "What does collecting a team bring?",
        "shares",
        ("bonus_win_rate", "ended_by_bonus", "match_end_reason_2"),
        "A team in front of its owner is a bonus match won.",
    ),
    Question("When is a team complete?", "histogram", ("bonus_turn",)),
    Question(
        "What is a special in the dealt hand worth?",
        "lift",
        ("opening",),
        "Matches won with at least one copy in the dealt hand, against none: what the card is worth "
        "in the place of an average other card. A knock-out (goooal_knockout.toml) asks what it is "
        "worth in the place of one that does nothing; a card can be worth little by the first and "
        "much by the second.",
    ),
    Question(
        "What is a special worth to those who held one?",
        "lift",
        ("held",),
        "Matches won by those who were dealt or drew one. Who draws more sees more cards and has "
        "more to get rid of, so this is not what the card does: compare the dealt hand, and "
        "goooal_knockout.toml.",
    ),
    Question(
        "What becomes of a GOOOAL?",
        "shares",
        ("respond_gardien", "respond_coupe", "respond_goooal"),
        "Of all turns that begin with a pending GOOOAL; the others draw.",
    ),
    Question(
        "Does a dealt hand hold an answer?",
        "exact",
        ("answers",),
        "Each line is a number of COUPEs; the other cards stay as they are.",
    ),
    Question(
        "How often is a GOOOAL dealt against a hand without an answer?",
        "exact",
        ("unanswered",),
        "One dealt hand holds at least one GOOOAL, another one nothing that answers it. Each line "
        "is a number of GOOOALs; the other cards stay as they are.",
    ),
    Question(
        "How do matches end?",
        "stack",
        tuple(f"match_finish_kind_{k}" for k in range(len(FINISHES))),
        "What emptied the winner's hand.",
    ),
    Question("What do losers have left?", "histogram", ("loser_left",)),
    Question(
        "How much drawing is there?",
        "means",
        ("match_normal_draws", "match_penalty_draws", "drawn_per_goooal", "match_reshuffles"),
    ),
    Question(
        "How freely do players draw and pass?",
        "shares",
        ("voluntary_rate", "pass_rate", "combo_rate"),
    ),
    Question("How large do hands become?", "means", ("match_max_hand",)),
    Question(
        "Which cards are played?",
        "means",
        tuple(f"match_played_{kind}" for kind in KINDS),
    ),
    Question(
        "Who suffers from specials?",
        "means",
        ("match_skipped", "match_drawn_penalty", "match_gifts_received"),
    ),
    Question("What is in the dealt hand?", "means", tuple(f"match_open_{k}" for k in SPECIALS)),
    Question(
        "Do more wins tell the better player?",
        "sweep",
        ("win_share",),
        "Series won over the number of wins it takes.",
        varies=("series_wins",),
    ),
    Question(
        "What does the size of the collection change?",
        "sweep",
        ("bonus_win_rate", "match_turns"),
        varies=("collect_size",),
    ),
)
