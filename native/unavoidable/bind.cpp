#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "unavoidable.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using satdoku::unavoidable::Board;
using satdoku::unavoidable::Found;

void check_cells(const Board& board) {
  std::size_t cells = board.digits.size();
  if (cells == 0 || cells > satdoku::unavoidable::kMaxCells)
    throw nb::value_error("a board has 1 to 1024 cells");
  if (board.digit_count < 1 || board.digit_count > satdoku::unavoidable::kMaxDigits)
    throw nb::value_error("a board has 1 to 64 digits");
  for (int digit : board.digits)
    if (digit < 0 || digit >= board.digit_count)
      throw nb::value_error("a digit's index is below the number of digits");
  for (const auto& group : board.groups)
    for (int cell : group)
      if (cell < 0 || static_cast<std::size_t>(cell) >= cells)
        throw nb::value_error("a group holds a cell that the board has not");
  for (const auto& partition : board.partitions) {
    if (partition.size() != cells) throw nb::value_error("a partition numbers every cell");
    for (int part : partition)
      if (part < 0 || static_cast<std::size_t>(part) >= cells)
        throw nb::value_error("a part's number is below the number of cells");
  }
}

nb::tuple unavoidable_sets(std::vector<int> digits, int digit_count,
                           std::vector<std::vector<int>> groups,
                           std::vector<std::vector<int>> partitions, int size, std::size_t most,
                           double seconds) {
  if (!(seconds >= 0)) throw nb::value_error("seconds must be 0 (no limit) or more");
  if (size < 0) throw nb::value_error("size is 0 or more");
  Board board{std::move(digits), digit_count, std::move(groups), std::move(partitions)};
  check_cells(board);
  using Clock = std::chrono::steady_clock;
  auto started = Clock::now();
  bool interrupted = false;
  Found found;
  {
    nb::gil_scoped_release release;
    found = satdoku::unavoidable::search(board, size, most, [&] {
      if (seconds > 0 &&
          std::chrono::duration<double>(Clock::now() - started).count() >= seconds)
        return true;
      nb::gil_scoped_acquire acquire;
      interrupted = PyErr_CheckSignals() != 0;
      return interrupted;
    });
  }
  if (interrupted) throw nb::python_error();
  return nb::make_tuple(found.sets, found.finished, found.nodes);
}

}  // namespace

void bind_unavoidable(nb::module_& m) {
  m.def("unavoidable_sets", &unavoidable_sets, "digits"_a, "digit_count"_a, "groups"_a,
        "partitions"_a, "size"_a, "most"_a = 1000000, "seconds"_a = 0.0,
        "The minimal unavoidable sets of a solution grid, up to a size.");
}
