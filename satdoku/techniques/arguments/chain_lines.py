"""Chains as sentences: each statement with its reason, in one sentence or line by line."""

from __future__ import annotations

from collections.abc import Sequence

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.eureka import eureka
from satdoku.techniques.arguments.pieces import Candidate, Node, Places, Statement
from satdoku.techniques.arguments.saying import (
    CellName,
    CellNames,
    Indented,
    Joined,
    Linked,
    Sentence,
    SentenceValue,
    Spanned,
    TechniqueName,
    Text,
    excluded,
    lines,
    needing,
    say,
    stated,
)
from satdoku.techniques.step import Chain, Step

SHORT_CHAIN = 6
"""A chain of up to this many statements is written as one sentence, a longer one line by line."""


def claim(node: Node, part: Step | None = None) -> Sentence:
    """A statement with its reason; ``part`` is the step that excludes a candidate."""
    text = stated(node.statement)
    if node.cause == "start":
        return say("suppose", what=text)
    why = _why(node, part)
    return text if why is None else say("reason", what=text, why=why)


def _why(node: Node, part: Step | None) -> SentenceValue | None:
    if part is not None:
        return phrase_of(part) or TechniqueName(part.technique)
    if node.cause == "cell":
        if node.on:
            return say("why.last-candidate", cell=CellName(node.cell))
        return say("why.one-digit")
    if node.house is not None:
        return say("why.last-place", house=node.house, n=1) if node.on else node.house
    if node.rule is None:
        return None
    return needing(node.rule) if node.on else Linked(node.rule)


def phrase_of(part: Step) -> Sentence | None:
    """The reason of a step inside an argument, where a few words suffice."""
    return part.proof.phrase() if part.eliminations else None


def _statement(chain: Chain, at: int) -> Sentence:
    """One statement of a chain with its reason: "r1c5 is not 7 (row 1)"."""
    node = chain.nodes[at]
    return claim(node, None if node.part is None else chain.parts[node.part])


def _statements(chain: Chain) -> list[SentenceValue]:
    """The statements of a chain, its last ones as one: those with the same reason together."""
    texts: list[SentenceValue] = [_statement(chain, at) for at in range(chain.length)]
    if len(chain.ends) > 1:
        reasons: dict[SentenceValue | None, list[Candidate]] = {}
        for node in chain.ends:
            part = None if node.part is None else chain.parts[node.part]
            reasons.setdefault(_why(node, part), []).append((node.cell, node.digit))
        texts[-1] = Joined(
            tuple(
                excluded(pairs) if why is None else say("reason", what=excluded(pairs), why=why)
                for why, pairs in reasons.items()
            ),
            "clauses",
        )
    return texts


def line_of(number: int, text: SentenceValue, rests_on: Sequence[int] = ()) -> Joined:
    """A numbered line with the lines that it rests on, where that is not just the one above."""
    return Joined((f"{number}. ", text, reference(number, rests_on)), "run")


def reference(number: int, rests_on: Sequence[int]) -> SentenceValue:
    """The lines that a numbered line rests on, where that is not just the one above."""
    if not rests_on or list(rests_on) == [number - 1]:
        return ""
    return Joined((" ", say("from", lines=tuple(rests_on))), "run")


def _lines(chain: Chain, known: dict[Statement, int], geometry: Geometry) -> Joined:
    """A chain's statements, one a line, each with its reason and numbered for reference.

    ``known`` maps earlier statements to their numbers. These statements are left out, together with
    those that only they rest on; the statements of this chain are added to ``known``.
    """
    nodes, statements = chain.line.nodes, _statements(chain)
    wanted = [False] * len(nodes)
    wanted[-1] = True
    for at in range(len(nodes) - 1, -1, -1):
        if wanted[at] and nodes[at].statement not in known:
            for parent in nodes[at].parents:
                wanted[parent] = True
    texts: list[Text] = []
    explained = {at for at, part in enumerate(chain.parts) if phrase_of(part)}
    is_line = chain.line.is_line and not known
    for at, node in enumerate(nodes):
        if not wanted[at] or node.statement in known:
            continue
        number = known[node.statement] = len(known) + 1
        rests_on = sorted({known[nodes[parent].statement] for parent in node.parents})
        texts.append(line_of(number, statements[at], () if is_line else rests_on))
        if node.part is not None and node.part not in explained:
            explained.add(node.part)
            texts.append(Indented(chain.parts[node.part].sentence(geometry), "   | "))
    return lines(*texts)


def chains_from_one(chains: Sequence[Chain], geometry: Geometry) -> list[Text]:
    """Chains from one assumption, each with its end: one numbered argument, with a word of contrast
    between the chains."""
    if all(map(_is_short, chains)):
        texts: list[Text] = [chain_text(chain, geometry) for chain in chains]
    else:
        known: dict[Statement, int] = {}
        texts = [_noted(chain, _lines(chain, known, geometry), geometry) for chain in chains]
    return [texts[0], *(lines(say("contrast"), text) for text in texts[1:])]


def _is_short(chain: Chain) -> bool:
    return chain.length <= SHORT_CHAIN and chain.line.is_line and not chain.parts


def chain_text(chain: Chain, geometry: Geometry) -> Text:
    """A chain as text: one sentence when short, else line by line, with its notation below."""
    if not _is_short(chain):
        return _noted(chain, _lines(chain, {}, geometry), geometry)
    links = Joined(tuple(_statements(chain)), "arrows")
    return _noted(chain, say("sentence", text=links), geometry)


def linked_lines(chain: Chain, geometry: Geometry, *, open_end: bool = False) -> Text:
    """A chain as text, line by line: one that does not branch with what each exclusion leaves in
    its line.

    ``open_end``: a last exclusion is left to the sentence after it.
    """
    if not chain.is_line or chain.parts:
        return _noted(chain, _lines(chain, {}, geometry), geometry)
    texts = [say("sentence", text=_statement(chain, 0))]
    nodes = list(chain.nodes[1 : -1 if open_end and not chain.end.on else None])
    while nodes:
        node = nodes.pop(0)
        here = node_text(Places((node.cell,), node.digit), on=node.on)
        why = _why(node, None)
        here = here if why is None else say("reason", what=here, why=why)
        after = nodes[0] if nodes and nodes[0].on and not node.on else None
        ground = None if after is None else _why(after, None)
        if after is None or ground is None:
            texts.append(say("chain.last", what=here))
            continue
        nodes.pop(0)
        if after.cell == node.cell and after.cause == "cell":
            texts.append(say("aic.next.cell", off=here, digit=after.digit))
        else:
            on = node_text(Places((after.cell,), after.digit), on=True)
            texts.append(say("aic.next", off=here, on=on, why=ground))
    return _noted(chain, lines(*texts), geometry)


def node_text(node: Places, *, on: bool) -> Sentence:
    """A node of an alternating chain: "r1c1 = 5", "5 is in r1c1 or r1c2"."""
    return say("node" if on else "node.not", cells=CellNames(node.cells), digit=node.digit)


def cases(chains: Sequence[Chain], geometry: Geometry) -> list[Text]:
    """Chains from several assumptions; those that go on alike are one sentence."""
    alike: dict[object, list[Chain]] = {}
    for chain in chains:
        key = (chain.start.on, chain.nodes[1:]) if _is_short(chain) else chain
        alike.setdefault(key, []).append(chain)
    return [
        chain_text(same[0], geometry) if len(same) == 1 else _together(same)
        for same in alike.values()
    ]


def _together(chains: Sequence[Chain]) -> Sentence:
    starts = [chain.start for chain in chains]
    first, cells = chains[0], {start.cell for start in starts}
    if starts[0].on and len(cells) == 1:
        digits = Spanned(tuple(sorted(start.digit for start in starts)))
        begin = say("suppose.one", cell=CellName(starts[0].cell), digits=digits)
    else:
        facts = tuple(stated(start.statement) for start in starts)
        begin = say("suppose", what=Joined(facts, "alternatives"))
    return say("sentence", text=Joined((begin, *_statements(first)[1:]), "arrows"))


def _noted(chain: Chain, text: Text, geometry: Geometry) -> Text:
    note = eureka(chain, geometry)
    return lines(text, f"  {note}") if note else text
