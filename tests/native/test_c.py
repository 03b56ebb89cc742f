"""The C library: against the core in Python, from C and through ctypes, and under sanitizers."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.rating.levels import LEVELS
from satdoku.symmetry import canonical_bytes
from tests.bad_calls import BAD_CALLS, EASY

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .conftest import satisfies_rules  # noqa: E402

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "native" / "c"
EXAMPLES = ROOT / "examples" / "c"


class Error(ctypes.Structure):
    """satdoku_error."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("column", ctypes.c_int),
        ("cells", ctypes.c_int * 9),
        ("message", ctypes.c_char * 512),
    )


class Rating(ctypes.Structure):
    """satdoku_rating."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("er", ctypes.c_double),
        ("ep", ctypes.c_double),
        ("ed", ctypes.c_double),
        ("steps", ctypes.c_int),
        ("level", ctypes.c_char * 16),
        ("hardest", ctypes.c_char * 64),
    )


CANCEL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Limits(ctypes.Structure):
    """satdoku_limits."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("seconds", ctypes.c_double),
        ("nodes", ctypes.c_uint64),
        ("cancelled", CANCEL),
        ("context", ctypes.c_void_p),
    )


class Wish(ctypes.Structure):
    """satdoku_wish."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("symmetry", ctypes.c_int),
        ("clues", ctypes.c_int),
        ("minimal", ctypes.c_int),
        ("level", ctypes.c_char_p),
    )


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def built(folder: Path, *options: str) -> Path:
    """The folder where the library is installed."""
    quick = ["-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DCMAKE_UNITY_BUILD=ON"]
    quick += ["-DCMAKE_UNITY_BUILD_BATCH_SIZE=0", f"-DCMAKE_CXX_COMPILER={tool('g++')}"]
    where = ["-S", str(SOURCE), "-B", str(folder / "build"), *quick]
    prefix = f"-DCMAKE_INSTALL_PREFIX={folder / 'installed'}"
    for command in (
        [*where, prefix, *options],
        ["--build", str(folder / "build"), "-j2"],
        ["--install", str(folder / "build")],
    ):
        subprocess.run([tool("cmake"), *command], check=True, stdout=subprocess.DEVNULL)
    return folder / "installed"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("c"))


def library_of(folder: Path) -> Path:
    return next(folder.glob("lib*/libsatdoku.so"))


@pytest.fixture(scope="module")
def library(installed: Path) -> Any:
    loaded = ctypes.CDLL(str(library_of(installed)))
    loaded.satdoku_status_name.restype = ctypes.c_char_p
    loaded.satdoku_generate.argtypes = (
        ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p,
        ctypes.c_void_p, ctypes.c_void_p,
    )  # fmt: skip
    return loaded


def name_of(library: Any, status: int) -> str:
    return str(library.satdoku_status_name(status).decode())


def checked(library: Any, puzzle: str) -> tuple[str, list[str]]:
    solutions = ((ctypes.c_char * 82) * 2)()
    status = library.satdoku_check(puzzle.encode(), solutions, None, None)
    return name_of(library, status), [each.value.decode() for each in solutions]


@pytest.mark.full
def test_it_answers_as_the_core_does(library: Any, load_set: Callable[[str], list[str]]) -> None:
    assert library.satdoku_version() == 1 << 16
    rng = random.Random(1)
    puzzles = [*rng.sample(load_set("top1465"), 20), *rng.sample(load_set("multiple"), 20)]
    puzzles += ["." * 80 + "1", "12345678." + "." * 8 + "9" + "." * 63]
    names = {core.NONE: "none", core.UNIQUE: "unique", core.MULTIPLE: "multiple"}
    for puzzle in puzzles:
        verdict, first, second, _ = core.check(puzzle)
        assert checked(library, puzzle) == (names[verdict], [first or "", second or ""])
        number, exact = ctypes.c_uint64(), ctypes.c_int()
        most = ctypes.c_uint64(1000)
        library.satdoku_count(
            puzzle.encode(), most, ctypes.byref(number), ctypes.byref(exact), None, None
        )
        assert (number.value, bool(exact)) == core.count(puzzle, limit=1000)[1:]
        counts = (ctypes.c_uint32 * 729)()
        library.satdoku_candidates(puzzle.encode(), 3, counts, None, None)
        assert list(counts) == core.true_candidates(puzzle, 3)[1].ravel().tolist()
        image = ctypes.create_string_buffer(82)
        assert name_of(library, library.satdoku_canonical(puzzle.encode(), image, None)) == "ok"
        assert image.value.decode() == canonical_bytes(puzzle.encode()).decode()
        rating = Rating(ctypes.sizeof(Rating))
        status = library.satdoku_rate(puzzle.encode(), ctypes.byref(rating), None, None)
        if verdict != core.UNIQUE:
            assert name_of(library, status) == names[verdict]
            continue
        right = satdoku.rate(puzzle)
        scores = right.to_dict()
        assert [rating.er, rating.ep, rating.ed] == [scores[name] for name in ("er", "ep", "ed")]
        assert (rating.level.decode(), rating.steps) == (right.level, right.steps)


@pytest.mark.full
def test_levels_are_those_of_python(library: Any) -> None:
    text = (SOURCE / "satdoku.cpp").read_text("utf-8")
    for level in LEVELS.values():
        assert f'{{"{level.name}", {level.range[1]}}}' in text
    easy = LEVELS["easy"]
    assert f"kEasyGivens = {easy.givens}, kEasyOpen = {easy.open};" in text
    for level in ("easy", "medium", "hard", "diabolical"):
        puzzle = made(library, 3, level=level.encode())
        assert satdoku.rate(puzzle).level == level


def made(library: Any, seed: int, index: int = 0, **wish: Any) -> str:
    puzzle, solution = ctypes.create_string_buffer(82), ctypes.create_string_buffer(82)
    wanted = Wish(ctypes.sizeof(Wish), **wish)
    status = library.satdoku_generate(
        seed, index, ctypes.byref(wanted), puzzle, solution, None, None
    )
    assert name_of(library, status) == "ok"
    assert satisfies_rules([int(digit) for digit in solution.value.decode()])
    assert checked(library, puzzle.value.decode()) == ("unique", [solution.value.decode(), ""])
    return puzzle.value.decode()


@pytest.mark.full
def test_puzzles_are_made_as_wished(library: Any) -> None:
    for index in range(3):
        assert made(library, 5, index) == core.make_puzzles(5, index, 1)[0][0][0]
    assert made(library, 5, clues=30).count(".") == 51
    images: dict[int, Callable[[int, int], tuple[int, int]]] = {
        1: lambda r, c: (8 - r, 8 - c),
        2: lambda r, c: (c, 8 - r),
        3: lambda r, c: (r, 8 - c),
        4: lambda r, c: (8 - r, c),
        5: lambda r, c: (c, r),
        6: lambda r, c: (8 - c, 8 - r),
    }
    for symmetry, image in images.items():
        puzzle = made(library, 5, symmetry=symmetry)
        for cell in range(81):
            r, c = image(*divmod(cell, 9))
            assert (puzzle[cell] == ".") == (puzzle[9 * r + c] == ".")
    puzzle = made(library, 5, symmetry=1, minimal=1)
    assert core.minimal_many([puzzle])[0]


@pytest.mark.full
def test_bad_input_has_the_sentences_of_the_other_doors(library: Any) -> None:
    tried = 0
    for bad in BAD_CALLS:
        puzzle = bad.line
        if puzzle is None:
            continue
        error = Error(ctypes.sizeof(Error))
        image = ctypes.create_string_buffer(82)
        status = library.satdoku_canonical(puzzle.encode(), image, ctypes.byref(error))
        tried += 1
        assert name_of(library, status) == bad.problem
        assert bad.words in error.message.decode()
        with pytest.raises(satdoku.SatdokuError) as raised:
            satdoku.solve(puzzle)
        sentence = str(raised.value)
        if bad.problem == "invalid":
            assert error.message.decode() == sentence
            cells = [cell for cell in error.cells if cell >= 0]
            assert tuple(cells) == raised.value.problems[0].cells
        else:
            assert sentence.startswith(error.message.decode().partition(" (")[0])
            assert error.column == (getattr(raised.value, "column", None) or 0)
    assert tried >= 30
    three = Error(ctypes.sizeof(Error))
    puzzle = "5.5......5" + "." * 71
    library.satdoku_check(puzzle.encode(), None, None, ctypes.byref(three))
    with pytest.raises(satdoku.InvalidPuzzle) as invalid:
        satdoku.solve(puzzle)
    assert three.message.decode() == str(invalid.value)


@pytest.mark.full
def test_arguments_that_are_null_or_out_of_range(library: Any) -> None:
    error = Error(ctypes.sizeof(Error))
    out = ctypes.create_string_buffer(82)
    easy, reason = EASY.encode(), ctypes.byref(error)
    counts = (ctypes.c_uint32 * 729)()
    wrong = Wish(ctypes.sizeof(Wish), 9)
    few = Wish(ctypes.sizeof(Wish), 0, 16)
    unknown = Wish(ctypes.sizeof(Wish), 0, 0, 0, b"dance")
    late = Limits(ctypes.sizeof(Limits), -1.0)
    for status, words in (
        (library.satdoku_solve(None, out, None, reason), b"puzzle is null"),
        (library.satdoku_solve(easy, None, None, reason), b"solution is null"),
        (library.satdoku_solve(easy, out, ctypes.byref(late), reason), b"seconds"),
        (library.satdoku_candidates(easy, 0, counts, None, reason), b"most"),
        (library.satdoku_generate(1, 1, ctypes.byref(wrong), out, None, None, reason), b"symmetry"),
        (library.satdoku_generate(1, 1, ctypes.byref(few), out, None, None, reason), b"clues"),
        (library.satdoku_generate(1, 1, ctypes.byref(unknown), out, None, None, reason), b"level"),
    ):
        assert name_of(library, status) == "argument"
        assert words
    assert b"level" in error.message


@pytest.mark.full
def test_limits_and_cancelling_end_a_call(library: Any) -> None:
    number = ctypes.c_uint64()
    contexts = []

    def cancelled(context: Any) -> int:
        contexts.append(context)
        return len(contexts) > 2

    hook = CANCEL(cancelled)
    for limits in (
        Limits(ctypes.sizeof(Limits), 0.05),
        Limits(ctypes.sizeof(Limits), 0.0, 1000),
        Limits(ctypes.sizeof(Limits), 0.0, 0, hook),
    ):
        status = library.satdoku_count(
            b"." * 81, ctypes.c_uint64(0), ctypes.byref(number), None, ctypes.byref(limits), None
        )
        assert name_of(library, status) == "multiple"  # two solutions are known
        assert number.value > 2
    assert len(contexts) == 3


@pytest.mark.full
def test_threads_do_not_disturb_each_other(library: Any) -> None:
    def ask(seed: int) -> bool:
        puzzle = made(library, seed)
        rating = Rating(ctypes.sizeof(Rating))
        library.satdoku_rate(puzzle.encode(), ctypes.byref(rating), None, None)
        return bool(rating.er == satdoku.rate(puzzle).to_dict()["er"])

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(40)))


@pytest.mark.full
def test_the_examples_run(installed: Path, tmp_path: Path) -> None:
    package = next(installed.glob("lib*/pkgconfig"))
    options = subprocess.run(
        [tool("pkg-config"), "--cflags", "--libs", "satdoku"],
        env={"PKG_CONFIG_PATH": str(package)}, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    program = tmp_path / "puzzle"
    example = str(EXAMPLES / "puzzle.c")
    warnings = ["-std=c99", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror"]
    subprocess.run([tool("gcc"), *warnings, example, *options, "-o", str(program)], check=True)
    environment = {"LD_LIBRARY_PATH": str(library_of(installed).parent)}
    run = subprocess.run([program], env=environment, capture_output=True, text=True, check=True)
    verdict, puzzle = run.stdout.splitlines()[0].split("\t")
    assert verdict == "unique"
    assert satdoku.rate(puzzle).level == "hard"
    again = subprocess.run(
        [program, f"55{EASY[2:]}"], env=environment, capture_output=True, text=True, check=False
    )
    assert (again.returncode, "row 1" in again.stderr) == (1, True)
    script = [sys.executable, str(EXAMPLES / "ctypes_example.py"), str(library_of(installed))]
    shown = subprocess.run(script, capture_output=True, text=True, check=True).stdout.splitlines()
    assert shown[0] == f"solved {satdoku.solve(EASY).solution}"
    assert shown[1].endswith("[0, 1]")


@pytest.mark.full
def test_cmake_finds_it_and_the_two_files_are_the_same_library(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.18)\nproject(user C)\nfind_package(satdoku 1 REQUIRED)\n"
        f"add_executable(puzzle {EXAMPLES / 'puzzle.c'})\n"
        "target_link_libraries(puzzle satdoku::satdoku)\n"
    )
    build = tmp_path / "build"
    for command in (
        ["-S", str(tmp_path), "-B", str(build), f"-DCMAKE_PREFIX_PATH={installed}"],
        ["--build", str(build)],
    ):
        subprocess.run([tool("cmake"), *command], check=True, stdout=subprocess.DEVNULL)
    script = [sys.executable, str(SOURCE / "amalgamate.py"), str(tmp_path / "two")]
    subprocess.run(script, check=True)
    flags = ["-DSATDOKU_STATIC", f"-I{tmp_path / 'two'}"]
    objects = [str(tmp_path / "example.o"), str(tmp_path / "library.o")]
    c, two = str(EXAMPLES / "puzzle.c"), str(tmp_path / "two" / "satdoku.cpp")
    subprocess.run([tool("gcc"), *flags, "-c", c, "-o", objects[0]], check=True)
    cxx = [tool("g++"), "-std=gnu++20", "-O1", *flags, "-c", two, "-o", objects[1]]
    subprocess.run(cxx, check=True)
    subprocess.run([tool("g++"), *objects, "-o", str(tmp_path / "puzzle")], check=True)
    shown = {
        subprocess.run([program], capture_output=True, text=True, check=True).stdout
        for program in (build / "puzzle", tmp_path / "puzzle")
    }
    assert len(shown) == 1


@pytest.mark.slow
@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_under_sanitizers(sanitizers: str, tmp_path: Path) -> None:
    options = [f"-DSATDOKU_SANITIZE={sanitizers}", "-DBUILD_SHARED_LIBS=OFF"]
    folder = built(tmp_path, *options)
    archive = str(next(folder.glob("lib*/libsatdoku.a")))
    program = str(tmp_path / "puzzle")
    flags = [f"-fsanitize={sanitizers}", "-DSATDOKU_STATIC", f"-I{folder / 'include'}", "-pthread"]
    source = str(EXAMPLES.parent.parent / "tests" / "native" / "c_threads.cpp")
    command = [tool("g++"), "-std=c++20", "-g", *flags, source, archive, "-o", program]
    subprocess.run(command, check=True)
    environment = os.environ | {"TSAN_OPTIONS": "halt_on_error=1"}
    run = subprocess.run([program], capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
    assert run.stdout == "ok\n"
