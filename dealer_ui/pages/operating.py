"""For whoever runs the computers: figures for Prometheus, and whether a program is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from dealer_ui.accounts.gate import is_from_here
from dealer_ui.operating.readiness import Readiness

operating = APIRouter()


@dataclass(frozen=True, slots=True)
class OperatingParts:
    """What the routes read: whether the program is ready, and its figures where it has some."""

    ready: Callable[[], Readiness]
    registry: CollectorRegistry | None = None


@operating.get("/readyz", tags=["health"], responses={503: {"model": Readiness}})
def read_readiness(request: Request, response: Response) -> Readiness:
    """Tell whether the work can be done now; 503 with the reasons why not."""
    ready = _parts_of(request).ready()
    response.status_code = 200 if ready.ready else 503
    return ready


@operating.get("/metrics", tags=["health"], response_class=Response)
def read_metrics(request: Request) -> Response:
    """Return the figures as Prometheus reads them; 404 where nothing is counted.

    Where nobody has an account, only programs of this computer are answered.
    """
    if not hasattr(request.app.state, "house") and not is_from_here(request):
        raise HTTPException(403, "figures are for programs of this computer, or with a token")
    registry = _parts_of(request).registry
    if registry is None:
        raise HTTPException(404, "nothing is counted here")
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _parts_of(request: Request) -> OperatingParts:
    parts: OperatingParts = request.app.state.operating
    return parts
