#include "tables.hpp"

#include <algorithm>

#include "best.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

// --- links
// ------------------------------------------------------------------------------------------

void list_groups(const Grid& g, const int (&number)[81][10], std::vector<Item>& items,
                 std::vector<std::pair<Node, Node>>& added) {
  struct Home {
    int line, block;
  };
  static thread_local std::vector<Home> homes;
  homes.clear();
  const int first = static_cast<int>(items.size());
  int of_digit[10][54], count_of[10] = {};  // groups of a digit in list order
  for (int line = 0; line < 18; ++line)
    for (int d = 1; d <= 9; ++d) {
      const CellSet in_line = g.in_house(line, d);
      if (!in_line.at_least_two()) continue;
      const int r = line < 9 ? line : 0, k = line < 9 ? 0 : line - 9;
      for (int i = 0; i < 3; ++i) {
        const int block = line < 9 ? 18 + 3 * (r / 3) + i : 18 + 3 * i + k / 3;
        const CellSet cells = in_line & geo.cells[block];
        if (!cells.at_least_two()) continue;
        of_digit[d][count_of[d]++] = static_cast<int>(items.size());
        items.push_back(
            {cells, static_cast<std::uint8_t>(cells.first()), static_cast<std::uint8_t>(d), true});
        homes.push_back({line, block});
      }
    }
  for (int i = first; i < static_cast<int>(items.size()); ++i) {
    const CellSet cells = items[static_cast<std::size_t>(i)].cells;
    const int d = items[static_cast<std::size_t>(i)].digit;
    const Home home = homes[static_cast<std::size_t>(i - first)];
    const CellSet seen = common_peers(cells) & g.with[d];
    for (const int x : seen) {
      added.emplace_back(on(i), off(number[x][d]));
      added.emplace_back(on(number[x][d]), off(i));
    }
    for (const int house : {home.block, home.line}) {
      const CellSet one = seen & geo.cells[house];
      if (one.empty() || one.at_least_two()) continue;
      const int x = number[one.first()][d];
      added.emplace_back(off(i), on(x));
      added.emplace_back(off(x), on(i));
    }
    int in_line = -1, in_block = -1, of_line = 0, of_block = 0;
    for (int q = 0; q < count_of[d]; ++q) {
      const int o = of_digit[d][q];
      const Home other = homes[static_cast<std::size_t>(o - first)];
      if (o == i || (other.line != home.line && other.block != home.block)) continue;
      if (items[static_cast<std::size_t>(o)].cells.meets(cells)) continue;
      added.emplace_back(on(i), off(o));
      if (other.line == home.line) {
        in_line = o;
        ++of_line;
      } else {
        in_block = o;
        ++of_block;
      }
    }
    const auto all = [&](int o, int house) {
      return g.in_house(house, d).inside(cells | items[static_cast<std::size_t>(o)].cells);
    };
    if (of_line == 1 && all(in_line, home.line)) added.emplace_back(off(i), on(in_line));
    if (of_block == 1 && all(in_block, home.block)) added.emplace_back(off(i), on(in_block));
  }
}

void Links::build(const Grid& g, bool groups) {
  items.clear();
  for (int c = 0; c < 81; ++c) {
    first_of[c] = static_cast<int>(items.size());
    for (const int d : Bits(g.cand[c])) {
      number[c][d] = static_cast<int>(items.size());
      CellSet cell;
      cell.add(c);
      items.push_back({cell, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(d), false});
    }
  }
  candidates = first_of[81] = static_cast<int>(items.size());
  added_.clear();
  if (groups) list_groups(g, number, items, added_);

  const std::size_t nodes = 2 * items.size();
  next_.assign(nodes + 1, 0);
  for (const auto& [from, to] : added_) ++next_[from + 1u];
  for (std::size_t n = 0; n < nodes; ++n) next_[n + 1] += next_[n];
  more_.resize(added_.size());
  for (const auto& [from, to] : added_)
    more_[next_[from]++] = to;  // next_[n] becomes the end of n's part

  list_.clear();
  start_.clear();
  for (int i = 0; i < size(); ++i) {
    const int c = items[static_cast<std::size_t>(i)].first,
              d = items[static_cast<std::size_t>(i)].digit;
    const bool single_cell = i < candidates;
    const auto more = [&](Node n) {
      list_.insert(list_.end(), more_.begin() + more_from(n), more_.begin() + next_[n]);
    };
    start_.push_back(static_cast<std::uint32_t>(list_.size()));
    if (single_cell) {
      if (g.bivalue(c)) list_.push_back(on(number[c][lowest(g.cand[c] & ~unsigned{bit(d)})]));
      const std::size_t first = list_.size();
      for (const int h : geo.house[c]) {
        if (g.n[h][d] != 2) continue;
        CellSet other = g.in_house(h, d);
        other.remove(c);
        const Node n = on(number[other.first()][d]);
        if (std::find(list_.begin() + static_cast<std::ptrdiff_t>(first), list_.end(), n) ==
            list_.end())
          list_.push_back(n);
      }
    }
    more(off(i));
    start_.push_back(static_cast<std::uint32_t>(list_.size()));
    if (single_cell) {
      for (const int k : Bits(g.cand[c] & ~unsigned{bit(d)})) list_.push_back(off(number[c][k]));
      const auto& h = geo.house[c];
      const CellSet row = geo.cells[h[kRow]], column = geo.cells[h[kColumn]],
                    seen = g.with[d] & geo.peers[c];
      for (const int x : seen& row) list_.push_back(off(number[x][d]));
      for (const int x : seen& column) list_.push_back(off(number[x][d]));
      for (const int x : seen.without(row | column)) list_.push_back(off(number[x][d]));
    }
    more(on(i));
  }
  start_.push_back(static_cast<std::uint32_t>(list_.size()));
  rows_.reset(nodes, width());
  for (std::size_t n = 0; n < nodes; ++n)
    for (const Node to : of(static_cast<Node>(n))) set_bit(rows_[n], item_of(to));
}

// --- trees
// ------------------------------------------------------------------------------------------

void Tree::grow(const Links& l, Node premise, Word* reached_on, Word* reached_off) {
  links = &l;
  const std::size_t width = l.width(), nodes = 2 * l.items.size();
  if (node.size() < nodes) {
    node.resize(nodes);
    parent.resize(nodes);
    depth.resize(nodes);
  }
  std::fill_n(reached_on, width, 0);
  std::fill_n(reached_off, width, 0);
  set_bit(is_on(premise) ? reached_on : reached_off, item_of(premise));
  Node* const queue = node.data();
  queue[0] = premise;
  parent[0] = 0;
  depth[premise] = 0;
  int last = 1;
  for (int j = 0; j < last; ++j) {
    const Node from = queue[j];
    Word* const reached = is_on(from) ? reached_off : reached_on;
    const Word* const row = l.row(from);
    Word fresh = 0;
    for (std::size_t w = 0; w < width; ++w) fresh |= row[w] & ~reached[w];
    if (fresh == 0) continue;
    for (const Node to : l.of(from)) {
      if (has_bit(reached, item_of(to))) continue;
      set_bit(reached, item_of(to));
      queue[last] = to;
      parent[static_cast<std::size_t>(last)] = static_cast<std::uint16_t>(j);
      depth[to] = static_cast<std::uint16_t>(depth[from] + 1);
      ++last;
    }
  }
  size = last;
}

int Tree::read(int i, Node* out) const {
  const int length = depth[node[static_cast<std::size_t>(i)]] + 1;
  for (int k = length - 1; k > 0; --k) {
    out[k] = node[static_cast<std::size_t>(i)];
    i = parent[static_cast<std::size_t>(i)];
  }
  out[0] = node[0];
  return length;
}

void TableMemory::close(Node n) {
  if (closed[n]) return;
  tree.grow(grouped, n, closure[2u * n], closure[2u * n + 1]);
  closed[n] = true;
}

const Links& TableMemory::links(const Grid& g, bool groups, std::uint64_t now) {
  if (position != now) {
    has_plain = has_grouped = false;
    position = now;
  }
  if (groups && !has_grouped) {
    grouped.build(g, true);
    closure.reset(4 * grouped.items.size(), grouped.width());
    closed.assign(2 * grouped.items.size(), false);
    has_grouped = true;
  }
  if (!groups && !has_plain) {
    plain.build(g, false);
    has_plain = true;
  }
  return groups ? grouped : plain;
}

TableMemory& table_memory(Context& context) {
  if (!context.tables) context.tables = std::make_shared<TableMemory>();
  return *context.tables;
}

ChainNode chain_node(const Item& item, bool is_on) {
  ChainNode out{{item.first, 0, 0}, 0, item.digit, is_on};
  for (const int c : item.cells) out.cell[out.cells++] = static_cast<std::uint8_t>(c);
  return out;
}

// --- nice loops and AICs
// ----------------------------------------------------------------------------

namespace {

constexpr int kLongest =
    2 * (729 + 9 * 54) + 1;  // nodes of a chain; every candidate and group comes at most twice

class LoopSearch {
 public:
  LoopSearch(const Grid& grid, const Links& l, TableMemory& memory, bool groups, Context& context)
      : g(grid), links(l), m(memory), groups_(groups), context_(context) {
    rows_.reset(2, links.width());
  }

  // Loops from ON tables come first, then loops from OFF tables, then AICs; of equal keys the first
  // stays. An ON table only ever gives a discontinuous loop that eliminates its premise (the other
  // candidates of its cell are off at distance 2), so most need not be looked at once anything is
  // found.
  bool run(Step& step) {
    for (int i = 0; i < links.candidates; ++i) from_off(i);
    for (int i = 0; i < links.candidates; ++i) {
      Key key;
      key.add(item(i).first, item(i).digit);
      if (key.before(best_) || (key == best_ && class_ > kOnLoop)) from_on(i, key);
    }
    if (best_.size == 0) return false;
    step.name = name_;
    for (const int d : Bits(losses_.digits)) step.eliminate(losses_.of[d], d);
    if (context_.full) step.chains.push_back(chain_);
    return true;
  }

 private:
  enum Class { kOnLoop, kOffLoop, kAic };

  const Grid& g;
  const Links& links;
  TableMemory& m;
  const bool groups_;
  Context& context_;
  BitRows rows_;
  Key best_;
  int class_ = kAic + 1;
  Name name_{};
  Losses losses_;
  Chain chain_;
  Node nodes_[kLongest];

  const Item& item(int i) const { return links.items[static_cast<std::size_t>(i)]; }
  int first(int k) const { return links.item(nodes_[k]).first; }

  void grow(Node premise) {
    context_.budget.spend(1);
    if (!groups_) {
      m.tree.grow(links, premise, rows_[0], rows_[1]);
      return;
    }
    m.closed[premise] = false;
    m.close(premise);
  }

  bool better(const Key& k, Class c) const { return k.before(best_) || (k == best_ && c < class_); }

  void take(const Losses& losses, const Key& key, Class c, int length) {
    bool grouped = false;
    for (int k = 0; k < length; ++k) grouped |= links.item(nodes_[k]).group;
    const bool continuous = continuous_;
    const Name plain = c == kAic    ? Name::aic
                       : continuous ? Name::continuous_nice_loop
                                    : Name::discontinuous_nice_loop;
    const Name with = c == kAic    ? Name::grouped_aic
                      : continuous ? Name::grouped_continuous_nice_loop
                                   : Name::grouped_discontinuous_nice_loop;
    name_ = grouped ? with : plain;
    best_ = key;
    class_ = c;
    losses_ = losses;
    if (!context_.full) return;
    chain_.nodes.clear();
    for (int k = 0; k < length; ++k)
      chain_.nodes.push_back(chain_node(links.item(nodes_[k]), is_on(nodes_[k])));
  }
  bool continuous_ = false;

  // A chain must not come back to a cell, but that a loop may pass its start.
  bool lasso(int length, bool loop) const {
    CellSet seen;
    for (int k = 0; k < length; ++k) {
      if (seen.has(first(k))) return true;
      if (k >= 1 && !(loop && first(k - 1) == first(0))) seen |= links.item(nodes_[k - 1]).cells;
    }
    return false;
  }

  // Reads the chain to entry j of the tree; 0 if it is no nice loop.
  int read_loop(int j) {
    const int length = m.tree.read(j, nodes_);
    if (first(length - 1) == first(length - 2) || first(0) == first(1) || lasso(length, true))
      return 0;
    return length;
  }

  void from_on(int i, const Key& key) {
    grow(on(i));
    const Tree& t = m.tree;
    const int s = item(i).first;
    for (int j = 1; j < t.size; ++j) {
      const Node n = t.node[static_cast<std::size_t>(j)];
      if (links.item(n).group || links.item(n).first != s || t.depth[n] < 2) continue;
      const int length = read_loop(j);
      if (length == 0) continue;
      Losses losses;
      losses.add(s, item(i).digit);
      continuous_ = false;
      take(losses, key, kOnLoop, length);
      return;
    }
  }

  void from_off(int i) {
    grow(off(i));
    const Tree& t = m.tree;
    const int s = item(i).first, a = item(i).digit;
    // Ends that need a look: nodes of the cell itself, and ends of AICs.
    const CellSet seen = geo.peers[s];
    for (int j = 1; j < t.size; ++j) {
      const Node n = t.node[static_cast<std::size_t>(j)];
      const Item& end = links.item(n);
      if (end.group || t.depth[n] < 2) continue;
      if (end.first == s) loop(i, j, end.digit, is_on(n));
      else if (is_on(n)) aic(s, a, j, end, seen);
    }
  }

  void loop(int i, int j, int z, bool strong) {
    const int s = item(i).first, a = item(i).digit;
    Losses losses;
    if (strong && z != a) {
      const int length = read_loop(j);
      if (length == 0) return;
      losses = of_continuous(s, a, z, length);
      continuous_ = true;
      if (const Key key = losses.key(); better(key, kOffLoop)) take(losses, key, kOffLoop, length);
      return;
    }
    if (strong) {
      for (const int d : Bits(g.cand[s] & ~unsigned{bit(a)})) losses.add(s, d);
    } else if (z != a) {
      losses.add(s, z);
    } else {
      return;
    }
    const Key key = losses.key();
    if (!better(key, kOffLoop)) return;
    const int length = read_loop(j);
    continuous_ = false;
    if (length != 0) take(losses, key, kOffLoop, length);
  }

  Losses of_continuous(int s, int a, int z, int length) const {
    Losses losses;
    const auto lose = [&](int c, int keep_1, int keep_2) {
      for (const int d : Bits(g.cand[c] & ~unsigned(bit(keep_1) | bit(keep_2)))) losses.add(c, d);
    };
    lose(s, a, z);
    CellSet used;
    for (int k = 0; k < length; ++k) used |= links.item(nodes_[k]).cells;
    const int m_ = length - 1;
    for (int k = 1; k <= m_; ++k) {
      if (first(k - 1) == first(k)) continue;
      if (is_on(nodes_[k])) {
        if (k > m_ - 2 || is_on(nodes_[k + 1]) || !is_on(nodes_[k + 2])) continue;
        if (first(k + 1) != first(k) || first(k + 2) == first(k)) continue;
        lose(first(k), links.item(nodes_[k]).digit, links.item(nodes_[k + 2]).digit);
      } else {
        const int e = links.item(nodes_[k]).digit;
        const CellSet both = links.item(nodes_[k - 1]).cells | links.item(nodes_[k]).cells;
        losses.add((common_peers(both) & g.with[e]).without(used), e);
      }
    }
    return losses;
  }

  void aic(int s, int a, int j, const Item& end, const CellSet& seen) {
    const int t = end.first, z = end.digit;
    Key key;
    CellSet common;
    if (a == z) {
      common = seen & geo.peers[t] & g.with[a];
      if (!common.at_least_two()) return;
      if (best_.size > 2 && common.size() < best_.size) return;
      key.add(common, a);
    } else {
      if (best_.size > 2 || !seen.has(t) || !g.has(t, a) || !g.has(s, z)) return;
      key.add(a < z ? t : s, std::min(a, z));
      key.add(a < z ? s : t, std::max(a, z));
    }
    if (!better(key, kAic)) return;
    const int length = m.tree.read(j, nodes_);
    if (lasso(length, false)) return;
    Losses losses;
    if (a == z) {
      losses.add(common, a);
    } else {
      losses.add(s, z);
      losses.add(t, a);
    }
    take(losses, key, kAic, length);
  }
};

bool find_loop(const Grid& g, bool groups, Step& step, Context& context) {
  TableMemory& m = table_memory(context);
  const Links& links = m.links(g, groups, context.position);
  return LoopSearch(g, links, m, groups, context).run(step);
}

}  // namespace

bool find_nice_loop(const Grid& g, Step& step, Context& context) {
  return find_loop(g, false, step, context);
}
bool find_grouped_nice_loop(const Grid& g, Step& step, Context& context) {
  return find_loop(g, true, step, context);
}

}  // namespace satdoku::hodoku
