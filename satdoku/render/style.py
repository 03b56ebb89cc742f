"""The colours of pictures: styles for light and dark screens, for print, and for pages.

Every role that has a colour has a second sign (a ring, a stroke, a square, a hatch), so that
nothing rests on colour alone. The colours of roles are those of Okabe and Ito ("Color Universal
Design", 2008), used as fills behind black digits.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import TYPE_CHECKING

from satdoku.base.records import dataclass

if TYPE_CHECKING:
    from satdoku.render.scene import MarkRole


@dataclass(frozen=True, slots=True)
class Style:
    """The colours of a picture. ``palette`` holds the words that shapes use; ``roles`` the fills
    behind candidates; ``hatches`` and ``dashes`` what distinguishes tints and lines of rules where
    their colours do not (by the same words)."""

    paper: str
    ink: str
    placed: str
    mark: str
    thin: str
    fault: str
    focus: str
    pattern: str
    house: str
    link: str
    on_role: str
    palette: dict[str, str]
    roles: dict[str, str]
    hatches: dict[str, str] = field(default_factory=dict)
    dashes: dict[str, str] = field(default_factory=dict)

    def colour(self, word: str, usual: str = "grey") -> str:
        """The colour that a shape's word stands for."""
        return self.palette.get(word or usual, self.palette["grey"])


_ROLES = {
    "pattern": "#74c9a8",
    "other": "#f2c14e",
    "true": "#74c9a8",
    "false": "#f0b35a",
    "out": "#f09a78",
    "put": "#7db8e8",
    "set-a": "#9fd6f5",
    "set-b": "#e6b8d3",
    "set-c": "#f5ec8f",
}
_GREY_ROLES = {
    "pattern": "#c8c8c8",
    "other": "#e0e0e0",
    "true": "#c8c8c8",
    "false": "#ffffff",
    "out": "#ffffff",
    "put": "#d8d8d8",
    "set-a": "#d4d4d4",
    "set-b": "#e2e2e2",
    "set-c": "#eeeeee",
}
_PALETTE = {
    "grey": "#cfcfcf",
    "dark": "#a1a1a1",
    "slate": "#a9b8cc",
    "sky": "#2ecbff",
    "blue": "#34bbe6",
    "green": "#67d067",
    "orange": "#ff9a00",
    "peach": "#ffccaa",
    "red": "#ff6666",
    "violet": "#cdb1ec",
    "purple": "#e067e0",
    "pink": "#ffa0c8",
    "yellow": "#c9c883",
    "teal": "#33bbbb",
    "black": "#000000",
    "white": "#ffffff",
}

_HATCHES = {"yellow": "/", "blue": "-", "orange": "|", "red": "-|", "green": "\\", "purple": "/\\"}
_DASHES = {
    "orange": "18 6",
    "yellow": "4 6",
    "teal": "18 5 4 5",
    "purple": "10 4",
    "pink": "14 4 4 4",
    "violet": "4 3",
    "sky": "26 5",
    "peach": "10 8",
    "red": "18 5 4 5 4 5",
}

STYLES: dict[str, Style] = {
    "light": Style(
        paper="#ffffff",
        ink="#000000",
        placed="#1d4f91",
        mark="#444444",
        thin="#8a8a8a",
        fault="#b3261e",
        focus="#00694c",
        pattern="#e8f4ee",
        house="#0072b2",
        link="#b3261e",
        on_role="#000000",
        palette=_PALETTE,
        roles=_ROLES,
    ),
    "dark": Style(
        paper="#16181c",
        ink="#f4f4f4",
        placed="#8cc4ff",
        mark="#c8c8c8",
        thin="#6d737c",
        fault="#ff8a80",
        focus="#7fe0b8",
        pattern="#24352f",
        house="#56b4e9",
        link="#ff8a80",
        on_role="#000000",
        palette=_PALETTE
        | {
            "grey": "#4a4e55",
            "dark": "#7a7f87",
            "green": "#317531",
            "orange": "#965900",
            "peach": "#826046",
            "red": "#a84040",
            "violet": "#6f5590",
            "purple": "#86438b",
            "pink": "#99506f",
            "yellow": "#69694b",
            "slate": "#48566b",
            "sky": "#18708d",
            "blue": "#1b6aa5",
            "teal": "#1e6e6e",
            "black": "#f4f4f4",
            "white": "#16181c",
        },
        roles=_ROLES,
    ),
    "print": Style(
        paper="#ffffff",
        ink="#000000",
        placed="#333333",
        mark="#333333",
        thin="#777777",
        fault="#000000",
        focus="#000000",
        pattern="#f0f0f0",
        house="#555555",
        link="#000000",
        on_role="#000000",
        palette={
            name: {"black": "#000000", "white": "#ffffff", "dark": "#999999"}.get(name, "#d0d0d0")
            for name in _PALETTE
        },
        roles=_GREY_ROLES,
        hatches=_HATCHES,
        dashes=_DASHES,
    ),
}
"""The styles by name: for light and dark screens, and grey for print."""

ROLE_FILL: dict[MarkRole, str] = {
    "defining": "pattern",
    "locked": "pattern",
    "leaned": "pattern",
    "second": "other",
    "fin": "other",
    "extra": "other",
    "pivot": "set-b",
    "common": "other",
    "excluder": "set-b",
    "true": "true",
    "false": "false",
    "set-a": "set-a",
    "set-b": "set-b",
    "set-c": "set-c",
    "out": "out",
    "put": "put",
}
BOLD_ROLES: tuple[MarkRole, ...] = ("put", "true")
SQUARE_ROLES: tuple[MarkRole, ...] = ("second", "fin", "extra", "common")

_WORDS = tuple(
    f.name for f in fields(Style) if f.name not in ("palette", "roles", "hatches", "dashes")
)


def _names() -> dict[str, tuple[str, str]]:
    """The custom property of each colour, by field and, in ``palette`` and ``roles``, by word."""
    return {f"--sd-{name.replace('_', '-')}": (name, "") for name in _WORDS} | {
        f"--sd-{group[0]}-{word}": (group, word)
        for group in ("palette", "roles")
        for word in getattr(STYLES["light"], group)
    }


def _page() -> Style:
    page = STYLES["light"]
    words: dict[str, str] = {}
    groups: dict[str, dict[str, str]] = {"palette": {}, "roles": {}}
    for name, (part, word) in _names().items():
        if word:
            groups[part][word] = f"var({name})"
        else:
            words[part] = f"var({name})"
    return replace(page, palette=groups["palette"], roles=groups["roles"], **words)  # type: ignore[arg-type]


PAGE = _page()
"""The colours of the page that a picture is in: custom properties, which :func:`page_css` sets."""


def page_css() -> str:
    """The custom properties of :data:`PAGE`: light, dark where preferred, grey on paper."""

    def properties(style: Style) -> str:
        return ";".join(
            f"{name}:{getattr(style, part)[word] if word else getattr(style, part)}"
            for name, (part, word) in _names().items()
        )

    light, dark, grey = (properties(STYLES[name]) for name in ("light", "dark", "print"))
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f"@media print{{:root{{color-scheme:light;{grey}}}}}\n"
    )
