#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <vector>

#include "../common/binding.hpp"
#include "generate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::generate {
namespace {

using namespace satdoku::binding;

nb::object answer(const Made& made) {
  if (made.outcome != Outcome::made) return nb::none();
  return nb::make_tuple(write_cells(made.givens.data()), write_cells(made.solution.data()));
}

nb::tuple make_puzzles(nb::handle seed, nb::handle first, nb::handle count, nb::handle orbits,
                       nb::handle clues, bool strict, bool uniform, nb::handle grid,
                       nb::handle keep, nb::handle attempts, nb::handle seconds) {
  const std::uint64_t run = whole64(seed, "seed"), start = whole64(first, "first");
  const std::uint64_t wanted = whole64(count, "count");
  Wish wish;
  wish.clues = static_cast<int>(whole(clues, "clues", 0, 81));
  wish.strict = strict;
  wish.uniform = uniform;
  wish.attempts = static_cast<std::uint32_t>(whole(attempts, "attempts", 1, UINT32_MAX));
  for (std::size_t c = 0; c < 81; c++) wish.orbit[c] = static_cast<std::uint8_t>(c);
  if (!orbits.is_none()) {
    std::string_view given;
    if (PyUnicode_Check(orbits.ptr()) || !text_view(orbits, given))
      throw nb::type_error("orbits must be bytes");
    if (given.size() != 81) throw nb::value_error("orbits must be 81 bytes");
    wish.orbits = 0;
    for (std::size_t c = 0; c < 81; c++) {
      wish.orbit[c] = static_cast<std::uint8_t>(given[c]);
      if (wish.orbit[c] > 80) throw nb::value_error("an orbit is a number from 0 to 80");
      wish.orbits = std::max(wish.orbits, wish.orbit[c] + 1);
    }
  }
  if (!grid.is_none()) {
    wish.grid = cells_of(grid, "grid");
    wish.has_grid = true;
  }
  if (!keep.is_none()) {
    wish.keep = cells_of(keep, "keep");
    wish.has_keep = true;
  }
  Limits limits;
  set_limits(limits, nb::int_(0), seconds);
  std::vector<Made> made;
  {
    nb::gil_scoped_release release;
    const Kernel& kernel = active_kernel();
    Watch watch(limits, true);
    for (std::uint64_t i = 0; i < wanted && !watch.over(); i++) {
      made.push_back(make_puzzle(kernel, wish, child_seed(run, start + i), watch));
      if (made.back().outcome == Outcome::cut) {
        made.pop_back();
        break;
      }
    }
  }
  raise_if_interrupted();
  nb::list out;
  std::uint64_t tried = 0;
  for (const Made& one : made) {
    out.append(answer(one));
    tried += one.attempts;
  }
  return nb::make_tuple(out, tried);
}

nb::tuple fill_mask_of(nb::handle seed, nb::handle pattern, nb::handle keep, bool strict,
                       nb::handle steps, nb::handle seconds) {
  const std::uint64_t from = whole64(seed, "seed");
  std::string_view mask;
  if (!text_view(pattern, mask)) throw nb::type_error("mask must be str or bytes");
  if (mask.size() != 81) throw nb::value_error("mask must be 81 characters");
  MaskWish wish;
  for (std::size_t c = 0; c < 81; c++) wish.mask[c] = mask[c] != '.';
  if (!keep.is_none()) wish.keep = cells_of(keep, "keep");
  for (std::size_t c = 0; c < 81; c++)
    if (wish.keep[c] && !wish.mask[c]) throw nb::value_error("keep names a cell off the mask");
  wish.strict = strict;
  wish.steps = static_cast<std::uint32_t>(whole(steps, "steps", 0, UINT32_MAX));
  Limits limits;
  set_limits(limits, nb::int_(0), seconds);
  Made made;
  {
    nb::gil_scoped_release release;
    Watch watch(limits, true);
    made = fill_mask(active_kernel(), wish, from, watch);
  }
  raise_if_interrupted();
  return nb::make_tuple(answer(made), made.attempts, made.outcome == Outcome::cut);
}

nb::tuple shuffled(nb::handle a, nb::handle b, nb::handle c, nb::handle d, nb::list items) {
  const Random::State words{whole64(a, "a"), whole64(b, "b"), whole64(c, "c"), whole64(d, "d")};
  if (words == Random::State{}) throw nb::value_error("a, b, c and d must not all be 0");
  Random random(words);
  std::vector<nb::object> order;
  for (nb::handle item : items) order.push_back(nb::borrow(item));
  if (order.size() > UINT32_MAX) throw nb::value_error("there are more than 2^32 - 1 items");
  random.shuffle(order.data(), static_cast<std::uint32_t>(order.size()));
  nb::list mixed;
  for (const nb::object& item : order) mixed.append(item);
  const Random::State& state = random.state();
  return nb::make_tuple(mixed, nb::make_tuple(state[0], state[1], state[2], state[3]));
}

}  // namespace
}  // namespace satdoku::generate

void bind_generate(nb::module_& module) {
  using namespace satdoku::generate;
  module.def(
      "child_seed",
      [](nb::handle seed, nb::handle index) {
        return child_seed(whole64(seed, "seed"), whole64(index, "index"));
      },
      "seed"_a, "index"_a, "The seed of one puzzle of a run.");
  module.def("shuffled", shuffled, "a"_a, "b"_a, "c"_a, "d"_a, "items"_a,
             "(items in random order, the next state) for a state of four words.");
  module.def("make_puzzles", make_puzzles, "seed"_a, "first"_a, "count"_a, "orbits"_a = nb::none(),
             "clues"_a = 0, "strict"_a = true, "uniform"_a = false, "grid"_a = nb::none(),
             "keep"_a = nb::none(), "attempts"_a = 1, "seconds"_a = 0.0,
             "([(puzzle, solution) or None], attempts made) for consecutive numbers of a run.");
  module.def("fill_mask", fill_mask_of, "seed"_a, "mask"_a, "keep"_a = nb::none(),
             "strict"_a = false, "steps"_a = 100000, "seconds"_a = 0.0,
             "((puzzle, solution) or None, steps made, whether a limit cut it).");
}
