#include "grid.hpp"

#include <cstring>

namespace satdoku::se {

bool Grid::take_values(const Cells& values) {
  bool clean = true;
  std::memcpy(value, values.data(), sizeof value);
  std::memset(placed, 0, sizeof placed);
  std::memset(empty, 9, sizeof empty);
  unfilled = 81;
  Mask seen[27] = {};
  for (int c = 0; c < 81; ++c) {
    if (value[c] == 0) continue;
    const int d = value[c] - 1;
    ++placed[d];
    --unfilled;
    for (int t = 0; t < 3; ++t) {
      const int h = geo.house[c][t];
      --empty[h];
      if (seen[h] & bit(d)) clean = false;
      seen[h] = static_cast<Mask>(seen[h] | bit(d));
    }
  }
  for (int c = 0; c < 81; ++c) {
    const unsigned used = seen[geo.house[c][0]] | seen[geo.house[c][1]] | seen[geo.house[c][2]];
    cand[c] = value[c] ? Mask{0} : static_cast<Mask>(kAll & ~used);
  }
  return clean;
}

void Grid::index_positions() {
  std::memset(pos, 0, sizeof pos);
  for (int c = 0; c < 81; ++c) add(c, cand[c]);
}

bool Grid::from_values(const Cells& values) {
  const bool clean = take_values(values);
  index_positions();
  return clean;
}

bool Grid::from_position(const Cells& values, const std::array<Mask, 81>& candidates) {
  const bool clean = take_values(values);
  for (int c = 0; c < 81; ++c)
    cand[c] = value[c] ? Mask{0} : static_cast<Mask>(candidates[c] & kAll);
  index_positions();
  return clean;
}

void Grid::place(int c, int d) {
  for (int e : Bits(cand[c])) remove(c, e);
  value[c] = static_cast<std::uint8_t>(d + 1);
  ++placed[d];
  --unfilled;
  for (int t = 0; t < 3; ++t) {
    const int h = geo.house[c][t];
    --empty[h];
    for (int i : Bits(pos[h][d])) remove(geo.cell[h][i], d);
  }
}

}  // namespace satdoku::se
