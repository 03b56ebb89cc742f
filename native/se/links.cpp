#include "links.hpp"

#include <algorithm>

namespace satdoku::se {

namespace {

constexpr int kTable = 4096;
constexpr std::size_t kMostWeak = 729 * (8 + 20);  // eight in the cell, twenty peers

constexpr double added_up(int complexity) {
  const int n = complexity - 2;
  double sum = 0.0;
  int threshold = 4;
  bool half = true;
  while (n > threshold) {
    sum = sum + 0.1;
    threshold = half ? threshold * 3 / 2 : threshold * 4 / 3;
    half = !half;
  }
  return sum;
}

struct Increments {
  std::array<double, kTable> of{};
  constexpr Increments() {
    for (int k = 0; k < kTable; ++k) of[static_cast<unsigned>(k)] = added_up(k);
  }
};

constexpr Increments kIncrements;

}  // namespace

double length_increment(int complexity) {
  return complexity >= 0 && complexity < kTable ? kIncrements.of[static_cast<unsigned>(complexity)]
                                                : added_up(complexity);
}

void Links::build(const Marks& g) {
  n = 0;
  std::fill(number, number + 729, std::int16_t{-1});
  for (int c = 0; c < 81; ++c) {
    for (int d : Bits(g.cand[c])) {
      number[9 * c + d] = static_cast<std::int16_t>(n);
      cell[n] = static_cast<std::uint8_t>(c);
      digit[n] = static_cast<std::uint8_t>(d);
      ++n;
    }
  }
  weak_.resize(kMostWeak);
  std::uint16_t* end = weak_.data();
  for (int i = 0; i < n; ++i) {
    const int c = cell[i], d = digit[i];
    const std::uint16_t* const start = end;
    weak_start_[i] = static_cast<std::uint32_t>(start - weak_.data());
    for (int e : Bits(g.cand[c] & ~unsigned{bit(d)}))
      *end++ = static_cast<std::uint16_t>(number[9 * c + e]);
    weak_cell_[i] = static_cast<std::uint8_t>(end - start);
    StrongLinks& s = strong_[i];
    s.size = 0;
    if (weak_cell_[i] == 1) s.link[s.size++] = {end[-1], Cause::cell};
    for (int t : kOrderLinks) {
      const int h = geo.house[c][t];
      const unsigned p = g.pos[h][d] & ~unsigned{bit(geo.index[c][t])};
      // Cells of row and column that share the block were listed with the block.
      for (int k : Bits(t == kBlock ? p : p & geo.outside_block[c][t]))
        *end++ = static_cast<std::uint16_t>(number[9 * geo.cell[h][k] + d]);
      if (!single(p)) continue;
      const auto to = static_cast<std::uint16_t>(number[9 * geo.cell[h][lowest(p)] + d]);
      bool known = false;
      for (const Strong& o : s) known = known || o.to == to;
      if (!known) s.link[s.size++] = {to, house_cause(t)};
    }
  }
  weak_start_[n] = static_cast<std::uint32_t>(end - weak_.data());
}

}  // namespace satdoku::se
