// Python's view of the narrowing of relations.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "../common/binding.hpp"
#include "narrowing.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace satdoku::binding;
using namespace satdoku::narrowing;

namespace {

std::tuple<bool, bool, std::vector<Mask>, std::vector<std::vector<int>>> narrow_program(
    const std::vector<std::int64_t>& program, nb::handle work, nb::handle solutions) {
  const std::uint64_t most = bound64(work, "work");
  const auto wanted = static_cast<std::size_t>(whole(solutions, "solutions", 0, 1'000'000));
  Found found;
  {
    const nb::gil_scoped_release release;
    found = narrow(program, most, wanted);
  }
  return {found.possible, found.exhausted, std::move(found.masks), std::move(found.solutions)};
}

}  // namespace

void bind_narrowing(nb::module_& m) {
  m.def("narrow", &narrow_program, "program"_a, "work"_a, "solutions"_a,
        "(possible, exhausted, masks of the cells, solutions) of the relations of a program, as "
        "satdoku/encodings/program.py writes it; ends after so much work or so many solutions");
}
