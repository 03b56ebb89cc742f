// Counting, several searches at once.  Included by kernel.cpp inside its anonymous namespace.

// A search that goes on beside others.
struct Place {
  Position position;
  Open open;
  Search* search;
  u64* nodes;
  u64* found;
  Pacer* pacer = nullptr;
  int swaps = 0;
  u64 until = UINT64_MAX;  // the search is cut when there are more guesses
  int bottom = 0;  // the first of the positions that wait: others have taken those before it
  bool idle = true;
  Step step = Step::exhausted;

  void begin(const Position& from) {
    position = from;
    swaps = 0;
    idle = false;
  }
  // A position without candidates, which is dead in each pass.
  void rest() {
    begin({{zero(), zero(), zero()}});
    search->depth = bottom = 0;
    idle = true;
  }
};

enum class Passed { more, dead, filled, still };

// Where no more cells than this have three or more candidates, triads are left alone: they cost
// more than they save.
constexpr int kFewForTriads = 20;

// Goes on from what the last pass has come to; false where the search has ended.
SATDOKU_INLINE bool go_on(Place& place, u64 limit, Passed passed) {
  Search& search = *place.search;
  if (passed == Passed::still) {
    const int many = count_many_candidates(place.open);
    if (many > kFewForTriads && cut_triads(place.position)) return true;
    if (place.swaps == 0 &&
        (*place.nodes >= place.until || (*place.nodes >= place.pacer->ask_at &&
                                         !place.pacer->go_on(*place.pacer, *place.nodes)))) {
      place.step = Step::cut;
      return false;
    }
    ++*place.nodes;
    Position other;
    if (many == 0) {
      place.swaps++;
      split_first_pair(place.position, other, place.open);
    } else {
      split(place.position, other, place.open);
      write(search.waiting[search.depth++], other);
    }
    return true;
  }
  if (passed == Passed::filled && !clash(place.position.band) &&
      add_solutions(*place.found, limit, place.swaps)) {
    place.step = Step::found;
    return false;
  }
  if (search.depth == place.bottom) {
    place.step = Step::exhausted;
    return false;
  }
  place.begin(read(search.waiting[--search.depth]));
  return true;
}

__attribute__((noinline)) bool go_on_apart(Place& place, u64 limit, Passed passed) {
  return go_on(place, limit, passed);
}

// Passes over n places in turns.  Where a search has ended, next(place) puts another there or lets
// the place rest, or says that it is time to return.
template <int n, class Next>
SATDOKU_INLINE void search_together(Place* places, u64 limit, Next next) {
  Each<V, n> x0, x1, x2;
  const auto get = [&](int i) {
    x0.of[i] = places[i].position.band[0];
    x1.of[i] = places[i].position.band[1];
    x2.of[i] = places[i].position.band[2];
  };
  for (int i = 0; i < n; i++) get(i);
  for (;;) {
    const Each<V, n> before0 = x0, before1 = x1, before2 = x2;
    const auto inspected = inspect(x0, x1, x2, splat(kFull), splat(kFull));
    Passed passed[n];
    if (n == 1 && inspected.dead(0)) {
      passed[0] = Passed::dead;
    } else {
      conclude(inspected, x0, x1, x2);
      const auto changed = or3(x0 ^ before0, x1 ^ before1, x2 ^ before2);
      SATDOKU_UNROLL
      for (int i = 0; i < n; i++) {
        passed[i] = any(changed.of[i]) ? Passed::more : Passed::still;
        if (inspected.filled(i)) passed[i] = Passed::filled;
        if (inspected.dead(i)) passed[i] = Passed::dead;
      }
    }
    SATDOKU_UNROLL
    for (int i = 0; i < n; i++) {
      if (passed[i] == Passed::more) continue;
      places[i].position = {{x0.of[i], x1.of[i], x2.of[i]}};
      places[i].open = inspected.open(i);
      constexpr bool inlined = n == 1 && kTogether > 2;  // where there are registers enough
      if (!(inlined ? go_on : go_on_apart)(places[i], limit, passed[i]) && !next(places[i])) return;
      get(i);
    }
  }
}

int count_busy(const Place* places) {
  int busy = 0;
  for (int i = 0; i < kTogether; i++) busy += !places[i].idle;
  return busy;
}

// Goes on with a search, divided among all places.
__attribute__((noinline)) Step count_divided(const Place& whole, u64 limit) {
  Search others[kTogether];
  Place places[kTogether];
  for (int i = 0; i < kTogether; i++) {
    places[i] = whole;
    places[i].until = UINT64_MAX;
    if (i == 0) continue;
    places[i].search = others + i;
    places[i].rest();
  }
  Step step = Step::exhausted;
  search_together<kTogether>(places, limit, [&](Place& place) {
    step = place.step;
    if (step != Step::exhausted) return false;
    place.rest();
    for (Place& other : places) {
      if (other.bottom == other.search->depth) continue;
      place.begin(read(other.search->waiting[other.bottom++]));
      break;
    }
    return count_busy(places) > 0;
  });
  return step;
}

// A search of more guesses than this is divided.
constexpr u64 kUndivided = 16;

Step count_in(Place& place, u64 limit) {
  if (kTogether > 1 && place.pacer->may_divide) place.until = *place.nodes + kUndivided;
  search_together<1>(&place, limit, [](Place&) { return false; });
  if (place.step == Step::cut && *place.nodes >= place.until) return count_divided(place, limit);
  return place.step;
}

Step count_all(Search& search, Pacer& pacer, u64 limit, u64& found) {
  if (found >= limit) return Step::found;
  Place place;
  place.search = &search;
  place.nodes = &search.nodes;
  place.found = &found;
  place.pacer = &pacer;
  place.begin(read(search.current));
  return count_in(place, limit);
}

void count_many(Feed& feed, Search* searches, u64 limit) {
  Place places[kTogether];
  u64 found[kTogether] = {};
  bool more = true;
  // Whether more than one search goes on.
  const auto next = [&](Place& place) {
    if (!place.idle || more) {
      place.pacer = feed.next(feed, static_cast<int>(&place - places), place.step, *place.found);
      *place.found = 0;
      if (place.pacer) place.begin(read(place.search->current));
      else place.rest();
      more &= place.pacer != nullptr;
    }
    return count_busy(places) > 1;
  };
  bool together = false;
  for (int i = 0; i < kTogether; i++) {
    places[i].search = searches + i;
    places[i].nodes = &searches[i].nodes;
    places[i].found = found + i;
    together = next(places[i]);
  }
  if (together) search_together<kTogether>(places, limit, next);
  for (Place& place : places) {
    while (!place.idle) {
      place.step = count_in(place, limit);
      next(place);
    }
  }
}
