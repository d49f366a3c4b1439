"""Who may say what to a table: the role of whoever is logged in decides, not what a page claims."""

from __future__ import annotations

from dataclasses import replace

from fastapi import HTTPException, Request, status
from pydantic import TypeAdapter

from dealer_ui.accounts.gate import session_of
from dealer_ui.accounts.house import House
from dealer_ui.accounts.people import Role
from dealer_ui.commands import Command, Correct, LetGo

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def said_by(request: Request, command: Command) -> Command:
    """Return the command in the name of whoever sent it, and keep that it was said.

    Raises HTTPException 403 for what only an inspector may say.
    """
    session = session_of(request)
    is_inspector = session is not None and Role.INSPECTOR in session.person.roles
    if isinstance(command, LetGo) and not is_inspector:
        told = "a held stop is let go by an inspector who is logged in"
        raise HTTPException(status.HTTP_403_FORBIDDEN, told)
    if session is None:
        return command
    if isinstance(command, LetGo):
        command = replace(command, by=session.person.name)
    if isinstance(command, Correct):
        command = replace(command, who="inspector" if is_inspector else "dealer")
    house: House = request.app.state.house
    house.note(session, "command", {"command": _row(command)})
    return command


def _row(command: Command) -> dict[str, object]:
    """Return a command as fields of a row, cards by their names; what says nothing is left out."""
    told: dict[str, object] = COMMAND.dump_python(command, mode="json", exclude_none=True)
    return {name: value for name, value in told.items() if value not in ([], {})}
