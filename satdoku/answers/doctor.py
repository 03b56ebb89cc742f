"""The state of the installation, as reports of faults need it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import cast

from satdoku.answers.json_object import JsonObject
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.base.shipped import shipped
from satdoku.base.version import __version__
from satdoku.base.workers import processors
from satdoku.engines import ENGINES, Backend
from satdoku.formats import parse
from satdoku.solving import check_unique, solve

_UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_DEVELOPERS = {"test", "docs"}
_SETTINGS = ("SATDOKU_", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LANG", "LC_ALL", "PYTHONIOENCODING")


@dataclass(frozen=True, slots=True)
class DoctorRecord(JsonObject):
    """The parts of the installation, and whether they work.

    satdoku   the version; ``place`` is the folder of the package
    python    the version of Python; ``system``: the operating system and the processor
    cores     how many processors this process may use
    simd      the instructions that the compiled core uses, of those in ``simd_levels`` that this
              processor has; null and empty without the core
    engines   for each engine ``works``, or why it does not
    packages  the version of each package that satdoku needs; null where it is absent
    extras    for each extra its packages with their versions; null where one is absent
    fonts     the folder of the shipped font, and whether ``fontconfig`` finds others
    pages     whether the pages and examples of rules and techniques are installed
    settings  the environment variables that affect satdoku
    output    the encoding of standard output
    problems  the parts that do not work, one sentence for each
    """

    NULL = ("simd",)

    satdoku: str
    place: str
    python: str
    system: str
    cores: int
    simd: str | None
    simd_levels: tuple[str, ...]
    engines: Mapping[str, str]
    packages: Mapping[str, str | None]
    extras: Mapping[str, Mapping[str, str | None]]
    fonts: Mapping[str, str | bool]
    pages: bool
    settings: Mapping[str, str]
    output: str
    problems: tuple[str, ...]


def diagnosed_installation() -> DoctorRecord:
    """The state of the installation; every engine solves a puzzle."""
    core = compiled_core("simd_level")
    engines = {name: _tried(name) for name in ENGINES}
    packages, extras = _packages()
    pages = bool(shipped("examples/techniques/x-wing.txt") and shipped("docs/constraints"))
    font = shipped("render/fonts/NotoSansCJKjp-Regular.otf")
    problems = [
        f"the engine {name} does not work: {state}"
        for name, state in engines.items()
        if state != "works"
    ]
    problems += [f"{name} is not installed" for name, version in packages.items() if not version]
    if not pages:
        problems.append("the pages and examples of rules and techniques are not installed")
    if font is None:
        problems.append("the font of PNG and PDF pictures is not installed")
    return DoctorRecord(
        satdoku=__version__,
        place=str(Path(__file__).parents[1]),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.platform()}, {platform.machine()}",
        cores=processors(),
        simd=core.simd_level() if core else None,
        simd_levels=tuple(core.simd_levels()) if core else (),
        engines=engines,
        packages=packages,
        extras=extras,
        fonts={
            "shipped": str(font.parent) if font else "absent",
            "fontconfig": shutil.which("fc-list") is not None,
        },
        pages=pages,
        settings={name: os.environ[name] for name in sorted(os.environ) if _matters(name)},
        output=sys.stdout.encoding or "unknown",
        problems=tuple(problems),
    )


def installation_text(record: DoctorRecord) -> str:
    """The installation as text, to be pasted into a report."""
    return "\n".join(_lines(record))


def _lines(record: DoctorRecord) -> Iterator[str]:
    yield f"satdoku {record.satdoku} in {record.place}"
    yield f"{record.python} on {record.system}; cores: {record.cores}"
    yield f"compiled core: {_core(record)}"
    yield "engines:"
    yield from (f"  {name}: {state}" for name, state in record.engines.items())
    yield f"packages: {_versions(record.packages)}"
    yield "extras:"
    yield from (f"  {name}: {_versions(needed)}" for name, needed in record.extras.items())
    others = "fontconfig finds others" if record.fonts["fontconfig"] else "no fontconfig"
    yield f"fonts: {record.fonts['shipped']}; {others}"
    yield f"pages and examples: {'installed' if record.pages else 'absent'}"
    settings = (f"{name}={value}" for name, value in record.settings.items())
    yield f"settings: {' '.join(settings) or 'none'}; output: {record.output}"
    yield from (f"problem: {problem}" for problem in record.problems)
    if not record.problems:
        yield "everything works"


def _core(record: DoctorRecord) -> str:
    if record.simd is None:
        return "absent"
    return f"uses {record.simd}, of {', '.join(record.simd_levels)}"


def _versions(packages: Mapping[str, str | None]) -> str:
    return ", ".join(f"{name} {version or '(absent)'}" for name, version in packages.items())


def _tried(name: str) -> str:
    """``works``, or why an engine does not."""
    puzzle = parse(_UNIQUE).puzzle
    try:
        answer = check_unique(puzzle, backend=cast(Backend, name))
        solution = str(solve(puzzle, backend=cast(Backend, name)).solution)
    except (SatdokuError, ImportError, OSError) as error:
        return str(error) or type(error).__name__
    if (answer.verdict, solution) != ("unique", _SOLVED):
        return f"it answers {answer.verdict} and {solution} to a puzzle with one known solution"
    return "works"


def _packages() -> tuple[dict[str, str | None], dict[str, dict[str, str | None]]]:
    """The packages that satdoku needs, and those of each extra, with their versions."""
    needed: dict[str, str | None] = {}
    extras: dict[str, dict[str, str | None]] = {}
    try:
        requirements = metadata.requires("satdoku") or []
    except metadata.PackageNotFoundError:  # run from a folder that is on the path only
        requirements = []
    for requirement in requirements:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        extra = re.search(r"extra\s*==\s*[\"']([\w-]+)", requirement)
        if extra is None:
            needed[name] = _version(name)
        elif extra[1] not in _DEVELOPERS and name != "satdoku":
            extras.setdefault(extra[1], {})[name] = _version(name)
    return needed, extras


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _matters(name: str) -> bool:
    return name.startswith(_SETTINGS[0]) or name in _SETTINGS[1:]
