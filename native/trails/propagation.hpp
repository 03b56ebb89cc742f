// Unit propagation in clauses, of one literal after another: which of them fail, and how much
// follows until then.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace satdoku::trails {

class Propagation {
 public:
  explicit Propagation(int top);
  // Literals as in DIMACS. Throws std::invalid_argument for a 0 or a literal beyond `top`.
  void extend(const std::vector<std::vector<int>>& clauses);

  // Of some literals, each alone beside those of `base`: the places of those that unit propagation
  // refutes, with the number of literals that follow from each. What follows is counted by whole
  // levels (what clauses say at once, then what they say of that, ...), so that it does not depend
  // on the order of clauses or on earlier questions.
  std::vector<std::pair<int, int>> failing(const std::vector<int>& base,
                                           const std::vector<int>& tried);

 private:
  struct Watch {
    std::uint32_t clause;  // its first literal in literals_
    int blocker;           // another literal of it: where it is true, the clause is
  };

  int index(int literal) const;
  // Whether a literal (as a number from 0) is true or false by what is known at a level.
  bool is_true(int l) const { return value_[static_cast<std::size_t>(l)] > 0; }
  bool is_false(int l) const {
    return value_[static_cast<std::size_t>(l)] < 0 &&
           level_[static_cast<std::size_t>(l >> 1)] <= now_;
  }
  bool add(int l);      // false where it is false already
  bool propagate();     // false where some clause cannot be
  bool look(int l);     // at the clauses with a literal that became false
  std::size_t fixed();  // what is true now is of level 0; the mark of the trail
  void undo(std::size_t mark);

  std::vector<int> literals_;  // of each clause: how many, then they
  std::vector<std::vector<Watch>> watches_;
  std::vector<std::int8_t> value_;  // of each literal
  std::vector<int> level_;          // of each variable
  std::vector<int> trail_;
  std::size_t head_ = 0;
  int now_ = 0;  // the level looked at; what it adds is of the next
  std::vector<int> base_;
  std::size_t root_ = 0, based_ = 0;  // marks of the trail
  bool known_ = false;                // the base was propagated
  bool possible_ = true, base_possible_ = true;
};

}  // namespace satdoku::trails
