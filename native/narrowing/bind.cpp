// Python's view of the narrowing of relations.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../common/binding.hpp"
#include "narrowing.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::narrowing {
namespace {

using namespace satdoku::binding;

constexpr int kLargestBoard = 10'000;  // places

// Threads may share it: calls wait for each other.
class SharedNarrowing {
 public:
  explicit SharedNarrowing(const std::vector<std::int64_t>& program) {
    const nb::gil_scoped_release release;
    narrowing_ = std::make_unique<Narrowing>(program);
  }

  std::vector<Mask> masks() {
    std::vector<Mask> found;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) found = narrowing_->masks();
    }
    raise_if_interrupted();
    return found;
  }

  bool advance(nb::handle work, nb::handle wanted) {
    const std::uint64_t most = bound64(work, "work");
    const auto solutions = static_cast<std::size_t>(whole(wanted, "wanted", 0, 1'000'000));
    bool exhausted = false;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock())
        exhausted = narrowing_->advance(most, solutions, signal_waits);
    }
    raise_if_interrupted();
    return exhausted;
  }

  void probe(nb::handle work) {
    const std::uint64_t most = bound64(work, "work");
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) narrowing_->probe(most, signal_waits);
    }
    raise_if_interrupted();
  }

  bool restart(const std::vector<Mask>& masks, const std::vector<Mask>& preferred) {
    bool possible = false;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) {
        narrowing_->restart(masks, preferred);
        possible = !narrowing_->masks().empty();
      }
    }
    raise_if_interrupted();
    return possible;
  }

  auto occurring(const std::vector<Mask>& masks, const std::vector<Mask>& seen, nb::handle work,
                 nb::handle most) {
    const std::uint64_t each = bound64(work, "work");
    const std::uint64_t all = bound64(most, "most");
    Occurring found;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock())
        found = narrowing_->occurring(masks, seen, each, all, signal_waits);
    }
    raise_if_interrupted();
    return std::make_tuple(found.left, found.seen, found.grids, found.lost);
  }

  std::vector<std::uint64_t> supposed(const std::vector<Mask>& masks,
                                      const std::vector<std::pair<std::size_t, Mask>>& each,
                                      nb::handle work, nb::handle most) {
    const std::uint64_t one = bound64(work, "work");
    const std::uint64_t all = bound64(most, "most");
    std::vector<std::uint64_t> found;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock())
        found = narrowing_->supposed(masks, each, one, all, signal_waits);
    }
    raise_if_interrupted();
    return found;
  }

  std::vector<std::vector<int>> solutions() {
    std::vector<std::vector<int>> found;
    {
      const nb::gil_scoped_release release;
      if (const auto lock = exclusive_.lock()) found = narrowing_->take();
    }
    raise_if_interrupted();
    return found;
  }

  // The same, for each of some variables the bits of all solutions.
  nb::list columns(const std::vector<std::size_t>& variables) {
    const std::vector<std::vector<int>> rows = solutions();
    nb::list found;
    std::string column(rows.size(), '\0');
    for (const std::size_t variable : variables) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (variable >= rows[i].size()) throw nb::value_error("there is no such variable");
        column[i] = static_cast<char>(rows[i][variable]);
      }
      found.append(nb::bytes(column.data(), column.size()));
    }
    return found;
  }

  std::uint64_t guesses() {
    const nb::gil_scoped_release release;
    const auto lock = exclusive_.lock();
    return lock ? narrowing_->guesses() : 0;
  }

  std::uint64_t work() {
    const nb::gil_scoped_release release;
    const auto lock = exclusive_.lock();
    return lock ? narrowing_->work() : 0;
  }

 private:
  Exclusive exclusive_;
  std::unique_ptr<Narrowing> narrowing_;
};

std::vector<std::vector<int>> pieces_of(nb::handle places, const std::vector<int>& borders,
                                        nb::handle size, nb::handle most) {
  const int count = static_cast<int>(whole(places, "places", 0, kLargestBoard));
  const int own = static_cast<int>(whole(size, "size", 1, kLargestBoard));
  const auto limit = static_cast<std::size_t>(whole(most, "most", 0, 10'000'000));
  if (borders.size() % 3) throw nb::value_error("borders: three numbers each are needed");
  std::vector<Border> found;
  for (std::size_t i = 0; i < borders.size(); i += 3) {
    const int a = borders[i], b = borders[i + 1];
    if (a < 0 || b < 0 || a >= count || b >= count)
      throw nb::value_error("borders: a place is not on the board");
    if (borders[i + 2] < 0) throw nb::value_error("borders: a literal is positive, or 0");
    found.push_back({a, b, borders[i + 2]});
  }
  const nb::gil_scoped_release release;
  return pieces(count, found, own, limit);
}

using Lists = std::vector<std::vector<int>>;

constexpr const char* kOutside = "a place is not on the board";

void require_below(const Lists& lists, int end, const char* message) {
  for (const std::vector<int>& list : lists)
    for (const int number : list)
      if (number < 0 || number >= end) throw nb::value_error(message);
}

constexpr std::int64_t kLargestTotal = 1'000'000'000;

using Sums = std::vector<std::pair<std::vector<int>, std::int64_t>>;

std::vector<Total> totals_of(const Sums& sums, int places) {
  std::vector<Total> totals;
  for (const auto& [cells, sum] : sums) {
    require_below({cells}, places, kOutside);
    if (sum > kLargestTotal || sum < -kLargestTotal) throw nb::value_error("a total is too large");
    totals.push_back({cells, sum});
  }
  return totals;
}

Groups groups_of(const Lists& different, const std::vector<Lists>& kinds,
                 const std::vector<std::int64_t>& digits, int places) {
  require_below(different, places, kOutside);
  for (const Lists& kind : kinds) require_below(kind, places, kOutside);
  if (digits.empty() || !std::is_sorted(digits.begin(), digits.end()))
    throw nb::value_error("digits: ascending numbers are needed");
  if (digits.front() < -kLargestTotal || digits.back() > kLargestTotal)
    throw nb::value_error("a digit is too large");
  return {different, kinds, digits};
}

Tightest tightest_of(const std::pair<std::int64_t, double>& tightest) {
  if (tightest.first < 0) throw nb::value_error("tightest: there are no fewer than 0");
  return {static_cast<std::size_t>(tightest.first), tightest.second};
}

std::vector<std::tuple<std::vector<int>, std::vector<int>, std::int64_t, bool>> implied_sums(
    nb::handle places, const Sums& sums, const Lists& houses, const Lists& areas,
    std::int64_t total, const Lists& different, const std::vector<Lists>& kinds,
    const std::vector<std::int64_t>& digits, nb::handle few, nb::handle most,
    const std::pair<std::int64_t, double>& tightest) {
  const int count = static_cast<int>(whole(places, "places", 0, kLargestBoard));
  const Wanted wanted{static_cast<int>(whole(few, "few", 0, kLargestBoard)),
                      static_cast<int>(whole(most, "most", 0, kLargestBoard)),
                      tightest_of(tightest)};
  const std::vector<Total> known = totals_of(sums, count);
  const Groups groups = groups_of(different, kinds, digits, count);
  require_below(houses, count, kOutside);
  require_below(areas, static_cast<int>(houses.size()), "areas: there is no such house");
  if (total > kLargestTotal || total < -kLargestTotal)
    throw nb::value_error("a total is too large");
  std::vector<Implied> found;
  {
    const nb::gil_scoped_release release;
    found = implied(static_cast<std::size_t>(count), known, {houses, areas, total}, groups, wanted);
  }
  std::vector<std::tuple<std::vector<int>, std::vector<int>, std::int64_t, bool>> listed;
  for (Implied& one : found)
    listed.emplace_back(std::move(one.more), std::move(one.less), one.total, one.differ);
  return listed;
}

Sums merged_sums(nb::handle places, const Sums& sums, nb::handle starts,
                 const std::vector<Lists>& kinds, const std::vector<std::int64_t>& digits,
                 const std::pair<std::int64_t, double>& tightest) {
  const int count = static_cast<int>(whole(places, "places", 0, kLargestBoard));
  const std::vector<Total> known = totals_of(sums, count);
  const auto first =
      static_cast<std::size_t>(whole(starts, "starts", 0, static_cast<std::int64_t>(known.size())));
  const Groups groups = groups_of({}, kinds, digits, count);
  const Tightest wanted = tightest_of(tightest);
  std::vector<Total> found;
  {
    const nb::gil_scoped_release release;
    found = merged(static_cast<std::size_t>(count), known, first, groups, wanted);
  }
  Sums listed;
  for (Total& one : found) listed.emplace_back(std::move(one.places), one.total);
  return listed;
}

}  // namespace
}  // namespace satdoku::narrowing

void bind_narrowing(nb::module_& m) {
  using namespace satdoku::narrowing;
  nb::class_<SharedNarrowing>(m, "Narrowing",
                              "Searches what keeps the relations of a program of numbers.")
      .def(nb::init<const std::vector<std::int64_t>&>(), "program"_a)
      .def_prop_ro("masks", &SharedNarrowing::masks,
                   "what is left to each variable, the cells first; empty where nothing is")
      .def("advance", &SharedNarrowing::advance, "work"_a, "wanted"_a,
           "search on for about this much work, or until `wanted` solutions wait; whether that is "
           "all")
      .def("probe", &SharedNarrowing::probe, "work"_a,
           "take away the values that are refuted when tried alone, and begin again")
      .def("restart", &SharedNarrowing::restart, "masks"_a, "preferred"_a = std::vector<Mask>(),
           "begin again, for the grids in which each cell has a value of its mask; those of "
           "`preferred` are tried first; whether something is left to each variable")
      .def(
          "occurring", &SharedNarrowing::occurring, "masks"_a, "seen"_a, "work"_a, "most"_a,
          "which values of the cells occur in some grid, where those of `seen` do: what is left of "
          "the masks, what has been seen, the grids that were met, and whether the next value "
          "takes "
          "more than this much work")
      .def(
          "supposed", &SharedNarrowing::supposed, "masks"_a, "each"_a, "work"_a, "most"_a,
          "in how many cases it is refuted that a cell has a value of a mask, one supposition "
          "after "
          "another for so much work each; 0 where it is not; fewer answers after about `most` work")
      .def_prop_ro("work", &SharedNarrowing::work, "how much work was done so far, about")
      .def_prop_ro("guesses", &SharedNarrowing::guesses, "how many values were tried so far")
      .def("solutions", &SharedNarrowing::solutions,
           "the solutions found since the last call: the bit of each variable's value, the cells "
           "first, a list each; they differ in cells")
      .def("columns", &SharedNarrowing::columns, "variables"_a,
           "the same by variable: for each of these the bit of its value in every solution");
  m.def("implied_sums", &implied_sums, "places"_a, "sums"_a, "houses"_a, "areas"_a, "total"_a,
        "different"_a, "kinds"_a, "digits"_a, "few"_a, "most"_a, "tightest"_a,
        "what sums and houses of one total leave to few places: those that are added, those that "
        "are taken away, the total, and whether they are known to differ");
  m.def("merged_sums", &merged_sums, "places"_a, "sums"_a, "starts"_a, "kinds"_a, "digits"_a,
        "tightest"_a, "disjoint sums added up that are near the least or most they can be");
  m.def("pieces", &pieces_of, "places"_a, "borders"_a, "size"_a, "most"_a,
        "clauses: a connected piece of fewer than `size` places is not all of a region");
}
