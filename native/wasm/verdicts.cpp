// The core for a browser: what a Web Worker calls about classic boards (docs/browser/README.md).

#include <cstring>

#include "../solver/solver.hpp"
#include "shared.hpp"

using namespace satdoku;

namespace {
Search search;
}  // namespace

// The verdict (solver.hpp); up to two solutions as 81 digits each.
EXPORT(check) int check_input(double seconds) {
  Limits limits;
  limits.deadline = deadline_after(seconds);
  Watch watch(limits, false);
  Witnesses witnesses;
  std::memset(&answer, 0, sizeof answer);
  const Verdict verdict = check(active_kernel(), search, {text, nullptr}, watch, 2, &witnesses);
  std::memcpy(answer.grids, witnesses.grid,
              sizeof answer.grids[0] * static_cast<std::size_t>(witnesses.found));
  return static_cast<int>(verdict);
}

// 9 * cell + digit - 1: solutions with that candidate, up to `cap`. The verdict, plus 16 where a
// limit cut it short.
EXPORT(candidates) int candidates_of_input(std::uint32_t cap, double seconds) {
  Limits limits;
  limits.deadline = deadline_after(seconds);
  Watch watch(limits, false);
  const TrueCandidates result =
      true_candidates(active_kernel(), search, {text, nullptr}, watch, cap, answer.counts);
  return static_cast<int>(result.verdict) + (result.complete ? 0 : 16);
}

// Solutions found, up to `limit`. The verdict, plus 16 where these may not be all.
EXPORT(count) int count_input(double limit, double seconds) {
  Limits limits;
  limits.deadline = deadline_after(seconds);
  Watch watch(limits, false);
  const Count result =
      count(active_kernel(), search, {text, nullptr}, watch, static_cast<std::uint64_t>(limit));
  answer.found = result.found;
  return static_cast<int>(result.verdict) + (result.exact ? 0 : 16);
}
