#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../common/binding.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace satdoku;
using namespace satdoku::binding;

// --- arguments ------------------------------------------------------------------------------

int solutions_of(nb::handle wanted) { return static_cast<int>(whole(wanted, "solutions", 1, 2)); }

std::uint64_t limit_of(nb::handle limit) {
  return limit.is_none() ? UINT64_MAX : bound64(limit, "limit");
}

// --- batches --------------------------------------------------------------------------------

// Calls work(i, search, watch) for every i below n, without the GIL.  What is left when a limit
// runs out is not called.
template <class Work>
void run_batch(std::size_t n, Limits& limits, std::size_t threads, const Work& work) {
  constexpr std::size_t kChunk = 64;
  std::atomic<std::size_t> taken{0};
  {
    const nb::gil_scoped_release release;
    const std::size_t useful = std::max<std::size_t>(1, (n + kChunk - 1) / kChunk);
    in_threads(limits, std::min(threads, useful), [&](Watch& watch) {
      auto search = std::make_unique<Search>();
      for (;;) {
        std::size_t from = taken.fetch_add(kChunk, std::memory_order_relaxed);
        if (from >= n) return;
        std::size_t to = std::min(n, from + kChunk);
        for (std::size_t i = from; i < to; i++) {
          if (watch.over()) return;
          work(i, *search, watch);
        }
      }
    });
  }
  raise_if_interrupted();
}

template <class T>
using Numpy = nb::ndarray<nb::numpy, T>;

template <class T>
struct Result {
  T* data;
  nb::capsule owner;
  explicit Result(std::size_t n)
      : data(new T[n]()), owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); }) {}
  nb::object array(std::size_t n) const { return nb::cast(Numpy<T>(data, {n}, owner)); }
  nb::object array(std::size_t n, std::size_t m) const {
    return nb::cast(Numpy<T>(data, {n, m}, owner));
  }
};

nb::object verdicts(nb::handle puzzles, nb::handle threads, nb::handle nodes, nb::handle seconds) {
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Result<std::uint8_t> codes(many.size());
  std::memset(codes.data, static_cast<int>(Verdict::undecided), many.size());
  const Kernel& kernel = active_kernel();
  run_batch(many.size(), limits, threads_of(threads),
            [&](std::size_t i, Search& search, Watch& watch) {
              codes.data[i] =
                  static_cast<std::uint8_t>(check(kernel, search, many.at(i), watch, 2, nullptr));
            });
  return codes.array(many.size());
}

nb::tuple check_many(nb::handle puzzles, nb::handle solutions, nb::handle threads, nb::handle nodes,
                     nb::handle seconds) {
  const int wanted = solutions_of(solutions);
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n), first(81 * n), second(wanted == 2 ? 81 * n : 0);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  const Kernel& kernel = active_kernel();
  run_batch(n, limits, threads_of(threads), [&](std::size_t i, Search& search, Watch& watch) {
    Witnesses witnesses;
    codes.data[i] =
        static_cast<std::uint8_t>(check(kernel, search, many.at(i), watch, wanted, &witnesses));
    if (witnesses.found > 0) std::memcpy(first.data + 81 * i, witnesses.grid[0], 81);
    if (witnesses.found > 1) std::memcpy(second.data + 81 * i, witnesses.grid[1], 81);
  });
  return nb::make_tuple(codes.array(n), first.array(n, 81),
                        wanted == 2 ? second.array(n, 81) : nb::none());
}

nb::tuple count_many(nb::handle puzzles, nb::handle limit, nb::handle threads, nb::handle nodes,
                     nb::handle seconds) {
  std::uint64_t most = limit_of(limit);
  ManyPuzzles many(puzzles);
  Limits limits;
  set_limits(limits, nodes, seconds);
  std::size_t n = many.size();
  Result<std::uint8_t> codes(n);
  Result<std::uint64_t> counts(n);
  Result<bool> exact(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  const Kernel& kernel = active_kernel();
  run_batch(n, limits, threads_of(threads), [&](std::size_t i, Search& search, Watch& watch) {
    Count c = count(kernel, search, many.at(i), watch, most);
    codes.data[i] = static_cast<std::uint8_t>(c.verdict);
    counts.data[i] = c.found;
    exact.data[i] = c.exact;
  });
  return nb::make_tuple(codes.array(n), counts.array(n), exact.array(n));
}

// --- text streams ---------------------------------------------------------------------------

const char* const kWords[] = {"none",    "unique",     "multiple", "undecided",
                              "invalid", "unreadable", "solvable"};

nb::tuple check_lines(nb::bytes block, nb::str columns_wanted, nb::handle threads, nb::handle nodes,
                      nb::handle seconds) {
  bool witnesses_wanted = false, verdict_wanted = false;
  std::string_view columns;
  text_view(columns_wanted, columns);
  for (char c : columns) {
    if (std::string_view("vps2").find(c) == std::string_view::npos)
      throw nb::value_error("columns are letters of 'vps2'");
    witnesses_wanted |= c == 's' || c == '2';
    verdict_wanted |= c == 'v' || c == '2';
  }
  Limits limits;
  set_limits(limits, nodes, seconds);
  const auto lines = split_lines({block.c_str(), block.size()});
  std::size_t n = lines.size();
  Result<std::uint8_t> codes(n);
  std::memset(codes.data, static_cast<int>(Verdict::undecided), n);
  std::vector<Witnesses> witnesses(witnesses_wanted ? n : 0);
  const Kernel& kernel = active_kernel();
  int wanted = verdict_wanted || columns.empty() ? 2 : 1;
  run_batch(n, limits, threads_of(threads), [&](std::size_t i, Search& search, Watch& watch) {
    Puzzle puzzle{lines[i].size() == 81 ? lines[i].data() : nullptr, nullptr};
    codes.data[i] = static_cast<std::uint8_t>(
        check(kernel, search, puzzle, watch, wanted, witnesses_wanted ? &witnesses[i] : nullptr));
  });
  // When a limit ended the batch early, lines never looked at may be ones Python must read.
  nb::list parts, others;
  std::string part;
  part.reserve(block.size() + 12 * n + (witnesses_wanted ? 82 * n : 0));
  for (std::size_t i = 0; i < n; i++) {
    auto verdict = static_cast<Verdict>(codes.data[i]);
    if (verdict == Verdict::undecided && lines[i].size() != 81) {
      verdict = Verdict::unreadable;
      codes.data[i] = static_cast<std::uint8_t>(verdict);
    }
    if (verdict == Verdict::unreadable) {
      parts.append(nb::bytes(part.data(), part.size()));
      part.clear();
      others.append(nb::make_tuple(i, nb::bytes(lines[i].data(), lines[i].size())));
      continue;
    }
    bool follows = false;
    for (char c : columns) {
      if (follows) part += '\t';
      follows = true;
      if (c == 'v') part += kWords[static_cast<int>(verdict)];
      else if (c == 'p') part.append(lines[i]);
      else if (int which = c == '2'; witnesses[i].found > which)
        for (std::uint8_t digit : witnesses[i].grid[which]) part += static_cast<char>('0' + digit);
    }
    part += '\n';
  }
  parts.append(nb::bytes(part.data(), part.size()));
  return nb::make_tuple(parts, others, codes.array(n));
}

// --- one puzzle -----------------------------------------------------------------------------

nb::object grid_text(const std::uint8_t* grid) { return nb::cast(write_cells(grid)); }

// Raw, as nanobind's dispatch would cost a tenth of an easy puzzle.
PyObject* verdict_of(PyObject*, PyObject* const* args, Py_ssize_t n) {
  if (n < 1 || n > 2) {
    PyErr_SetString(PyExc_TypeError, "verdict(puzzle, nodes=0) takes 1 or 2 arguments");
    return nullptr;
  }
  std::string_view text;
  Limits limits;
  try {
    if (!text_view(args[0], text)) {
      PyErr_SetString(PyExc_TypeError, "verdict() takes str or bytes");
      return nullptr;
    }
    if (n == 2) limits.nodes = bound64(args[1], "nodes");
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  } catch (const nb::builtin_exception& error) {
    const bool of_type = error.type() == nb::exception_type::type_error;
    PyErr_SetString(of_type ? PyExc_TypeError : PyExc_ValueError, error.what());
    return nullptr;
  }
  limits.interrupted = signal_waits;
  Search search;
  Watch watch(limits, true);
  Puzzle puzzle{text.size() == 81 ? text.data() : nullptr, nullptr};
  Verdict verdict = check(active_kernel(), search, puzzle, watch, 2, nullptr);
  if (verdict == Verdict::undecided && PyErr_Occurred()) return nullptr;
  return PyLong_FromLong(static_cast<long>(verdict));
}

PyMethodDef fast_methods[] = {
    {"verdict", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(verdict_of)),
     METH_FASTCALL,
     "verdict(puzzle, nodes=0, /)\n--\n\nThe verdict code of one puzzle, at the least cost."},
    {nullptr, nullptr, 0, nullptr}};

nb::tuple check_one(nb::handle puzzle, nb::handle solutions, nb::handle nodes, nb::handle seconds) {
  const int wanted = solutions_of(solutions);
  OnePuzzle one(puzzle);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Witnesses witnesses;
  Verdict verdict;
  std::uint64_t spent;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    verdict = check(active_kernel(), search, one.puzzle, watch, wanted, &witnesses);
    spent = search.nodes;
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(verdict),
                        witnesses.found > 0 ? grid_text(witnesses.grid[0]) : nb::none(),
                        witnesses.found > 1 ? grid_text(witnesses.grid[1]) : nb::none(), spent);
}

nb::tuple count_one(nb::handle puzzle, nb::handle limit, nb::handle nodes, nb::handle seconds) {
  OnePuzzle one(puzzle);
  std::uint64_t most = limit_of(limit);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Count result;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    result = count(active_kernel(), search, one.puzzle, watch, most);
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(result.verdict), result.found, result.exact);
}

nb::tuple true_candidates_of(nb::handle puzzle, nb::handle cap, nb::handle nodes,
                             nb::handle seconds) {
  const auto most = static_cast<std::uint32_t>(whole(cap, "cap", 1, UINT32_MAX));
  OnePuzzle one(puzzle);
  Limits limits;
  set_limits(limits, nodes, seconds);
  Result<std::uint32_t> counts(729);
  TrueCandidates result;
  {
    nb::gil_scoped_release release;
    Search search;
    Watch watch(limits, true);
    result = true_candidates(active_kernel(), search, one.puzzle, watch, most, counts.data);
  }
  raise_if_interrupted();
  return nb::make_tuple(static_cast<int>(result.verdict), counts.array(81, 9), result.complete);
}

// A search that can be taken up again; constant memory, nothing to close.  Threads may share it:
// batches wait for each other, and what is known is that of the last finished batch.
class Solutions {
 public:
  explicit Solutions(nb::handle puzzle) : search_(std::make_unique<Search>()) {
    OnePuzzle one(puzzle);
    entered_ = enter(kernel_, *search_, one.puzzle);
    known_.finished = entered_ != Entered::ready;
  }

  nb::object next_batch(nb::handle wanted, nb::handle nodes, nb::handle seconds) {
    const std::uint64_t n = std::min<std::uint64_t>(bound64(wanted, "n"), 1'000'000);
    Limits limits;
    set_limits(limits, nodes, seconds);
    std::vector<std::uint8_t> grids;
    {
      const nb::gil_scoped_release release;
      const auto lock = exclusive_.lock();
      if (lock) run(n, limits, grids);
    }
    raise_if_interrupted();
    const std::size_t found = grids.size() / 81;
    Result<std::uint8_t> result(81 * found);
    if (found) std::memcpy(result.data, grids.data(), 81 * found);
    return result.array(found, 81);
  }

  int status() const {
    if (entered_ == Entered::unreadable) return static_cast<int>(Verdict::unreadable);
    if (entered_ == Entered::invalid) return static_cast<int>(Verdict::invalid);
    const Known now = known();
    if (now.found >= 2) return static_cast<int>(Verdict::multiple);
    if (now.finished) return static_cast<int>(now.found ? Verdict::unique : Verdict::none);
    return static_cast<int>(now.found ? Verdict::solvable : Verdict::undecided);
  }
  bool finished() const { return known().finished; }
  bool cut() const { return known().cut; }
  std::uint64_t found() const { return known().found; }
  std::uint64_t nodes() const { return known().nodes; }

 private:
  struct Known {
    bool finished = false;
    bool cut = false;
    std::uint64_t found = 0;
    std::uint64_t nodes = 0;
  };

  Known known() const {
    const std::lock_guard lock(guard_);
    return known_;
  }

  // Without the frames that nothing waits in.
  static void copy(Search& to, const Search& from) {
    to.current = from.current;
    std::copy_n(from.waiting, from.depth, to.waiting);
    to.depth = from.depth;
    to.fresh = from.fresh;
    to.nodes = from.nodes;
  }

  // A batch that Ctrl-C or want of memory ends gives nothing, so it leaves the search as it was.
  void run(std::uint64_t n, Limits& limits, std::vector<std::uint8_t>& grids) {
    Search search;
    copy(search, *search_);
    Known now = known();
    Watch watch(limits, true);
    watch.restart(search.nodes);
    now.cut = false;
    for (std::uint64_t found = 0; !now.finished && found < n; found++) {
      const Step step = watch.over() ? Step::cut : kernel_.next(search, watch);
      now.finished = step == Step::exhausted;
      now.cut = step == Step::cut;
      if (step != Step::found) break;
      grids.resize(81 * (found + 1));
      kernel_.read_grid(search, &grids[81 * found]);
      now.found++;
    }
    if (limits.cancelled) return;
    now.nodes = search.nodes;
    copy(*search_, search);
    const std::lock_guard lock(guard_);
    known_ = now;
  }

  const Kernel& kernel_ = active_kernel();  // frames of one level mean nothing to another
  std::unique_ptr<Search> search_;
  Exclusive exclusive_;
  Entered entered_;
  mutable std::mutex guard_;
  Known known_;
};

// --- making puzzles -------------------------------------------------------------------------

nb::object random_grid_of(nb::handle seed, bool uniform) {
  const std::uint64_t start = whole64(seed, "seed");
  Limits limits;
  limits.interrupted = signal_waits;
  std::uint8_t grid[81];
  bool done;
  {
    nb::gil_scoped_release release;
    Random random(start);
    Watch watch(limits, true);
    done = random_grid(active_kernel(), random, uniform, watch, grid);
  }
  raise_if_interrupted();
  if (!done) throw nb::value_error("interrupted");
  return grid_text(grid);
}

nb::object minimal_puzzle(nb::handle seed, nb::handle start, bool uniform) {
  const std::uint64_t from = whole64(seed, "seed");
  Limits limits;
  limits.interrupted = signal_waits;
  std::uint8_t solution[81], givens[81];
  bool done = true;
  const Kernel& kernel = active_kernel();
  std::unique_ptr<OnePuzzle> given;
  if (!start.is_none()) {
    given = std::make_unique<OnePuzzle>(start);
    if (!given->puzzle.text) throw nb::value_error("start must be 81 characters or digits");
  }
  Verdict verdict = Verdict::unique;
  {
    nb::gil_scoped_release release;
    Random random(from);
    Watch watch(limits, true);
    if (given) {
      Search search;
      Witnesses witnesses;
      verdict = check(kernel, search, given->puzzle, watch, 2, &witnesses);
      if (verdict == Verdict::unique) {
        std::memcpy(solution, witnesses.grid[0], 81);
        for (int c = 0; c < 81; c++) {
          char ch = given->text[c];
          givens[c] = ch >= '1' && ch <= '9' ? solution[c] : 0;
        }
      }
    } else {
      done = random_grid(kernel, random, uniform, watch, solution);
      if (done) std::memcpy(givens, solution, 81);
    }
    if (done && verdict == Verdict::unique)
      done = minimise(kernel, random, watch, solution, givens);
  }
  raise_if_interrupted();
  if (verdict != Verdict::unique)
    throw nb::value_error(
        (std::string("start must have one solution; it is ") + kWords[static_cast<int>(verdict)])
            .c_str());
  if (!done) throw nb::value_error("interrupted");
  return grid_text(givens);
}

}  // namespace

void bind_solver(nb::module_& module) {
  module.attr("NONE") = static_cast<int>(Verdict::none);
  module.attr("UNIQUE") = static_cast<int>(Verdict::unique);
  module.attr("MULTIPLE") = static_cast<int>(Verdict::multiple);
  module.attr("UNDECIDED") = static_cast<int>(Verdict::undecided);
  module.attr("INVALID") = static_cast<int>(Verdict::invalid);
  module.attr("UNREADABLE") = static_cast<int>(Verdict::unreadable);
  module.attr("SOLVABLE") = static_cast<int>(Verdict::solvable);

  if (PyModule_AddFunctions(module.ptr(), fast_methods) != 0) throw nb::python_error();

  module.def("check", check_one, "puzzle"_a, "solutions"_a = 2, "nodes"_a = 0, "seconds"_a = 0.0,
             "(verdict, first solution, second solution, guesses made).");
  module.def("count", count_one, "puzzle"_a, "limit"_a = nb::none(), "nodes"_a = 0,
             "seconds"_a = 0.0, "(verdict, solutions found, whether that is all of them).");
  module.def("true_candidates", true_candidates_of, "puzzle"_a, "cap"_a = 1, "nodes"_a = 0,
             "seconds"_a = 0.0,
             "(verdict, (81, 9) counts of solutions up to cap, whether nothing was cut).");

  nb::class_<Solutions>(module, "Solutions", "The solutions of one puzzle, a batch at a time.")
      .def(nb::init<nb::handle>(), "puzzle"_a)
      .def("next_batch", &Solutions::next_batch, "n"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "Up to n (at most 1,000,000) further solutions, shape (k, 81). "
           "Fewer than n: see finished and cut.")
      .def_prop_ro("status", &Solutions::status, "The verdict as far as it is known.")
      .def_prop_ro("finished", &Solutions::finished, "Whether there are no more.")
      .def_prop_ro("cut", &Solutions::cut, "Whether a limit ended the last batch.")
      .def_prop_ro("found", &Solutions::found)
      .def_prop_ro("nodes", &Solutions::nodes);

  module.def("verdicts", verdicts, "puzzles"_a, "threads"_a = 1, "nodes"_a = 0, "seconds"_a = 0.0,
             "The verdict code of every puzzle, in order.");
  module.def(
      "check_many", check_many, "puzzles"_a, "solutions"_a = 2, "threads"_a = 1, "nodes"_a = 0,
      "seconds"_a = 0.0,
      "(verdicts, first solutions, second solutions or None); rows of 0 where there is none.");
  module.def("count_many", count_many, "puzzles"_a, "limit"_a = nb::none(), "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0, "(verdicts, counts, whether each is exact).");
  module.def("check_lines", check_lines, "block"_a, "columns"_a = "vp", "threads"_a = 1,
             "nodes"_a = 0, "seconds"_a = 0.0,
             "(parts, others, verdicts): parts[i] is the output for the lines before others[i], "
             "the (index, line) of each line that is not a plain puzzle; parts has one more.");

  module.def("random_grid", random_grid_of, "seed"_a, "uniform"_a = true,
             "A full grid; every grid equally likely if uniform.");
  module.def("minimal_puzzle", minimal_puzzle, "seed"_a, "start"_a = nb::none(), "uniform"_a = true,
             "A puzzle with one solution that loses it without any one of its givens.");

  module.def("simd_levels", usable_levels, "Kernels this machine can run, slowest first.");
  module.def("simd_level", [] { return std::string(active_kernel().name); });
  module.def(
      "set_simd_level",
      [](const std::string& name) {
        if (!set_level(name)) throw nb::value_error("no such kernel on this machine");
      },
      "name"_a);
}
