// Relations over small domains: propagation, and a search of bounded work.  No Python here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace satdoku::narrowing {

// The values that a variable can still have: bit i is the i-th of its scale.
using Mask = std::uint64_t;

class Reader;
class Search;

// left   the values of each cell that are not refuted, which all occur where they are all in `seen`
// grids  the grids that were met, as Narrowing::take
// lost   whether the first value that is left and not seen takes more work than it may
struct Occurring {
  std::vector<Mask> left, seen;
  std::vector<std::vector<int>> grids;
  bool lost = false;
};

// A search for the grids that keep the relations of a `program`, which lists the variables and the
// relations (satdoku/encodings/program.py writes it).  Grids are the same where their cells are.
class Narrowing {
 public:
  // Throws std::invalid_argument where the program is none.
  explicit Narrowing(const std::vector<std::int64_t>& program);
  ~Narrowing();

  // What is left to each variable, the cells first; empty where nothing is.
  const std::vector<Mask>& masks();

  // Goes on for about this much work (a unit is a look at a variable), or until `wanted` solutions
  // are waiting to be taken.  Returns whether there are no more.
  // `interrupted` is asked now and then; true asks to stop.
  bool advance(std::uint64_t work, std::size_t wanted, bool (*interrupted)() = nullptr);

  // Begins again, for the grids in which each cell has a value of its mask; values of `preferred`,
  // where there are some, are tried first.  What is found does not depend on earlier searches.
  void restart(const std::vector<Mask>& masks, const std::vector<Mask>& preferred = {});

  // Tries values one by one, for about so much work, and takes away those that propagation refutes;
  // then begins again without them.
  void probe(std::uint64_t work, bool (*interrupted)() = nullptr);

  // Which values of `masks` occur in some grid, where those of `seen` are known to: tries the
  // others one by one, for so much work each and about `most` in all, and begins again.
  Occurring occurring(const std::vector<Mask>& masks, std::vector<Mask> seen, std::uint64_t work,
                      std::uint64_t most, bool (*interrupted)() = nullptr);

  // In how many cases it is refuted that a cell has a value of a mask, where the others have values
  // of `masks`: each supposition alone, for so much work; 0 where it is not.  Ends early, with
  // fewer answers, after about `most` work.
  std::vector<std::uint64_t> supposed(const std::vector<Mask>& masks,
                                      const std::vector<std::pair<std::size_t, Mask>>& each,
                                      std::uint64_t work, std::uint64_t most,
                                      bool (*interrupted)() = nullptr);

  // The solutions found since the last call: the bit of each variable's value, the cells first.
  // They differ in cells.
  std::vector<std::vector<int>> take();

  // How many values were tried so far.
  std::uint64_t guesses() const;
  std::uint64_t work() const;

 private:
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Search> search_;
};

// Two neighbours, and the literal that is true where they share a region; 0 where it is known.
struct Border {
  int first, second, literal;
};

// Clauses that regions of `size` places keep: where the places of a connected piece, fewer than
// `size`, share a region, so does a neighbour of it.  Small pieces come first; pieces of a number
// of places are left out, and all larger ones, where the clauses would have more than `most`
// literals. Neighbours that are known to be apart have no border.
std::vector<std::vector<int>> pieces(int places, const std::vector<Border>& borders, int size,
                                     std::size_t most);

// Places, and what they add up to.
struct Total {
  std::vector<int> places;
  std::int64_t total;
};

// Houses of one total, and disjoint ones taken together.
struct Areas {
  std::vector<std::vector<int>> houses, members;
  std::int64_t total;
};

// What some places add up to without others, and whether it is known that they differ.
struct Implied {
  std::vector<int> more, less;
  std::int64_t total;
  bool differ;
};

// What is known of the cells of a board: groups that differ, the houses of each kind, which do not
// overlap, and the digits, ascending.
struct Groups {
  std::vector<std::vector<int>> different;
  std::vector<std::vector<std::vector<int>>> kinds;
  std::vector<std::int64_t> digits;
};

// The sums that are nearest to the least or most that their places can add up to: how many, and of
// what distance at most, as a share of the range.
struct Tightest {
  std::size_t count;
  double distance;
};

// Of a sum: up to this many places; more, up to `most`, where it is one of the tightest and within
// a third of what the places could add up to were they free to be equal.
struct Wanted {
  int few, most;
  Tightest tight;
};

// Sums that follow from areas and the sums that touch them: of the sums inside, those that are
// mostly inside, and all that touch it, as many as do not overlap, in order.
std::vector<Implied> implied(std::size_t places, const std::vector<Total>& sums, const Areas& areas,
                             const Groups& groups, Wanted wanted);

// The tightest of disjoint sums added up, one after the other. A series begins with each of the
// first `starts` sums; the next is always the one that adds the most pairs of cells that share a
// house.
std::vector<Total> merged(std::size_t places, const std::vector<Total>& sums, std::size_t starts,
                          const Groups& groups, Tightest wanted);

}  // namespace satdoku::narrowing
