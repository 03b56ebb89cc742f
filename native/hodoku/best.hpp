// The first rules of the orders G and A: more eliminations first, then the smaller position sum; of
// equal steps the one found first stays. The rules after them compare only steps with the same name
// and the same conclusions, so a search that wants the conclusions alone never needs a chain's
// length.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "grid.hpp"

namespace satdoku::hodoku {

struct Key {
  int size = 0;  // eliminations
  std::int64_t sum = 0;

  bool before(const Key& o) const { return size != o.size ? size > o.size : sum < o.sum; }
  bool operator==(const Key&) const = default;

  // In the order in which the eliminations stand in the list.
  void add(int c, int d) { sum += c * (1 + 80 * size++) + d; }
  void add(const CellSet& s, int d) {
    for (const int c : s) add(c, d);
  }
};

// The eliminations of a step, sorted by digit, then by cell, each once.
struct Losses {
  CellSet of[10];
  Mask digits = 0;

  void add(int c, int d) {
    of[d].add(c);
    digits = static_cast<Mask>(digits | bit(d));
  }
  void add(const CellSet& s, int d) {
    if (s.empty()) return;
    of[d] |= s;
    digits = static_cast<Mask>(digits | bit(d));
  }
  bool empty() const { return digits == 0; }
  Key key() const {
    Key k;
    for (const int d : Bits(digits)) k.add(of[d], d);
    return k;
  }
  bool operator==(const Losses& o) const {
    return digits == o.digits && std::equal(of, of + 10, o.of);
  }
};

}  // namespace satdoku::hodoku
