"""Pictures as files: the options that commands share, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.cli.files import output_file, spare_inputs, write_files
from satdoku.cli.options import option
from satdoku.cli.themes import FontOption, TextAs, ThemeOption, WordsFor

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.render.scene import Scene

    Drawn = tuple[Scene, str, str]

_MAX_WIDTH = 10_000


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
    theme: ThemeOption = "light"
    text: Annotated[
        TextAs,
        option(
            "--text", text="Write digits and words as text, or as paths, which need no font (SVG)."
        ),
    ] = "text"
    words: Annotated[
        WordsFor,
        option(
            "--words",
            text="Write these rules under the board: those that are not drawn, all, or none.",
        ),
    ] = "undrawn"
    labels: Annotated[
        bool,
        option(
            "--labels/--no-labels", text="Write the numbers of rows and columns around pictures."
        ),
    ] = True
    width: Annotated[
        int | None,
        option(
            "--width",
            min=1,
            max=_MAX_WIDTH,
            metavar="PIXELS",
            text="Set the width of SVG and PNG pictures (by default 128 pixels for each "
            "cell of a PNG).",
        ),
    ] = None
    font: FontOption = None

    @property
    def wanted(self) -> bool:
        """Whether any picture is asked for."""
        return bool(self.kinds("en"))

    def write(self, drawn: Sequence[Drawn], inputs: Sequence[str] = (), lang: Lang = "en") -> None:
        """Write pictures, each a scene with its title and description; all of them or none.

        If there are several, a number is added to each file name. Rules are written in the
        language of the output.

        :raises SatdokuError: where a picture cannot be made or written, or several are to go to
            one file or to standard output, or one would take the place of a file of the inputs.
        """
        targets = [target for target, _ in self.kinds(lang)]
        if drawn and len(set(targets)) < len(targets):
            raise SatdokuError("two kinds of pictures cannot be one file; name a file for each")
        if "-" in targets and len(drawn) > 1:
            raise SatdokuError(
                "{count} pictures cannot go to standard output; name a file or ask for one",
                count=len(drawn),
            )
        write_files(self._files(drawn, inputs, lang))

    def _files(
        self, drawn: Sequence[Drawn], inputs: Sequence[str], lang: Lang
    ) -> Iterator[tuple[Path | None, bytes]]:
        for number, one in enumerate(drawn, 1):
            for target, make in self.kinds(lang):
                path = _numbered(target, number if len(drawn) > 1 else None)
                spare_inputs(path, inputs)
                yield path, make(*one)

    def kinds(self, lang: Lang) -> list[tuple[str, Callable[[Scene, str, str], bytes]]]:
        """The files that the options name, each with the function that makes its bytes."""

        def text(scene: Scene, title: str, description: str) -> str:
            from satdoku.render.svg import svg

            return svg(
                scene,
                self.theme,
                title=title,
                description=description,
                size=self.width,
                labels=self.labels,
                words=self.words,
                text=self.text,
                lang=lang,
            )

        def png(scene: Scene, title: str, description: str) -> bytes:
            from satdoku.render.png import png

            written = text(scene, title, description)
            return png(written, width=self.width, fonts=self.font or ())

        def pdf(scene: Scene, title: str, description: str) -> bytes:
            from satdoku.render.pdf import pdf

            return pdf(text(scene, title, description), title=title, fonts=self.font or ())

        files = (self.svg, self.png, self.pdf)
        makers = (lambda *drawn: text(*drawn).encode(), png, pdf)
        return [(to, make) for to, make in zip(files, makers, strict=True) if to is not None]


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


def _numbered(target: str, number: int | None) -> Path | None:
    if target == "-":
        return None
    path = Path(target)
    if not path.name:
        raise SatdokuError("the file to be written has no name")
    return path if number is None else path.with_name(f"{path.stem}-{number}{path.suffix}")
