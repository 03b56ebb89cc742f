// What a dynamic chain of level 1 or more asks when its propagation stands still: basic rules, then
// chains inside the chain (specification, section 14).
#include <algorithm>

#include "fish.hpp"
#include "locking.hpp"
#include "multiple.hpp"
#include "subsets.hpp"

namespace satdoku::se {

// Asks the rules in order; true as soon as one gave an implication. The first `rules_done` rules
// are known to give nothing.
bool ChainSearch::advance(Propagation& p, int level, int rules_done) {
  int rule = rules_done;
  for (; rule < 4; ++rule)
    if (advance_basic(p, rule)) return true;
  rule -= 4;  // number of chain rules that are known to give nothing
  switch (level) {
    case 2:
    case 3:
      if (rule < 1 && advance_unary(p)) return true;
      if (level == 2) return false;
      if (!child_) child_ = std::make_unique<ChainSearch>();
      child_->begin(now_);
      return advance_multiple(p, Mode::fixed, 0);
    case 4:
    case 5:
      if (!child_) child_ = std::make_unique<ChainSearch>();
      child_->begin(now_);
      // The child keeps what it propagated at level 0 for level 2.
      if (rule < 1 && advance_multiple(p, Mode::dynamic, 0)) return true;
      return level == 5 && advance_multiple(p, Mode::dynamic, 2);
    default:
      return false;
  }
}

bool ChainSearch::all_known(const Propagation& p,
                            const std::vector<std::uint16_t>& eliminated) const {
  for (std::uint16_t x : eliminated)
    if (p.index[static_cast<std::size_t>(2 * links_.number[x])] == 0) return false;
  return true;
}

// Adds the eliminations of a step that rests on the OFF nodes in support_. The first implication
// for a candidate wins. No clash test here: a clash shows up later.
bool ChainSearch::imply(Propagation& p, const std::shared_ptr<const InnerStep>& step) {
  std::uint16_t parents[729];
  std::size_t n = 0;
  for (std::uint16_t x : support_)
    parents[n++] =
        static_cast<std::uint16_t>(p.index[static_cast<std::size_t>(2 * links_.number[x])] - 1);
  int inner = -1;
  for (std::uint16_t x : step->eliminated) {
    const int node = 2 * links_.number[x];
    if (p.index[static_cast<std::size_t>(node)] != 0) continue;
    if (inner < 0) {
      inner = static_cast<int>(p.inner.size());
      p.inner.push_back(step);
    }
    insert(p, node, Cause::advanced, inner, parents, n, true);
  }
  return inner >= 0;
}

bool ChainSearch::advance_basic(Propagation& p, int rule) {
  bool any = false;
  std::vector<std::uint16_t> gone;
  const auto lost = [&](int house, int digit,
                        unsigned positions) {  // OFF nodes of a digit in a house
    for (int i : Bits(grid_->pos[house][digit] & ~unsigned{now_.pos[house][digit]} & positions))
      support_.push_back(static_cast<std::uint16_t>(9 * geo.cell[house][i] + digit));
  };
  const auto conclude = [&](Technique technique, std::initializer_list<int> houses, unsigned digits,
                            auto&& name_cells) {
    if (support_.empty() || all_known(p, gone)) return;
    auto step = std::make_shared<InnerStep>();
    step->technique = technique;
    step->eliminated = gone;
    for (int h : houses) step->houses.push_back(static_cast<std::uint8_t>(h));
    step->digits = static_cast<Mask>(digits);
    name_cells(*step);
    any = imply(p, step) || any;
  };
  const auto pick = [](int house, unsigned positions) {
    return [house, positions](InnerStep& s) {
      for (int i : Bits(positions)) s.cells.push_back(geo.cell[house][i]);
    };
  };
  switch (rule) {
    case 0:
      each_locked_digit(now_, kAll, [&](int h1, int h2, int d) {
        const Mask victims = locking_victims(now_, h1, h2, d);
        if (victims == 0) return false;
        gone.clear();
        support_.clear();
        for (int i : Bits(victims))
          gone.push_back(static_cast<std::uint16_t>(9 * geo.cell[h2][i] + d));
        lost(h1, d, ~unsigned{geo.meet[h1][h2]});
        conclude(h1 < 9 ? Technique::pointing : Technique::claiming, {h1, h2}, bit(d),
                 pick(h2, now_.pos[h2][d] & geo.meet[h2][h1]));
        return false;
      });
      break;
    case 1:
      each_hidden_set(now_, 2, 5, Scope{}.houses, [&](int h, Mask set, Mask digits) {
        gone.clear();
        support_.clear();
        for (int i : Bits(set)) {
          const int c = geo.cell[h][i];
          for (int d : Bits(now_.cand[c] & ~unsigned{digits}))
            gone.push_back(static_cast<std::uint16_t>(9 * c + d));
        }
        if (gone.empty()) return false;
        for (int i = 0; i < 9; ++i) {
          const int c = geo.cell[h][i];
          if ((now_.cand[c] & digits) != 0) continue;
          for (int d : Bits(grid_->cand[c] & digits))
            support_.push_back(static_cast<std::uint16_t>(9 * c + d));
        }
        conclude(Technique::hidden_pair, {h}, digits, pick(h, set));
        return false;
      });
      break;
    case 2:
      each_naked_set(now_, 2, Scope{}.houses, [&](int h, Mask set, Mask digits) {
        gone.clear();
        support_.clear();
        for (int i : Bits(kAll & ~unsigned{set})) {
          const int c = geo.cell[h][i];
          for (int d : Bits(now_.cand[c] & digits))
            gone.push_back(static_cast<std::uint16_t>(9 * c + d));
        }
        if (gone.empty()) return false;
        for (int i : Bits(set)) {
          const int c = geo.cell[h][i];
          for (int d : Bits(grid_->cand[c] & ~unsigned{digits}))
            support_.push_back(static_cast<std::uint16_t>(9 * c + d));
        }
        conclude(Technique::naked_pair, {h}, digits, pick(h, set));
        return false;
      });
      break;
    default:
      each_fish(now_, 2, kAll, [&](int type, Mask base, Mask cover, int d) {
        gone.clear();
        support_.clear();
        each_fish_victim(now_, type, base, cover, d,
                         [&](int c) { gone.push_back(static_cast<std::uint16_t>(9 * c + d)); });
        if (gone.empty()) return false;
        for (int i : Bits(base)) lost(9 * type + i, d, ~unsigned{cover});
        const int cover_type = type == kRow ? kColumn : kRow;
        const int b0 = 9 * type + lowest(base), b1 = 9 * type + lowest(base & (base - 1));
        const int c0 = 9 * cover_type + lowest(cover),
                  c1 = 9 * cover_type + lowest(cover & (cover - 1));
        conclude(Technique::x_wing, {b0, b1, c0, c1}, bit(d), [&](InnerStep& s) {
          for (int h : {c0, c1})
            for (int i : Bits(now_.pos[h][d] & base)) s.cells.push_back(geo.cell[h][i]);
        });
        return false;
      });
      break;
  }
  return any;
}

// The candidates whose removal since the start made the links of a chain strong. Fills support_.
void ChainSearch::parents_of(const std::vector<Ancestry>& ends) {
  support_.clear();
  CellSet collected[9];
  const auto collect = [&](int c, int d) {
    if (collected[d].has(c)) return;
    collected[d].add(c);
    support_.push_back(static_cast<std::uint16_t>(9 * c + d));
  };
  for (const Ancestry& end : ends) {
    for (const Ancestry::Node& v : end.nodes) {
      if ((v.node & 1) == 0 || v.cause == Cause::start || v.cause == Cause::advanced) continue;
      const int c = (v.node >> 1) / 9, d = (v.node >> 1) % 9;
      if (v.cause == Cause::cell) {
        for (int e : Bits(grid_->cand[c] & ~unsigned{now_.cand[c]})) collect(c, e);
      } else {
        const int h = geo.house[c][cause_type(v.cause)];
        for (int i : Bits(grid_->pos[h][d] & ~unsigned{now_.pos[h][d]})) collect(geo.cell[h][i], d);
      }
    }
  }
}

bool ChainSearch::advance_unary(Propagation& p) {
  bool any = false;
  for (const bool thrifty : {true, false}) {
    unary_.all(now_, *budget_, thrifty, unary_hints_);
    bool groundless = false;
    std::vector<std::vector<std::uint16_t>> ignored;
    for (const UnaryHint& h : unary_hints_) {
      if (all_known(p, h.eliminated)) continue;
      if (std::find(ignored.begin(), ignored.end(), h.eliminated) != ignored.end()) continue;
      auto step = std::make_shared<InnerStep>();
      step->ends = unary_ends(h);
      parents_of(step->ends);
      if (support_.empty()) {
        // It holds without the assumption and is ignored, and so is any later hint with the same
        // eliminations: the thrifty list may lack hints that now count.
        groundless = true;
        if (thrifty) break;
        ignored.push_back(h.eliminated);
        continue;
      }
      step->technique = unary_technique(h);
      step->complexity = h.rank.complexity;
      step->eliminated = h.eliminated;
      step->is_cycle = h.is_cycle;
      if (!h.is_cycle && (h.nodes.front() & 1) != 0) step->place = h.nodes.front() >> 1;
      set_identity(*step);
      any = imply(p, step) || any;
    }
    if (!groundless || !thrifty) break;
  }
  return any;
}

bool ChainSearch::advance_multiple(Propagation& p, Mode mode, int level) {
  bool any = false;
  std::vector<Hint> hints;
  for (const bool thrifty : {true, false}) {
    child_->all(mode, level, thrifty ? Goal::thrifty : Goal::all, *budget_, hints);
    bool groundless = false;
    std::vector<std::vector<std::uint16_t>> ignored;
    for (const Hint& h : hints) {
      const std::vector<std::uint16_t> gone = child_->eliminations(h);
      if (all_known(p, gone)) continue;
      if (std::find(ignored.begin(), ignored.end(), gone) != ignored.end()) continue;
      std::shared_ptr<InnerStep> step = child_->as_inner(h);
      parents_of(step->ends);
      if (support_.empty()) {
        groundless = true;
        if (thrifty) break;
        ignored.push_back(gone);
        continue;
      }
      any = imply(p, step) || any;
    }
    if (!groundless || !thrifty) break;
  }
  return any;
}

}  // namespace satdoku::se
