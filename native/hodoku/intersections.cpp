// Locked candidates: all places of a digit in one house lie in a second one.
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

bool locked(const Grid& g, int from, int to, int d, Name name, Step& step, const Context& context) {
  const CellSet cells = g.in_house(from, d);
  if (g.n[to][d] <= g.n[from][d] || !cells.inside(geo.cells[to])) return false;
  step.name = name;
  step.eliminate(g.in_house(to, d).without(cells), d);
  if (context.full) {
    step.digits = {static_cast<std::uint8_t>(d)};
    step.base = {static_cast<std::uint8_t>(from)};
    step.cover = {static_cast<std::uint8_t>(to)};
    for (const int c : cells) step.cells.push_back(static_cast<std::uint8_t>(c));
  }
  return true;
}

}  // namespace

bool find_locked_candidates_1(const Grid& g, Step& step, Context& context) {
  for (int b = 18; b < 27; ++b)
    for (int d = 1; d <= 9; ++d) {
      if (g.n[b][d] != 2 && g.n[b][d] != 3) continue;
      const int c = g.in_house(b, d).first();
      for (const int type : {kRow, kColumn})
        if (locked(g, b, geo.house[c][type], d, Name::locked_candidates_1, step, context))
          return true;
    }
  return false;
}

bool find_locked_candidates_2(const Grid& g, Step& step, Context& context) {
  for (int line = 0; line < 18; ++line)
    for (int d = 1; d <= 9; ++d) {
      if (g.n[line][d] != 2 && g.n[line][d] != 3) continue;
      const int c = g.in_house(line, d).first();
      if (locked(g, line, geo.house[c][kBlock], d, Name::locked_candidates_2, step, context))
        return true;
    }
  return false;
}

}  // namespace satdoku::hodoku
