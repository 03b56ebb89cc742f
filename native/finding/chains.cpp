#include <algorithm>
#include <map>
#include <utility>

#include "finding.hpp"

namespace satdoku::finding {
namespace {

// The nodes of a field and their links, as links.py has them, in the same order.
template <class CellSet>
class Net {
 public:
  using Node = finding::Node<CellSet>;

  Net(const Field<CellSet>& field, const std::vector<bool>& complete, Links links);

  int size() const { return static_cast<int>(nodes.size()); }
  bool excludes(int a, int b) const { return (weak[at(a)][at(b >> 6)] >> (b & 63) & 1) != 0; }
  // Whether two nodes, not both one, exclude a candidate that is open.
  bool both_exclude(int a, int b) const;

  std::vector<Node> nodes;
  std::vector<std::vector<std::pair<int, int>>> strong;  // with the reason
  std::vector<std::vector<std::uint64_t>> weak;
  std::size_t words = 0;

 private:
  int node(const CellSet& cells, int digit);
  void join(const CellSet& a, int d, const CellSet& b, int e, int reason);
  void halve(int h, int d, const CellSet& places, bool groups);
  void exclude(bool one_digit);
  bool excluded_here(int a, int b) const;

  const Field<CellSet>& field_;
  std::vector<std::vector<int>> crossing_;  // of each house, those that share two cells or more
  std::vector<std::map<CellSet, int, Before>> numbers_;  // of the nodes of each digit
  std::vector<CellSet> seen_;  // what all cells of a node see, with its digit
};

template <class CellSet>
Net<CellSet>::Net(const Field<CellSet>& field, const std::vector<bool>& complete, Links links)
    : field_(field), crossing_(field.houses.size()), numbers_(at(field.size)) {
  if (links.groups)
    for (std::size_t h = 0; h < field.houses.size(); ++h)
      for (std::size_t k = 0; k < field.houses.size(); ++k)
        if (k != h && (field.masks[h] & field.masks[k]).at_least_two())
          crossing_[h].push_back(static_cast<int>(k));
  if (links.cells)
    for (int c = 0; c < static_cast<int>(field.open.size()); ++c)
      if (pair(field.open[at(c)])) {
        CellSet cell;
        cell.add(c);
        const int d = lowest(field.open[at(c)]);
        const int e = lowest(field.open[at(c)] & (field.open[at(c)] - 1));
        join(cell, d, cell, e, -1 - c);
      }
  if (links.houses)
    for (int d = 0; d < field.size; ++d)
      for (int h = 0; h < static_cast<int>(field.houses.size()); ++h) {
        const CellSet places = field.where[at(d)] & field.masks[at(h)];
        if (complete[at(h)] && places.at_least_two()) halve(h, d, places, links.groups);
      }
  exclude(links.one_digit);
}

template <class CellSet>
int Net<CellSet>::node(const CellSet& cells, int digit) {
  const auto [known, fresh] = numbers_[at(digit)].try_emplace(cells, size());
  if (fresh) {
    nodes.push_back({cells, digit});
    strong.emplace_back();
  }
  return known->second;
}

template <class CellSet>
void Net<CellSet>::join(const CellSet& a, int d, const CellSet& b, int e, int reason) {
  const int i = node(a, d), j = node(b, e);
  const auto link = [&](int from, int to) {
    auto& known = strong[at(from)];
    const bool old =
        std::any_of(known.begin(), known.end(), [&](const auto& l) { return l.first == to; });
    if (!old) known.emplace_back(to, reason);
  };
  link(i, j);
  link(j, i);
}

// The two halves of the places of a digit in a house, each in another house as well.
template <class CellSet>
void Net<CellSet>::halve(int h, int d, const CellSet& places, bool groups) {
  CellSet low;
  low.add(places.first());
  if (places.size() == 2) {
    join(low, d, places.without(low), d, h);
    return;
  }
  if (!groups) return;
  std::vector<CellSet> tried;
  for (const int k : crossing_[at(h)]) tried.push_back(places & field_.masks[at(k)]);
  for (const int c : places) {
    CellSet cell;
    cell.add(c);
    tried.push_back(cell);
  }
  std::sort(tried.begin(), tried.end(), Before());
  tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
  for (const CellSet& half : tried) {
    const CellSet other = places.without(half);
    if (half.empty() || !Before()(half, other)) continue;
    if (std::binary_search(tried.begin(), tried.end(), other, Before())) join(half, d, other, d, h);
  }
}

template <class CellSet>
void Net<CellSet>::exclude(bool one_digit) {
  const int n = size();
  words = (nodes.size() + 63) / 64;
  weak.assign(nodes.size(), std::vector<std::uint64_t>(words));
  std::vector<std::vector<int>> by_digit(at(field_.size));
  std::vector<std::vector<int>> alone(field_.open.size());
  for (int i = 0; i < n; ++i) {
    seen_.push_back(field_.common_peers(nodes[at(i)].cells));
    by_digit[at(nodes[at(i)].digit)].push_back(i);
    if (!nodes[at(i)].cells.at_least_two()) alone[at(nodes[at(i)].cells.first())].push_back(i);
  }
  for (int i = 0; i < n; ++i) {
    const auto mark = [&](int j) { weak[at(i)][at(j >> 6)] |= std::uint64_t{1} << (j & 63); };
    for (const int j : by_digit[at(nodes[at(i)].digit)])
      if (nodes[at(j)].cells.inside(seen_[at(i)])) mark(j);
    if (one_digit || nodes[at(i)].cells.at_least_two()) continue;
    for (const int j : alone[at(nodes[at(i)].cells.first())])
      if (j != i) mark(j);
  }
}

// Whether `a` excludes, from a cell of its own, another digit that `b` excludes too.
template <class CellSet>
bool Net<CellSet>::excluded_here(int a, int b) const {
  const Node &one = nodes[at(a)], &other = nodes[at(b)];
  if (one.cells.at_least_two() || one.digit == other.digit) return false;
  const int c = one.cells.first();
  return seen_[at(b)].has(c) && (field_.open[at(c)] >> other.digit & 1) != 0;
}

template <class CellSet>
bool Net<CellSet>::both_exclude(int a, int b) const {
  const Node &one = nodes[at(a)], &other = nodes[at(b)];
  const CellSet& where = field_.where[at(one.digit)];
  if (one.digit == other.digit && (seen_[at(a)] & seen_[at(b)]).meets(where)) return true;
  if (one.cells == other.cells && !one.cells.at_least_two()) {
    const Digits own = Digits{1} << one.digit | Digits{1} << other.digit;
    return (field_.open[at(one.cells.first())] & ~own) != 0;
  }
  return excluded_here(a, b) || excluded_here(b, a);
}

// What follows, one strong link further at a time, where a node is false.
struct Walk {
  std::vector<std::int16_t> by_true, by_false;  // what makes a node false, and true; -1
  std::vector<std::uint64_t> is_false;
  std::vector<int> layer;
};

// No candidate is in two nodes, but for a chain that ends where it begins.
template <class CellSet>
bool is_plain(const Net<CellSet>& net, const std::vector<int>& way) {
  for (std::size_t i = way.front() == way.back() ? 1 : 0; i < way.size(); ++i)
    for (std::size_t j = i + 1; j < way.size(); ++j) {
      const auto &one = net.nodes[at(way[i])], &other = net.nodes[at(way[j])];
      if (one.digit == other.digit && one.cells.meets(other.cells)) return false;
    }
  return true;
}

}  // namespace

template <class CellSet>
std::optional<std::vector<Chain<CellSet>>> alternating_chains(const Field<CellSet>& field,
                                                              const std::vector<bool>& complete,
                                                              Links links, int longest,
                                                              std::size_t most) {
  const Net<CellSet> net(field, complete, links);
  const int n = net.size();
  if (n > kNodes) return std::nullopt;
  std::vector<Chain<CellSet>> found;
  if (most == 0) return found;
  std::vector<Walk> walks(at(n));
  std::vector<int> going;
  for (int start = 0; start < n; ++start) {
    Walk& w = walks[at(start)];
    w.by_true.assign(at(n), -1);
    w.by_false.assign(at(n), -1);
    w.is_false.assign(net.words, 0);
    w.is_false[at(start >> 6)] |= std::uint64_t{1} << (start & 63);
    w.layer = {start};
    going.push_back(start);
  }
  std::vector<int> fresh, left, way;
  std::vector<std::uint64_t> next(net.words);
  for (int length = 1; !going.empty() && (longest == 0 || length <= longest); ++length) {
    left.clear();
    for (const int start : going) {
      Walk& w = walks[at(start)];
      fresh.clear();
      for (const int f : w.layer)
        for (const auto& [t, reason] : net.strong[at(f)])
          if (w.by_false[at(t)] < 0) {
            w.by_false[at(t)] = static_cast<std::int16_t>(f);
            fresh.push_back(t);
          }
      w.layer.clear();
      for (const int t : fresh)
        for (std::size_t k = 0; k < net.words; ++k) {
          std::uint64_t added = net.weak[at(t)][k] & ~w.is_false[k];
          w.is_false[k] |= added;
          for (; added != 0; added &= added - 1) {
            const int f = static_cast<int>(k) * 64 + std::countr_zero(added);
            w.by_true[at(f)] = static_cast<std::int16_t>(t);
            w.layer.push_back(f);
          }
        }
      if (!w.layer.empty()) left.push_back(start);
      if (length == 1) continue;
      for (const int end : fresh) {
        if (start > end) continue;
        const bool ring = net.excludes(end, start);
        if (!ring && !net.both_exclude(start, end)) continue;
        way.clear();
        for (int node = end;;) {
          way.push_back(node);
          const int f = w.by_false[at(node)];
          way.push_back(f);
          if (f == start) break;
          node = w.by_true[at(f)];
        }
        std::reverse(way.begin(), way.end());
        if (ring) {
          bool any = false;
          for (std::size_t i = 1; i < way.size() && !any; i += 2)
            any = net.both_exclude(way[i], i + 1 < way.size() ? way[i + 1] : way[0]);
          if (!any) continue;
        }
        if (!is_plain(net, way)) continue;
        Chain<CellSet> chain{{}, {}, ring};
        for (const int i : way) chain.nodes.push_back(net.nodes[at(i)]);
        for (std::size_t i = 0; i < way.size(); i += 2)
          for (const auto& [t, reason] : net.strong[at(way[i])])
            if (t == way[i + 1]) chain.reasons.push_back(reason);
        found.push_back(std::move(chain));
        if (found.size() == most) return found;
      }
    }
    going = left;
  }
  return found;
}

template std::optional<std::vector<Chain<CellSet>>> alternating_chains(const Field<CellSet>&,
                                                                       const std::vector<bool>&,
                                                                       Links, int, std::size_t);
template std::optional<std::vector<Chain<WideSet>>> alternating_chains(const Field<WideSet>&,
                                                                       const std::vector<bool>&,
                                                                       Links, int, std::size_t);

}  // namespace satdoku::finding
