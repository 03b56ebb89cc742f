#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <climits>

#include "../common/binding.hpp"
#include "unavoidable.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::unavoidable {
namespace {

using namespace satdoku::binding;

void check_cells(const Board& board) {
  std::size_t cells = board.digits.size();
  if (cells == 0 || cells > satdoku::unavoidable::kMaxCells)
    throw nb::value_error("a board has 1 to 1024 cells");
  for (int digit : board.digits)
    if (digit < 0 || digit >= board.digit_count)
      throw nb::value_error("a digit's index is below the number of digits");
  for (const auto& group : board.groups) {
    std::vector<bool> seen(cells);
    for (int cell : group) {
      if (cell < 0 || static_cast<std::size_t>(cell) >= cells)
        throw nb::value_error("a group holds a cell that the board has not");
      if (seen[static_cast<std::size_t>(cell)]) throw nb::value_error("a group holds a cell twice");
      seen[static_cast<std::size_t>(cell)] = true;
    }
  }
  for (const auto& partition : board.partitions) {
    if (partition.size() != cells) throw nb::value_error("a partition numbers every cell");
    for (int part : partition)
      if (part < 0 || static_cast<std::size_t>(part) >= cells)
        throw nb::value_error("a part's number is below the number of cells");
  }
}

nb::tuple unavoidable_sets(std::vector<int> digits, nb::handle digit_count,
                           std::vector<std::vector<int>> groups,
                           std::vector<std::vector<int>> partitions, nb::handle size,
                           nb::handle most, nb::handle seconds) {
  Board board{std::move(digits), static_cast<int>(whole(digit_count, "digit_count", 1, kMaxDigits)),
              std::move(groups), std::move(partitions)};
  check_cells(board);
  const int largest = static_cast<int>(whole(size, "size", 0, INT_MAX));
  const std::uint64_t sets = bound64(most, "most");
  Limits limits;
  set_limits(limits, nb::int_(0), seconds);
  Found found;
  {
    const nb::gil_scoped_release release;
    Watch watch(limits, true);
    found =
        satdoku::unavoidable::search(board, largest, sets, [&] { return watch.look_at_clock(); });
  }
  raise_if_interrupted();
  return nb::make_tuple(found.sets, found.finished, found.nodes);
}

}  // namespace
}  // namespace satdoku::unavoidable

void bind_unavoidable(nb::module_& m) {
  using namespace satdoku::unavoidable;
  m.def("unavoidable_sets", &unavoidable_sets, "digits"_a, "digit_count"_a, "groups"_a,
        "partitions"_a, "size"_a, "most"_a = 1000000, "seconds"_a = 0.0,
        "The minimal unavoidable sets of a solution grid, up to a size.");
}
