"""The picture of the architecture is the one that is described, and shows what there is."""

from tests.architecture.source.imports import ROOT
from tests.architecture.source.picture import BOXES, FILE, HEIGHT, WIDTH, draw

LETTER_WIDTHS = {"line": 5.7, "code": 6.6}
MARGIN = 18


def test_architecture_picture_is_up_to_date() -> None:
    assert FILE.read_text() == draw(), "run `python -m tests.architecture.source.picture`"


def test_folders_in_the_architecture_picture_exist() -> None:
    folders = [folder for box in BOXES for folder in box.code]
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []


def test_texts_of_the_architecture_picture_fit_their_boxes() -> None:
    widths = [
        (text, LETTER_WIDTHS[kind] * len(text), box.width - MARGIN)
        for box in BOXES
        for kind, texts in (("line", box.lines), ("code", box.code))
        for text in texts
    ]
    assert [text for text, width, room in widths if width > room] == []
    inside = [box.x + box.width < WIDTH and box.y + box.height < HEIGHT for box in BOXES]
    assert all(inside)
