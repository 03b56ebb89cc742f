// Chains with several branches: Nishio, cell and region chains (static), and dynamic chains with
// their levels (producers 23 to 30).
//
// A propagation starts from one assumed node and derives everything it can, first derivation first.
// A hint compares the propagations of several starts: it is a clash inside one, or a node that all
// share.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../common/budget.hpp"
#include "grid.hpp"
#include "links.hpp"
#include "step.hpp"
#include "unary.hpp"

namespace satdoku::se {

struct InnerStep;

// All ancestors of one end, breadth first; the end comes first.
struct Ancestry {
  struct Node {
    std::uint16_t node;  // 2 * (9 * cell + digit) + sign
    Cause cause;
    std::uint16_t made;     // when the propagation made it: parents have smaller numbers
    std::uint32_t parents;  // the first of its parents in `parent_made`
    std::uint16_t parent_count;
    std::shared_ptr<const InnerStep> inner;  // for Cause::advanced
  };
  std::vector<Node> nodes;
  std::vector<std::uint16_t> parent_made;
};

// A hint that an advanced rule gave in the middle of a propagation; nodes rest on it.
struct InnerStep {
  Technique technique{};
  bool dynamic = false;
  std::uint8_t level = 0;
  // Of a nested chain; 0 for locking, pairs and X-wing, which add nothing to the complexity.
  std::int32_t complexity = 0;
  std::int32_t place = -1;                // candidate, for chains that end in ON
  std::vector<std::uint16_t> eliminated;  // candidates
  // Locking, pairs, X-wing.
  std::vector<std::uint8_t> houses, cells;
  Mask digits = 0;
  // Chains.
  int cell = -1, house = -1, digit = -1;  // what a cell or region chain branches over
  bool is_cycle = false;
  std::vector<Ancestry> ends;
  // Two nested chains are the same when these lists are equal.
  std::vector<std::uint16_t> identity;
};

// A cycle (end, end of the reversed cycle) or chain found by UnarySearch in the same form.
std::vector<Ancestry> unary_ends(const UnaryHint& h);
Technique unary_technique(const UnaryHint& h);
void describe_unary(const UnaryHint& h, Step& step, bool full);

void set_identity(InnerStep& s);
void describe_inner(const InnerStep& s, Step& step);

class ChainSearch {
 public:
  enum class Mode : std::uint8_t { nishio, fixed, dynamic };  // fixed: "static" is a C++ keyword

  // Starts work on a position. The grid must stay unchanged until the next call: what one level has
  // propagated, the next continues.
  void begin(const Grid& g);

  // The hint that Sudoku Explainer's producer puts first. False if there is none. Nishio, where the
  // digits have nothing to do with each other, looks at those of the mask.
  bool first(Mode mode, int level, Mask digits, Budget& budget, Step& step, bool full);

  // Each conclusion of the producer once, by its easiest hint, easiest first.
  void each(Mode mode, int level, Budget& budget, std::vector<Step>& out);

 private:
  enum class Goal : std::uint8_t { first, thrifty, all };
  enum class Kind : std::uint8_t { contradiction, twofold, cell, region };

  struct Node {
    std::uint32_t parents;  // the first of its parents in Propagation::parents
    std::uint16_t node;     // 2 * number + sign
    std::uint16_t count;    // distinct ancestors, itself included
    std::int16_t inner;     // index into Propagation::inner, or -1
    std::uint16_t parent_count;
    Cause cause;
    bool nested;  // rests on a nested chain
  };

  struct Propagation {
    bool made = false;
    bool cut = false;  // stopped early because nothing further could matter
    bool clash = false;
    std::uint16_t clash_on = 0, clash_off = 0;
    std::vector<Node> nodes;  // in order of insertion; after a clash the last one is in no set
    std::vector<std::uint16_t> parents;
    std::vector<std::uint16_t> index;    // node -> its place in `nodes` + 1, or 0
    std::vector<std::uint64_t> on, off;  // the sets, by candidate number
    std::vector<std::shared_ptr<const InnerStep>> inner;
    // Sizes when all rules of a level had run dry: where a higher level continues.
    struct Mark {
      std::int32_t nodes = -1;
      std::uint32_t parents = 0, inner = 0;
    };
    Mark dry[6];
  };

  struct Hint {
    std::int32_t complexity;
    std::int32_t key;  // twofold 1, cell 5, region 6, contradiction 7
    std::uint32_t order;
    Kind kind;
    std::uint16_t start;  // candidate number (contradiction, twofold)
    std::uint16_t node;   // the conclusion: 2 * number + sign
    std::uint8_t where;   // cell or house

    bool before(const Hint& o) const {
      if (complexity != o.complexity) return complexity < o.complexity;
      if (key != o.key) return key < o.key;
      return order < o.order;
    }
  };

  struct End {
    const Propagation* p;
    int at;             // place in nodes
    Cause start_cause;  // a cell or region chain gives its starts a cause
  };

  void run(Mode mode, int level, Mask digits, Goal goal, Budget& budget);
  void all(Mode mode, int level, Goal goal, Budget& budget, std::vector<Hint>& out);

  // Propagation (propagate.cpp).
  const Propagation& propagation(int start, bool on);
  void propagate_fixed(Propagation& p, int start);
  void propagate_dynamic(Propagation& p, int start, int level);
  void reset(Propagation& p, int start);
  bool resume(Propagation& p, int level, int& rules_done);
  void flow(Propagation& p);
  bool derive_off(Propagation& p, int parent, int number, Cause cause);
  bool derive_on(Propagation& p, int parent, int number, Cause cause, Mask hidden, int house,
                 int cell);
  int insert(Propagation& p, int node, Cause cause, int inner, const std::uint16_t* parents,
             std::size_t n, bool in_set);
  void count_again(Propagation& p);

  // Advanced rules (advanced.cpp).
  bool advance(Propagation& p, int level, int rules_done);
  bool advance_basic(Propagation& p, int rule);
  bool advance_unary(Propagation& p);
  bool advance_multiple(Propagation& p, Mode mode, int level);
  bool imply(Propagation& p, const std::shared_ptr<const InnerStep>& step);
  bool all_known(const Propagation& p, const std::vector<std::uint16_t>& eliminated) const;
  void parents_of(const std::vector<Ancestry>& ends);

  // Hints (multiple.cpp).
  void offer(Kind kind, int where, int start, int node, int flat);
  bool worth(const Hint& h) const;
  void join(Kind kind, int where, int start, const Propagation* const* branch, std::size_t n);
  void ends(const Hint& h, std::vector<End>& out) const;
  int nested_complexity(const Hint& h);
  Ancestry ancestry(const End& e) const;
  std::vector<std::uint16_t> eliminations(const Hint& h) const;
  void describe(const Hint& h, Step& step, bool full) const;
  Technique technique(const Hint& h) const;
  std::shared_ptr<InnerStep> as_inner(const Hint& h) const;

  const Grid* grid_ = nullptr;
  Budget* budget_ = nullptr;
  Links links_;
  Mode mode_ = Mode::fixed;
  int level_ = 0;
  Goal goal_ = Goal::first;
  std::vector<Propagation> memo_;  // by node
  std::size_t words_ = 0;

  bool found_ = false;
  Hint best_{};
  std::vector<Hint>* out_ = nullptr;
  std::vector<Hint> claimed_;  // Goal::thrifty: the best hint for each candidate
  std::vector<std::uint8_t> is_claimed_;
  std::uint32_t order_ = 0;

  // The propagation in hand.
  Grid now_{};                            // pencilmarks without the OFF nodes that were taken
  std::vector<std::uint64_t> ancestors_;  // per node, without the node itself
  std::size_t ancestor_words_ = 0;
  bool signed_ = false;  // ancestors by node rather than by candidate
  std::vector<std::uint16_t> pending_on_, pending_off_;
  std::size_t on_head_ = 0, off_head_ = 0;
  int bound_ = 0;                       // nodes with a larger count end nothing useful
  int promising_ = 0;                   // pending nodes below the bound
  std::vector<std::uint16_t> support_;  // parents of the advanced implication in hand
  std::vector<std::uint16_t> walk_;
  mutable std::vector<std::uint32_t> visited_;
  mutable std::uint32_t visit_ = 0;

  UnarySearch unary_;
  std::unique_ptr<ChainSearch> child_;
  std::vector<UnaryHint> unary_hints_;
};

}  // namespace satdoku::se
