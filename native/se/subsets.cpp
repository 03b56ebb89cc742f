#include "subsets.hpp"

#include "rules.hpp"

namespace satdoku::se {

namespace {

constexpr Technique kNaked[] = {Technique::naked_pair, Technique::naked_triplet,
                                Technique::naked_quad};
constexpr double kNakedRating[] = {3.0, 3.6, 5.0};
constexpr Technique kHidden[] = {Technique::hidden_pair, Technique::hidden_triplet,
                                 Technique::hidden_quad};
constexpr double kHiddenRating[] = {3.4, 4.0, 5.4};

void fill_pattern(const Grid& g, int h, Mask set, Mask digits, Step& step) {
  step.houses.push_back(static_cast<std::uint8_t>(h));
  for (int d : Bits(digits)) step.digits.push_back(static_cast<std::uint8_t>(d + 1));
  for (int i : Bits(set)) {
    const int c = geo.cell[h][i];
    step.cells.push_back(static_cast<std::uint8_t>(c));
    for (int d : Bits(g.cand[c] & digits)) step.mark(Role::base, c, d);
  }
}

}  // namespace

bool find_naked_set(const Grid& g, int size, const Scope& scope, Step& step, bool full) {
  return each_naked_set(g, size, scope.houses, [&](int h, Mask set, Mask digits) {
    for (int i = 0; i < 9; ++i) {
      if (set & bit(i)) continue;
      const int c = geo.cell[h][i];
      for (int d : Bits(g.cand[c] & digits)) step.eliminate(c, d);
    }
    if (step.eliminations.empty()) return false;
    step.technique = kNaked[size - 2];
    step.rating = kNakedRating[size - 2];
    if (full) fill_pattern(g, h, set, digits, step);
    return true;
  });
}

bool find_hidden_set(const Grid& g, int size, const Scope& scope, Step& step, bool full) {
  return each_hidden_set(g, size, 2 * size + 1, scope.houses, [&](int h, Mask set, Mask digits) {
    for (int i : Bits(set)) {
      const int c = geo.cell[h][i];
      for (int d : Bits(g.cand[c] & ~unsigned{digits})) step.eliminate(c, d);
    }
    if (step.eliminations.empty()) return false;
    step.technique = kHidden[size - 2];
    step.rating = kHiddenRating[size - 2];
    if (full) fill_pattern(g, h, set, digits, step);
    return true;
  });
}

bool find_direct_hidden_set(const Grid& g, int size, const Scope& scope, Step& step, bool full) {
  return each_hidden_set(g, size, size + 1, scope.houses, [&](int h, Mask set, Mask digits) {
    for (int v = 0; v < 9; ++v) {
      if (digits & bit(v)) continue;
      const Mask p = g.pos[h][v];
      const unsigned left = p & ~unsigned{set};
      if ((p & (p - 1)) == 0 || !single(left)) continue;
      const int c = geo.cell[h][lowest(left)];
      step.technique = size == 2 ? Technique::direct_hidden_pair : Technique::direct_hidden_triplet;
      step.rating = size == 2 ? 2.0 : 2.5;
      step.place(c, v);
      if (full) {
        fill_pattern(g, h, set, digits, step);
        step.mark(Role::single, c, v);
      }
      return true;
    }
    return false;
  });
}

}  // namespace satdoku::se
