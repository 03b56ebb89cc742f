// Searches of patterns of cells: rings and exchanges (searches/houses/uniqueness.py),
// needs of a digit (digit_places.py), Borescoper's pattern (deadly.py), exocets (exocet.py), Sue de
// Coq (bent.py), almost locked candidates (rank.py), naked and hidden sets (subsets.py), fish
// (fish.py), which describe them; what is found here, and its order, is what they find. Boards are
// as of finding.hpp.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "finding.hpp"

namespace satdoku::finding {

inline constexpr int kHouses = Limit::pattern_houses;

inline CellSet set_of(const std::vector<int>& cells) {
  CellSet set;
  for (const int c : cells) set.add(c);
  return set;
}

// The cells that have a digit open.
inline CellSet places_of(const std::vector<Digits>& open, int digit) {
  CellSet cells;
  for (std::size_t c = 0; c < open.size(); ++c)
    if ((open[c] >> digit & 1) != 0) cells.add(static_cast<int>(c));
  return cells;
}

// The same for each digit.
inline std::vector<CellSet> all_places(const std::vector<Digits>& open, int digits) {
  std::vector<CellSet> where(at(digits));
  for (std::size_t c = 0; c < open.size(); ++c)
    for (const int d : Bits(open[c])) where[at(d)].add(static_cast<int>(c));
  return where;
}

// f(choice) for the k-subsets of items, the last member varying slowest, as choose of board.py.
template <class F>
void choose(const std::vector<int>& items, int k, F&& f) {
  std::vector<int> chosen(at(k));
  const auto grow = [&](const auto& self, int n, int left) -> void {
    if (left == 0) return f(chosen);
    for (int last = left - 1; last < n; ++last) {
      chosen[at(left - 1)] = items[at(last)];
      self(self, last, left - 1);
    }
  };
  grow(grow, static_cast<int>(items.size()), k);
}

inline Digits digits_of(const std::vector<int>& chosen) {
  Digits mask = 0;
  for (const int d : chosen) mask |= 1u << d;
  return mask;
}

// What never changes on a board.
struct Grid {
  std::vector<std::vector<int>> houses;
  std::vector<CellSet> masks, peers;
  std::vector<std::vector<int>> houses_of;  // of each cell, in order
  std::vector<std::bitset<kHouses>> through;

  Grid(std::vector<std::vector<int>> members, const std::vector<int>& order, int count);
};

struct Ring {
  std::vector<int> cells;
  Digits pair;
};

struct Needless {
  int cell;
  std::vector<int> needs;
};

// The cells that cannot have a digit, each with two or three needs that show it. `apart`: for each
// place of the digit the places that it excludes; `needs`: places of which one has the digit. A
// need is tried whose places without those that the cell excludes are at most `most`.
std::vector<Needless> digit_places(const std::vector<int>& places,
                                   const std::vector<CellSet>& apart,
                                   const std::vector<CellSet>& needs, int most);

// Rings of cells with two digits in common that may exclude something; nothing where there are too
// many ways to walk.
std::optional<std::vector<Ring>> rings(const Grid& grid, const std::vector<Digits>& open);

// Two rows and two columns of a box: their cells, the pairs of cells in the columns that share a
// row of another box, and those in the rows.
struct Square {
  std::vector<int> cells;
  std::vector<std::pair<int, int>> above, beside;
};

struct Deadly {
  std::vector<int> cells;
  Digits digits;
};

std::vector<Deadly> borescoper(const std::vector<Square>& squares, const std::vector<Digits>& open);

// Where a box and a line cross in three cells; see _Seat.
struct Seat {
  std::vector<int> inside, escapes, band, across;
  std::array<int, 2> boxes;
  int line;
  std::array<std::vector<std::pair<int, int>>, 2> targets;  // each with its line across
};

// The number of a seat, two cells of the base, two targets, three lines.
using Exocet = std::array<int, 8>;

// Those of which each digit of the base needs a target.
std::vector<Exocet> exocets(const Grid& grid, const std::vector<bool>& complete,
                            const std::vector<Seat>& seats, const std::vector<Digits>& open,
                            const std::vector<int>& values, int digits, int most, bool senior);

// Cells where a line and a box meet, of the line, of the box, with as many digits as cells.
struct Crossed {
  CellSet middle, first, second;
  int line, box;
};

std::vector<Crossed> crossed_sets(const Grid& grid, const std::vector<int>& lines,
                                  const std::vector<int>& regions, const std::vector<Digits>& open,
                                  int largest);

// A house, another one, digits of the first that lie in the second but for few cells, as many cells
// of the second with no others.
struct Locked {
  int house, other;
  std::vector<int> digits, cells;
};

std::vector<Locked> almost_locked_candidates(const Grid& grid, const std::vector<int>& order,
                                             const std::vector<bool>& complete,
                                             const std::vector<Digits>& open,
                                             const std::vector<int>& values, int digits, int size);

// The number of a ring, and three digits that its cells hold.
struct Exchange {
  int ring;
  Digits digits;
};

// Rings of six cells of which half hold three digits alone, and the others some of them.
std::vector<Exchange> exchanges(const std::vector<CellSet>& rings, const std::vector<Digits>& open,
                                int digits);

// n cells of a house that hold n digits, or n digits with n places in it.
struct Tight {
  int house;
  std::vector<int> chosen;
  Digits digits;
  CellSet cells;  // of digits
};

// Those that exclude something.
std::vector<Tight> naked_sets(const Grid& grid, const std::vector<int>& order,
                              const std::vector<Digits>& open, int digits, int n, int least);
std::vector<Tight> hidden_sets(const Grid& grid, const std::vector<int>& order,
                               const std::vector<bool>& complete, const std::vector<Digits>& open,
                               const std::vector<int>& values, int digits, int n, int least);

// The places that a digit can have together with places in all houses.
CellSet possible(const Grid& grid, const std::vector<bool>& complete,
                 const std::vector<Digits>& open, int digit);

// The houses that base and cover are chosen from.
using Sides = std::vector<std::pair<std::vector<int>, std::vector<int>>>;

struct Catch {
  std::vector<int> base, cover;
  CellSet fins, gone;
};

// Fish of a digit, as _School of fish.py finds them.
std::vector<Catch> fish(const Grid& grid, const std::vector<bool>& complete,
                        const std::vector<Digits>& open, int digit, int size,
                        const std::vector<int>& targets, const Sides& sides);

}  // namespace satdoku::finding
