// The kinds of relation.  `scale` is the values of a variable, ascending: bit i is the i-th.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../common/interface.hpp"
#include "state.hpp"

namespace satdoku::narrowing {

using Scale = std::vector<std::int64_t>;

bool compares(std::int64_t value, Compare how, std::int64_t bound);

template <typename Visit>
void each_bit(Mask mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(std::countr_zero(mask));
}

// The variables have each of these values between them: what follows from their places, and for
// peers of all of them.
bool place(State& state, const std::vector<int>& variables, const std::vector<int>& outside,
           Mask needed);

// All of the variables differ; where they are as many as the values, each value occurs.
std::unique_ptr<Relation> different(std::vector<int> variables, Mask full);

// The same for variables that are peers, so that only what follows from places is left to see.
std::unique_ptr<Relation> house(std::vector<int> variables, Mask full);

// Full houses of peers, their cells in order, with all their values: what each says, and each two
// that share cells.
void add_houses(Relations& into, const std::vector<std::vector<int>>& houses,
                const std::vector<Mask>& full);

// For each value of the first variable those that the second may have, and the reverse.
class Pairs {
 public:
  Pairs(std::vector<Mask> after, std::vector<Mask> before);
  Mask after(Mask first) const { return partners(after_, all_after_, first); }
  Mask before(Mask second) const { return partners(before_, all_before_, second); }

 private:
  static constexpr std::size_t kFew = 10;
  using Known = std::vector<std::uint16_t>;  // for each mask, where values are few
  static Known all(const std::vector<Mask>& rows, std::size_t others);
  static Mask partners(const std::vector<Mask>& rows, const Known& known, Mask mask) {
    if (!known.empty()) return known[mask];
    Mask found = 0;
    for (; mask; mask &= mask - 1) found |= rows[std::countr_zero(mask)];
    return found;
  }

  std::vector<Mask> after_, before_;
  Known all_after_, all_before_;
};
std::unique_ptr<Relation> pair(int first, int second, std::shared_ptr<const Pairs> table);

// Sets of values and what each adds to a sum, in order of that.  Some of them are bits of `words`
// words: the i-th set is bit i.
class Sets {
 public:
  using Word = std::uint64_t;
  struct Level {  // sets that add the same
    std::int64_t weight;
  };

  explicit Sets(std::vector<std::pair<std::int64_t, Mask>> sets);

  // Of `live`, keeps the sets that have a value of the mask, or those that have none. W: how many
  // words, 0 where that is not known.
  template <std::size_t W>
  void keep(Word* live, Mask having) const {
    for (std::size_t w = 0; w < (W ? W : words); ++w) live[w] &= having_at<W>(having, w);
  }
  template <std::size_t W>
  void drop(Word* live, Mask having) const {
    for (std::size_t w = 0; w < (W ? W : words); ++w) live[w] &= ~having_at<W>(having, w);
  }

  // Calls for each level of which some sets are in `live`.
  template <std::size_t W, typename Visit>
  void each_level(const Word* live, Visit visit) const {
    const Word* with = of_level_.data();
    for (const Level& level : levels) {
      Word any = 0;
      for (std::size_t w = 0; w < (W ? W : words); ++w) any |= live[w] & *with++;
      if (any) visit(level);
    }
  }

  // The weights of the sets in `live`, from the least of all, a bit each; where 64 are enough.
  template <std::size_t W>
  Word weights(const Word* live) const {
    const Word* with = of_level_.data();
    Word found = 0;
    for (const Level& level : levels) {
      Word any = 0;
      for (std::size_t w = 0; w < (W ? W : words); ++w) any |= live[w] & *with++;
      found |= static_cast<Word>(any != 0) << (level.weight - levels.front().weight);
    }
    return found;
  }

  // The level whose weight is so much more than the least, where there is one.
  const Level& level_of(int above) const { return levels[level_of_[above]]; }

  // The sets with the i-th of the values that occur; the sets of a level.
  const Word* with(std::size_t i) const { return of_value_.data() + i * words; }
  const Word* at(const Level& level) const {
    return of_level_.data() + static_cast<std::size_t>(&level - levels.data()) * words;
  }

  static constexpr std::size_t kFewWords = 2;  // at least

  std::size_t count, words;
  std::vector<Level> levels;
  Mask values = 0;  // of all of them

 private:
  // For each mask of this many values in turn the sets that have some of them.
  static constexpr int kBits = 5;

  template <std::size_t W>
  Word having_at(Mask mask, std::size_t w) const {
    constexpr std::size_t kRows = std::size_t{1} << kBits;
    const std::size_t row = W ? W : words;
    const Word* const at = table_.data() + w;
    Word found = at[(mask % kRows) * row] | at[(kRows + (mask >> kBits) % kRows) * row];
    for (std::size_t c = 2; c < chunks_; ++c)
      found |= at[(c * kRows + (mask >> c * kBits) % kRows) * row];
    return found;
  }

  std::size_t chunks_;
  std::vector<Word> table_, of_value_, of_level_;
  std::array<std::uint8_t, 64> level_of_{};
};

// Variables that differ; the set of their values is one of `sets`. `outside` are peers of all.
struct Group {
  std::vector<int> variables;
  std::shared_ptr<const Sets> sets;
  std::vector<int> outside;
};
std::unique_ptr<Relation> sum(State& state, std::vector<Group> groups, Compare how,
                              std::int64_t total);

// Rows of bits, one after the other.
std::unique_ptr<Relation> table(std::vector<int> variables, std::vector<int> rows);

struct Machine {
  struct Move {
    int value;  // its place in `values`
    int next;
  };
  int states = 0;
  std::vector<int> starts;
  std::vector<char> accepting;
  std::vector<int> first;  // of each state the place of its first move
  std::vector<Move> moves;
  Scale values;
};

// A machine over variables in turn: before each of them, and at the end, the states that can be
// reached and can still end well, as nodes; those with the same future are one.
struct Layers {
  struct Edge {
    Mask values;
    int to;
    bool operator==(const Edge&) const = default;
  };
  std::vector<int> layer;  // of each the number of its first node, and the end
  std::vector<int> first;  // of each node the place of its first edge, and the end
  std::vector<Edge> edges;
};
std::shared_ptr<const Layers> layers(const Machine& machine,
                                     const std::vector<const Scale*>& scales);
// The same for variables that differ, so that sets of values are told apart; none where these are
// too many.
std::shared_ptr<const Layers> differing(const Layers& plain);
std::unique_ptr<Relation> automaton(State& state, std::vector<int> variables,
                                    std::shared_ptr<const Layers> layers);

// Variables that differ, those values of them that are counted, and peers of all of them.
struct Counted {
  std::vector<int> variables;
  Mask mask;
  std::vector<int> outside;
};

// How many of `counted` have a value of their mask compares with `number` and a counter's value.
std::unique_ptr<Relation> among(std::vector<Counted> counted, Compare how, std::int64_t number,
                                int counter, const Scale* scale);

// `result` has the value of the member of `array` that `index` names; all of one scale but `index`.
std::unique_ptr<Relation> element(int index, const Scale& places, std::int64_t first,
                                  std::vector<int> array, int result);

// One variable has a value of the mask.
std::unique_ptr<Relation> domain(int variable, Mask allowed);

// Of each group of lines the one that begins with a value: how many are smaller than the own line,
// which begins with it too. Equal lines are not smaller; none are equal where there are no ties.
struct Ranked {
  std::vector<int> own;
  std::vector<std::vector<std::vector<int>>> groups;  // lines of as many variables
  Mask first;
  std::int64_t smaller;
  bool ties;
};
std::unique_ptr<Relation> ranking(Ranked ranked);

// Places of a board: the variable of what each holds and that of its label; for some pairs of
// places a flag, which says whether their labels are equal, and whether they are neighbours. A step
// of a run says whether it and all before it have the label of the start.
struct Places {
  struct Edge {
    int first, second, flag;
    Mask apart, joined;  // the values of the flag that say so
    bool touches;
  };
  struct Step {
    int place, flag;
    Mask apart, joined;
  };
  struct Run {
    int start;
    std::vector<Step> steps;
  };
  std::vector<int> cells, labels;
  std::vector<Edge> edges;
  std::vector<Run> runs;
  Mask values = 0, names = 0;  // all values of a cell and of a label
};

constexpr std::size_t kMostPlaces = Limit::program_places;

// The places of each label are connected and hold each value once.
std::unique_ptr<Relation> regions(Places places);

// Places of a board: the variable of each, the values of it that count, and neighbours.
struct Area {
  std::vector<int> variables;
  std::vector<Mask> inside;
  std::vector<std::pair<int, int>> edges;
};

// The places whose value counts are connected, and there are some.
std::unique_ptr<Relation> connection(Area area);

// In one of the groups all relations hold.
std::unique_ptr<Relation> either(std::vector<Relations> groups);

}  // namespace satdoku::narrowing
