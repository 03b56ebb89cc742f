// satdoku.core: every component binds itself in its own file.
#include <nanobind/nanobind.h>

#include "common/interface.hpp"

namespace nb = nanobind;

void bind_counting(nb::module_& module);
void bind_finding(nb::module_& module);
void bind_generate(nb::module_& module);
void bind_hodoku(nb::module_& module);
void bind_links(nb::module_& module);
void bind_narrowing(nb::module_& module);
void bind_nets(nb::module_& module);
void bind_se(nb::module_& module);
void bind_solver(nb::module_& module);
void bind_symmetry(nb::module_& module);
void bind_trails(nb::module_& module);
void bind_unavoidable(nb::module_& module);

// The tables of interface.inc, by name.
static void bind_interface(nb::module_& module) {
  nb::dict relations, comparisons, limits;
  int relation = 0, comparison = 0;
#define RELATION(name) relations[#name] = relation++;
#define COMPARISON(name, sign) comparisons[sign] = comparison++;
#define LIMIT(name, number) limits[#name] = number;
#include "common/interface.inc"
  module.attr("INTERFACE") = satdoku::kInterface;
  module.attr("RELATIONS") = relations;
  module.attr("COMPARISONS") = comparisons;
  module.attr("LIMITS") = limits;
}

NB_MODULE(core, module) {
  // What a script still holds at its end is no leak, and nothing of the kind is to be printed then.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled core: pure functions over text and arrays.";
  bind_interface(module);
  bind_solver(module);
  bind_counting(module);
  bind_finding(module);
  bind_generate(module);
  bind_hodoku(module);
  bind_links(module);
  bind_narrowing(module);
  bind_nets(module);
  bind_se(module);
  bind_symmetry(module);
  bind_trails(module);
  bind_unavoidable(module);
}
