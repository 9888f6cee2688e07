"""A match of Dream Team: set-up, periods, result (MATCH and PERIOD in section 6 of RULES.md)."""

import numpy as np

from sim.engine.kernel import entry, leaf, rule
from sim.engine.log import NIL, emit
from sim.engine.rng import below
from sim.engine.shares import SHARE
from sim.engine.table import begin, keep
from sim.games.dream_team.cards import FIELD
from sim.games.dream_team.kernel_cards import (
    cast_spells,
    deal_hands,
    exchange_players,
    new_period,
    play_sponsors,
)
from sim.games.dream_team.kernel_field import line_up
from sim.games.dream_team.kernel_play import find_turn, speed_play, take_turn
from sim.games.dream_team.kernel_squad import assign_teams, form_squad
from sim.games.dream_team.rules_words import DrawRule, ExtraStarts, HomeRule, ThirdStarts
from sim.games.dream_team.state import (
    AWAY,
    EXTRA_ROLL,
    HOME,
    HOME_ROLL,
    SIDES,
    TABLE,
    set_components,
)
from sim.games.dream_team.story import Event

__all__ = ["TABLE", "play_chunk", "set_components", "tell_match"]


@entry
def play_chunk(tables, first, out):
    """Play matches first, first + 1, ... into the columns of `out`, shape (words, matches)."""
    t = tables[0]
    for row in range(out.shape[1]):
        begin(t, first + np.uint64(row))
        play_match(t, None)
        keep(t, out, row)


@entry
def tell_match(tables, match, logs, out):
    """Play one match with the log on, into the one column of `out`."""
    t = tables[0]
    begin(t, match)
    play_match(t, logs[0])
    keep(t, out, np.int64(0))


@rule
def play_match(t, log):
    """MATCH: the regular thirds (R8), then extra periods while the rules want a decision."""
    set_up(t, log)
    for period in range(1, t.rules.thirds + 1):
        t.period, t.third = period, min(period, 4) - 1
        play_period(t, third_starter(t), log)
    keep_regulation(t)
    while wants_extra(t):
        t.extra += 1
        t.period, t.third = t.period + 1, 3
        t.sudden = is_sudden(t)
        t.record.sudden_death |= t.sudden
        play_period(t, extra_starter(t), log)
    keep_result(t)
    emit(log, Event.RESULT, NIL, t.goals[HOME], t.goals[AWAY], np.int64(t.record.cap_hit))
    if t.rules.use_action_cards != 0:
        exchange_players(t, log)


@rule
def set_up(t, log):
    """R1-R10: teams, home advantage, squads, an empty score."""
    t.extra = t.sudden = t.over = 0
    t.leader = t.first = -1
    assign_teams(t)
    t.seat[HOME] = home_seat(t)
    t.seat[AWAY] = 1 - t.seat[HOME]
    for side in range(SIDES):
        t.goals[side] = t.deficit[side] = t.attacks[side] = t.subs[side] = 0
        t.bare[side] = t.pulls[side] = 0
        for third in range(4):
            t.third_goals[side, third] = 0
        t.trainer[side] = t.contender[t.seat[side]]
        form_squad(t, side)
    home, away = np.int64(t.team[t.seat[HOME]]), np.int64(t.team[t.seat[AWAY]])
    emit(log, Event.HOME, NIL, np.int64(t.seat[HOME]), home, away)
    if t.rules.use_special_cards != 0:
        for side in range(SIDES):
            emit(log, Event.SPECIAL, side, t.card[side, FIELD], NIL, NIL)
    if t.rules.use_action_cards != 0:
        deal_hands(t, log)
        play_sponsors(t, log)


@leaf
def home_seat(t):
    """R7: a die decides who plays at home, or the house rule does."""
    if t.rules.home_rule == HomeRule.ROLL:
        return below(t, HOME_ROLL, np.int64(2))
    return np.int64(0) if t.rules.home_rule == HomeRule.SEAT0 else np.int64(1)


@rule
def play_period(t, first, log):
    """PERIOD: line-ups (R21), then turns until nobody may attack (R20) or it is over."""
    emit(log, Event.PERIOD, first, t.period, t.sudden, NIL)
    if t.rules.use_special_cards | t.rules.use_action_cards != 0:
        new_period(t)
    line_up(t, HOME, log)
    line_up(t, AWAY, log)
    if t.rules.use_action_cards != 0:
        cast_spells(t, first, log)
    t.turn = first
    while t.over == 0 and find_turn(t):
        take_turn(t, log)
    if t.rules.use_action_cards != 0:
        extra_plays(t, first, log)


@rule
def extra_plays(t, first, log):
    """R37, A22: Speed plays at the end of a period, all of one side, then of the other."""
    for turn in range(SIDES):
        side = first ^ turn
        playing = t.armed[side] > 0
        while playing and t.over == 0:
            playing = speed_play(t, side, log)


@leaf
def third_starter(t):
    """R8: home starts thirds 1 and 3, away third 2."""
    if t.rules.third_starts == ThirdStarts.ALTERNATE:
        return 1 - t.period % 2
    return HOME if t.rules.third_starts == ThirdStarts.HOME_ALWAYS else AWAY


@leaf
def wants_extra(t):
    """R22, R23, A15: whether a level score asks for another period."""
    if t.goals[HOME] != t.goals[AWAY] or t.rules.draw_rule == DrawRule.DRAW:
        return False
    if t.rules.draw_rule == DrawRule.EXTRA_TIME:
        return t.extra == 0
    return t.extra < t.rules.max_extra_periods


@leaf
def is_sudden(t):
    """R23, A15: 1 if the first goal of this extra period ends the match."""
    if t.rules.draw_rule == DrawRule.SUDDEN_DEATH:
        return np.int64(1)
    after_extra_time = t.rules.draw_rule == DrawRule.EXTRA_TIME_THEN_SUDDEN_DEATH and t.extra > 1
    return np.int64(1) if after_extra_time else np.int64(0)


@leaf
def extra_starter(t):
    """A17: the alternation goes on (odd periods home), or the house rule."""
    if t.rules.extra_starts == ExtraStarts.ALTERNATE:
        return 1 - t.period % 2
    if t.rules.extra_starts == ExtraStarts.ROLL:
        return below(t, EXTRA_ROLL, np.int64(2))
    return HOME if t.rules.extra_starts == ExtraStarts.HOME else AWAY


@leaf
def keep_regulation(t):
    """R22: the result after the regular thirds."""
    r = t.record
    home, away = t.goals[HOME], t.goals[AWAY]
    r.reg_home_win = home > away
    r.reg_away_win = away > home
    r.drawn_regulation = home == away
    r.goalless = home + away == 0
    r.reg_goals_total = home + away
    r.reg_margin_abs = abs(home - away)
    r.blowout = abs(home - away) >= 4


@rule
def keep_result(t):
    """Section 9: the columns of the final result."""
    r = t.record
    home, away = t.goals[HOME], t.goals[AWAY]
    r.home_win, r.away_win, r.draw = home > away, away > home, home == away
    r.no_winner = r.draw
    sudden = t.rules.draw_rule >= DrawRule.SUDDEN_DEATH
    r.cap_hit = r.draw != 0 and sudden
    r.capped = r.cap_hit
    for side in range(SIDES):
        won = t.goals[side] > t.goals[1 - side]
        r.win[t.seat[side]] = won
        r.win_share[t.seat[side]] = SHARE if won else 0
        r.goals[t.seat[side]] = t.goals[side]
        r.comeback2 |= won and t.deficit[side] >= 2
        r.first_goal_wins |= won and t.first == side
    r.home_seat = t.seat[HOME]
    r.goals_total = home + away
    r.extra_periods = t.extra
    r.length = r.plays
    r.result_home = 1 + (home > away) - (away > home)
    r.result_away = 2 - r.result_home
    keep_sides(t)
    if t.rules.use_special_cards != 0:
        keep_specials(t)
    if t.rules.use_special_cards | t.rules.use_action_cards != 0:
        keep_cards(t)


@leaf
def keep_sides(t):
    """Section 9: columns that exist for the home and the away side."""
    r = t.record
    r.team_home, r.team_away = t.team[t.seat[HOME]], t.team[t.seat[AWAY]]
    r.goals_home, r.goals_away = t.goals[HOME], t.goals[AWAY]
    r.goals_third1_home, r.goals_third1_away = t.third_goals[HOME, 0], t.third_goals[AWAY, 0]
    r.goals_third2_home, r.goals_third2_away = t.third_goals[HOME, 1], t.third_goals[AWAY, 1]
    r.goals_third3_home, r.goals_third3_away = t.third_goals[HOME, 2], t.third_goals[AWAY, 2]
    r.attacks_home, r.attacks_away = t.attacks[HOME], t.attacks[AWAY]
    r.subs_home, r.subs_away = t.subs[HOME], t.subs[AWAY]
    r.no_keeper_thirds_home, r.no_keeper_thirds_away = t.bare[HOME], t.bare[AWAY]
    r.keeper_pulls_home, r.keeper_pulls_away = t.pulls[HOME], t.pulls[AWAY]


@rule
def keep_specials(t):
    """Section 9: the special players dealt, and the periods they started."""
    r = t.record
    r.special_home, r.special_away = 1 << t.special_order[HOME], 1 << t.special_order[AWAY]
    r.special_thirds_home = t.special_periods[HOME]
    r.special_thirds_away = t.special_periods[AWAY]


@rule
def keep_cards(t):
    """Section 9: cards played, and what fouls cost."""
    r = t.record
    r.cards_played_home, r.cards_played_away = t.played[HOME], t.played[AWAY]
    r.injuries_home, r.injuries_away = t.injuries[HOME], t.injuries[AWAY]
    r.boxes_home, r.boxes_away = t.boxes[HOME], t.boxes[AWAY]
    r.sendoffs_home, r.sendoffs_away = t.sendoffs[HOME], t.sendoffs[AWAY]
