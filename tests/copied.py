"""A copy of satdoku to which tests add what a contributor would add."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import satdoku
from satdoku.base.compiled import compiled_core

PACKAGE = Path(satdoku.__file__).parent
_BEGIN = """
import sys
sys.meta_path = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
sys.path.insert(0, sys.argv.pop(1))
"""


class Copy:
    """A copy of the package in a folder; without fonts, which are large."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "satdoku"
        # Bytecode goes along: it is as old as its source says, and compiling all takes seconds.
        self._ignored = ("*.ttf", "*.otf", "*.so", "*.pyd")
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns(*self._ignored))
        if core := compiled_core():
            shutil.copy(core.__file__, self.package)

    def add(self, file: str, text: str, after: str | None = None) -> None:
        """Add text to a file: after the one place where another text stands, or at the end."""
        path = self.package / file
        path.parent.mkdir(exist_ok=True)
        old = path.read_text("utf-8") if path.is_file() else ""
        if after is None:
            path.write_text(old + text, "utf-8")
        else:
            assert old.count(after) == 1, (file, after)
            path.write_text(old.replace(after, after + text), "utf-8")

    def touched(self) -> set[str]:
        """The files that are new or changed."""
        files = {
            path.relative_to(self.package)
            for path in self.package.rglob("*")
            if path.is_file() and not any(map(path.match, (*self._ignored, "*.pyc")))
        }
        return {
            file.as_posix()
            for file in files
            if not (PACKAGE / file).is_file()
            or (PACKAGE / file).read_bytes() != (self.package / file).read_bytes()
        }

    def command(self, code: str) -> list[str]:
        """A command that runs some code with the copy."""
        return [sys.executable, "-c", _BEGIN + code, str(self.folder)]

    def python(self, code: str, *words: str) -> tuple[int, str]:
        """The exit code and the output of some code that imports the copy."""
        done = subprocess.run(
            [*self.command(code), *words], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def satdoku(self, *words: str) -> tuple[int, str]:
        """The exit code and the output of a command."""
        return self.python("from satdoku.cli import main; main()", *words)

    def languages(self, *words: str) -> tuple[int, str]:
        """``python -m satdoku.explaining``."""
        return self.python(
            "from satdoku.explaining.__main__ import main; sys.exit(main(sys.argv[1:]))", *words
        )
