// What the core does in threads, for ThreadSanitizer: built and run by test_sanitizers.py.
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "../../native/common/limits.hpp"
#include "../../native/common/text.hpp"
#include "../../native/se/rate.hpp"
#include "../../native/solver/solver.hpp"

namespace {

using namespace satdoku;

int failures = 0;
void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("not so: %s\n", what);
  failures++;
}

// The loop of for_many (native/common/binding.hpp) and of rate_many.
template <class Work>
void over_all(std::size_t n, Limits& limits, const Work& work) {
  std::atomic<std::size_t> next{0};
  in_threads(limits, 4, [&](Watch& watch) {
    auto search = std::make_unique<Search>();
    se::Rater rater;
    se::Options options;
    options.poll = [&] { return watch.look_at_clock(); };
    for (std::size_t i; !watch.over() && (i = next.fetch_add(1)) < n;)
      work(i, watch, *search, rater, options);
  });
}

}  // namespace

int main() {
  const Kernel& kernel = active_kernel();
  std::vector<std::string> puzzles;
  Limits unlimited;
  Watch alone(unlimited, false);
  for (std::uint64_t seed = 0; seed < 40; seed++) {
    Random random(seed);
    Cells solution{}, givens{};
    random_grid(kernel, random, false, alone, solution.data());
    givens = solution;
    minimise(kernel, random, alone, givens.data());
    puzzles.push_back(write_cells(givens.data()));
  }

  Limits limits;
  limits.deadline = deadline_after(600);
  std::vector<Verdict> verdicts(puzzles.size());
  std::vector<int> tenths(puzzles.size());
  over_all(puzzles.size(), limits, [&](std::size_t i, Watch& watch, Search& search, se::Rater& rater,
                                       const se::Options& options) {
    Witnesses witnesses;
    verdicts[i] = check(active_kernel(), search, {puzzles[i].data()}, watch, 2, &witnesses);
    set_level("baseline");
    Cells cells{};
    read_cells(puzzles[i], cells);
    tenths[i] = se::tenths(rater.rate(cells, options).er);
  });
  for (std::size_t i = 0; i < puzzles.size(); i++)
    expect(verdicts[i] == Verdict::unique && tenths[i] >= 10, "every puzzle is judged and rated");

  Limits failing;
  bool thrown = false;
  try {
    over_all(1000, failing, [](std::size_t i, Watch&, Search&, se::Rater&, const se::Options&) {
      if (i % 7 == 5) throw std::bad_alloc();
    });
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  expect(thrown, "the failure of a thread is thrown by the call");

  static std::atomic<int> asked{0};
  Limits interrupted;
  interrupted.interrupted = [] { return ++asked > 1; };
  const std::string empty(81, '.');
  over_all(4, interrupted, [&](std::size_t, Watch& watch, Search& search, se::Rater&,
                               const se::Options&) {
    count(kernel, search, {empty.data()}, watch, UINT64_MAX);
  });
  expect(interrupted.cancelled && asked > 1, "an interrupt ends all threads");
  if (!failures) std::puts("clean");
  return failures;
}
