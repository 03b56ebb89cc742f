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
    live_.resize(layer.back());
    for (int n = 0; n < layer.back(); ++n) live_[n] = n;
    reached_.assign(layer.back(), 0);
    good_.assign(layer.back(), 0);
  }

  bool narrow(State& state) override {
    const std::size_t places = variables.size();
    const Layers& layers = *layers_;
    const Layers::Edge* const edges = layers.edges.data();
    ++clock_;
    std::size_t work = 0;
    for (std::size_t i = 0; i <= places; ++i) {
      const Mask domain = i < places ? state.domains[variables[i]] : 0;
      const auto fits = [&](int node) {
        if (i && reached_[node] != clock_) return false;
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (edges[e].values & domain) reached_[edges[e].to] = clock_;
        return true;
      };
      work += filter(state, i, fits);
    }
    const int last = layers.layer[places];
    for (int i = 0; i < state.number(count_[places]); ++i) good_[live_[last + i]] = clock_;
    if (!state.number(count_[places])) return false;
    for (std::size_t i = places; i--;) {
      const Mask domain = state.domains[variables[i]];
      Mask support = 0;
      const auto fits = [&](int node) {
        bool good = false;
        for (int e = layers.first[node]; e < layers.first[node + 1]; ++e)
          if (const Mask values = edges[e].values & domain;
              values && good_[edges[e].to] == clock_) {
            good = true;
            support |= values;
            if (support == domain) break;
          }
        if (good) good_[node] = clock_;
        return good;
      };
      filter(state, i, fits);
      if (!state.keep(variables[i], support)) return false;
    }
    state.work += work / 2;
    return true;
  }

 private:
  // Keeps the nodes of a layer for which `fits` is true until the search goes back; how many were.
  template <typename Fits>
  std::size_t filter(State& state, std::size_t layer, Fits fits) {
    const int before = state.number(count_[layer]);
    int count = before;
    int* const live = live_.data() + layers_->layer[layer];
    for (int i = 0; i < count;) {
      if (fits(live[i])) ++i;
      else std::swap(live[i], live[--count]);
    }
    if (count < before) state.lower(count_[layer], count);
    return static_cast<std::size_t>(before);
  }

  std::shared_ptr<const Layers> layers_;
  std::vector<int> count_;  // of each layer the number of `state` that says how many are alive
  std::vector<int> live_;   // the nodes, those that are alive first in their layer
  std::vector<std::uint64_t> reached_, good_;  // of each node when it was
  std::uint64_t clock_ = 0;
};

}  // namespace

std::unique_ptr<Relation> automaton(State& state, std::vector<int> variables,
                                    std::shared_ptr<const Layers> layers) {
  return std::make_unique<Automaton>(state, std::move(variables), std::move(layers));
}

}  // namespace satdoku::narrowing
