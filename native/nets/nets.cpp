#include "nets.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <queue>
#include <stdexcept>
#include <utility>

namespace satdoku::nets {
namespace {

constexpr int kOpen = -1;                    // of a candidate: not excluded; of a fact: none
constexpr int kPart = -2;                    // and below: excluded by a nested argument
constexpr std::int16_t kServed = INT16_MAX;  // `left` of a fact with a candidate that is true
// A reader follows cases of a fact with few candidates: two, or three where that refutes nothing.
constexpr int kSplit = 2, kWidest = 3;
// Where no argument of so many statements is found, facts with three are split too, for the two
// fifths of the candidates from which most follows: the short arguments mostly are about those.
constexpr int kLong = 20;
constexpr double kShare = 0.4;
constexpr std::size_t kInner = 8;  // digits followed inside a case: short arguments are wanted
constexpr int kLinks = 6;          // strong links of a chain that fits a line
constexpr int kNodes = 2000;       // assumptions on the way to a model
constexpr int kRounds = 30;        // of nested arguments, each with what the earlier ones exclude

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<std::vector<int>> turned(const std::vector<std::vector<int>>& lists, std::size_t size) {
  std::vector<std::vector<int>> found(size);
  for (std::size_t f = 0; f < lists.size(); ++f)
    for (const int v : lists[f]) found[at(v)].push_back(static_cast<int>(f));
  return found;
}

}  // namespace

// What follows from some assumptions. `by`: what excludes a candidate first, a true candidate or a
// part; `why`: the fact that makes a candidate true; `order`: when it became so; `left`: how many
// candidates a fact has. A copy is made for each case, so all of it lies together.
struct Nets::State {
  std::vector<std::int16_t> data;
  std::vector<std::uint64_t> open;  // the candidates that are not excluded
  std::size_t count = 0, facts = 0;
  std::size_t head = 0, tail = 0;  // of the queue of true candidates
  int conflict = kOpen;

  void reset(std::size_t candidates, std::size_t facts_, std::size_t words) {
    count = candidates;
    facts = facts_;
    data.assign(4 * count + facts, kOpen);
    open.assign(words, 0);
    for (std::size_t v = 0; v < count; ++v) open[v >> 6] |= std::uint64_t{1} << (v & 63);
  }
  std::int16_t& by(int v) { return data[at(v)]; }
  std::int16_t by(int v) const { return data[at(v)]; }
  std::int16_t& why(int v) { return data[count + at(v)]; }
  std::int16_t why(int v) const { return data[count + at(v)]; }
  std::int16_t& order(int v) { return data[2 * count + at(v)]; }
  std::int16_t order(int v) const { return data[2 * count + at(v)]; }
  std::int16_t& left(std::size_t f) { return data[3 * count + f]; }
  std::int16_t left(std::size_t f) const { return data[3 * count + f]; }
  std::int16_t queued(std::size_t i) const { return data[3 * count + facts + i]; }
  bool is_true(int v) const { return order(v) >= 0; }

  void add(int v, int reason) {
    order(v) = static_cast<std::int16_t>(tail);
    why(v) = static_cast<std::int16_t>(reason);
    data[3 * count + facts + tail++] = static_cast<std::int16_t>(v);
  }
};

// What a contradiction rests on: the true candidates that became so before `from`, and the parts.
// `lines`: how many it fills inside another argument.
struct Nets::Trace {
  int statements = 0, lines = 1;
  std::vector<int> outer, parts, facts;
};

struct Nets::Part {
  int candidate;
  Trace trace;
};

Nets::Nets(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& facts)
    : near_(near),
      facts_(facts),
      needs_(turned(facts, near.size())),
      words_((near.size() + 63) / 64) {
  matrix_.assign(near_.size() * words_, 0);
  for (std::size_t v = 0; v < near_.size(); ++v)
    for (const int u : near_[v]) matrix_[v * words_ + at(u >> 6)] |= std::uint64_t{1} << (u & 63);
  for (std::size_t v = 0; v < near_.size(); ++v)
    for (const int u : near_[v])
      if (u == static_cast<int>(v) || !excludes(u, static_cast<int>(v)))
        throw std::invalid_argument("two candidates exclude each other, or neither does");
}

bool Nets::exclude(State& s, int v, int reason) {
  s.by(v) = static_cast<std::int16_t>(reason);
  s.open[at(v >> 6)] &= ~(std::uint64_t{1} << (v & 63));
  ++spent_;
  if (s.is_true(v)) {
    s.conflict = s.why(v);
    return false;
  }
  for (const int f : needs_[at(v)]) {
    const int left = --s.left(at(f));
    if (left == 0) {
      s.conflict = f;
      return false;
    }
    if (left > 1) continue;
    for (const int last : facts_[at(f)]) {
      if (s.by(last) != kOpen) continue;
      if (!s.is_true(last)) s.add(last, f);
      break;
    }
  }
  return true;
}

// Whether nothing fails.
bool Nets::propagate(State& s, std::size_t most) {
  while (s.head < s.tail && s.head < most) {
    const int t = s.queued(s.head++);
    // What t leaves of its facts is t alone, so that nothing more follows from them.
    for (const int f : needs_[at(t)]) s.left(at(f)) = kServed;
    const std::uint64_t* near = matrix_.data() + at(t) * words_;
    for (std::size_t w = 0; w < words_; ++w)
      for (std::uint64_t gone = near[w] & s.open[w]; gone != 0; gone &= gone - 1)
        if (!exclude(s, static_cast<int>(w) * 64 + std::countr_zero(gone), t)) return false;
  }
  return true;
}

bool Nets::assume(State& s, int v, std::size_t most) {
  s.add(v, kOpen);
  return propagate(s, most);
}

// Goes back from the contradiction, the latest statements first. Statements made before place
// `from` of the queue belong to the argument around this one.
Nets::Trace Nets::trace(const State& s, const std::vector<Part>& parts, int from) {
  Trace found;
  std::vector<bool> chosen(near_.size()), used(parts.size());
  std::vector<int> list;
  std::priority_queue<std::pair<int, int>> waiting;  // those whose own reasons are wanted
  const auto choose = [&](int t) {
    if (chosen[at(t)]) return;
    chosen[at(t)] = true;
    list.push_back(t);
    if (s.order(t) < from) found.outer.push_back(t);
    else if (s.why(t) >= 0) {
      ++found.statements;
      waiting.emplace(s.order(t), t);
    }
  };
  const auto part = [&](int k) {
    if (used[at(k)]) return;
    used[at(k)] = true;
    found.parts.push_back(k);
  };
  // Whether each statement follows from one before it, and the contradiction from two that have
  // nothing in common but the assumption: an alternating chain.
  bool alternating = from > 0;
  std::vector<int> behind;  // the statements from which another follows
  std::vector<int> lost;
  const auto want = [&](int fact, int made) {
    found.facts.push_back(fact);
    const int before = made < 0 ? std::numeric_limits<int>::max() : s.order(made);
    lost.clear();
    for (const int v : facts_[at(fact)]) {
      if (v == made) continue;
      bool covered = false, outside = false;
      for (const int t : list)
        if (s.order(t) < before && excludes(t, v)) {
          covered = true;
          outside = outside || s.order(t) < from;
          if (!alternating) break;
        }
      const int by = s.by(v);
      if (!covered) {
        if (by <= kPart) part(kPart - by);
        else choose(by);
      }
      if (alternating && !outside && by > kPart && s.order(by) >= from) lost.push_back(v);
    }
    if (found.statements >= kLinks) alternating = false;
    if (!alternating) return;
    // The fewest statements that exclude all of them.
    int causes = 0;
    while (!lost.empty() && alternating) {
      int best = kOpen;
      std::ptrdiff_t most = 0;
      for (const int t : list) {
        if (s.order(t) < from || s.order(t) >= before) continue;
        const auto gone = std::ranges::count_if(lost, [&](int v) { return excludes(t, v); });
        if (gone > most || (gone == most && gone > 0 && s.order(t) < s.order(best))) {
          best = t;
          most = gone;
        }
      }
      if (best == kOpen) break;
      std::erase_if(lost, [&](int v) { return excludes(best, v); });
      ++causes;
      if (s.order(best) != from) {
        if (std::ranges::find(behind, best) != behind.end()) alternating = false;
        behind.push_back(best);
      }
    }
    if (causes != (made < 0 ? 2 : 1)) alternating = false;
  };
  want(s.conflict, kOpen);
  std::size_t followed = 0;
  while (!waiting.empty() || followed < found.parts.size()) {
    if (!waiting.empty()) {
      const int t = waiting.top().second;
      waiting.pop();
      want(s.why(t), t);
    } else {
      // Parts are of the argument that is traced, or of the one around it: what they rest on counts
      // once all statements of this one are followed.
      const Part& p = parts[at(found.parts[followed++])];
      if (from > 0) continue;
      found.statements += p.trace.lines;
      found.facts.insert(found.facts.end(), p.trace.facts.begin(), p.trace.facts.end());
      for (const int t : p.trace.outer) choose(t);
      for (const int k : p.trace.parts) part(k);
    }
  }
  std::sort(found.facts.begin(), found.facts.end());
  found.facts.erase(std::unique(found.facts.begin(), found.facts.end()), found.facts.end());
  if (found.statements > 0 && !(alternating && found.statements < kLinks))
    found.lines = found.statements + 2;
  return found;
}

// Follows the parts one by one until the assumption fails: the statements, or -1 where it does not.
int Nets::closing(const State& start, const std::vector<Part>& parts, const std::vector<int>& order,
                  Refutation& found, std::vector<int>& used) {
  State s = start;
  for (const int k : order) {
    const int v = parts[at(k)].candidate;
    const Trace& own = parts[at(k)].trace;
    if (s.by(v) != kOpen) continue;
    // What a later part takes from an earlier one is missing where that was left out.
    if (std::any_of(own.outer.begin(), own.outer.end(), [&](int t) { return !s.is_true(t); }) ||
        std::any_of(own.parts.begin(), own.parts.end(),
                    [&](int p) { return s.by(parts[at(p)].candidate) == kOpen; }))
      continue;
    if (exclude(s, v, kPart - k) && propagate(s)) continue;
    Trace all = trace(s, parts, 0);
    found.statements = all.statements;
    found.facts = std::move(all.facts);
    found.cases.clear();
    for (const int p : order)
      if (std::find(all.parts.begin(), all.parts.end(), p) != all.parts.end())
        found.cases.push_back(parts[at(p)].candidate);
    used = std::move(all.parts);
    return found.statements;
  }
  return -1;
}

// Leaves out cases without which a refutation is shorter.
void Nets::simplify(const State& state, int split, const std::vector<Part>& parts,
                    const std::vector<int>& order, std::vector<int>& used, Refutation& found) {
  std::vector<int> kept;
  const auto is_shorter_by = [&](const std::vector<int>& some) {
    Refutation other{0, found.candidate, {}, {}};
    if (closing(state, parts, some, other, kept) < 0 || other.statements >= found.statements)
      return false;
    found = std::move(other);
    return true;
  };
  // All but one of the candidates of one fact, where these fail: what a reader calls cases.
  std::vector<int> part_of(near_.size(), -1);
  for (const int k : order) part_of[at(parts[at(k)].candidate)] = k;
  for (std::size_t f = 0; f < facts_.size(); ++f) {
    if (state.left(f) < 2 || state.left(f) > split) continue;
    std::vector<int> ways;
    for (const int v : facts_[f])
      if (state.by(v) == kOpen && part_of[at(v)] >= 0) ways.push_back(part_of[at(v)]);
    if (static_cast<int>(ways.size()) + 1 >= state.left(f) && is_shorter_by(ways)) used = kept;
  }
  // Each part that the rest can do without, the longest first.
  std::sort(used.begin(), used.end(),
            [&](int a, int b) { return parts[at(a)].trace.lines > parts[at(b)].trace.lines; });
  for (std::size_t i = 0; i < used.size();) {
    std::vector<int> fewer;
    for (const int k : order)
      if (k != used[i] && std::ranges::find(used, k) != used.end()) fewer.push_back(k);
    if (is_shorter_by(fewer)) used.erase(used.begin() + static_cast<std::ptrdiff_t>(i));
    else ++i;
  }
}

// Refutes candidates under the assumption, those with the shortest arguments first, until it fails.
bool Nets::by_cases(State& state, int split, int best, Refutation& found) {
  std::vector<Part> parts;
  std::vector<int> order, pending;  // the parts that are followed, and those that are not yet
  std::vector<int> part_of(near_.size(), -1);
  std::vector<bool> tried(near_.size());
  std::vector<std::int16_t> seen(facts_.size());  // `left` when cases were last tried
  State s = state, inner;
  const auto lines = [&](int k) { return parts[at(k)].trace.lines; };
  const auto is_gone = [&](int k) { return s.by(parts[at(k)].candidate) != kOpen; };
  const auto try_case = [&](int v) {
    if (s.by(v) != kOpen || s.is_true(v) || tried[at(v)]) return;
    tried[at(v)] = true;
    const int known = part_of[at(v)];
    if (known >= 0 && lines(known) == 1) return;
    inner = s;
    if (assume(inner, v, s.tail + kInner)) {
      // What follows from `v`, all of it followed, fails no more than `v` does.
      for (std::size_t i = s.tail; inner.head == inner.tail && i < inner.tail; ++i)
        tried[at(inner.queued(i))] = true;
      return;
    }
    Trace shown = trace(inner, parts, static_cast<int>(s.tail));
    if (known >= 0) {
      if (shown.lines >= lines(known)) return;
      std::erase(pending, known);
    }
    part_of[at(v)] = static_cast<int>(parts.size());
    pending.push_back(part_of[at(v)]);
    parts.push_back({v, std::move(shown)});
  };
  // Of all facts, or of those that have lost candidates: what excludes one of the last two too.
  const auto try_cases = [&](bool every) {
    std::fill(tried.begin(), tried.end(), false);
    for (std::size_t f = 0; f < facts_.size() && spent_ <= most_; ++f) {
      const int left = s.left(f);
      if (left < 2 || left > split || (!every && left == seen[f])) continue;
      for (const int v : facts_[f]) {
        try_case(v);
        if (every || left != 2 || s.by(v) != kOpen) continue;
        for (const int u : near_[at(v)])
          if (std::ranges::any_of(needs_[at(u)], [&](int g) { return s.left(at(g)) <= split; }))
            try_case(u);
      }
    }
    for (std::size_t f = 0; f < facts_.size(); ++f) seen[f] = s.left(f);
  };
  bool failed = false;
  for (int round = 0; round < kRounds && !failed; ++round) {
    try_cases(pending.empty());
    if (spent_ > most_ || pending.empty()) return false;
    const int least = lines(*std::ranges::min_element(pending, {}, lines));
    if (least >= best) return false;
    for (const int k : pending) {
      if (lines(k) > least || is_gone(k)) continue;
      order.push_back(k);
      failed = !exclude(s, parts[at(k)].candidate, kPart - k) || !propagate(s);
      if (failed) break;
    }
    std::erase_if(pending, is_gone);
  }
  std::vector<int> used;
  if (!failed || closing(state, parts, order, found, used) < 0) return false;
  if (found.statements <= 2 * best) simplify(state, split, parts, order, used, found);
  return true;
}

// The refutation without some facts, by the cases given; `statements` -1 where there is none.
Refutation Nets::replay(int candidate, const std::vector<int>& cases, const State& start) {
  Refutation found{-1, candidate, {}, {}};
  State s = start, inner;
  std::vector<Part> parts;
  bool failed = !assume(s, candidate);
  for (std::size_t i = 0; !failed && i < cases.size(); ++i) {
    const int v = cases[i];
    if (s.by(v) != kOpen || s.is_true(v)) continue;
    inner = s;
    if (assume(inner, v)) continue;
    parts.push_back({v, trace(inner, parts, static_cast<int>(s.tail))});
    failed = !exclude(s, v, kPart - static_cast<int>(parts.size() - 1)) || !propagate(s);
  }
  if (!failed) return found;
  Trace all = trace(s, parts, 0);
  found.statements = all.statements;
  found.facts = std::move(all.facts);
  std::sort(all.parts.begin(), all.parts.end());
  for (const int k : all.parts) found.cases.push_back(parts[at(k)].candidate);
  return found;
}

// Leaves out facts and cases without which the argument is shorter.
void Nets::shorten(Refutation& found, const State& every) {
  const auto better = [&](const Refutation& other) {
    return other.statements >= 0 && std::pair(other.statements, other.facts.size()) <
                                        std::pair(found.statements, found.facts.size());
  };
  State start = every;
  Refutation again = replay(found.candidate, found.cases, start);
  if (better(again)) found = std::move(again);
  for (std::size_t i = 0; i < found.cases.size();) {
    std::vector<int> fewer = found.cases;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    Refutation other = replay(found.candidate, fewer, start);
    if (better(other)) found = std::move(other);
    else ++i;
  }
  for (int round = 0; round < 2; ++round) {
    // First with all others in their place, then with fewer and fewer.
    if (round == 1)
      for (std::size_t f = 0; f < facts_.size(); ++f)
        if (!std::binary_search(found.facts.begin(), found.facts.end(), static_cast<int>(f)))
          start.left(f) = kServed;
    const std::vector<int> tried = found.facts;
    for (const int f : tried) {
      if (spent_ > most_) return;
      if (!std::binary_search(found.facts.begin(), found.facts.end(), f)) continue;
      const std::int16_t left = start.left(at(f));
      start.left(at(f)) = kServed;
      Refutation other = replay(found.candidate, found.cases, start);
      if (better(other)) found = std::move(other);
      else start.left(at(f)) = left;
    }
  }
}

// Candidates that meet all facts together (none where that takes long to see): no argument refutes
// one of them.
std::vector<bool> Nets::find_model(const State& start) {
  const std::uint64_t spent = spent_;
  std::vector<bool> found(near_.size());
  std::vector<State> waiting{start};
  for (int nodes = 0; !waiting.empty() && nodes < kNodes; ++nodes) {
    const State s = std::move(waiting.back());
    waiting.pop_back();
    auto least = facts_.size();
    for (std::size_t f = 0; f < facts_.size(); ++f)
      if ((least == facts_.size() || s.left(f) < s.left(least)) &&
          std::ranges::none_of(facts_[f], [&](int v) { return s.is_true(v); }))
        least = f;
    if (least == facts_.size()) {
      for (std::size_t i = 0; i < s.tail; ++i) found[at(s.queued(i))] = true;
      break;
    }
    for (const int v : facts_[least])
      if (State with = s; s.by(v) == kOpen && assume(with, v)) waiting.push_back(std::move(with));
  }
  spent_ = spent;
  return found;
}

std::vector<Refutation> Nets::find(int depth, std::size_t kept, std::uint64_t work) {
  spent_ = 0;
  most_ = work;
  State start;
  start.reset(near_.size(), facts_.size(), words_);
  for (std::size_t f = 0; f < facts_.size(); ++f)
    start.left(f) = static_cast<std::int16_t>(facts_[f].size());
  std::vector<Refutation> all;
  int best = std::numeric_limits<int>::max() / 2;
  const auto worse = [](const Refutation& a, const Refutation& b) {
    return std::pair(a.statements, a.candidate) < std::pair(b.statements, b.candidate);
  };
  std::vector<std::pair<std::size_t, int>> hopeful;  // how much follows, the most first
  for (int v = 0; v < static_cast<int>(near_.size()) && spent_ <= most_; ++v) {
    State s = start;
    if (assume(s, v)) {
      hopeful.emplace_back(near_.size() - s.tail, v);
      continue;
    }
    Trace alone = trace(s, {}, 0);
    best = std::min(best, alone.statements);
    all.push_back({alone.statements, v, std::move(alone.facts), {}});
  }
  std::sort(hopeful.begin(), hopeful.end());
  std::vector<bool> model;
  const auto refute = [&](int split, double share) {
    for (std::size_t i = 0; i < hopeful.size() && spent_ <= most_; ++i) {
      if (static_cast<double>(i) >= share * static_cast<double>(hopeful.size())) break;
      if (model.empty()) model = find_model(start);
      if (model[at(hopeful[i].second)]) continue;
      Refutation found{0, hopeful[i].second, {}, {}};
      State s = start;
      assume(s, found.candidate);
      if (!by_cases(s, split, best, found)) continue;
      best = std::min(best, found.statements);
      all.push_back(std::move(found));
    }
  };
  if (depth > 1) {
    refute(kSplit, 1);
    if (best > kLong) refute(kWidest, kShare);
    if (all.empty()) refute(kWidest, 1);
  }
  std::sort(all.begin(), all.end(), worse);
  if (all.size() > kept) all.resize(kept);
  for (Refutation& found : all) shorten(found, start);
  std::stable_sort(all.begin(), all.end(), worse);
  return all;
}

}  // namespace satdoku::nets
