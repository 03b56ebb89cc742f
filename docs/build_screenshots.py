"""Screenshots for the README and the pages: ``python docs/build_screenshots.py``.

Needs the extras ``test`` and ``pictures``, chromium and pdftoppm (poppler-utils). Prints the bytes
of each picture.
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np
from playwright.sync_api import sync_playwright

from satdoku.formats import parse, write

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

DOCS = Path(__file__).parent
STATIC = DOCS.parent / "satdoku" / "web" / "static"
COLOURS = 96
VARIANT = DOCS.parent / "examples" / "constraints" / "thermo.json"
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
    page.locator(".layer.over").wait_for()


def setter(page: Page) -> None:
    page.locator("input[type=search]").fill("arrow")
    page.locator("[data-rule=arrow]").click()
    page.locator(".verdict[data-verdict=multiple], .verdict[data-verdict=unique]").wait_for()


def small(picture: Path) -> None:
    """The picture in its most frequent colours, each other one by the nearest: a third of the
    bytes."""
    rows = decoded(picture.read_bytes())
    packed = rows.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)
    colours, places, times = np.unique(packed, return_inverse=True, return_counts=True)
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.int64)
    chosen = [parts[times.argmax()]]
    for one in parts[np.argsort(-times, kind="stable")]:
        # Rare colours that are like no other (marks) before shades of frequent ones.
        if len(chosen) < COLOURS and min(((one - other) ** 2).sum() for other in chosen) > 150:
            chosen.append(one)
    palette = np.array(chosen)
    nearest = np.array([((palette - one) ** 2).sum(axis=1).argmin() for one in parts], np.uint8)
    height, width = packed.shape
    pixels = np.zeros((height, width + 1), np.uint8)  # each row after its filter, which is none
    pixels[:, 1:] = nearest[places].reshape(height, width)
    picture.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", palette.astype(np.uint8).tobytes())
        + chunk(b"IDAT", zlib.compress(pixels.tobytes(), 9))
        + chunk(b"IEND", b"")
    )
    print(picture.name, picture.stat().st_size)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def decoded(data: bytes) -> NDArray[np.uint8]:
    """The rows of an RGB or RGBA PNG of 8 bits, as pixels of three numbers."""
    at, body = 8, b""
    width = height = channels = 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        part = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", part)
            assert (depth, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            body += part
        at += size + 12
    stream = zlib.decompress(body)
    stride = width * channels
    before = bytearray(stride)
    rows = []
    for start in range(0, len(stream), stride + 1):
        filtered, line = stream[start], bytearray(stream[start + 1 : start + 1 + stride])
        for i in range(stride if filtered else 0):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if filtered == 4:
                far = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                guess = (left, up, corner)[far.index(min(far))]
            else:
                guess = (0, left, up, (left + up) // 2)[filtered]
            line[i] = (line[i] + guess) & 255
        rows.append(before := line)
    return np.array(rows, np.uint8).reshape(height, width, channels)[:, :, :3]


def satdoku(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "satdoku", *words], check=True)


def shot(
    browser: Browser,
    address: str,
    ready: str,
    act: Callable[[Page], None],
    picture: Path,
    size: tuple[int, int] = (1060, 745),
) -> None:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale="en-GB"
    )
    page.goto(address)
    page.wait_for_selector(ready)
    act(page)
    page.screenshot(path=picture)
    small(picture)
    page.close()


def app(browser: Browser) -> None:
    """Play with a hint, and Set: for the pages, and for browsers that offer to install the app."""
    example = DOCS.parent / "examples" / "techniques" / "x-wing.txt"
    position = write(parse(example.read_text(encoding="utf-8")), "json").strip()
    command = [sys.executable, "-m", "satdoku", "serve", "--port=0", "--no-open", "--no-socket"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        ready = "main[data-ready]"
        play, setting = f"{address}#play/{quote(position)}", quote(json.dumps(SETTING))
        shot(browser, play, ready, hint, DOCS / "serve-play.png")
        shutil.copy(DOCS / "serve-play.png", STATIC / "screen-wide.png")
        shot(browser, play, ready, hint, STATIC / "screen-narrow.png", (390, 844))
        shot(browser, f"{address}#set/{setting}", ready, setter, DOCS / "serve-set.png")
        server.terminate()


def viewer(browser: Browser, folder: Path) -> None:
    """A step of a variant in the page that `explain --html` writes."""
    page = folder / "path.html"
    satdoku("explain", str(VARIANT), "--html", str(page))
    picture, size = DOCS / "path-viewer.png", (1060, 775)
    shot(browser, f"{page.as_uri()}#step=5", ".js .step.now", lambda _: None, picture, size)


def printed(pdf: Path, name: str) -> None:
    """The first page of a PDF as a picture."""
    page = ["pdftoppm", "-r", "110", "-f", "1", "-l", "1", "-png", "-singlefile", str(pdf)]
    subprocess.run([*page, str(DOCS / name)], check=True)
    small(DOCS / f"{name}.png")


def book(folder: Path) -> None:
    """Pages of books: puzzles with their rules, a calendar to cut, and a worksheet."""
    wishes = (["-n", "2"], ["--killer"], ["--clues-of", "thermo:4", "--rules", "anti-king"])
    files = []
    for number, wish in enumerate(wishes):
        files.append(str(folder / f"{number}.txt"))
        satdoku("generate", "--seed", "5", *wish, "-o", files[-1])
    pdf, a5 = folder / "book.pdf", ["--per-page", "4", "--paper", "a5"]
    satdoku("book", *files, *a5, "-o", str(pdf))
    printed(pdf, "book-page")
    small_boards = folder / "small.txt"
    satdoku("generate", "--seed", "2", "-n", "2", "--box", "2x3", "-o", str(small_boards))
    satdoku(
        *("book", files[0], str(small_boards), *a5, "-o", str(pdf), "--lang", "de"),
        *("--dates", "2027-01-01", "--cut-lines", "--solutions", "below"),
    )
    printed(pdf, "book-calendar")
    satdoku("worksheet", "x-wing", *a5, "-o", str(pdf), "--seed", "3", "--count", "2")
    printed(pdf, "book-worksheet")


def main() -> None:
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        app(browser)
        viewer(browser, Path(folder))
        book(Path(folder))


if __name__ == "__main__":
    main()
