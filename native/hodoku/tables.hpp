// The implications between the candidates (and groups of candidates) of one position, and what
// follows from each of them.
//
// In tables filled for chains every implication is one link, so an expanded table of the
// specification is a breadth-first tree over the links: entries in the order in which they are
// reached, the primary reference the parent, the distance twice the depth. Links hold both ways
// (what "a on" implies off implies "a off" when on), for groups too; the searches rely on it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "grid.hpp"
#include "rows.hpp"
#include "step.hpp"

namespace satdoku::hodoku {

// A candidate, numbered in the order cell, digit, or after all of these a group.
struct Item {
  CellSet cells;
  std::uint8_t first;  // the lowest cell
  std::uint8_t digit;
  bool group;
};

// 2 * item + sign; sign 1: on.
using Node = std::uint16_t;

constexpr Node on(int item) { return static_cast<Node>(2 * item + 1); }
constexpr Node off(int item) { return static_cast<Node>(2 * item); }
constexpr int item_of(Node n) { return n >> 1; }
constexpr bool is_on(Node n) { return (n & 1) != 0; }

class Links {
 public:
  std::vector<Item> items;
  int candidates = 0;  // the first of the items; the others are groups
  int number[81][10];  // of a candidate
  int first_of[82];    // the first candidate of a cell

  int size() const { return static_cast<int>(items.size()); }
  std::size_t width() const { return (items.size() + 63) / 64; }  // words of a row of items
  const Item& item(Node n) const { return items[static_cast<std::size_t>(item_of(n))]; }

  // What a node implies at once, in order; all of the other sign.
  struct Range {
    const Node *first, *last;
    const Node* begin() const { return first; }
    const Node* end() const { return last; }
  };
  Range of(Node n) const { return {list_.data() + start_[n], list_.data() + start_[n + 1u]}; }
  const Word* row(Node n) const { return rows_[n]; }  // the same as a row of items
  // The part that groups added; for a node of a group all of it.
  Range by_groups(Node n) const {
    return {list_.data() + start_[n + 1u] - added_to(n), list_.data() + start_[n + 1u]};
  }

  void build(const Grid& g, bool groups);

 private:
  std::vector<Node> list_, more_;
  std::vector<std::uint32_t> start_, next_;
  BitRows rows_;
  std::vector<std::pair<Node, Node>> added_;

  // The part of more_ that belongs to a node.
  std::uint32_t more_from(Node n) const { return n == 0 ? 0 : next_[n - 1u]; }
  std::uint32_t added_to(Node n) const { return next_[n] - more_from(n); }
};

// Appends the groups of a position to the candidates, and to `added` their links, (from, to), in
// HoDoKu's order.
void list_groups(const Grid& g, const int (&number)[81][10], std::vector<Item>& items,
                 std::vector<std::pair<Node, Node>>& added);

// All that follows from one node.
struct Tree {
  std::vector<Node> node;  // in order; 0 is the premise
  std::vector<std::uint16_t> parent;
  std::vector<std::uint16_t> depth;  // of each node that is reached
  int size = 0;
  const Links* links = nullptr;

  // The nodes that are reached are set in the rows of items on and off (which are cleared first).
  void grow(const Links& l, Node premise, Word* reached_on, Word* reached_off);
  // The chain from the premise to entry i; returns the number of its nodes.
  int read(int i, Node* out) const;
};

struct TableMemory {
  std::uint64_t position = ~std::uint64_t{0};  // of what is below
  Links plain, grouped;
  bool has_plain = false, has_grouped = false;
  // What follows with groups: of each node a row of items on, then one of items off.
  BitRows closure;
  std::vector<bool> closed;  // of each node: whether its rows are filled
  Tree tree;

  const Word* reached_on(Node n) const { return closure[2u * n]; }
  const Word* reached_off(Node n) const { return closure[2u * n + 1]; }
  // Fills the rows of a node where they are not.
  void close(Node n);
  // The links of the position with this number.
  const Links& links(const Grid& g, bool groups, std::uint64_t now);
};

struct Context;
TableMemory& table_memory(Context& context);
ChainNode chain_node(const Item& item, bool is_on);

}  // namespace satdoku::hodoku
