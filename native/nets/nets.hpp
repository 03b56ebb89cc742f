// Refutations of candidates by unit propagation: alone, and with further candidates refuted under
// the assumption (an argument by cases). searches/small/nets.py describes what they are
// for.
//
// A candidate is a number; `near` lists what it excludes, a fact lists the candidates of which one
// must be true. Nothing here knows of cells or digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satdoku::nets {

struct Refutation {
  int statements;          // what follows one by one until a fact has no candidate, nested ones too
  int candidate;           // that is false
  std::vector<int> facts;  // that the argument uses, ascending
  std::vector<int> cases;  // the candidates refuted inside, in order
};

// Lists of numbers, one behind the other.
class Lists {
 public:
  explicit Lists(const std::vector<std::vector<int>>& lists) {
    for (const auto& list : lists) {
      for (const int v : list) items_.push_back(static_cast<std::int16_t>(v));
      end_.push_back(items_.size());
    }
  }

  std::size_t size() const { return end_.size(); }
  std::span<const std::int16_t> operator[](std::size_t i) const {
    const std::size_t first = i == 0 ? 0 : end_[i - 1];
    return {items_.data() + first, end_[i] - first};
  }

 private:
  std::vector<std::int16_t> items_;
  std::vector<std::size_t> end_;
};

class Nets {
 public:
  Nets(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& facts);

  // The refutations with the fewest statements, at most `kept`, the shortest first: of a candidate
  // the one or two found. Without cases where `depth` is 1. The search ends after about `work`
  // candidates excluded.
  std::vector<Refutation> find(int depth, std::size_t kept, std::uint64_t work);

 private:
  struct State;
  struct Trace;
  struct Part;

  bool assume(State& state, int candidate, std::size_t most = SIZE_MAX);
  bool propagate(State& state, std::size_t most = SIZE_MAX);
  bool exclude(State& state, int candidate, int reason);
  Trace trace(const State& state, const std::vector<Part>& parts, int from);
  std::vector<bool> find_model(const State& start);
  void simplify(const State& state, int split, const std::vector<Part>& parts,
                const std::vector<int>& order, std::vector<int>& used, Refutation& found);
  bool by_cases(State& state, int split, int best, Refutation& found);
  int closing(const State& start, const std::vector<Part>& parts, const std::vector<int>& order,
              Refutation& found, std::vector<int>& used);
  Refutation replay(int candidate, const std::vector<int>& cases, const State& start);
  void shorten(Refutation& found, const State& every);
  bool excludes(int a, int b) const {
    return (matrix_[static_cast<std::size_t>(a) * words_ + static_cast<std::size_t>(b >> 6)] >>
                (b & 63) &
            1) != 0;
  }

  Lists near_, facts_, needs_;  // `needs_`: the facts that a candidate is of
  std::vector<std::uint64_t> matrix_;
  std::size_t words_;
  std::uint64_t spent_ = 0, most_ = 0;
};

}  // namespace satdoku::nets
