#include "locking.hpp"

#include "rules.hpp"

namespace satdoku::se {

namespace {

void fill_pattern(const Grid& g, int h1, int h2, int d, Step& step) {
  step.houses = {static_cast<std::uint8_t>(h1), static_cast<std::uint8_t>(h2)};
  step.digits = {static_cast<std::uint8_t>(d + 1)};
  // Named in the index order of the second house.
  for (int i : Bits(g.pos[h2][d] & geo.meet[h2][h1])) {
    step.cells.push_back(geo.cell[h2][i]);
    step.mark(Role::base, geo.cell[h2][i], d);
  }
}

}  // namespace

bool find_locking(const Grid& g, const Scope& scope, Step& step, bool full) {
  return each_locked_digit(g, scope.digits, [&](int h1, int h2, int d) {
    const Mask victims = locking_victims(g, h1, h2, d);
    if (victims == 0) return false;
    const bool pointing = h1 < 9;
    step.technique = pointing ? Technique::pointing : Technique::claiming;
    step.rating = pointing ? 2.6 : 2.8;
    for (int i : Bits(victims)) step.eliminate(geo.cell[h2][i], d);
    if (full) fill_pattern(g, h1, h2, d, step);
    return true;
  });
}

bool find_direct_locking(const Grid& g, const Scope& scope, Step& step, bool full) {
  return each_locked_digit(g, scope.digits, [&](int h1, int h2, int d) {
    if (locking_victims(g, h1, h2, d) == 0)
      return false;  // then no parallel house can lose anything
    const int first = h1 / 9 * 9;
    for (int h3 = first; h3 < first + 9; ++h3) {
      if (h3 == h1 || geo.meet[h3][h2] == 0) continue;
      const Mask p = g.pos[h3][d];
      const unsigned left = p & ~unsigned{geo.meet[h3][h2]};
      if ((p & (p - 1)) == 0 || !single(left)) continue;
      const bool pointing = h1 < 9;
      const int c = geo.cell[h3][lowest(left)];
      step.technique = pointing ? Technique::direct_pointing : Technique::direct_claiming;
      step.rating = pointing ? 1.7 : 1.9;
      step.place(c, d);
      if (full) {
        fill_pattern(g, h1, h2, d, step);
        step.houses.push_back(static_cast<std::uint8_t>(h3));
        step.mark(Role::single, c, d);
      }
      return true;
    }
    return false;
  });
}

}  // namespace satdoku::se
