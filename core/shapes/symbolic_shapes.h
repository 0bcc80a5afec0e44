#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// A size that may depend on the sizes of inputs: an integer times a product of symbols. Equal
/// symbolic sizes are equal in every run; different ones may be equal in some runs.
struct SymbolicSize {
    std::int64_t factor = 1;
    std::vector<std::uint32_t> symbols; ///< ascending; repeated for powers

    [[nodiscard]] std::optional<std::int64_t> number() const {
        return symbols.empty() ? std::optional(factor) : std::nullopt;
    }
    friend auto operator<=>(const SymbolicSize&, const SymbolicSize&) = default;
};

using SymbolicSizes = std::vector<SymbolicSize>;

/// The product; nothing when the integer factor overflows.
std::optional<SymbolicSize> times(const SymbolicSize& a, const SymbolicSize& b);
/// The quotient if it is exact for all values of the symbols; otherwise nothing.
std::optional<SymbolicSize> dividedBy(const SymbolicSize& a, const SymbolicSize& b);
std::optional<SymbolicSize> productOf(const SymbolicSizes& sizes);
/// A constant target for a Reshape of `data` (its sizes; null: unknown) that gives the sizes
/// `target`: 0 where a size is copied, and −1 at most once. Nothing when no such constant exists.
std::optional<std::vector<std::int64_t>> reshapeTarget(const SymbolicSizes& target,
                                                       const SymbolicSizes* data);

/// What can be proven about shapes and about the small integer tensors that models compute shapes
/// with. A symbol stands for a named size of an input (equal names are equal sizes, as ONNX
/// defines) or for an unknown size; symbols are never assumed to be equal.
class SymbolicShapes {
public:
    explicit SymbolicShapes(const Model& model);

    /// The shape of a value; null: the rank is unknown.
    [[nodiscard]] const SymbolicSizes* shape(ValueId value) const;
    /// The elements of an integer scalar or vector; null: unknown.
    [[nodiscard]] const SymbolicSizes* elements(ValueId value) const;
    /// The name that inputs have for a size; empty: none of them has it.
    [[nodiscard]] std::string nameOf(const SymbolicSize& size) const;

private:
    friend class ShapeRules;
    SymbolicSize named(const std::string& name);
    SymbolicSize fresh();
    void seed(const Model& model);

    std::unordered_map<ValueId, SymbolicSizes> m_shapes, m_elements;
    std::map<std::string, std::uint32_t> m_names;
    /// Symbols for expressions without a normal form (sums, quotients …), one for each expression.
    std::map<std::pair<char, std::pair<SymbolicSize, SymbolicSize>>, std::uint32_t> m_derived;
    std::set<std::uint32_t> m_signed; ///< differences, which may be negative
    std::uint32_t m_next = 0;
};

} // namespace partita
