// Unary chains: bidirectional cycles and forcing chains of one branch (producer 21, and an inner
// rule of nested chains).
#pragma once

#include <cstdint>
#include <vector>

#include "../common/budget.hpp"
#include "grid.hpp"
#include "links.hpp"

namespace satdoku::se {

// By what a producer sorts its hints; `order` is the order of generation.
struct UnaryRank {
  double rating = 0;
  std::int32_t complexity = 0;
  std::int32_t key = 0;  // 2 X, 3 Y, 4 XY
  std::uint32_t order = 0;

  bool before(const UnaryRank& o) const {
    if (rating != o.rating) return rating < o.rating;
    if (complexity != o.complexity) return complexity < o.complexity;
    if (key != o.key) return key < o.key;
    return order < o.order;
  }
};

struct UnaryHint {
  UnaryRank rank;
  bool is_cycle = false;

  // The nodes from the end back to the start, with the cause of each. The end of a cycle is its
  // start once more, and the list stops short of the start.
  std::vector<std::uint16_t> nodes;  // 2 * (9 * cell + digit) + sign
  std::vector<Cause> causes;
  std::vector<std::uint16_t> eliminated;  // 9 * cell + digit
};

class UnarySearch {
 public:
  // The hint that Sudoku Explainer's producer puts first. False if there is none. `stale` are the
  // digits whose pencilmarks changed since the last call (at first all).
  bool first(const Grid& g, Mask stale, Budget& budget, UnaryHint& out);

  // All hints in the producer's order, as an inner rule needs them. When `thrifty`, hints are left
  // out whose every elimination also belongs to a hint that comes before.
  void all(const Grid& g, Budget& budget, bool thrifty, std::vector<UnaryHint>& out);

 private:
  struct Pass;
  enum class Goal : std::uint8_t { first, thrifty, all };

  void run_first(const Grid& g, const Pass& p, Budget& budget);
  template <std::size_t W>
  int reach(const Grid& g, const Pass& p, Budget& budget);
  void from_on(const Grid& g, const Pass& p, int s);
  void from_off(const Grid& g, const Pass& p, int s);
  void start_search(int node);
  void spread_off(std::size_t& head);
  bool useful(const UnaryRank& r, std::uint16_t candidate) const;
  bool useful_anywhere(const UnaryRank& r) const;
  bool useful_in_cell(const Grid& g, const UnaryRank& r, int s) const;
  void record_cycle(const Grid& g, const UnaryRank& r, int s, int off, int on);
  void trace(int node, UnaryHint& h) const;
  void keep(UnaryHint&& h);
  bool is_ancestor(int node, int of) const;
  // Only ON nodes store theirs: that of an OFF node follows from its parent.
  Cause cause_of(int node) const {
    if ((node & 1) != 0) return cause_[node];
    return parent_[node] < 0 ? Cause::start
                             : weak_cause(links_.cell[parent_[node] >> 1], links_.cell[node >> 1]);
  }
  std::uint16_t named(int node) const {
    const int i = node >> 1;
    return static_cast<std::uint16_t>(2 * (9 * links_.cell[i] + links_.digit[i]) + (node & 1));
  }

  std::uint16_t candidate(int i) const {
    return static_cast<std::uint16_t>(9 * links_.cell[i] + links_.digit[i]);
  }

  // The links of the pass in hand. An OFF node without a strong link of its own leads nowhere, so
  // the weak links to such nodes are left out; only the conclusion "start OFF" is looked for by
  // itself.
  void collect_strong(const Pass& p);
  void collect_weak(const Pass& p);
  std::vector<std::uint16_t> weak_;
  std::uint32_t weak_start_[730]{};
  Links::StrongLinks strong_[729];
  std::uint32_t near_[729]{};  // stamp: sees the start weakly

  Links links_;
  std::vector<std::uint64_t> sets_;  // reach()
  std::uint16_t cycle_layer_[729];   // where the first cycle of a start may close; 0: nowhere

  CellSet places_[9];  // of each digit
  // The best hint of pass X for each digit.
  bool found_in_[9];
  UnaryHint best_in_[9];

  Goal goal_ = Goal::first;
  bool found_ = false;
  UnaryHint best_;                         // Goal::first
  std::vector<UnaryHint>* out_ = nullptr;  // the other goals
  std::vector<UnaryRank> claimed_;         // Goal::thrifty: the best hint so far for each candidate
  std::vector<std::uint8_t> is_claimed_;

  // The search in hand; stamps make clearing needless.
  std::uint32_t stamp_ = 0;
  std::uint32_t seen_[1458]{}, partner_[729]{};
  std::int16_t parent_[1458]{};
  Cause cause_[1458]{};
  std::vector<std::uint16_t> on_, off_;
};

}  // namespace satdoku::se
