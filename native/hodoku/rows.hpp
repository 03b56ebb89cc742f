// Sets of things numbered at run time, as rows of bits of one width.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace satdoku::hodoku {

using Word = std::uint64_t;

struct BitRows {
  std::vector<Word> words;
  std::size_t width = 0;

  void reset(std::size_t rows, std::size_t w) {
    width = w;
    words.assign(rows * w, 0);
  }
  Word* operator[](std::size_t row) { return words.data() + row * width; }
  const Word* operator[](std::size_t row) const { return words.data() + row * width; }
};

inline void set_bit(Word* row, int i) { row[i >> 6] |= Word{1} << (i & 63); }
inline bool has_bit(const Word* row, int i) { return (row[i >> 6] >> (i & 63) & 1) != 0; }

}  // namespace satdoku::hodoku
