# The part of satdoku/core.pyi that native/symmetry/bind.cpp adds.

def canonical_form(
    cells: bytes,
) -> tuple[bytes, bool, tuple[int, ...], tuple[int, ...], int]:
    """One classic 9x9 to its least image.

    ``cells`` are 81 bytes, row by row: a digit, or 0 for an empty cell. Gives the image in the same
    form, whether the source is transposed first, for each row and column of the image its row and
    column in the (transposed) source, and the number of automorphisms by rows and columns (those
    of unused digits left out of account).

    :raises ValueError: where there are not 81 cells, or a digit is out of range or stands twice in
        a house.
    """

def canonical_forms(lines: bytes) -> bytes:
    """Many classic 9x9, 81 characters each (``.`` or ``0`` for an empty cell), to least images.

    Ends before the first puzzle that cannot be read or repeats a digit in a house, so a short
    answer tells which that is.

    :raises ValueError: where the length is not a multiple of 81.
    """
