import pytest
from trials import trial

NAMES = ("ascending-starter", "longest-run")


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
