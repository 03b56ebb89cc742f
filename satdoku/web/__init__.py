"""``satdoku serve``: the app in a browser, and the socket that f-puzzles asks. A door: questions
in, answers out, no logic of its own.

| file | holds |
|---|---|
| boards.py | boards as the app and the server exchange them |
| fields.py | a question's fields as they came over the wire, and the desk it is answered at |
| questions.py, teaching.py | what the app asks, each answered by :mod:`satdoku.answers` |
| labels.py | the labels of the app, from the messages |
| jobs.py | questions in threads, and in processes that can be killed |
| session.py | one client: its newest request, and exactly one last message for each |
| server.py | the app: pages, websocket, who may ask |
| fpuzzles.py, socket.py | the protocol of f-puzzles' solver userscript, and its server |
| running.py | both servers in one event loop, from their ports to Ctrl-C |
| loaded.py | what every worker finds imported |
| static/ | the app itself: plain ES modules |
| hints.py | hints within a budget: the next step, as much of it as is wanted |
| cures.py | what a setter can do at a click about what was found: each cure |
| fog.py | boards under fog: which digits are right, and what a player can know from what is lit |
| moves.py | what a player has just done: which technique it is, or that nothing shows it yet |

Begin with boards.py.
"""
