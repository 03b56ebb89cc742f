// Sums that follow from houses of known total and sums over their cells: innies and outies.
#include <algorithm>
#include <bit>
#include <set>
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

// Whether a is smaller than b as a number.
bool smaller(const Cells& a, const Cells& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

struct Difference {
  Cells more, less;
  std::int64_t total;
  double distance = 0;
};

void keep_tightest(std::vector<Difference>& sums, std::size_t count) {
  std::sort(sums.begin(), sums.end(), [](const Difference& a, const Difference& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.more == b.more ? smaller(a.less, b.less) : smaller(a.more, b.more);
  });
  if (sums.size() > count) sums.resize(count);
}

// What cells can add up to.
class Ranges {
 public:
  Ranges(const Groups& groups, std::size_t words) : least_{0}, most_{0} {
    for (const std::vector<std::vector<int>>& kind : groups.kinds) {
      kinds_.emplace_back();
      for (const std::vector<int>& house : kind) kinds_.back().push_back(bits_of(house, words));
    }
    const std::vector<std::int64_t>& digits = groups.digits;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      least_.push_back(least_[i] + digits[i]);
      most_.push_back(most_[i] + digits[digits.size() - 1 - i]);
    }
  }

  // The distance of a total from the nearer end of what `more` without `less` can be, as a share
  // of the range.
  double distance(const Cells& more, const Cells& less, std::int64_t total) const {
    const auto [low, high] = of(more);
    const auto [least, most] = of(less);
    const std::int64_t first = low - most, last = high - least;
    if (last <= first) return 1;
    return static_cast<double>(std::min(total - first, last - total)) /
           static_cast<double>(last - first);
  }

 private:
  // Houses of a kind do not overlap; where they hold all of the cells they give bounds.
  std::pair<std::int64_t, std::int64_t> of(const Cells& cells) const {
    const std::size_t count = static_cast<std::size_t>(size_of(cells));
    if (!count) return {0, 0};
    const std::int64_t times = static_cast<std::int64_t>(count);
    std::int64_t low = least_[1] * times, high = most_[1] * times;
    for (const std::vector<Cells>& kind : kinds_) {
      std::size_t held = 0;
      std::int64_t least = 0, most = 0;
      for (const Cells& house : kind) {
        const std::size_t size = static_cast<std::size_t>(shared(cells, house));
        if (size >= least_.size()) {
          held = count + 1;
          break;
        }
        held += size;
        least += least_[size];
        most += most_[size];
      }
      if (held == count) {
        low = std::max(low, least);
        high = std::min(high, most);
      }
    }
    return {low, high};
  }

  std::vector<std::vector<Cells>> kinds_;
  std::vector<std::int64_t> least_, most_;  // of as many digits as the place, which differ
};

}  // namespace

std::vector<Implied> implied(std::size_t places, const std::vector<Total>& sums, const Areas& areas,
                             const Groups& groups, Wanted wanted) {
  const std::size_t words = places / 64 + 1;
  const Ranges ranges(groups, words);
  const std::int64_t first = groups.digits.front(), last = groups.digits.back();
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
        const std::int64_t low = first * more - last * less;
        const std::int64_t high = last * more - first * less;
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
  std::vector<Difference> chosen, tight;
  for (Difference& one : found) {
    if (size_of(one.more) + size_of(one.less) <= wanted.few) {
      chosen.push_back(std::move(one));
      continue;
    }
    one.distance = ranges.distance(one.more, one.less, one.total);
    if (one.distance < wanted.tight.distance) tight.push_back(std::move(one));
  }
  keep_tightest(tight, wanted.tight.count);
  chosen.insert(chosen.end(), tight.begin(), tight.end());
  std::vector<Cells> different;
  for (const std::vector<int>& group : groups.different) different.push_back(bits_of(group, words));
  std::vector<Implied> sorted;
  for (const Difference& one : chosen) {
    const bool differ = !size_of(one.less) &&
                        std::any_of(different.begin(), different.end(),
                                    [&](const Cells& group) { return within(one.more, group); });
    sorted.push_back({places_of(one.more), places_of(one.less), one.total, differ});
  }
  return sorted;
}

std::vector<Total> merged(std::size_t places, const std::vector<Total>& sums, std::size_t starts,
                          const Groups& groups, Tightest wanted) {
  const std::size_t words = places / 64 + 1, count = sums.size();
  std::vector<Cells> cells;
  for (const Total& sum : sums) cells.push_back(bits_of(sum.places, words));
  // Pairs of cells, one of each of two sums, that share a house.
  std::vector<std::vector<std::int64_t>> pairs(count, std::vector<std::int64_t>(count));
  for (const std::vector<std::vector<int>>& kind : groups.kinds)
    for (const std::vector<int>& house : kind) {
      const Cells inside = bits_of(house, words);
      std::vector<int> here;
      for (const Cells& own : cells) here.push_back(shared(own, inside));
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count && here[i]; ++j) pairs[i][j] += here[i] * here[j];
    }
  const Ranges ranges(groups, words);
  const Cells none(words);
  std::vector<Difference> found;
  std::set<Cells> known;
  for (std::size_t start = 0; start < starts; ++start) {
    Covered way{cells[start], sums[start].total};
    std::vector<std::int64_t> gains = pairs[start];
    while (true) {
      std::size_t best = count;
      for (std::size_t i = 0; i < count; ++i)
        if (gains[i] && (best == count || gains[i] > gains[best]) && !overlap(way.cells, cells[i]))
          best = i;
      if (best == count) break;
      way.add(cells[best], sums[best].total);
      if (!known.insert(way.cells).second) break;
      const double distance = ranges.distance(way.cells, none, way.total);
      if (distance < wanted.distance) found.push_back({way.cells, none, way.total, distance});
      for (std::size_t i = 0; i < count; ++i) gains[i] += pairs[best][i];
    }
  }
  keep_tightest(found, wanted.count);
  std::vector<Total> tightest;
  for (const Difference& one : found) tightest.push_back({places_of(one.more), one.total});
  return tightest;
}

}  // namespace satdoku::narrowing
