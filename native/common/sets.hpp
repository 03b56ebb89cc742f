// Small sets as bits: masks of digits or positions, and sets of cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace satdoku {

using Mask = std::uint16_t;  // digits of a cell, or positions inside a house

constexpr Mask bit(int i) { return static_cast<Mask>(1u << i); }
// Without -mpopcnt std::popcount is a call into the runtime library; a portable build must not pay
// that.
constexpr std::array<std::uint8_t, 1024> make_counts() {
  std::array<std::uint8_t, 1024> n{};
  for (unsigned m = 0; m < 1024; ++m) n[m] = static_cast<std::uint8_t>(std::popcount(m));
  return n;
}
inline constexpr std::array<std::uint8_t, 1024> kCounts = make_counts();
constexpr int count(unsigned ten_bits) { return kCounts[ten_bits]; }

constexpr int count64(std::uint64_t m) {
  m -= m >> 1 & 0x5555555555555555u;
  m = (m & 0x3333333333333333u) + (m >> 2 & 0x3333333333333333u);
  m = (m + (m >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<int>(m * 0x0101010101010101u >> 56);
}
constexpr bool single(unsigned m) { return m != 0 && (m & (m - 1)) == 0; }
constexpr bool pair(unsigned m) {
  const unsigned rest = m & (m - 1);
  return single(rest);
}
constexpr int lowest(unsigned m) { return std::countr_zero(m); }

// Walks the set bits of a mask in ascending order: for (int d : Bits(mask)).
class Bits {
 public:
  explicit constexpr Bits(unsigned m) : m_(m) {}
  struct Iterator {
    unsigned m;
    constexpr int operator*() const { return std::countr_zero(m); }
    constexpr Iterator& operator++() {
      m &= m - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& o) const { return m != o.m; }
  };
  constexpr Iterator begin() const { return {m_}; }
  constexpr Iterator end() const { return {0}; }

 private:
  unsigned m_;
};

// A set of cells.
struct CellSet {
  std::uint64_t lo = 0, hi = 0;

  constexpr void add(int c) {
    if (c < 64) lo |= std::uint64_t{1} << c;
    else hi |= std::uint64_t{1} << (c - 64);
  }
  constexpr void remove(int c) {
    if (c < 64) lo &= ~(std::uint64_t{1} << c);
    else hi &= ~(std::uint64_t{1} << (c - 64));
  }
  constexpr bool has(int c) const { return ((c < 64 ? lo >> c : hi >> (c - 64)) & 1) != 0; }
  constexpr bool empty() const { return (lo | hi) == 0; }
  constexpr bool meets(const CellSet& o) const { return ((lo & o.lo) | (hi & o.hi)) != 0; }
  constexpr bool at_least_two() const {
    if (lo != 0 && hi != 0) return true;
    return (lo & (lo - 1)) != 0 || (hi & (hi - 1)) != 0;
  }
  constexpr bool inside(const CellSet& o) const { return ((lo & ~o.lo) | (hi & ~o.hi)) == 0; }
  constexpr int size() const { return count64(lo) + count64(hi); }
  constexpr int first() const {
    return lo != 0 ? std::countr_zero(lo) : 64 + std::countr_zero(hi);
  }  // of a set that is not empty
  constexpr CellSet operator&(const CellSet& o) const { return {lo & o.lo, hi & o.hi}; }
  constexpr CellSet operator|(const CellSet& o) const { return {lo | o.lo, hi | o.hi}; }
  constexpr CellSet& operator&=(const CellSet& o) { return *this = *this & o; }
  constexpr CellSet& operator|=(const CellSet& o) { return *this = *this | o; }
  constexpr CellSet without(const CellSet& o) const { return {lo & ~o.lo, hi & ~o.hi}; }
  constexpr bool operator==(const CellSet& o) const { return lo == o.lo && hi == o.hi; }

  // Walks the members in ascending order: for (int c : set).
  struct Iterator {
    std::uint64_t lo, hi;
    constexpr int operator*() const {
      return lo != 0 ? std::countr_zero(lo) : 64 + std::countr_zero(hi);
    }
    constexpr Iterator& operator++() {
      if (lo != 0) lo &= lo - 1;
      else hi &= hi - 1;
      return *this;
    }
    constexpr bool operator!=(const Iterator& o) const { return lo != o.lo || hi != o.hi; }
  };
  constexpr Iterator begin() const { return {lo, hi}; }
  constexpr Iterator end() const { return {0, 0}; }

  // Calls f(cell) for the members in ascending order.
  template <class F>
  constexpr void each(F&& f) const {
    for (std::uint64_t m = lo; m != 0; m &= m - 1) f(std::countr_zero(m));
    for (std::uint64_t m = hi; m != 0; m &= m - 1) f(64 + std::countr_zero(m));
  }
};

inline constexpr CellSet kAllCells{~std::uint64_t{0}, 0x1FFFF};

}  // namespace satdoku
