"""The other Sudoku packages that are measured here, in an environment of their own.

They are not installed beside satdoku: some are GPL, and none is a dependency.
"""

import subprocess
import venv
from pathlib import Path

PACKAGES = ("hodoku-py==0.2.1", "sudokutools==0.4.0", "pencilmark==1.0.0rc1", "py-sudoku==2.0.0")
_FOLDER = Path(__file__).parents[1] / "build" / "rivals"


def python_of_rivals() -> str:
    """The interpreter that has them; the first call makes its environment, from the network.

    :raises subprocess.CalledProcessError: where the packages cannot be installed.
    """
    python = _FOLDER / "bin" / "python"
    done = _FOLDER / "installed.txt"
    wanted = "\n".join(PACKAGES)
    if not done.exists() or done.read_text("utf-8") != wanted:
        venv.create(_FOLDER, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        done.write_text(wanted, encoding="utf-8")
    return str(python)
