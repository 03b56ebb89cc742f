"""The commands by section, each with the line that the help lists it with."""

from __future__ import annotations

from pathlib import Path

__all__ = ["COMMANDS", "SECTIONS", "documentation"]

SECTIONS: dict[str, dict[str, str]] = {
    "Solve and check": {
        "solve": "Print the solution of each puzzle, or several",
        "check-unique": "Does each puzzle have exactly one solution?",
        "count": "Count the solutions of each puzzle",
        "candidates": "The candidates that occur in some solution",
        "check": "Which digits of a player's board are wrong?",
        "diagnose": "What is wrong with each puzzle, and what would cure it",
    },
    "Explain and rate": {
        "explain": "Explain the whole way to the solution, step by step",
        "hint": "Hint at the next step; as much of it as is wanted",
        "why": "Is a claim false, forced, or a guess? Judge a solve",
        "steps": "List every instance of a technique in a position",
        "rate": "Rate each puzzle, on Sudoku Explainer's scale",
        "techniques": "List the techniques, or print the page of one",
        "learn": "Learn techniques: a course, lessons, graded drills",
        "practice": "Positions where a technique is the next step",
        "backdoors": "The fewest cells that let singles finish the puzzle",
    },
    "Make": {
        "generate": "Make new puzzles, as many and as hard as wished",
        "minimize": "Drop the givens that a puzzle can spare",
        "suggest": "Which further clue would make a puzzle unique?",
        "redundant": "Which givens and rules of a puzzle can be spared?",
        "unavoidable": "Sets of cells of which every puzzle of a grid gives one",
        "fewest-clues": "How few givens can pose a grid?",
        "rules": "List the rules of variants, or print the page of one",
    },
    "Convert and draw": {
        "show": "Show puzzles in the terminal, or as SVG, PNG, PDF, HTML",
        "convert": "Convert puzzles between formats and links of sites",
        "worksheet": "Print positions of a technique as a PDF, with answers",
        "book": "Print puzzles as a PDF, with their solutions",
        "transform": "Move rows, columns and digits: other images of a puzzle",
        "canonical": "The least of all symmetric images of each puzzle",
        "same": "Are two puzzles equivalent, and by which symmetry?",
    },
    "Many": {
        "batch": "Answer files of any size into a directory; can be resumed",
        "report": "Draw what came out of a batch run",
        "audit": "Check data sets: unique, minimal, equivalent across files",
        "bench": "Compare the engines and solvers on a file",
        "torture": "Put known counts, bad input, hard puzzles to any solver",
    },
    "In the browser": {
        "serve": "The app on this machine: play, set, generate, learn",
        "socket": "Answer f-puzzles with its solver userscript",
        "mcp": "Tools for language models (Model Context Protocol)",
    },
    "Proofs": {
        "verify": "Does each certificate prove its verdict?",
        "encode": "Write a puzzle as DIMACS CNF or as a CP-SAT model",
        "decode": "The grid that a SAT solver's answer stands for",
    },
    "Help": {
        "help": "Print this list, or the help of a command",
        "doctor": "What is installed, and does it work? For bug reports",
    },
}
"""The section, the command, its line in the list.

A command is a module, with ``_`` for ``-``, and runs the function of the same name in it.
"""

COMMANDS = {name: line for section in SECTIONS.values() for name, line in section.items()}
"""The commands in the order of the help."""


def documentation() -> str:
    """Where the documentation is."""
    root = Path(__file__).parents[2]
    index = root / "docs" / "README.md"
    if not (index.is_file() and (root / "pyproject.toml").is_file()):  # no checkout
        index = Path("docs/README.md in the source of satdoku")
    return (
        f"Documentation: {index}; satdoku techniques NAME and satdoku rules NAME print pages of it."
    )
