"""Pictures as files: the options that commands share, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from satdoku.cli.files import output_file, spare_inputs
from satdoku.cli.options import option
from satdoku.errors import SatdokuError

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.scene import Scene

    Drawn = tuple[Scene, str, str]

__all__ = ["PictureGroup", "Theme", "write_text"]


class Theme(StrEnum):
    """The colours of a picture."""

    light = "light"
    dark = "dark"
    print = "print"


class TextAs(StrEnum):
    """How digits and words are drawn."""

    text = "text"
    paths = "paths"


class WordsFor(StrEnum):
    """Which rules are written under a picture."""

    undrawn = "undrawn"
    all = "all"
    none = "none"


ThemeOption = Annotated[Theme, option("--theme", text="The colours of the pictures.")]


@dataclass(frozen=True)
class PictureGroup:
    """Which pictures are written, and how they look."""

    svg: Annotated[
        str | None, option("--svg", metavar="FILE", text="Write a picture as SVG (- for stdout).")
    ] = None
    png: Annotated[
        str | None, option("--png", metavar="FILE", text="Write a picture as PNG (- for stdout).")
    ] = None
    pdf: Annotated[
        str | None, option("--pdf", metavar="FILE", text="Write a picture as PDF (- for stdout).")
    ] = None
    theme: ThemeOption = Theme.light
    text: Annotated[
        TextAs,
        option("--text", text="Digits and words as text, or as paths, which need no font (SVG)."),
    ] = TextAs.text
    words: Annotated[
        WordsFor, option("--words", text="The rules that are written under the board.")
    ] = WordsFor.undrawn

    @property
    def wanted(self) -> bool:
        """Whether any picture is asked for."""
        return bool(self._kinds())

    def write(self, drawn: Sequence[Drawn], inputs: Sequence[str] = (), lang: Lang = "en") -> None:
        """Write pictures, each a scene with its title and description.

        Several get numbers behind their file's name; rules are written in the language.

        :raises SatdokuError: where a picture cannot be made or written, or several are to go to
            standard output, or one would take the place of a file of the inputs.
        """
        for target, _ in self._kinds():
            if target == "-" and len(drawn) > 1:
                raise SatdokuError(
                    f"{len(drawn)} pictures cannot go to standard output; name a file, or ask for "
                    "one with --limit 1"
                )
        for number, one in enumerate(drawn, 1):
            text = self._svg(one, lang)
            for target, make in self._kinds():
                path = _numbered(target, number if len(drawn) > 1 else None)
                spare_inputs(path, inputs)
                data = make(text, one[1])
                with output_file(path, binary=True) as stream:
                    stream.write(data)

    def _svg(self, drawn: Drawn, lang: Lang) -> str:
        from satdoku.render.svg import svg

        scene, title, description = drawn
        how: dict[str, Any] = {"words": self.words.value, "text": self.text.value, "lang": lang}
        return svg(scene, self.theme.value, title=title, description=description, **how)

    def _kinds(self) -> list[tuple[str, Callable[[str, str], bytes]]]:
        kinds = ((self.svg, _as_svg), (self.png, _as_png), (self.pdf, _as_pdf))
        return [(target, make) for target, make in kinds if target is not None]


def write_text(target: str, text: str, number: int = 0, inputs: Sequence[str] = ()) -> None:
    """Write a page to a file, or to standard output; later ones get numbers.

    :raises SatdokuError: where it cannot be written, or several are to go to standard output.
    """
    if target == "-" and number:
        raise SatdokuError("several pages cannot go to standard output; name a file")
    path = _numbered(target, number + 1 if number else None)
    spare_inputs(path, inputs)
    with output_file(path) as stream:
        stream.write(text)


def _as_svg(picture: str, title: str) -> bytes:
    return picture.encode()


def _as_png(picture: str, title: str) -> bytes:
    from satdoku.render.png import png

    return png(picture)


def _as_pdf(picture: str, title: str) -> bytes:
    from satdoku.render.pdf import pdf

    return pdf(picture, title=title)


def _numbered(target: str, number: int | None) -> Path | None:
    if target == "-":
        return None
    path = Path(target)
    if not path.name:
        raise SatdokuError("the file to be written has no name")
    return path if number is None else path.with_name(f"{path.stem}-{number}{path.suffix}")
