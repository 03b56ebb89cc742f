#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <stdexcept>
#include <tuple>

#include "trails.hpp"

namespace satdoku::trails {
namespace {

constexpr std::size_t kEndings = 6;  // of a failure as many are traced

// Goes back from the end, latest statements first, each false candidate by the source that accounts
// for most of what is wanted.
class Tracer {
 public:
  Tracer(const Trail& trail, Clues& clues)
      : trail_(trail),
        facts_(*trail.facts),
        clues_(clues),
        nothing_(*facts_.nothing),
        reason_(at(facts_.count()), 0),
        since_(at(facts_.count()), -1),
        known_(nothing_),
        settled_(nothing_),
        assumed_(nothing_) {
    for (const Truth& one : trail.truths) {
      reason_[at(one.v)] = one.reason;
      since_[at(one.v)] = one.level;
    }
    if (trail.start < 0) return;
    if (trail.on) chosen_.emplace_back(trail.start, 0);
    else assumed_.add(trail.start);
  }

  Proof trace(const Ending& end) {
    Set lost = nothing_, held = nothing_;
    if (end.kind == End::need) {
      needs_.insert(end.what);
      lost = facts_.position.live[at(end.what)];
    } else if (end.kind == End::clash) {
      lost.add(end.what);
      held.add(end.what);
    } else {
      rules_.insert(end.what);
      std::tie(lost, held) = explain(end.what, trail_.level, end.gone, nothing_);
      held |= end.gone;
    }
    expect(lost, held, trail_.level);
    Proof proof;
    proof.facts = trail_.facts;
    proof.last = {std::move(lost), std::move(held)};
    while (!queue_.empty()) {
      const auto [level, is_true, item] = queue_.top();
      queue_.pop();
      if (is_true) truth(item, proof);
      else loss(item, proof);
    }
    std::vector<std::tuple<int, bool, int>> order;
    for (const auto& [v, level] : chosen_) order.emplace_back(level, false, v);
    for (const auto& [number, mask] : wanted_)
      order.emplace_back(trail_.losses[at(number)].level, true, number);
    std::sort(order.begin(), order.end());
    for (const auto& [level, is_loss, item] : order) {
      proof.order.push_back({is_loss, item});
      if (is_loss && trail_.losses[at(item)].source == Source::part)
        proof.length += trail_.parts[at(trail_.losses[at(item)].what)]->length;
    }
    proof.length += proof.order.size();
    proof.end = end;
    proof.needs.assign(needs_.begin(), needs_.end());
    proof.rules.assign(rules_.begin(), rules_.end());
    proof.lost = std::move(wanted_);
    proof.known = std::move(known_);
    proof.settled = std::move(settled_);
    return proof;
  }

 private:
  struct Later {
    // As the queue of the Python twin: the latest first, then losses before true candidates.
    bool operator()(const std::tuple<int, bool, int>& a,
                    const std::tuple<int, bool, int>& b) const {
      return std::tuple(-std::get<0>(a), std::get<1>(a), std::get<2>(a)) >
             std::tuple(-std::get<0>(b), std::get<1>(b), std::get<2>(b));
    }
  };

  // What a statement takes away from a filter, to see which statements it needs.
  struct Taken {
    int level, v;
    bool is_true;
  };

  bool is_chosen(int v) const {
    return std::any_of(chosen_.begin(), chosen_.end(),
                       [v](const std::pair<int, int>& one) { return one.first == v; });
  }

  void choose(int v) {
    if (is_chosen(v)) return;
    const int level = since_[at(v)];
    if (level < 0) {
      settled_.add(v);
      return;
    }
    chosen_.emplace_back(v, level);
    queue_.emplace(level, true, v);
  }

  // That these candidates are false and those true, by what was known at a level.
  void expect(const Set& lost, const Set& held, int bound) {
    held.each([&](int v) { choose(v); });
    want(lost, bound);
  }

  void want(Set mask, int bound) {
    Set outer = mask;
    outer &= *trail_.known;
    known_ |= outer;
    mask -= *trail_.known;
    mask -= assumed_;
    for (const auto& [v, level] : chosen_)
      if (level <= bound) mask -= facts_.position.near[at(v)];
    for (auto& [number, own] : wanted_) {
      const Loss& loss = trail_.losses[at(number)];
      if (loss.level > bound) continue;
      Set here = mask;
      here &= loss.mask;
      own |= here;
      mask -= loss.mask;
    }
    if (!mask.any()) return;
    // Among equals the source that rests on least comes first.
    std::vector<std::tuple<int, bool, int>> sources;
    for (int v = 0; v < facts_.count(); ++v)
      if (since_[at(v)] >= 0 && since_[at(v)] <= bound)
        sources.emplace_back(since_[at(v)], false, v);
    for (std::size_t i = 0; i < trail_.losses.size(); ++i)
      if (trail_.losses[i].source != Source::truth && trail_.losses[i].level <= bound)
        sources.emplace_back(trail_.losses[i].level, true, static_cast<int>(i));
    std::sort(sources.begin(), sources.end());
    while (mask.any()) {
      int most = 0;
      const std::tuple<int, bool, int>* best = nullptr;
      for (const auto& source : sources) {
        const int n = covered(source).common(mask);
        if (n <= most) continue;
        most = n;
        best = &source;
      }
      if (best == nullptr) throw std::logic_error("a false candidate has no reason");
      const auto [level, is_loss, item] = *best;
      const Set& covers = covered(*best);
      if (is_loss) {
        Set here = mask;
        here &= covers;
        wanted_.emplace_back(item, std::move(here));
        queue_.emplace(level, false, item);
      } else {
        choose(item);
      }
      mask -= covers;
    }
  }

  const Set& covered(const std::tuple<int, bool, int>& source) const {
    const auto item = at(std::get<2>(source));
    return std::get<1>(source) ? trail_.losses[item].mask : facts_.position.near[item];
  }

  void truth(int v, Proof& proof) {
    const int why = reason_[at(v)], level = since_[at(v)];
    if (why == Trail::kAssumed) return;
    Set lost = nothing_, held = nothing_, own = nothing_;
    own.add(v);
    if (why >= 0) {
      needs_.insert(why);
      lost = facts_.position.live[at(why)];
      lost -= own;
    } else {
      rules_.insert(-2 - why);
      std::tie(lost, held) = explain(-2 - why, level - 1, nothing_, own);
    }
    expect(lost, held, level - 1);
    proof.premises.push_back({{false, v}, {std::move(lost), std::move(held)}});
  }

  void loss(int number, Proof& proof) {
    const Loss& loss = trail_.losses[at(number)];
    Set lost = nothing_, held = nothing_;
    if (loss.source == Source::filter) {
      rules_.insert(loss.what);
      const auto wanted = std::find_if(wanted_.begin(), wanted_.end(),
                                       [&](const auto& one) { return one.first == number; });
      const Set gone = wanted->second;  // a copy: there may be more of it later
      std::tie(lost, held) = explain(loss.what, loss.level - 1, gone, nothing_);
    } else {
      const Proof& part = *trail_.parts[at(loss.what)];
      needs_.insert(part.needs.begin(), part.needs.end());
      rules_.insert(part.rules.begin(), part.rules.end());
      lost = part.known;
      held = part.settled;
    }
    // A nested proof is only made where the trail had come to a halt, a level before.
    expect(lost, held, loss.level - 1);
    proof.premises.push_back({{true, number}, {std::move(lost), std::move(held)}});
  }

  // Few statements from which a filter draws its conclusion: (false, true candidates).
  std::pair<Set, Set> explain(int number, int bound, const Set& gone, const Set& forced) {
    const Filter& filter = facts_.position.filters[at(number)];
    Set lost = *trail_.known;
    lost |= assumed_;
    for (const Loss& loss : trail_.losses)
      if (loss.level <= bound) lost |= loss.mask;
    std::vector<Taken> items;
    Set covered = nothing_;
    for (const Cell& cell : filter.cells)
      for (int v = cell.first; v < cell.first + cell.count; ++v) {
        if (!trail_.held.has(v) || gone.has(v) || forced.has(v) || lost.has(v)) continue;
        if (since_[at(v)] > bound || covered.has(v)) continue;
        items.push_back({since_[at(v)], v, true});
        for (int w = cell.first; w < cell.first + cell.count; ++w) covered.add(w);
      }
    Set left = filter.scope;
    left &= lost;
    left -= covered;
    std::map<int, int> levels;
    left.each([&](int v) { levels[v] = -1; });
    for (const Loss& loss : trail_.losses) {
      if (loss.level > bound) continue;
      Set here = loss.mask;
      here &= left;
      here.each([&](int v) { levels[v] = loss.level; });
    }
    for (const auto& [v, level] : levels) items.push_back({level, v, false});
    std::sort(items.begin(), items.end(), [](const Taken& a, const Taken& b) {
      return std::pair(a.level, a.v) > std::pair(b.level, b.v);
    });
    const auto follows = [&](const std::vector<Taken>& kept) {
      Set alive = facts_.every;
      for (const Taken& item : kept) {
        if (!item.is_true) {
          alive.remove(item.v);
          continue;
        }
        const Cell& cell = facts_.cell_of(item.v);
        for (int v = cell.first; v < cell.first + cell.count; ++v) alive.remove(v);
      }
      // What is true is left: the cell of one item is that of no other.
      for (const Taken& item : kept)
        if (item.is_true) alive.add(item.v);
      return facts_.shows(number, alive, gone, forced, clues_);
    };
    const bool sure = follows(items);
    // A solver may have given up here what it showed before: then all of it is named.
    if (!sure && !clues_.is_hard(number)) throw std::logic_error("a clue says less than before");
    std::vector<Taken> kept = items;
    std::vector<std::vector<Taken>> parts;
    if (sure) parts.push_back(items);
    // Those that can be left out lie together: halves that cannot be are looked at in turn.
    while (!parts.empty() && !(facts_.work->spent() && clues_.is_hard(number))) {
      const std::vector<Taken> part = std::move(parts.back());
      parts.pop_back();
      std::vector<Taken> fewer;
      for (const Taken& item : kept)
        if (std::none_of(part.begin(), part.end(),
                         [&](const Taken& other) { return other.v == item.v; }))
          fewer.push_back(item);
      if (follows(fewer)) {
        kept = std::move(fewer);
      } else if (part.size() > 1) {
        const auto half = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
        parts.emplace_back(half, part.end());
        parts.emplace_back(part.begin(), half);
      }
    }
    std::pair<Set, Set> found{nothing_, nothing_};
    for (const Taken& item : kept) (item.is_true ? found.second : found.first).add(item.v);
    return found;
  }

  const Trail& trail_;
  Facts& facts_;
  Clues& clues_;
  const Set& nothing_;
  std::vector<int> reason_, since_;          // of the true candidates; -1: of no level of the trail
  std::vector<std::pair<int, int>> chosen_;  // true candidates and their levels
  std::vector<std::pair<int, Set>> wanted_;  // in the order in which they were chosen
  std::priority_queue<std::tuple<int, bool, int>, std::vector<std::tuple<int, bool, int>>, Later>
      queue_;
  std::set<int> needs_, rules_;
  Set known_, settled_, assumed_;
};

}  // namespace

std::shared_ptr<const Proof> Trail::trace(Clues& clues) const {
  std::optional<Proof> best;
  for (std::size_t i = 0; i < std::min(ends.size(), kEndings); ++i) {
    Proof proof = Tracer(*this, clues).trace(ends[i]);
    if (!best || std::pair(proof.size(), proof.length) < std::pair(best->size(), best->length))
      best = std::move(proof);
  }
  if (!best) throw std::invalid_argument("the trail has not failed");
  return std::make_shared<const Proof>(*std::move(best));
}

}  // namespace satdoku::trails
