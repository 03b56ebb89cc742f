"""One question in, one answer out: what the public API and the command line both stand on.

A question is a frozen dataclass whose fields are its options (question.py). Its answer holds
objects (positions, steps, grids); ``record()`` makes plain data of it, the same for ``--json`` as
for ``to_dict()``, ``text()`` what a person reads, ``scene()`` its picture.

| file | holds |
|---|---|
| question.py | Question, Answer, and ``ask``, the one way from the one to the other |
| asked.py | a puzzle with its text and place, as every question takes it; why it has no answer |
| solving.py, counting.py | solutions and verdicts; counts, true candidates |
| certificate.py, verification.py | verdicts with certificates, and whether these prove them |
| positions.py | a position with what is proved about it, and what a partly solved grid adds |
| paths.py | what is asked of a position; a path with how it ended; the preset that suits it |
| hint.py, explain.py, steps.py | the next step; the whole path; every instance of a technique |
| steps_data.py, places.py | steps as plain data; positions on one line |
| rating.py | how hard a puzzle is |
| diagnosis.py, board.py, suggestions.py | what is wrong with a puzzle, a player's board; clues |
| sets.py, minimal.py | what a puzzle could spare and what it hangs on |
| symmetry.py | images of a puzzle; whether two are equivalent |
| wishes.py, generated.py | the wishes for new puzzles; puzzles that were made |
| converting.py | a puzzle in another format |
| learning.py, practice.py, worksheet.py | lessons and the course; positions to practise on |
| why.py, claims.py | whether claims are justified; claims as text |
| described.py | a puzzle as text for a prompt; a strict judge of an answer |
| shown.py, techniques.py, cases.py | what a puzzle is; what a technique is; cases replayed |
| book.py | puzzles as they stand in a book: solved, rated, in chapters |
| doctor.py | what is installed here, and whether it works: what a report of a fault needs to say |
| pages.py | the pages of rules and techniques: what was written |
| rules.py | what is known of a rule, as plain data; its page and its picture |
| viewing.py | paths and lists of steps as one HTML page |

Begin with question.py.
"""
