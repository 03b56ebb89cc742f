#include "fish.hpp"

#include "rules.hpp"

namespace satdoku::se {

bool find_fish(const Grid& g, int size, const Scope& scope, Step& step, bool full) {
  constexpr Technique techniques[] = {Technique::x_wing, Technique::swordfish,
                                      Technique::jellyfish};
  constexpr double ratings[] = {3.2, 3.8, 5.2};
  return each_fish(g, size, scope.digits, [&](int type, Mask base, Mask cover, int d) {
    each_fish_victim(g, type, base, cover, d, [&](int c) { step.eliminate(c, d); });
    if (step.eliminations.empty()) return false;
    step.technique = techniques[size - 2];
    step.rating = ratings[size - 2];
    if (full) {
      const int cover_type = type == kRow ? kColumn : kRow;
      step.digits = {static_cast<std::uint8_t>(d + 1)};
      for (int i : Bits(base)) step.houses.push_back(static_cast<std::uint8_t>(9 * type + i));
      for (int j : Bits(cover)) {
        const int h = 9 * cover_type + j;
        step.houses.push_back(static_cast<std::uint8_t>(h));
        for (int i : Bits(g.pos[h][d] & base)) {
          step.cells.push_back(geo.cell[h][i]);
          step.mark(Role::base, geo.cell[h][i], d);
        }
      }
    }
    return true;
  });
}

}  // namespace satdoku::se
