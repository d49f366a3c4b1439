"""How quickly the rules are: moves judged and applied, game records, and others on the same games.

    python -m tests.bench.rules

prints only this part of `make bench`. All times are processor time on one core, the best of some
rounds; what is compared runs in turns on the very same games: a busy machine is fair to all.
"""

from __future__ import annotations

import random
import time
from statistics import median

from durakgame import game as other
from durakgame import interface, move, player

from engine.cards import Card, Rank, Suit
from engine.game import apply, new_game
from engine.house import adjusted, load_rules
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
)
from engine.notation import print_move
from engine.record import print_record
from engine.record_judge import judge_record
from engine.record_parse import parse_record
from engine.referee import judge
from engine.seats import Actor
from engine.state import Phase
from tests.engine.slow_referee import SlowTable
from tests.engine.table import OpenTable

GAMES, ROUNDS, TURNS = 20, 15, 5
MOVES_WANTED, RECORD_WANTED_MS = 100_000, 5.0
A, B = Actor.A, Actor.B
CASINO = load_rules("casino-by-2001")
LIKE_OTHER = adjusted(
    CASINO, {"trump_beat": "free", "max_lead": 1, "cap_first": 5, "cap_first_on_take": 6}
)
"""The game that durakgame knows: a single card leads, five before the first discard."""


def seconds(work, games, rounds=ROUNDS):
    """Return the least processor time that some work takes on all games."""
    took = []
    for _ in range(rounds):
        begun = time.process_time()
        for one in games:
            work(one)
        took.append(time.process_time() - begun)
    return min(took)


def recorded(seed, rules=CASINO):
    """Return a random lawful game: its beginning and its moves."""
    table = OpenTable(random.Random(seed), rules)
    start, moves = table.game, []
    while table.game.phase is not Phase.OVER and len(moves) < 600:
        moves.append(table.move())
        table.play(moves[-1])
    return start, moves


def judge_and_apply(game_and_moves):
    game, moves = game_and_moves
    for one in moves:
        judge(game, one)
        game = apply(game, one)


def record_of(game_and_moves):
    """Return the text of a game record."""
    game, moves = game_and_moves
    words, number = [], 0
    for one in moves:
        if isinstance(one, Lead):
            number += 1
            words.append(f"\n{number}.")
        words.append(print_move(one))
        game = apply(game, one)
    result = game.result
    told = "* unfinished" if result is None else f"* result {result.winner or 'draw'}"
    head = f'[Format "DKN/1"]\n[Profile "{CASINO.label}"]\n[A "Anna"]\n[B "Boris"]\n'
    return f"{head}\n{' '.join(words)}\n{told}\n"


def parse_judge_print(text):
    record = parse_record(text)
    judge_record(record)
    return print_record(record)


# The same games by durakgame (PyPI), by us, and by our slow referee.


class Chooser(player.MrRandom):
    """A player of durakgame whose choices come from a seed."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance

    def nextMove(self, _state, options):  # noqa: N802 - its name there
        return self.chance.randrange(len(options))


def foreign_game(seed):
    """Play a random game in durakgame; return its pack and its choices, one by one."""
    chance = random.Random(seed)
    pack = interface.standardDeck()
    chance.shuffle(pack)
    table = other.Game(list(pack), Chooser(chance), Chooser(chance))
    chosen = []
    while not table.isFinished and len(chosen) < 600:
        options = table.generateOptions()
        # Cards thrown in on a taking stay in the attacker's hand there too (1.0.4): none are.
        wants = not isinstance(options[0], move.FinishingMove)
        number = table.currentPlayer.nextMove(table.state, options) if wants else 0
        chosen.append(number)
        table.process(options[number])
    return pack, chosen


def play_there(pack_and_choices):
    """Play a game again in durakgame: it lists what is lawful before every move."""
    pack, chosen = pack_and_choices
    table = other.Game(list(pack), player.MrFirst(), player.MrFirst())
    for number in chosen:
        table.process(table.generateOptions()[number])


def ours(card):
    """Return our card for one of durakgame's."""
    suits = {"Heart": Suit.HEARTS, "Cross": Suit.CLUBS, "Spade": Suit.SPADES}
    return Card(Rank[card.value.name.upper()], suits.get(card.suit.name, Suit.DIAMONDS))


def translated(pack_and_choices):
    """Return a game of durakgame as our beginning and our moves, and the pack of our table."""
    pack, chosen = pack_and_choices
    there = other.Game(list(pack), player.MrFirst(), player.MrFirst())
    moves = [Deal(seat, 2) for _ in range(3) for seat in (A, B)] + [ShowTrump(ours(there.trump))]
    for number in chosen:
        option = there.generateOptions()[number]
        held = {A: len(there.player1.hand), B: len(there.player2.hand)}
        moves += moves_of(there, option)
        there.process(option)
        after = {A: len(there.player1.hand), B: len(there.player2.hand)}
        moves += draws(option, held, after, A if there.turn is other.Switch.First else B)
    game = new_game(LIKE_OTHER, game_no=2, previous_winner=A)
    hands = [ours(card) for card in pack[:12]]
    dealt = [card for n in (0, 4, 8) for card in (*hands[n::2][:2], *hands[n + 1 :: 2][:2])]
    rest = [ours(card) for card in (*pack[13:], pack[12])]
    return game, moves, [*reversed(rest), *reversed(dealt)]


def moves_of(there, option):
    """Return our moves for one of durakgame's, without the draws after it."""
    seat = A if there.move is other.Switch.First else B
    match option:
        case move.OpeningMove(card):
            return [Lead(seat, (ours(card),))]
        case move.AttackingMove(card):
            return [ThrowIn(seat, (ours(card),))]
        case move.DefensiveMove(card):
            return [Beat(seat, ours(card), ours(there.table.attack[-1]))]
        case move.ForfeitingMove():
            return [SayTakes(seat)]
        case move.FinishingMove():
            return [Take(B if seat is A else A, ())]
        case _:
            return [Sweep(Actor.DEALER, ())]


def draws(option, held, after, leads_now):
    """Return the draws that a move of durakgame does by itself: who attacked draws first."""
    if isinstance(option, move.EndingMove):
        order = (B, A) if leads_now is A else (A, B)
        return [Draw(seat, after[seat] - held[seat]) for seat in order if after[seat] > held[seat]]
    if isinstance(option, move.FinishingMove):
        drawn = after[leads_now] - held[leads_now]
        return [Draw(leads_now, drawn)] if drawn else []
    return []


def judge_slowly(game_moves_pack):
    """Let the slow referee of the tests judge and play the same moves."""
    _, moves, pack = game_moves_pack
    table = SlowTable(LIKE_OTHER, 2, pack)
    table.appointed = A
    for one in moves:
        if table.trump_card is not None:
            table.codes(one)
        table.play(one)


def compared(games=GAMES):
    """Return the seconds of durakgame, of us and of our slow referee on the same games."""
    played = [foreign_game(seed) for seed in range(games)]
    same = [translated(one) for one in played]
    took = {"durakgame": [], "ours": [], "slow": []}
    for _ in range(TURNS):
        took["durakgame"].append(seconds(play_there, played, 1))
        took["ours"].append(seconds(lambda one: judge_and_apply(one[:2]), same, 1))
        took["slow"].append(seconds(judge_slowly, same, 1))
    return {name: min(rounds) for name, rounds in took.items()}, sum(len(m) for _, m, _ in same)


def lines():
    """Yield what `make bench` prints of the rules."""
    games = [recorded(seed) for seed in range(GAMES)]
    count = sum(len(moves) for _, moves in games)
    speed = count / min(seconds(judge_and_apply, games) for _ in range(3))
    yield told(
        "moves judged and applied, one core", f"{speed:,.0f} a second", speed >= MOVES_WANTED
    )
    texts = [record_of(one) for one in games]
    each = [1000 * seconds(parse_judge_print, [text]) for text in texts]
    figures = f"median {median(each):.1f} ms, at most {max(each):.1f} ms"
    yield told("game record parsed, judged, printed", figures, max(each) <= RECORD_WANTED_MS)
    took, moves = compared()
    yield f"the same {GAMES} games of two, {moves} moves of ours:"
    yield f"  durakgame, which does not judge  {1000 * took['durakgame'] / GAMES:7.2f} ms a game"
    for name, words in (("ours", "judged by clause and applied"), ("slow", "our slow referee")):
        ratio = took[name] / took["durakgame"]
        yield f"  {words:<32} {1000 * took[name] / GAMES:7.2f} ms a game, {ratio:.2f} of durakgame"


def told(name, figures, reached):
    return f"{name:<52} {figures}{'' if reached else '   NOT REACHED'}"


if __name__ == "__main__":
    for line in lines():
        print(line)
