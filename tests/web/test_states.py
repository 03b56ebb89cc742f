"""The app in the states that people see it in: nothing is cut, and nothing is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.states import LOCALES, STATES, walked

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# What is wider than its place and cannot be scrolled: the page, a dialog, the words of a button.
_CUT = """() => {
    const page = document.scrollingElement;
    const dialog = document.querySelector("dialog[open] > div");
    const wide = [page, dialog].filter((one) => one && one.scrollWidth > one.clientWidth);
    const buttons = [...document.querySelectorAll("button, .button, th, td")].filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return one.checkVisibility() && one.textContent.trim()
            && range.getBoundingClientRect().width > one.getBoundingClientRect().width + 1;
    });
    return [...wide, ...buttons].map((one) => one.outerHTML.slice(0, 200));
}"""


@pytest.mark.parametrize(
    ("width", "height", "theme", "lang"),
    [
        pytest.param(390, 844, "dark", "de", marks=pytest.mark.full),
        pytest.param(1366, 768, "light", "en", marks=pytest.mark.full),
        pytest.param(820, 1180, "light", "fr", marks=pytest.mark.slow),
        pytest.param(360, 640, "light", "es", marks=pytest.mark.slow),
        pytest.param(1920, 1080, "dark", "ja", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_cut_or_at_fault_in_any_state(
    browser: Browser, address: str, width: int, height: int, theme: Any, lang: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for name, state in STATES.items():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale=LOCALES[lang],
            reduced_motion="reduce",
            bypass_csp=True,
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        walked(page, address, state)
        assert page.evaluate(_CUT) == [], name
        report = axe.run(page)
        assert report.violations_count == 0, (name, report.generate_report())
        context.close()
