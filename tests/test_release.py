"""Releases: the archives, their contents, the same bytes each time; the container file."""

from __future__ import annotations

import hashlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from satdoku.messages import languages
from tests.web.conftest import ended, hint_of

ROOT = Path(__file__).parents[1]
EPOCH = "1700000000"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHERS = [
    path
    for version in ("3.12", "3.13", "3.14")
    for path in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python"))[:1]
]
"""Other interpreters for which the wheel of the stable ABI is meant."""


def copied(target: Path) -> Path:
    """The tree without git, the compiled core and what is made."""
    skipped = shutil.ignore_patterns(
        ".git", ".venv", "*.so", "*.pyd", "__pycache__", "build", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, target, ignore=skipped)
    return target


def made(tree: Path, kind: str, out: Path, python: Path | str = sys.executable, **set: str) -> Path:
    """An archive, made by the build backend without a network."""
    name = f"build_{kind}"
    code = f"from scikit_build_core.build import {name}; print({name}({str(out)!r}))"
    done = subprocess.run(
        [str(python), "-c", code],
        cwd=tree,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH, **set},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out / done.stdout.split()[-1]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_release_has_whole_links_and_the_addresses_of_the_project(tmp_path: Path) -> None:
    for name in ("README.md", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    main = runpy.run_path(str(ROOT / "docs" / "release.py"))["main"]
    main(tmp_path, "https://forge.example/me/satdoku")
    readme = (tmp_path / "README.md").read_text("utf-8")
    assert not re.search(r"\]\((?!https://)", readme)
    assert "](https://forge.example/me/satdoku/raw/main/docs/serve-play.png)" in readme
    assert "(https://forge.example/me/satdoku/blob/main/docs/ratings.md)" in readme
    text = (tmp_path / "pyproject.toml").read_text("utf-8")
    project = tomllib.loads(text)
    urls = project["project"].pop("urls")
    assert urls["Homepage"] == "https://forge.example/me/satdoku"
    assert {"Documentation", "Issues", "Changelog"} < urls.keys()
    assert project == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    main(tmp_path, "https://forge.example/me/satdoku")  # a second time changes nothing
    assert (tmp_path / "README.md").read_text("utf-8") == readme
    assert (tmp_path / "pyproject.toml").read_text("utf-8") == text
    with pytest.raises(SystemExit, match="is not the address of a project"):
        main(tmp_path, "forge.example/me")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of a tree without git, and the wheel without a core that is made of the sdist."""
    pytest.importorskip("scikit_build_core", reason="the build backend is not installed")
    folder = tmp_path_factory.mktemp("release")
    one = made(copied(folder / "tree"), "sdist", folder)
    again = made(copied(folder / "other" / "tree"), "sdist", folder / "other")
    assert digest(one) == digest(again)
    wheels = []
    for name in ("first", "second"):
        with tarfile.open(one) as archive:
            archive.extractall(folder / name, filter="data")
        tree = folder / name / one.name.removesuffix(".tar.gz")
        nowhere = str(folder / "no-such-compiler")
        wheels.append(made(tree, "wheel", folder / name, CC=nowhere, CXX=nowhere))
    assert digest(wheels[0]) == digest(wheels[1])
    return one, wheels[0]


@pytest.mark.full
def test_the_sdist_has_what_a_build_and_the_tests_need(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    needed = {
        "pyproject.toml", "CMakeLists.txt", "README.md", "LICENSE", "NOTICE", "CITATION.cff",
        "SECURITY.md", "CHANGELOG.md", "constraints.txt", "native/module.cpp", "docs/README.md",
        "satdoku/render/fonts/OFL.txt", "examples/euler96.py", "tests/conftest.py", ".ci/run",
    }  # fmt: skip
    assert needed <= names
    assert not [name for name in names if re.search(r"\.(so|pyd|pyc|o)$|__pycache__|^build/", name)]
    assert archives[0].stat().st_size < 6_000_000


@pytest.mark.full
def test_the_wheel_has_the_package_and_its_pages(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[1]) as archive:
        names = set(archive.namelist())
    assert {
        "satdoku/__init__.py", "satdoku/py.typed", "satdoku/core.pyi",
        "satdoku/docs/constraints/lines.md", "satdoku/examples/techniques/x-wing.txt",
        "satdoku/render/fonts/OFL.txt",
    } <= names  # fmt: skip
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"satdoku"}
    licences = {name.split("/licenses/")[1] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE", "satdoku/render/fonts/OFL.txt"}


@pytest.mark.full
def test_the_checks_of_the_index_accept_both(archives: tuple[Path, Path]) -> None:
    pytest.importorskip("twine", reason="twine is not installed")
    pytest.importorskip("check_wheel_contents", reason="check-wheel-contents is not installed")
    for command in (
        ["twine", "check", "--strict", *map(str, archives)],
        # W002: a 4x4 and a 9x9 example of a rule may be the same file.
        ["check_wheel_contents", "--ignore", "W002", str(archives[1])],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_every_wheel_that_is_promised_is_built(system: str) -> None:
    pytest.importorskip("cibuildwheel", reason="cibuildwheel is not installed")
    command = ["cibuildwheel", "--print-build-identifiers", "--platform", system, str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    wheels = done.stdout.split()
    expected = {
        "linux": {"manylinux_x86_64", "manylinux_aarch64"},
        "macos": {"macosx_x86_64", "macosx_arm64"},
        "windows": {"win_amd64"},
    }[system]
    assert {f"cp{v}-{kind}" for v in ("311", "312") for kind in expected} <= set(wheels)
    assert not [name for name in wheels if name.startswith("cp313")]  # the stable ABI serves it


def test_the_core_uses_the_limited_api_alone() -> None:
    """With these macros, a wheel for Python 3.12 and later would be built without the core."""
    macros = re.compile(r"\b(Py\w+_(?:GET|SET)_[A-Z]+|PyBytes_AS_STRING|PyUnicode_DATA|_Py\w+)\b")
    sources = [*(ROOT / "native").rglob("*.cpp"), *(ROOT / "native").rglob("*.hpp")]
    assert len(sources) > 100
    assert not {path.name: macros.findall(text) for path in sources
                if macros.search(text := path.read_text("utf-8"))}  # fmt: skip


@pytest.mark.slow
def test_one_wheel_serves_every_later_python(tmp_path: Path) -> None:
    """It is built with the first of them and used with each, without any other package."""
    if len(OTHERS) < 2:
        pytest.skip("fewer than two other interpreters are here")
    venv = tmp_path / "venv"
    subprocess.run([OTHERS[0], "-m", "venv", venv], check=True)
    python = venv / "bin" / "python"
    tools = ["scikit-build-core>=0.11", "nanobind>=2.4", "cmake", "ninja"]
    got = subprocess.run([python, "-m", "pip", "install", "--quiet", *tools], check=False)
    if got.returncode:
        pytest.skip("the tools of the build cannot be had here")
    built = [made(copied(tmp_path / name / "tree"), "wheel", tmp_path / name, python)
             for name in ("one", "two")]  # fmt: skip
    assert "-cp312-abi3-" in built[0].name
    assert digest(built[0]) == digest(built[1])
    with zipfile.ZipFile(built[0]) as archive:
        archive.extractall(tmp_path / "site")
    code = "import satdoku; assert satdoku.is_unique(%r); print('unique')"
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for other in OTHERS:
        done = subprocess.run(
            [other, "-c", code % puzzle],
            cwd=tmp_path / "site", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stdout == "unique\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "target", ["aarch64-linux-gnu", "s390x-linux-musl", "x86_64-windows-gnu", "aarch64-macos"]
)
def test_the_compiled_sources_compile_for_other_machines(target: str, tmp_path: Path) -> None:
    """All but the bindings, which need the other machine's Python; s390x is big-endian."""
    pytest.importorskip("ziglang", reason="the cross compiler is not installed")
    sources = sorted(
        path for path in (ROOT / "native").glob("*/*.cpp")
        if not path.name.startswith("bind") and path.parent.name != "wasm"
    )  # fmt: skip
    sources = [path for path in sources if "nanobind" not in path.read_text("utf-8")]
    assert len(sources) > 50
    for source in sources:
        command = [
            sys.executable, "-m", "ziglang", "c++", "-target", target, "-std=gnu++20", "-O0", "-g0",
            "-fno-sanitize=all", "-DSATDOKU_LEVEL=baseline", f"-I{ROOT / 'native'}",
            "-c", str(source), "-o", str(tmp_path / f"{source.parent.name}-{source.stem}.o"),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{source}: {done.stderr[-2000:]}"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("qemu-s390x-static"), reason="qemu-user-static is not here")
def test_a_big_endian_machine_finds_the_same(tmp_path: Path) -> None:
    """Grids, puzzles, verdicts, counts, ratings and canonical forms, under emulation."""
    pytest.importorskip("ziglang", reason="the cross compiler is not installed")
    native = ROOT / "native"
    sources = [ROOT / "tests" / "native" / "portable.cpp"]
    sources += [native / "common" / f"{name}.cpp" for name in ("limits", "text", "threads")]
    sources += [path for folder in ("solver", "se", "symmetry")
                for path in sorted((native / folder).glob("*.cpp"))
                if not path.name.startswith("bind")]  # fmt: skip
    zig = [sys.executable, "-m", "ziglang", "c++", "-static", "-O1", "-std=gnu++20"]
    outputs = []
    for target, runner in (("x86_64-linux-musl", []), ("s390x-linux-musl", ["qemu-s390x-static"])):
        program = tmp_path / target
        built = subprocess.run(
            [*zig, "-target", target, "-DSATDOKU_LEVEL=baseline", f"-I{native}",
             *map(str, sources), "-o", str(program)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert built.returncode == 0, built.stderr[-2000:]
        run = subprocess.run([*runner, str(program)], capture_output=True, text=True, check=True)
        outputs.append(run.stdout)
    assert outputs[0].count("\n") == 30
    assert outputs[0] == outputs[1]


def test_the_container_runs_the_app_without_privileges() -> None:
    lines = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    known = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "EXPOSE", "STOPSIGNAL", "CMD"}
    assert {step for step, _ in steps} <= known
    last = [rest for step, rest in steps if step == "USER"]
    assert last == ["10001"]
    names = [step for step, _ in steps]
    assert names.index("USER") < names.index("CMD") == len(names) - 1
    assert [step for step, _ in steps[names.index("USER") :]].count("RUN") == 0
    command = dict(steps)["CMD"]
    assert "satdoku serve" in command
    from satdoku.cli.loading import options_of

    options = {"--no-open", "--no-socket", *options_of("serve")}
    assert set(re.findall(r"--[a-z-]+", command)) <= options
    needed = re.search(r"/source\[([a-z,]+)\]", " ".join(lines))
    assert needed is not None
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(f"\n{extra} = [" in project for extra in needed[1].split(","))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("podman"), reason="podman is not here")
def test_the_commands_of_the_container_file_serve_the_app() -> None:
    pytest.importorskip("websockets", reason="the app is asked by websockets")
    text = (ROOT / "Containerfile").read_text("utf-8")
    build, run = (line.split() for line in re.findall(r"^# +(podman .+)$", text, re.MULTILINE))
    base = re.findall(r"^FROM (\S+)", text, re.MULTILINE)[-1]
    for command in (["image", "exists", base], ["pull", "--quiet", base]):
        done = subprocess.run(["podman", *command], capture_output=True, check=False)
        if done.returncode == 0:
            break
    else:
        pytest.skip(f"{base} is not here and cannot be fetched")
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    served = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert served.stdout is not None
        assert "satdoku serves" in served.stdout.readline()
        answer = hint_of("http://127.0.0.1:8642/", PUZZLE)
        assert answer["type"] == "answer", answer
        command = ["podman", "exec", "--latest", "id", "-u"]
        assert subprocess.run(command, capture_output=True, check=True).stdout == b"10001\n"
    finally:
        end = ended(served)
    assert end == (0, "")


def test_the_steps_of_a_release_name_the_languages_that_are_complete() -> None:
    steps = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Release\n")[2]
    match = re.search(r"python -m satdoku\.explaining check --complete ([a-z ]+)`", steps)
    assert match is not None
    assert set(match[1].split()) <= set(languages())
