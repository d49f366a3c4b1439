"""The points on which games of durak differ: each is a parameter of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from engine.cards import Suit


@unique
class TrumpBeat(StrEnum):
    """When a trump may beat another suit: only for want of that suit, or always."""

    STRICT = "strict"
    FREE = "free"


@unique
class FirstUntil(StrEnum):
    """How long the smaller cap of the beginning holds."""

    FIRST_DISCARD = "first_discard"
    FIRST_BOUT = "first_bout"


@unique
class ThrowOnTake(StrEnum):
    """Whether cards may be thrown in after the defender said that he takes."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@unique
class ThrowWho(StrEnum):
    """Who may throw in."""

    OPPONENT = "opponent"
    ALL_OTHERS = "all_others"
    OPPONENTS_OF_DEFENDER = "opponents_of_defender"
    NEIGHBOURS = "neighbours"


@unique
class ThrowOrder(StrEnum):
    """In which order players throw in: the leader, then the others clockwise; or as they like."""

    LEADER_THEN_CLOCKWISE = "leader_then_clockwise"
    FREE = "free"


@unique
class ThrowRanks(StrEnum):
    """Which ranks may be thrown in."""

    ANY_ON_TABLE = "any_on_table"
    LEAD_RANK_ONLY = "lead_rank_only"


@unique
class NextGameLead(StrEnum):
    """Who leads in the games after the first one."""

    WINNER_PREV = "winner_prev"
    LEFT_OF_DEALER = "left_of_dealer"
    LOWEST_TRUMP = "lowest_trump"


@unique
class DrawOrder(StrEnum):
    """In which order players draw after a bout."""

    LEADER_THROWERS_DEFENDER = "leader_throwers_defender"


@unique
class Dealing(StrEnum):
    """Who deals: the house, the loser of the game before, one of the losing team, a computer."""

    HOUSE = "house"
    LOSER = "loser"
    LOSING_TEAM = "losing_team"
    COMPUTER = "computer"
    OPEN = "open"


@unique
class FirstPacket(StrEnum):
    """Who gets the first packet of a deal: the player on the dealer's left, or anybody."""

    DEALERS_LEFT = "dealers_left"
    ANYBODY = "anybody"


@unique
class TrumpReveal(StrEnum):
    """How the trump comes about: the card after the deal, one drawn before it, any of the rest."""

    AFTER_DEAL = "after_deal"
    BEFORE_DEAL = "before_deal"
    ANY_OF_REST = "any_of_rest"
    ANNOUNCED = "announced"


@unique
class Teams(StrEnum):
    """How many play against how many."""

    TWO = "2v2"
    THREE = "3v3"


@unique
class TeamWin(StrEnum):
    """When a team has won: all its players are out (0b/1, 4f), or the first of them (4d)."""

    ALL_OUT = "all_out"
    FIRST_OUT = "first_out"


@unique
class LeadAfterPartnerOut(StrEnum):
    """Who plays on for a player who is out: a partner in his seat (4f), or the next partner."""

    SEAT_PLAYED_BY_PARTNER = "seat_played_by_partner"
    NEAREST_PARTNER = "nearest_partner"


@unique
class TransferTeams(StrEnum):
    """Whom a transfer reaches where teams play: nobody, the next seat (4a), an opponent (4e)."""

    OFF = "off"
    CLOCKWISE = "clockwise"
    OPPONENTS = "opponents"


@unique
class ResultModel(StrEnum):
    """What a game decides."""

    WIN_LOSS_DRAW = "win_loss_draw"
    DURAK = "durak"
    TEAM = "team"
    ORDER_OF_EXIT = "order_of_exit"
    RATING = "rating"
    STRAPS = "straps"


@unique
class Clock(StrEnum):
    """What a clock means: nothing, a reminder, or the loss of the game."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


@unique
class Choice(StrEnum):
    """What an inspector may rule where the rules are silent; the value is stored."""

    REDEAL = "redeal"
    LOT = "lot"
    LOWEST_CARD = "lowest_card"
    LAST_WINNER = "last_winner"
    LAST_LEADER = "last_leader"
    LOWEST_TRUMP = "lowest_trump"
    LEFT_OF_DEALER = "left_of_dealer"
    DRAW = "draw"
    PLAY_ON = "play_on"
    OTHERS_WIN = "others_win"
    LET_STAND = "let_stand"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One game of durak; every field but the first two is a parameter of its profile."""

    profile: str
    version: int
    players: tuple[int, ...]
    dealer: Dealing
    deal_packets: tuple[int, ...]
    first_packet: FirstPacket
    trump_reveal: TrumpReveal
    next_game_lead: NextGameLead
    no_trump_choices: tuple[Choice, ...]
    after_draw_choices: tuple[Choice, ...]
    max_lead: int
    cap: int
    first_until: FirstUntil
    cap_by_defender_hand: bool
    trump_beat: TrumpBeat
    throw_who: ThrowWho
    throw_order: ThrowOrder
    throw_ranks: ThrowRanks
    throw_on_take: ThrowOnTake
    voluntary_take: bool
    draw_order: DrawOrder
    draw_allowed: bool
    result_model: ResultModel
    endless_after: int
    transfer: bool
    transfer_show: bool
    transfer_first_bout: bool
    transfer_after_beat: bool
    transfer_at_equality: bool
    transfer_teams: TransferTeams
    team_win: TeamWin
    lead_after_partner_out: LeadAfterPartnerOut
    pogony_label: bool
    pogony_win: bool
    strap_leads: bool
    clock: Clock
    fees_first: bool
    teams: Teams | None = None
    strap_queen: Suit | None = None
    clock_s: int | None = None
    cap_first: int | None = None
    cap_first_on_take: int | None = None
    prize_percent: tuple[int, ...] = ()
    bank_percent: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    rating_points: Mapping[str, int] = field(default_factory=dict, hash=False)
    stage_wins: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def label(self) -> str:
        """Return the name that records carry, such as ``casino-by-2001@1``."""
        return f"{self.profile}@{self.version}"
