#include "rules.hpp"

namespace satdoku::se {

bool find_hidden_single(const Grid& g, Step& step, bool full) {
  // Two passes over all houses: first those with one cell left, then the others.
  for (int pass = 0; pass < 2; ++pass) {
    for (int type : kOrderSubsets) {
      for (int h = 9 * type; h < 9 * type + 9; ++h) {
        if ((g.empty[h] == 1) != (pass == 0)) continue;
        for (int d = 0; d < 9; ++d) {
          if (!single(g.pos[h][d])) continue;
          const int c = geo.cell[h][lowest(g.pos[h][d])];
          step.technique = Technique::hidden_single;
          step.rating = pass == 0 ? 1.0 : type == kBlock ? 1.2 : 1.5;
          step.place(c, d);
          if (full) {
            step.houses.push_back(static_cast<std::uint8_t>(h));
            step.cells.push_back(static_cast<std::uint8_t>(c));
            step.digits.push_back(static_cast<std::uint8_t>(d + 1));
            step.mark(Role::single, c, d);
          }
          return true;
        }
      }
    }
  }
  return false;
}

bool find_naked_single(const Grid& g, Step& step, bool full) {
  for (int c = 0; c < 81; ++c) {
    if (!single(g.cand[c])) continue;
    const int d = lowest(g.cand[c]);
    step.technique = Technique::naked_single;
    step.rating = 2.3;
    step.place(c, d);
    if (full) {
      step.cells.push_back(static_cast<std::uint8_t>(c));
      step.digits.push_back(static_cast<std::uint8_t>(d + 1));
      step.mark(Role::single, c, d);
    }
    return true;
  }
  return false;
}

}  // namespace satdoku::se
