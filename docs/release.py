"""Tell a release where the project is kept: ``python docs/release.py ADDRESS``.

An index of packages shows the README alone, where a relative link leads nowhere. This writes its
links and pictures as whole addresses, and the project's addresses into ``pyproject.toml``, in the
checkout that the archives are built of. In git the links stay relative: they also lead somewhere in
a clone, and in a copy that is kept elsewhere.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)")
_PLACES = {
    "Homepage": "",
    "Documentation": "/blob/main/docs/README.md",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Issues": "/issues",
}


def with_addresses(readme: str, address: str) -> str:
    """The text with every link to a file of the project as a whole address."""

    def whole(link: re.Match[str]) -> str:
        kind = "raw" if link[1] else "blob"
        return f"{link[1]}{link[2]}({address}/{kind}/main/{link[3]})"

    return _LINK.sub(whole, readme)


def with_urls(project: str, address: str) -> str:
    """A ``pyproject.toml`` with the addresses of the project."""
    urls = "".join(f'{name} = "{address}{place}"\n' for name, place in _PLACES.items())
    without = re.sub(r"^\[project\.urls\]\n(?:\w.*\n)*\n", "", project, flags=re.MULTILINE)
    return without.replace("[project.scripts]", f"[project.urls]\n{urls}\n[project.scripts]", 1)


def main(root: Path, address: str) -> None:
    """Write both files.

    :raises SystemExit: where the address is not one of a forge.
    """
    if not re.fullmatch(r"https://[\w.-]+(?:/[\w.~-]+){2,}", address):
        sys.exit(
            f"{address!r} is not the address of a project, such as https://forge.org/me/satdoku"
        )
    for name, change in {"README.md": with_addresses, "pyproject.toml": with_urls}.items():
        file = root / name
        file.write_text(change(file.read_text("utf-8"), address), encoding="utf-8")


if __name__ == "__main__":
    main(Path(__file__).resolve().parents[1], *sys.argv[1:])
