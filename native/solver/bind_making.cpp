// Random grids and minimal puzzles.
#include "bind.hpp"

namespace satdoku {
namespace {

using namespace satdoku::binding;

nb::object random_grid_of(nb::handle seed, bool uniform) {
  const std::uint64_t start = whole64(seed, "seed");
  Limits limits;
  limits.interrupted = signal_waits;
  std::uint8_t grid[81];
  bool done;
  {
    nb::gil_scoped_release release;
    Random random(start);
    Watch watch(limits, true);
    done = random_grid(active_kernel(), random, uniform, watch, grid);
  }
  raise_if_interrupted();
  if (!done) throw nb::value_error("interrupted");
  return grid_text(grid);
}

nb::object minimal_puzzle(nb::handle seed, nb::handle start, bool uniform) {
  const std::uint64_t from = whole64(seed, "seed");
  Limits limits;
  limits.interrupted = signal_waits;
  std::uint8_t solution[81], givens[81];
  bool done = true;
  const Kernel& kernel = active_kernel();
  std::unique_ptr<OnePuzzle> given;
  if (!start.is_none()) {
    given = std::make_unique<OnePuzzle>(start);
    if (!given->puzzle.text) throw nb::value_error("start must be 81 characters or digits");
  }
  Verdict verdict = Verdict::unique;
  {
    nb::gil_scoped_release release;
    Random random(from);
    Watch watch(limits, true);
    if (given) {
      Search search;
      Witnesses witnesses;
      verdict = check(kernel, search, given->puzzle, watch, 2, &witnesses);
      if (verdict == Verdict::unique) {
        std::memcpy(solution, witnesses.grid[0], 81);
        for (int c = 0; c < 81; c++) {
          char ch = given->text[c];
          givens[c] = ch >= '1' && ch <= '9' ? solution[c] : 0;
        }
      }
    } else {
      done = random_grid(kernel, random, uniform, watch, solution);
      if (done) std::memcpy(givens, solution, 81);
    }
    if (done && verdict == Verdict::unique) done = minimise(kernel, random, watch, givens);
  }
  raise_if_interrupted();
  if (verdict != Verdict::unique)
    throw nb::value_error(
        (std::string("start must have one solution; it is ") + kWords[static_cast<int>(verdict)])
            .c_str());
  if (!done) throw nb::value_error("interrupted");
  return grid_text(givens);
}

}  // namespace
}  // namespace satdoku

void bind_making(nb::module_& module) {
  using namespace satdoku;
  module.def("random_grid", random_grid_of, "seed"_a, "uniform"_a = true,
             "A full grid; every grid equally likely if uniform.");
  module.def("minimal_puzzle", minimal_puzzle, "seed"_a, "start"_a = nb::none(), "uniform"_a = true,
             "A puzzle with one solution that loses it without any one of its givens.");
}
