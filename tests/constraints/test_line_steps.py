import pytest
from trials import trial

NAMES = (
    "nabner",
    "lockout",
    "same-difference",
    "sequence-line",
    "fuzzy-thermo",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
