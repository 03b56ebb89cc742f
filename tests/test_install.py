"""Where there is no C++ compiler, satdoku installs and works all the same, and says so once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHECK = f"""
import satdoku
assert satdoku.is_unique("{UNIQUE}")
assert satdoku.is_unique("{UNIQUE}")
assert satdoku.check_unique("{UNIQUE}").backend == "sat"
try:
    satdoku.is_unique("{UNIQUE}", "native")
except satdoku.EngineUnavailable as error:
    assert "compiler" in str(error)
else:
    raise SystemExit("the native engine is there, though nothing could compile it")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """satdoku, installed from a copy of the tree with the compiler hidden."""
    pytest.importorskip("scikit_build_core", reason="the build backend is not installed")
    folder = tmp_path_factory.mktemp("hidden")
    tree = folder / "tree"
    skipped = shutil.ignore_patterns(".*", "*.so", "*.pyd", "__pycache__", "build", "tests")
    shutil.copytree(ROOT, tree, ignore=skipped)
    nowhere = str(folder / "no-such-compiler")
    environment = {**os.environ, "CC": nowhere, "CXX": nowhere}
    target = folder / "site"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*install, "--target", str(target), str(tree)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # The folder comes first on the path, before this checkout's own editable installation.
    start = f"import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'edit' not in repr(f).lower()]; sys.path.insert(0, {str(installed)!r}); "  # noqa: E501
    code = start + arguments[0]
    return subprocess.run(
        [sys.executable, "-c", code, *arguments[1:]],
        cwd=installed,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.full
def test_it_works_without_the_core(installed: Path) -> None:
    assert not list((installed / "satdoku").glob("core*.so"))
    done = run(installed, CHECK)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("compiled engine is not installed") == 1


@pytest.mark.full
def test_the_command_line_says_once_what_is_missing(installed: Path) -> None:
    done = run(installed, "from satdoku.cli import main; main()", "check-unique", UNIQUE, UNIQUE)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"unique\t{UNIQUE}\n" * 2
    assert done.stderr.count("satdoku: ") == 1
    assert "compiler" in done.stderr


@pytest.mark.full
def test_doctor_says_what_is_missing(installed: Path) -> None:
    done = run(installed, "from satdoku.cli import main; main()", "doctor")
    assert done.returncode == 1, done.stderr
    assert "compiled core: absent\n" in done.stdout
    assert "  sat: works\n" in done.stdout
    assert done.stdout.count("problem: ") == 2
    assert "problem: the engine native does not work: " in done.stdout
