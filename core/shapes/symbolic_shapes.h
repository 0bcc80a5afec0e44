#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// A size that may depend on the sizes of inputs: a whole number times sizes that are not known.
/// Two that are equal here are equal in every run; two that differ may still be.
struct SymbolicSize {
    std::int64_t factor = 1;
    std::vector<std::uint32_t> symbols; ///< ascending, each as often as it is a factor

    [[nodiscard]] std::optional<std::int64_t> number() const {
        return symbols.empty() ? std::optional(factor) : std::nullopt;
    }
    friend auto operator<=>(const SymbolicSize&, const SymbolicSize&) = default;
};

using SymbolicSizes = std::vector<SymbolicSize>;

/// The product; nothing where the number leaves 63 bits.
std::optional<SymbolicSize> times(const SymbolicSize& a, const SymbolicSize& b);
/// The quotient where it comes out even whatever the symbols are.
std::optional<SymbolicSize> dividedBy(const SymbolicSize& a, const SymbolicSize& b);
std::optional<SymbolicSize> productOf(const SymbolicSizes& sizes);
/// A constant target of a Reshape of `data` (its sizes; null: not known) that gives `target`: 0
/// where it copies a size and -1 at most once. Nothing: that cannot be said.
std::optional<std::vector<std::int64_t>> reshapeTarget(const SymbolicSizes& target,
                                                       const SymbolicSizes* data);

/// What can be proven about shapes, and about the small whole numbers that models compute shapes
/// with. Symbols stand for the sizes that inputs name (equal names are equal sizes, as ONNX says)
/// and for sizes that nothing is known of; nothing is guessed to be equal.
class SymbolicShapes {
public:
    explicit SymbolicShapes(const Model& model);

    /// Null: not even the rank is known.
    [[nodiscard]] const SymbolicSizes* shape(ValueId value) const;
    /// The elements of a scalar or vector of whole numbers; null: not known.
    [[nodiscard]] const SymbolicSizes* elements(ValueId value) const;

private:
    friend class ShapeRules;
    SymbolicSize named(const std::string& name);
    SymbolicSize fresh();
    void seed(const Model& model);

    std::unordered_map<ValueId, SymbolicSizes> m_shapes, m_elements;
    std::map<std::string, std::uint32_t> m_names;
    /// Sums and quotients have no form of their own: equal ones are one symbol.
    std::map<std::pair<char, std::pair<SymbolicSize, SymbolicSize>>, std::uint32_t> m_derived;
    std::set<std::uint32_t> m_signed; ///< differences, which may be negative
    std::uint32_t m_next = 0;
};

} // namespace partita
