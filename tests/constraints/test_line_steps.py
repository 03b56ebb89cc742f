import pytest
from trials import trial

NAMES = (
    "nabner",
    "lockout",
    "same-difference",
    "sequence-line",
    "fuzzy-thermo",
    "paced-thermo",
    "fibonacci-line",
    "doubling-line",
    "run-on-renban",
    "zigzag-line",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
