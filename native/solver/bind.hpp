// What the bindings of the solver share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <string>

#include "../common/binding.hpp"

namespace nb = nanobind;
using namespace nb::literals;

// One file each: many puzzles, the solutions of one, making puzzles.
void bind_many(nb::module_& module);
void bind_solutions(nb::module_& module);
void bind_making(nb::module_& module);

namespace satdoku::binding {

inline constexpr const char* kWords[] = {"none",    "unique",     "multiple", "undecided",
                                         "invalid", "unreadable", "solvable"};

inline int solutions_of(nb::handle wanted) {
  return static_cast<int>(whole(wanted, "solutions", 1, 2));
}

inline std::uint64_t limit_of(nb::handle limit) {
  return limit.is_none() ? UINT64_MAX : bound64(limit, "limit");
}

inline nb::object grid_text(const std::uint8_t* grid) { return nb::cast(write_cells(grid)); }

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

}  // namespace satdoku::binding
