// The core for a browser: what a Web Worker calls, over one block of memory; no Python here.
//
// A caller writes 81 characters to input(), calls a question and reads the answer from output().
// There are no exceptions in this build: a rating whose node limit runs out is a trap, which the
// caller takes for "undecided" and starts a new instance after (docs/browser/README.md).

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../se/rate.hpp"
#include "../solver/solver.hpp"

using namespace satdoku;

namespace {

char text[81];

union {
  std::uint8_t grids[2][81];
  std::uint32_t counts[729];
  double scale[10];
  std::uint64_t found;
} answer;

Search search;
const char* hardest_id = "";

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// What a throw calls where there are no exceptions.
extern "C" void* __cxa_allocate_exception(std::size_t) { std::abort(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

EXPORT(input) char* input() { return text; }
EXPORT(output) void* output() { return &answer; }

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

// The status (rate.hpp); ER, EP and ED, and 1 where naked and hidden singles alone solve it. Then
// what names the first step of the highest rating, beside hardest(): its rating in tenths, variant,
// number of cells and of branches, 1 where it is dynamic, and its level.
EXPORT(rate) int rate_input(std::uint32_t nodes) {
  static se::Rater rater;
  Cells cells{};
  if (!read_cells({text, sizeof text}, cells)) return static_cast<int>(se::Status::invalid);
  se::Options options;
  options.nodes = nodes;
  options.full = true;
  double best = -1;
  std::memset(&answer, 0, sizeof answer);
  options.on_step = [&best](const se::Grid&, const se::Step& step) {
    if (step.rating > best) {
      best = step.rating;
      hardest_id = se::technique_id(step.technique);
      const double found[] = {static_cast<double>(se::tenths(step.rating)),
                              static_cast<double>(step.variant),
                              static_cast<double>(step.cells.size()),
                              static_cast<double>(step.branches.size()),
                              step.dynamic ? 1.0 : 0.0,
                              static_cast<double>(step.level)};
      std::memcpy(answer.scale + 4, found, sizeof found);
    }
    return true;
  };
  const se::Rating rating = rater.rate(cells, options);
  answer.scale[0] = rating.er;
  answer.scale[1] = rating.ep;
  answer.scale[2] = rating.ed;
  se::Grid grid;
  answer.scale[3] = grid.from_values(cells) && se::by_singles(grid) ? 1 : 0;
  return static_cast<int>(rating.status);
}

// What the kernel calls the technique of that step, ended by a zero.
EXPORT(hardest) const char* hardest() { return hardest_id; }
