// Which kernel runs: the best the machine can, unless told otherwise.
#pragma once

#include <string>
#include <vector>

#include "kernel.hpp"

namespace satdoku {

const Kernel& active_kernel();
std::vector<std::string> usable_levels();  // worst first
bool set_level(const std::string& name);   // false if unknown or not usable here

}  // namespace satdoku
