import pytest
from trials import trial

NAMES = (
    "rellik",
    "product-cage",
    "digital-root-cage",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
