"""What is kept of a series, and of the matches in it (section 9 of RULES.md).

A column `match_...` is the sum over the matches of a series, reported as a mean of a match; other
columns per another are the named ratios.
"""

from sim.engine.contract import Column, Contrast, Matrix, Rate, Record, common
from sim.games.goooal.cards import DECK, KINDS, SPECIALS, TEAMS

TURNS = 1000  # printed cap; longer matches lie beyond the table
WINS = 13  # I7: series_wins 10 and bonus_wins 3
FINISHES = (*KINDS, "lay", "gift")  # what emptied the winner's hand
EMPTIED = ("a player", *(kind.upper() for kind in SPECIALS), "laying", "giving")  # in words
ENDS = ("hand_empty", "turn_cap", "bonus")
OPENED = (*SPECIALS, "own")
CALLED = (*(kind.upper() for kind in SPECIALS), "own-team card")


def _match(
    name: str, high: int, text: str, unit: str, counted: str = "", players: int = 0,
    *, fair: bool = False,
) -> Column:  # fmt: skip
    return Column(
        f"match_{name}", 0, high, text, unit, per="n_matches", counted=counted, players=players,
        fair=fair, cap="match_capped",
    )  # fmt: skip


def _share(name: str, text: str) -> Column:
    return _match(name, 1, text, "share")


def _seat(name: str, high: int, text: str, unit: str) -> Column:
    return Column(f"match_{name}", 0, high, text, unit, per_seat=True, per="n_matches")


def _ratio(
    name: str, per: str, text: str, unit: str = "share", high: int = 1, counted: str = "",
    *, fair: bool = False,
) -> Column:  # fmt: skip
    return Column(name, 0, high, text, unit, per=per, counted=counted, fair=fair)


def _parts(name: str, high: int, text: str, unit: str) -> Column:
    return Column(name, 0, high, text, unit, width=max(1, high // 400))


def _of_matches() -> tuple[Column, ...]:
    """Means of a match."""
    return (
        Column(
            "match_win_share", 0, 60, "matches won", "share", True, 60, per="n_matches", fair=True
        ),
        _share("no_winner", "nobody wins the match"),
        _share("capped", "the turn cap ends the match"),
        _match("decisions", 100_000, "choices among at least two legal actions", "decisions"),
        _match("length", 100_000, "turns", "turns"),
        *(_match(f"win_rel_{k}", 1, f"won by place {k} after the dealer" if k else "won by the dealer",
                 "share", players=k + 1, fair=True) for k in range(6)),
        *(_share(f"end_reason_{k}", text) for k, text in enumerate(
            ("an empty hand ends the match", "the turn cap ends the match, by reason",
             "a bonus ends the match and the series"))),
        *(_share(f"first_kind_{k}", f"first card turned: {kind}") for k, kind in enumerate(KINDS)),
        *(_share(f"finish_kind_{k}", f"hand emptied by {how}") for k, how in enumerate(EMPTIED)),
        _share("dir", "turns go towards higher seats"),
        _match("turns", 100_000, "turns taken", "turns", counted="matches_by_turns"),
        _match("skips", 300_000, "turns lost", "turns"),
        _match("reshuffles", 100_000, "shuffles of the middle", "shuffles"),
        _match("plays", 100_000, "plays of cards to the middle", "plays"),
        _match("cards_played", 100_000, "cards played to the middle", "cards"),
        _match("combos", 100_000, "plays of two cards or more", "plays"),
        _match("draw_turns", 100_000, "turns in which a player draws instead of playing", "turns"),
        _match("voluntary_draws", 100_000, "draws although something else was legal", "turns"),
        _match("passes", 100_000, "draws that end in a pass", "turns"),
        _match("normal_draws", 500_000, "cards drawn instead of playing", "cards"),
        _match("penalty_draws", 500_000, "cards drawn for GOOOALs", "cards"),
        _match("goals_faced", 100_000, "turns that begin with a pending GOOOAL", "turns"),
        _match("resp_gardien", 100_000, "GOOOALs answered with GARDIEN", "answers"),
        _match("resp_coupe", 100_000, "GOOOALs answered with COUPE", "answers"),
        _match("resp_goooal", 100_000, "GOOOALs answered with GOOOAL", "answers"),
        *(_match(f"played_{kind}", 100_000, f"cards played: {kind}", "cards") for kind in KINDS),
        _match("lay_turns", 100_000, "turns that end by laying", "turns"),
        _match("laid_cards", 100_000, "cards laid in front of their owners", "cards"),
        _match("gifts", 100_000, "AGENT gifts", "cards"),
        _match("gifts_visible", 100_000, "AGENT gifts face up", "cards"),
        _match("bonus_turn", 100_000, "turn of the first bonus, 0 without one", "turns"),
        _match("n_bonus", 6, "bonus matches won", "bonuses"),
    )  # fmt: skip


def _of_seats() -> tuple[Column, ...]:
    """Means of a match, seat by seat."""
    return (
        _seat("dealt", 1, "dealer", "share"),
        _seat("started", 1, "first to act, before any first-card skip", "share"),
        _seat("wins_before", WINS, "wins when a match begins", "wins"),
        _seat("left", DECK, "cards in hand when a match ends", "cards"),
        _seat("laid_end", DECK, "cards laid when a match ends", "cards"),
        *(_seat(f"open_{kind}", DECK, f"{kind} in the dealt hand", "cards") for kind in SPECIALS),
        _seat("open_own", DECK, "own-team cards in the dealt hand", "cards"),
        *(_seat(f"got_{kind}", DECK, f"{kind} dealt or drawn", "cards") for kind in SPECIALS),
        _seat("own_played", 100_000, "own-team cards played to the middle", "cards"),
        _seat("drawn_normal", 500_000, "cards drawn instead of playing", "cards"),
        _seat("drawn_penalty", 500_000, "cards drawn for GOOOALs", "cards"),
        _seat("skipped", 300_000, "turns lost", "turns"),
        _seat("goals_suffered", 100_000, "GOOOAL draws accepted", "draws"),
        _seat("goals_cancelled", 100_000, "GOOOALs cancelled by GARDIEN or COUPE", "answers"),
        _seat("gifts_given", 100_000, "AGENT gifts given", "cards"),
        _seat("gifts_received", 100_000, "AGENT gifts received", "cards"),
        _seat("max_hand", DECK, "largest hand", "cards"),
        _seat("turns_taken", 100_000, "turns taken", "turns"),
        _seat("bonus", 1, "bonus matches won", "bonuses"),
    )


def _of_series() -> tuple[Column, ...]:
    """Of the series itself."""
    return (
        Column("n_matches", 0, 60, "matches of the series", "matches"),
        Column("turns_total", 0, 4000, "turns of all matches", "turns"),
        Column("n_bonus", 0, 60, "bonus matches won", "bonuses"),
        Column("first_bonus_match", 0, 60, "match of the first bonus, 0 without one", "match"),
        Column("ended_by_bonus", 0, 1, "the series ends by a bonus", "share"),
        Column("champion_is_first_dealer", 0, 1, "the first dealer wins the series", "share", fair=True),
        Column("first_dealer", 0, 1, "deals the first match", "share", per_seat=True),
        Column("wins", 0, WINS, "match wins, bonuses included", "wins", per_seat=True),
        Column("bonus", 0, 60, "bonus matches won", "bonuses", per_seat=True),
        Column("team", 0, TEAMS - 1, "team", "team", per_seat=True),
        Column("max_deficit", 0, WINS, "most wins behind the leader at a start", "wins", per_seat=True),
        Column("trailed_zero_vs_point", 0, 1, "began a match with no win against one short of all",
               "share", per_seat=True),
        Column("strategy", 0, 1, "0 random, 1 scripted", "strategy", per_seat=True),
    )  # fmt: skip


def _of_ratios() -> tuple[Column, ...]:
    """Named ratios, and what they are divided by."""
    return (
        _parts("won_matches", 1000, "matches that somebody wins", "matches"),
        _parts("bonus_matches", 60, "matches with a bonus", "matches"),
        _parts("losers", 5000, "losers of matches that somebody wins", "players"),
        _parts("all_wins", 1000, "match wins, bonuses included", "wins"),
        Column("trailers", 0, 6, "players who began a match with no win against one short of all", "players"),
        Column("champions", 0, 1, "somebody wins the series", "share"),
        _ratio("dealer_win", "won_matches", "won matches that the dealer wins", fair=True),
        Column("first_won", 0, 1, "somebody wins the first match of the series", "share"),
        _ratio("first_dealer_wins", "first_won", "won first matches that the dealer wins", fair=True),
        _ratio("cards_per_play", "match_plays", "cards of a play", "cards", DECK),
        _ratio("combo_rate", "match_plays", "share of plays of two cards or more"),
        _ratio("voluntary_rate", "match_draw_turns", "share of draws although something else was legal"),
        _ratio("pass_rate", "match_draw_turns", "share of draws that end in a pass"),
        _ratio("respond_gardien", "match_goals_faced", "pending GOOOALs answered with GARDIEN"),
        _ratio("respond_coupe", "match_goals_faced", "pending GOOOALs answered with COUPE"),
        _ratio("respond_goooal", "match_goals_faced", "pending GOOOALs answered with GOOOAL"),
        _ratio("drawn_per_goooal", "match_played_goooal", "cards drawn for each GOOOAL played", "cards", DECK),
        _ratio("gift_visible_rate", "match_gifts", "gifts face up"),
        _ratio("bonus_turn", "bonus_matches", "turn of a first bonus", "turns", 100_000, "bonuses_by_turn"),
        _ratio("bonus_win_rate", "all_wins", "match wins that are bonuses"),
        _ratio("loser_left", "losers", "cards a loser has left", "cards", DECK, "losers_by_left"),
        _ratio("comeback_from_zero", "trailers", "win the series from no win against one short of all"),
        _ratio("comeback_from_two_down", "champions", "champions who were two wins down"),
        *(column for item in OPENED for column in _holders("open", item, "in the dealt hand")),
        *(column for item in SPECIALS for column in _holders("got", item, "dealt or drawn")),
    )  # fmt: skip


def _holders(had: str, item: str, where: str) -> tuple[Column, ...]:
    """Players of won matches with and without a card, and how many of them win."""
    what = "own-team cards" if item == "own" else item.upper()
    return (
        _parts(f"with_{had}_{item}", 6000, f"players with {what} {where}", "players"),
        _parts(f"without_{had}_{item}", 6000, f"players without {what} {where}", "players"),
        _ratio(f"win_{had}_{item}", f"with_{had}_{item}", f"win with {what} {where}"),
        _ratio(f"win_no_{had}_{item}", f"without_{had}_{item}", f"win without {what} {where}"),
    )


SCORE = (("own wins", 0, 9), ("most wins of another", 0, 9))

RECORD = Record(
    columns=(
        *common(8191, TURNS, "matches", unit_where=("unit", "match", "turns")),
        *_of_series(),
        *_of_matches(),
        *_of_seats(),
        *_of_ratios(),
    ),
    matrices=(
        Matrix("matches_by_turns", (("turns", 0, TURNS),), "matches by their turns"),
        Matrix("losers_by_left", (("cards", 0, DECK),), "losers by the cards they have left"),
        Matrix("bonuses_by_turn", (("turns", 0, TURNS),), "first bonuses by their turn"),
        Matrix("score_seen", SCORE, "scores that a match begins with, once for each player"),
        Matrix("score_won", SCORE, "of these, players who win the series"),
        Matrix("score_seen_dealing", SCORE, "scores that a match begins with, once for each dealer"),
        Matrix("score_won_dealing", SCORE, "of these, dealers who win the series"),
    ),
    rates=(
        Rate("p_champion", "score_won", "score_seen", "P(winning the series) from a score"),
        Rate("p_champion_dealing", "score_won_dealing", "score_seen_dealing",
             "P(winning the series) from a score, for the dealer"),
    ),
    contrasts=(
        Contrast("opening", "in the dealt hand", OPENED, "win_open_{item}", "win_no_open_{item}",
                 CALLED),
        Contrast("held", "dealt or drawn (confounded: longer matches draw more)", SPECIALS,
                 "win_got_{item}", "win_no_got_{item}", CALLED[:-1]),
    ),
)  # fmt: skip
