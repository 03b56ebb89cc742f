// What the propagations have in common: contradiction, double, region and cell hints
// (specification, section 12), their complexity and their order (section 15).
#include "multiple.hpp"

#include <algorithm>

namespace satdoku::se {

namespace {

double base_rating(ChainSearch::Mode mode, int level) {
  switch (mode) {
    case ChainSearch::Mode::nishio:
      return 7.5;
    case ChainSearch::Mode::fixed:
      return 8.0;
    default:
      return level == 0 ? 8.5 : level == 1 ? 9.0 : 9.5 + 0.5 * (level - 2);
  }
}

}  // namespace

void ChainSearch::begin(const Grid& g) {
  grid_ = &g;
  now_ = g;
  links_.build(g);
  words_ = (static_cast<std::size_t>(links_.n) + 63) / 64;
  const auto nodes = static_cast<std::size_t>(2 * links_.n);
  if (memo_.size() < nodes) memo_.resize(nodes);
  for (Propagation& p : memo_) {
    p.made = false;
    p.nodes.clear();
  }
}

bool ChainSearch::first(Mode mode, int level, Mask digits, Budget& budget, Step& step, bool full) {
  run(mode, level, mode == Mode::nishio ? digits : kAll, Goal::first, budget);
  if (!found_) return false;
  describe(best_, step, full);
  return true;
}

void ChainSearch::all(Mode mode, int level, Goal goal, Budget& budget, std::vector<Hint>& out) {
  out.clear();
  out_ = &out;
  const auto n = static_cast<std::size_t>(links_.n);
  is_claimed_.assign(n, 0);
  claimed_.resize(n);
  run(mode, level, kAll, goal, budget);
  std::sort(out.begin(), out.end(), [](const Hint& a, const Hint& b) { return a.before(b); });
}

void ChainSearch::each(Mode mode, int level, Budget& budget, std::vector<Step>& out) {
  std::vector<Hint> hints;
  all(mode, level, Goal::thrifty, budget, hints);
  std::vector<bool> shown(2 * static_cast<std::size_t>(links_.n));
  for (const Hint& h : hints) {
    if (shown[h.node]) continue;
    shown[h.node] = true;
    describe(h, out.emplace_back(), true);
  }
}

void ChainSearch::run(Mode mode, int level, Mask digits, Goal goal, Budget& budget) {
  budget_ = &budget;
  mode_ = mode;
  level_ = level;
  goal_ = goal;
  found_ = false;
  order_ = 0;
  for (Propagation& p : memo_) p.made = false;
  const bool dynamic = mode != Mode::fixed;
  const Propagation* branch[9];
  for (int c = 0; c < 81; ++c) {
    const int n = count(grid_->cand[c]);
    if (n < (dynamic ? 2 : 3)) continue;
    for (int d : Bits(grid_->cand[c] & digits)) {
      const int start = links_.number[9 * c + d];
      const Propagation& on = propagation(start, true);
      if (dynamic) {
        if (on.clash)
          offer(Kind::contradiction, 0, start, 2 * start,
                on.nodes[on.clash_on].count + on.nodes[on.clash_off].count);
        const Propagation& off = propagation(start, false);
        if (off.clash)
          offer(Kind::contradiction, 0, start, 2 * start + 1,
                off.nodes[off.clash_on].count + off.nodes[off.clash_off].count);
        if (mode == Mode::nishio) continue;
        if (n >= 3) {
          branch[0] = &on;
          branch[1] = &off;
          join(Kind::twofold, 0, start, branch, 2);
        }
      }
      for (int t : kOrderLinks) {
        const int h = geo.house[c][t];
        const Mask places = grid_->pos[h][d];
        // A house is dealt with at the first cell that has the digit.
        if (count(places) < 2 || lowest(places) != geo.index[c][t]) continue;
        std::size_t k = 0;
        for (int i : Bits(places))
          branch[k++] = &propagation(links_.number[9 * geo.cell[h][i] + d], true);
        join(Kind::region, h, start, branch, k);
      }
    }
    if (mode == Mode::nishio) continue;
    std::size_t k = 0;
    for (int d : Bits(grid_->cand[c])) branch[k++] = &propagation(links_.number[9 * c + d], true);
    join(Kind::cell, c, 0, branch, k);
  }
}

// Offers a hint for every node that all branches share, in the first branch's order of insertion,
// ON before OFF.
void ChainSearch::join(Kind kind, int where, int start, const Propagation* const* branch,
                       std::size_t n) {
  for (int sign : {1, 0}) {
    std::uint64_t shared[12];
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      shared[w] = sign ? branch[0]->on[w] : branch[0]->off[w];
      for (std::size_t k = 1; k < n; ++k) shared[w] &= sign ? branch[k]->on[w] : branch[k]->off[w];
      any |= shared[w];
    }
    if (any == 0) continue;
    std::uint16_t at[729];
    std::size_t found = 0;
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t m = shared[w]; m != 0; m &= m - 1) {
        const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(m));
        at[found++] = static_cast<std::uint16_t>(
            branch[0]->index[2 * i + static_cast<std::size_t>(sign)] - 1);
      }
    std::sort(at, at + found);
    for (std::size_t f = 0; f < found; ++f) {
      const int node = branch[0]->nodes[at[f]].node;
      int sum = branch[0]->nodes[at[f]].count;
      for (std::size_t k = 1; k < n; ++k)
        sum += branch[k]->nodes[branch[k]->index[static_cast<std::size_t>(node)] - 1u].count;
      offer(kind, where, start, node, sum);
    }
  }
}

// True if the hint comes before all that it competes with.
bool ChainSearch::worth(const Hint& h) const {
  if (goal_ == Goal::first) return !found_ || h.before(best_);
  if (goal_ == Goal::all) return true;
  const auto free_for = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    return !is_claimed_[k] || h.before(claimed_[k]);
  };
  const int i = h.node >> 1;
  if ((h.node & 1) == 0) return free_for(i);
  const int c = links_.cell[i];
  for (int d : Bits(grid_->cand[c] & ~unsigned{bit(links_.digit[i])}))
    if (free_for(links_.number[9 * c + d])) return true;
  return false;
}

void ChainSearch::offer(Kind kind, int where, int start, int node, int flat) {
  static constexpr int key_of[] = {7, 1, 5, 6};
  Hint h{flat,
         key_of[static_cast<int>(kind)],
         order_++,
         kind,
         static_cast<std::uint16_t>(start),
         static_cast<std::uint16_t>(node),
         static_cast<std::uint8_t>(where)};
  if (!worth(h)) return;
  const int i = node >> 1, c = links_.cell[i];
  // A placement in a cell with one candidate eliminates nothing: no hint.
  if ((node & 1) != 0 && single(grid_->cand[c])) return;
  // The flat part is a lower bound, so the nested part is only worked out for survivors.
  if (level_ >= 2) {
    const int nested = nested_complexity(h);
    if (nested != 0) {
      h.complexity += nested;
      if (!worth(h)) return;
    }
  }
  if (goal_ == Goal::first) {
    found_ = true;
    best_ = h;
    return;
  }
  out_->push_back(h);
  if (goal_ != Goal::thrifty) return;
  const auto claim = [&](int k) {
    const auto at = static_cast<std::size_t>(k);
    if (is_claimed_[at] && !h.before(claimed_[at])) return;
    is_claimed_[at] = 1;
    claimed_[at] = h;
  };
  if ((node & 1) == 0) claim(i);
  else
    for (int d : Bits(grid_->cand[c] & ~unsigned{bit(links_.digit[i])}))
      claim(links_.number[9 * c + d]);
}

void ChainSearch::ends(const Hint& h, std::vector<End>& out) const {
  out.clear();
  const auto at = [&](int start, bool on) -> const Propagation& {
    return memo_[static_cast<std::size_t>(2 * start + (on ? 1 : 0))];
  };
  const auto reached = [&](const Propagation& p) { return p.index[h.node] - 1; };
  switch (h.kind) {
    case Kind::contradiction: {
      // ON clashes: the start goes; OFF clashes: it is placed.
      const Propagation& p = at(h.start, (h.node & 1) == 0);
      out.push_back({&p, p.clash_on, Cause::start});
      out.push_back({&p, p.clash_off, Cause::start});
      break;
    }
    case Kind::twofold:
      for (bool on : {true, false})
        out.push_back({&at(h.start, on), reached(at(h.start, on)), Cause::start});
      break;
    case Kind::cell:
      for (int d : Bits(grid_->cand[h.where])) {
        const Propagation& p = at(links_.number[9 * h.where + d], true);
        out.push_back({&p, reached(p), Cause::cell});
      }
      break;
    case Kind::region: {
      const int d = links_.digit[h.start];
      for (int i : Bits(grid_->pos[h.where][d])) {
        const Propagation& p = at(links_.number[9 * geo.cell[h.where][i] + d], true);
        out.push_back({&p, reached(p), house_cause(h.where / 9)});
      }
      break;
    }
  }
}

Ancestry ChainSearch::ancestry(const End& e) const {
  const Propagation& p = *e.p;
  if (visited_.size() < p.nodes.size()) visited_.resize(p.nodes.size() + 64, 0);
  if (++visit_ == 0) {
    std::fill(visited_.begin(), visited_.end(), 0u);
    visit_ = 1;
  }
  Ancestry a;
  const auto take = [&](std::size_t k) {
    if (visited_[k] == visit_) return;
    visited_[k] = visit_;
    const Node& v = p.nodes[k];
    Ancestry::Node n;
    const int i = v.node >> 1;
    n.node = static_cast<std::uint16_t>(2 * (9 * links_.cell[i] + links_.digit[i]) + (v.node & 1));
    n.cause = v.parent_count == 0 ? e.start_cause : v.cause;
    n.made = static_cast<std::uint16_t>(k);
    n.parents = static_cast<std::uint32_t>(a.parent_made.size());
    n.parent_count = v.parent_count;
    if (v.inner >= 0) n.inner = p.inner[static_cast<std::size_t>(v.inner)];
    for (std::size_t j = 0; j < v.parent_count; ++j)
      a.parent_made.push_back(p.parents[v.parents + j]);
    a.nodes.push_back(std::move(n));
  };
  take(static_cast<std::size_t>(e.at));
  for (std::size_t k = 0; k < a.nodes.size(); ++k)
    for (std::size_t j = 0; j < a.nodes[k].parent_count; ++j)
      take(a.parent_made[a.nodes[k].parents + j]);
  return a;
}

// Each nested chain among the ancestors of the ends counts once.
int ChainSearch::nested_complexity(const Hint& h) {
  std::vector<End> list;
  ends(h, list);
  bool any = false;
  for (const End& e : list) any = any || e.p->nodes[static_cast<std::size_t>(e.at)].nested;
  if (!any) return 0;
  int sum = 0;
  std::vector<const InnerStep*> met;
  for (const End& e : list) {
    const Propagation& p = *e.p;
    if (!p.nodes[static_cast<std::size_t>(e.at)].nested) continue;
    // The same walk as ancestry(), without building anything.
    if (visited_.size() < p.nodes.size()) visited_.resize(p.nodes.size() + 64, 0);
    if (++visit_ == 0) {
      std::fill(visited_.begin(), visited_.end(), 0u);
      visit_ = 1;
    }
    walk_.clear();
    walk_.push_back(static_cast<std::uint16_t>(e.at));
    visited_[static_cast<std::size_t>(e.at)] = visit_;
    for (std::size_t k = 0; k < walk_.size(); ++k) {
      const Node& v = p.nodes[walk_[k]];
      if (v.inner >= 0) {
        const InnerStep* s = p.inner[static_cast<std::size_t>(v.inner)].get();
        if (s->complexity > 0 && std::none_of(met.begin(), met.end(), [&](const InnerStep* o) {
              return o == s || o->identity == s->identity;
            })) {
          met.push_back(s);
          sum += s->complexity;
        }
      }
      for (std::size_t j = 0; j < v.parent_count; ++j) {
        const std::uint16_t q = p.parents[v.parents + j];
        if (!p.nodes[q].nested || visited_[q] == visit_) continue;
        visited_[q] = visit_;
        walk_.push_back(q);
      }
    }
  }
  return sum;
}

std::vector<std::uint16_t> ChainSearch::eliminations(const Hint& h) const {
  const int i = h.node >> 1, c = links_.cell[i];
  if ((h.node & 1) == 0) return {static_cast<std::uint16_t>(9 * c + links_.digit[i])};
  std::vector<std::uint16_t> out;
  for (int d : Bits(grid_->cand[c] & ~unsigned{bit(links_.digit[i])}))
    out.push_back(static_cast<std::uint16_t>(9 * c + d));
  return out;
}

Technique ChainSearch::technique(const Hint& h) const {
  static constexpr Technique technique_of[] = {Technique::contradiction_chain,
                                               Technique::double_chain, Technique::cell_chains,
                                               Technique::region_chains};
  return mode_ == Mode::nishio ? Technique::nishio : technique_of[static_cast<int>(h.kind)];
}

std::shared_ptr<InnerStep> ChainSearch::as_inner(const Hint& h) const {
  auto s = std::make_shared<InnerStep>();
  s->technique = technique(h);
  s->dynamic = mode_ != Mode::fixed;
  s->level = static_cast<std::uint8_t>(level_);
  s->complexity = h.complexity;
  s->eliminated = eliminations(h);
  const int i = h.node >> 1;
  if ((h.node & 1) != 0) s->place = 9 * links_.cell[i] + links_.digit[i];
  if (h.kind == Kind::cell) {
    s->cell = h.where;
  } else if (h.kind == Kind::region) {
    s->house = h.where;
    s->digit = links_.digit[h.start];
  } else {
    s->cell = links_.cell[h.start];
    s->digit = links_.digit[h.start];
  }
  std::vector<End> list;
  ends(h, list);
  for (const End& e : list) s->ends.push_back(ancestry(e));
  set_identity(*s);
  return s;
}

void ChainSearch::describe(const Hint& h, Step& step, bool full) const {
  step.rating = base_rating(mode_, level_) + length_increment(h.complexity);
  if (full) {
    describe_inner(*as_inner(h), step);
    return;
  }
  step.technique = technique(h);
  step.dynamic = mode_ != Mode::fixed;
  step.level = static_cast<std::uint8_t>(level_);
  step.complexity = h.complexity;
  for (std::uint16_t x : eliminations(h)) step.eliminate(x / 9, x % 9);
  const int i = h.node >> 1;
  if ((h.node & 1) != 0) step.place(links_.cell[i], links_.digit[i]);
}

}  // namespace satdoku::se
