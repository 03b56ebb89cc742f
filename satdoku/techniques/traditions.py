"""What programs and sites call their techniques, in their own spelling and order.

Only the names are listed. Which technique each one is,
:func:`satdoku.techniques.vocabulary.canonical` finds, as for any name that is typed.
"""

from __future__ import annotations

from satdoku.techniques.terms import terms
from satdoku.techniques.vocabulary import FAMILIES, canonical, groups

__all__ = ["HODOKU_CODES", "TRADITIONS", "named_by"]

HODOKU_CODES = {
    "0000": "Full House", "0002": "Hidden Single", "0003": "Naked Single",
    "0100": "Locked Candidates Type 1", "0101": "Locked Candidates Type 2",
    "0110": "Locked Pair", "0111": "Locked Triple",
    "0200": "Naked Pair", "0201": "Naked Triple", "0202": "Naked Quadruple",
    "0210": "Hidden Pair", "0211": "Hidden Triple", "0212": "Hidden Quadruple",
    **{
        f"03{kind}{size}": f"{prefix}{name}"
        for kind, prefix in enumerate(
            ("", "Finned ", "Sashimi ", "Franken ", "Finned Franken ", "Mutant ", "Finned Mutant ")
        )
        for size, name in enumerate(
            ("X-Wing", "Swordfish", "Jellyfish", "Squirmbag", "Whale", "Leviathan")
        )
    },
    "0400": "Skyscraper", "0401": "2-String Kite", "0402": "Empty Rectangle",
    "0403": "Turbot Fish", "0404": "Dual 2-String Kite", "0405": "Dual Empty Rectangle",
    "0500": "Simple Colors Trap", "0501": "Simple Colors Wrap",
    "0502": "Multi Colors 1", "0503": "Multi Colors 2",
    "0600": "Uniqueness Test 1", "0601": "Uniqueness Test 2", "0602": "Uniqueness Test 3",
    "0603": "Uniqueness Test 4", "0604": "Uniqueness Test 5", "0605": "Uniqueness Test 6",
    "0606": "Hidden Rectangle", "0607": "Avoidable Rectangle Type 1",
    "0608": "Avoidable Rectangle Type 2", "0610": "Bivalue Universal Grave + 1",
    "0701": "X-Chain", "0702": "XY-Chain", "0703": "Remote Pair",
    "0706": "Continuous Nice Loop", "0707": "Discontinuous Nice Loop", "0708": "AIC",
    "0709": "Grouped Continuous Nice Loop", "0710": "Grouped Discontinuous Nice Loop",
    "0711": "Grouped AIC", "0800": "XY-Wing", "0801": "XYZ-Wing", "0803": "W-Wing",
    "0901": "Almost Locked Set XZ-Rule", "0902": "Almost Locked Set XY-Wing",
    "0903": "Almost Locked Set XY-Chain", "0904": "Death Blossom",
    "1101": "Sue de Coq", "1201": "Template Set", "1202": "Template Delete",
}  # fmt: skip
"""What HoDoKu calls the techniques of its library's codes."""

TRADITIONS: dict[str, tuple[str, ...]] = {
    "Sudoku Explainer": (
        "Hidden Single", "Naked Single", "Direct Pointing", "Direct Claiming", "Direct Hidden Pair",
        "Direct Hidden Triplet", "Pointing", "Claiming", "Naked Pair", "Naked Triplet",
        "Naked Quad", "Hidden Pair", "Hidden Triplet", "Hidden Quad", "X-Wing", "Swordfish",
        "Jellyfish", "XY-Wing", "XYZ-Wing", "Unique Rectangle", "Unique Loop",
        "Bivalue Universal Grave", "Aligned Pair Exclusion", "Aligned Triplet Exclusion",
        "Bidirectional X-Cycle", "Bidirectional Y-Cycle", "Bidirectional Cycle", "Forcing X-Chain",
        "Forcing Chain", "Nishio Forcing Chains", "Cell Forcing Chains", "Region Forcing Chains",
        "Dynamic Contradiction Forcing Chains", "Dynamic Double Forcing Chains",
        "Dynamic Cell Forcing Chains", "Dynamic Region Forcing Chains",
        "Dynamic Cell Forcing Chains (+)", "Dynamic + Forcing Chains",
    ),
    "HoDoKu": (
        *HODOKU_CODES.values(), "Kraken Fish Type 1", "Kraken Fish Type 2",
        "Forcing Chain Contradiction", "Forcing Chain Verity", "Forcing Net Contradiction",
        "Forcing Net Verity", "Brute Force",
    ),
    "SudokuWiki": (
        "Hidden Singles", "Naked Singles", "Naked Pairs", "Naked Triples", "Naked Quads",
        "Hidden Pairs", "Hidden Triples", "Hidden Quads", "Pointing Pairs", "Pointing Triples",
        "Box/Line Reduction", "Intersection Removal", "X-Wing", "Chute Remote Pairs",
        "Simple Colouring", "Y-Wing", "Rectangle Elimination", "Swordfish", "XYZ-Wing", "W-Wing",
        "BUG", "Avoidable Rectangles", "X-Cycles", "XY-Chains", "3D Medusa", "Jellyfish",
        "Unique Rectangles", "Hidden Unique Rectangles", "Extended Rectangles", "Fireworks",
        "Twinned XY-Chains", "Tridagons", "SK Loops", "WXYZ-Wing", "Aligned Pair Exclusion",
        "Exocet", "Grouped X-Cycles", "Finned X-Wing", "Finned Swordfish",
        "Alternating Inference Chains", "Almost Locked Sets", "Sue-de-Coq", "Digit Forcing Chains",
        "Nishio Forcing Chains", "Cell Forcing Chains", "Unit Forcing Chains", "Death Blossom",
        "Pattern Overlay", "Bowman's Bingo", "Multi-Colouring", "Remote Pairs", "Empty Rectangles",
        "Guardians", "Franken Swordfish", "Naked Candidates", "Hidden Candidates", "BUG+1",
        "Singles Chains", "Double Exocet", "Quad Forcing Chains", "Pattern Overlay Method",
    ),
    "Sudoku Studio": (
        "Full House", "Hidden Single", "Naked Single", "Law of Leftover", "Pointing", "Claiming",
        "Locked Pair", "Locked Triple", "Naked Pair", "Naked Triple", "Naked Quadruple",
        "Hidden Pair", "Hidden Triple", "Hidden Quadruple", "X-Wing", "Swordfish", "Jellyfish",
        "Finned X-Wing", "Sashimi X-Wing", "Finned Swordfish", "Sashimi Swordfish",
        "Finned Jellyfish", "Sashimi Jellyfish", "Franken X-Wing", "Franken Swordfish",
        "Mutant X-Wing", "Mutant Swordfish", "Skyscraper", "Two-string Kite", "Turbot Fish",
        "Empty Rectangle", "XY-Wing", "XYZ-Wing", "WXYZ-Wing", "W-Wing",
        "Unique Rectangle Type 1", "Unique Rectangle Type 2", "Unique Rectangle Type 3",
        "Unique Rectangle Type 4", "Unique Rectangle Type 5", "Unique Rectangle Type 6",
        "Hidden Unique Rectangle", "Avoidable Rectangle Type 1", "Avoidable Rectangle Type 2",
        "Unique Loop Type 1", "Unique Loop Type 2", "Unique Loop Type 3", "Unique Loop Type 4",
        "Extended Rectangle", "Bivalue Universal Grave Type 1", "Bivalue Universal Grave Type 2",
        "Bivalue Universal Grave Type 3", "Bivalue Universal Grave Type 4", "Remote Pair",
        "X-Chain", "XY-Chain", "Alternating Inference Chain", "Almost Locked Candidates",
        "Sue de Coq", "Death Blossom", "Fireworks", "Guardian", "Bivalue Oddagon",
        "Chromatic Pattern", "Domino Loop", "Exocet", "Pattern Overlay", "Brute Force",
        "Regular Wing", "Irregular Wing", "Siamese Fish", "Kraken Fish", "Firework Triple",
        "Firework Quadruple", "Junior Exocet", "Senior Exocet", "Multisector Locked Sets",
        "Aligned Pair Exclusion", "Nice Loop", "Grouped AIC", "Gurth's Symmetrical Placement",
    ),
    "sudoku.com": (
        "Last Free Cell", "Last Remaining Cell", "Last Possible Number", "Obvious Singles",
        "Hidden Singles", "Obvious Pairs", "Hidden Pairs", "Pointing Pairs", "Pointing Triples",
        "Obvious Triples", "Hidden Triples", "X-Wing", "Y-Wing", "Swordfish",
    ),
    "forums and books": (
        "Cross-Hatching", "Lone Single", "Naked Twins", "Hidden Twins", "Block-Block Interaction",
        "Double Pairs", "Multi-Line", "Naked Quint", "Hidden Quint", "Squirmbag", "Finned",
        "Sashimi", "Kite", "Crane", "Three Strong Links", "Grouped Skyscraper",
        "Grouped Two-String Kite", "Grouped Turbot Fish", "Grouped W-Wing", "Multi-Branch W-Wing",
        "ALS-W-Wing", "W-Ring",
        "M-Ring", "XY-Ring", "Double Implication Chain", "Bivalue-Chain", "z-Chain", "t-Whip",
        "Whip", "Braid", "g-Whip", "g-Braid", "S-Whip", "S-Braid", "BUG Lite", "MUG", "Reverse BUG",
        "Guardians", "Bivalue Oddagon", "Tridagon", "Thor's Hammer", "Trivalue Oddagon",
        "Doubly Linked ALS-XZ", "Three-Dimensional Sue de Coq", "Distributed Disjoint Subset",
        "Bent Naked Subset", "Complex Remote Pair", "Advanced Colouring", "Phistomefel Ring",
        "Steve K's Loop", "Multifish", "JExocet", "Subset Exclusion", "Aligned Quadruple Exclusion",
        "Kraken Cell", "Kraken Row", "Multiple Forcing Chains", "Tabling", "Trebor's Tables",
        "Ariadne's Thread", "Bifurcation",
    ),
}  # fmt: skip
"""The names of each tradition in its order, easiest first."""


def named_by(tradition: str) -> dict[str, str | None]:
    """For each name of a tradition the technique (or the group of techniques) of this catalogue;
    ``None`` where there is none."""
    known = {item.name for item in terms()} | {group.name for group in groups()}
    found = {name: canonical(name) for name in TRADITIONS[tradition]}
    return {
        name: own if own in known or own.rpartition("-")[0] in FAMILIES else None
        for name, own in found.items()
    }
