// Sums that follow from houses of known total and sums over their cells: innies and outies.
#include <algorithm>
#include <bit>
#include <utility>

#include "state.hpp"

namespace satdoku::narrowing {

namespace {

// Places as bits.
using Cells = std::vector<std::uint64_t>;

Cells bits_of(const std::vector<int>& places, std::size_t words) {
  Cells bits(words);
  for (const int place : places) bits[place / 64] |= std::uint64_t{1} << place % 64;
  return bits;
}

std::vector<int> places_of(const Cells& bits) {
  std::vector<int> places;
  for (std::size_t w = 0; w < bits.size(); ++w)
    for (std::uint64_t left = bits[w]; left; left &= left - 1)
      places.push_back(static_cast<int>(64 * w) + std::countr_zero(left));
  return places;
}

int size_of(const Cells& bits) {
  int size = 0;
  for (const std::uint64_t word : bits) size += count_bits(word);
  return size;
}

int shared(const Cells& a, const Cells& b) {
  int size = 0;
  for (std::size_t w = 0; w < a.size(); ++w) size += count_bits(a[w] & b[w]);
  return size;
}

bool overlap(const Cells& a, const Cells& b) {
  for (std::size_t w = 0; w < a.size(); ++w)
    if (a[w] & b[w]) return true;
  return false;
}

bool within(const Cells& a, const Cells& b) {
  for (std::size_t w = 0; w < a.size(); ++w)
    if (a[w] & ~b[w]) return false;
  return true;
}

Cells without(Cells a, const Cells& b) {
  for (std::size_t w = 0; w < a.size(); ++w) a[w] &= ~b[w];
  return a;
}

// Sums that do not overlap, together.
struct Covered {
  Cells cells;
  std::int64_t total = 0;

  void add(const Cells& more, std::int64_t sum) {
    if (overlap(cells, more)) return;
    for (std::size_t w = 0; w < cells.size(); ++w) cells[w] |= more[w];
    total += sum;
  }
};

struct Difference {
  Cells more, less;
  std::int64_t total;
};

}  // namespace

std::vector<Implied> implied(std::size_t places, const std::vector<Total>& sums, const Areas& areas,
                             const std::vector<std::vector<int>>& different, Wanted wanted) {
  const std::size_t words = places / 64 + 1;
  struct Known {
    Cells cells;
    int size;
    std::int64_t total;
  };
  std::vector<Known> known;
  for (const auto& [cells, total] : sums)
    known.push_back({bits_of(cells, words), static_cast<int>(cells.size()), total});
  std::vector<Cells> houses;
  for (const std::vector<int>& house : areas.houses) houses.push_back(bits_of(house, words));
  std::vector<Difference> found;
  Covered ways[] = {{Cells(words)}, {Cells(words)}, {Cells(words)}};
  Cells inside(words);
  for (const std::vector<int>& members : areas.members) {
    std::fill(inside.begin(), inside.end(), 0);
    for (const int member : members)
      for (std::size_t w = 0; w < words; ++w) inside[w] |= houses[member][w];
    const std::int64_t whole = areas.total * static_cast<std::int64_t>(members.size());
    // The sums inside, those of which most cells are inside, and all that touch the area.
    for (Covered& way : ways) {
      std::fill(way.cells.begin(), way.cells.end(), 0);
      way.total = 0;
    }
    for (const auto& [cells, size, total] : known) {
      if (!overlap(cells, inside)) continue;
      const int common = shared(cells, inside);
      ways[2].add(cells, total);
      if (2 * common > size) ways[1].add(cells, total);
      if (common == size) ways[0].add(cells, total);
    }
    for (const Covered& way : ways) {
      const int covers = size_of(way.cells);
      if (!covers) continue;  // what the houses say by themselves
      const int size = covers + size_of(inside) - 2 * shared(way.cells, inside);
      if (!size || size > wanted.most) continue;
      Difference one{without(way.cells, inside), without(inside, way.cells), way.total - whole};
      if (!size_of(one.more)) {
        one.more.swap(one.less);
        one.total = -one.total;
      }
      if (size > wanted.few) {
        // Of what the cells could add up to were they free to be equal.
        const int more = size_of(one.more), less = size - more;
        const std::int64_t low = wanted.first * more - wanted.last * less;
        const std::int64_t high = wanted.last * more - wanted.first * less;
        if (3 * std::min(one.total - low, high - one.total) > high - low) continue;
      }
      const bool old = !size_of(one.less) &&
                       std::any_of(known.begin(), known.end(),
                                   [&](const Known& sum) { return sum.cells == one.more; });
      if (old) continue;
      const auto same = std::find_if(found.begin(), found.end(), [&](const Difference& other) {
        return other.more == one.more && other.less == one.less;
      });
      if (same == found.end()) found.push_back(std::move(one));
    }
  }
  std::vector<Cells> groups;
  for (const std::vector<int>& group : different) groups.push_back(bits_of(group, words));
  std::vector<Implied> sorted;
  for (const auto& [more, less, total] : found) {
    const bool differ =
        !size_of(less) && std::any_of(groups.begin(), groups.end(),
                                      [&](const Cells& group) { return within(more, group); });
    sorted.push_back({places_of(more), places_of(less), total, differ});
  }
  return sorted;
}

}  // namespace satdoku::narrowing
