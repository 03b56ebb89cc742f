// A module of its own for development; the wheel binds the same functions into satdoku.core.
#include <nanobind/nanobind.h>

void bind_symmetry(nanobind::module_& m);

NB_MODULE(_symmetry_dev, m) { bind_symmetry(m); }
