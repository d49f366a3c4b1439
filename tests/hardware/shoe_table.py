"""A table with a simulated shoe on a real terminal: the camera sees packets, and no faces."""

from collections import deque

from dealer_ui.shoe_desk import ShoeDesk
from engine.game import new_game
from engine.moves import Deal, Draw, ShowTrump
from engine.ports import Sighting
from engine.shoe import allowance
from engine.standing import Standing
from engine.table import TableState
from engine.watch import follow
from hardware.line import Listeners
from hardware.shoe_words import seat_byte
from hardware.shoes import ShoeWishes, open_shoe
from hardware.simulators.peer import Peer
from hardware.simulators.shoe import ShoeDevice
from tests.hardware.conftest import QUICK


class Camera:
    """Reads no face that is dealt: it tells that a packet went to a seat."""

    def __init__(self):
        self.told = []

    def read(self, state, game):
        del state, game
        told, self.told = self.told, []
        return tuple(told)


class Nobody:
    def heard(self, standing, taken_at):
        del standing, taken_at
        return ()


class ShoeTable:
    """Deals from a shoe and follows the standing, as the line does."""

    def __init__(self, link, rules, seats, device=None, wishes=None):
        self.device = device or ShoeDevice()
        self.peer = Peer(link, self.device).start()
        wishes = wishes or ShoeWishes(
            interlock=True, timing=QUICK, settles=False, listeners=Listeners()
        )
        self.shoe = open_shoe(str(link), wishes)
        self.camera = Camera()
        self.desk = ShoeDesk(self.shoe, self.camera, Nobody(), deque())
        game = new_game(rules, seats)
        self.standing = Standing(start=game, game=game)
        self.now = 0.0
        self.heard = 0
        self.desk.publish(self.standing)

    def close(self):
        self.shoe.close()
        self.peer.stop()

    @property
    def game(self):
        return self.standing.game

    def serve(self, cards, told=None, seat=None):
        """Let the dealer pull cards for whom the rules expect, and the camera see the packet."""
        wanted = allowance(self.game)
        assert self.peer.wait_for(
            lambda p: (p.device.seat, p.device.allowed) == (seat_byte(wanted.seat), wanted.count)
        ), wanted
        for card in cards:
            assert self.device.pull(card)
        self._arrive(len(cards))
        kind = Draw if self.game.is_between_bouts else Deal
        if wanted.seat is None:
            self.see(ShowTrump(cards[0]))
        else:
            self.see(kind(seat or wanted.seat, told or len(cards)))

    def see(self, move):
        """Let the camera tell a move, and follow it."""
        self.now += 1.0
        self.camera.told = [Sighting(move, self.now, int(self.now))]
        for sighting in self.desk.read(TableState(self.now, 0), self.game):
            self.standing = follow(self.standing, sighting)
        self.desk.publish(self.standing)

    def hears_until(self, faults, tries=2000):
        """Hear the shoe until just these faults last; tell whether they came to that."""
        for _ in range(tries):
            for happening in self.desk.heard(self.standing, self.now):
                self.standing = follow(self.standing, happening)
            if {thing.fault for thing in self.standing.faults} == faults:
                return True
            self.peer.wait_for(lambda _: False, 0.01)
        return False

    def _arrive(self, count):
        """Wait until the desk has heard of so many cards more."""
        while len(self.desk._reader._waiting) < count:
            self.peer.wait_for(lambda _: False, 0.005)
            for happening in self.desk.heard(self.standing, self.now):
                self.standing = follow(self.standing, happening)


def verdicts(standing):
    """Return what was found in every move so far."""
    return [flag.violation for step in standing.steps for flag in step.flags]
