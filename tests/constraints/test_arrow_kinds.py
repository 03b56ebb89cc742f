import pytest
from trials import trial

NAMES = (
    "average-arrow",
    "product-arrow",
    "difference-arrow",
    "maximum-arrow",
    "vudoku",
    "ambiguous-arrow",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
