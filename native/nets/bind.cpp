// Python functions of the nets: bind_nets(m) adds them to a module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "../common/binding.hpp"
#include "nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace satdoku::binding;
using satdoku::nets::Nets;
using satdoku::nets::Refutation;

nb::list net_refutations(std::vector<std::vector<int>> near, std::vector<std::vector<int>> facts,
                         nb::handle depth, nb::handle kept, nb::handle work) {
  const int count = static_cast<int>(near.size());
  for (const auto* lists : {&near, &facts})
    for (const auto& list : *lists)
      for (const int v : list)
        if (v < 0 || v >= count) throw nb::value_error("a candidate is a place in near");
  if (count > INT16_MAX || facts.size() > INT16_MAX)
    throw nb::value_error("near and facts have at most 32767 members");
  const int levels = static_cast<int>(whole(depth, "depth", 1, 2));
  const auto most = static_cast<std::size_t>(whole(kept, "kept", 0, 1 << 20));
  const std::uint64_t bound = bound64(work, "work");
  std::vector<Refutation> found;
  {
    const nb::gil_scoped_release release;
    found = Nets(near, facts).find(levels, most, bound);
  }
  nb::list list;
  for (const Refutation& r : found) {
    nb::list used, cases;
    for (const int f : r.facts) used.append(f);
    for (const int v : r.cases) cases.append(v);
    list.append(nb::make_tuple(r.statements, r.candidate, used, cases));
  }
  return list;
}

}  // namespace

void bind_nets(nb::module_& m) {
  m.def("net_refutations", &net_refutations, "near"_a, "facts"_a, "depth"_a, "kept"_a, "work"_a,
        "The shortest refutations of candidates by unit propagation and by cases.");
}
