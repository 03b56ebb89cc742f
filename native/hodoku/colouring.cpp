// Simple colours and multi colours: conjugate pairs of one digit, coloured alternately.
#include <vector>

#include "search.hpp"

namespace satdoku::hodoku {

namespace {

struct Coloured {
  CellSet colour[2];
  CellSet seen[2];  // the peers of each colour, together
};

class Colouring {
 public:
  Colouring(const Grid& g, int d) : g_(g), d_(d) {
    for (const int c : g.with[d])
      for (const int h : geo.house[c])
        if (g.n[h][d] == 2) left_.add(c);
    while (!left_.empty()) {
      now_ = {};
      visit(left_.first(), 0);
      if (now_.colour[0].empty() || now_.colour[1].empty()) continue;
      for (const int k : {0, 1})
        for (const int c : now_.colour[k]) now_.seen[k] |= geo.peers[c];
      pairs.push_back(now_);
    }
  }

  std::vector<Coloured> pairs;

 private:
  void visit(int c, int colour) {
    left_.remove(c);
    now_.colour[colour].add(c);
    for (const int h : geo.house[c]) {
      if (g_.n[h][d_] != 2) continue;
      CellSet partner = g_.in_house(h, d_);
      partner.remove(c);
      if (left_.has(partner.first())) visit(partner.first(), 1 - colour);
    }
  }

  const Grid& g_;
  int d_;
  CellSet left_;
  Coloured now_;
};

void describe(std::initializer_list<const Coloured*> pairs, int d, Step& step) {
  step.digits = {static_cast<std::uint8_t>(d)};
  for (const Coloured* p : pairs)
    for (const CellSet& s : p->colour) step.groups.push_back(s);
}

}  // namespace

bool find_simple_colors(const Grid& g, Step& step, Context& context) {
  for (int d = 1; d <= 9; ++d)
    for (const Coloured& p : Colouring(g, d).pairs) {
      step.name = Name::simple_colors_wrap;
      for (const int k : {0, 1})
        if (p.seen[k].meets(p.colour[k])) step.eliminate(p.colour[k], d);
      if (step.eliminations.empty()) {
        step.name = Name::simple_colors_trap;
        step.eliminate(g.with[d] & p.seen[0] & p.seen[1], d);
      }
      if (step.eliminations.empty()) continue;
      if (context.full) describe({&p}, d, step);
      return true;
    }
  return false;
}

bool find_multi_colors(const Grid& g, Step& step, Context& context) {
  for (int d = 1; d <= 9; ++d) {
    const std::vector<Coloured> pairs = Colouring(g, d).pairs;
    for (const Coloured& i : pairs)
      for (const Coloured& j : pairs) {
        if (&i == &j) continue;
        step.name = Name::multi_colors_2;
        for (const int k : {0, 1})
          if (i.seen[k].meets(j.colour[0]) && i.seen[k].meets(j.colour[1]))
            step.eliminate(i.colour[k], d);
        if (step.eliminations.empty()) {
          step.name = Name::multi_colors_1;
          for (const int a : {0, 1})
            for (const int b : {0, 1})
              if (i.seen[a].meets(j.colour[b]))
                step.eliminate(g.with[d] & i.seen[1 - a] & j.seen[1 - b], d);
        }
        if (step.eliminations.empty()) continue;
        if (context.full) describe({&i, &j}, d, step);
        return true;
      }
  }
  return false;
}

}  // namespace satdoku::hodoku
