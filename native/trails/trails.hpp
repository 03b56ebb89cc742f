// What follows from an assumption by some facts, level by level, and which statements its failure
// rests on. searches/small/trail.py and trace.py are the same in Python, for machines
// without this core: both give the same trails and proofs.
//
// A candidate is a number, those of a cell one after another. A need lists the candidates one of
// which must be true; a filter is a clue about some cells, which is asked through `Clues`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "set.hpp"

namespace satdoku::trails {

using Digits = std::uint64_t;  // a bit for each place of a digit

// A cell of a filter: its open candidates, or the digit that it holds.
struct Cell {
  int first = 0, count = 0;
  Digits fixed = 0;
};

struct Filter {
  std::vector<Cell> cells;
  Set scope;
};

// How much has been done, and may be; shared with the searches around the trails.
struct Work {
  std::int64_t done = 0;
  double end = 0;
  bool spent() const { return static_cast<double>(done) > end; }
};

// What a clue says of some digits left to its cells; the answers come from Python.
class Clues {
 public:
  virtual ~Clues() = default;
  // What occurs in some way, a set of digits for each cell, empty where there is no way; nothing
  // where the clue is not asked any more. `open`: how many candidates are left.
  virtual std::optional<std::vector<Digits>> support(int filter, const std::vector<Digits>& domains,
                                                     int open) = 0;
  virtual bool possible(int filter, const std::vector<Digits>& domains) = 0;
  virtual bool is_hard(int filter) = 0;
};

// The facts that an argument may use: needs in ascending order, and a flag for each filter.
struct Allowed {
  std::vector<int> needs;
  std::vector<bool> rules;
};

struct Position {
  std::vector<Set> near, live;  // what a candidate excludes; the candidates of each need
  std::vector<int> digit;       // of each candidate
  std::vector<Filter> filters;
};

class Facts {
 public:
  Facts(Position position, std::shared_ptr<Work> work);
  Facts(const Facts&) = delete;

  // What a filter makes of the candidates left: those that are lost, and those that must be true.
  struct Answer {
    bool broken = false;  // the rule cannot be kept
    Set gone, forced;
  };
  const Answer& settle(int filter, const Set& alive, Clues& clues);
  // Whether a filter excludes some candidates and makes others true, or cannot be kept.
  bool shows(int filter, const Set& alive, const Set& gone, const Set& forced, Clues& clues);

  std::size_t words() const { return every.words().size(); }
  int count() const { return static_cast<int>(position.near.size()); }
  const Cell& cell_of(int v) const { return cell_[static_cast<std::size_t>(v)]; }
  const std::vector<int>& needs_of(int v) const { return of_[static_cast<std::size_t>(v)]; }

  const Position position;
  const std::shared_ptr<Work> work;
  Set every;
  const std::shared_ptr<const Set> nothing;
  bool busy = false;  // a call from Python is under way

 private:
  struct Hash {
    std::size_t operator()(const std::vector<std::uint64_t>& words) const;
  };
  using Settled = std::unordered_map<std::vector<std::uint64_t>, std::unique_ptr<Answer>, Hash>;

  std::vector<Digits> domains(const Filter& filter, const Set& alive) const;
  bool possible(int filter, const std::vector<Digits>& domains, Clues& clues);

  std::vector<Cell> cell_;  // of each candidate of a filter
  std::vector<std::vector<int>> of_;
  std::vector<Settled> settled_;
  // Of a filter with some digits left: whether there is a way, and the work that this took.
  std::vector<std::unordered_map<std::vector<Digits>, std::pair<bool, std::int64_t>, Hash>> asked_;
  const Answer unknown_;
};

enum class End { need, filter, clash };

// How an assumption fails: a need without a candidate; a filter that cannot be kept (with a true
// candidate that it excludes, if any); a candidate both true and false.
struct Ending {
  End kind;
  int what;
  Set gone;
};

enum class Source { truth, filter, part };

// A true candidate: by a need, or kAssumed, or by filter -2 - reason.
struct Truth {
  int v, reason, level;
};

// Candidates that became false together.
struct Loss {
  Source source;
  int what;
  Set mask;
  int level;
};

class Trail;

// The statements of a trail that its contradiction rests on. An item is a true candidate, or (with
// `loss`) a place among the losses.
struct Proof {
  std::shared_ptr<const Facts> facts;
  struct Item {
    bool loss;
    int item;
    auto operator<=>(const Item&) const = default;
  };
  Ending end;
  std::vector<int> needs, rules;
  std::vector<Item> order;
  std::vector<std::pair<Item, std::pair<Set, Set>>> premises;
  std::pair<Set, Set> last;               // the premises of the end
  std::vector<std::pair<int, Set>> lost;  // the losses that it uses, and what each accounts for
  Set known, settled;                     // what it takes from the argument around it
  std::size_t length = 0;

  std::size_t size() const { return needs.size() + rules.size(); }
};

class Trail {
 public:
  static constexpr int kAssumed = -1;

  // `start` is a candidate that is assumed true, or false; -1: nothing is assumed.
  Trail(std::shared_ptr<Facts> facts, int start, bool on);
  // An assumption inside this one, after what is known here.
  Trail inside(int start) const;

  bool advance(const Allowed* allowed, Clues& clues);  // whether the assumption has failed
  bool run(const Allowed* allowed, Clues& clues);
  void lose(int v, std::shared_ptr<const Proof> part);
  std::shared_ptr<const Proof> trace(Clues& clues) const;  // of a trail that failed

  std::shared_ptr<Facts> facts;
  int start;
  bool on;
  // What the argument around it has shown false and true; the false candidates; the true ones.
  std::shared_ptr<const Set> known, settled;
  Set lost, held;
  int level = 0;
  bool alive = true;
  std::vector<Truth> truths;
  std::vector<Loss> losses;
  std::vector<Ending> ends;
  std::vector<std::shared_ptr<const Proof>> parts;

 private:
  std::vector<int> frontier_;
  Set fresh_;

  Proof trace(const Ending& end, Clues& clues) const;
};

}  // namespace satdoku::trails
