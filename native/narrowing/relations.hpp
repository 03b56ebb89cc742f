// The kinds of relation.  `scale` is the values of a variable, ascending: bit i is the i-th.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "state.hpp"

namespace satdoku::narrowing {

using Scale = std::vector<std::int64_t>;

enum class Compare { equal, at_most, at_least, differs };

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

// Sets of values and what each adds to a sum, in order of that.
struct Sets {
  std::vector<Mask> sets;
  std::vector<std::int64_t> weights;
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
  };
  std::vector<int> layer;  // of each the number of its first node, and the end
  std::vector<int> first;  // of each node the place of its first edge, and the end
  std::vector<Edge> edges;
};
std::shared_ptr<const Layers> layers(const Machine& machine,
                                     const std::vector<const Scale*>& scales);
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

// Places of a board: the variable of what each holds and that of its label; for some pairs of
// places a flag, which says whether their labels are equal, and whether they are neighbours.
struct Places {
  struct Edge {
    int first, second, flag;
    Mask apart, joined;  // the values of the flag that say so
    bool touches;
  };
  std::vector<int> cells, labels;
  std::vector<Edge> edges;
  Mask values = 0, names = 0;  // all values of a cell and of a label
};

constexpr std::size_t kMostPlaces = 128;

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
