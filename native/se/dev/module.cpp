// A module of its own around the kernel, for work on the kernel alone; the package has satdoku.core.
#include <nanobind/nanobind.h>

void bind_se(nanobind::module_& m);

NB_MODULE(_se_dev, m) { bind_se(m); }
