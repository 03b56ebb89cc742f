"""Questions and their answers: the base of the public API, the command line and the app.

A question is a frozen dataclass whose fields are its options (question.py). Its answer holds
objects (positions, steps, grids). ``to_dict()`` returns it as plain data, as ``--json`` prints it;
``rows()`` returns the lines for a program, ``text()`` the text for a reader, and ``scene()`` the
picture.

| file | holds |
|---|---|
| question.py | Question, Answer, and ``ask``, the only way from a question to its answer |
| puzzle_input.py | a puzzle with its text and place, for every question; why it has no answer |
| json_object.py, schema.py | the writer of JSON objects; their JSON Schema |
| doubts.py | why the puzzle of a text may be another one; the solution in a text |
| solving.py, counting.py | solutions and verdicts; counts, true candidates |
| certificate.py, certifying.py | certificates in a directory, and as texts |
| verification.py | whether a certificate proves its verdict |
| positions.py | a position with its proved verdict, and what a partly solved grid adds |
| paths.py | questions about a position; a path and how it ended; the preset that suits it |
| hint.py, explain.py, steps.py | the next step; the whole path; every instance of a technique |
| steps_data.py, places.py | steps as plain data; positions on one line |
| rating.py | how hard a puzzle is |
| diagnosis.py, board.py, suggestions.py | what is wrong with a puzzle, a player's board; clues |
| sets.py, minimal.py | redundant givens and rules; backdoors and other sets; minimal puzzles |
| symmetry.py | images of a puzzle; whether two are equivalent |
| themes.py | values for the clues of a theme |
| wishes.py, generated.py | the options for new puzzles; puzzles that were made |
| converting.py, contents.py | a puzzle in another format; as columns, with a key |
| learning.py, practice.py, worksheet.py | lessons and the course; positions to practise on |
| why.py, claims.py | whether claims are justified; claims as text |
| described.py | a puzzle as text for a prompt; a strict judge of an answer |
| shown.py, techniques.py, cases.py | facts about a puzzle; about a technique; cases replayed |
| book.py | puzzles as they stand in a book: solved, rated, in chapters |
| doctor.py | what is installed and whether it works, for reports of faults |
| pages.py | the pages of rules and techniques |
| rules.py | what is known of a rule, as plain data; its page and its picture |
| viewing.py | paths and lists of steps as one HTML page |

Begin with question.py.
"""
