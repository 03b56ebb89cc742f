"""Command lines that show what each command does; its help ends with them, and a test runs them."""

from __future__ import annotations

__all__ = ["EXAMPLES"]

EXAMPLES: dict[str, tuple[str, ...]] = {
    "solve": (
        "satdoku solve 1....2..4.......",
        "satdoku solve puzzles.txt --limit 2",
    ),
    "check-unique": (
        "satdoku check-unique puzzles.txt",
        "satdoku check-unique puzzles.txt --only unique",
    ),
    "count": (
        "satdoku count puzzle.txt --limit 1000",
        "satdoku count --rules diagonal ................",
    ),
    "candidates": ("satdoku candidates puzzle.txt",),
    "check": ("satdoku check board.txt --puzzle puzzle.txt",),
    "diagnose": ("satdoku diagnose puzzle.txt", "satdoku diagnose puzzle.txt --text > report.txt"),
    "explain": (
        "satdoku explain puzzle.txt",
        "satdoku explain puzzle.txt --html way.html",
        "satdoku explain puzzle.txt --step 5 --board",
    ),
    "hint": ("satdoku hint puzzle.txt", "satdoku hint puzzle.txt --strength 3"),
    "why": (
        "satdoku why 1....2..4......3 r1c2=4",
        "satdoku why 1....2..4......3 'r1c3<>4' 'hidden single in box 1'",
    ),
    "steps": ("satdoku steps puzzle.txt --technique hidden-single",),
    "rate": (
        "satdoku rate puzzles.txt",
        "satdoku rate puzzles.txt --er 1.2..2.5",
        "satdoku rate puzzles.txt --scale hodoku",
    ),
    "techniques": ("satdoku techniques", "satdoku techniques x-wing", "satdoku techniques --names"),
    "learn": (
        "satdoku learn x-wing",
        "satdoku learn x-wing --drill --seed 7",
        "satdoku learn x-wing --answer 'r5c1<>8 r5c9<>8'",
    ),
    "practice": ("satdoku practice x-wing --count 3 --seed 1",),
    "backdoors": ("satdoku backdoors puzzle.txt",),
    "generate": (
        "satdoku generate -n 10 --level hard --symmetry 180",
        "satdoku generate -n 8 --levels easy,hard -o new.txt",
    ),
    "minimize": ("satdoku minimize puzzle.txt",),
    "suggest": ("satdoku suggest puzzle.txt --rule thermo,killer-cage:2-3",),
    "redundant": ("satdoku redundant puzzle.txt", "satdoku redundant puzzle.txt --remove"),
    "unavoidable": ("satdoku unavoidable 1234341221434321",),
    "fewest-clues": ("satdoku fewest-clues 1234341221434321",),
    "rules": ("satdoku rules", "satdoku rules thermo"),
    "show": ("satdoku show puzzle.txt --candidates", "satdoku show puzzle.txt --svg board.svg"),
    "convert": (
        "satdoku convert puzzles.txt --to json -o puzzles.json",
        "satdoku convert puzzle.txt --to fpuzzles",
    ),
    "worksheet": ("satdoku worksheet x-wing -o wings.pdf --count 4 --per-page 4",),
    "book": ("satdoku book puzzles.txt -o book.pdf --title Puzzles --per-page 4",),
    "transform": ("satdoku transform puzzle.txt --seed 1",),
    "canonical": ("satdoku canonical puzzles.txt",),
    "same": ("satdoku same puzzle.txt puzzle.txt",),
    "batch": ("satdoku batch puzzles.txt -o answers --ask verdict,solution,rating",),
    "report": (
        "satdoku batch puzzles.txt -o answers --ask verdict,rating",
        "satdoku report answers -o report.html",
    ),
    "audit": ("satdoku audit puzzles.txt", "satdoku audit puzzles.txt puzzle.txt --rated 0"),
    "bench": ("satdoku bench puzzles.txt --solvers native,cadical153",),
    "serve": ("satdoku serve", "satdoku serve --port 8000 --no-open --no-socket"),
    "mcp": ("satdoku mcp",),
    "socket": ("satdoku socket",),
    "verify": ("satdoku check-unique puzzles.txt --certify proofs", "satdoku verify proofs"),
    "encode": ("satdoku encode puzzle.txt -o puzzle.cnf",),
    "decode": ("satdoku encode puzzle.txt -o puzzle.cnf", "satdoku decode puzzle.cnf answer.txt"),
    "help": ("satdoku help", "satdoku help generate"),
    "doctor": ("satdoku doctor", "satdoku doctor --json"),
    "torture": ("satdoku torture --command 'python3 -m satdoku solve {}' --first 1",),
}
