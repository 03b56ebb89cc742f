"""Arrays of NumPy's files (.npy, .npz) as text: a puzzle a line, or a table with the solutions.

Sets for training are kept so, as ``(puzzles, 81)`` or ``(puzzles, 9, 9)``. 0 and NaN are empty.
Where no number is 0, some are 10 and no grid is full, every number is one more than the digit.
"""

from __future__ import annotations

import io
from math import isqrt
from typing import TYPE_CHECKING, Any, BinaryIO

from satdoku.base.errors import FormatError
from satdoku.formats.base import MIN_BOARD, PUZZLE_NAMES, SOLUTION_NAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.int64]


def text_of_arrays(stream: BinaryIO, name: str) -> str:
    """The puzzles of a file as text.

    :param name: that of the file.
    :raises FormatError: where it holds no puzzles, or several arrays may be them.
    """
    import numpy as np

    try:
        file: Any = np.load(io.BytesIO(stream.read()), allow_pickle=False)
        arrays = {key: file[key] for key in file.files} if hasattr(file, "files") else {"": file}
    except Exception as error:  # of zip, of the header, of a short file
        raise FormatError(
            "{name} cannot be read as a file of NumPy arrays: {error}", name=name, error=error
        ) from None
    digits = {key: _digits(array) for key, array in arrays.items()}
    boards = {key: rows for key, rows in digits.items() if rows is not None}
    puzzles, solutions = _names(boards)
    if len(puzzles) != 1:
        shapes = ", ".join(f"{key or 'the array'} {array.shape}" for key, array in arrays.items())
        raise FormatError(
            "{name} must hold exactly one array of digits, with boards of 16, 36, 81, ... cells; "
            "it holds {shapes}",
            name=name,
            shapes=shapes,
        )
    lines = _lines(boards[puzzles[0]])
    same = [key for key in solutions if boards[key].shape == boards[puzzles[0]].shape]
    if len(same) != 1:
        return "\n".join(lines) + "\n"
    rows = (f"{a},{b}" for a, b in zip(lines, _lines(boards[same[0]]), strict=True))
    return "\n".join(["puzzle,solution", *rows]) + "\n"


def _names(boards: dict[str, Digits]) -> tuple[list[str], list[str]]:
    """The names of the arrays of puzzles, and of those of solutions."""
    solutions = [key for key in boards if key.lower() in SOLUTION_NAMES]
    puzzles = [key for key in boards if key not in solutions]
    puzzles = [key for key in puzzles if key.lower() in PUZZLE_NAMES] or puzzles
    if len(puzzles) > 1:
        full = [key for key in puzzles if boards[key].all()]
        solutions, puzzles = solutions + full, [key for key in puzzles if key not in full]
    return puzzles, solutions


def _digits(array: Any) -> Digits | None:
    """An array as rows of digits, 0 for empty cells; ``None`` where it is no boards."""
    import numpy as np

    numbers = _numbers(array)
    if numbers is None or numbers.dtype.kind not in "iuf" or not numbers.size:
        return None
    shape = numbers.shape
    square = len(shape) >= 2 and shape[-1] == shape[-2] and shape[-1] >= MIN_BOARD
    cells = shape[-1] ** 2 if square else shape[-1]
    size = isqrt(cells)
    if size * size != cells or size < MIN_BOARD:
        return None
    digits = numbers.astype(np.int64).reshape(-1, cells)
    if digits.min() >= 1 and digits.max() <= size + 1:
        full = (np.sort(digits, axis=1) == np.repeat(np.arange(1, size + 1), size)).all()
        digits = digits if full else digits - 1
    return digits if digits.min() >= 0 and digits.max() <= size else None


def _numbers(array: Any) -> Any:
    """An array of texts of a symbol a cell, or of floats, as whole numbers; any other as it is."""
    import numpy as np

    if array.dtype.kind in "SU" and array.ndim <= 1:
        texts = [str(t, "utf-8") if isinstance(t, bytes) else str(t) for t in np.atleast_1d(array)]
        if len({*map(len, texts)}) != 1 or not all(c.isdigit() or c in "._*" for c in texts[0]):
            return None
        return np.array([[int(c) if c.isdigit() else 0 for c in text] for text in texts])
    if array.dtype.kind == "f":
        array = np.nan_to_num(array, nan=0.0, posinf=-1.0, neginf=-1.0)
        return None if (array != np.floor(array)).any() else array
    return array


def _lines(digits: Digits) -> list[str]:
    if isqrt(digits.shape[1]) > 9:
        return [" ".join(map(str, row)) for row in digits.tolist()]
    text = (digits + ord("0")).astype("uint8").tobytes().decode("ascii")
    width = digits.shape[1]
    return [text[i : i + width] for i in range(0, len(text), width)]
