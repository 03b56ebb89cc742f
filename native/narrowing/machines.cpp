// Automata, unrolled over their variables.
#include <algorithm>
#include <map>
#include <utility>

#include "relations.hpp"

namespace satdoku::narrowing {

namespace {

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

}  // namespace

std::shared_ptr<const Layers> layers(const Machine& machine,
                                     const std::vector<const Scale*>& scales) {
  const std::size_t places = scales.size();
  std::map<const Scale*, std::vector<Mask>> bits;
  for (const Scale* scale : scales)
    if (!bits.contains(scale)) bits[scale] = bits_of(machine, *scale);
  // The states that can be reached before each place.
  std::vector<std::vector<int>> reached(places + 1);
  std::vector<int> seen(machine.states, -1);
  const auto reach = [&](std::size_t place, int state) {
    if (seen[state] == static_cast<int>(place)) return;
    seen[state] = static_cast<int>(place);
    reached[place].push_back(state);
  };
  for (const int state : machine.starts) reach(0, state);
  for (std::size_t i = 0; i < places; ++i) {
    const std::vector<Mask>& bit = bits[scales[i]];
    for (const int s : reached[i])
      for (int m = machine.first[s]; m < machine.first[s + 1]; ++m)
        if (bit[machine.moves[m].value]) reach(i + 1, machine.moves[m].next);
  }
  // Nodes from the last place to the first: numbers within their layer, and their edges.
  using Edges = std::vector<std::pair<int, Mask>>;
  std::vector<std::vector<Edges>> nodes(places + 1);
  std::vector<int> node_of(machine.states, -1), earlier(machine.states, -1);
  for (const int s : reached[places])
    if (machine.accepting[s]) {
      node_of[s] = 0;
      nodes[places].resize(1);
    }
  for (std::size_t i = places; i--;) {
    const std::vector<Mask>& bit = bits[scales[i]];
    std::map<Edges, int> known;
    Edges edges;
    for (const int s : reached[i]) {
      edges.clear();
      for (int m = machine.first[s]; m < machine.first[s + 1]; ++m) {
        const int to = node_of[machine.moves[m].next];
        if (const Mask value = bit[machine.moves[m].value]; value && to >= 0)
          edges.emplace_back(to, value);
      }
      if (edges.empty()) continue;
      std::sort(edges.begin(), edges.end());
      std::size_t last = 0;
      for (std::size_t e = 1; e < edges.size(); ++e) {
        if (edges[e].first == edges[last].first) edges[last].second |= edges[e].second;
        else edges[++last] = edges[e];
      }
      edges.resize(last + 1);
      const auto [place, fresh] = known.emplace(edges, static_cast<int>(nodes[i].size()));
      if (fresh) nodes[i].push_back(edges);
      earlier[s] = place->second;
    }
    for (const int s : reached[i + 1]) node_of[s] = -1;
    for (const int s : reached[i]) node_of[s] = std::exchange(earlier[s], -1);
  }
  auto made = std::make_shared<Layers>();
  for (const auto& layer : nodes) {
    made->layer.push_back(made->layer.empty() ? 0 : made->layer.back());
    made->layer.back() = static_cast<int>(made->first.size());
    for (const Edges& edges : layer) {
      made->first.push_back(static_cast<int>(made->edges.size()));
      const int next = static_cast<int>(made->layer.back() + layer.size());
      for (const auto& [to, values] : edges) made->edges.push_back({values, next + to});
    }
  }
  made->layer.push_back(static_cast<int>(made->first.size()));
  made->first.push_back(static_cast<int>(made->edges.size()));
  return made;
}

namespace {

class Automaton final : public Relation {
 public:
  Automaton(State& state, std::vector<int> cells, std::shared_ptr<const Layers> layers)
      : layers_(std::move(layers)) {
    variables = std::move(cells);
    urgency = 3;
    std::vector<int> sorted = variables;
    std::sort(sorted.begin(), sorted.end());
    settles = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    const std::vector<int>& layer = layers_->layer;
    for (std::size_t i = 0; i + 1 < layer.size(); ++i)
      count_.push_back(state.new_number(layer[i + 1] - layer[i]));
    for (std::size_t i = 0; i < variables.size(); ++i)
      known_.push_back(state.new_number(INT64_MAX));
    live_.resize(layer.back());
    for (int n = 0; n < layer.back(); ++n) live_[n] = n;
    place_ = live_;
    reached_.assign(layer.back(), 0);
    died_.resize(count_.size());
  }

  bool narrow(State& state) override {
    const int places = static_cast<int>(variables.size());
    if (!state.number(count_[places])) return false;
    // What was taken from the variables since it was looked at.
    int first = places, last = -1;
    for (int i = 0; i < places; ++i) {
      const auto domain = static_cast<std::int64_t>(state.domains[variables[i]]);
      if (state.number(known_[i]) == domain) continue;
      state.lower(known_[i], domain);
      first = std::min(first, i);
      last = i;
    }
    if (last < 0) return true;
    const Layers& layers = *layers_;
    const Layers::Edge* const edges = layers.edges.data();
    ++clock_;
    std::fill(died_.begin(), died_.end(), 0);
    // Nodes that are not reached any more.
    int end = first;
    for (; end < places; ++end) {
      if (end > last && !died_[end]) break;
      const Mask domain = state.domains[variables[end]];
      each_live(state, end, [&](int node) {
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (edges[e].values & domain) reached_[edges[e].to] = clock_;
      });
      filter(state, end + 1, [&](int node) { return reached_[node] == clock_; });
      if (!state.number(count_[end + 1])) return false;
    }
    // Nodes from which no end is reached any more, and the values that are left.
    for (int i = end - 1; i >= 0 && (i >= first || died_[i + 1]); --i) {
      const Mask domain = state.domains[variables[i]];
      const int living = layers.layer[i + 1] + static_cast<int>(state.number(count_[i + 1]));
      Mask support = 0;
      filter(state, i, [&](int node) {
        bool good = false;
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (const Mask values = edges[e].values & domain;
              values && place_[edges[e].to] < living) {
            good = true;
            support |= values;
            if (support == domain) break;
          }
        return good;
      });
      if (support == domain) continue;
      if (!state.keep(variables[i], support)) return false;
      state.lower(known_[i], static_cast<std::int64_t>(support));
    }
    return true;
  }

 private:
  template <typename Visit>
  void each_live(State& state, int layer, Visit visit) {
    const int* const live = live_.data() + layers_->layer[layer];
    const std::int64_t count = state.number(count_[layer]);
    state.work += static_cast<std::size_t>(count) / 2;
    for (std::int64_t i = 0; i < count; ++i) visit(live[i]);
  }

  // Keeps the nodes of a layer for which `fits` is true, until the search goes back.
  template <typename Fits>
  void filter(State& state, int layer, Fits fits) {
    const int begin = layers_->layer[layer];
    const int before = begin + static_cast<int>(state.number(count_[layer]));
    int end = before;
    for (int i = begin; i < end;) {
      const int node = live_[i];
      if (fits(node)) {
        ++i;
        continue;
      }
      const int other = live_[--end];
      live_[i] = other;
      place_[other] = i;
      live_[end] = node;
      place_[node] = end;
    }
    if (end == before) return;
    state.lower(count_[layer], end - begin);
    died_[layer] = 1;
  }

  std::shared_ptr<const Layers> layers_;
  std::vector<int> count_;  // of each layer the number of `state` that says how many are alive
  std::vector<int> known_;  // of each place the one that is the domain when it was looked at
  std::vector<int> live_;   // the nodes, those that are alive first in their layer
  std::vector<int> place_;  // where each is there
  std::vector<std::uint64_t> reached_;  // of each node when it was
  std::uint64_t clock_ = 0;
  std::vector<char> died_;  // whether a node of the layer did
};

}  // namespace

std::unique_ptr<Relation> automaton(State& state, std::vector<int> variables,
                                    std::shared_ptr<const Layers> layers) {
  return std::make_unique<Automaton>(state, std::move(variables), std::move(layers));
}

}  // namespace satdoku::narrowing
