// Python functions of the Sudoku Explainer kernel: bind_se(m) adds them to a module.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../common/rating.hpp"
#include "../common/steps.hpp"
#include "rate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::se {
namespace {

using namespace satdoku::binding;

constexpr std::int64_t kMostRate = 10'000'000;  // the 324 singles of a position fit into 32 bits

// The starting board of a call. Throws ValueError for what is not 81 cells; false for clashing
// givens.
bool read_grid(nb::handle puzzle, nb::handle candidates, Grid& g) {
  const Cells values = cells_of(puzzle, "puzzle");
  if (candidates.is_none()) return g.from_values(values);
  return g.from_position(values, masks_of(candidates));
}

// Rates by the number of empty cells.
std::array<std::uint32_t, 10> rates_of(nb::handle rates) {
  const nb::tuple items = items_of(rates, "ten rates are wanted");
  if (items.size() != 10) throw nb::value_error("ten rates are wanted");
  std::array<std::uint32_t, 10> out;
  for (std::size_t k = 0; k < 10; ++k)
    out[k] = static_cast<std::uint32_t>(whole(items[k], "a rate", 0, kMostRate));
  return out;
}

People people_of(nb::handle box, nb::handle line, nb::handle cell, nb::handle other,
                 const std::vector<double>& slow, double writing, nb::handle walks) {
  People p{rates_of(box), rates_of(line), rates_of(cell)};
  p.other = static_cast<std::uint32_t>(whole(other, "other", 1, kMostRate));
  if (slow.size() != p.slow.size()) throw nb::value_error("slow: 82 numbers");
  std::copy(slow.begin(), slow.end(), p.slow.begin());
  p.writing = writing;
  p.walks = static_cast<std::uint32_t>(whole(walks, "walks", 1, 255));
  return p;
}

template <class Search>
void run(nb::handle seconds, nb::handle nodes, const Search& search) {
  run_rater<Rater>(options_of<Options>(seconds, nodes), search);
}

int fewest_open(nb::handle puzzle, nb::handle candidates) {
  Grid g;
  return read_grid(puzzle, candidates, g) ? open_to_singles(g) : 0;
}

// The houses that a pattern starts from; the others come after them.
std::size_t base_houses(const Step& s) {
  switch (s.technique) {
    case Technique::x_wing:
    case Technique::swordfish:
    case Technique::jellyfish:
      return s.houses.size() / 2;
    default:
      return std::min<std::size_t>(1, s.houses.size());
  }
}

nb::dict step_dict(const Step& s) {
  const char* const id = technique_id(s.technique);
  const bool full = s.technique == Technique::hidden_single && tenths(s.rating) == 10;
  StepRecord record(s, full ? "full_house" : id, id, technique_name(s), s.variant);
  record.add(SATDOKU_KEY("rating"), s.rating);
  record.add(SATDOKU_KEY("tenths"), tenths(s.rating));
  record.add(SATDOKU_KEY("dynamic"), s.dynamic);
  record.add(SATDOKU_KEY("level"), static_cast<int>(s.level));
  record.add(SATDOKU_KEY("complexity"), s.complexity);
  const auto houses = std::span(s.houses);
  const std::size_t base = base_houses(s);
  record.houses(houses.first(base), houses.subspan(base));
  for (const Marked& m : s.marks) record.mark(role_id(m.role), m.cell, m.digit);
  for (const Branch& b : s.branches) {
    nb::list nodes;
    for (const ChainNode& v : b.nodes)
      nodes.append(
          node_of(std::array{v.cell}, v.digit, v.on, cause_id(v.cause), v.parents, v.inner));
    record.chain(nodes, {});
  }
  for (const Step& i : s.inner) record.inner(step_dict(i));
  return record.dict();
}

Rating invalid(const Grid& g) {
  Rating r;
  r.status = Status::invalid;
  r.last = g;
  return r;
}

Rating rate(nb::handle puzzle, nb::handle candidates, nb::handle seconds, nb::handle nodes,
            const People* people) {
  Grid g;
  if (!read_grid(puzzle, candidates, g)) return invalid(g);
  Rating r;
  run(seconds, nodes, [&](Rater& rater, Options& o) {
    o.people = people;
    r = rater.rate(g, o);
  });
  return r;
}

std::vector<Rating> rate_batch(nb::handle puzzles, nb::handle threads, nb::handle seconds,
                               nb::handle nodes) {
  return rate_many<Rater, Rating>(puzzles, threads, options_of<Options>(seconds, nodes));
}

// The positions of the walks of people, 33 bytes each: the walk, the empty cells, what can be found
// in boxes, lines and cells by the number of empty cells, and whether a step is no single.
nb::bytes walks(const People& people, nb::handle puzzle) {
  Grid g;
  std::vector<Found> found;
  if (read_grid(puzzle, nb::none(), g))
    run(nb::float_(0.0), nb::int_(0), [&](Rater& rater, Options& o) {
      o.people = &people;
      o.found = &found;
      rater.rate(g, o);
    });
  static_assert(sizeof(Found) == 33);
  return nb::bytes(reinterpret_cast<const char*>(found.data()), found.size() * sizeof(Found));
}

nb::tuple path(nb::handle puzzle, nb::handle candidates, nb::handle seconds, nb::handle nodes) {
  Grid g;
  if (!read_grid(puzzle, candidates, g)) return nb::make_tuple(invalid(g), nb::list());
  Rating r;
  std::vector<Step> steps;
  auto told = std::make_shared<Told>(Told{g, {}});
  run(seconds, nodes, [&](Rater& rater, Options& o) {
    o.full = true;
    o.on_step = [&](const Grid&, const Step& s) {
      steps.push_back(s);
      told->conclusions.add(s);
      return true;
    };
    r = rater.rate(g, o);
  });
  r.told = told;
  nb::list list;
  for (const Step& s : steps) list.append(step_dict(s));
  return nb::make_tuple(r, list);
}

nb::tuple find(nb::handle puzzle, nb::handle candidates, nb::handle producer, nb::handle seconds,
               nb::handle nodes) {
  const int which = static_cast<int>(whole(producer, "producer", 0, kProducers));
  Grid g;
  if (!read_grid(puzzle, candidates, g))
    return nb::make_tuple(status_id(Status::invalid), nb::none());
  Step step;
  Status status = Status::ok;
  run(seconds, nodes, [&](Rater& rater, Options& o) {
    o.full = true;
    status = rater.next(g, o, step, which);
  });
  if (status != Status::ok) return nb::make_tuple(status_id(status), nb::none());
  return nb::make_tuple(status_id(status), step_dict(step));
}

nb::tuple chains(nb::handle puzzle, nb::handle candidates, nb::handle producer, nb::handle seconds,
                 nb::handle nodes) {
  const int which = static_cast<int>(whole(producer, "producer", kFirstDynamic, kProducers));
  Grid g;
  if (!read_grid(puzzle, candidates, g))
    return nb::make_tuple(status_id(Status::invalid), nb::list());
  std::vector<Step> steps;
  Status status = Status::ok;
  run(seconds, nodes, [&](Rater& rater, Options& o) { status = rater.chains(g, o, which, steps); });
  nb::list list;
  for (const Step& s : steps) list.append(step_dict(s));
  return nb::make_tuple(status_id(status), list);
}

}  // namespace
}  // namespace satdoku::se

void bind_se(nb::module_& m) {
  using namespace satdoku;
  using namespace satdoku::se;
  nb::class_<People>(m, "People", "How fast people find digits (docs/human.md).")
      .def(nb::new_(&people_of), nb::kw_only(), "box"_a, "line"_a, "cell"_a, "other"_a, "slow"_a,
           "writing"_a, "walks"_a)
      .def("walks", &walks, "puzzle"_a,
           "The positions of the walks through a puzzle, 33 bytes each: the walk, the empty cells, "
           "what can be found in boxes, lines and cells by the number of empty cells, 10 bytes "
           "each, and whether the step is no single.");
  nb::class_<Rating>(m, "SeRating", "ER, EP and ED of one puzzle on Sudoku Explainer's scale.")
      .def_prop_ro(
          "status", [](const Rating& r) { return status_id(r.status); },
          "ok, undecided, stuck or invalid")
      .def_prop_ro(
          "er", [](const Rating& r) { return tenths(r.er) / 10.0; }, "as printed, one decimal")
      .def_prop_ro("ep", [](const Rating& r) { return tenths(r.ep) / 10.0; })
      .def_prop_ro("ed", [](const Rating& r) { return tenths(r.ed) / 10.0; })
      .def_prop_ro(
          "tenths",
          [](const Rating& r) { return nb::make_tuple(tenths(r.er), tenths(r.ep), tenths(r.ed)); },
          "ER, EP, ED in tenths")
      .def_prop_ro(
          "exact", [](const Rating& r) { return nb::make_tuple(r.er, r.ep, r.ed); },
          "ER, EP, ED as Sudoku Explainer adds them up")
      .def_ro("steps", &Rating::steps)
      .def_prop_ro(
          "hardest",
          [](const Rating& r) -> nb::object {
            if (r.steps == 0) return nb::none();
            return nb::cast(technique_id(r.hardest));
          },
          "technique of the first step with the highest rating")
      .def_ro("nodes", &Rating::nodes, "units of work spent")
      .def_ro("people", &Rating::people, "seconds that people take, 0 where nobody asked")
      .def(
          "seconds_of",
          [](const Rating& r, const People& people) -> nb::object {
            if (r.told == nullptr) return nb::none();
            const bool solved = r.status == Status::ok && r.steps > 0;
            return nb::float_(solved ? seconds_of_people(r.told->start, r.told->conclusions, people)
                                     : 0.0);
          },
          "people"_a,
          "What `people` of a rating with these people is; None of a rating without its path.")
      .def_prop_ro(
          "last", [](const Rating& r) { return write_cells(r.last.value); },
          "the board where the path ended")
      .def("__repr__", [](const Rating& r) {
        return "SeRating(" + std::string(status_id(r.status)) +
               ", er=" + std::to_string(tenths(r.er)) + "/10, ep=" + std::to_string(tenths(r.ep)) +
               "/10, ed=" + std::to_string(tenths(r.ed)) + "/10)";
      });
  m.def("se_rate", &rate, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "seconds"_a = 0.0,
        "nodes"_a = 0, "people"_a = nb::none(),
        "Rates a puzzle, or a position with candidates (81 masks, bit 0 for digit 1).");
  m.def("se_rate_batch", &rate_batch, "puzzles"_a, nb::kw_only(), "threads"_a = 1,
        "seconds"_a = 0.0, "nodes"_a = 0,
        "Rates many puzzles; the limits hold for each. What is no puzzle gets the status invalid.");
  m.def("se_path", &path, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "seconds"_a = 0.0,
        "nodes"_a = 0, "The rating and the list of all steps, each a dict with its full pattern.");
  m.def("se_find", &find, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "producer"_a = 0,
        "seconds"_a = 0.0, "nodes"_a = 0,
        "(status, step): the next step in a position; producer 1..30 asks that producer alone.");
  m.def("se_chains", &chains, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "producer"_a,
        "seconds"_a = 0.0, "nodes"_a = 0,
        "(status, steps): each conclusion of a producer of dynamic chains (25..30) by its easiest "
        "step, easiest first.");
  m.def("open_to_singles", &fewest_open, "puzzle"_a, "candidates"_a = nb::none(),
        "The fewest cells that are open to a naked or hidden single at a time; 0 where singles "
        "alone do not fill the board.");
}
