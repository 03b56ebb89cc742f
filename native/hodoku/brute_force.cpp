// The last resort: the unsolved cell in the middle gets its digit of the solution.
#include "search.hpp"

namespace satdoku::hodoku {

bool find_brute_force(const Grid& g, Step& step, Context& context) {
  int skip = g.left / 2;
  for (const int c : g.unsolved) {
    if (skip-- > 0) continue;
    step.name = Name::brute_force;
    step.place(c, context.solution[static_cast<unsigned>(c)]);
    return true;
  }
  return false;
}

}  // namespace satdoku::hodoku
