#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

/// The trees of ai.onnx.ml before version 5: nodes by tree and number, weights at the leaves.
/// Values and weights are doubles, which hold floats exactly.
class NumberedForest {
public:
    /// `prefix`: "target" or "class".
    NumberedForest(const Node& node, const std::string& prefix);

    [[nodiscard]] std::int64_t targets() const { return m_targets; }   ///< of leaves
    [[nodiscard]] std::int64_t features() const { return m_features; } ///< needed in a row
    [[nodiscard]] std::size_t trees() const { return m_roots.size(); }
    /// Whether no weight is negative.
    [[nodiscard]] bool allPositive() const { return m_allPositive; }
    /// Whether all leaves add to the same target.
    [[nodiscard]] bool oneTarget() const { return m_oneTarget; }

    /// Calls visit(row, target, weight) for each weight of the leaves that `count` rows reach; for each row,
    /// in the order of the trees. A row has `width` numbers, at least `features()`. A tree is walked
    /// down by several rows in turns, or a row walks several trees, so that no step waits for the one
    /// before.
    template <class F>
    void score(const double* rows, std::int64_t width, std::int64_t count, const F& visit) const {
        const std::int64_t whole = count / kWalks * kWalks;
        for (const std::uint32_t root : m_roots)
            for (std::int64_t row = 0; row < whole; row += kWalks) {
                Walks walks;
                for (std::size_t i = 0; i < walks.at.size(); ++i) {
                    walks.at[i] = root;
                    walks.rows[i] = rows + (row + static_cast<std::int64_t>(i)) * width;
                }
                walkDown(walks);
                for (std::size_t i = 0; i < walks.at.size(); ++i)
                    visitLeaf(walks.at[i], row + static_cast<std::int64_t>(i), visit);
            }
        for (std::int64_t row = whole; row < count; ++row)
            for (std::size_t tree = 0; tree < m_roots.size(); tree += kWalks) {
                Walks walks;
                walks.rows.fill(rows + row * width);
                for (std::size_t i = 0; i < walks.at.size(); ++i)
                    walks.at[i] = m_roots[std::min(tree + i, m_roots.size() - 1)];
                walkDown(walks);
                for (std::size_t i = 0; i < std::min<std::size_t>(kWalks, m_roots.size() - tree);
                     ++i)
                    visitLeaf(walks.at[i], row, visit);
            }
    }

private:
    /// How a node of a tree compares a feature with its value.
    enum class Test : std::uint8_t {
        leaf,
        lessOrEqual,
        less,
        greaterOrEqual,
        greater,
        equal,
        notEqual
    };
    /// A node; a leaf leads to itself.
    struct Split {
        double value = 0;
        std::uint32_t feature = 0;
        std::array<std::uint32_t, 2> next{}; ///< where the test does not hold, and where it does
        Test test = Test::leaf;
        bool missingIsTrue = false;
    };
    struct Leaf {
        std::int64_t target;
        double weight;
    };
    static constexpr std::int64_t kWalks = 8;
    /// Ways down trees, each of one row.
    struct Walks {
        std::array<const double*, kWalks> rows;
        std::array<std::uint32_t, kWalks> at; ///< nodes
    };

    static Test testOf(const std::string& mode);
    static bool holds(const Split& split, double value);
    void readLeaves(const Node& node, const std::string& prefix);
    void requireEnds() const;

    template <class F> void visitLeaf(std::uint32_t leaf, std::int64_t row, const F& visit) const {
        for (std::size_t i = m_leafEnds[leaf]; i < m_leafEnds[leaf + 1]; ++i)
            visit(row, m_leaves[i].target, m_leaves[i].weight);
    }
    /// Moves all walks to their leaves.
    void walkDown(Walks& walks) const;

    std::vector<Split> m_splits;
    std::vector<Leaf> m_leaves;
    std::vector<std::uint32_t>
        m_leafEnds; ///< of the node before: from there on are those of a node
    std::vector<std::uint32_t> m_roots;
    Test m_onlyTest = Test::leaf; ///< that of all nodes, without missingIsTrue; leaf: they differ
    std::int64_t m_targets = 0, m_features = 0;
    bool m_allPositive = true, m_oneTarget = true;
};

} // namespace partita::cpu
