"""Write the library as two files to embed: ``python native/c/amalgamate.py FOLDER``.

``c++ -std=gnu++20 -O3 -c satdoku.cpp`` compiles them, with whatever
instruction set is chosen there (``-march=native``).
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NATIVE = HERE.parent
_INCLUDE = re.compile(r'^#include "(.*)"$')


def sources() -> list[Path]:
    """The files of the library, the interface last."""
    se = sorted(path for path in (NATIVE / "se").glob("*.cpp") if path.name != "bind.cpp")
    names = (
        "common/limits.cpp", "common/text.cpp", "solver/kernel.cpp", "solver/dispatch.cpp",
        "solver/solver.cpp", "generate/generate.cpp", "symmetry/canonical.cpp",
    )  # fmt: skip
    return [*(NATIVE / name for name in names), *se, HERE / "satdoku.cpp"]


def inlined(path: Path, seen: set[Path]) -> list[str]:
    """The lines of a file, each header of the core in its place where it is first named."""
    lines: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        include = _INCLUDE.match(line)
        if include is None:
            if line != "#pragma once":
                lines.append(line)
            continue
        header = (path.parent / include[1]).resolve()
        if header.name == "satdoku.h":
            lines.append('#include "satdoku.h"')
        elif header.suffix == ".inc":  # a table, which is read anew wherever it is named
            lines += inlined(header, seen)
        elif header not in seen:
            seen.add(header)
            lines += inlined(header, seen)
    return lines


def amalgamate(folder: Path) -> None:
    """Write the two files."""
    folder.mkdir(parents=True, exist_ok=True)
    licence = (NATIVE.parent / "LICENSE").read_text("utf-8").splitlines()
    lines = [*(f"// {line}".rstrip() for line in licence), "", "#define SATDOKU_LEVEL baseline"]
    seen: set[Path] = set()
    for path in sources():
        lines += ["", f"// {path.relative_to(NATIVE)}", *inlined(path, seen)]
    (folder / "satdoku.cpp").write_text("\n".join([*lines, ""]), "utf-8")
    shutil.copy(HERE / "satdoku.h", folder)


if __name__ == "__main__":
    amalgamate(Path(sys.argv[1]) if len(sys.argv) > 1 else Path())
