// Sue de Coq: the cells of an intersection with two sets, one of the line and one of the block.
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

class SueDeCoq {
 public:
  SueDeCoq(const Grid& g, Step& step, Context& context) : g_(g), step_(step), context_(context) {}

  bool in(int line, int block) {
    line_ = geo.cells[line] & g_.unsolved;
    block_ = geo.cells[block] & g_.unsolved;
    int cell[3], n = 0;
    for (const int c : line_& block_) cell[n++] = c;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        CellSet m;
        m.add(cell[i]);
        m.add(cell[j]);
        if (with(m)) return true;
        for (int k = j + 1; k < n; ++k) {
          CellSet three = m;
          three.add(cell[k]);
          if (with(three)) return true;
        }
      }
    return false;
  }

 private:
  // A list of cells, of which subsets are looked at before they are enlarged.
  struct List {
    std::uint8_t cell[9];
    int size = 0;
  };

  bool with(const CellSet& m) {
    middle_ = m;
    v_ = digits_of(g_, m);
    surplus_ = count(v_) - m.size();
    if (surplus_ < 2) return false;
    List list;
    for (const int c : line_.without(m)) list.cell[list.size++] = static_cast<std::uint8_t>(c);
    context_.budget.spend(20);
    return line_sets(list, 0, {}, 0, 0);
  }

  bool line_sets(const List& list, int from, const CellSet& set, int size, Mask digits) {
    for (int i = from; i < list.size; ++i) {
      s1_ = set;
      s1_.add(list.cell[i]);
      const CellSet s = s1_;
      c1_ = static_cast<Mask>(digits | g_.cand[list.cell[i]]);
      const Mask c = c1_;
      const int takes = size + 1 - count(c & ~unsigned{v_});
      if ((c & v_) != 0 && takes > 0 && takes < surplus_) {
        List others;
        for (const int b : block_.without(middle_ | s))
          if ((g_.cand[b] & c & v_) == 0) others.cell[others.size++] = static_cast<std::uint8_t>(b);
        if (block_sets(others, 0, {}, 0, 0, surplus_ - takes)) return true;
      }
      if (line_sets(list, i + 1, s, size + 1, c)) return true;
    }
    return false;
  }

  bool block_sets(const List& list, int from, const CellSet& set, int size, Mask digits,
                  int wanted) {
    for (int i = from; i < list.size; ++i) {
      CellSet s = set;
      s.add(list.cell[i]);
      const Mask c = static_cast<Mask>(digits | g_.cand[list.cell[i]]);
      if ((c & v_) != 0 && size + 1 - count(c & ~unsigned{v_}) == wanted && eliminate(s, c))
        return true;
      if (block_sets(list, i + 1, s, size + 1, c, wanted)) return true;
    }
    return false;
  }

  bool eliminate(const CellSet& s2, Mask c2) {
    const unsigned shared = c1_ & c2;
    const auto clear = [&](const CellSet& cells, unsigned digits) {
      for (const int c : cells)
        for (const int d : Bits(g_.cand[c] & digits)) step_.eliminate(c, d);
    };
    clear(block_.without(s2 | middle_), ((v_ | c2) & ~unsigned{c1_}) | shared);
    clear(line_.without(s1_ | middle_), ((v_ | c1_) & ~unsigned{c2}) | shared);
    if (step_.eliminations.empty()) return false;
    step_.name = Name::sue_de_coq;
    if (context_.full) {
      step_.groups = {middle_, s1_, s2};
      for (const int d : Bits(v_)) step_.digits.push_back(static_cast<std::uint8_t>(d));
    }
    return true;
  }

  const Grid& g_;
  Step& step_;
  Context& context_;
  CellSet line_, block_, middle_, s1_;
  Mask v_ = 0, c1_ = 0;
  int surplus_ = 0;  // digits of the middle beyond its cells
};

}  // namespace

bool find_sue_de_coq(const Grid& g, Step& step, Context& context) {
  SueDeCoq search(g, step, context);
  for (int line = 0; line < 18; ++line)
    for (int block = 18; block < 27; ++block)
      if ((geo.cells[line] & geo.cells[block] & g.unsolved).at_least_two() &&
          search.in(line, block))
        return true;
  return false;
}

}  // namespace satdoku::hodoku
