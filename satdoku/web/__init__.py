"""``satdoku serve``: the app in a browser, the socket for f-puzzles, the interface for programs.

The package passes questions to :mod:`satdoku.answers` and returns the answers; it has no Sudoku
logic of its own.

| file | holds |
|---|---|
| boards.py | boards as the app and the server exchange them |
| fields.py | the fields of a question as received; RequestContext: its time limit, progress |
| questions.py, teaching.py | the app's questions, each answered by :mod:`satdoku.answers` |
| thumbnails.py | small pictures of rules and techniques |
| labels.py | the labels of the app, from the messages |
| jobs.py | questions in threads, and in processes that can be killed |
| session.py | one client: its newest request, and exactly one last message for each |
| server.py | the app's server: pages, websocket, and which clients may ask |
| fpuzzles.py, socket.py | the protocol of f-puzzles' solver userscript, and its server |
| calls.py | the questions as calls with JSON arguments, for programs |
| rest.py | the calls over HTTP; problems.py: their errors; metrics.py: counts and times |
| openapi.py | the OpenAPI document of the calls |
| running.py | the servers in one event loop, from their ports to Ctrl-C |
| loaded.py | the modules that are imported before the workers start |
| static/ | the app itself: plain ES modules |
| hints.py | hints within a time limit: the next step, in the requested strength |
| cures.py | the cures that a setter can apply with one click |
| fog.py | boards under fog: which digits are right, and what the lit cells show a player |
| open_clues.py | clues without a number as the app shows them |
| moves.py | the player's last move: the technique that justifies it, or that none does yet |

Begin with boards.py.
"""
