// Whips and braids (Denis Berthier): candidates that leave some fact without one, by as few facts
// as possible, and what a puzzle needs of them (docs/whips.md).
//
// Candidates, what they exclude, and facts are numbers and lists as of Nets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "../common/budget.hpp"

namespace satdoku::nets {

enum class Ending : std::uint8_t {
  ok,         // every fact has its candidate
  beyond,     // no braid of any length goes on
  longer,     // no whip goes on, or none of the length allowed
  undecided,  // a limit ran out
  broken,     // some fact has no candidate
};

// What one step concludes: with length 0 that `candidate` is the one of `fact`, else that it is
// false, by a whip or braid of this length.
struct BraidStep {
  int length, candidate, fact;
};

struct BraidPath {
  Ending ending = Ending::ok;
  std::vector<BraidStep> steps;
};

class Braids {
 public:
  Braids(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& facts);

  // The path of singles and the shortest whips (`continuous`) or braids up to `longest`.
  BraidPath path(bool continuous, int longest, Budget& budget);

 private:
  using Words = std::vector<std::uint64_t>;
  struct Node;

  bool is_out(const Words& out, int v) const {
    return (out[static_cast<std::size_t>(v >> 6)] >> (v & 63) & 1) != 0;
  }
  void exclude(Words& out, int candidate) const;
  bool place_singles(BraidPath& path);
  int layers(Words out, int target, int most, Budget& budget) const;
  bool reaches(Node& node, int last, int left, Budget& budget);

  std::vector<std::vector<int>> facts_;
  std::vector<Words> near_;
  std::vector<std::uint64_t> first_, second_;  // of each candidate, to tell sets of them apart
  std::size_t words_;
  Words out_;                 // candidates that are false
  std::vector<bool> solved_;  // facts that have their candidate
  bool continuous_ = false;
};

}  // namespace satdoku::nets
