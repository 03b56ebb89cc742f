"""Reports of batch runs: the numbers counted again, and a page that parses and asks for nothing."""

from __future__ import annotations

import json
import re
import statistics
import xml.etree.ElementTree as ElementTree
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.rating import RatingAnswer
from satdoku.batch.summary import QUANTILES, quantiles, summary_of
from satdoku.rating.explainer import Rating
from satdoku.render.plots import bars, histogram
from tests.batch.support import LINES, Run, puzzles, rows

core = pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
HERE = ("-j", "1", "--executor", "threads", "--to", "csv", "--block", "11")


class Page(HTMLParser):
    """The tags that a page opens and does not close, and the addresses that it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an opened element."""
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.loads += [f"{n}={v}" for n, v in attrs if n in ("src", "href") and v and v[0] != "#"]
        assert tag != "script"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Elements that are closed at once."""

    def handle_endtag(self, tag: str) -> None:
        """Take the last opened element away."""
        assert self.open.pop() == tag


def test_a_report_shows_what_the_rows_hold(satdoku: Run, tmp_path: Path) -> None:
    path, out, html = tmp_path / "<b>.txt", tmp_path / "o & <i>", tmp_path / "r.html"
    path.write_text("\n".join([*LINES, "<script>", *puzzles(60)]) + "\n")
    satdoku("batch", str(path), "-o", str(out), "--ask", "rating,techniques", *HERE)
    written = rows(out)
    code, said, err = satdoku("report", str(out), "-o", str(html), "--json")
    data = json.loads(said)
    assert (code, err, data["puzzles"]) == (0, "", len(written))
    assert data["verdicts"] == dict(Counter(row["verdict"] for row in written))
    assert data["levels"] == dict(Counter(row["level"] for row in written if "level" in row))
    rated = sorted((row["er"], row["ep"], row["ed"]) for row in written if "er" in row)
    assert data["er"]["100"] == rated[-1][0]
    assert data["er"]["0"] == rated[0][0]
    shown = [(h["er"], h["ep"], h["ed"]) for h in data["hardest"]]
    assert shown == rated[::-1][:10]
    lines = {row["line"]: row["puzzle"] for row in written}
    assert all(lines[h["line"]] == h["puzzle"] for h in data["hardest"])
    clues = [sum(c in "123456789" for c in p) for p in puzzles(60)]
    assert data["clues"]["100"] >= max(clues)
    text = html.read_text()
    page = Page()
    page.feed(text)
    assert (page.open, page.loads) == ([], [])
    assert "<script" not in text
    assert '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; ' in text
    assert text.count("<figure>") == 10 + min(10, len(data["hardest_techniques"]))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    code, said, _ = satdoku("report", str(out))
    assert f"{len(written):,} puzzles" in said
    assert "quantile" in said


def _rated(line: int, er: float, ep: float = 1.2) -> RatingAnswer:
    scores = {"er": er, "ep": ep, "ed": 1.2}
    rating = Rating("se", scores, line, f"t{er}", {}, "hard", "ok")
    return RatingAnswer(PuzzleInput(None, line, f"p{line}"), rating, 0.1)


def test_the_first_of_equally_hard_puzzles_is_shown() -> None:
    """In one block and in several, and where more are as hard than are shown."""
    ratings = [(3.0, 1.2), (7.1, 1.2), (7.1, 2.3), (5.0, 1.2)]
    several = [_rated(line, *ratings[line % 4]) for line in range(1, 3001)]
    summary = summary_of(several)
    shown = [(one.line, *one.scores[:2]) for one in summary.hardest]
    assert shown == [(line, 7.1, 2.3) for line in range(2, 42, 4)]
    assert [(one.line, one.hardest) for _, one in summary.rarest] == [
        (3, "t5.0"), (4, "t3.0"), (1, "t7.1")
    ]  # fmt: skip
    few = summary_of(several[:6])
    assert [one.line for one in few.hardest] == [2, 6, 1, 5, 3, 4]
    assert few.data()["er"] == {
        "0": 3.0, "10": 3.0, "25": 5.0, "50": 7.1, "75": 7.1, "90": 7.1, "99": 7.1, "100": 7.1
    }  # fmt: skip


def test_a_report_of_verdicts_alone(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join(LINES) + "\n")
    satdoku("batch", str(path), "-o", str(tmp_path / "o"), *HERE)
    code, said, _ = satdoku("report", str(tmp_path / "o"), "-o", str(tmp_path / "r.html"))
    assert (code, "hardest" in said) == (0, False)
    (tmp_path / "o" / "_SUCCESS").unlink()
    code, _, err = satdoku("report", str(tmp_path / "o"))
    assert (code, "has no answer yet" in err) == (2, True)
    code, _, err = satdoku("report", str(tmp_path))
    assert (code, "holds no run" in err) == (2, True)
    file = tmp_path / "puzzles.txt"
    file.write_text("", encoding="utf-8")
    code, _, err = satdoku("report", str(file))
    assert (code, "holds no run" in err) == (2, True)


def test_quantiles_are_those_of_the_sorted_values() -> None:
    values = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    shares = quantiles(Counter(values))
    assert shares[50] == statistics.median(values)
    assert (shares[0], shares[100]) == (1, 89)
    assert list(shares) == list(QUANTILES)
    assert list(shares.values()) == sorted(shares.values())


def test_plots_draw_every_count() -> None:
    counts = {value: 1 + value % 7 for value in range(-3, 500, 3)}
    names = {"a<b": 3, "c & d": 0}
    for picture, total in (
        (histogram(counts, 'quoted "title"'), sum(counts.values())),
        (histogram({12: 5, 15: 1}, "ER", lambda tenths: f"{tenths / 10}"), 6),
        (bars(names, "names"), 3),
        (histogram({}, "nothing"), 0),
    ):
        root = ElementTree.fromstring(picture)
        titles = [element.text or "" for element in root.iter() if element.tag.endswith("title")]
        shown = [int(t.rpartition(": ")[2].replace(",", "")) for t in titles[1:]]
        assert sum(shown) == total
