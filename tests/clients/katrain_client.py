"""KaTrain's own engine and players against `tengen analysis`, without its window.

Usage: python3 katrain_client.py COMMAND, where COMMAND starts the engine. Ends with 77 if there is no KaTrain.
"""

import importlib.util
import os
import random
import sys
import tempfile
import time

command = sys.argv.pop()
# KaTrain and Kivy keep files in the home, and Kivy reads the command line.
home = tempfile.TemporaryDirectory()
os.environ.update(HOME=home.name, KIVY_HOME=home.name, KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")

if importlib.util.find_spec("katrain") is None:
    print(f"{sys.executable} has no KaTrain", file=sys.stderr)
    sys.exit(77)

from katrain.core.ai import generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import OUTPUT_ERROR, VERSION
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

# Kivy takes it for its log.
sys.stderr = sys.__stderr__

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[ec];B[gc];W[ce];B[cg])"
# These players ask for a network of human play.
HUMAN = {"ai:human", "ai:pro"}


class Client(KaTrainBase):
    """KaTrain without a window; what it would show as an error is kept."""

    def __init__(self):
        self.errors = []
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(message)

    def __call__(self, *message):
        self.errors.append(message)


def wait(what, done):
    end = time.time() + 100
    while not done():
        assert time.time() < end and not client.errors, (what, client.errors)
        time.sleep(0.01)


client = Client()
# What further analysis says in the window.
client.controls = type("Controls", (), {"set_status": lambda *_: None})()
# It is the engine that KaTrain ends, not a shell around it.
own = {"backend": "custom", "altcommand": "exec " + command, "max_visits": 50, "fast_visits": 20}
engine = KataGoEngine(client, {**client.config("engine"), **own})

game = Game(client, engine, move_tree=KaTrainSGF.parse_sgf(GAME))
nodes = game.root.nodes_in_tree
wait("review", lambda: all(node.analysis_complete for node in nodes))
assert len(nodes) == 6
for node in nodes:
    assert node.candidate_moves and 0 <= node.winrate <= 1 and node.score is not None
    assert len(node.ownership) == 81 and len(node.policy) == 82
assert all(node.points_lost is not None for node in nodes[1:])

game.redo(999)
for mode in ("extra", "equalize", "sweep", "alternative"):
    game.analyze_extra(mode)
    wait(mode, engine.is_idle)
game.analyze_extra("ponder")
wait("ponder", lambda: game.current_node.root_visits > 500)
game.analyze_extra("stop")
wait("the end of pondering", engine.is_idle)

random.seed(1)
players = {mode: settings for mode, settings in client.config("ai").items() if mode not in HUMAN}
assert {"ai:default", "ai:simple"} < players.keys()
for mode, settings in players.items():
    move, node = generate_ai_move(game, mode, settings)
    assert node is game.current_node and not move.is_pass, (mode, move)
wait("moves", engine.is_idle)

process = engine.katago_process
engine.shutdown(finish=True)
process.wait(10)
assert not client.errors, client.errors
print(f"KaTrain {VERSION}: {len(nodes)} positions reviewed, moves of {len(players)} players")
