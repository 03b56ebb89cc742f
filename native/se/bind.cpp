// Python functions of the Sudoku Explainer kernel: bind_se(m) adds them to a module.
#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../common/binding.hpp"
#include "rate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::se {
namespace {

using namespace satdoku::binding;

// The starting board of a call. Throws ValueError for what is not 81 cells; false for clashing givens.
bool read_grid(nb::handle puzzle, nb::handle candidates, Grid& g) {
    const Cells values = cells_of(puzzle, "puzzle");
    if (candidates.is_none()) return g.from_values(values);
    const nb::tuple masks = items_of(candidates, "candidates must be 81 masks, bit 0 for digit 1");
    if (masks.size() != 81) throw nb::value_error("candidates: 81 masks, bit 0 for digit 1");
    Mask m[81];
    for (std::size_t k = 0; k < 81; ++k) m[k] = static_cast<Mask>(whole(masks[k], "a mask of candidates", 0, kAll));
    return g.from_position(values, m);
}

// One search with the GIL released: its limits, and Ctrl-C.
template <class Search>
void run(nb::handle seconds, nb::handle nodes, const Search& search) {
    Options o;
    o.seconds = seconds_of(seconds);
    o.nodes = bound64(nodes, "nodes");
    Limits limits;
    limits.interrupted = signal_waits;
    {
        const nb::gil_scoped_release release;
        Watch watch(limits, true);
        o.poll = [&] { return watch.look_at_clock(); };
        Rater rater;
        search(rater, o);
    }
    raise_if_interrupted();
}

bool by_singles_alone(nb::handle puzzle, nb::handle candidates) {
    Grid g;
    return read_grid(puzzle, candidates, g) && by_singles(g);
}

nb::tuple pair_of(int a, int b) { return nb::make_tuple(a, b); }

nb::list numbers(const std::vector<std::uint8_t>& v) {
    nb::list out;
    for (int x : v) out.append(x);
    return out;
}

nb::dict step_dict(const Step& s) {
    nb::dict d;
    d["technique"] = technique_id(s.technique);
    d["name"] = technique_name(s);
    d["rating"] = s.rating;
    d["tenths"] = tenths(s.rating);
    d["variant"] = static_cast<int>(s.variant);
    d["dynamic"] = s.dynamic;
    d["level"] = static_cast<int>(s.level);
    d["complexity"] = s.complexity;
    if (s.place_cell >= 0) d["place"] = pair_of(s.place_cell, s.place_digit);
    else d["place"] = nb::none();
    nb::list gone;
    for (const Candidate& e : s.eliminations) gone.append(pair_of(e.cell, e.digit));
    d["eliminations"] = gone;
    d["houses"] = numbers(s.houses);
    d["cells"] = numbers(s.cells);
    d["digits"] = numbers(s.digits);
    nb::list marks;
    for (const Marked& m : s.marks) marks.append(nb::make_tuple(role_id(m.role), static_cast<int>(m.cell), static_cast<int>(m.digit)));
    d["marks"] = marks;
    nb::list branches;
    for (const Branch& b : s.branches) {
        nb::list nodes;
        for (const ChainNode& v : b.nodes) {
            nb::list parents;
            for (int p : v.parents) parents.append(p);
            nodes.append(
                nb::make_tuple(static_cast<int>(v.cell), static_cast<int>(v.digit), v.on, cause_id(v.cause), nb::tuple(parents), v.inner));
        }
        branches.append(nodes);
    }
    d["branches"] = branches;
    nb::list inner;
    for (const Step& i : s.inner) inner.append(step_dict(i));
    d["inner"] = inner;
    return d;
}

Rating invalid(const Grid& g) {
    Rating r;
    r.status = Status::invalid;
    r.last = g;
    return r;
}

Rating rate(nb::handle puzzle, nb::handle candidates, nb::handle seconds, nb::handle nodes) {
    Grid g;
    if (!read_grid(puzzle, candidates, g)) return invalid(g);
    Rating r;
    run(seconds, nodes, [&](Rater& rater, const Options& o) { r = rater.rate(g, o); });
    return r;
}

std::vector<Rating> rate_batch(nb::handle puzzles, nb::handle threads, nb::handle seconds, nb::handle nodes) {
    const ManyPuzzles many(puzzles);
    if (many.has_masks()) throw nb::type_error("puzzles are text or digits here, not masks");
    Options options;
    options.seconds = seconds_of(seconds);
    options.nodes = bound64(nodes, "nodes");
    const std::size_t most = std::min(threads_of(threads), std::max<std::size_t>(1, many.size()));
    std::vector<Rating> out(many.size());
    std::atomic<std::size_t> next{0};
    Limits limits;
    limits.interrupted = signal_waits;
    {
        const nb::gil_scoped_release release;
        in_threads(limits, most, [&](Watch& watch) {
            Rater rater;
            Options o = options;
            o.poll = [&] { return watch.look_at_clock(); };
            for (std::size_t k; !watch.look_at_clock() && (k = next.fetch_add(1)) < out.size();) {
                const char* text = many.at(k).text;
                if (Cells values; text != nullptr && read_cells({text, values.size()}, values)) out[k] = rater.rate(values, o);
                else out[k].status = Status::invalid;
            }
        });
    }
    raise_if_interrupted();
    return out;
}

nb::tuple path(nb::handle puzzle, nb::handle candidates, nb::handle seconds, nb::handle nodes) {
    Grid g;
    if (!read_grid(puzzle, candidates, g)) return nb::make_tuple(invalid(g), nb::list());
    Rating r;
    std::vector<Step> steps;
    run(seconds, nodes, [&](Rater& rater, Options& o) {
        o.full = true;
        o.on_step = [&](const Grid&, const Step& s) {
            steps.push_back(s);
            return true;
        };
        r = rater.rate(g, o);
    });
    nb::list list;
    for (const Step& s : steps) list.append(step_dict(s));
    return nb::make_tuple(r, list);
}

nb::tuple find(nb::handle puzzle, nb::handle candidates, nb::handle producer, nb::handle seconds, nb::handle nodes) {
    const int which = static_cast<int>(whole(producer, "producer", 0, kProducers));
    Grid g;
    if (!read_grid(puzzle, candidates, g)) return nb::make_tuple(status_id(Status::invalid), nb::none());
    Step step;
    Status status = Status::ok;
    run(seconds, nodes, [&](Rater& rater, Options& o) {
        o.full = true;
        status = rater.next(g, o, step, which);
    });
    if (status != Status::ok) return nb::make_tuple(status_id(status), nb::none());
    return nb::make_tuple(status_id(status), step_dict(step));
}

nb::tuple chains(nb::handle puzzle, nb::handle candidates, nb::handle producer, nb::handle seconds, nb::handle nodes) {
    const int which = static_cast<int>(whole(producer, "producer", kFirstDynamic, kProducers));
    Grid g;
    if (!read_grid(puzzle, candidates, g)) return nb::make_tuple(status_id(Status::invalid), nb::list());
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
    nb::class_<Rating>(m, "SeRating", "ER, EP and ED of one puzzle on Sudoku Explainer's scale.")
        .def_prop_ro(
            "status", [](const Rating& r) { return status_id(r.status); }, "ok, undecided, stuck or invalid")
        .def_prop_ro(
            "er", [](const Rating& r) { return tenths(r.er) / 10.0; }, "as printed, one decimal")
        .def_prop_ro("ep", [](const Rating& r) { return tenths(r.ep) / 10.0; })
        .def_prop_ro("ed", [](const Rating& r) { return tenths(r.ed) / 10.0; })
        .def_prop_ro(
            "tenths", [](const Rating& r) { return nb::make_tuple(tenths(r.er), tenths(r.ep), tenths(r.ed)); }, "ER, EP, ED in tenths")
        .def_prop_ro(
            "exact", [](const Rating& r) { return nb::make_tuple(r.er, r.ep, r.ed); }, "ER, EP, ED as Sudoku Explainer adds them up")
        .def_ro("steps", &Rating::steps)
        .def_prop_ro(
            "hardest",
            [](const Rating& r) -> nb::object {
                if (r.steps == 0) return nb::none();
                return nb::cast(technique_id(r.hardest));
            },
            "technique of the first step with the highest rating")
        .def_ro("nodes", &Rating::nodes, "units of work spent")
        .def_prop_ro(
            "last", [](const Rating& r) { return write_cells(r.last.value); }, "the board where the path ended")
        .def("__repr__", [](const Rating& r) {
            return "SeRating(" + std::string(status_id(r.status)) + ", er=" + std::to_string(tenths(r.er)) +
                   "/10, ep=" + std::to_string(tenths(r.ep)) + "/10, ed=" + std::to_string(tenths(r.ed)) + "/10)";
        });
    m.def("se_rate", &rate, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0,
          "Rates a puzzle, or a position with candidates (81 masks, bit 0 for digit 1).");
    m.def("se_rate_batch", &rate_batch, "puzzles"_a, nb::kw_only(), "threads"_a = 1, "seconds"_a = 0.0, "nodes"_a = 0,
          "Rates many puzzles; the limits hold for each. What is no puzzle gets the status invalid.");
    m.def("se_path", &path, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0,
          "The rating and the list of all steps, each a dict with its full pattern.");
    m.def("se_find", &find, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "producer"_a = 0, "seconds"_a = 0.0, "nodes"_a = 0,
          "(status, step): the next step in a position; producer 1..30 asks that producer alone.");
    m.def("se_chains", &chains, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "producer"_a, "seconds"_a = 0.0, "nodes"_a = 0,
          "(status, steps): each conclusion of a producer of dynamic chains (25..30) by its easiest step, easiest first.");
    m.def("by_singles", &by_singles_alone, "puzzle"_a, "candidates"_a = nb::none(),
          "Whether naked and hidden singles alone fill a board.");
}
