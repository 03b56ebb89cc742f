// satdoku.core: every component binds itself in its own file.
#include <nanobind/nanobind.h>

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

NB_MODULE(core, module) {
  // What a script still holds at its end is no leak, and nothing of the kind is to be printed then.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled core: pure functions over text and arrays.";
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
