"""Small proofs as sentences: what follows from a few facts, a statement a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from satdoku.base.records import dataclass
from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import (
    LINE_LINKS,
    Candidate,
    House,
    Node,
    Places,
    Rule,
    alternating_line,
    grouped,
)
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Indented,
    Joined,
    RuleKind,
    RuleKinds,
    Sentence,
    SentenceValue,
    Spanned,
    Text,
    candidate,
    excluded,
    fact,
    height,
    lines,
    say,
    sentences,
)
from satdoku.techniques.step import Chain, Step

MAX_PLAIN_LINES = 20
"""An argument of more lines begins with where it leads to."""

SHOWN = 3


def argument_of(part: Step) -> Chain:
    """The argument of a small proof that is a part of another."""
    (chain,) = part.proof.shown().chains
    return chain


def _shape(chain: Chain) -> object:
    """A key that an argument has in common with one that differs in its digits alone."""
    wrong = chain.conflict
    return (
        tuple((node.cell, node.on, node.cause, node.house, node.rule) for node in chain.nodes),
        None if wrong is None else (wrong.kind, wrong.cells, wrong.house, wrong.rule),
        tuple(_shape(argument_of(part)) for part in chain.parts),
    )


_Locked: TypeAlias = tuple[int, House, tuple[int, ...], tuple[Node, ...]]
"""A digit, a house, its places there, and what says that there are no others."""


def _locked(chain: Chain) -> _Locked | None:
    """The places that a house has left for a digit, where a candidate is false since it sees all of
    them; ``None`` where an argument is another."""
    wrong = chain.conflict
    if wrong is None or wrong.kind != "no-place" or wrong.house is None:
        return None
    if chain.start.digit != wrong.digits[0] or any(node.on for node in chain.nodes[1:]):
        return None
    lost = [chain.nodes[at] for at in chain.because]
    known = tuple(node for node in lost if node.cause == "known")
    seen = [node for node in lost if node.cause == "house" and node.parents == (0,)]
    if len(known) + len(seen) < len(lost) or len(seen) < 2:
        return None
    return wrong.digits[0], wrong.house, tuple(node.cell for node in seen), known


_Alternating: TypeAlias = tuple[tuple[Places, ...], tuple[Node, ...]]
"""The nodes of an alternating chain, and what says that its strong links have no further places."""


def alternating(chain: Chain) -> _Alternating | None:
    """An argument read as one chain from strong link to strong link; ``None`` where statements
    rest on several others, or it is too long for a line."""
    nodes, wrong = chain.nodes, chain.conflict
    if wrong is None or wrong.kind not in ("no-candidate", "no-place") or chain.parts:
        return None
    known: dict[int, Node] = {}

    def lost_by(because: Iterable[int]) -> dict[int, list[Node]] | None:
        """The candidates that a strong link has lost, by the statement that excludes them."""
        nodes_by: dict[int, list[Node]] = {}
        for at in because:
            node = nodes[at]
            if node.cause == "known":
                known[at] = node
            elif node.on or node.cause not in ("cell", "house") or len(node.parents) != 1:
                return None
            else:
                nodes_by.setdefault(node.parents[0], []).append(node)
        return nodes_by

    ends = lost_by(chain.because)
    if ends is None or len(ends) != 2:
        return None
    halves: list[list[Places]] = []
    followed: list[int] = []
    for by, group in ends.items():
        half = [_places(group)]
        while by:
            followed.append(by)
            half.append(_places([nodes[by]]))
            before = lost_by(nodes[by].parents)
            if before is None or len(before) != 1:
                return None
            ((by, group),) = before.items()
            half.append(_places(group))
        halves.append(half)
    line = (*reversed(halves[0]), *halves[1])
    if len(followed) != len(set(followed)) or not 2 < len(line) <= 2 * LINE_LINKS:
        return None
    return line, tuple(known[at] for at in sorted(known))


def _places(group: Sequence[Node]) -> Places:
    return Places(tuple(sorted(node.cell for node in group)), group[0].digit)


def linking_rules(chains: Iterable[Chain]) -> tuple[Rule, ...]:
    """The rules by which cells exclude each other in some arguments, and in those inside."""
    rules: dict[Rule, None] = {}
    for chain in chains:
        links = (node.rule for node in chain.nodes if chain.is_link(node))
        rules |= {rule: None for rule in links if rule is not None}
        rules |= dict.fromkeys(linking_rules(map(argument_of, chain.parts)))
    return tuple(rules)


def in_short(
    chain: Chain,
    argument: Sequence[Text],
    geometry: Geometry,
    names: Mapping[Rule, SentenceValue],
) -> list[Text]:
    """Where a long argument leads to, before it is read."""
    if sum(map(height, argument)) <= MAX_PLAIN_LINES or not chain.nodes:
        return []
    placed = [fact(node.cell, node.digit) for node in chain.nodes[1:] if node.on]
    end = _Lines(chain, geometry, names).conflict()
    return [say("proof.in-short", placed=tuple(placed[:SHOWN]), n=len(placed), end=end)]


def briefly(rules: Iterable[Rule], geometry: Geometry) -> dict[Rule, SentenceValue]:
    """Short names for rules that were named with their cells: without a place of those that no
    other is like, by the first cell of those that no other begins in."""
    kinds: dict[object, list[Rule]] = {}
    for rule in dict.fromkeys(rules):
        kinds.setdefault((rule.kind, rule.called), []).append(rule)
    names: dict[Rule, SentenceValue] = {}
    for alike in kinds.values():
        firsts = [(rule.reading or rule.cells)[0] for rule in alike]
        for rule, first in zip(alike, firsts, strict=True):
            head = rule.title.removesuffix(f" in {geometry.names(rule.cells)}")
            if len(alike) == 1:
                names[rule] = RuleKind(rule)
            elif firsts.count(first) == 1 and head != rule.title:
                names[rule] = replace(rule, title=f"{head} at {geometry.name(first)}")
    return names


def small_proofs(parts: Sequence[Step], named: Iterable[Rule], geometry: Geometry) -> Joined:
    """Why each candidate is eliminated: those with the same argument together, a short argument on
    one line; of arguments that differ in their cells and digits alone the first is told. ``named``
    are the rules that were named before."""
    known = briefly(named, geometry)
    alike: dict[tuple[Text, ...], list[tuple[Candidate, Chain]]] = {}
    for part in parts:
        chain = argument_of(part)
        brief = proof_lines(chain, geometry, known, brief=True)
        alike.setdefault(brief, []).append((part.eliminations[0], chain))
    like: dict[object, list[Candidate]] = {}
    shown: dict[tuple[Text, ...], list[tuple[Candidate, Chain]]] = {}
    likewise: dict[tuple[Text, ...], list[Candidate]] = {}
    for brief, group in alike.items():
        pairs = like.setdefault(pattern_of(group[0][1]), [])
        if not pairs:
            shown[brief], likewise[brief] = group, pairs
        pairs += [pair for pair, _ in group]
    rows: list[Text] = []
    for brief, group in shown.items():
        texts = brief if len(group) > 1 else proof_lines(group[0][1], geometry, known)
        head = Joined(("  - ", _supposed([pair for pair, _ in group])), "run")
        if len(texts) <= SHOWN and all(height(text) == 1 for text in texts):
            rows.append(sentences(head, *texts))
        else:
            rows += [head, Indented(listed(texts), "    ")]
        if others := likewise[brief][len(group) :]:
            alike_text = say("proof.alike", out=excluded(sorted(others)))
            rows.append(Joined(("  - ", alike_text), "run"))
    return lines(*rows)


def pattern_of(chain: Chain) -> object:
    """A key that an argument has in common with one about other cells, digits, houses and rules,
    statement by statement."""
    numbers: dict[object, int] = {}

    def number(value: object) -> int | None:
        return None if value is None else numbers.setdefault(value, len(numbers))

    def of_rule(rule: Rule | None) -> object:
        return None if rule is None else (rule.kind, number(("rule", rule.constraint, rule.cells)))

    def of_house(house: House | None) -> object:
        return None if house is None else (house.kind, number(("house", house.kind, house.cells)))

    def of(chain: Chain) -> object:
        nodes, wrong = [], chain.conflict
        for node in chain.nodes:
            place = number(("cell", node.cell)), number(("digit", node.digit))
            by = of_house(node.house), of_rule(node.rule)
            nodes.append((place, node.on, node.cause, by, node.parents))
        end: tuple[object, ...] | None = None
        if wrong is not None:
            end = wrong.kind, of_house(wrong.house), of_rule(wrong.rule)
            if wrong.rule is None:  # of a rule, what its cells have lost is in the statements
                cells = tuple(number(("cell", cell)) for cell in wrong.cells)
                end = *end, cells, tuple(number(("digit", digit)) for digit in wrong.digits)
        return tuple(nodes), end, chain.because, tuple(of(argument_of(p)) for p in chain.parts)

    return of(chain)


def listed(texts: Iterable[Text]) -> Joined:
    """Texts as the items of a list, one below the other."""
    return lines(*(Joined(("- ", text), "run") for text in texts))


def _supposed(pairs: Sequence[Candidate]) -> Sentence:
    """That one of some candidates is supposed true."""
    (cells, digits), *others = grouped(pairs)
    if len(pairs) > 1 and not others:
        return say("proof.suppose.one", digits=tuple(sorted(digits)), cells=CellNames(cells))
    return say("proof.suppose", what=Joined(tuple(fact(*pair) for pair in pairs), "or"))


def proof_lines(
    chain: Chain, geometry: Geometry, names: Mapping[Rule, SentenceValue], *, brief: bool = False
) -> tuple[Text, ...]:
    """The statements that follow, one a line; what a digit excludes is written where it matters.

    ``brief`` leaves out reasons in brackets; ``names`` are short names of rules.
    """
    return _Lines(chain, geometry, names, brief).all()


@dataclass(slots=True)
class _Lines:
    """The lines of one argument."""

    chain: Chain
    geometry: Geometry
    names: Mapping[Rule, SentenceValue]
    brief: bool = False

    def all(self) -> tuple[Text, ...]:
        """All lines, each with the statements that it makes together."""
        chain = self.chain
        # The rule of a link is named where the link is a reason; an argument inside gives none.
        said = {*chain.because}.union(*(n.parents for n in chain.nodes if n.cause != "advanced"))
        groups: dict[object, list[int]] = {}
        ordered: list[list[int]] = []
        inner: dict[int, tuple[Text, ...]] = {}
        for at, node in enumerate(chain.nodes):
            key: object = at
            if node.cause == "rule":
                if node.rule is None or (at in said and chain.is_link(node)):
                    continue
                key = (node.rule, node.parents)
            elif node.cause == "advanced" and node.part is not None:
                key = self._key_of_nested(at, node, inner)
            elif not node.on or node.cause not in ("cell", "house"):
                continue
            group = groups.get(key)
            # What shows it may itself rest on what is shown after the first of them.
            later = group and at in inner and max(node.parents, default=0) > group[0]
            if group is None or (later and inner[at] != inner[group[0]]):
                group = groups[key] = []
                ordered.append(group)
            group.append(at)
        shown: dict[object, Node] = {}
        texts = [self._text(group, inner, shown) for group in ordered]
        return (*texts, *([self.conflict()] if chain.conflict is not None else []))

    def _nested(self, node: Node) -> Chain:
        assert node.part is not None
        return argument_of(self.chain.parts[node.part])

    def _key_of_nested(self, at: int, node: Node, inner: dict[int, tuple[Text, ...]]) -> object:
        """A key that arguments inside have in common where they are told together."""
        nested = self._nested(node)
        locked, line = _locked(nested), alternating(nested)
        if locked is not None:
            return locked
        if line is not None:
            return node.digit, line
        inner[at] = proof_lines(nested, self.geometry, self.names, brief=self.brief)
        return proof_lines(nested, self.geometry, self.names, brief=True)

    def _text(
        self, group: list[int], inner: dict[int, tuple[Text, ...]], shown: dict[object, Node]
    ) -> Text:
        """Some statements in a line; ``shown``: the first of each shape of argument inside."""
        nodes = [self.chain.nodes[at] for at in group]
        first = nodes[0]
        if first.cause != "advanced":
            parents = [self.chain.nodes[at] for at in first.parents]
            if first.cause != "rule":
                return self._only(first, parents)
            assert first.rule is not None
            given = self._given(self._premises(parents))
            return say("proof.ruled", rule=self._rule(first.rule), what=_says(nodes), given=given)
        nested, cells = self._nested(first), CellNames(tuple(node.cell for node in nodes))
        if (locked := _locked(nested)) is not None:
            digit, house, places, known = locked
            return say(
                "proof.locked",
                house=house,
                digit=digit,
                places=CellNames(places),
                given=self._given([_says(known)] if known else []),
                cells=cells,
            )
        if (alternate := alternating(nested)) is not None:
            line, known = alternate
            return say(
                "proof.chain",
                chain=alternating_line(self.geometry, line),
                given=self._given([_says(known)] if known else []),
                cells=cells,
                digit=first.digit,
            )
        like = shown.setdefault(_shape(nested), first)
        if len({(node.digit, inner[at]) for node, at in zip(nodes, group, strict=True)}) > 1:
            all_excluded = excluded((node.cell, node.digit) for node in nodes)
            short = [*proof_lines(nested, self.geometry, self.names, brief=True)]
            # Their reasons are left out, but not the rules of these.
            if links := linking_rules(map(self._nested, nodes)):
                short.append(say("also", rules=RuleKinds(links)))
            return lines(say("proof.excluded.each", gone=all_excluded), Indented(listed(short)))
        if like is not first:
            case = fact(like.cell, like.digit)
            return say("proof.likewise", cells=cells, digit=first.digit, like=case)
        start = say("proof.excluded", cells=cells, digit=first.digit)
        return lines(start, Indented(listed(inner[group[0]])))

    def _rule(self, rule: Rule) -> SentenceValue:
        return self.names.get(rule, rule)

    def _only(self, node: Node, parents: Sequence[Node]) -> Sentence:
        """A fact with one way left."""
        cell, given = CellName(node.cell), self._reasons(parents, one_cell=node.house is None)
        if node.house is None:
            return say("proof.only-candidate", cell=cell, digit=node.digit, given=given)
        return say("proof.only-place", cell=cell, digit=node.digit, house=node.house, given=given)

    def conflict(self) -> Sentence:
        """A fact with no way left."""
        wrong = self.chain.conflict
        assert wrong is not None
        because = [self.chain.nodes[at] for at in self.chain.because]
        if wrong.rule is not None:
            given = self._given(self._premises(because))
            return say("proof.broken", rule=self._rule(wrong.rule), given=given)
        if wrong.kind == "clash":
            return say("proof.clash", cell=CellName(wrong.cells[0]), digit=wrong.digits[0])
        if wrong.kind == "no-candidate":
            given = self._reasons(because, one_cell=True)
            return say("proof.no-candidate", cell=CellName(wrong.cells[0]), given=given)
        given = self._reasons(because, one_cell=False)
        if wrong.kind == "few-digits":
            cells = CellNames(wrong.cells)
            return say("proof.few-digits", cells=cells, digits=wrong.digits, given=given)
        assert wrong.house is not None
        if wrong.kind == "few-places":
            return say(
                "proof.few-places",
                house=wrong.house,
                cells=CellNames(wrong.cells),
                digits=wrong.digits,
                given=given,
            )
        return say("proof.no-place", digit=wrong.digits[0], house=wrong.house, given=given)

    def _given(self, why: Sequence[Text], *, cause: bool = False) -> SentenceValue:
        """A reason in brackets; ``cause``: it is said as a cause already."""
        if not why or self.brief:
            return ""
        return say(
            "proof.given.cause" if cause else "proof.given", why=Joined(tuple(why), "clauses")
        )

    def _premises(self, nodes: Iterable[Node]) -> list[Text]:
        """Statements in a row, with the rule of each that another cell excludes by one: houses
        are seen without being named."""
        said: list[Node] = []
        by_cause: dict[Candidate, list[Node]] = {}
        for node in nodes:
            if node.cause == "rule" and self.chain.is_link(node):
                cause = self.chain.nodes[node.parents[0]]
                by_cause.setdefault((cause.cell, cause.digit), []).append(node)
            else:
                said.append(node)
        return [*([_says(said)] if said else []), *map(_excludes, by_cause, by_cause.values())]

    def _reasons(self, lost: Sequence[Node], *, one_cell: bool) -> SentenceValue:
        """Why these candidates are false, in brackets: of one cell, or of a digit in a house."""
        seen: dict[int, list[Node]] = {}
        taken: dict[Candidate, None] = {}
        by_rule: dict[Candidate, list[Node]] = {}
        others: list[Node] = []
        for node in lost:
            causes = [self.chain.nodes[at] for at in node.parents]
            if node.cause == "rule" and self.chain.is_link(node):
                by_rule.setdefault((causes[0].cell, causes[0].digit), []).append(node)
            elif node.cause not in ("cell", "house") or len(causes) != 1:
                others.append(node)
            elif causes[0].cell == node.cell:
                taken[node.cell, causes[0].digit] = None
            else:
                seen.setdefault(causes[0].cell, []).append(node)
        texts: list[Text] = []
        if not one_cell:
            see: dict[tuple[int, ...], list[int]] = {}
            for by, nodes in seen.items():
                see.setdefault(_cells(nodes), []).append(by)
            texts += [
                say("proof.see", cells=CellNames(cells), cell=CellNames(tuple(own)))
                for cells, own in see.items()
            ]
        elif seen:
            candidates = tuple(candidate(by, nodes[0].digit) for by, nodes in seen.items())
            texts.append(say("proof.sees", candidates=candidates))
        cause = (bool(texts) and not taken) or bool(by_rule)
        texts += [fact(cell, digit) for cell, digit in taken]
        texts += _excluded_here(by_rule) if one_cell else _excluded_by(by_rule)
        if others:
            texts.append(_says(others))
        return self._given(texts, cause=cause and not others)


def _cells(nodes: Iterable[Node]) -> tuple[int, ...]:
    """The cells of some statements, each once."""
    return tuple(dict.fromkeys(node.cell for node in nodes))


def _says(nodes: Iterable[Node]) -> Joined:
    """Statements in a row: "r1c1 = 6; r1c2 is not 3 or 4"."""
    nodes = list(nodes)
    texts: list[Text] = [fact(node.cell, node.digit) for node in nodes if node.on]
    false = sorted((node.cell, node.digit) for node in nodes if not node.on)
    if false:
        texts.append(excluded(false))
    return Joined(tuple(texts), "clauses")


def _of_kinds(lost: Iterable[Node]) -> list[tuple[Rule, list[Node]]]:
    """Statements by rules, those of a kind together."""
    of_kind: dict[object, tuple[Rule, list[Node]]] = {}
    for node in lost:
        assert node.rule is not None
        key = node.rule.kind, node.rule.called
        of_kind.setdefault(key, (node.rule, []))[1].append(node)
    return list(of_kind.values())


def _excluded_here(by_rule: Mapping[Candidate, Sequence[Node]]) -> list[Text]:
    """ "r1c1 = 5 excludes 3 and 4 by the thermometer": of the one cell that is spoken of."""
    return [
        say(
            "proof.excludes",
            fact=fact(*by),
            gone=tuple(
                say(
                    "proof.excludes.by",
                    gone=Spanned(tuple(sorted({node.digit for node in nodes}))),
                    rule=RuleKind(rule),
                )
                for rule, nodes in _of_kinds(lost)
            ),
        )
        for by, lost in by_rule.items()
    ]


def _excluded_by(by_rule: Mapping[Candidate, Sequence[Node]]) -> list[Text]:
    """ "r1c1 and r1c2 are not 4 by the thermometer", where several statements exclude that."""
    if len(by_rule) < 2:
        return [_excludes(by, lost) for by, lost in by_rule.items()]
    every = [node for lost in by_rule.values() for node in lost]
    return [
        say(
            "proof.excludes.rule",
            out=excluded(sorted((node.cell, node.digit) for node in nodes)),
            rule=RuleKind(rule),
        )
        for rule, nodes in _of_kinds(every)
    ]


def _excludes(by: Candidate, lost: Sequence[Node]) -> Sentence:
    """ "r1c1 = 5 excludes 4 from r1c2 by the thermometer": a rule that two cells can break."""
    parts = []
    for rule, nodes in _of_kinds(lost):
        each = tuple(
            say(
                "proof.excludes.from",
                cells=CellNames(cells),
                digits=Spanned(tuple(sorted(digits))),
            )
            for cells, digits in grouped([(node.cell, node.digit) for node in nodes])
        )
        parts.append(say("proof.excludes.by", gone=each, rule=RuleKind(rule)))
    return say("proof.excludes", fact=fact(*by), gone=tuple(parts))
