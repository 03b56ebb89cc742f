// Python functions of the nets: bind_nets(m) adds them to a module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "../common/binding.hpp"
#include "../common/sets.hpp"
#include "braids.hpp"
#include "nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::nets {
namespace {

using namespace satdoku::binding;

using Numbers = std::vector<std::vector<int>>;

void require_candidates(const Numbers& near, const Numbers& facts) {
  const int count = static_cast<int>(near.size());
  for (const auto* lists : {&near, &facts})
    for (const auto& list : *lists)
      for (const int v : list)
        if (v < 0 || v >= count) throw nb::value_error("a candidate is a place in near");
  if (count > INT16_MAX || facts.size() > INT16_MAX)
    throw nb::value_error("near and facts have at most 32767 members");
}

const char* ending_id(Ending ending) {
  constexpr const char* ids[] = {"ok", "beyond", "longer", "undecided", "broken"};
  return ids[static_cast<unsigned>(ending)];
}

nb::tuple braid_path(Numbers near, Numbers facts, bool continuous, nb::handle longest,
                     nb::handle seconds) {
  require_candidates(near, facts);
  const int most = static_cast<int>(whole(longest, "longest", 0, 1 << 15));
  const double bound = seconds_of(seconds);
  BraidPath path;
  Limits limits;
  limits.interrupted = signal_waits;
  {
    const nb::gil_scoped_release release;
    Watch watch(limits, true);
    Budget budget(bound, 0, [&] { return watch.look_at_clock(); });
    path = Braids(near, facts).path(continuous, most, budget);
  }
  raise_if_interrupted();
  nb::list steps;
  for (const auto& step : path.steps)
    steps.append(nb::make_tuple(step.length, step.candidate, step.fact));
  return nb::make_tuple(ending_id(path.ending), steps);
}

nb::list members(nb::bytes rows, nb::handle width) {
  const auto wide = static_cast<std::size_t>(whole(width, "width", 1, 1 << 20));
  if (rows.size() % wide != 0) throw nb::value_error("rows are of the width");
  const auto* bytes = reinterpret_cast<const unsigned char*>(rows.c_str());
  nb::list list;
  for (std::size_t row = 0; row < rows.size(); row += wide) {
    nb::list here;
    for (std::size_t i = 0; i < wide; ++i)
      for (const int b : Bits(bytes[row + i])) here.append(static_cast<int>(i) * 8 + b);
    list.append(here);
  }
  return list;
}

nb::list net_refutations(Numbers near, Numbers facts, nb::handle depth, nb::handle kept,
                         nb::handle work) {
  require_candidates(near, facts);
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
}  // namespace satdoku::nets

void bind_nets(nb::module_& m) {
  using namespace satdoku::nets;
  m.def("members", &members, "rows"_a, "width"_a,
        "The numbers of the bits that are set in each row of bytes.");
  m.def("net_refutations", &net_refutations, "near"_a, "facts"_a, "depth"_a, "kept"_a, "work"_a,
        "The shortest refutations of candidates by unit propagation and by cases.");
  m.def("braid_path", &braid_path, "near"_a, "facts"_a, nb::kw_only(), "continuous"_a, "longest"_a,
        "seconds"_a = 0.0,
        "(ending, steps): singles and the shortest whips (continuous) or braids to the end; a step "
        "is (length, candidate, fact), with length 0 where the candidate is the one of the fact.");
}
