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

// All of the variables differ; where they are as many as the values, each value occurs.
std::unique_ptr<Relation> different(std::vector<int> variables, Mask full);

// The same for variables that are peers, so that only what follows from places is left to see.
std::unique_ptr<Relation> house(std::vector<int> variables, Mask full);

// Two groups that hold the same values: what is left of two full houses beside what they share.
std::unique_ptr<Relation> same_values(std::vector<int> first, std::vector<int> second);

// For each value of the first variable those that the second may have, and the reverse.
struct Pairs {
  std::vector<Mask> after, before;
};
std::unique_ptr<Relation> pair(int first, int second, std::shared_ptr<const Pairs> table);

// Variables that differ; the set of their values is one of `sets`, which adds its weight to a sum.
// `outside` are peers of all of them.
struct Group {
  std::vector<int> variables;
  std::vector<Mask> sets;
  std::vector<std::int64_t> weights;
  std::vector<int> outside;
};
std::unique_ptr<Relation> sum(std::vector<Group> groups, Compare how, std::int64_t total);

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
std::unique_ptr<Relation> automaton(std::vector<int> variables, std::vector<const Scale*> scales,
                                    std::shared_ptr<const Machine> machine);

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

// In one of the groups all relations hold.
std::unique_ptr<Relation> either(std::vector<Relations> groups);

}  // namespace satdoku::narrowing
