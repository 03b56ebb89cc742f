import pytest
from trials import trial

NAMES = (
    "numbered-room",
    "outside",
    "next-to-hi",
    "side-by-side",
    "coast-to-coast",
    "descriptive-pair",
    "sandwiched-digit",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
