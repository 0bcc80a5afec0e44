#pragma once

#include <cstdint>
#include <string_view>

#include "core/ir/model.h"

namespace partita {

/// What an operator does with elements; `operators.def` has a row for each operator.
enum class OperatorKind : std::uint8_t {
    view,          ///< the elements of input 0 in their order, under another shape
    movement,      ///< elements of input 0, at places that do not depend on their values
    assembly,      ///< elements of several inputs, or of one input and a fill value
    conversion,    ///< the elements of input 0 in another type
    unary,         ///< a function of each element of input 0
    broadcasting,  ///< an element-wise function of all inputs, broadcast to each other
    normalization, ///< a function of each element of input 0 and of others along its axes
    reduction,     ///< one number for all elements along some axes
    globalPooling, ///< one number for each channel
    pooling,       ///< one number for each window
    sampling,      ///< elements interpolated at fractional positions
    matrixProduct,
    convolution,
    recurrent,
    attention,
    search,    ///< some of the elements, or their indices
    generator, ///< made from sizes and attributes only
    random,
    control,   ///< runs the graphs in its attributes
    container, ///< sequences, maps, texts, files
    other,     ///< arithmetic of another kind
    opaque,    ///< nothing is known
};

enum OperatorMark : std::uint16_t {
    kKeepsShape = 1,       ///< result 0 has the shape of input 0
    kSelects = 2,          ///< each element of result 0 is an element of an input, or 0
    kNotNegative = 4,      ///< each element of result 0 is 0 or more, or NaN
    kIdempotent = 8,       ///< F(F(x)) = F(x)
    kIntegers = 16,        ///< a product of integers, whatever the type of the result
    kScaledOperands = 32,  ///< (a, scale, zero point, b, scale, zero point …): input 3 is b
    kRandomInTraining = 64 ///< random where input 2, the training mode, is given
};

/// How many inputs nodes of an operator must have: in its first version, and from up to two later
/// opsets on.
struct LeastInputs {
    std::uint8_t first = 0;
    std::uint8_t secondOpset = 0, second = 0; ///< opset 0: it stays as before
    std::uint8_t thirdOpset = 0, third = 0;
    bool isVariadic = false; ///< all inputs that are given are needed

    [[nodiscard]] std::size_t in(std::int64_t opset) const {
        if (thirdOpset > 0 && opset >= thirdOpset)
            return third;
        return secondOpset > 0 && opset >= secondOpset ? second : first;
    }
};

/// One row of `operators.def`.
struct OperatorFacts {
    std::string_view domain, name;
    OperatorKind kind = OperatorKind::opaque;
    double vectorOperations = 0; ///< operations of a vector unit for each computed element
    unsigned marks = 0;
    LeastInputs inputs;

    [[nodiscard]] bool has(OperatorMark mark) const { return (marks & mark) != 0; }
    /// Whether result 0 has the shape of input 0.
    [[nodiscard]] bool keepsShape() const {
        return has(kKeepsShape) || kind == OperatorKind::conversion ||
               kind == OperatorKind::unary || kind == OperatorKind::normalization;
    }
    /// Whether the operator is a sum of products, which a matrix unit computes.
    [[nodiscard]] bool isProduct() const {
        return kind == OperatorKind::matrixProduct || kind == OperatorKind::convolution ||
               kind == OperatorKind::recurrent || kind == OperatorKind::attention;
    }
};

/// The facts of an operator; an operator without a row is opaque and has no marks.
const OperatorFacts& operatorFacts(std::string_view opType, std::string_view domain);
inline const OperatorFacts& operatorFacts(const Node& node) {
    return operatorFacts(node.opType, node.domain);
}

/// Whether a node may give another result in each run.
bool isRandom(const Node& node);
/// Whether a node is a BatchNormalization that only scales and shifts each channel of axis 1 by given
/// numbers.
bool isInferenceNormalization(const Node& node);
/// Whether result 0 is input 0 under another shape.
bool isView(const Node& node);
/// Whether each element of result 0 is an element of input 0, at a place that does not depend on
/// the values.
bool movesElements(const Node& node);
/// Whether each element of result 0 is an element of an input, 0 or a fill value, so that nothing
/// is computed that a narrower type would round.
bool passesElements(const Node& node);

} // namespace partita
