// Automata, unrolled over their variables.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

constexpr int kMostDiffering = 10;  // values, each set of which is told apart
constexpr std::size_t kMostProducts = std::size_t{1} << 14;  // nodes where they are

// The bit of each value of the machine, for each scale.
std::vector<Mask> bits_of(const Machine& machine, const Scale& scale) {
  std::vector<Mask> found;
  for (const std::int64_t value : machine.values) {
    const auto at = std::lower_bound(scale.begin(), scale.end(), value);
    const bool there = at != scale.end() && *at == value;
    found.push_back(there ? Mask{1} << (at - scale.begin()) : 0);
  }
  return found;
}

// Nodes of a layer and their edges, whose `to` counts in the next layer.
struct Raw {
  std::vector<int> first{0};  // of each node the place of its first edge, and the end
  std::vector<Layers::Edge> edges;
};

// The nodes that reach one of the last layer that `ends`, each future once.
std::shared_ptr<const Layers> minimal(const std::vector<Raw>& raw, const std::vector<char>& ends) {
  std::vector<Raw> layers(raw.size() + 1);
  std::vector<int> node_of(ends.size(), -1), earlier, slots;
  for (std::size_t n = 0; n < ends.size(); ++n)
    if (ends[n]) {
      node_of[n] = 0;
      layers.back().first = {0, 0};
    }
  std::vector<Layers::Edge> edges;
  for (std::size_t i = raw.size(); i--;) {
    const auto& [first, all] = raw[i];
    Raw& layer = layers[i];
    earlier.assign(first.size() - 1, -1);
    slots.assign(std::bit_ceil(2 * first.size()), -1);
    for (std::size_t n = 0; n + 1 < first.size(); ++n) {
      edges.clear();
      for (int e = first[n]; e < first[n + 1]; ++e)
        if (const int to = node_of[all[e].to]; to >= 0) edges.push_back({all[e].values, to});
      if (edges.empty()) continue;
      std::sort(edges.begin(), edges.end(),
                [](const auto& a, const auto& b) { return a.to < b.to; });
      std::size_t last = 0;
      std::uint64_t hash = 0;  // also where a size has 32 bits
      for (std::size_t e = 1; e < edges.size(); ++e) {
        if (edges[e].to == edges[last].to) edges[last].values |= edges[e].values;
        else edges[++last] = edges[e];
      }
      edges.resize(last + 1);
      for (const Layers::Edge& edge : edges)
        hash =
            (hash ^ edge.values ^ static_cast<std::uint64_t>(edge.to) << 32) * 0x9e3779b97f4a7c15;
      for (std::uint64_t slot = hash >> 32;; ++slot) {
        int& node = slots[slot % slots.size()];
        if (node < 0) {
          node = static_cast<int>(layer.first.size()) - 1;
          layer.edges.insert(layer.edges.end(), edges.begin(), edges.end());
          layer.first.push_back(static_cast<int>(layer.edges.size()));
        } else if (!std::equal(edges.begin(), edges.end(), layer.edges.begin() + layer.first[node],
                               layer.edges.begin() + layer.first[node + 1])) {
          continue;
        }
        earlier[n] = node;
        break;
      }
    }
    node_of.swap(earlier);
  }
  auto made = std::make_shared<Layers>();
  for (const auto& [first, all] : layers) {
    made->layer.push_back(static_cast<int>(made->first.size()));
    const int before = static_cast<int>(made->edges.size());
    for (std::size_t n = 0; n + 1 < first.size(); ++n) made->first.push_back(before + first[n]);
    const int next = static_cast<int>(made->first.size());
    for (const Layers::Edge& edge : all) made->edges.push_back({edge.values, next + edge.to});
  }
  made->layer.push_back(static_cast<int>(made->first.size()));
  made->first.push_back(static_cast<int>(made->edges.size()));
  return made;
}

}  // namespace

std::shared_ptr<const Layers> layers(const Machine& machine,
                                     const std::vector<const Scale*>& scales) {
  std::map<const Scale*, std::vector<Mask>> bits;
  for (const Scale* scale : scales)
    if (!bits.contains(scale)) bits[scale] = bits_of(machine, *scale);
  std::vector<Raw> raw(scales.size());
  std::vector<int> place(machine.states, -1), now, next;  // of each state in the layer
  const auto reach = [&](int state) {
    if (place[state] < 0) {
      place[state] = static_cast<int>(next.size());
      next.push_back(state);
    }
    return place[state];
  };
  const auto go_on = [&] {
    for (const int state : next) place[state] = -1;
    now.swap(next);
    next.clear();
  };
  for (const int state : machine.starts) reach(state);
  go_on();
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const std::vector<Mask>& bit = bits[scales[i]];
    for (const int s : now) {
      for (int m = machine.first[s]; m < machine.first[s + 1]; ++m)
        if (const Mask value = bit[machine.moves[m].value])
          raw[i].edges.push_back({value, reach(machine.moves[m].next)});
      raw[i].first.push_back(static_cast<int>(raw[i].edges.size()));
    }
    go_on();
  }
  std::vector<char> ends;
  for (const int state : now) ends.push_back(machine.accepting[state]);
  return minimal(raw, ends);
}

std::shared_ptr<const Layers> differing(const Layers& plain) {
  const std::size_t places = plain.layer.size() - 2;
  Mask all = 0;
  for (const Layers::Edge& edge : plain.edges) all |= edge.values;
  const int bits = 64 - std::countl_zero(all);
  if (bits > kMostDiffering) return nullptr;
  struct Node {
    int plain;
    Mask used;
  };
  std::vector<Raw> raw(places);
  std::vector<Node> now, next;
  std::vector<int> place;  // in the next layer: of each node there was and each set
  std::size_t total = 0;
  for (int n = plain.layer[0]; n < plain.layer[1]; ++n) now.push_back({n, 0});
  for (std::size_t i = 0; i < places; ++i) {
    const int begin = plain.layer[i + 1];
    place.assign(static_cast<std::size_t>(plain.layer[i + 2] - begin) << bits, -1);
    next.clear();
    for (const Node& node : now) {
      for (int e = plain.first[node.plain]; e < plain.first[node.plain + 1]; ++e) {
        const int to = plain.edges[e].to;
        each_bit(plain.edges[e].values & ~node.used, [&](int value) {
          const Mask one = Mask{1} << value, used = node.used | one;
          int& known = place[static_cast<std::size_t>(to - begin) << bits | used];
          if (known < 0) {
            known = static_cast<int>(next.size());
            next.push_back({to, used});
          }
          raw[i].edges.push_back({one, known});
        });
      }
      raw[i].first.push_back(static_cast<int>(raw[i].edges.size()));
    }
    total += next.size();
    if (total > kMostProducts) return nullptr;
    now.swap(next);
  }
  return minimal(raw, std::vector<char>(now.size(), 1));
}

namespace {

class Automaton final : public Relation {
 public:
  Automaton(State& state, std::vector<int> cells, std::shared_ptr<const Layers> layers) {
    variables = std::move(cells);
    urgency = 3;
    std::vector<int> sorted = variables;
    std::sort(sorted.begin(), sorted.end());
    settles = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    plain_ = walk(state, std::move(layers));
    now_ = &plain_;
  }

  // Where its variables differ: the same with sets of values, made once for each of the layers.
  bool strengthen(State& state, Stronger& made) override {
    if (!settles) return false;  // one of them comes twice
    if (strong_.count.empty()) {
      for (const int v : variables)
        for (const int other : variables)
          if (other != v &&
              !std::binary_search(state.peers[v].begin(), state.peers[v].end(), other))
            return false;
      const auto [place, fresh] = made.try_emplace(plain_.layers);
      if (fresh) place->second = differing(*plain_.layers);
      if (place->second) strong_ = walk(state, place->second);
    }
    if (strong_.count.empty()) return false;
    now_ = &strong_;
    return true;
  }
  void weaken() override { now_ = &plain_; }

  bool narrow(State& state) override {
    const int places = static_cast<int>(variables.size());
    if (!state.number(now_->count[places])) return false;
    // What was taken from the variables since it was looked at.
    int first = places, last = -1;
    for (int i = 0; i < places; ++i) {
      const auto domain = static_cast<std::int64_t>(state.domains[variables[i]]);
      if (state.number(now_->known[i]) == domain) continue;
      state.lower(now_->known[i], domain);
      first = std::min(first, i);
      last = i;
    }
    if (last < 0) return true;
    const Layers& layers = *now_->layers;
    const Layers::Edge* const edges = layers.edges.data();
    std::uint32_t* const reached = now_->reached.data();
    const int* const place = now_->place.data();
    if (!++clock_) {
      for (Walk* const walk : {&plain_, &strong_})
        std::fill(walk->reached.begin(), walk->reached.end(), 0);
      clock_ = 1;
    }
    died_.assign(variables.size() + 1, 0);
    // Nodes that are not reached any more.
    int end = first;
    for (; end < places; ++end) {
      if (end > last && !died_[end]) break;
      const Mask domain = state.domains[variables[end]];
      each_live(state, end, [&](int node) {
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (edges[e].values & domain) reached[edges[e].to] = clock_;
      });
      filter(state, end + 1, [&](int node) { return reached[node] == clock_; });
      if (!state.number(now_->count[end + 1])) return false;
    }
    // Nodes from which no end is reached any more, and the values that are left.
    for (int i = end - 1; i >= 0 && (i >= first || died_[i + 1]); --i) {
      const Mask domain = state.domains[variables[i]];
      const int living = layers.layer[i + 1] + static_cast<int>(state.number(now_->count[i + 1]));
      Mask support = 0;
      filter(state, i, [&](int node) {
        bool good = false;
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (const Mask values = edges[e].values & domain; values && place[edges[e].to] < living) {
            good = true;
            support |= values;
            if (support == domain) break;
          }
        return good;
      });
      if (support == domain) continue;
      if (!state.keep(variables[i], support)) return false;
      state.lower(now_->known[i], static_cast<std::int64_t>(support));
    }
    return true;
  }

 private:
  struct Walk {
    std::shared_ptr<const Layers> layers;
    std::vector<int> count;  // of each layer the number of `state` that says how many are alive
    std::vector<int> live;   // the nodes, those that are alive first in their layer
    std::vector<int> place;  // where each is there
    std::vector<int> known;  // of each place the number that is the domain when it was looked at
    std::vector<std::uint32_t> reached;  // of each node when it was
  };

  static Walk walk(State& state, std::shared_ptr<const Layers> layers) {
    Walk made;
    const std::vector<int>& layer = layers->layer;
    for (std::size_t i = 0; i + 1 < layer.size(); ++i)
      made.count.push_back(state.new_number(layer[i + 1] - layer[i]));
    for (std::size_t i = 0; i + 2 < layer.size(); ++i)
      made.known.push_back(state.new_number(INT64_MAX));
    made.live.resize(layer.back());
    for (int n = 0; n < layer.back(); ++n) made.live[n] = n;
    made.place = made.live;
    made.reached.assign(layer.back(), 0);
    made.layers = std::move(layers);
    return made;
  }

  template <typename Visit>
  void each_live(State& state, int layer, Visit visit) {
    const int* const live = now_->live.data() + now_->layers->layer[layer];
    const std::int64_t count = state.number(now_->count[layer]);
    state.work += static_cast<std::size_t>(count) / 2;
    for (std::int64_t i = 0; i < count; ++i) visit(live[i]);
  }

  // Keeps the nodes of a layer for which `fits` is true, until the search goes back.
  template <typename Fits>
  void filter(State& state, int layer, Fits fits) {
    int* const live = now_->live.data();
    int* const place = now_->place.data();
    const int begin = now_->layers->layer[layer];
    const int before = begin + static_cast<int>(state.number(now_->count[layer]));
    int end = before;
    for (int i = begin; i < end;) {
      const int node = live[i];
      if (fits(node)) {
        ++i;
        continue;
      }
      const int other = live[--end];
      live[i] = other;
      place[other] = i;
      live[end] = node;
      place[node] = end;
    }
    if (end == before) return;
    state.lower(now_->count[layer], end - begin);
    died_[layer] = 1;
  }

  Walk plain_, strong_;
  Walk* now_ = nullptr;  // of these
  std::uint32_t clock_ = 0;
  std::vector<char> died_;  // whether a node of the layer did
};

}  // namespace

std::unique_ptr<Relation> automaton(State& state, std::vector<int> variables,
                                    std::shared_ptr<const Layers> layers) {
  return std::make_unique<Automaton>(state, std::move(variables), std::move(layers));
}

}  // namespace satdoku::narrowing
