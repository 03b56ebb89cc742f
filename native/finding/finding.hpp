// Searches of the techniques: almost locked sets, and alternating chains. searches/houses/als.py
// and alternating.py describe them; what is found here, and its order, is what they find.
//
// A board is at most 256 cells with at most 16 digits. Chains take it that its houses are all that
// makes two candidates exclude each other; almost locked sets also use what rules exclude. Boards
// of at most 128 cells have smaller sets of cells: all of it is made for both.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "../common/interface.hpp"
#include "../common/sets.hpp"

namespace satdoku::finding {

inline constexpr int kCells = Limit::pattern_cells;    // of a CellSet
inline constexpr int kWideCells = Limit::board_cells;  // of a WideSet
inline constexpr int kDigits = Limit::board_digits;
inline constexpr std::size_t kSets = 2000;   // almost locked sets that are looked at
inline constexpr std::size_t kInRows = 800;  // where three of them and more are joined
inline constexpr int kNodes = 8000;          // of chains: what follows from each is kept

using Digits = std::uint32_t;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A set of cells of a larger board, as CellSet.
class WideSet {
 public:
  constexpr void add(int c) { words_[word(c)] |= bit(c); }
  constexpr void remove(int c) { words_[word(c)] &= ~bit(c); }
  constexpr bool has(int c) const { return (words_[word(c)] & bit(c)) != 0; }
  constexpr bool empty() const { return *this == WideSet{}; }
  constexpr bool meets(const WideSet& o) const { return !(*this & o).empty(); }
  constexpr bool inside(const WideSet& o) const { return without(o).empty(); }
  constexpr bool at_least_two() const { return size() > 1; }
  constexpr int size() const {
    int n = 0;
    for (const std::uint64_t w : words_) n += count64(w);
    return n;
  }
  constexpr int first() const { return *begin(); }  // of a set that is not empty
  constexpr WideSet& operator&=(const WideSet& o) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  constexpr WideSet& operator|=(const WideSet& o) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  constexpr WideSet operator&(const WideSet& o) const { return WideSet(*this) &= o; }
  constexpr WideSet operator|(const WideSet& o) const { return WideSet(*this) |= o; }
  constexpr WideSet without(const WideSet& o) const {
    WideSet left = *this;
    for (std::size_t i = 0; i < kWords; ++i) left.words_[i] &= ~o.words_[i];
    return left;
  }
  constexpr bool operator==(const WideSet& o) const = default;

  // Walks the members in ascending order: for (int c : set).
  struct Iterator {
    const WideSet* set;
    std::size_t i;
    std::uint64_t left;
    constexpr int operator*() const { return static_cast<int>(64 * i) + std::countr_zero(left); }
    constexpr Iterator& operator++() {
      left &= left - 1;
      return skip();
    }
    constexpr bool operator!=(const Iterator& o) const { return i != o.i || left != o.left; }
    constexpr Iterator& skip() {
      while (left == 0 && ++i < kWords) left = set->words_[i];
      return *this;
    }
  };
  constexpr Iterator begin() const { return Iterator{this, 0, words_[0]}.skip(); }
  constexpr Iterator end() const { return {this, kWords, 0}; }

  // Calls f(cell) for the members in ascending order.
  template <class F>
  constexpr void each(F&& f) const {
    for (const int c : *this) f(c);
  }

  static constexpr std::size_t kWords = 4;
  const std::array<std::uint64_t, kWords>& words() const { return words_; }

 private:
  static constexpr std::size_t word(int c) { return at(c) >> 6; }
  static constexpr std::uint64_t bit(int c) { return std::uint64_t{1} << (c & 63); }

  std::array<std::uint64_t, kWords> words_{};
};

// The order of sets as numbers: the highest cell counts most.
struct Before {
  bool operator()(const CellSet& a, const CellSet& b) const {
    return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
  }
  bool operator()(const WideSet& a, const WideSet& b) const {
    return std::lexicographical_compare(a.words().rbegin(), a.words().rend(), b.words().rbegin(),
                                        b.words().rend());
  }
};

// What rules exclude, beside the houses.
template <class CellSet>
struct Rules {
  int digits;
  std::vector<CellSet> out;

  Rules(int cells, int size) : digits(size), out(at(cells) * at(size) * at(size)) {}
  // The cells that cannot have digit e where a cell has digit d.
  CellSet& of(int c, int d, int e) { return out[at((c * digits + d) * digits + e)]; }
  const CellSet& of(int c, int d, int e) const { return out[at((c * digits + d) * digits + e)]; }
};

// The houses of a board and the open digits of its cells.
template <class CellSet>
struct Field {
  std::vector<std::vector<int>> houses;
  std::vector<CellSet> masks, peers;
  std::vector<Digits> open;
  std::vector<CellSet> where;  // the cells with a digit
  int size = 0;                // digits
  const Rules<CellSet>* rules = nullptr;

  Field(std::vector<std::vector<int>> members, const std::vector<int>& candidates, int digits);
  CellSet common_peers(const CellSet& cells) const;
  // The cells that cannot have digit e where any of these cells has digit d.
  CellSet excluded(const CellSet& cells, int d, int e) const;

 private:
  CellSet excluded_by(int c, int d, int e) const {
    return d == e ? rules->of(c, d, e) | peers[at(c)] : rules->of(c, d, e);
  }
};

// Sets of bits whose number is known at run time.
class Rows {
 public:
  Rows(std::size_t count, std::size_t bits) : words_((bits + 63) / 64), data_(count * words_) {}
  std::uint64_t* operator[](std::size_t i) { return data_.data() + i * words_; }
  const std::uint64_t* operator[](std::size_t i) const { return data_.data() + i * words_; }
  std::size_t words() const { return words_; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> data_;
};

// Sets in a row, neighbours sharing the restricted commons.
struct Way {
  std::vector<int> sets, commons;
};

// The almost locked sets of up to `largest` cells, the smallest first, and which of them share a
// restricted common, no two of those having a cell in common.
template <class CellSet>
class AlmostLocked {
 public:
  // `order`: the houses in which sets are looked for.
  AlmostLocked(const Field<CellSet>& field, const std::vector<int>& order, int largest);

  bool too_many() const { return too_many_; }
  const std::vector<CellSet>& cells() const { return cells_; }

  // Two sets that exclude something, or share several commons.
  std::vector<Way> pairs(std::size_t most) const;
  // Three.
  std::vector<Way> wings(std::size_t most) const;
  // So many; the shortest between two sets that are entered and left by the same digits.
  std::vector<Way> chains(int shortest, int longest, std::size_t most) const;
  // Whether a cell with up to `stem` candidates has a set for each, or may have: where there are
  // too many ways to choose them.
  bool blossoms(int stem) const;

 private:
  void grow(const std::vector<int>& cells, std::size_t start, CellSet chosen, Digits all, int size,
            int room);
  void link();
  bool meets(int i, int j, Digits digits) const;
  bool meets_others(int i, int j, int z) const;
  bool locks(int i, int j, Digits commons) const;
  bool pick(const std::vector<std::vector<int>>& choices, std::size_t i, int z, CellSet victims,
            CellSet used, int& ways) const;
  const CellSet& holds(int i, int d) const { return holds_[at(i * field_.size + d)]; }
  const CellSet& sees(int i, int d) const { return sees_[at(i * field_.size + d)]; }
  // The sets that share d with set i, or nullptr.
  const std::uint64_t* linked(int i, int d) const {
    const int row = linked_[at(i * field_.size + d)];
    return row < 0 ? nullptr : rows_[at(row)];
  }

  const Field<CellSet>& field_;
  std::vector<CellSet> cells_, holds_, sees_;
  std::vector<Digits> digits_;
  std::vector<Digits> others_;  // for each set and digit: where rules exclude such digits, too
  std::vector<int> linked_;
  Rows rows_{0, 0};
  bool too_many_ = false;
};

template <class CellSet>
struct Node {
  CellSet cells;
  int digit;
  bool operator==(const Node& o) const { return cells == o.cells && digit == o.digit; }
};

// A chain: its nodes, and of each strong link its house, or -1 - cell.
template <class CellSet>
struct Chain {
  std::vector<Node<CellSet>> nodes;
  std::vector<int> reasons;
  bool ring;
};

struct Links {
  bool houses, cells, one_digit, groups;
};

// The chains of at most `longest` strong links (0: any number) that exclude something, the first
// `most` of them; nothing where there are too many nodes. `complete`: the houses that have every
// digit.
template <class CellSet>
std::optional<std::vector<Chain<CellSet>>> alternating_chains(const Field<CellSet>& field,
                                                              const std::vector<bool>& complete,
                                                              Links links, int longest,
                                                              std::size_t most);

}  // namespace satdoku::finding
