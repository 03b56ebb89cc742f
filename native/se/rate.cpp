#include "rate.hpp"

#include "budget.hpp"
#include "multiple.hpp"
#include "rules.hpp"
#include "unary.hpp"

namespace satdoku::se {

struct Rater::Searches {
    UnarySearch unary;
    ChainSearch chains;
    Step step;

    // The first hint of the first producer that has one.
    bool find(const Grid& g, Budget& budget, Step& s, bool full) {
        s.clear();
        if (find_hidden_single(g, s, full)) return true;
        if (find_direct_locking(g, s, full)) return true;
        if (find_direct_hidden_set(g, 2, s, full)) return true;
        if (find_naked_single(g, s, full)) return true;
        if (find_direct_hidden_set(g, 3, s, full)) return true;
        if (find_locking(g, s, full)) return true;
        if (find_naked_set(g, 2, s, full)) return true;
        if (find_fish(g, 2, s, full)) return true;
        if (find_hidden_set(g, 2, s, full)) return true;
        if (find_naked_set(g, 3, s, full)) return true;
        if (find_fish(g, 3, s, full)) return true;
        if (find_hidden_set(g, 3, s, full)) return true;
        if (find_xy_wing(g, s, full)) return true;
        if (find_xyz_wing(g, s, full)) return true;
        if (find_unique_loop(g, s, full, budget)) return true;
        if (find_naked_set(g, 4, s, full)) return true;
        if (find_fish(g, 4, s, full)) return true;
        if (find_hidden_set(g, 4, s, full)) return true;
        if (find_bug(g, s, full)) return true;
        if (find_aligned_pair(g, s, full, budget)) return true;
        UnaryHint hint;
        if (unary.first(g, budget, hint)) {
            describe_unary(hint, s, full);
            return true;
        }
        if (find_aligned_triplet(g, s, full, budget)) return true;
        using Mode = ChainSearch::Mode;
        chains.begin(g);
        if (chains.first(Mode::nishio, 0, budget, s, full)) return true;
        if (chains.first(Mode::fixed, 0, budget, s, full)) return true;
        for (int level = 0; level <= 5; ++level)
            if (chains.first(Mode::dynamic, level, budget, s, full)) return true;
        return false;
    }

    Budget budget(const Options& o) const { return Budget(o.seconds, o.nodes, o.stop, o.poll); }
};

Rater::Rater() : searches_(std::make_unique<Searches>()) {}
Rater::~Rater() = default;
Rater::Rater(Rater&&) noexcept = default;
Rater& Rater::operator=(Rater&&) noexcept = default;

Rating Rater::rate(const std::uint8_t (&givens)[81], const Options& options) {
    Grid g;
    if (g.from_values(givens)) return rate(g, options);
    Rating r;
    r.status = Status::invalid;
    r.last = g;
    return r;
}

Rating Rater::rate(const Grid& start, const Options& options) {
    Rating r;
    Grid& g = r.last;
    g = start;
    Budget budget = searches_->budget(options);
    Step& step = searches_->step;
    double best = 0;
    try {
        while (g.unfilled > 0) {
            budget.spend(50);
            if (!searches_->find(g, budget, step, options.full)) {
                best = 20.0;
                r.status = Status::stuck;
                break;
            }
            if (r.steps++ == 0 || step.rating > best) {
                best = step.rating;
                r.hardest = step.technique;
            }
            if (options.on_step && !options.on_step(g, step)) {
                r.status = Status::undecided;
                break;
            }
            for (const Candidate& e : step.eliminations) g.remove(e.cell, e.digit - 1);
            if (step.place_cell >= 0) g.place(step.place_cell, step.place_digit - 1);
            if (r.ep == 0) {
                if (r.ed == 0) r.ed = best;
                if (step.place_cell >= 0) r.ep = best;
            }
        }
    } catch (const LimitReached&) {
        r.status = Status::undecided;
    }
    r.er = best;
    r.nodes = budget.used();
    return r;
}

Status Rater::next(const Grid& g, const Options& options, Step& step) {
    Budget budget = searches_->budget(options);
    try {
        return searches_->find(g, budget, step, options.full) ? Status::ok : Status::stuck;
    } catch (const LimitReached&) {
        return Status::undecided;
    }
}

bool parse_line(std::string_view text, std::uint8_t (&values)[81]) {
    if (text.size() != 81) return false;
    for (std::size_t c = 0; c < 81; ++c) {
        const char ch = text[c];
        if (ch >= '1' && ch <= '9')
            values[c] = static_cast<std::uint8_t>(ch - '0');
        else if (ch == '0' || ch == '.' || ch == '*' || ch == '_')
            values[c] = 0;
        else
            return false;
    }
    return true;
}

const char* status_id(Status s) {
    constexpr const char* ids[] = {"ok", "undecided", "stuck", "invalid"};
    return ids[static_cast<unsigned>(s)];
}

}  // namespace satdoku::se
