"""Where a person's own files lie, by the custom of each system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from satdoku.base.errors import SatdokuError


def user_data() -> Path:
    """The folder for what satdoku keeps for a person; it need not exist.

    ``XDG_DATA_HOME``, where it is set to an absolute path, comes before the system's custom.

    :raises SatdokuError: where the system knows no home of this user.
    """
    named = os.environ.get("XDG_DATA_HOME", "")
    if Path(named).is_absolute():
        return Path(named) / "satdoku"
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "satdoku"
    try:
        home = Path.home()
    except RuntimeError:
        raise SatdokuError("there is no home folder to keep files in") from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "satdoku"
    return home / ".local" / "share" / "satdoku"
