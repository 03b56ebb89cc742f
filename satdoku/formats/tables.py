"""The names of rules in a format of links: its own table, and what the rules say of themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from satdoku.base.errors import Unsupported
from satdoku.board.constraint import Constraint
from satdoku.formats.base import WriteOptions
from satdoku.formats.clues import TOGETHER, Codec, Key, rule_data
from satdoku.puzzle.puzzle import Puzzle


class LinkTable:
    """The rules that a format can hold.

    :param usual: how the format writes a rule with parameters of these kinds, the last of which has
        this name; ``None`` where it depends on the rule. Rules that are written as usual name the
        format in their ``in_links``; ``keys`` has the others.
    """

    def __init__(
        self,
        name: str,
        keys: Iterable[Key],
        usual: Callable[[tuple[str, ...], str], Codec | None] = lambda kinds, last: None,
    ) -> None:
        self._prefix = f"{name}:"
        self._usual = usual
        self._of_rule: dict[str, list[Key]] = {}
        for key in keys:
            self._of_rule.setdefault(key.rule, []).append(key)
        self._read: dict[str, Key] = {}

    def named(self, name: object) -> Key | None:
        """The key of a rule that says itself that the format calls it so."""
        if not isinstance(name, str) or len(name) > 40:
            return None
        if (key := self._read.get(name)) is not None:
            return key
        rule = import_module("satdoku.constraints.registry").linked(self._prefix + name)
        if rule is None:
            return None
        key = self._read[name] = self._key(name, rule)
        return key

    def of(self, rule: str) -> list[Key]:
        """The keys of a rule, the one that is written first."""
        return self._of_rule.get(rule, []) + self._linked(rule)

    def __iter__(self) -> Iterator[Key]:
        """All keys; this loads every family of rules."""
        for rule in dict.fromkeys((*self._of_rule, *_rules())):
            yield from self.of(rule)

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and bool(self.of(rule))

    def _linked(self, rule: str) -> list[Key]:
        kind: type[Constraint] | None = _rules().get(rule)
        if kind is None:
            return []
        links = [link for link in kind.in_links if link.startswith(self._prefix)]
        return [self._key(link.removeprefix(self._prefix), kind) for link in links]

    def _key(self, name: str, rule: type[Constraint]) -> Key:
        kinds = tuple(parameter.kind for parameter in rule.parameters)
        codec = self._usual(kinds, rule.parameters[-1].name if kinds else "")
        if codec is None:
            raise TypeError(f"{rule.name} has parameters that {self._prefix}{name} cannot follow")
        return Key(name, rule.name, codec)


def _rules() -> Mapping[str, type[Constraint]]:
    rules: Mapping[str, type[Constraint]] = import_module("satdoku.constraints").REGISTRY
    return rules


def write_items(
    puzzle: Puzzle, keys: LinkTable, title: str, options: WriteOptions
) -> Iterator[tuple[Key, Any]]:
    """The items of a puzzle's rules: the first key of a rule whose codec can hold it.

    :raises Unsupported: naming the rule that the format cannot hold.
    """
    for constraint, rule, fields in rule_data(puzzle, options, keys):
        if rule in TOGETHER and len(set(fields["cells"])) < len(fields["cells"]):
            raise Unsupported(
                "{title} cannot hold a cell twice in the rule '{name}'",
                title=title,
                name=constraint.name,
            )
        for key in keys.of(rule):
            item = key.codec.write(fields, puzzle.geometry)
            if item is not None:
                yield key, item
                break
        else:
            details = "" if rule not in keys else f" ({constraint.describe(puzzle.geometry)})"
            raise Unsupported(
                "{title} cannot hold the rule '{name}'{what}; satdoku's JSON can",
                title=title,
                name=constraint.name,
                what=details,
            )
