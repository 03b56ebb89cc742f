// A module of its own, for developing the counter without the rest of the core.
#include <nanobind/nanobind.h>

void bind_counting(nanobind::module_& m);

NB_MODULE(satdoku_counting, m) { bind_counting(m); }
