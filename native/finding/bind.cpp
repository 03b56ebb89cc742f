// Python functions of the searches: bind_finding(m) adds them to a module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <string_view>
#include <utility>
#include <vector>

#include "../common/binding.hpp"
#include "finding.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::finding {
namespace {

using namespace satdoku::binding;

Field field_of(std::vector<std::vector<int>> houses, const std::vector<int>& candidates,
               nb::handle digits) {
  const int size = static_cast<int>(whole(digits, "digits", 1, kDigits));
  const int count = static_cast<int>(candidates.size());
  if (count > kCells) throw nb::value_error("a board has at most 128 cells");
  for (const int mask : candidates)
    if (mask < 0 || mask >= 1 << size) throw nb::value_error("candidates are sets of the digits");
  for (const auto& house : houses) {
    if (house.size() > at(size)) throw nb::value_error("a house has no more cells than digits");
    for (const int c : house)
      if (c < 0 || c >= count) throw nb::value_error("houses have cells of the board");
  }
  return Field(std::move(houses), candidates, size);
}

nb::list cells_of(const satdoku::CellSet& cells) {
  nb::list list;
  for (const int c : cells) list.append(c);
  return list;
}

nb::object almost_locked_sets(std::string_view kind, std::vector<std::vector<int>> houses,
                              std::vector<int> order, std::vector<int> candidates,
                              nb::handle digits, nb::handle largest, nb::handle shortest,
                              nb::handle longest, nb::handle most) {
  const Field field = field_of(std::move(houses), candidates, digits);
  for (const int h : order)
    if (h < 0 || at(h) >= field.houses.size()) throw nb::value_error("order has places in houses");
  const int cells = static_cast<int>(whole(largest, "largest", 1, kDigits));
  const int from = static_cast<int>(whole(shortest, "shortest", 0, 1 << 20));
  const int to = static_cast<int>(whole(longest, "longest", 0, 1 << 20));
  const auto kept = static_cast<std::size_t>(whole(most, "most", 1, 1 << 30));
  if (kind != "pairs" && kind != "wings" && kind != "chains" && kind != "blossoms")
    throw nb::value_error("kind is pairs, wings, chains or blossoms");
  std::vector<Way> ways;
  std::vector<satdoku::CellSet> sets;
  {
    const nb::gil_scoped_release release;
    const AlmostLocked found(field, order, cells);
    const bool in_rows = kind == "wings" || kind == "chains";
    if (found.too_many() || (in_rows && found.cells().size() > kInRows)) {
      const nb::gil_scoped_acquire acquire;
      return nb::none();
    }
    if (kind == "pairs") ways = found.pairs(kept);
    else if (kind == "wings") ways = found.wings(kept);
    else if (kind == "chains") ways = found.chains(from, to, kept);
    else if (found.blossoms(from)) ways.emplace_back();
    sets = found.cells();
  }
  nb::list list;
  for (const Way& way : ways) {
    nb::list members, commons;
    for (const int i : way.sets) members.append(cells_of(sets[at(i)]));
    for (const int d : way.commons) commons.append(d);
    list.append(nb::make_tuple(members, commons));
  }
  return list;
}

nb::list chains(std::vector<std::vector<int>> houses, std::vector<bool> complete,
                std::vector<int> candidates, nb::handle digits, std::string_view passes,
                bool groups, nb::handle longest, nb::handle most) {
  const Field field = field_of(std::move(houses), candidates, digits);
  if (complete.size() != field.houses.size())
    throw nb::value_error("complete has a truth value for each house");
  const int to = static_cast<int>(whole(longest, "longest", 0, 1 << 20));
  const auto kept = static_cast<std::size_t>(whole(most, "most", 1, 1 << 30));
  const Links links{passes.find('x') != passes.npos, passes.find('y') != passes.npos, passes == "x",
                    groups};
  std::vector<Chain> found;
  {
    const nb::gil_scoped_release release;
    found = alternating_chains(field, complete, links, to, kept);
  }
  nb::list list;
  for (const Chain& chain : found) {
    nb::list nodes;
    for (const Node& node : chain.nodes)
      nodes.append(nb::make_tuple(cells_of(node.cells), node.digit));
    nb::list reasons;
    for (const int reason : chain.reasons) reasons.append(reason);
    list.append(nb::make_tuple(nodes, reasons, chain.ring));
  }
  return list;
}

}  // namespace
}  // namespace satdoku::finding

void bind_finding(nb::module_& m) {
  using namespace satdoku::finding;
  m.def("almost_locked_sets", &almost_locked_sets, "kind"_a, "houses"_a, "order"_a, "candidates"_a,
        "digits"_a, "largest"_a, "shortest"_a, "longest"_a, "most"_a,
        "Almost locked sets that exclude something together, in the order of als.py.");
  m.def("alternating_chains", &chains, "houses"_a, "complete"_a, "candidates"_a, "digits"_a,
        "passes"_a, "groups"_a, "longest"_a, "most"_a,
        "Alternating chains that exclude something, in the order of alternating.py.");
}
