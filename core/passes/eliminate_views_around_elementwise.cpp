#include "core/onnx/operator_facts.h"
#include "core/passes/passes.h"

#include <algorithm>
#include <ranges>

namespace partita {

namespace {

/// Whether a node computes each element of its result from the element of input `at` in the same
/// place, and constants of one number.
bool isElementwise(const Rewriter& rewriter, const Node& node, std::size_t at) {
    const OperatorFacts& facts = operatorFacts(node);
    const bool binary = facts.kind == OperatorKind::broadcasting;
    if (!node.isOnnx() || node.outputs.size() != 1 || node.is("BatchNormalization") ||
        (facts.kind != OperatorKind::unary && !binary && !node.is("Cast")))
        return false;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId other = node.inputs[i];
        if (i == at || !other)
            continue;
        const Shape* shape = rewriter.shape(other);
        if (!rewriter.isConstant(other) || !shape || !shape->empty())
            return false;
    }
    return binary || at == 0;
}

constexpr std::int64_t kMostPadding = std::int64_t{1} << 31; // so that sums do not overflow

/// The numbers by which a node pads its input 0, all of them constant; nothing: it does not.
std::optional<std::vector<std::int64_t>> padsOf(const Rewriter& rewriter, const Node& node) {
    if (!node.is("Pad") || rewriter.opset() < 2 || Rewriter::input(node, 3))
        return std::nullopt;
    auto pads = rewriter.opset() < 11 ? node.intsAttribute("pads")
                                      : rewriter.ints(Rewriter::input(node, 1));
    const bool fits = pads && std::ranges::all_of(*pads, [](std::int64_t each) {
                          return each >= -kMostPadding && each <= kMostPadding;
                      });
    return fits ? pads : std::nullopt;
}

/// The pads before a Transpose, of those behind it; nothing: they do not fit together.
std::optional<std::vector<std::int64_t>> padsBefore(const Rewriter& rewriter, const Node& transpose,
                                                    const std::vector<std::int64_t>& pads) {
    const auto order = transpose.is("Transpose") ? rewriter.permutation(transpose) : std::nullopt;
    if (!order || pads.size() != 2 * order->size())
        return std::nullopt;
    std::vector<std::int64_t> moved(pads.size());
    for (std::size_t i = 0; i < pads.size(); ++i) {
        const std::size_t end = i < order->size() ? 0 : order->size();
        moved[static_cast<std::size_t>((*order)[i - end]) + end] = pads[i];
    }
    return moved;
}

/// The shape behind a padding.
Shape padded(Shape shape, const std::vector<std::int64_t>& pads) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::int64_t more = pads[i] + pads[i + shape.size()];
        const auto before = shape[i].value;
        if (more != 0)
            shape[i] = before && *before <= kMostPadding && *before + more >= 0
                           ? Dim{*before + more, {}, {}}
                           : Dim{};
    }
    return shape;
}

/// The input of a node that is not constant; nothing: there are several, or none.
std::optional<std::size_t> onlyVariable(const Rewriter& rewriter, const Node& node) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] && !rewriter.isConstant(node.inputs[i])) {
            if (found)
                return std::nullopt;
            found = i;
        }
    return found;
}

bool sameAxes(const Rewriter& rewriter, const Node& squeeze, const Node& unsqueeze,
              std::optional<std::size_t> rank) {
    const auto a = axesFromFirst(rewriter.axes(squeeze, 1), rank),
               b = axesFromFirst(rewriter.axes(unsqueeze, 1), rank);
    return a && b && !a->empty() && *a == *b;
}

bool undoesTranspose(const Rewriter& rewriter, const Node& last, const Node& first) {
    const auto to = rewriter.permutation(first), back = rewriter.permutation(last);
    if (!to || !back || to->size() != back->size())
        return false;
    for (std::size_t i = 0; i < to->size(); ++i)
        if ((*to)[static_cast<std::size_t>((*back)[i])] != static_cast<std::int64_t>(i))
            return false;
    return true;
}

/// Whether a Reshape gives elements the sizes of `shape`, of which they fill one: all but one size of
/// the target are those, and the one that is inferred is the one that is left.
bool restores(const Rewriter& rewriter, const Node& reshape, const Shape& shape) {
    const auto target = rewriter.ints(reshape.inputs[1]);
    if (rewriter.opset() < 5 || !target || target->size() != shape.size())
        return false;
    std::size_t inferred = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        inferred += (*target)[i] == -1;
        if ((*target)[i] != -1 && ((*target)[i] <= 0 || shape[i].value != (*target)[i]))
            return false;
    }
    return inferred <= 1;
}

/// Whether the elements behind `last` have the shape and the order of what went into `first`.
bool undoes(const Rewriter& rewriter, const Node& last, const Node& first) {
    if (first.is("Transpose"))
        return last.is("Transpose") && undoesTranspose(rewriter, last, first);
    if (!first.is("Reshape") && !first.is("Squeeze") && !first.is("Unsqueeze") &&
        !first.is("Flatten"))
        return false;
    if (last.is("Squeeze") && first.is("Unsqueeze"))
        return sameAxes(rewriter, last, first, rewriter.rank(first.outputs[0]));
    if (last.is("Unsqueeze") && first.is("Squeeze"))
        return sameAxes(rewriter, first, last, rewriter.rank(first.inputs[0]));
    const Shape* shape = rewriter.shape(first.inputs[0]);
    return shape && last.is("Reshape") && restores(rewriter, last, *shape);
}

} // namespace

/// Removes two changes of shape or order that undo each other around element-wise functions.
///
/// Before:   Y = V(F(… G(U(X))))    U, V: Transpose; Reshape, Squeeze, Unsqueeze, Flatten; F, G:
///           functions of each element, also with constants of one number; between Transposes also
///           Pad by constant numbers
/// After:    Y = F(… G(X))
/// Declines: V does not provably undo U; a result between them is used elsewhere or is a graph
///           output; nothing is between them, which other passes take
/// Source:   ONNX Transpose-1 … 25, Reshape-5 … 25, Squeeze-1 … 25, Unsqueeze-1 … 25, Flatten-1 … 25,
///           Pad-2 … 25
bool eliminateViewsAroundElementwise(Rewriter& rewriter, const Node& node) {
    if (!node.is("Transpose") && !isView(node))
        return false;
    std::vector<NodeId> between;
    ValueId at = node.inputs[0];
    const Node* made = rewriter.producer(at);
    while (made && made->graph == node.graph && rewriter.isReadOnce(at)) {
        const auto input = onlyVariable(rewriter, *made);
        if (!input || (!isElementwise(rewriter, *made, *input) && !padsOf(rewriter, *made)))
            break;
        between.push_back(made->id);
        at = made->inputs[*input];
        made = rewriter.producer(at);
    }
    if (between.empty() || !made || made->graph != node.graph || !rewriter.isReadOnce(at) ||
        !undoes(rewriter, node, *made))
        return false;
    const Node first = *made;
    for (const NodeId id : between)
        if (const auto pads = padsOf(rewriter, *rewriter.node(id));
            pads && !padsBefore(rewriter, first, *pads))
            return false;
    const auto& type = rewriter.model().value(first.inputs[0])->type;
    std::optional<Shape> shape = type && type->isTensor() ? type->shape : std::nullopt;
    for (const NodeId id : between | std::views::reverse) {
        const Node inner = *rewriter.model().node(id);
        if (const auto pads = padsOf(rewriter, inner)) {
            const auto moved = *padsBefore(rewriter, first, *pads);
            shape = shape && shape->size() * 2 == moved.size()
                        ? std::optional(padded(*std::move(shape), moved))
                        : std::nullopt;
            if (rewriter.opset() < 11)
                rewriter.editor().setAttribute(id, Attribute::make("pads", moved));
            else
                rewriter.replaceConstant(id, 1, Tensor::int64s(moved));
        }
        rewriter.editor().changeValue(inner.outputs[0], [&](Value& value) {
            const DataType element = value.type ? value.type->element : DataType::undefined;
            value.type = element != DataType::undefined ? Type::tensor(element, shape) : nullptr;
        });
    }
    const Node start = *rewriter.model().node(between.back());
    rewriter.setInput(start.id, *onlyVariable(rewriter, start), first.inputs[0]);
    rewriter.remove(first.id);
    return rewriter.bypass(node, rewriter.model().node(between.front())->outputs[0]);
}

} // namespace partita
