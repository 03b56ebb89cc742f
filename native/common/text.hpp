// The text of a classic 9x9, with one meaning in the whole core; no Python here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace satdoku {

using Cells = std::array<std::uint8_t, 81>;  // row by row: a digit 1-9, 0 for an empty cell

// False unless these are 81 characters of 1-9 and kEmpty (solver/kernel.hpp).
bool read_cells(std::string_view text, Cells& cells);

// 81 cells as 1-9 and `.`.
std::string write_cells(const std::uint8_t* cells);

}  // namespace satdoku
