#include "trails.hpp"

#include <algorithm>
#include <map>

namespace satdoku::trails {

Trail::Trail(std::shared_ptr<Facts> facts_, int start_, bool on_)
    : facts(std::move(facts_)),
      start(start_),
      on(on_),
      known(facts->nothing),
      settled(known),
      lost(facts->words()),
      held(lost),
      fresh_(lost) {
  if (start < 0) return;
  if (on) {
    held.add(start);
    truths.push_back({start, kAssumed, 0});
    frontier_.push_back(start);
  } else {
    lost.add(start);
    fresh_.add(start);
  }
}

Trail Trail::inside(int start_) const {
  Trail inner(facts, start_, true);
  inner.known = std::make_shared<const Set>(lost);
  inner.settled = std::make_shared<const Set>(held);
  inner.lost |= lost;
  inner.held |= held;
  return inner;
}

bool Trail::advance(const Allowed* allowed, Clues& clues) {
  const Position& position = facts->position;
  ++facts->work->done;
  for (const int t : frontier_) {
    if (position.near[at(t)].inside(lost)) continue;
    Set mask = position.near[at(t)];
    mask -= lost;
    lost |= mask;
    fresh_ |= mask;
    losses.push_back({Source::truth, t, std::move(mask), level});
  }
  const Set& nothing = *facts->nothing;
  std::vector<Ending> failing;
  Set both = fresh_;
  both &= held;
  both.each([&](int v) {
    const auto truth =
        std::find_if(truths.begin(), truths.end(), [v](const Truth& one) { return one.v == v; });
    if (truth != truths.end() && truth->reason >= 0)
      failing.push_back({End::need, truth->reason, nothing});
    else failing.push_back({End::clash, v, nothing});
  });
  // Without an assumption nothing is touched, and yet something may follow.
  const bool all = start < 0 && level == 0;
  Set open = facts->every;
  open -= lost;
  std::map<int, int> following;
  const auto look = [&](int need) {
    const int left = position.live[at(need)].only(open);
    if (left == Set::kNone) failing.push_back({End::need, need, nothing});
    else if (left != Set::kSeveral && !held.has(left)) following.emplace(left, need);
  };
  if (allowed == nullptr) {
    std::vector<int> needs;
    fresh_.each([&](int v) {
      const std::vector<int>& of = facts->needs_of(v);
      needs.insert(needs.end(), of.begin(), of.end());
    });
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    for (const int need : needs) look(need);
  } else {
    for (const int need : allowed->needs)
      if (all ? position.live[at(need)].any() : position.live[at(need)].meets(fresh_)) look(need);
  }
  Set touched = fresh_;
  for (const int t : frontier_) touched.add(t);
  std::vector<Loss> later;
  Set after(facts->words());
  for (int number = 0; number < static_cast<int>(position.filters.size()); ++number) {
    if (!all && !position.filters[at(number)].scope.meets(touched)) continue;
    if (allowed != nullptr && !allowed->rules[at(number)]) continue;
    ++facts->work->done;
    const Facts::Answer& left = facts->settle(number, open, clues);
    if (left.broken) {
      failing.push_back({End::filter, number, nothing});
      continue;
    }
    Set gone = left.gone;
    gone &= held;
    if (gone.any()) {
      // Of two that exclude each other, one is the reason why the other is false.
      Set one = nothing;
      one.add(gone.first());
      failing.push_back({End::filter, number, std::move(one)});
    }
    gone = left.gone;
    gone -= after;
    if (gone.any()) {
      after |= gone;
      later.push_back({Source::filter, number, gone, level + 1});
    }
    Set forced = left.forced;
    forced -= held;
    forced.each([&](int v) { following.emplace(v, -2 - number); });
  }
  fresh_ = nothing;
  if (!failing.empty()) {
    ends = std::move(failing);
    alive = false;
    return true;
  }
  ++level;
  frontier_.clear();
  for (const auto& [v, why] : following) {
    frontier_.push_back(v);
    truths.push_back({v, why, level});
    held.add(v);
  }
  for (Loss& loss : later) losses.push_back(std::move(loss));
  lost |= after;
  alive = !frontier_.empty() || after.any();
  fresh_ = std::move(after);
  return false;
}

bool Trail::run(const Allowed* allowed, Clues& clues) {
  while (alive)
    if (advance(allowed, clues)) return true;
  return false;
}

void Trail::lose(int v, std::shared_ptr<const Proof> part) {
  Set mask(facts->words());
  mask.add(v);
  losses.push_back({Source::part, static_cast<int>(parts.size()), mask, level});
  parts.push_back(std::move(part));
  lost.add(v);
  fresh_ = std::move(mask);
  frontier_.clear();
  alive = true;
}

}  // namespace satdoku::trails
