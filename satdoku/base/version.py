"""The version of satdoku."""

__version__ = "0.1.0"
