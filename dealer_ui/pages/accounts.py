"""Logging in and out, one's own account, and the technician's list of accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field

from dealer_ui.accounts.gate import COOKIE, CSRF_COOKIE, session_of
from dealer_ui.accounts.house import SHIFT_S, House, Session
from dealer_ui.accounts.people import RefusedError, Role
from dealer_ui.pages.desk import DeskOf, LanguageOf, RowNumber, shown
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue, Language

accounts = APIRouter(include_in_schema=False)
changes = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])

Secret = Annotated[str, Field(max_length=200)]


class Asked(BaseModel):
    """What a page sends; nothing else is taken."""

    model_config = ConfigDict(extra="forbid")


class Login(Asked):
    """A name and a password, or a badge and a PIN."""

    name: Secret = ""
    password: Secret = ""
    badge: Secret = ""
    pin: Secret = ""


class First(Asked):
    """The first account, by whoever reads the terminal."""

    key: Secret
    name: Secret
    password: Secret


class NewPassword(Asked):
    """One's own password, old and new."""

    old: Secret
    new: Secret


class Proofs(Asked):
    """Another password, or another badge and PIN."""

    password: Secret = ""
    badge: Secret = ""
    pin: Secret = ""


class NewAccount(Proofs):
    """An account to be made."""

    name: Secret
    roles: list[Role]


class ChangedAccount(Asked):
    """Other roles, or no account any more."""

    roles: list[Role]
    active: bool = True


class Leaving(Asked):
    """Logging out here, or everywhere."""

    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; where to go next."""

    next: str = "/"


def house_of(request: Request) -> House:
    """Return the house whose accounts these are."""
    house: House = request.app.state.house
    return house


def known(request: Request) -> Session:
    """Return who asks; the gate has let them in."""
    session = session_of(request)
    if session is None:
        raise HTTPException(401)
    return session


HouseOf = Annotated[House, Depends(house_of)]
Known = Annotated[Session, Depends(known)]


def refused(error: RefusedError, language: Language) -> HTTPException:
    """Say why something is refused, in the reader's language."""
    words = Catalogue.load(language)
    told = words.text(f"account.refused.{error.refusal}", seconds=max(1, round(error.wait_s)))
    return HTTPException(429 if error.wait_s else 422, told)


@accounts.get("/login", response_class=HTMLResponse)
def show_login(desk: DeskOf, house: HouseOf, language: LanguageOf) -> HTMLResponse:
    """Show where people log in."""
    return shown(desk, "login.html", language, is_new=house.is_new)


@changes.post("/login")
def log_in(
    request: Request, response: Response, house: HouseOf, login: Login, language: LanguageOf
) -> Done:
    """Let somebody in; 422 says that it is not right, 429 how long to wait."""
    where = request.client.host if request.client else "?"
    try:
        token, session = house.enter(**login.model_dump(), where=where)
    except RefusedError as error:
        raise refused(error, language) from None
    is_secure = request.url.scheme == "https"
    for name, value, is_hidden in (
        (COOKIE, token, True),
        (CSRF_COOKIE, session.csrf, False),
    ):
        response.set_cookie(
            name, value, int(SHIFT_S), httponly=is_hidden, samesite="strict", secure=is_secure
        )
    parts = ("inspection", "management", "bench")
    here = {name for name in parts if hasattr(request.app.state, name)}
    return Done(_home(session.person.roles, here))


def _home(roles: frozenset[Role], here: set[str]) -> str:
    """Return where somebody begins, of the pages that there are here."""
    if "inspection" in here and Role.INSPECTOR in roles:
        return "/inspector"
    if "management" in here and Role.MANAGER in roles:
        return "/manager"
    if roles != {Role.TECHNICIAN}:
        return "/"
    return "/technician" if "bench" in here else "/accounts"


@accounts.get("/first", response_class=HTMLResponse)
def show_first(desk: DeskOf, house: HouseOf, language: LanguageOf) -> HTMLResponse:
    """Show where the first account is made; there is none such page once it is there."""
    if not house.is_new:
        raise HTTPException(404)
    return shown(desk, "first.html", language)


@changes.post("/first")
def make_first(house: HouseOf, first: First, language: LanguageOf) -> Done:
    """Make the first account."""
    try:
        house.begin(first.key, first.name, first.password)
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/login")


@changes.post("/logout")
def log_out(response: Response, house: HouseOf, session: Known, leaving: Leaving) -> Done:
    """End the session, or all of them."""
    house.leave(session, everywhere=leaving.everywhere)
    for name in (COOKIE, CSRF_COOKIE):
        response.delete_cookie(name)
    return Done("/login")


@accounts.get("/account", response_class=HTMLResponse)
def show_account(
    desk: DeskOf, house: HouseOf, session: Known, language: LanguageOf
) -> HTMLResponse:
    """Show one's own account."""
    own = house.sessions_of(session.person)
    return shown(desk, "account.html", language, person=session.person, sessions=own)


@changes.post("/account/password")
def change_password(
    house: HouseOf, session: Known, wanted: NewPassword, language: LanguageOf
) -> Done:
    """Change one's own password; one's other sessions end."""
    if not house.is_own_password(session, wanted.old):
        raise HTTPException(422, Catalogue.load(language).text("account.refused.unknown"))
    try:
        house.set_proofs(session, session.person.id, password=wanted.new)
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/account")


@accounts.get("/accounts", response_class=HTMLResponse)
def show_accounts(
    desk: DeskOf, house: HouseOf, session: Known, language: LanguageOf
) -> HTMLResponse:
    """Show every account."""
    people, roles = house.people(), tuple(Role)
    return shown(desk, "accounts.html", language, person=session.person, people=people, roles=roles)


@changes.post("/accounts")
def add_account(house: HouseOf, session: Known, made: NewAccount, language: LanguageOf) -> Done:
    """Make an account."""
    try:
        house.add(
            session.person.name,
            made.name,
            made.roles,
            made.password,
            badge=made.badge,
            pin=made.pin,
        )
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/accounts")


@changes.post("/accounts/{number}")
def change_account(
    house: HouseOf, session: Known, number: RowNumber, wanted: ChangedAccount, language: LanguageOf
) -> Done:
    """Change what somebody is, or take the account away."""
    try:
        house.change(session, number, wanted.roles, is_active=wanted.active)
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/accounts")


@changes.post("/accounts/{number}/proofs")
def give_proofs(
    house: HouseOf, session: Known, number: RowNumber, wanted: Proofs, language: LanguageOf
) -> Done:
    """Give somebody another password, or another badge and PIN."""
    try:
        house.set_proofs(session, number, **wanted.model_dump())
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/accounts")


@changes.post("/accounts/{number}/end-sessions")
def end_sessions(house: HouseOf, session: Known, number: RowNumber, language: LanguageOf) -> Done:
    """End every session of somebody."""
    try:
        house.end_sessions(session, number)
    except RefusedError as error:
        raise refused(error, language) from None
    return Done("/accounts")
