#include "core/passes/number_facts.h"

#include <algorithm>

#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

bool isFloat(DataType type) {
    return type == DataType::float32 || type == DataType::float16 || type == DataType::float64 ||
           type == DataType::bfloat16;
}

/// How many of the first inputs of a node must not be negative, so that its result 0 is not; 0: the
/// node proves nothing.
std::size_t inputsThatDecide(const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    if (facts.kind == OperatorKind::view || facts.kind == OperatorKind::movement)
        return 1;
    if (facts.kind == OperatorKind::globalPooling)
        return 1;
    // A window with gaps may hold nothing but padding, of which the largest is −∞.
    if (facts.kind == OperatorKind::pooling)
        return std::ranges::all_of(node.intsAttribute("dilations"),
                                   [](std::int64_t each) { return each == 1; });
    static constexpr std::string_view kOfAll[] = {"Add", "Mul", "Max", "Min", "Sum", "Concat"};
    return std::ranges::find(kOfAll, node.opType.str()) != std::end(kOfAll) ? node.inputs.size()
                                                                            : 0;
}

/// Whether both limits of a Clip are 0 or more; the upper one, if there is one, prevails.
bool clipsFromZero(const Rewriter& rewriter, const Node& clip) {
    const auto limit = [&](std::size_t at, const char* name, double otherwise) {
        if (const ValueId given = Rewriter::input(clip, at))
            return rewriter.scalar(given).value_or(-1);
        return clip.attribute(name) ? static_cast<double>(clip.floatAttribute(name, 0)) : otherwise;
    };
    return limit(1, "min", -1) >= 0 && limit(2, "max", 1) >= 0;
}

/// Looks at most `depth` nodes back, and at no more nodes than `looks` has left.
bool isNotNegativeWithin(const Rewriter& rewriter, ValueId value, int depth, int& looks) {
    const Node* made = rewriter.producer(value);
    if (!made || !made->isOnnx() || depth == 0 || --looks < 0 || made->outputs[0] != value)
        return false;
    if (operatorFacts(*made).has(kNotNegative))
        return true;
    if (made->is("Clip"))
        return clipsFromZero(rewriter, *made);
    const std::size_t deciding = inputsThatDecide(*made);
    for (std::size_t i = 0; i < deciding; ++i)
        if (!made->inputs[i] || !isNotNegativeWithin(rewriter, made->inputs[i], depth - 1, looks))
            return false;
    return deciding > 0;
}

} // namespace

bool isNotNegative(const Rewriter& rewriter, ValueId value) {
    constexpr int kDepth = 6;
    int looks = 128; // nodes may read each other along very many ways
    switch (const DataType type = rewriter.elementType(value); type) {
    case DataType::uint8:
    case DataType::uint16:
    case DataType::uint32:
    case DataType::uint64: return true;
    default: return isFloat(type) && isNotNegativeWithin(rewriter, value, kDepth, looks);
    }
}

} // namespace partita
