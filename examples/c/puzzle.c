/* Check, rate and make a puzzle:
 *
 *     cc examples/c/puzzle.c $(pkg-config --cflags --libs satdoku) -o puzzle && ./puzzle [PUZZLE]
 */
#include <satdoku.h>
#include <stdio.h>

int main(int count, char **arguments) {
  char made[82];
  satdoku_error error = {sizeof error};
  satdoku_limits limits = {.size = sizeof limits, .seconds = 10};
  const char *puzzle = count > 1 ? arguments[1] : made;
  if (count <= 1) {
    satdoku_wish wish = {.size = sizeof wish, .symmetry = SATDOKU_HALF_TURN, .level = "hard"};
    if (satdoku_generate(7, 0, &wish, made, NULL, &limits, &error) != SATDOKU_OK) {
      fprintf(stderr, "%s\n", error.message);
      return 2;
    }
  }
  satdoku_status verdict = satdoku_check(puzzle, NULL, &limits, &error);
  printf("%s\t%s\n", satdoku_status_name(verdict), puzzle);
  satdoku_rating rating = {sizeof rating};
  if (verdict != SATDOKU_UNIQUE || satdoku_rate(puzzle, &rating, &limits, &error) != SATDOKU_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  printf("ER %.1f, %s: %s\n", rating.er, rating.level, rating.hardest);
  return 0;
}
