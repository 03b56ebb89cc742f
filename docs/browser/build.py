"""Build the app without a server: ``python docs/browser/build.py [DIRECTORY]`` (docs/app).

What it needs from the package registries: Pyodide (npm), python-sat's wheel for Pyodide, six and
ziglang (PyPI). Zig compiles the core to WebAssembly; where it cannot be had the app works without
the core, more slowly and with other ratings, and the build says so. See README.md beside this file.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from satdoku.rating.levels import LEVELS
from satdoku.render.fonts import DIGIT_FILES, FOLDER
from satdoku.web.boards import STYLES
from satdoku.web.fields import RequestContext
from satdoku.web.labels import strings_json
from satdoku.web.questions import answer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PYODIDE = "314.0.7"
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON_SAT = "1.9.dev17"
SIX = "1.17.0"
POLIB = "1.2.0"
ZIG = "0.17.1"
PARTS = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
LEFT_OUT = ("cli", "batch")  # doors that a page has no use for
LICENCES = f"""satdoku (these pages, core.wasm, rate.wasm, satdoku.zip): MIT, see LICENSE.
Pyodide {PYODIDE} (pyodide/): MPL-2.0; it holds CPython, under the PSF licence.
python-sat {PYTHON_SAT} (python-sat.zip): MIT; its solvers under their own MIT-like licences.
six {SIX} (six.zip): MIT.
Noto Sans CJK JP, its digits (digits-regular.woff, digits-bold.woff): SIL Open Font License 1.1.
polib {POLIB} (polib.zip): MIT.
libc++ and compiler-rt of LLVM, and wasi-libc, in core.wasm and rate.wasm: Apache-2.0 with LLVM
exception, MIT.
"""


def build(target: Path) -> None:
    """Write all files of the app into a directory, which is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "satdoku" / "web" / "static", target)
    for name in ("transport.js", "classic.js", "core.js", "python.js"):
        shutil.copy(HERE / name, target)
    for name in DIGIT_FILES:
        shutil.copy(FOLDER / name, target)
    (target / "classic.json").write_text(json.dumps(classic()), "utf-8")
    (target / "levels.json").write_text(json.dumps(levels()), "utf-8")
    (target / "strings.json").write_text(strings_json(), "utf-8")
    sources(target / "satdoku.zip")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        pyodide(scratch, target / "pyodide")
        wheels(scratch, target)
        try:
            core(target, scratch)
        except subprocess.CalledProcessError as error:
            print(f"without core.wasm: {error}", file=sys.stderr)
    count_bytes(target)
    (target / "LICENCES.txt").write_text(LICENCES, "utf-8")
    shutil.copy(ROOT / "LICENSE", target)
    (target / "sw.js").write_text(service_worker(target), "utf-8")


def count_bytes(target: Path) -> None:
    """Tell python.js how many bytes it fetches before Python is there."""
    fetched = [path for path in (target / "pyodide").iterdir() if path.suffix != ".mjs"]
    total = sum(path.stat().st_size for path in (*fetched, *target.glob("*.zip")))
    script = target / "python.js"
    text = script.read_text("utf-8")
    assert "const TOTAL = 0;" in text
    script.write_text(text.replace("const TOTAL = 0;", f"const TOTAL = {total};"), "utf-8")


def classic() -> dict[str, Any]:
    """What `view` answers about the empty classic board: classic.js fills in the givens."""
    looks: dict[str, Any] = {}
    view: dict[str, Any] = {}
    for style in STYLES:
        for bare in (False, True):
            asked = {"puzzle": "." * 81, "style": style, "bare": bare}
            view = answer("view", asked, RequestContext(60))
            name = f"{style}-bare" if bare else style
            looks[name] = {key: view.pop(key) for key in ("picture", "printed", "marks_at")}
    return {"view": view, "looks": looks}


def shell(target: Path) -> list[str]:
    """The files that show a classic board and take a whole game, without Python and ratings."""
    later = {"rate.wasm", "levels.json", "sw.js", "python.js"}
    names = (path.name for path in target.iterdir() if path.is_file())
    return sorted(
        name for name in names if name not in later and not name.endswith(".zip") and _is_kept(name)
    )


def _is_kept(name: str) -> bool:
    """Whether the page needs it: not what is for readers, or for an offer to install the app."""
    return not name.startswith(("LICEN", "screen-"))


def service_worker(target: Path) -> str:
    """sw.js with the files of the app and their common hash."""
    files = sorted(path for path in target.rglob("*") if path.is_file())
    digest = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    first = shell(target)
    names = [path.relative_to(target).as_posix() for path in files]
    rest = [name for name in names if name not in first and _is_kept(name)]
    text = (HERE / "sw.js").read_text("utf-8").replace("@VERSION@", f"satdoku-{digest[:16]}")
    return text.replace("@SHELL@", json.dumps(["./", *first])).replace("@REST@", json.dumps(rest))


def levels() -> list[dict[str, object]]:
    """The levels as core.js needs them: in tenths, easiest first."""
    easy, *others = LEVELS.values()
    return [
        {"name": easy.name, "most": easy.range[1], "givens": easy.givens, "open": easy.open},
        *({"name": level.name, "most": level.range[1]} for level in others),
    ]


def sources(target: Path) -> None:
    """The package as a zip: what answers questions, without the command line, and the pages and
    examples that it reads."""
    package = ROOT / "satdoku"
    kept = (".py", ".json", ".po", ".txt")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(package.rglob("*")):
            parts = path.relative_to(package).parts
            if path.suffix not in kept or parts[0] in LEFT_OUT or "static" in parts:
                continue
            archive.write(path, path.relative_to(ROOT))
        for pattern in (
            "docs/constraints/*.md",
            "examples/constraints/*.json",
            "examples/techniques/*.txt",
            "examples/techniques/*.json",
        ):
            for path in sorted(ROOT.glob(pattern)):
                archive.write(path, Path("satdoku") / path.relative_to(ROOT))


def pyodide(scratch: Path, target: Path) -> None:
    """Pyodide's own files, from npm."""
    _run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], scratch)
    with tarfile.open(scratch / f"pyodide-{PYODIDE}.tgz") as archive:
        archive.extractall(scratch, filter="data")
    target.mkdir()
    for name in PARTS:
        shutil.copy(scratch / "package" / name, target)


def wheels(scratch: Path, target: Path) -> None:
    """The wheels that the page unpacks."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(scratch)]
    where = ["--only-binary", ":all:", "--platform", PLATFORM, "--python-version", PYTHON]
    _run([*pip, *where, "--implementation", "cp", "--abi", "cp314", f"python-sat=={PYTHON_SAT}"])
    _run([*pip, f"six=={SIX}", f"polib=={POLIB}"])
    for name, archive in (("python_sat", "python-sat"), ("six", "six"), ("polib", "polib")):
        (wheel,) = scratch.glob(f"{name}-*.whl")
        shutil.copy(wheel, target / f"{archive}.zip")


def core(folder: Path, scratch: Path) -> None:
    """The compiled core as WebAssembly, without its bindings to Python: verdicts, and in files of
    their own, which are loaded later, ratings and the search of relations."""
    zig = _zig()
    native = ROOT / "native"
    common = [native / "common" / f"{name}.cpp" for name in ("limits", "text")]
    parts = {
        "core": [
            native / "wasm" / "verdicts.cpp",
            *(native / "solver" / f"{name}.cpp" for name in ("kernel", "solver", "dispatch")),
        ],
        "rate": [
            native / "wasm" / "rating.cpp",
            *(path for path in (native / "se").glob("*.cpp") if path.name != "bind.cpp"),
        ],
        "search": [
            native / "wasm" / "search.cpp",
            native / "wasm" / "throwing.cpp",
            *(path for path in (native / "narrowing").glob("*.cpp") if path.name != "bind.cpp"),
        ],
    }
    flags = ["-target", "wasm32-wasi", "-mexec-model=reactor", "-msimd128", "-O3", "-s"]
    language = ["-std=gnu++20", "-fno-rtti", "-DNDEBUG", "-DSATDOKU_LEVEL=baseline"]
    command = [sys.executable, "-m", "ziglang", "c++", *flags, *language]
    for name, files in parts.items():
        _run(
            [*command, *map(str, sorted([*files, *common])), "-o", str(scratch / f"{name}.wasm")],
            environment={"PYTHONPATH": str(zig)},
        )
    for name in ("core", "rate"):
        shutil.copy(scratch / f"{name}.wasm", folder)
    with zipfile.ZipFile(folder / "satdoku.zip", "a", zipfile.ZIP_DEFLATED) as archive:
        archive.write(HERE / "core.py", "satdoku/core.py")
        archive.write(scratch / "search.wasm", "satdoku/search.wasm")


def _zig() -> Path:
    """Where Zig is installed: in one place for all builds, for what it compiles once (libc and
    libc++, most of the time of a first build) is found again only by a Zig in the same place."""
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "satdoku"
    target = kept / f"zig-{ZIG}"
    if not target.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as name:
            where = ["--target", name + "/zig"]
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", *where]
            _run([*pip, f"ziglang=={ZIG}"])
            (Path(name) / "zig").rename(target)
    return target


def _run(
    command: Iterable[str], where: Path | None = None, environment: dict[str, str] | None = None
) -> None:
    subprocess.run(list(command), cwd=where, env=os.environ | (environment or {}), check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "app")
