#include "text.hpp"

#include "../solver/kernel.hpp"

namespace satdoku {

bool read_cells(std::string_view text, Cells& cells) {
  constexpr std::string_view empty = kEmpty;
  if (text.size() != cells.size()) return false;
  for (std::size_t c = 0; c < cells.size(); c++) {
    const char character = text[c];
    if (character >= '1' && character <= '9') cells[c] = static_cast<std::uint8_t>(character - '0');
    else if (empty.find(character) != empty.npos) cells[c] = 0;
    else return false;
  }
  return true;
}

std::string write_cells(const std::uint8_t* cells) {
  std::string text(81, '.');
  for (std::size_t c = 0; c < text.size(); c++)
    if (cells[c]) text[c] = static_cast<char>('0' + cells[c]);
  return text;
}

}  // namespace satdoku
