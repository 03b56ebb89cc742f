import pytest
from trials import trial

NAMES = (
    "zipper",
    "double-arrow",
    "split-peas",
    "sum-line",
    "lunchbox",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
