"""Hints as steps."""

from __future__ import annotations

from itertools import product
from typing import Literal, assert_never

from satdoku.techniques.arguments.chains import ChainProof, CycleProof, ForcingProof
from satdoku.techniques.board import Board, Candidates
from satdoku.techniques.reasoning.statements import CELL, ChainKind, DerivedStatement, FoundChain
from satdoku.techniques.searches.clues.strong import reason_at
from satdoku.techniques.step import Candidate, Cause, Chain, House, Node, Rule, Step

_NAMES: dict[ChainKind, str] = {
    "x-cycle": "x-cycle",
    "y-cycle": "y-cycle",
    "xy-cycle": "xy-cycle",
    "x-chain": "x-chain",
    "xy-chain": "forcing-chain",
    "cell": "cell-forcing-chains",
    "region": "region-forcing-chains",
    "contradiction": "dynamic-forcing-chains",
    "double": "dynamic-forcing-chains",
}
"""The catalogue's name of a hint; a search over several kinds may call it otherwise."""

_CYCLES: dict[ChainKind, Literal["x", "y", "xy"]] = {
    "x-cycle": "x",
    "y-cycle": "y",
    "xy-cycle": "xy",
}


def chain_of(cands: Candidates, end: DerivedStatement, cycle: bool = False) -> Chain:
    """The derivation of a statement as a chain, every parent before its children."""
    board = cands.board
    nodes: list[Node] = []
    places: dict[int, int] = {}
    # Depth first without recursion: derivations can be hundreds of statements deep.
    stack: list[tuple[DerivedStatement, int]] = [(end, 0)]
    done: set[int] = set()
    while stack:
        statement, at = stack.pop()
        if at < len(statement.parents):
            stack.append((statement, at + 1))
            parent = statement.parents[at]
            if id(parent) not in done and parent.id not in places:
                stack.append((parent, 0))
            continue
        if id(statement) in done or (statement.id in places and statement is not end):
            continue
        done.add(id(statement))
        cell, d = divmod(statement.id >> 1, board.size)
        house: House | None = None
        rule: Rule | None = None
        cause: Cause = "start"
        if statement.cause == CELL:
            cause = "cell"
        elif statement.cause >= 0 and statement.parents:
            reason = reason_at(cands, statement.cause)
            if isinstance(reason, Rule):
                cause, rule = "rule", reason
            else:
                cause, house = "house", reason
        parents = tuple([places[parent.id] for parent in statement.parents])
        places[statement.id] = len(nodes)
        nodes.append(
            Node(cell, board.digits[d], bool(statement.id & 1), parents, cause, house, rule=rule)
        )
    return Chain(tuple(nodes), cycle)


def step_of(cands: Candidates, hint: FoundChain, technique: str = "") -> Step:
    """A hint as a step. Chains end in what follows; cycles end where they began."""
    board = cands.board
    size, digits = board.size, board.digits
    is_cycle = hint.kind.endswith("cycle")
    ends = hint.ends[:1] if is_cycle else hint.ends
    chains = tuple([chain_of(cands, end, is_cycle) for end in ends])
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    if hint.on is not None:
        cell, d = divmod(hint.on, size)
        placements = ((cell, digits[d]),)
    else:
        eliminations = tuple(sorted((c, digits[d]) for c, d in hint.gone))
    return Step(
        technique or _NAMES[hint.kind],
        _proof(board, hint, chains, eliminations),
        placements=placements,
        eliminations=eliminations,
        variant=hint.kind,
    )


def _proof(
    board: Board, hint: FoundChain, chains: tuple[Chain, ...], eliminated: tuple[Candidate, ...]
) -> CycleProof | ChainProof | ForcingProof:
    match hint.kind:
        case "x-cycle" | "y-cycle" | "xy-cycle":
            # A candidate goes from a ring where one statement of either kind excludes it.
            ring = chains[0].nodes if board.rule_links else ()
            kinds = [
                [(n.cell, board.index_of[n.digit]) for n in ring if n.on is on]
                for on in (True, False)
            ]
            return CycleProof(
                _CYCLES[hint.kind], chains[0], board.rules(product(*kinds), eliminated)
            )
        case "x-chain" | "xy-chain":
            return ChainProof("x" if hint.kind == "x-chain" else "xy", chains[0])
        case "contradiction" | "double" | "cell" | "region":
            cell, d = divmod(hint.source, board.size)
            house = board.houses[hint.house] if hint.house >= 0 else None
            return ForcingProof(hint.kind, (cell, board.digits[d]), chains, house)
        case unknown:
            assert_never(unknown)
