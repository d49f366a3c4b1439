"""A lens is measured from a board that we print ourselves, or refused with what to do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.board import A3, A4, BOARDS, Board, BoardTrouble, BoardView, board_in, see_board
from calibration.lens import through
from calibration.lens_fit import LensFlaw, Quality, Views, fit_lens
from calibration.lens_profile import load_lens
from calibration.profile import ProfileError
from calibration.sheets import SheetWords, as_pdf, as_png, board_sheet, marker_sheet
from tests.calibration.drawn import DrawnCamera

WORDS = SheetWords('A "board" \\ #pagebreak()', "Раздрукаваць у маштабе 100 % — ў, і", "100 mm")
DPI = 100
PX_PER_MM = DPI / 25.4


@pytest.fixture(scope="module")
def paper():
    return {board: printed(board) for board in BOARDS.values()}


def printed(board):
    png = as_png(board_sheet(board, WORDS), DPI)
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_board_comes_out_of_the_printer_to_scale(paper, board):
    view = see_board(paper[board], board)
    assert len(view.numbers) == (board.columns - 1) * (board.rows - 1)
    places = board.corners_mm(view.numbers)
    offset = (view.pixels / PX_PER_MM - places).mean(axis=0)
    assert np.abs(view.pixels / PX_PER_MM - places - offset).max() < 0.15
    assert board_in(paper[board]) == board


def test_sheets_are_pdfs_with_a_page_for_each_marker():
    pdf = as_pdf(marker_sheet(range(4), 60, WORDS))
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type/Page\n") in (0, 4)
    assert b"/Count 4" in pdf


@pytest.mark.parametrize(
    ("spoil", "board", "trouble"),
    [
        (lambda page: np.ascontiguousarray(page[:, ::-1]), A4, BoardTrouble.MIRRORED),
        (lambda page: page, A3, BoardTrouble.OTHER_BOARD),
        (lambda page: np.full_like(page, 200), A4, BoardTrouble.NOT_SEEN),
        (lambda page: page, Board("thin", 7, 5, 36.0, 21.0), BoardTrouble.WRONG_SQUARES),
        (lambda page: page, Board("tall", 5, 7, 36.0, 27.0), BoardTrouble.WRONG_SQUARES),
        (lambda page: cv2.resize(page, None, fx=1, fy=0.3), A4, BoardTrouble.TOO_STEEP),
    ],
)
def test_a_board_that_cannot_be_used_says_why(paper, spoil, board, trouble):
    assert see_board(spoil(paper[A4]), board) is trouble


CAMERA = DrawnCamera((960, 540), barrel=-0.25, noise=1.0)
MIDDLE = (210.0, 148.5)


def views_of(page, poses):
    views = Views()
    for pose in poses:
        seen = see_board(CAMERA.shot(page, PX_PER_MM, pose), A3)
        assert isinstance(seen, BoardView), seen
        views.offer(seen)
    return views


def many_poses():
    places = [(x, y) for x in (-0.24, 0, 0.24) for y in (-0.14, 0, 0.14)]
    for number, place in enumerate(places):
        tilt = 28 if number % 2 else 8
        yield CAMERA.pose(tilt, 9 * number - 36, MIDDLE, 760, 70 * number, place)


@pytest.fixture(scope="module")
def views(paper):
    return views_of(paper[A3], many_poses())


def test_a_lens_is_measured_from_nine_views(views):
    fit = fit_lens(views.kept, A3)
    assert fit.flaws == ()
    assert fit.quality is Quality.EXCELLENT
    grid = np.stack(np.meshgrid(np.linspace(130, 830, 9), np.linspace(80, 460, 5)), -1)
    true, found = (lens.straighten(grid.reshape(-1, 2)) for lens in (CAMERA.lens, fit.lens))
    homography, _ = cv2.findHomography(found, true)
    assert np.linalg.norm(through(homography, found) - true, axis=1).max() < 0.3


def test_a_view_like_another_is_not_kept_again(views):
    again = Views()
    assert [again.offer(view) for view in (views.kept[0], views.kept[1], views.kept[0])] == [
        True,
        True,
        False,
    ]


def test_one_angle_and_one_place_are_not_enough(paper):
    flat = [CAMERA.pose(0, 0, MIDDLE, 1300 + 80 * n, aside=(0.02 * n, 0)) for n in range(9)]
    fit = fit_lens(views_of(paper[A3], flat).kept, A3)
    assert LensFlaw.ONE_ANGLE in fit.flaws
    assert LensFlaw.POOR_COVERAGE in fit.flaws


def test_few_views_and_mixed_sizes_are_refused(views):
    assert fit_lens(views.kept[:7], A3) is LensFlaw.TOO_FEW_VIEWS
    small = BoardView(views.kept[0].numbers, views.kept[0].pixels / 2, (480, 270))
    assert fit_lens([*views.kept, small], A3) is LensFlaw.OTHER_SIZE


def test_a_board_that_is_not_flat_is_refused(views):
    bent = [
        BoardView(v.numbers, v.pixels + 6 * np.sin(v.pixels[:, ::-1] / 17), v.size_px)
        for v in views.kept
    ]
    assert LensFlaw.LARGE_ERROR in fit_lens(bent, A3).flaws


def test_the_command_writes_the_lens_and_keeps_the_old_one_when_refused(
    kozyr, tmp_path, paper, monkeypatch
):
    monkeypatch.setenv("KOZYR_LANG", "en")
    folder, out = tmp_path / "photographs", tmp_path / "lens.toml"
    folder.mkdir()
    for number, pose in enumerate(many_poses()):
        shot = CAMERA.shot(paper[A3], PX_PER_MM, pose)
        cv2.imwrite(str(folder / f"{number}.png"), shot)
    done = kozyr("calibrate", "lens", folder, out, "--by", "Anna")
    assert (done.code, done.err) == (0, "")
    assert "quality excellent" in done.out
    lens = load_lens(out)
    assert (lens.by, lens.size_px, lens.views, lens.camera) == (
        "Anna",
        (960, 540),
        9,
        "photographs",
    )

    for path in folder.iterdir():
        cv2.imwrite(str(path), np.ascontiguousarray(cv2.imread(str(path))[:, ::-1]))
    refused = kozyr("calibrate", "lens", folder, out)
    assert refused.code == 2
    assert "The picture is mirrored. Turn mirroring off" in refused.err
    assert load_lens(out) == lens


def test_a_damaged_lens_file_is_named(tmp_path):
    path = tmp_path / "lens.toml"
    for text, why in (("{", "not a TOML file"), ("camera = 3", "camera: "), (None, "cannot be")):
        if text is None:
            path.unlink()
        else:
            path.write_text(text, encoding="utf-8")
        with pytest.raises(ProfileError, match=f"lens.toml: {why}"):
            load_lens(path)


def test_sheets_are_written_in_three_languages(kozyr, tmp_path):
    for language in ("ru", "be", "en"):
        done = kozyr("calibrate", "sheets", tmp_path / language, "--lang", language)
        assert done.code == 0
        names = sorted(path.name for path in (tmp_path / language).iterdir())
        assert names == ["board-a3.pdf", "board-a4.pdf", "markers.pdf"]
