"""Tests of satdoku.formats: one file a format, and what holds for all of them."""
