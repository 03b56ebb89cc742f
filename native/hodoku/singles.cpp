// Full house, naked single, hidden single: the front of the queues decides.
#include "search.hpp"

namespace satdoku::hodoku {

bool find_full_house(const Grid& g, Step& step) {
  for (const Candidate& e : g.naked) {
    if (g.value[e.cell] != 0) continue;
    for (const int h : geo.house[e.cell]) {
      if ((g.unsolved & geo.cells[h]).at_least_two()) continue;
      step.name = Name::full_house;
      step.place(e.cell, e.digit);
      step.base = {static_cast<std::uint8_t>(h)};
      return true;
    }
  }
  return false;
}

bool find_naked_single(Grid& g, Step& step) {
  while (!g.naked.empty()) {
    const Candidate e = g.naked.pop();
    if (g.value[e.cell] != 0) continue;
    step.name = Name::naked_single;
    step.place(e.cell, e.digit);
    return true;
  }
  return false;
}

bool find_hidden_single(Grid& g, Step& step) {
  while (!g.hidden.empty()) {
    const Candidate e = g.hidden.pop();
    if (g.value[e.cell] != 0) continue;
    for (const int h : geo.house[e.cell]) {
      if (g.n[h][e.digit] != 1) continue;
      step.name = Name::hidden_single;
      step.place(e.cell, e.digit);
      step.base = {static_cast<std::uint8_t>(h)};
      return true;
    }
    return false;
  }
  return false;
}

}  // namespace satdoku::hodoku
