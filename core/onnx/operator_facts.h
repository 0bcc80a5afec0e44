#pragma once

#include <cstdint>
#include <string_view>

#include "core/ir/model.h"

namespace partita {

/// What an operator does with elements; `operators.def` says it of each.
enum class OperatorKind : std::uint8_t {
    view,          ///< the elements of input 0 in their order, under another shape
    movement,      ///< elements of input 0, at places that do not depend on them
    assembly,      ///< elements of several inputs, or of one and a filler
    conversion,    ///< those of input 0 in another type
    unary,         ///< a function of each element of input 0
    broadcasting,  ///< a function of the elements at one place of all inputs
    normalization, ///< a function of each element of input 0 and of others along its axes
    reduction,     ///< one number of all elements along some axes
    globalPooling, ///< one number of each channel
    pooling,       ///< one number of each window
    sampling,      ///< elements at fractional places
    matrixProduct,
    convolution,
    recurrent,
    attention,
    search,    ///< some of the elements, or where they are
    generator, ///< made of sizes and attributes
    random,
    control,   ///< runs graphs of its attributes
    container, ///< sequences, maps, texts, files
    other,     ///< arithmetic of another kind
    opaque,    ///< nothing is known
};

enum OperatorMark : std::uint16_t {
    kKeepsShape = 1,       ///< result 0 has the shape of input 0
    kSelects = 2,          ///< each element of result 0 is one of the inputs', or 0
    kNotNegative = 4,      ///< each element of result 0 is 0 or more, or NaN
    kIdempotent = 8,       ///< F(F(x)) = F(x)
    kIntegers = 16,        ///< of products: of integers, whatever comes out
    kScaledOperands = 32,  ///< (a, scale, zero point, b, scale, zero point …): input 3 is b
    kRandomInTraining = 64 ///< where input 2, the training mode, is given
};

struct OperatorFacts {
    std::string_view domain, name;
    OperatorKind kind = OperatorKind::opaque;
    double vectorOperations = 0; ///< of a vector unit, for each element that is computed
    unsigned marks = 0;

    [[nodiscard]] bool has(OperatorMark mark) const { return (marks & mark) != 0; }
    /// Result 0 has the shape of input 0.
    [[nodiscard]] bool keepsShape() const {
        return has(kKeepsShape) || kind == OperatorKind::conversion ||
               kind == OperatorKind::unary || kind == OperatorKind::normalization;
    }
    /// Sums of products, which a unit for products of matrices computes.
    [[nodiscard]] bool isProduct() const {
        return kind == OperatorKind::matrixProduct || kind == OperatorKind::convolution ||
               kind == OperatorKind::recurrent || kind == OperatorKind::attention;
    }
};

/// Of an operator that nobody described: opaque, without marks.
const OperatorFacts& operatorFacts(std::string_view opType, std::string_view domain);
inline const OperatorFacts& operatorFacts(const Node& node) {
    return operatorFacts(node.opType, node.domain);
}

/// Whether a node gives another result each time.
bool isRandom(const Node& node);
/// Whether result 0 is input 0 under another shape.
bool isView(const Node& node);
/// Whether each element of result 0 is one of input 0, at a place that does not depend on them.
bool movesElements(const Node& node);
/// Whether each element of result 0 is one of an input's, or 0 or another filler: nothing is
/// computed that a narrower type would have to round.
bool passesElements(const Node& node);

} // namespace partita
