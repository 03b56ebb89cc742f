"""The ids of games in Simon Tatham's puzzle collection: what those of several games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import unquote

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats import links
from satdoku.formats.base import MAX_NUMBER_DIGITS, ReadOptions, no_board
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered, sample_lines
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

_PARTS = re.compile(r"\d+|[a-z]|_")


@dataclass(frozen=True, slots=True)
class GameId:
    """How the ids of a game look.

    format   the format that they are
    game     what the game is called
    example  how an id is written, in short
    pattern  of a whole id; for games on Latin squares the group ``size`` is the number of rows
    most     the most rows of a game on Latin squares
    """

    format: str
    game: str
    example: str
    pattern: str
    most: int = 9

    @property
    def title(self) -> str:
        """The words for an id of the game in messages."""
        return worded("an id of {game}", game=self.game)

    def detect(self, text: str) -> int:
        """Sure where the first line is an id."""
        lines = sample_lines(text, 1)
        return 100 if lines and re.fullmatch(self.pattern, lines[0].strip()) else 0

    def parse(
        self, text: str, options: ReadOptions, read: Callable[[str, ReadOptions], Document]
    ) -> Document:
        """The one puzzle of this text: an id, or a link with one."""
        check_text(text)
        bare = [line for _, line in numbered(text) if line.strip() and line.lstrip()[0] != "#"]
        if len(bare) == 1 and not links.is_link(bare[0]):
            return read(bare[0].strip(), options)
        return links.parse(text, options, self.format)

    def match(self, body: str) -> re.Match[str]:
        """The parts of an id.

        :raises FormatError: where it is none.
        """
        if re.fullmatch(r"[0-9a-z]+#.*", body):
            raise FormatError(
                "what follows # is a seed of {game}'s generator, not a puzzle; take the id with a "
                "colon",
                game=self.game,
            )
        if match := re.fullmatch(self.pattern, body):
            return match
        raise FormatError(
            "{title} is written {example}, not {body!r}",
            title=self.title,
            example=self.example,
            body=body[:40],
            text=body[:80],
        )

    def latin(self, match: re.Match[str]) -> Geometry:
        """The Latin square of an id.

        :raises FormatError: where the game has none of its size.
        """
        size = int(match["size"])
        if not 3 <= size <= self.most:
            raise FormatError(
                "a board of {game} has 3 to {most} rows, not {size}",
                game=self.game,
                most=self.most,
                size=size,
            )
        return Geometry.latin(size)

    def require_latin(self, puzzle: Puzzle) -> None:
        """:raises Unsupported: where the puzzle is on another board, has pencil marks, or a given
        that no cell can hold."""
        geometry = puzzle.geometry
        if not 3 <= geometry.size <= self.most or geometry != Geometry.latin(geometry.size):
            raise no_board(geometry, self.title)
        if puzzle.is_sukaku:
            raise Unsupported("{title} cannot hold pencil marks", title=self.title)
        for cell, given in enumerate(puzzle.givens):
            if given is not None and given not in geometry.digits:
                raise Unsupported(
                    "{title} cannot hold {cell}, which is {value}",
                    title=self.title,
                    cell=geometry.name(cell),
                    value=given,
                )


def link_body(address: links.Address) -> str:
    """The id behind ``#``."""
    return unquote(address.fragment)


def require_parts(count: int, wanted: int) -> None:
    """Refuse an id that was cut.

    :raises FormatError: where it has not as many parts as its board asks for.
    """
    if count != wanted:
        raise FormatError(
            "this id has {count} parts, and {wanted} were expected: was it cut?",
            count=count,
            wanted=wanted,
        )


def read_grid(text: str, size: int) -> list[int | None]:
    """The numbers of the cells: a letter is a run of empty cells, ``_`` parts two numbers."""
    cells: list[int | None] = []
    for token in _PARTS.findall(text):
        if token.isdecimal():
            if len(token) > MAX_NUMBER_DIGITS:
                raise FormatError(
                    "the number {token} is too long", token=token[:20], text=token[:80]
                )
            cells.append(int(token))
        elif token != "_":
            cells += [None] * (ord(token) - 96)
    if len(cells) != size * size:
        raise FormatError(
            "the description {quoted!r} has {count} cells, but the board has {size}",
            quoted=text[:20],
            count=len(cells),
            size=size * size,
        )
    return cells


def read_borders(text: str, size: int) -> list[int]:
    """A label for each cell, from the borders between them."""
    edges = size * (size - 1)
    walls: list[bool] = []
    for char in text:
        if not ("a" <= char <= "z" or char == "_"):
            raise FormatError("{culprit!r} cannot occur in the borders of regions", culprit=char)
        walls += [False] * (0 if char == "_" else min(ord(char) - 96, 25))
        walls += [True] if char != "z" else []
    # The last border is one beyond the board.
    if len(walls) != 2 * edges + 1 or not walls[-1]:
        raise FormatError(
            "the borders describe {count} edges, but the board has {value}",
            count=max(len(walls) - 1, 0),
            value=2 * edges,
        )
    open_edges = (pair for pair, wall in zip(_edges(size), walls, strict=False) if not wall)
    return joined(size * size, open_edges)


def joined(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """A label for each cell; those of the pairs have the same."""
    parent = list(range(count))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = cell = parent[parent[cell]]
        return cell

    for first, second in pairs:
        parent[root(second)] = root(first)
    return [root(cell) for cell in range(count)]


def grouped(labels: Sequence[int]) -> list[list[int]]:
    """The cells of each label, in the order of their first cells."""
    groups: dict[int, list[int]] = {}
    for cell, label in enumerate(labels):
        groups.setdefault(label, []).append(cell)
    return list(groups.values())


def _edges(size: int) -> Iterator[tuple[int, int]]:
    """The pairs of neighbours: beside each other row by row, then above each other by columns."""
    for row in range(size):
        for column in range(size - 1):
            yield row * size + column, row * size + column + 1
    for column in range(size):
        for row in range(size - 1):
            yield row * size + column, (row + 1) * size + column


def written_grid(cells: Sequence[int | None]) -> str:
    """The reverse of :func:`read_grid`."""
    text, run, number = "", 0, False
    for cell in [*cells, 0]:
        if cell is None:
            run += 1
            continue
        text += "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")
        if len(text) and number and not run:
            text += "_"
        text += str(cell)
        number, run = True, 0
    return text[:-1].removesuffix("_")


def written_borders(labels: Sequence[int | None], size: int) -> str:
    """The reverse of :func:`read_borders`."""
    text, run = "", 0
    for first, second in [*_edges(size), (-1, -1)]:
        if first >= 0 and labels[first] == labels[second]:
            run += 1
            continue
        # A run of 25 is y: z has no border behind it.
        text += "z" * (max(run - 1, 0) // 25) + ("_" if not run else chr(97 + (run - 1) % 25))
        run = 0
    return text
