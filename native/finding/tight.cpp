#include "patterns.hpp"

namespace satdoku::finding {
// ------------------------------------------------------------------------------------------------
// Sue de Coq.

namespace {

struct Some {
  CellSet cells;
  Digits digits;
  int size;
};

template <class Cells>
std::vector<Some> subsets(const Cells& cells, const std::vector<Digits>& open, int most) {
  struct Grown {
    Some some;
    std::size_t next;
  };
  std::vector<int> members;
  for (const int c : cells)
    if (open[at(c)] != 0) members.push_back(c);
  std::vector<Grown> grown{{{{}, 0, 0}, 0}};
  std::vector<Some> found;
  for (std::size_t g = 0; g < grown.size(); ++g)
    for (std::size_t i = grown[g].next; i < members.size(); ++i) {
      Some more = grown[g].some;
      more.cells.add(members[i]);
      more.digits |= open[at(members[i])];
      ++more.size;
      found.push_back(more);
      if (more.size < most) grown.push_back({more, i + 1});
    }
  return found;
}

}  // namespace

std::vector<Crossed> crossed_sets(const Grid& grid, const std::vector<int>& lines,
                                  const std::vector<int>& regions, const std::vector<Digits>& open,
                                  int largest) {
  struct Taking {
    CellSet cells;
    Digits digits;
    int taken;
  };
  std::vector<std::vector<Some>> of(grid.houses.size());
  const auto in_house = [&](int h) -> const std::vector<Some>& {
    std::vector<Some>& known = of[at(h)];
    if (known.empty()) known = subsets(grid.houses[at(h)], open, largest);
    return known;
  };
  const auto taking = [](const std::vector<Some>& sets, const CellSet& middle, Digits shared,
                         int most) {
    std::vector<Taking> kept;
    for (const Some& some : sets) {
      const int taken = some.size - std::popcount(some.digits & ~shared);
      if (taken > 0 && taken <= most && !some.cells.meets(middle) && (some.digits & shared) != 0)
        kept.push_back({some.cells, some.digits, taken});
    }
    return kept;
  };
  std::vector<Crossed> found;
  for (const int line : lines)
    for (const int box : regions) {
      const CellSet meet = grid.masks[at(line)] & grid.masks[at(box)];
      if (!meet.at_least_two()) continue;
      for (const Some& middle : subsets(meet, open, kCells)) {
        const int over = std::popcount(middle.digits) - middle.size;
        if (middle.size < 2 || over < 2 || over > 2 * largest) continue;
        const auto firsts = taking(in_house(line), middle.cells, middle.digits, over - 1);
        if (firsts.empty()) continue;
        const auto seconds = taking(in_house(box), middle.cells, middle.digits, over - 1);
        for (const Taking& first : firsts)
          for (const Taking& second : seconds)
            if (first.taken + second.taken == over && !first.cells.meets(second.cells) &&
                (first.digits & second.digits & middle.digits) == 0)
              found.push_back({middle.cells, first.cells, second.cells, line, box});
      }
    }
  return found;
}

// ------------------------------------------------------------------------------------------------
// Almost locked candidates.

std::vector<Locked> almost_locked_candidates(const Grid& grid, const std::vector<int>& order,
                                             const std::vector<bool>& complete,
                                             const std::vector<Digits>& open,
                                             const std::vector<int>& values, int digits, int size) {
  const std::vector<CellSet> where = all_places(open, digits);
  CellSet few;
  for (std::size_t c = 0; c < open.size(); ++c)
    if (open[c] != 0 && std::popcount(open[c]) <= size) few.add(static_cast<int>(c));
  std::vector<Locked> found;
  for (const int h : order) {
    if (!complete[at(h)]) continue;
    const CellSet& here = grid.masks[at(h)];
    Digits needed = (1u << digits) - 1;
    for (const int c : grid.houses[at(h)])
      if (values[at(c)] >= 0) needed &= ~(1u << values[at(c)]);
    for (const int d : Bits(needed))
      if (!where[at(d)].meets(here)) needed &= ~(1u << d);
    if (std::popcount(needed) <= size) continue;
    for (const int k : order) {
      if (k == h || !(here & grid.masks[at(k)]).at_least_two()) continue;
      const CellSet outside = (few & grid.masks[at(k)]).without(here);
      if (outside.empty()) continue;
      const CellSet beyond = here.without(grid.masks[at(k)]);
      std::vector<int> near;
      for (const int d : Bits(needed))
        if ((where[at(d)] & beyond).size() < size) near.push_back(d);
      choose(near, size, [&](const std::vector<int>& chosen) {
        const Digits mask = digits_of(chosen);
        std::vector<int> own;
        for (const int c : grid.houses[at(k)])
          if (outside.has(c) && (open[at(c)] & ~mask) == 0) own.push_back(c);
        CellSet rest;
        for (const int d : chosen) rest |= where[at(d)] & beyond;
        const int n = rest.size();
        if (n == 0 || n >= size || static_cast<int>(own.size()) < n) return;
        bool in_rest = false;  // something goes by a cell of the rest
        for (const int c : rest) {
          const Digits kept = open[at(c)] & mask;
          in_rest = in_rest || kept != open[at(c)] ||
                    (single(kept) && grid.peers[at(c)].meets(where[at(lowest(kept))]));
        }
        choose(own, n, [&](const std::vector<int>& cells) {
          const CellSet inside = (here | set_of(cells)) & grid.masks[at(k)];
          bool goes = in_rest;
          for (const int d : chosen) {
            const CellSet places = inside & where[at(d)];
            CellSet seen = where[at(d)];
            for (const int c : places) seen &= grid.peers[at(c)];
            const bool alone = places.size() == 1 && open[at(places.first())] != 1u << d;
            goes = goes || alone || !seen.empty();
          }
          if (goes) found.push_back({h, k, chosen, cells});
        });
      });
    }
  }
  return found;
}

// ------------------------------------------------------------------------------------------------
// Naked and hidden sets.

std::vector<Tight> naked_sets(const Grid& grid, const std::vector<int>& order,
                              const std::vector<Digits>& open, int digits, int n, int least) {
  const std::vector<CellSet> where = all_places(open, digits);
  std::vector<Tight> found;
  for (const int h : order) {
    std::vector<int> small;
    for (const int c : grid.houses[at(h)])
      if (std::popcount(open[at(c)]) >= least && std::popcount(open[at(c)]) <= n)
        small.push_back(c);
    choose(small, n, [&](const std::vector<int>& chosen) {
      Digits all = 0;
      for (const int c : chosen) all |= open[at(c)];
      if (std::popcount(all) != n) return;
      const CellSet own = set_of(chosen);
      CellSet reach;
      for (const int k : grid.houses_of[at(chosen[0])])
        if (own.inside(grid.masks[at(k)])) reach |= grid.masks[at(k)];
      for (const int d : Bits(all))
        if (!(reach & where[at(d)]).without(own).empty()) {
          found.push_back({h, chosen, all, {}});
          return;
        }
    });
  }
  return found;
}

std::vector<Tight> hidden_sets(const Grid& grid, const std::vector<int>& order,
                               const std::vector<bool>& complete, const std::vector<Digits>& open,
                               const std::vector<int>& values, int digits, int n, int least) {
  std::vector<Tight> found;
  std::vector<CellSet> places(at(digits));
  for (const int h : order) {
    int empty = 0;
    for (const int c : grid.houses[at(h)]) empty += values[at(c)] < 0;
    if (!complete[at(h)] || empty <= n) continue;
    places.assign(at(digits), {});
    for (const int c : grid.houses[at(h)])
      for (const int d : Bits(open[at(c)])) places[at(d)].add(c);
    std::vector<int> small;
    for (int d = 0; d < digits; ++d)
      if (places[at(d)].size() >= least && places[at(d)].size() <= n) small.push_back(d);
    choose(small, n, [&](const std::vector<int>& chosen) {
      CellSet all;
      for (const int d : chosen) all |= places[at(d)];
      if (all.size() != n) return;
      const Digits kept = digits_of(chosen);
      for (const int c : all)
        if ((open[at(c)] & ~kept) != 0) {
          found.push_back({h, chosen, kept, all});
          return;
        }
    });
  }
  return found;
}

}  // namespace satdoku::finding
