import pytest
from trials import trial

NAMES = (
    "entropic-line",
    "modular-line",
    "parity-line",
    "high-low-line",
    "group-line",
    "unimodular-line",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
