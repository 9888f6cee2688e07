"""Nanoseconds a decision of other simulators' card games; run where they are installed.

All points at which a player acts are counted, those with one legal action too, where the kernel
counts real choices alone: that is in favour of the others.
"""

import json
import random
import time

import pyspiel
import rlcard

SECONDS = 4.0  # each is played for so long
ROLLOUTS = 2000


class Agent:
    """RLCard's random player, who counts what it decides."""

    use_raw = False

    def __init__(self, rng):
        self.rng, self.steps = rng, 0

    def eval_step(self, state):
        """A uniformly drawn legal action, and nothing to say of it."""
        self.steps += 1
        return self.rng.choice(list(state["legal_actions"])), {}


def uno(rng):
    """RLCard's environment of UNO, two random players."""
    env, agent = rlcard.make("uno", config={"seed": 1}), Agent(rng)
    env.set_agents([agent, agent])
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        env.run(is_training=False)
    return (time.process_time() - began) / agent.steps * 1e9


def played(state, rng):
    """Play a game of OpenSpiel to its end; how many decisions players took."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, chances)[0]
        else:
            action = rng.choice(state.legal_actions())
            decisions += 1
        state.apply_action(action)
    return decisions


def dealt(game, rng):
    """A game after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def crazy_eights(rng):
    """OpenSpiel's crazy eights for two: its loop in Python, and its own rollouts in C++."""
    game, decisions, games = pyspiel.load_game("crazy_eights(players=2)"), 0, 0
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        decisions += played(game.new_initial_state(), rng)
        games += 1
    loop = (time.process_time() - began) / decisions * 1e9
    state, evaluator = dealt(game, rng), pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    searcher = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # one evaluation
    began, rollouts = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        searcher.step(state)
        rollouts += ROLLOUTS
    each = (time.process_time() - began) / rollouts * 1e9
    return loop, each / (decisions / games)


if __name__ == "__main__":
    loop, rollouts = crazy_eights(random.Random(1))
    print(
        json.dumps(
            {
                "RLCard UNO environment": uno(random.Random(1)),
                "OpenSpiel crazy eights in Python": loop,
                "OpenSpiel crazy eights, rollouts in C++": rollouts,
            }
        )
    )
