// One puzzle, and the choice of the kernel.
#include <nanobind/stl/vector.h>

#include "bind.hpp"

namespace satdoku {
namespace {

using namespace satdoku::binding;

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

// Digits in a list or tuple, as 81 characters; False where they are anything else.
bool digits_of(PyObject* cells, char* text) {
  const bool is_list = PyList_Check(cells);
  if (!is_list && !PyTuple_Check(cells)) return false;
  if (Py_SIZE(cells) != 81) return false;
  for (Py_ssize_t c = 0; c < 81; c++) {
    PyObject* cell = is_list ? PyList_GetItem(cells, c) : PyTuple_GetItem(cells, c);
    long digit = 0;
    if (PyLong_CheckExact(cell)) {
      int overflow = 0;
      digit = PyLong_AsLongAndOverflow(cell, &overflow);
      if (overflow || digit < 0 || digit > 9) return false;
    } else if (cell != Py_None) {
      return false;
    }
    text[c] = static_cast<char>('0' + digit);
  }
  return true;
}

PyObject* is_unique_of(PyObject*, PyObject* given) {
  char digits[81];
  std::string_view text;
  if (PyUnicode_Check(given)) {
    if (!text_view(given, text)) Py_RETURN_NONE;
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    // Blanks may be more than empty cells, such as before a name behind the puzzle.
    if (text.size() != 81 || text.find(' ') != text.npos) Py_RETURN_NONE;
  } else if (digits_of(given, digits)) {
    text = std::string_view(digits, sizeof digits);
  } else {
    Py_RETURN_NONE;
  }
  Limits limits;
  limits.interrupted = signal_waits;
  Search search;
  Watch watch(limits, true);
  switch (check(active_kernel(), search, Puzzle{text.data(), nullptr}, watch, 2, nullptr)) {
    case Verdict::unique:
      Py_RETURN_TRUE;
    case Verdict::multiple:
    case Verdict::none:
      Py_RETURN_FALSE;
    default:
      break;
  }
  if (PyErr_Occurred()) return nullptr;
  Py_RETURN_NONE;
}

PyMethodDef fast_methods[] = {
    {"is_unique", is_unique_of, METH_O,
     "is_unique(puzzle, /)\n--\n\nWhether a puzzle has exactly one solution, at the least cost; "
     "None for what is not judged here."},
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

std::vector<int> undecided_of(nb::handle puzzle, nb::handle rounds) {
  const int most = static_cast<int>(whole(rounds, "rounds", 1, 1 << 10));
  OnePuzzle one(puzzle);
  Search search;
  if (!one.puzzle.text || active_kernel().enter_text(search, one.puzzle.text) != Entered::ready)
    throw nb::value_error("puzzle must be 81 characters or digits, no digit twice in a house");
  nb::gil_scoped_release release;
  return undecided(active_kernel(), search, one.puzzle, most);
}

}  // namespace
}  // namespace satdoku

void bind_solver(nb::module_& module) {
  using namespace satdoku;
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

  module.def("undecided", undecided_of, "puzzle"_a, "rounds"_a,
             "How many candidates propagation leaves undecided when each is supposed, by rounds: "
             "each without the candidates that those before have refuted.");

  bind_many(module);
  bind_solutions(module);
  bind_making(module);

  module.def("simd_levels", usable_levels, "Kernels this machine can run, slowest first.");
  module.def("simd_level", [] { return std::string(active_kernel().name); });
  module.def(
      "set_simd_level",
      [](const std::string& name) {
        if (!set_level(name)) throw nb::value_error("no such kernel on this machine");
      },
      "name"_a);
}
