#include <algorithm>
#include <span>

#include "rules.hpp"

namespace satdoku::se {

namespace {

bool find_wing(const Grid& g, const Scope& scope, bool xyz, Step& step, bool full) {
  const int pivot_size = xyz ? 3 : 2;
  CellSet pairs;
  for (int c = 0; c < 81; ++c)
    if (pair(g.cand[c])) pairs.add(c);
  std::uint8_t pincers[20];  // in peer order
  for (int p = 0; p < 81; ++p) {
    const Mask cp = g.cand[p];
    if (count(cp) != pivot_size || (!scope.cells.has(p) && !scope.cells.meets(geo.peers[p])))
      continue;
    if (!(pairs & geo.peers[p]).at_least_two()) continue;
    const std::span known(pincers, std::copy_if(geo.peer[p], geo.peer[p] + 20, pincers,
                                                [&](int c) { return pairs.has(c); }));
    for (int a : known) {
      const Mask ca = g.cand[a];
      if (!single(cp & ~unsigned{ca})) continue;
      for (int b : known) {
        const Mask cb = g.cand[b];
        if (count(cp | ca | cb) != 3) continue;
        if (count(cp & ca & cb) != (xyz ? 1 : 0)) continue;
        const int z = lowest(ca & cb);
        CellSet victims = geo.peers[a] & geo.peers[b];
        if (xyz) victims = victims & geo.peers[p];
        victims.remove(p);
        victims.each([&](int c) {
          if (g.has(c, z)) step.eliminate(c, z);
        });
        if (step.eliminations.empty()) continue;
        step.technique = xyz ? Technique::xyz_wing : Technique::xy_wing;
        step.rating = xyz ? 4.4 : 4.2;
        if (full) {
          step.cells = {static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(a),
                        static_cast<std::uint8_t>(b)};
          step.digits = {static_cast<std::uint8_t>(z + 1)};
          for (int d : Bits(cp)) step.mark(Role::pivot, p, d);
          for (int c : {a, b})
            for (int d : Bits(g.cand[c])) step.mark(Role::pincer, c, d);
        }
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool find_xy_wing(const Grid& g, const Scope& scope, Step& step, bool full) {
  return find_wing(g, scope, false, step, full);
}
bool find_xyz_wing(const Grid& g, const Scope& scope, Step& step, bool full) {
  return find_wing(g, scope, true, step, full);
}

}  // namespace satdoku::se
