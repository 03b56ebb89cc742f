/* satdoku for C and for whatever calls C: classic 9x9 Sudoku, without Python (docs/c.md).
 *
 * A puzzle is a string of 81 characters, row by row: 1-9, and one of  . 0 * _ x X  or a space for
 * an empty cell. Every function returns a status and may be called from any number of threads at
 * once. No exception leaves the library, nothing is printed, and no pointer is kept after a call.
 *
 * The binary interface keeps working within a major version: structs grow only at their end, and
 * `size` says how much of one the caller knows.
 */
#ifndef SATDOKU_H
#define SATDOKU_H

#include <stddef.h>
#include <stdint.h>

#define SATDOKU_VERSION_MAJOR 1
#define SATDOKU_VERSION_MINOR 0

#if defined(SATDOKU_STATIC)
#define SATDOKU_API
#elif defined(_WIN32)
#ifdef SATDOKU_BUILDS
#define SATDOKU_API __declspec(dllexport)
#else
#define SATDOKU_API __declspec(dllimport)
#endif
#else
#define SATDOKU_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum satdoku_status {
  SATDOKU_NONE = 0,       /* proved: the puzzle has no solution */
  SATDOKU_UNIQUE = 1,     /* proved: it has exactly one */
  SATDOKU_MULTIPLE = 2,   /* it has at least two */
  SATDOKU_UNDECIDED = 3,  /* a limit ran out, or the caller cancelled */
  SATDOKU_INVALID = 4,    /* a digit is given twice in a row, column or box */
  SATDOKU_UNREADABLE = 5, /* the text is no puzzle */
  SATDOKU_SOLVED = 6,     /* a solution was found, and no other was looked for */
  SATDOKU_OK = 7,         /* there is an answer that is no verdict */
  SATDOKU_ARGUMENT = 8,   /* an argument is null or out of its range */
  SATDOKU_MEMORY = 9,     /* there is not enough memory */
  SATDOKU_FAULT = 10      /* a fault of the library itself: please report it */
} satdoku_status;

/* How far a call may go. A null pointer stands for no limit. */
typedef struct satdoku_limits {
  size_t size;                     /* sizeof(satdoku_limits) */
  double seconds;                  /* 0: no limit */
  uint64_t nodes;                  /* guesses, or units of work of a rating; 0: no limit */
  int (*cancelled)(void* context); /* asked about every 50 ms; not 0 ends the call; may be null */
  void* context;
} satdoku_limits;

/* Why there is no answer. It is written by every call that gets one, also where all is well. */
typedef struct satdoku_error {
  size_t size;       /* sizeof(satdoku_error) */
  int column;        /* the place in the text, from 1; 0: none */
  int cells[9];      /* the cells at fault, 0 to 80 row by row, then -1 */
  char message[512]; /* a sentence in English; empty where all is well */
} satdoku_error;

typedef struct satdoku_rating {
  size_t size;       /* sizeof(satdoku_rating) */
  double er, ep, ed; /* Sudoku Explainer's ratings: the hardest step, to the first digit, first */
  int steps;
  char level[16];   /* easy, medium, hard, expert or diabolical */
  char hardest[64]; /* the technique of the hardest step, as docs/se-kernel.md names it */
} satdoku_rating;

typedef enum satdoku_symmetry {
  SATDOKU_ANY = 0,
  SATDOKU_HALF_TURN = 1,
  SATDOKU_QUARTER_TURN = 2,
  SATDOKU_LEFT_RIGHT = 3,
  SATDOKU_TOP_BOTTOM = 4,
  SATDOKU_DIAGONAL = 5,
  SATDOKU_ANTI_DIAGONAL = 6
} satdoku_symmetry;

/* What is wanted of a generated puzzle; a null pointer stands for no wishes. */
typedef struct satdoku_wish {
  size_t size;               /* sizeof(satdoku_wish) */
  satdoku_symmetry symmetry; /* of the pattern of givens */
  int clues;                 /* exactly so many givens, 17 to 80; 0: as few as come out */
  int minimal;               /* not 0: no given can be spared */
  const char* level;         /* easy ... diabolical; null: any */
} satdoku_wish;

/* The version of the library that is loaded: major << 16 | minor. */
SATDOKU_API unsigned satdoku_version(void);

/* The name of a status: "unique". Never null. */
SATDOKU_API const char* satdoku_status_name(satdoku_status status);

/* Whether a puzzle has exactly one solution: NONE, UNIQUE, MULTIPLE or UNDECIDED. `solutions` (may
 * be null) gets up to two strings of 81 digits, the second of another solution; empty ones else. */
SATDOKU_API satdoku_status satdoku_check(const char* puzzle, char solutions[2][82],
                                         const satdoku_limits* limits, satdoku_error* error);

/* One solution: SOLVED, NONE or UNDECIDED. */
SATDOKU_API satdoku_status satdoku_solve(const char* puzzle, char solution[82],
                                         const satdoku_limits* limits, satdoku_error* error);

/* The number of solutions up to `most` (0: all): NONE, UNIQUE, MULTIPLE or UNDECIDED. `exact` (may
 * be null) is 0 where there may be more. */
SATDOKU_API satdoku_status satdoku_count(const char* puzzle, uint64_t most, uint64_t* count,
                                         int* exact, const satdoku_limits* limits,
                                         satdoku_error* error);

/* counts[9 * cell + digit - 1]: the solutions with that candidate, counted up to `most` (at least
 * 1). NONE, UNIQUE or MULTIPLE; UNDECIDED where a limit ran out, and the counts are "at least". */
SATDOKU_API satdoku_status satdoku_candidates(const char* puzzle, uint32_t most,
                                              uint32_t counts[729], const satdoku_limits* limits,
                                              satdoku_error* error);

/* Sudoku Explainer's rating: OK; NONE or MULTIPLE where there is not one solution; UNDECIDED. */
SATDOKU_API satdoku_status satdoku_rate(const char* puzzle, satdoku_rating* rating,
                                        const satdoku_limits* limits, satdoku_error* error);

/* A puzzle with one solution: OK, or UNDECIDED where none was found within the limits. The same
 * seed, index and wish give the same puzzle; vary `index` for further puzzles of a seed. */
SATDOKU_API satdoku_status satdoku_generate(uint64_t seed, uint64_t index, const satdoku_wish* wish,
                                            char puzzle[82], char solution[82],
                                            const satdoku_limits* limits, satdoku_error* error);

/* The least image of a puzzle under all symmetries of the board: OK. Two puzzles are equivalent
 * where their images are the same. */
SATDOKU_API satdoku_status satdoku_canonical(const char* puzzle, char image[82],
                                             satdoku_error* error);

#ifdef __cplusplus
}
#endif

#endif
