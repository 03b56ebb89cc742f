"""The members of JSON objects: every one has a value, and every ``json_NAME`` writes one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass

import satdoku
from satdoku.answers.json_object import JsonObject, members_of
from satdoku.answers.schema import type_at


def kinds(kind: type[JsonObject] = JsonObject) -> Iterator[type[JsonObject]]:
    for one in kind.__subclasses__():
        yield one
        yield from kinds(one)


def written(kind: type[JsonObject]) -> set[str]:
    return {f"json_{name}" for name, _ in members_of(kind)}


def test_every_member_has_a_value_and_every_writer_a_member() -> None:
    for module in pkgutil.walk_packages(satdoku.__path__, "satdoku."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    own = [one for one in kinds() if one.__module__.startswith("satdoku.")]
    concrete = [one for one in own if is_dataclass(one)]
    assert len(concrete) > 60
    for kind in concrete:
        names = [name for name, _ in members_of(kind)]
        assert len(set(names)) == len(names), kind
        for _, path in members_of(kind):
            type_at(kind, path)
        assert {*kind.NULL, *kind.RARE, *kind.SPREAD} <= {*names}, kind
    for kind in own:
        methods = {name for name in vars(kind) if name.startswith("json_")}
        users = [one for one in concrete if issubclass(one, kind)]
        assert methods <= {name for one in users for name in written(one)}, kind
