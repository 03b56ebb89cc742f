"""The core under sanitizers: ``python -m pytest -m slow tests/native/test_sanitizers.py``.

``SATDOKU_FUZZ_TRIES`` is the number of random calls (otherwise 5,000), and ``SATDOKU_SANITIZED``
the folder of a sanitized build, which else is made.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from . import fuzz_bindings  # noqa: E402

ROOT = Path(__file__).parents[2]

# Puts the sanitized core in the place of the installed one, whatever finds that.
SITE = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in type(f).__module__]
import satdoku.core
"""


def test_every_public_name_is_listed() -> None:
    public = {name for name in dir(core) if not name.startswith("_")}
    assert public == fuzz_bindings.NAMES


@pytest.mark.full
def test_random_arguments() -> None:
    """In a process of its own: the alarm is for the main thread, which may not be the test's."""
    command = [sys.executable, "-m", "tests.native.fuzz_bindings", "--tries", "700"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]


def library(name: str) -> str:
    gcc = shutil.which("g++")
    if gcc is None or not (ROOT / "CMakeLists.txt").exists():
        pytest.skip("building the core needs the sources and g++")
    command = [gcc, f"-print-file-name={name}"]
    path = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).is_absolute():
        pytest.skip(f"{name} is not installed")
    return path


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python with the core built with ASan and UBSan."""
    pytest.importorskip("nanobind", reason="building the core needs nanobind")
    libraries = f"{library('libasan.so')} {library('libubsan.so')}"
    folder = tmp_path_factory.mktemp("sanitized")
    built = os.environ.get("SATDOKU_SANITIZED")
    if built is None:
        cmake = shutil.which("cmake")
        if cmake is None:
            pytest.skip("building the core needs cmake")
        built = str(folder / "build")
        options = ["-DSATDOKU_SANITIZE=ON", f"-DPython_EXECUTABLE={sys.executable}"]
        options.append(f"-DCMAKE_CXX_COMPILER={shutil.which('g++')}")
        for command in (["-S", str(ROOT), "-B", built, *options], ["--build", built]):
            subprocess.run([cmake, *command], check=True, stdout=subprocess.DEVNULL)
    package = folder / "path" / "satdoku"
    package.mkdir(parents=True)
    for path in (ROOT / "satdoku").iterdir():
        if not path.match("core*.so"):
            (package / path.name).symlink_to(path)
    for module in Path(built).glob("core*.so"):
        shutil.copy(module, package)
    (package.parent / "sitecustomize.py").write_text(SITE)
    environment = os.environ | {
        "PYTHONPATH": str(package.parent),
        "LD_PRELOAD": libraries,
        "PYTHONMALLOC": "malloc",  # so that ASan sees the borders of Python's objects too
        "ASAN_OPTIONS": "detect_leaks=0",  # the interpreter itself leaks by design
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    where = run("-c", "import satdoku.core; print(satdoku.core.__file__)")
    assert where.stdout.strip().startswith(str(package)), where
    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    "tests",
    [
        "native/test_answers.py", "native/test_calls.py", "native/test_narrowing.py",
        "symmetry/test_native.py", "engines/test_narrowing.py", "model",
    ],
)  # fmt: skip
def test_tests_under_asan(sanitized: Run, tests: str) -> None:
    done = sanitized(
        "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider",
        "-o", "addopts=-m 'not slow'", f"tests/{tests}",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.slow
def test_random_arguments_under_asan(sanitized: Run) -> None:
    tries = os.environ.get("SATDOKU_FUZZ_TRIES", "5000")
    done = sanitized("-m", "tests.native.fuzz_bindings", "--tries", tries, "--seed", "2")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    print(done.stdout)


@pytest.mark.slow
def test_random_variants_under_asan(sanitized: Run) -> None:
    tries = os.environ.get("SATDOKU_FUZZ_TRIES", "500")
    done = sanitized("-m", "tests.fuzz", "--class", "variants", "--tries", tries, "--seed", "2")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.slow
def test_threads_under_tsan(tmp_path: Path) -> None:
    """A program without Python, whose own locking would hide the core's races."""
    library("libtsan.so")
    native = ROOT / "native"
    folders = [*native.glob("common/*.cpp"), *native.glob("solver/*.cpp"), *native.glob("se/*.cpp")]
    sources = [path for path in folders if not path.stem.startswith("bind")]
    program = tmp_path / "threads"
    subprocess.run(
        ["g++", "-std=gnu++20", "-O1", "-g", "-fsanitize=thread", "-Wno-psabi", "-pthread"]
        + ["-DSATDOKU_LEVEL=baseline", "-o", str(program)]
        + [str(path) for path in (Path(__file__).with_name("threads.cpp"), *sources)],
        check=True,
    )
    # Address layouts of newer kernels are more random than GCC 12's TSan can take.
    fixed = ["setarch", "-R"] if shutil.which("setarch") else []
    done = subprocess.run([*fixed, str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert done.stdout == "clean\n"
