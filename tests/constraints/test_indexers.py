import pytest
from trials import trial

NAMES = (
    "row-indexer",
    "column-indexer",
    "box-indexer",
    "index-line",
    "value-indexing",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
