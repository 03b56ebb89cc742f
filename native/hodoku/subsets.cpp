// Naked and hidden subsets, and locked pairs and triples.
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

// Blocks, then rows, then columns.
constexpr int kFirstHouse[3] = {18, 0, 9};

void describe(const CellSet& cells, Mask digits, int house, Step& step) {
  for (const int c : cells) step.cells.push_back(static_cast<std::uint8_t>(c));
  for (const int d : Bits(digits)) step.digits.push_back(static_cast<std::uint8_t>(d));
  step.base = {static_cast<std::uint8_t>(house)};
}

// The eliminations of a naked subset, house by house. True where they are those of a locked one, or
// of a plain one, as wanted.
bool eliminate_naked(const Grid& g, const CellSet& subset, Mask digits, bool want_locked,
                     Step& step) {
  const int c = subset.first();
  bool in_block = false, outside_block = false, line = false;
  const int block = geo.house[c][kBlock];
  for (const int h : geo.house[c]) {
    if (!subset.inside(geo.cells[h])) continue;
    line |= h < 18;
    for (const int other : (geo.cells[h] & g.unsolved).without(subset))
      for (const int d : Bits(g.cand[other] & digits)) {
        step.eliminate(other, d);
        (geo.cells[block].has(other) ? in_block : outside_block) = true;
      }
  }
  const bool locked =
      subset.size() < 4 && line && subset.inside(geo.cells[block]) && in_block && outside_block;
  if (!step.eliminations.empty() && locked == want_locked) return true;
  step.eliminations.clear();
  return false;
}

struct NakedSearch {
  const Grid& g;
  int size;
  bool locked;
  Step& step;
  std::uint8_t usable[9]{};
  int count_usable = 0;
  CellSet subset{};
  Mask digits = 0;

  bool look(int from, int taken, Mask so_far) {
    if (taken == size) {
      digits = so_far;
      return count(so_far) == size && eliminate_naked(g, subset, so_far, locked, step);
    }
    for (int i = from; i <= count_usable - (size - taken); ++i) {
      const int c = usable[i];
      const Mask both = static_cast<Mask>(so_far | g.cand[c]);
      if (count(both) > size) continue;
      subset.add(c);
      if (look(i + 1, taken + 1, both)) return true;
      subset.remove(c);
    }
    return false;
  }

  bool in_house(int h) {
    count_usable = 0;
    for (const int c : geo.cells[h] & g.unsolved)
      if (count(g.cand[c]) <= size) usable[count_usable++] = static_cast<std::uint8_t>(c);
    return look(0, 0, 0);
  }
};

bool find_naked(const Grid& g, int size, bool locked, Name name, Step& step,
                const Context& context) {
  NakedSearch search{g, size, locked, step};
  for (const int first : kFirstHouse) {
    for (int h = first; h < first + 9; ++h) {
      if (!search.in_house(h)) continue;
      step.name = name;
      if (context.full) describe(search.subset, search.digits, h, step);
      return true;
    }
    if (locked) return false;
  }
  return false;
}

struct HiddenSearch {
  const Grid& g;
  int size;
  int house = 0;
  std::uint8_t usable[9]{};
  int count_usable = 0;
  Mask digits = 0;
  CellSet subset{};

  bool look(int from, int taken, Mask so_far, const CellSet& cells) {
    if (taken == size) {
      digits = so_far;
      subset = cells;
      return cells.size() == size && (digits_of(g, cells) & ~so_far) != 0;
    }
    for (int i = from; i <= count_usable - (size - taken); ++i) {
      const CellSet both = cells | g.in_house(house, usable[i]);
      if (both.size() > size) continue;
      if (look(i + 1, taken + 1, static_cast<Mask>(so_far | bit(usable[i])), both)) return true;
    }
    return false;
  }

  bool in_house(int h) {
    if ((geo.cells[h] & g.unsolved).size() <= size) return false;
    house = h;
    count_usable = 0;
    for (int d = 1; d <= 9; ++d)
      if (g.n[h][d] >= 1 && g.n[h][d] <= size)
        usable[count_usable++] = static_cast<std::uint8_t>(d);
    return look(0, 0, 0, {});
  }
};

}  // namespace

bool find_locked_subset(const Grid& g, int size, Step& step, Context& context) {
  return find_naked(g, size, true, size == 2 ? Name::locked_pair : Name::locked_triple, step,
                    context);
}

bool find_naked_subset(const Grid& g, int size, Step& step, Context& context) {
  constexpr Name names[] = {Name::naked_pair, Name::naked_triple, Name::naked_quadruple};
  return find_naked(g, size, false, names[size - 2], step, context);
}

bool find_hidden_subset(const Grid& g, int size, Step& step, Context& context) {
  constexpr Name names[] = {Name::hidden_pair, Name::hidden_triple, Name::hidden_quadruple};
  HiddenSearch search{g, size};
  for (const int first : kFirstHouse)
    for (int h = first; h < first + 9; ++h) {
      if (!search.in_house(h)) continue;
      step.name = names[size - 2];
      for (const int c : search.subset)
        for (const int d : Bits(g.cand[c] & ~unsigned{search.digits})) step.eliminate(c, d);
      if (context.full) describe(search.subset, search.digits, h, step);
      return true;
    }
  return false;
}

}  // namespace satdoku::hodoku
