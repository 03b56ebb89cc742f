// Python functions of the Sudoku Explainer kernel: bind_se(m) adds them to a module.
#include <Python.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "rate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace satdoku::se {
namespace {

std::string_view text_of(nb::handle h) {
    if (PyUnicode_Check(h.ptr())) {
        Py_ssize_t n = 0;
        const char* s = PyUnicode_AsUTF8AndSize(h.ptr(), &n);
        if (s == nullptr) throw nb::python_error();
        return {s, static_cast<std::size_t>(n)};
    }
    if (PyBytes_Check(h.ptr())) return {PyBytes_AS_STRING(h.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(h.ptr()))};
    throw nb::type_error("a puzzle is a str or bytes of 81 characters");
}

// Text to values. Bytes may also hold the numbers 0..9 themselves. False if it is no puzzle.
bool read_values(std::string_view s, std::uint8_t (&values)[81]) {
    if (s.size() != 81) return false;
    bool numbers = true;
    for (char c : s) numbers = numbers && static_cast<unsigned char>(c) <= 9;
    if (!numbers) return parse_line(s, values);
    for (std::size_t k = 0; k < 81; ++k) values[k] = static_cast<std::uint8_t>(s[k]);
    return true;
}

// The starting board of a call. Throws ValueError for what is not 81 cells; false for clashing givens.
bool read_grid(nb::handle puzzle, nb::handle candidates, Grid& g) {
    std::uint8_t values[81];
    if (!read_values(text_of(puzzle), values))
        throw nb::value_error("a puzzle has 81 characters: 1-9, and 0 . * or _ for an empty cell");
    if (candidates.is_none()) return g.from_values(values);
    const auto masks = nb::cast<std::vector<unsigned>>(candidates);
    if (masks.size() != 81) throw nb::value_error("candidates: 81 masks, bit 0 for digit 1");
    Mask m[81];
    for (std::size_t k = 0; k < 81; ++k) {
        if (masks[k] > kAll) throw nb::value_error("candidates: a mask has nine bits");
        m[k] = static_cast<Mask>(masks[k]);
    }
    return g.from_position(values, m);
}

// Lets Ctrl-C through: asks the interpreter for signals a few dozen times a second.
class Signals {
public:
    bool operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(30);
        const nb::gil_scoped_acquire gil;
        interrupted = interrupted || PyErr_CheckSignals() != 0;
        return interrupted;
    }
    bool interrupted = false;

private:
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
};

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
    if (s.place_cell >= 0)
        d["place"] = pair_of(s.place_cell, s.place_digit);
    else
        d["place"] = nb::none();
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
            nodes.append(nb::make_tuple(static_cast<int>(v.cell), static_cast<int>(v.digit), v.on, cause_id(v.cause),
                                        nb::tuple(parents), v.inner));
        }
        branches.append(nodes);
    }
    d["branches"] = branches;
    nb::list inner;
    for (const Step& i : s.inner) inner.append(step_dict(i));
    d["inner"] = inner;
    return d;
}

Rating one(Rater& rater, std::string_view text, const Options& o) {
    std::uint8_t values[81];
    if (!read_values(text, values)) {
        Rating r;
        r.status = Status::invalid;
        return r;
    }
    return rater.rate(values, o);
}

Rating rate(nb::handle puzzle, nb::handle candidates, double seconds, std::uint64_t nodes) {
    Grid g;
    Rating r;
    if (!read_grid(puzzle, candidates, g)) {
        r.status = Status::invalid;
        r.last = g;
        return r;
    }
    Signals signals;
    {
        const nb::gil_scoped_release release;
        Options o;
        o.seconds = seconds;
        o.nodes = nodes;
        o.poll = std::ref(signals);
        Rater rater;
        r = rater.rate(g, o);
    }
    if (signals.interrupted) throw nb::python_error();
    return r;
}

std::vector<Rating> rate_batch(nb::iterable puzzles, int threads, double seconds, std::uint64_t nodes) {
    std::vector<std::string> texts;
    for (nb::handle h : puzzles) texts.emplace_back(text_of(h));
    std::vector<Rating> out(texts.size());
    std::atomic<bool> stop{false};
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    Signals signals;
    {
        const nb::gil_scoped_release release;
        const auto work = [&](const std::function<bool()>& poll) {
            try {
                Rater rater;
                Options o;
                o.seconds = seconds;
                o.nodes = nodes;
                o.stop = &stop;
                o.poll = poll;
                for (std::size_t k; (k = next.fetch_add(1)) < texts.size();) {
                    if (stop.load(std::memory_order_relaxed)) {
                        out[k].status = Status::undecided;
                        continue;
                    }
                    out[k] = one(rater, texts[k], o);
                    if (poll && poll()) stop = true;
                }
            } catch (...) {
                if (!failed.exchange(true)) failure = std::current_exception();
                stop = true;
            }
        };
        std::vector<std::thread> others;
        try {
            for (int t = 1; t < threads && static_cast<std::size_t>(t) < texts.size(); ++t) others.emplace_back(work, std::function<bool()>());
        } catch (const std::system_error&) {
            // No more threads to be had: those that run do the work.
        }
        work(std::ref(signals));
        if (signals.interrupted) stop = true;
        for (std::thread& t : others) t.join();
    }
    if (signals.interrupted) throw nb::python_error();
    if (failure) std::rethrow_exception(failure);
    return out;
}

nb::tuple path(nb::handle puzzle, nb::handle candidates, double seconds, std::uint64_t nodes) {
    Grid g;
    Rating r;
    std::vector<Step> steps;
    if (!read_grid(puzzle, candidates, g)) {
        r.status = Status::invalid;
        r.last = g;
        return nb::make_tuple(r, nb::list());
    }
    Signals signals;
    {
        const nb::gil_scoped_release release;
        Options o;
        o.seconds = seconds;
        o.nodes = nodes;
        o.poll = std::ref(signals);
        o.full = true;
        o.on_step = [&](const Grid&, const Step& s) {
            steps.push_back(s);
            return true;
        };
        Rater rater;
        r = rater.rate(g, o);
    }
    if (signals.interrupted) throw nb::python_error();
    nb::list list;
    for (const Step& s : steps) list.append(step_dict(s));
    return nb::make_tuple(r, list);
}

nb::tuple find(nb::handle puzzle, nb::handle candidates, int producer, double seconds, std::uint64_t nodes) {
    if (producer < 0 || producer > kProducers) throw nb::value_error("producer: 1 to 30, or 0 for all in order");
    Grid g;
    if (!read_grid(puzzle, candidates, g)) return nb::make_tuple(status_id(Status::invalid), nb::none());
    Signals signals;
    Step step;
    Status status;
    {
        const nb::gil_scoped_release release;
        Options o;
        o.seconds = seconds;
        o.nodes = nodes;
        o.poll = std::ref(signals);
        o.full = true;
        Rater rater;
        status = rater.next(g, o, step, producer);
    }
    if (signals.interrupted) throw nb::python_error();
    if (status != Status::ok) return nb::make_tuple(status_id(status), nb::none());
    return nb::make_tuple(status_id(status), step_dict(step));
}

}  // namespace
}  // namespace satdoku::se

void bind_se(nb::module_& m) {
    using namespace satdoku::se;
    nb::class_<Rating>(m, "SeRating", "ER, EP and ED of one puzzle on Sudoku Explainer's scale.")
        .def_prop_ro("status", [](const Rating& r) { return status_id(r.status); }, "ok, undecided, stuck or invalid")
        .def_prop_ro("er", [](const Rating& r) { return tenths(r.er) / 10.0; }, "as printed, one decimal")
        .def_prop_ro("ep", [](const Rating& r) { return tenths(r.ep) / 10.0; })
        .def_prop_ro("ed", [](const Rating& r) { return tenths(r.ed) / 10.0; })
        .def_prop_ro("tenths", [](const Rating& r) { return nb::make_tuple(tenths(r.er), tenths(r.ep), tenths(r.ed)); },
                     "ER, EP, ED in tenths")
        .def_prop_ro("exact", [](const Rating& r) { return nb::make_tuple(r.er, r.ep, r.ed); },
                     "ER, EP, ED as Sudoku Explainer adds them up")
        .def_ro("steps", &Rating::steps)
        .def_prop_ro("hardest",
                     [](const Rating& r) -> nb::object {
                         if (r.steps == 0) return nb::none();
                         return nb::cast(technique_id(r.hardest));
                     },
                     "technique of the first step with the highest rating")
        .def_ro("nodes", &Rating::nodes, "units of work spent")
        .def_prop_ro("last",
                     [](const Rating& r) {
                         std::string s(81, '.');
                         for (std::size_t c = 0; c < 81; ++c)
                             if (r.last.value[c]) s[c] = static_cast<char>('0' + r.last.value[c]);
                         return s;
                     },
                     "the board where the path ended")
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
    m.def("se_find", &find, "puzzle"_a, "candidates"_a = nb::none(), nb::kw_only(), "producer"_a = 0, "seconds"_a = 0.0,
          "nodes"_a = 0, "(status, step): the next step in a position; producer 1..30 asks that producer alone.");
}
