"""Where the shared reference data lies, beside the checkout: third-party, never copied into it."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

__all__ = ["DATA", "shared_file"]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


_LINK = "https://f-puzzles.com/?load=" + (
    "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42%2B5xq1q99rj%2F8nx7cWtEABcAFj"
    "AwBbAPayY4mflAAbCADsYYfHhAAlAEwBhAKwhUhgMymALFaNnH1uzacnTxkNWoUQTR09eAIjewdPc0jr"
    "RFMPa2ifawiARl9%2FMWwIADMcmRgtAGM4UNAS9XUQg0M45KM4j39SEAqq%2FAaLTzjEXwC26qM7XpTT"
    "XsyiIA%3D%3D"
)


def shared_file(*parts: str) -> Path:
    """The path of a file of the data; skips the test, or at import the module, where it is absent.

    Where the data is there at all, a name that it lacks is an error of the test.
    """
    path = DATA.joinpath(*parts)
    if not DATA.is_dir():
        pytest.skip("the reference data is not beside the checkout", allow_module_level=True)
    assert path.exists(), f"the reference data has no {path.relative_to(DATA)}"
    return path


def example_files(folder: Path) -> None:
    """The files that the command lines of the README and of the help name."""
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (folder / "puzzle.txt").write_text(f"{puzzle}\n")
    (folder / "board.txt").write_text(f"534{puzzle[3:]}\n")
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    model = " ".join(str(9 * cell + int(digit)) for cell, digit in enumerate(solution))
    (folder / "answer.txt").write_text(f"s SATISFIABLE\nv {model} 0\n")
    (folder / "links.txt").write_text(f"{_LINK}\n{_LINK}\n")
    for name in ("puzzles.txt", "puzzles.sdm"):
        (folder / name).write_text(f"{puzzle}\n{puzzle}\n")
    (folder / "puzzles.txt.xz").write_bytes(lzma.compress(f"{puzzle}\n".encode()))
