// Python functions of HoDoKu's kernel: bind_hodoku(m) adds them to a module.
#include <algorithm>
#include <span>
#include <utility>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../common/rating.hpp"
#include "../common/steps.hpp"
#include "rate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::hodoku {
namespace {

using namespace satdoku::binding;

// HoDoKu numbers rows, columns and boxes; the board numbers boxes, rows and columns.
std::vector<int> on_board(const std::vector<std::uint8_t>& houses) {
  std::vector<int> out;
  for (const int h : houses) out.push_back((h + 9) % 27);
  return out;
}

nb::list nodes_of(const Chain& chain) {
  nb::list nodes;
  for (const ChainNode& v : chain.nodes)
    nodes.append(node_of(std::span(v.cell, v.cells), v.digit, v.on));
  return nodes;
}

nb::list sides_of(const Chain& chain) {
  nb::list sides;
  for (const Chain& side : chain.sides)
    sides.append(nb::make_tuple(nodes_of(side), sides_of(side)));
  return sides;
}

nb::dict step_dict(const Step& s) {
  StepRecord record(s, info(s.search).id, name_id(s.name), name_text(s.name), 0);
  record.add(SATDOKU_KEY("score"), info(s.search).base);
  record.add(SATDOKU_KEY("level"), level_id(info(s.search).level));
  record.add(SATDOKU_KEY("conclusions"), conclusions_text(s));
  record.houses(on_board(s.base), on_board(s.cover));
  for (const int c : s.fins) record.mark("fin", c, s.digits.front());
  for (const int c : s.endo_fins) record.mark("endo_fin", c, s.digits.front());
  for (const CellSet& group : s.groups) record.set(group, Bits(0), Bits(0));
  for (const Als& a : s.sets) record.set(a.cells, Bits(a.digits), Bits(a.restricted));
  for (const Chain& c : s.chains) record.chain(nodes_of(c), sides_of(c));
  return record.dict();
}

nb::dict techniques(const Rating& r) {
  nb::dict d;
  for (unsigned k = 0; k < static_cast<unsigned>(kNames); ++k)
    if (r.used[k] != 0) d[name_text(static_cast<Name>(k))] = static_cast<int>(r.used[k]);
  return d;
}

Rating rate(nb::handle puzzle, nb::handle seconds, nb::handle nodes) {
  const Cells givens = cells_of(puzzle, "puzzle");
  Rating r;
  run_rater<Rater>(options_of<Options>(seconds, nodes),
                   [&](Rater& rater, const Options& o) { r = rater.rate(givens, o); });
  return r;
}

std::vector<Rating> rate_batch(nb::handle puzzles, nb::handle threads, nb::handle seconds,
                               nb::handle nodes) {
  return rate_many<Rater, Rating>(puzzles, threads, options_of<Options>(seconds, nodes));
}

// The masks of Python have bit 0 for digit 1.
std::array<Mask, 81> candidates_of(nb::handle candidates) {
  const auto masks = masks_of(candidates);
  std::array<Mask, 81> shifted{};
  for (std::size_t c = 0; c < 81; ++c) shifted[c] = static_cast<Mask>(unsigned{masks[c]} << 1);
  return shifted;
}

nb::tuple path(nb::handle puzzle, nb::handle values, nb::handle candidates, nb::handle seconds,
               nb::handle nodes) {
  const Cells givens = cells_of(puzzle, "puzzle");
  Options options = options_of<Options>(seconds, nodes);
  if (!values.is_none()) options.values = cells_of(values, "values");
  if (!candidates.is_none()) options.candidates = candidates_of(candidates);
  Rating r;
  std::vector<Step> steps;
  run_rater<Rater>(options, [&](Rater& rater, Options& o) {
    o.full = true;
    o.on_step = [&](const Grid&, const Step& s) { steps.push_back(s); };
    r = rater.rate(givens, o);
  });
  nb::list list;
  for (const Step& s : steps) list.append(step_dict(s));
  return nb::make_tuple(r, list);
}

Name named(const std::string& text) {
  Name name;
  if (!name_of(text, name)) throw nb::value_error(("names: there is no " + text).c_str());
  if (name == Name::brute_force) throw nb::value_error("names: brute force is part of a path only");
  return name;
}

nb::list reach(nb::handle puzzles, const std::vector<std::string>& names,
               const std::vector<std::string>& wanted, nb::handle nodes) {
  const ManyPuzzles many(puzzles);
  if (many.has_masks()) throw nb::type_error("puzzles are text or digits here, not masks");
  std::vector<Search> searches;
  for (const std::string& text : names)
    if (const Search search = search_of(named(text));
        std::find(searches.begin(), searches.end(), search) == searches.end())
      searches.push_back(search);
  std::vector<Name> sought;
  for (const std::string& text : wanted) sought.push_back(named(text));
  std::vector<std::pair<std::size_t, Grid>> ends;
  run_rater<Rater>(options_of<Options>(nb::float_(0.0), nodes), [&](Rater& rater, Options& o) {
    const End end = sought.empty() ? End::stuck : End::wanted;
    Grid g;
    for (std::size_t k = 0; k < many.size() && !o.poll(); ++k) {
      const char* text = many.at(k).text;
      if (Cells values; text != nullptr && read_cells({text, values.size()}, values))
        if (rater.reach(values, searches, sought, o, g) == end && g.valid) ends.emplace_back(k, g);
    }
  });
  nb::list list;
  for (const auto& [k, g] : ends) {
    nb::list masks;
    for (const Mask mask : g.cand) masks.append(static_cast<int>(mask >> 1));
    list.append(nb::make_tuple(k, write_cells(g.value), masks));
  }
  return list;
}

nb::list names() {
  nb::list list;
  for (int k = 0; k < kNames; ++k) list.append(name_text(static_cast<Name>(k)));
  return list;
}

nb::tuple find(nb::handle puzzle, nb::handle candidates, const std::string& search,
               nb::handle seconds, nb::handle nodes) {
  Search which;
  if (!search_of(search, which)) throw nb::value_error(("search: there is no " + search).c_str());
  if (which == Search::brute_force)
    throw nb::value_error("search: brute_force is part of a path only");
  Grid g;
  const bool valid = g.load(cells_of(puzzle, "puzzle"));
  if (!candidates.is_none()) {
    const auto masks = candidates_of(candidates);
    for (int c = 0; c < 81; ++c)
      for (const int d : Bits(g.cand[c] & ~masks[static_cast<std::size_t>(c)])) g.remove(c, d);
  }
  if (!valid || !g.valid) return nb::make_tuple(status_id(Status::invalid), nb::none());
  Step step;
  bool found = false;
  Status status = Status::ok;
  run_rater<Rater>(options_of<Options>(seconds, nodes), [&](Rater& rater, Options& o) {
    o.full = true;
    status = rater.find(g, which, o, step, found);
  });
  if (!found) return nb::make_tuple(status_id(status), nb::none());
  return nb::make_tuple(status_id(status), step_dict(step));
}

}  // namespace
}  // namespace satdoku::hodoku

void bind_hodoku(nb::module_& m) {
  using namespace satdoku;
  using namespace satdoku::hodoku;
  nb::class_<Rating>(m, "HodokuRating", "Level and score of one puzzle on HoDoKu's scale.")
      .def_prop_ro(
          "status", [](const Rating& r) { return status_id(r.status); },
          "ok, undecided, few_givens, not_unique or invalid")
      .def_prop_ro("level", [](const Rating& r) { return level_id(r.level); })
      .def_ro("score", &Rating::score)
      .def_ro("steps", &Rating::steps)
      .def_prop_ro("techniques", &techniques,
                   "how many steps HoDoKu calls so, in the order of the search")
      .def_ro("nodes", &Rating::nodes, "units of work spent")
      .def_prop_ro(
          "last", [](const Rating& r) { return write_cells(r.last.data()); },
          "the board where the path ended")
      .def("__repr__", [](const Rating& r) {
        return "HodokuRating(" + std::string(status_id(r.status)) + ", level=" + level_id(r.level) +
               ", score=" + std::to_string(r.score) + ")";
      });
  m.def("hodoku_rate", &rate, "puzzle"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0,
        "Level and score of a puzzle.");
  m.def("hodoku_rate_batch", &rate_batch, "puzzles"_a, nb::kw_only(), "threads"_a = 1,
        "seconds"_a = 0.0, "nodes"_a = 0,
        "Rates many puzzles; the limits hold for each. What is no puzzle gets the status invalid.");
  m.def(
      "hodoku_path", &path, "puzzle"_a, nb::kw_only(), "values"_a = nb::none(),
      "candidates"_a = nb::none(), "seconds"_a = 0.0, "nodes"_a = 0,
      "The rating and the list of all steps, each a dict with its pattern; from a position, where "
      "digits are given as `values` and candidates as 81 masks (bit 0 for digit 1).");
  m.def("hodoku_reach", &reach, "puzzles"_a, "names"_a, "wanted"_a = std::vector<std::string>(),
        nb::kw_only(), "nodes"_a = 0,
        "Where the searches of some names, in that order, end by themselves: (number, digits, "
        "masks of the candidates) of each puzzle in which they find a step that is called as is "
        "wanted, before it; where nothing is wanted, of each that they do not solve.");
  m.def("hodoku_names", &names, "What HoDoKu calls its steps, in the order of the search.");
  m.def("hodoku_find", &find, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "search"_a,
        "seconds"_a = 0.0, "nodes"_a = 0,
        "(status, step): what one search finds in a position with candidates (81 masks, bit 0 for "
        "digit 1).");
}
