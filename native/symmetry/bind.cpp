#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "../common/binding.hpp"
#include "canonical.hpp"

namespace nb = nanobind;

namespace satdoku::symmetry {
namespace {

using namespace satdoku::binding;

nb::tuple tuple_of(const std::array<std::uint8_t, 9>& lines) {
  return nb::make_tuple(lines[0], lines[1], lines[2], lines[3], lines[4], lines[5], lines[6],
                        lines[7], lines[8]);
}

nb::tuple canonical_form(const nb::bytes& cells) {
  if (cells.size() != 81) {
    throw nb::value_error("a 9x9 puzzle has 81 cells");
  }
  Cells source{};
  std::memcpy(source.data(), cells.data(), source.size());
  if (std::any_of(source.begin(), source.end(), [](auto digit) { return digit > 9; })) {
    throw nb::value_error("a cell is 0 to 9");
  }
  if (!is_sound(source)) {
    throw nb::value_error("the puzzle repeats a digit in a house");
  }
  Canonicalizer canonicalizer;
  const Canonical found = canonicalizer.run(source);
  return nb::make_tuple(nb::bytes(found.image.data(), found.image.size()), found.transpose,
                        tuple_of(found.rows), tuple_of(found.columns), found.automorphisms);
}

nb::bytes canonical_forms(const nb::bytes& lines, nb::handle threads) {
  if (lines.size() % 81 != 0) {
    throw nb::value_error("a 9x9 puzzle has 81 characters");
  }
  const std::size_t count = lines.size() / 81;
  const std::string_view text(lines.c_str(), lines.size());
  std::string answer(lines.size(), '\0');  // what is not answered stays so
  Limits limits;
  limits.interrupted = signal_waits;
  for_many<Canonicalizer>(
      count, limits, threads_of(threads), [&](std::size_t index, Canonicalizer& own, Watch&) {
        Cells source{};
        if (!read_cells(text.substr(index * 81, 81), source) || !is_sound(source)) return;
        answer.replace(index * 81, 81, write_cells(own.run(source).image.data()));
      });
  return nb::bytes(answer.data(), std::min(answer.find('\0'), answer.size()));
}

}  // namespace
}  // namespace satdoku::symmetry

void bind_symmetry(nb::module_& m) {
  using namespace satdoku::symmetry;
  m.def("canonical_form", &canonical_form, nb::arg("cells"),
        "One 9x9 (81 bytes, 0 for an empty cell) to (image, transpose, source rows, source "
        "columns, automorphisms).");
  m.def("canonical_forms", &canonical_forms, nb::arg("lines"), nb::arg("threads") = 1,
        "Many 9x9 (81 characters each, no line ends) to their canonical forms, up to the first "
        "that cannot be read or is faulty.");
}
