"""Screenshots of the app for the README and docs/serve.md: ``python docs/build_screenshots.py``.

Needs the extra ``test`` and chromium. Prints the bytes of each picture.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from playwright.sync_api import sync_playwright

from satdoku.formats import parse, write

if TYPE_CHECKING:
    from playwright.sync_api import Page

DOCS = Path(__file__).parent
SETTING = {
    "givens": "." * 81,
    "constraints": [
        {"rule": "anti-king"},
        {"rule": "thermo", "cells": ["r2c2", "r2c3", "r2c4", "r3c4", "r4c4"]},
        {"rule": "thermo", "cells": ["r8c8", "r8c7", "r8c6", "r7c6", "r6c6"]},
        {"rule": "arrow", "bulb": "r1c9", "cells": ["r2c8", "r3c7"]},
        {"rule": "killer-cage", "cells": ["r5c1", "r5c2", "r6c1"], "sum": 9},
        {"rule": "whisper", "cells": ["r4c8", "r5c8", "r6c8", "r6c7"]},
        {"rule": "renban", "cells": ["r9c1", "r8c1", "r8c2", "r8c3"]},
        {"rule": "black-dot", "cells": ["r1c1", "r1c2"]},
    ],
}


def hint(page: Page) -> None:
    for _ in range(3):
        page.keyboard.press("h")
        page.locator(".answer", has_text=" ").first.wait_for()
        page.wait_for_function("() => !document.querySelector('.busy')")
    page.locator(".picture svg").wait_for()


def setter(page: Page) -> None:
    page.locator("input[type=search]").fill("arrow")
    page.locator("[data-rule=arrow]").click()
    page.locator(".verdict[data-verdict=multiple], .verdict[data-verdict=unique]").wait_for()


def main() -> None:
    example = DOCS.parent / "examples" / "techniques" / "x-wing.txt"
    position = write(parse(example.read_text(encoding="utf-8")), "json").strip()
    pictures: dict[str, tuple[str, Callable[[Page], None]]] = {
        "serve-play": (f"#play/{quote(position)}", hint),
        "serve-set": (f"#set/{quote(json.dumps(SETTING))}", setter),
    }
    command = [sys.executable, "-m", "satdoku", "serve", "--port=0", "--no-open", "--no-socket"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        with sync_playwright() as playwright:
            path = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for name, (fragment, act) in pictures.items():
                page = browser.new_page(
                    viewport={"width": 1060, "height": 745},
                    reduced_motion="reduce",
                    locale="en-GB",
                )
                page.goto(address + fragment)
                page.wait_for_selector("main[data-ready]")
                act(page)
                file = DOCS / f"{name}.png"
                page.screenshot(path=file)
                print(file.name, file.stat().st_size)
                page.close()
        server.terminate()


if __name__ == "__main__":
    main()
