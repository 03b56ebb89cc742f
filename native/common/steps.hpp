// The record by which Python gets the steps of every kernel: a dict with the keys of FoundStep in
// satdoku/core.pyi. Cells are numbered by row, digits from 1, and houses as those of the classic
// board: 0..8 boxes, 9..17 rows, 18..26 columns.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace satdoku::binding {

namespace nb = nanobind;

// Lists and tuples of known length: a chain has hundreds, and appending takes twice as long.
template <class Numbers>
Py_ssize_t length_of(const Numbers& numbers) {
  Py_ssize_t length = 0;
  for ([[maybe_unused]] const int n : numbers) ++length;
  return length;
}

template <class Numbers>
nb::list listed(const Numbers& numbers) {
  const auto out = nb::steal<nb::list>(PyList_New(length_of(numbers)));
  Py_ssize_t at = 0;
  for (const int n : numbers) PyList_SetItem(out.ptr(), at++, PyLong_FromLong(n));
  return out;
}

template <class Numbers>
nb::tuple tuple_of(const Numbers& numbers) {
  const auto out = nb::steal<nb::tuple>(PyTuple_New(length_of(numbers)));
  Py_ssize_t at = 0;
  for (const int n : numbers) PyTuple_SetItem(out.ptr(), at++, PyLong_FromLong(n));
  return out;
}

// A key is made once, as the names of attributes are.
#define SATDOKU_KEY(name)                                          \
  ([]() -> PyObject* {                                             \
    static PyObject* const key = PyUnicode_InternFromString(name); \
    return key;                                                    \
  }())

inline nb::tuple pair_of(int cell, int digit) { return nb::make_tuple(cell, digit); }

// A statement of a chain: one of some cells has a digit (`on`), or none has. Its parents are places
// in the same chain, and `inner` is the place of a step in the record's `inner`.
template <class Cells>
nb::tuple node_of(const Cells& cells, int digit, bool on, const char* cause = "",
                  const std::vector<int>& parents = {}, int inner = -1) {
  return nb::make_tuple(tuple_of(cells), digit, on, cause, tuple_of(parents), inner);
}

class StepRecord {
 public:
  // The search that a step is of; what its kernel calls it; the type of a pattern, or 0.
  template <class Step>
  StepRecord(const Step& step, const char* search, const char* technique, const std::string& name,
             int variant) {
    add(SATDOKU_KEY("search"), search);
    add(SATDOKU_KEY("variant"), variant);
    add(SATDOKU_KEY("technique"), technique);
    add(SATDOKU_KEY("name"), name);
    if (step.place_cell >= 0) add(SATDOKU_KEY("place"), pair_of(step.place_cell, step.place_digit));
    else add(SATDOKU_KEY("place"), nb::none());
    nb::list eliminations;
    for (const auto& one : step.eliminations) eliminations.append(pair_of(one.cell, one.digit));
    add(SATDOKU_KEY("eliminations"), eliminations);
    add(SATDOKU_KEY("cells"), listed(step.cells));
    add(SATDOKU_KEY("digits"), listed(step.digits));
  }

  template <class Value>
  void add(PyObject* key, const Value& value) {
    if (PyDict_SetItem(record_.ptr(), key, nb::cast(value).ptr()) != 0) throw nb::python_error();
  }

  template <class Houses>
  void houses(const Houses& base, const Houses& cover) {
    add(SATDOKU_KEY("base"), tuple_of(base));
    add(SATDOKU_KEY("cover"), tuple_of(cover));
  }
  void mark(const char* role, int cell, int digit) {
    marks_.append(nb::make_tuple(role, cell, digit));
  }
  // Some cells, digits of them, and those that join the set with the next one.
  template <class Cells, class Digits>
  void set(const Cells& cells, const Digits& digits, const Digits& links) {
    sets_.append(nb::make_tuple(tuple_of(cells), listed(digits), listed(links)));
  }
  void chain(const nb::list& nodes, const nb::list& sides) {
    chains_.append(nb::make_tuple(nodes, sides));
  }
  void inner(const nb::dict& record) { inner_.append(record); }

  nb::dict dict() {
    add(SATDOKU_KEY("marks"), marks_);
    add(SATDOKU_KEY("sets"), nb::tuple(sets_));
    add(SATDOKU_KEY("chains"), nb::tuple(chains_));
    add(SATDOKU_KEY("inner"), nb::tuple(inner_));
    return record_;
  }

 private:
  nb::dict record_;
  nb::list marks_, sets_, chains_, inner_;
};

}  // namespace satdoku::binding
