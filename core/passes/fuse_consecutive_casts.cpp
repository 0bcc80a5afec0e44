#include "core/ir/element_type.h"
#include "core/passes/passes.h"

namespace partita {

namespace {

/// Bits of the numbers that a type holds: of integers their magnitude, of others their digits and
/// their exponent.
struct NumberBits {
    bool isSigned = false;
    int magnitude =
        0;            ///< of integers, and of the integers that a floating-point type holds exactly
    int exponent = 0; ///< 0: an integer
};

std::optional<NumberBits> bitsOf(DataType type) {
    switch (type) {
    case DataType::boolean: return NumberBits{false, 1};
    case DataType::uint8: return NumberBits{false, 8};
    case DataType::uint16: return NumberBits{false, 16};
    case DataType::uint32: return NumberBits{false, 32};
    case DataType::uint64: return NumberBits{false, 64};
    case DataType::int8: return NumberBits{true, 7};
    case DataType::int16: return NumberBits{true, 15};
    case DataType::int32: return NumberBits{true, 31};
    case DataType::int64: return NumberBits{true, 63};
    case DataType::float16: return NumberBits{true, 11, 5};
    case DataType::bfloat16: return NumberBits{true, 8, 8};
    case DataType::float32: return NumberBits{true, 24, 8};
    case DataType::float64: return NumberBits{true, 53, 11};
    default: return std::nullopt;
    }
}

/// Whether `to` holds every number of `from`.
bool holdsAll(DataType to, DataType from) {
    const auto wide = bitsOf(to), narrow = bitsOf(from);
    return wide && narrow && to != DataType::boolean && wide->isSigned >= narrow->isSigned &&
           wide->magnitude >= narrow->magnitude && wide->exponent >= narrow->exponent;
}

/// Whether integers that do not fit into `to` come there as floating-point numbers, for which the
/// result is not defined; integers lose their upper bits.
bool leavesRange(DataType from, DataType between, DataType to) {
    return isInteger(from) && !isInteger(between) && isInteger(to) && to != DataType::boolean &&
           !holdsAll(to, from);
}

} // namespace

/// Leaves out a type between two others that holds every number of the first one.
///
/// Before:   Y = Cast<to = V>(Cast<to = U>(X))    X of type T
/// After:    Y = Cast<to = V>(X); where V is T, X, unless that is an input and Y an output
/// Declines: U does not hold every number of T, as float16 for float32; texts, and types of 8 bits
///           and fewer that are no integers; integers that V does not hold, if U is none; V is not T
///           and others read the inner result
/// Source:   ONNX Cast-6 … 25
bool fuseConsecutiveCasts(Rewriter& rewriter, const Node& node) {
    if (!node.is("Cast"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Cast"))
        return false;
    const Node first = *inner;
    const DataType from = rewriter.elementType(first.inputs[0]), to = castTarget(node);
    if (!bitsOf(to) || !holdsAll(castTarget(first), from) ||
        leavesRange(from, castTarget(first), to))
        return false;
    const bool readOnce = rewriter.isReadOnce(node.inputs[0]);
    if (to == from && rewriter.bypass(node, first.inputs[0])) {
        if (readOnce)
            rewriter.remove(first.id);
        return true;
    }
    if (!readOnce)
        return false;
    rewriter.setInput(node.id, 0, first.inputs[0]);
    rewriter.removeIfUnread(first, node.id);
    return true;
}

} // namespace partita
