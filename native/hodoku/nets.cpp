// Forcing nets.
//
// A table starts with what a propagation of singles on a copy of the grid yields and is then
// expanded. HoDoKu expands all tables and writes down every step. Here the sets of nodes that
// follow come first, as rows of bits; conclusions are tried in the order in which the sorted list
// would have them; only the tables of a conclusion that comes into question are filled and expanded
// with their references, to see whether a chain is a net and how long it is.
#include <algorithm>
#include <array>
#include <iterator>

#include "forcing.hpp"
#include "search.hpp"

namespace satdoku::hodoku {

namespace {

constexpr int kRounds = 4;      // of singles
constexpr int kReferences = 5;  // of an entry
constexpr std::uint16_t kNone = 0xFFFF;

}  // namespace

struct NetMemory {
  // What HoDoKu's table holds before the expansion, in the order of the entries.
  struct Filled {
    std::vector<Node> node;
    std::vector<std::uint16_t> distance;
    std::vector<std::uint16_t> primary;                            // reference
    std::vector<std::array<std::uint16_t, kReferences - 1>> side;  // references, 0: none
    bool ready = false;

    int find(Node n) const {
      return static_cast<int>(std::find(node.begin(), node.end(), n) - node.begin());
    }
  };
  // All entries; the first ones are those of the filled table, the others were taken over.
  struct Expanded {
    std::vector<Node> node;
    std::vector<Node> source;  // premise of the table from which an entry was taken over, or kNone
    std::vector<std::uint16_t> at;  // of each node: its entry, or kNone
    std::vector<int>
        length;  // of each node: nodes of the chain to it; negative: it is a net; 0: not read
    bool ready = false;
  };

  BitRows direct;   // of each node: the nodes of its table before the expansion
  BitRows closure;  // after it
  std::vector<bool> closed;
  std::vector<Filled> filled;
  std::vector<Expanded> expanded;
};

namespace {

Word* or_into(Word* to, const Word* from, std::size_t width) {
  for (std::size_t w = 0; w < width; ++w) to[w] |= from[w];
  return to;
}

class NetSearch {
 public:
  NetSearch(const Grid& grid, const Links& l, NetMemory& memory, Context& context)
      : g(grid),
        links(l),
        m(memory),
        context_(context),
        nodes_(2 * l.items.size()),
        width_((nodes_ + 63) / 64) {}

  bool run(Step& step) {
    find_direct();
    find_closures();
    find_verities();
    for (const int c : g.unsolved) {
      for (const int d : Bits(g.cand[c]))
        if (const Node n = on(links.number[c][d]); contradiction(n, false).net())
          return write(step, n, true);
      for (const int d : Bits(g.cand[c]))
        if (const Node n = on(links.number[c][d]); verity(n, false).net())
          return write(step, n, false);
    }
    for (int i = 0; i < links.candidates; ++i) {
      const Node n = off(i);
      const bool both = has_bit(verities_[0], n);  // a verity is possible
      const Version by_contradiction = contradiction(n, both);
      const Version by_verity = verity(n, by_contradiction.net());
      if (!by_contradiction.net() && !by_verity.net()) continue;
      return write(step, n, by_contradiction.length <= by_verity.length);
    }
    return false;
  }

 private:
  const Grid& g;
  const Links& links;
  NetMemory& m;
  Context& context_;
  const std::size_t nodes_, width_;
  BitRows verities_;  // one row: the nodes that follow whatever holds
  Grid copy_;

  // --- filling
  // ------------------------------------------------------------------------------------

  enum class How { plain, naked, hidden };

  // Walks through the placements of a table on a copy of the grid. Calls set(cell, digit, how)
  // before each.
  template <class F>
  void propagate(Node premise, F&& set) {
    const Item& start = links.item(premise);
    copy_ = g;
    copy_.naked.clear();
    copy_.hidden.clear();
    if (is_on(premise)) {
      set(start.first, start.digit, How::plain);
      copy_.place(start.first, start.digit);
    } else {
      copy_.remove(start.first, start.digit);
      if (const Mask left = copy_.cand[start.first]; single(left)) {
        set(start.first, lowest(left), How::plain);
        copy_.place(start.first, lowest(left));
      }
    }
    Candidate next[162];
    for (int round = 0; round < kRounds; ++round) {
      int size = 0;
      for (const Candidate& e : copy_.naked)
        if (copy_.unsolved.has(e.cell)) next[size++] = e;
      const int naked = size;
      CellSet taken;
      for (const Candidate& e : copy_.hidden) {
        if (!copy_.unsolved.has(e.cell) || taken.has(e.cell)) continue;
        const auto& h = geo.house[e.cell];
        if (std::none_of(h, h + 3, [&](int house) { return copy_.n[house][e.digit] == 1; }))
          continue;
        taken.add(e.cell);
        next[size++] = e;
      }
      if (size == 0) break;
      for (int k = 0; k < size; ++k) {
        set(next[k].cell, next[k].digit, k < naked ? How::naked : How::hidden);
        copy_.place(next[k].cell, next[k].digit);
      }
    }
  }

  void find_direct() {
    m.direct.reset(nodes_, width_);
    // What a placement turns off.
    BitRows implied;
    implied.reset(static_cast<std::size_t>(links.candidates), width_);
    for (int i = 0; i < links.candidates; ++i)
      for (const Node n : links.of(on(i)))
        if (!links.item(n).group) set_bit(implied[static_cast<std::size_t>(i)], n);
    for (int n = 0; n < static_cast<int>(nodes_); ++n) {
      context_.budget.spend(1);
      const Node node = static_cast<Node>(n);
      Word* const row = m.direct[node];
      set_bit(row, node);
      if (!links.item(node).group)
        propagate(node, [&](int x, int v, How) {
          const int i = links.number[x][v];
          set_bit(row, on(i));
          const bool first = copy_.value[x] == 0;
          const Word* const lost = implied[static_cast<std::size_t>(i)];
          if (first) {
            or_into(row, lost, width_);
          } else {
            for (const int y : geo.peers[x] & g.with[v]) set_bit(row, off(links.number[y][v]));
          }
        });
      for (const Node to : links.by_groups(node)) set_bit(row, to);
    }
  }

  const NetMemory::Filled& filled(Node premise) {
    NetMemory::Filled& f = m.filled[premise];
    if (f.ready) return f;
    f.ready = true;
    f.node.clear();
    f.distance.clear();
    f.primary.clear();
    f.side.clear();
    at_.assign(nodes_, kNone);
    const auto append = [&](Node n, std::array<std::uint16_t, kReferences> refs) {
      if (at_[n] != kNone) return;
      at_[n] = static_cast<std::uint16_t>(f.node.size());
      f.node.push_back(n);
      f.distance.push_back(
          f.distance.empty() ? 1 : static_cast<std::uint16_t>(f.distance[refs[0]] + 1));
      for (std::size_t k = 1; k < kReferences; ++k)
        if (refs[k] > refs[0]) std::swap(refs[0], refs[k]);
      f.primary.push_back(refs[0]);
      f.side.push_back({refs[1], refs[2], refs[3], refs[4]});
    };
    if (!is_on(premise) || links.item(premise).group) append(premise, {});
    if (!links.item(premise).group)
      propagate(premise, [&](int x, int v, How how) {
        std::array<std::uint16_t, kReferences> refs{};
        std::size_t count = 0;
        const auto refer = [&](int c, int d) {
          if (count == kReferences) return;
          const std::uint16_t entry = at_[off(links.number[c][d])];
          refs[count++] = entry == kNone ? std::uint16_t{0} : entry;
        };
        if (how == How::naked) {
          for (const int k : Bits(g.cand[x] & ~unsigned{bit(v)})) refer(x, k);
        } else if (how == How::hidden) {
          const auto& houses = geo.house[x];
          const int h = *std::min_element(
              houses, houses + 3, [&](int a, int b) { return copy_.n[a][v] < copy_.n[b][v]; });
          CellSet others = g.in_house(h, v);
          others.remove(x);
          for (const int c : others) refer(c, v);
        }
        const std::uint16_t r = static_cast<std::uint16_t>(f.node.size());
        const int i = links.number[x][v];
        if (at_[on(i)] != kNone) return;
        append(on(i), refs);
        for (const int y : geo.peers[x] & g.with[v]) append(off(links.number[y][v]), {r});
        for (const int k : Bits(copy_.cand[x] & ~unsigned{bit(v)}))
          append(off(links.number[x][k]), {r});
      });
    for (const Node n : links.by_groups(premise)) append(n, {});
    return f;
  }
  std::vector<std::uint16_t> at_;

  // --- what follows
  // -------------------------------------------------------------------------------

  void find_closures() {
    m.closure = m.direct;
    m.closed.assign(nodes_, false);
    m.filled.resize(std::max(m.filled.size(), nodes_));
    m.expanded.resize(std::max(m.expanded.size(), nodes_));
    for (std::size_t n = 0; n < nodes_; ++n) m.filled[n].ready = m.expanded[n].ready = false;
    std::vector<Word> open(width_);
    for (std::size_t n = 0; n < nodes_; ++n) {
      Word* const row = m.closure[n];
      std::copy_n(row, width_, open.data());
      open[n >> 6] &= ~(Word{1} << (n & 63));
      for (std::size_t w = 0; w < width_;) {
        if (open[w] == 0) {
          ++w;
          continue;
        }
        const std::size_t b = w * 64 + static_cast<std::size_t>(std::countr_zero(open[w]));
        open[w] &= open[w] - 1;
        const bool known = b < n;
        const Word* const from = known ? m.closure[b] : m.direct[b];
        std::size_t lowest_new = w;
        for (std::size_t v = 0; v < width_; ++v) {
          const Word fresh = from[v] & ~row[v];
          row[v] |= from[v];
          if (known) {
            open[v] &= ~from[v];
          } else if (fresh != 0) {
            open[v] |= fresh;
            lowest_new = std::min(lowest_new, v);
          }
        }
        w = lowest_new;
      }
    }
  }

  bool follows(Node premise, Node n) const { return has_bit(m.closure[premise], n); }

  void find_verities() {
    verities_.reset(1, width_);
    std::vector<Word> all(width_);
    each_alternative(g, links, [&](const Nodes& premises, int but) {
      std::fill_n(all.data(), width_, ~Word{0});
      for (const Node p : premises)
        for (std::size_t w = 0; w < width_; ++w) all[w] &= m.closure[p][w];
      if (but >= 0)
        for (const int d : Bits(g.cand[but])) {
          const std::size_t i = static_cast<std::size_t>(links.number[but][d]);
          for (const std::size_t n : {2 * i, 2 * i + 1}) all[n >> 6] &= ~(Word{1} << (n & 63));
        }
      or_into(verities_[0], all.data(), width_);
      return false;
    });
  }

  // --- steps
  // --------------------------------------------------------------------------------------

  // A way to a conclusion that is a net.
  struct Version {
    Nodes nodes;  // of a contradiction the ends of its chains, of a verity their premises
    int length = kNever;
    bool net() const { return length != kNever; }
  };

  // The shortest version, or, if that is not asked for, the first.
  Version verity(Node conclusion, bool shortest) {
    Version best;
    if (!has_bit(verities_[0], conclusion)) return best;
    each_alternative(g, links, [&](const Nodes& premises, int but) {
      if (but == links.item(conclusion).first) return false;
      for (const Node p : premises)
        if (!follows(p, conclusion)) return false;
      Total total;
      for (const Node p : premises) add(total, p, conclusion);
      return take(best, premises, total) && !shortest;
    });
    return best;
  }

  Version contradiction(Node conclusion, bool shortest) {
    Version best;
    const Node premise = negation(conclusion);
    Reached reached;
    const Word* const row = m.closure[premise];
    for (std::size_t w = 0; w < width_; ++w)
      for (Word b = row[w]; b != 0; b &= b - 1) {
        const Node n = static_cast<Node>(w * 64 + static_cast<std::size_t>(std::countr_zero(b)));
        if (item_of(n) < links.candidates) reached.add(links, n);
      }
    each_contradiction(g, links, reached, premise, [&](const Nodes& ends) {
      Total total;
      for (const Node end : ends) add(total, premise, end);
      return take(best, ends, total) && !shortest;
    });
    return best;
  }

  bool write(Step& step, Node conclusion, bool contradiction_) {
    conclude(step, contradiction_ ? Name::forcing_net_contradiction : Name::forcing_net_verity,
             links, conclusion);
    if (!context_.full) return true;
    const Version version =
        contradiction_ ? contradiction(conclusion, true) : verity(conclusion, true);
    for (const Node n : version.nodes) {
      step.chains.emplace_back();
      if (contradiction_) read(negation(conclusion), n, &step.chains.back());
      else read(n, conclusion, &step.chains.back());
    }
    return true;
  }

  // --- chains
  // -------------------------------------------------------------------------------------

  struct Total {  // of the chains of a step
    int length = 0;
    bool net = false;
  };

  static bool take(Version& best, const Nodes& nodes, const Total& total) {
    if (!total.net || total.length >= best.length) return false;
    best = {nodes, total.length};
    return true;
  }

  void add(Total& total, Node premise, Node end) {
    NetMemory::Expanded& t = expanded(premise);
    int& length = t.length[end];
    if (length == 0) length = read(premise, end, nullptr);
    total.length += length < 0 ? -length : length;
    total.net |= length < 0;
  }

  NetMemory::Expanded& expanded(Node premise) {
    NetMemory::Expanded& t = m.expanded[premise];
    if (t.ready) return t;
    t.ready = true;
    context_.budget.spend(20);
    const NetMemory::Filled& own = filled(premise);
    const std::size_t fixed = own.node.size();
    t.node = own.node;
    t.source.assign(fixed, kNone);
    t.at.assign(nodes_, kNone);
    t.length.assign(nodes_, 0);
    distance_ = own.distance;
    for (std::size_t k = 0; k < fixed; ++k) t.at[t.node[k]] = static_cast<std::uint16_t>(k);
    for (std::size_t j = 1; j < t.node.size(); ++j) {
      const Node from = t.node[j];
      const NetMemory::Filled& src = filled(from);
      for (std::size_t k = 1; k < src.node.size(); ++k) {
        const Node n = src.node[k];
        const int sum = distance_[j] + src.distance[k];
        const std::size_t at = t.at[n];
        if (at == kNone) {
          t.at[n] = static_cast<std::uint16_t>(t.node.size());
          t.node.push_back(n);
          t.source.push_back(from);
          distance_.push_back(static_cast<std::uint16_t>(sum));
        } else if (at >= fixed && distance_[at] > sum) {
          distance_[at] = static_cast<std::uint16_t>(sum);
          t.source[at] = from;
        }
      }
    }
    return t;
  }
  std::vector<std::uint16_t> distance_;

  // Reads a chain backwards from a node; adds each further node by next(node, filled table, entry
  // from which it was referred to) until that returns true.
  template <class F>
  void walk(Node premise, Node end, F&& next) {
    const NetMemory::Expanded& t = m.expanded[premise];
    Node table = premise;
    std::size_t e = t.at[end];
    while (e != 0) {
      if (table == premise && t.source[e] != kNone) {
        table = t.source[e];
        e = static_cast<std::size_t>(filled(table).find(t.node[e]));
      }
      const NetMemory::Filled& f = filled(table);
      const std::size_t q = f.primary[e];
      const Node n = f.node[q];
      if (next(n, f, e)) return;
      e = q;
      if (e == 0 && table != premise) {
        e = t.at[n];
        table = premise;
      }
    }
  }

  // The length of the chain from a premise to a node of its table, negative if it is a net.
  int read(Node premise, Node end, Chain* out) {
    const auto written = [&](Node n) { return chain_node(links.item(n), is_on(n)); };
    main_.assign(1, end);
    sides_.clear();
    CellSet cells;
    walk(premise, end, [&](Node n, const NetMemory::Filled& f, std::size_t e) {
      for (const std::uint16_t s : f.side[e])
        if (s != 0) sides_.push_back(f.node[s]);
      main_.push_back(n);
      cells |= links.item(n).cells;
      return false;
    });
    int length = static_cast<int>(main_.size());
    bool net = false;
    for (const Node start : sides_) {
      side_.assign(1, start);
      walk(premise, start, [&](Node n, const NetMemory::Filled&, std::size_t) {
        side_.push_back(n);
        return cells.has(links.item(n).first) &&
               std::find(main_.begin(), main_.end(), n) != main_.end();
      });
      const int times = static_cast<int>(std::count(main_.begin(), main_.end(), side_.back()));
      if (times == 0) continue;
      net = true;
      length += times * static_cast<int>(side_.size());  // its other nodes and an end mark
      if (out == nullptr) continue;
      Chain& side = out->sides.emplace_back();
      std::transform(side_.rbegin(), side_.rend(), std::back_inserter(side.nodes), written);
    }
    if (out != nullptr)
      std::transform(main_.rbegin(), main_.rend(), std::back_inserter(out->nodes), written);
    return net ? -length : length;
  }
  std::vector<Node> main_, sides_, side_;
};

}  // namespace

bool find_forcing_net(const Grid& g, Step& step, Context& context) {
  if (!context.nets) context.nets = std::make_shared<NetMemory>();
  const Links& links = table_memory(context).links(g, true, context.position);
  return NetSearch(g, links, *context.nets, context).run(step);
}

}  // namespace satdoku::hodoku
