#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "generate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace satdoku;
using namespace satdoku::generate;

bool signal_waits() {
  nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

void set_limits(Limits& limits, double seconds) {
  if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 (no limit) or more");
  if (seconds > 0 && seconds < 1e9)
    limits.deadline = steady_nanoseconds() + static_cast<std::int64_t>(seconds * 1e9) + 1;
  limits.interrupted = signal_waits;
}

Cells digits_of(const std::string& text, const char* name) {
  if (text.size() != 81) throw nb::value_error((std::string(name) + " must be 81 characters").c_str());
  Cells cells{};
  for (std::size_t c = 0; c < 81; c++) {
    char ch = text[c];
    if (ch >= '1' && ch <= '9') cells[c] = static_cast<std::uint8_t>(ch - '0');
    else if (ch != '.' && ch != '0')
      throw nb::value_error((std::string(name) + " is written with 1-9 and . only").c_str());
  }
  return cells;
}

nb::str text_of(const Cells& cells) {
  char text[81];
  for (std::size_t c = 0; c < 81; c++) text[c] = cells[c] ? static_cast<char>('0' + cells[c]) : '.';
  return nb::str(text, 81);
}

nb::object answer(const Made& made) {
  if (made.outcome != Outcome::made) return nb::none();
  return nb::make_tuple(text_of(made.givens), text_of(made.solution));
}

nb::tuple make_puzzles(std::uint64_t seed, std::uint64_t first, std::size_t count, nb::object orbits,
                       int clues, bool strict, bool uniform, nb::object grid, nb::object keep,
                       std::uint32_t attempts, double seconds) {
  if (clues < 0 || clues > 81) throw nb::value_error("clues is 0 to 81");
  if (!attempts) throw nb::value_error("attempts is at least 1");
  Wish wish;
  wish.clues = clues;
  wish.strict = strict;
  wish.uniform = uniform;
  wish.attempts = attempts;
  for (std::size_t c = 0; c < 81; c++) wish.orbit[c] = static_cast<std::uint8_t>(c);
  if (!orbits.is_none()) {
    nb::bytes given = nb::cast<nb::bytes>(orbits);
    if (given.size() != 81) throw nb::value_error("orbits must be 81 bytes");
    wish.orbits = 0;
    for (std::size_t c = 0; c < 81; c++) {
      wish.orbit[c] = static_cast<std::uint8_t>(given.c_str()[c]);
      if (wish.orbit[c] > 80) throw nb::value_error("an orbit is a number from 0 to 80");
      wish.orbits = std::max(wish.orbits, wish.orbit[c] + 1);
    }
  }
  if (!grid.is_none()) {
    wish.grid = digits_of(nb::cast<std::string>(grid), "grid");
    wish.has_grid = true;
  }
  if (!keep.is_none()) {
    wish.keep = digits_of(nb::cast<std::string>(keep), "keep");
    wish.has_keep = true;
  }
  Limits limits;
  set_limits(limits, seconds);
  std::vector<Made> made;
  {
    nb::gil_scoped_release release;
    const Kernel& kernel = active_kernel();
    Watch watch(limits, true);
    for (std::size_t i = 0; i < count && !watch.over(); i++) {
      made.push_back(make_puzzle(kernel, wish, child_seed(seed, first + i), watch));
      if (made.back().outcome == Outcome::cut) {
        made.pop_back();
        break;
      }
    }
  }
  if (PyErr_Occurred()) throw nb::python_error();
  nb::list out;
  std::uint64_t tried = 0;
  for (const Made& one : made) {
    out.append(answer(one));
    tried += one.attempts;
  }
  return nb::make_tuple(out, tried);
}

nb::tuple fill_mask_of(std::uint64_t seed, const std::string& mask, nb::object keep, bool strict,
                       std::uint32_t steps, double seconds) {
  if (mask.size() != 81) throw nb::value_error("mask must be 81 characters");
  MaskWish wish;
  for (std::size_t c = 0; c < 81; c++) wish.mask[c] = mask[c] != '.';
  if (!keep.is_none()) wish.keep = digits_of(nb::cast<std::string>(keep), "keep");
  for (std::size_t c = 0; c < 81; c++)
    if (wish.keep[c] && !wish.mask[c]) throw nb::value_error("keep names a cell off the mask");
  wish.strict = strict;
  wish.steps = steps;
  Limits limits;
  set_limits(limits, seconds);
  Made made;
  {
    nb::gil_scoped_release release;
    Watch watch(limits, true);
    made = fill_mask(active_kernel(), wish, seed, watch);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return nb::make_tuple(answer(made), made.attempts, made.outcome == Outcome::cut);
}

}  // namespace

void bind_generate(nb::module_& module) {
  module.def("child_seed", &child_seed, "seed"_a, "index"_a, "The seed of one puzzle of a run.");
  module.def("make_puzzles", make_puzzles, "seed"_a, "first"_a, "count"_a, "orbits"_a = nb::none(),
             "clues"_a = 0, "strict"_a = true, "uniform"_a = false, "grid"_a = nb::none(),
             "keep"_a = nb::none(), "attempts"_a = 1, "seconds"_a = 0.0,
             "([(puzzle, solution) or None], attempts made) for consecutive numbers of a run.");
  module.def("fill_mask", fill_mask_of, "seed"_a, "mask"_a, "keep"_a = nb::none(),
             "strict"_a = false, "steps"_a = 100000, "seconds"_a = 0.0,
             "((puzzle, solution) or None, steps made, whether a limit cut it).");
}
