"""The commands by section, each with the line that the help lists it with, and its examples."""

from __future__ import annotations

from pathlib import Path

__all__ = ["COMMANDS", "SECTIONS", "documentation", "examples_of"]

_PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Solve and check": {
        "solve": (
            "Print the solution of each puzzle, or several",
            f"solve {_PUZZLE}",
            "solve puzzles.txt --limit 2",
        ),
        "check-unique": (
            "Does each puzzle have exactly one solution?",
            "check-unique puzzles.txt",
            "check-unique puzzles.txt --only unique",
        ),
        "count": (
            "Count the solutions of each puzzle",
            "count puzzle.txt --limit 1000",
            "count --rules diagonal ................",
        ),
        "candidates": (
            "The candidates that occur in some solution",
            "candidates puzzle.txt",
        ),
        "check": (
            "Which digits of a player's board are wrong?",
            "check board.txt --puzzle puzzle.txt",
        ),
        "diagnose": (
            "What is wrong with each puzzle, and what would cure it",
            "diagnose puzzle.txt",
            "diagnose puzzle.txt --text > report.txt",
        ),
    },
    "Explain and rate": {
        "explain": (
            "Explain the whole way to the solution, step by step",
            "explain puzzle.txt",
            "explain puzzle.txt --html way.html",
        ),
        "hint": (
            "Hint at the next step; as much of it as is wanted",
            "hint puzzle.txt",
            "hint puzzle.txt --strength 3",
        ),
        "steps": (
            "List every instance of a technique in a position",
            "steps puzzle.txt --technique hidden-single",
        ),
        "rate": (
            "Rate each puzzle, on Sudoku Explainer's scale",
            "rate puzzles.txt",
            "rate puzzles.txt --er 1.2..2.5",
        ),
        "techniques": (
            "List the techniques, or print the page of one",
            "techniques",
            "techniques x-wing",
        ),
        "backdoors": (
            "The fewest cells that let singles finish the puzzle",
            "backdoors puzzle.txt",
        ),
    },
    "Make": {
        "generate": (
            "Make new puzzles, as many and as hard as wished",
            "generate -n 10 --level hard --symmetry 180",
            "generate -n 8 --levels easy,hard -o new.txt",
        ),
        "minimize": (
            "Drop the givens that a puzzle can spare",
            "minimize puzzle.txt",
        ),
        "suggest": (
            "Which further clue would make a puzzle unique?",
            "suggest puzzle.txt --rule thermo,killer-cage:2-3",
        ),
        "redundant": (
            "Which givens and rules of a puzzle can be spared?",
            "redundant puzzle.txt",
            "redundant puzzle.txt --remove",
        ),
        "unavoidable": (
            "Sets of cells of which every puzzle of a grid gives one",
            "unavoidable 1234341221434321",
        ),
        "fewest-clues": (
            "How few givens can pose a grid?",
            "fewest-clues 1234341221434321",
        ),
        "rules": (
            "List the rules of variants, or print the page of one",
            "rules",
            "rules thermo",
        ),
    },
    "Convert and draw": {
        "show": (
            "Show puzzles in the terminal, or as SVG, PNG, PDF, HTML",
            "show puzzle.txt --candidates",
            "show puzzle.txt --svg board.svg",
        ),
        "convert": (
            "Convert puzzles between formats and links of sites",
            "convert puzzles.txt --to json -o puzzles.json",
            "convert puzzle.txt --to fpuzzles",
        ),
        "book": (
            "Print puzzles as a PDF, with their solutions",
            "book puzzles.txt -o book.pdf --title Puzzles --per-page 4",
        ),
        "transform": (
            "Move rows, columns and digits: other images of a puzzle",
            "transform puzzle.txt --seed 1",
        ),
        "canonical": (
            "The least of all symmetric images of each puzzle",
            "canonical puzzles.txt",
        ),
        "same": (
            "Are two puzzles equivalent, and by which symmetry?",
            "same puzzle.txt puzzle.txt",
        ),
    },
    "Many": {
        "batch": (
            "Answer files of any size into a directory; can be resumed",
            "batch puzzles.txt -o answers --ask verdict,solution,rating",
        ),
        "report": (
            "Draw what came out of a batch run",
            "batch puzzles.txt -o answers --ask verdict,rating",
            "report answers -o report.html",
        ),
        "bench": (
            "Compare the engines and solvers on a file",
            "bench puzzles.txt --solvers native,cadical153",
        ),
    },
    "In the browser": {
        "serve": (
            "The app on this machine: play, set, generate, learn",
            "serve",
            "serve --port 8000 --no-open --no-socket",
        ),
        "socket": (
            "Answer f-puzzles with its solver userscript",
            "socket",
        ),
    },
    "Proofs": {
        "verify": (
            "Does each certificate prove its verdict?",
            "check-unique puzzles.txt --certify proofs",
            "verify proofs",
        ),
        "encode": (
            "Write a puzzle as DIMACS CNF or as a CP-SAT model",
            "encode puzzle.txt -o puzzle.cnf",
        ),
        "decode": (
            "The grid that a SAT solver's answer stands for",
            "encode puzzle.txt -o puzzle.cnf",
            "decode puzzle.cnf answer.txt",
        ),
    },
    "Help": {
        "help": (
            "Print this list, or the help of a command",
            "help",
            "help generate",
        ),
    },
}
"""The section, the command, its line in the list, and command lines that show it.

A command is a module, with ``_`` for ``-``, and runs the function of the same name in it.
"""

COMMANDS = {name: shown for section in SECTIONS.values() for name, shown in section.items()}
"""The commands in the order of the help."""


def examples_of(command: str) -> tuple[str, ...]:
    """Command lines that show what a command does."""
    return tuple(f"satdoku {line}" for line in COMMANDS[command][1:])


def documentation() -> str:
    """Where the documentation is."""
    index = Path(__file__).parents[2] / "docs" / "README.md"
    if not index.is_file():
        index = Path("docs/README.md in the source of satdoku")
    return (
        f"Documentation: {index}; satdoku techniques NAME and satdoku rules NAME print pages of it."
    )
