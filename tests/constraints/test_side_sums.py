import pytest
from trials import trial

NAMES = (
    "frame-sum",
    "frame-number",
    "product-frame",
    "before-hi",
    "parity-party",
    "battlefield",
    "position-sum",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
