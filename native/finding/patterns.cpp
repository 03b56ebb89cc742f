#include <algorithm>
#include <bitset>
#include <set>
#include <tuple>
#include <utility>

#include "patterns.hpp"

namespace satdoku::finding {
namespace {

constexpr int kGrown = 200'000;  // steps of rings, after which the search gives up

// Rings from one cell on, as _Search.loops of uniqueness.py walks them.
class RingWalk {
 public:
  RingWalk(const Grid& grid, const std::vector<Digits>& open, std::vector<Ring>& found)
      : grid_(grid), open_(open), found_(found) {}

  bool from(int start, const CellSet& both) {
    start_ = start;
    both_ = both;
    pair_ = open_[at(start)];
    return grow(start, 2, 0, -1);
  }

 private:
  using Houses = std::bitset<kHouses>;

  bool grow(int cell, int allowance, Digits extras, int last) {
    if (++grown_ > kGrown) return false;
    Houses& mine = ring_.size() % 2 == 0 ? even_ : odd_;
    const Houses& houses = grid_.through[at(cell)];
    if ((mine & houses).any()) return true;
    ring_.push_back(cell);
    on_.add(cell);
    mine |= houses;
    bool ended = true;
    for (const int h : grid_.houses_of[at(cell)]) {
      if (h == last) continue;
      for (const int after : grid_.houses[at(h)]) {
        if (after == start_ && ring_.size() >= 4) {
          if (even_ == odd_) note();
          continue;
        }
        if (!both_.has(after) || on_.has(after)) continue;
        const Digits wider = extras | (open_[at(after)] & ~pair_);
        const bool two = open_[at(after)] == pair_;
        if (two || single(wider) || allowance > 0)
          ended = ended && grow(after, allowance - (two ? 0 : 1), wider, h);
      }
    }
    ring_.pop_back();
    on_.remove(cell);
    mine &= ~houses;
    return ended;
  }

  void note() {
    const bool fresh = seen_.insert({pair_, on_.lo, on_.hi}).second;
    Digits extra = 0;
    int more = 0;
    for (const int c : ring_) {
      more += (open_[at(c)] & ~pair_) != 0;
      extra |= open_[at(c)] & ~pair_;
    }
    // More than two cells exclude something only where they have one further digit.
    if (fresh && more > 0 && (more <= 2 || single(extra))) found_.push_back({ring_, pair_});
  }

  const Grid& grid_;
  const std::vector<Digits>& open_;
  std::vector<Ring>& found_;
  std::set<std::tuple<Digits, std::uint64_t, std::uint64_t>> seen_;
  std::vector<int> ring_;
  CellSet on_, both_;
  Houses even_, odd_;
  Digits pair_ = 0;
  int start_ = 0, grown_ = 0;
};

CellSet balanced(const Grid& grid, CellSet both) {
  for (;;) {
    CellSet kept = both;
    for (const int c : both) {
      const auto& houses = grid.houses_of[at(c)];
      if (std::any_of(houses.begin(), houses.end(),
                      [&](int h) { return !(grid.masks[at(h)] & kept).at_least_two(); }))
        kept.remove(c);
    }
    if (kept == both) return both;
    both = kept;
  }
}

// The digits that one, two and three of some cells can hold.
struct Held {
  Digits one = 0, two = 0, three = 0;
  Held with(Digits mask) const { return {one | mask, two | (one & mask), three | (two & mask)}; }
  bool may_be(int n) const { return std::popcount(one) <= n + 1 || std::popcount(three) <= n; }
};

std::vector<Digits> digit_sets(const std::vector<Digits>& masks, int n, const Held& held) {
  if (std::popcount(held.one) > n + 1 && std::popcount(held.three) == n) return {held.three};
  std::set<Digits> unions{0};
  for (const Digits mask : masks) {
    if (std::popcount(mask) > n) continue;
    const std::vector<Digits> before(unions.begin(), unions.end());
    for (const Digits one : before)
      if (std::popcount(one | mask) <= n) unions.insert(one | mask);
  }
  std::vector<Digits> found;
  for (const Digits mask : unions)
    if (std::popcount(mask) == n) found.push_back(mask);
  return found;
}

}  // namespace

Grid::Grid(std::vector<std::vector<int>> members, const std::vector<int>& order, int count)
    : houses(std::move(members)),
      masks(houses.size()),
      peers(at(count)),
      houses_of(at(count)),
      through(at(count)) {
  for (std::size_t h = 0; h < houses.size(); ++h) masks[h] = set_of(houses[h]);
  for (const int h : order)
    for (const int c : houses[at(h)]) {
      peers[at(c)] |= masks[at(h)];
      houses_of[at(c)].push_back(h);
      through[at(c)].set(at(h));
    }
  for (int c = 0; c < count; ++c) peers[at(c)].remove(c);
}

std::optional<std::vector<Ring>> rings(const Grid& grid, const std::vector<Digits>& open) {
  std::vector<Ring> found;
  RingWalk walk(grid, open, found);
  for (int start = 0; start < static_cast<int>(open.size()); ++start) {
    if (std::popcount(open[at(start)]) != 2) continue;
    CellSet both;
    for (int c = 0; c < static_cast<int>(open.size()); ++c)
      if ((open[at(c)] & open[at(start)]) == open[at(start)]) both.add(c);
    both = balanced(grid, both);
    if (both.has(start) && !walk.from(start, both)) return std::nullopt;
  }
  return found;
}

std::vector<Deadly> borescoper(const std::vector<Square>& squares,
                               const std::vector<Digits>& open) {
  std::vector<Deadly> found;
  std::vector<Digits> masks;  // of the cells of a pattern
  const auto among = [&](const std::vector<std::pair<int, int>>& pairs) {
    std::vector<std::pair<int, int>> kept;
    for (const auto& [a, b] : pairs)
      if (open[at(a)] != 0 && open[at(b)] != 0) kept.emplace_back(a, b);
    return kept;
  };
  for (const Square& square : squares) {
    std::vector<int> closed;
    for (const int c : square.cells)
      if (open[at(c)] == 0) closed.push_back(c);
    if (closed.size() > 1) continue;
    const auto above = among(square.above), beside = among(square.beside);
    if (above.empty() || beside.empty()) continue;
    std::vector<std::vector<int>> centres;
    if (closed.empty()) centres.push_back(square.cells);
    for (const int left : closed.empty() ? square.cells : closed) {
      centres.emplace_back();
      for (const int c : square.cells)
        if (c != left) centres.back().push_back(c);
    }
    for (const auto& centre : centres) {
      const int n = static_cast<int>(centre.size());
      Held inner;
      for (const int c : centre) inner = inner.with(open[at(c)]);
      if (!inner.may_be(n)) continue;
      for (const auto& [a, b] : above) {
        const Held half = inner.with(open[at(a)]).with(open[at(b)]);
        if (!half.may_be(n)) continue;
        for (const auto& [c, d] : beside) {
          const Held held = half.with(open[at(c)]).with(open[at(d)]);
          if (!held.may_be(n)) continue;
          masks.clear();
          for (const int cell : centre) masks.push_back(open[at(cell)]);
          for (const int cell : {a, b, c, d}) masks.push_back(open[at(cell)]);
          // At least half of the cells hold no further digit.
          const auto narrow = std::count_if(masks.begin(), masks.end(),
                                            [&](Digits mask) { return std::popcount(mask) <= n; });
          if (at(static_cast<int>(narrow)) < masks.size() - masks.size() / 2) continue;
          for (const Digits digits : digit_sets(masks, n, held)) {
            std::size_t more = 0;
            bool some = true;
            for (const Digits mask : masks) {
              more += (mask & ~digits) != 0;
              some = some && (mask & digits) != 0;
            }
            if (!some || more == 0 || more > masks.size() / 2) continue;
            std::vector<int> cells = centre;
            cells.insert(cells.end(), {a, b, c, d});
            found.push_back({std::move(cells), digits});
          }
        }
      }
    }
  }
  return found;
}

std::vector<Exchange> exchanges(const std::vector<CellSet>& rings, const std::vector<Digits>& open,
                                int digits) {
  constexpr int kThree = 3;
  struct Offer {
    Digits digits;
    CellSet alone, some;
  };
  CellSet all;
  std::set<Digits> few, unions;
  for (std::size_t c = 0; c < open.size(); ++c) {
    if (open[c] != 0) all.add(static_cast<int>(c));
    if (open[c] != 0 && std::popcount(open[c]) <= kThree) few.insert(open[c]);
  }
  for (const Digits one : few)
    for (const Digits other : few)
      if (std::popcount(one | other) == kThree) unions.insert(one | other);
  std::vector<Offer> offers;
  CellSet inside;
  for (const Digits mask : unions) {
    Offer offer{mask, {}, {}};
    for (const int c : all) {
      if ((open[at(c)] & mask) != 0) offer.some.add(c);
      if ((open[at(c)] & ~mask) == 0) offer.alone.add(c);
    }
    // Of the cells more than half hold no further candidates.
    if (offer.alone.size() < kThree) continue;
    inside |= offer.alone;
    offers.push_back(offer);
  }
  std::vector<Exchange> found;
  if (offers.empty() || digits < kThree) return found;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const CellSet& around = rings[i];
    if (!around.inside(all) || (around & inside).size() < kThree) continue;
    for (const Offer& offer : offers) {
      if ((around & offer.alone).size() < kThree || !around.inside(offer.some)) continue;
      bool whole = false;
      for (const int a : around& offer.alone)
        for (const int b : around& offer.alone)
          whole = whole || (open[at(a)] | open[at(b)]) == offer.digits;
      if (whole) found.push_back({static_cast<int>(i), offer.digits});
    }
  }
  return found;
}

}  // namespace satdoku::finding
