"""Text without the markup that HTML, LaTeX, YAML, emoji and printed floats put around digits."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_WORD_MARKS = str.maketrans(
    {**dict.fromkeys(map(ord, "\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff"), ""),
     **dict.fromkeys(map(ord, "⬛■▪◾🟦⬚"), "."),
     **{0x2460 + i: str(i + 1) for i in range(9)},
     **{0x2776 + i: str(i + 1) for i in range(9)}}
)  # fmt: skip
_FLOAT = re.compile(r"([-+]?\d+)\.0*(?:[eE][-+]?0+)?|(?i:nan)|[.0_]|")
_BULLET = re.compile(r"^(\s*)[-*+] (?=\s*[\[{(\"'])")
_LATEX = re.compile(r"\\(hline|cline\{[^}]*\}|toprule|midrule|bottomrule)|\\\\(\[[^]]*\])?")


def without_markup(text: str) -> str:
    """A text without what HTML, LaTeX, YAML, emoji and printed floats put around digits."""
    if not text.isascii():
        text = text.translate(_WORD_MARKS)
    if re.search(r"<t[dh]\b", text, re.IGNORECASE):
        text = _of_html(text)
    tex = any(sign in text for sign in ("\\begin{", "\\end{", "\\hline"))
    return "\n".join(_bare_line(line, tex) for line in text.split("\n"))


def _bare_line(line: str, tex: bool) -> str:
    if tex:
        line = _LATEX.sub(lambda match: " " * len(match[0]), line).replace("&", "|")
        line = re.sub(r"\|\s*\.\s*$", "|", line)
    line = _BULLET.sub(r"\1  ", line)
    if "." in line or "n" in line.lower():
        parts = re.split(r"([\s,;\[\]()|]+)", line)
        floats = [_FLOAT.fullmatch(part) for part in parts[::2]]
        one = len("".join(parts[::2])) == len(line.strip())
        # "214." alone is a row of a grid, and "5.0" alone a cell.
        if (
            all(floats)
            and any(match and match[1] for match in floats)
            and not (one and line.strip()[-1:] == ".")
        ):
            parts[::2] = [match[1] or ("." if match[0] else "") for match in floats if match]
            line = "".join(parts)
    return line


class _Tables(HTMLParser):
    """The rows of tables as lines of cells between bars, and the other text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._cell: list[str] | None = None
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._hidden += 1
        elif tag == "table":
            self.lines.append("")
        elif tag == "tr":
            self.lines.append("|")
        elif tag in ("td", "th"):
            self._cell = []
        elif tag == "input" and self._cell is not None:
            self._cell += [value or "" for name, value in attrs if name == "value"]

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._hidden = max(0, self._hidden - 1)
        elif tag in ("td", "th") and self._cell is not None and self.lines:
            self.lines[-1] += f"{' '.join(''.join(self._cell).split()) or ' '}|"
            self._cell = None
        elif tag == "table":
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if self._cell is not None:
            self._cell.append(data)
        elif data.strip():
            self.lines += data.strip().split("\n")


def _of_html(text: str) -> str:
    tables = _Tables()
    tables.feed(text)
    tables.close()
    return "\n".join(tables.lines)
