"""The table as its camera sees it now, for a pit boss who is elsewhere."""

from __future__ import annotations

from typing import Annotated

import cv2
from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import Response

from dealer_ui.shift import Shift
from vision.frames import Picture

AGE = "Kozyr-Age-Ms"
WIDEST_PX = 960
JPEG = (int(cv2.IMWRITE_JPEG_QUALITY), 80)

picture = APIRouter()


def shift_of(request: Request) -> Shift:
    """Return what hears of every frame; 404 where this program watches no table."""
    shift: Shift | None = request.app.state.shift
    if shift is None:
        raise HTTPException(404, "no pictures are judged here")
    return shift


@picture.get(
    "/api/v1/picture",
    tags=["state"],
    response_class=Response,
    responses={
        200: {"content": {"image/jpeg": {}}, "description": "`Kozyr-Age-Ms` says how old it is"},
        404: {"description": "The table has not been seen yet"},
    },
)
def read_picture(shift: Annotated[Shift, Depends(shift_of)]) -> Response:
    """Return the newest picture that was judged, cut to the table."""
    if (newest := shift.lately.table_now()) is None:
        raise HTTPException(404, "the table has not been seen yet")
    image, age_s = newest
    headers = {"Cache-Control": "no-store", AGE: str(round(age_s * 1000))}
    return Response(_jpeg(image), media_type="image/jpeg", headers=headers)


def _jpeg(image: Picture) -> bytes:
    height, width = image.shape[:2]
    narrow = min(width, WIDEST_PX)
    size = narrow, round(height * narrow / width)
    smaller = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", smaller, JPEG)[1])
