"""Pages of the documentation for a terminal: Markdown without its marks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from satdoku.cli.terminal import coloured, width

_MAX_COLUMNS = 100
_MIN_LAST_COLUMNS = 24
"""The room that the last column of a table needs."""
_FOR_DEVELOPERS = "Notes for developers"
_NOTES = re.compile(
    r"(Pattern|Order|Relations|Symmetries): "
    r"|`[\w-]+` \(.*; family `"
    r"|`examples/[^`]*`"
)
"""How the paragraphs begin that are about the code."""
_INLINE = (
    (re.compile(r"!\[[^]]*\]\([^)]*\)"), ""),
    (re.compile(r"\[([^]]*)\]\((https?://[^)]*)\)"), r"\1 (\2)"),
    (re.compile(r"\[([^]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"\1"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])"), r"\1"),
)
_CODE = re.compile(r"`([^`]*)`")
_KEPT = re.compile("\x00(\\d+)\x00")


def page_text(markdown: str) -> str:
    """A page as text: paragraphs as wide as the terminal, tables in columns, boards as they are,
    and last the notes for developers."""
    columns = max(40, min(width(), _MAX_COLUMNS))
    parts: list[str] = []
    notes: list[str] = []
    about_code = False
    for block in _blocks(markdown):
        if block.startswith(("<details>", "</details>")):  # folded on the site
            about_code = block.startswith("<details>")
            continue
        if block.startswith("#"):
            about_code = block == f"## {_FOR_DEVELOPERS}"
            if about_code:
                continue
        text = _shown(block, columns)
        if text:
            (notes if about_code or _NOTES.match(block) else parts).append(text)
    if notes:
        parts += [_heading(_FOR_DEVELOPERS), *notes]
    return "\n\n".join(parts)


def _blocks(markdown: str) -> Iterator[str]:
    """Paragraphs, headings, tables and fenced blocks."""
    markdown = re.sub(r"<!--.*?-->\n?", "", markdown, flags=re.DOTALL)
    for part in re.split(r"^(```.*?^```$)", markdown, flags=re.DOTALL | re.MULTILINE):
        if part.startswith("```"):
            yield part
            continue
        for block in re.split(r"\n\s*\n|(?<=\.)\s+(?=(?:Pattern|Relations): )", part):
            head, _, rest = block.strip().partition("\n")
            if head.startswith("#"):
                yield head
                block = rest
            if block.strip():
                yield block.strip()


def _shown(block: str, columns: int) -> str:
    if block.startswith("```"):
        return textwrap.indent("\n".join(_fenced(block, columns - 2)), "  ")
    if block.startswith("#"):
        return _heading(_plain(block.lstrip("# ")))
    if block.startswith("|"):
        return "\n".join(_table(block, columns))
    lines: list[str] = []
    for line in re.split(r"<br>\n?|\n(?=(?:[-*]|\d+\.) )", block):
        text = _plain(" ".join(line.split()))
        mark = re.match(r"([-*]|\d+\.) ", text)
        inner = " " * (mark.end() if mark else 0)
        lines += _broken(text, columns, inner)
    return "\n".join(lines)


def _broken(text: str, columns: int, inner: str = "") -> list[str]:
    return textwrap.wrap(
        text, columns, subsequent_indent=inner, break_on_hyphens=False, break_long_words=False
    )


def _heading(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if coloured() else f"{text}\n{'-' * len(text)}"


def _plain(text: str) -> str:
    """Text without its marks; code as it is."""
    codes: list[str] = _CODE.findall(text)
    places = (f"\x00{number}\x00" for number in range(len(codes)))
    text = _CODE.sub(lambda _: next(places), text)
    for pattern, shown in _INLINE:
        text = pattern.sub(shown, text)
    return _KEPT.sub(lambda place: codes[int(place[1])], text).strip()


def _fenced(block: str, columns: int) -> Iterator[str]:
    """The lines of a fenced block; sentences are broken, boards are not."""
    for line in block.splitlines()[1:-1]:
        bare = line.lstrip()
        if len(line) > columns and bare[0].isalnum():
            before = " " * (len(line) - len(bare))
            yield from (before + part for part in _broken(bare, columns - len(before)))
        else:
            yield line


def _table(block: str, columns: int) -> Iterator[str]:
    rows = [
        [_plain(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        for line in block.splitlines()
        if not re.fullmatch(r"[|\s:-]+", line)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=False)]
    before = sum(widths[:-1]) + 2 * len(widths[:-1])
    if before + _MIN_LAST_COLUMNS > columns:
        for row in rows[1:]:
            yield f"{rows[0][0]}: {row[0]}"
            for name, cell in zip(rows[0][1:], row[1:], strict=False):
                yield from (f"  {line}" for line in _broken(f"{name}: {cell}", columns - 2, "  "))
        return
    for row in rows:
        head = "".join(f"{cell:<{size}}  " for cell, size in zip(row, widths[:-1], strict=False))
        lines = _broken(row[-1], columns - before) or [""]
        yield (head + lines[0]).rstrip()
        yield from (" " * before + line for line in lines[1:])
