"""The command line in this process, as the tests of every command run it."""

from tests.cli.conftest import satdoku

__all__ = ["satdoku"]
