"""The C library from Python without satdoku's own module: ``python ctypes_example.py LIBRARY``."""

import ctypes
import sys

PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Error(ctypes.Structure):
    """Why there is no answer."""

    _fields_ = (
        ("size", ctypes.c_size_t),
        ("column", ctypes.c_int),
        ("cells", ctypes.c_int * 9),
        ("message", ctypes.c_char * 512),
    )


library = ctypes.CDLL(sys.argv[1])
solution = ctypes.create_string_buffer(82)
error = Error(ctypes.sizeof(Error))
status = library.satdoku_solve(PUZZLE, solution, None, ctypes.byref(error))
library.satdoku_status_name.restype = ctypes.c_char_p
print(library.satdoku_status_name(status).decode(), solution.value.decode())
library.satdoku_solve(b"55" + PUZZLE[2:], solution, None, ctypes.byref(error))
print(error.message.decode(), [cell for cell in error.cells if cell >= 0])
