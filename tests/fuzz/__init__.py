"""The fuzz: random and mutated input for every part, judged by independent referees.

    python -m tests.fuzz --tries N --seed S [--class NAME] [--jobs J] [--time-limit SECONDS]

docs/fuzzing.md says what each class tries and how a finding is repeated.

| file | holds |
|---|---|
| __main__.py | the command line |
| running.py | the tries of a run in worker processes; a death or a hang of one is a finding |
| tries.py | one try: draw, judge, shrink; the list of classes |
| puzzles.py | random boards, grids, rules and puzzles |
| mutation.py | random changes of text, bytes and JSON data |
| verdicts.py, text.py, ... | one file a class |
"""
