#include "core/passes/passes.h"

#include <algorithm>

#include "core/shapes/symbolic_shapes.h"

namespace partita {

namespace {

/// A part of an axis of the input, which is split where later shapes need it. `place` orders the
/// parts as they lie in the input.
struct Part {
    SymbolicSize size;
    std::vector<std::size_t> place;
};

using Axes = std::vector<std::vector<Part>>; ///< the parts of each axis; none for size 1

std::vector<Part> flattened(const Axes& axes) {
    std::vector<Part> parts;
    for (const auto& axis : axes)
        parts.insert(parts.end(), axis.begin(), axis.end());
    return parts;
}

Axes axesOf(const SymbolicSizes& sizes) {
    Axes axes(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] != SymbolicSize{})
            axes[i] = {Part{sizes[i], {i}}};
    return axes;
}

/// Groups the parts into axes of `sizes` and splits parts where necessary; nothing where an axis
/// would begin inside a part that cannot be split.
std::optional<Axes> reshaped(const Axes& axes, const SymbolicSizes& sizes) {
    std::vector<Part> waiting = flattened(axes);
    std::ranges::reverse(waiting); // the next part is at the end
    Axes made(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (SymbolicSize wanted = sizes[i]; wanted != SymbolicSize{};) {
            if (waiting.empty())
                return std::nullopt;
            Part part = waiting.back();
            waiting.pop_back();
            if (const auto rest = dividedBy(wanted, part.size)) {
                wanted = *rest;
            } else if (const auto further = dividedBy(part.size, wanted)) {
                Part second{*further, part.place};
                second.place.push_back(1);
                part.place.push_back(0);
                part.size = wanted;
                wanted = {};
                waiting.push_back(std::move(second));
            } else {
                return std::nullopt;
            }
            made[i].push_back(std::move(part));
        }
    return waiting.empty() ? std::optional(made) : std::nullopt;
}

bool follows(const Part& a, const Part& b, const std::vector<Part>& ordered) {
    const auto at = std::ranges::find(ordered, a.place, &Part::place);
    return at != ordered.end() && at + 1 != ordered.end() && (at + 1)->place == b.place;
}

/// A Transpose (`order`) or a Reshape (`sizes` of its result).
struct View {
    std::vector<std::int64_t> order;
    SymbolicSizes sizes;
    [[nodiscard]] bool transposes() const { return !order.empty(); }
};

/// The axes of the input, split into the parts of the result.
Axes cutLike(const SymbolicSizes& input, const std::vector<Part>& ordered) {
    Axes axes(input.size());
    for (const Part& part : ordered)
        axes[part.place.front()].push_back(part);
    return axes;
}

bool same(const std::vector<Part>& a, const std::vector<Part>& b) {
    return std::ranges::equal(a, b, {}, &Part::place, &Part::place);
}

/// The permutation from `from` to `to`, with axes of size 1 in their order; nothing: none exists.
std::optional<std::vector<std::int64_t>> orderOf(const Axes& from, const Axes& to) {
    if (from.size() != to.size())
        return std::nullopt;
    std::vector<std::int64_t> order;
    std::vector<bool> taken(from.size());
    for (const auto& axis : to) {
        std::size_t i = 0;
        while (i < from.size() && (taken[i] || !same(from[i], axis)))
            ++i;
        if (i == from.size())
            return std::nullopt;
        taken[i] = true;
        order.push_back(static_cast<std::int64_t>(i));
    }
    return order;
}

SymbolicSizes sizesOf(const Axes& axes) {
    SymbolicSizes sizes;
    for (const auto& axis : axes) {
        SymbolicSize size;
        for (const Part& part : axis)
            size = times(size, part.size).value_or(SymbolicSize{0, {}});
        sizes.push_back(size);
    }
    return sizes;
}

/// The fewest views that turn `input` into `result`, which has the parts of the input in another
/// order: none, a Reshape, a Transpose, one of each, or Reshape, Transpose, Reshape.
std::vector<View> fewestViews(const SymbolicSizes& input, const Axes& result) {
    const std::vector<Part> moved = flattened(result);
    std::vector<Part> ordered = moved;
    std::ranges::sort(ordered, {}, &Part::place);
    const Axes start = cutLike(input, ordered);
    const SymbolicSizes wanted = sizesOf(result);
    if (same(moved, ordered))
        return wanted == input ? std::vector<View>() : std::vector<View>{{{}, wanted}};
    if (const auto order = orderOf(start, result))
        return {{*order, wanted}};
    // Runs of parts that stay together are one axis of the Transpose.
    Axes runs;
    for (const Part& part : moved) {
        if (!runs.empty() && follows(runs.back().back(), part, ordered))
            runs.back().push_back(part);
        else
            runs.push_back({part});
    }
    Axes sorted = runs;
    std::ranges::sort(sorted, {}, [](const auto& run) { return run.front().place; });
    const std::vector<std::int64_t> order = *orderOf(sorted, runs);
    // Try to transpose the input's own axes first, then to transpose into the result's axes last.
    Axes whole;
    for (const auto& run : moved.empty() ? Axes() : start)
        if (run.empty())
            whole.push_back(run);
    std::vector<std::size_t> axes;
    for (const Part& part : moved)
        if (axes.empty() || axes.back() != part.place.front())
            axes.push_back(part.place.front());
    for (const std::size_t axis : axes)
        whole.push_back(start[axis]);
    if (same(flattened(whole), moved))
        if (const auto first = orderOf(start, whole))
            return {{*first, sizesOf(whole)}, {{}, wanted}};
    Axes before = result;
    std::ranges::stable_sort(before, {}, [](const auto& axis) {
        return axis.empty() ? std::vector<std::size_t>() : axis.front().place;
    });
    if (same(flattened(before), ordered))
        if (const auto last = orderOf(before, result))
            return {{{}, sizesOf(before)}, {*last, wanted}};
    return {{{}, sizesOf(sorted)}, {order, sizesOf(runs)}, {{}, wanted}};
}

/// Whether a node only permutes or regroups axes, and so can be part of a chain.
bool arrangesAxes(const Node& node) {
    static const char* const kLinks[] = {"Transpose", "Reshape", "Squeeze", "Unsqueeze", "Flatten"};
    return std::ranges::any_of(kLinks, [&](const char* op) { return node.is(op); });
}

class Chain {
public:
    Chain(Rewriter& rewriter, const SymbolicShapes& shapes, const Node& last)
        : m_rewriter(rewriter), m_shapes(shapes), m_last(last) {
        m_nodes.push_back(last);
        while (const Node* above = rewriter.producer(m_nodes.back().inputs[0])) {
            if (!arrangesAxes(*above) || above->graph != last.graph ||
                !rewriter.isReadOnce(above->outputs[0]))
                break;
            m_nodes.push_back(*above);
        }
    }

    /// Replaces the longest part of the chain that fewer nodes can express.
    bool shorten() {
        for (; m_nodes.size() > 1; m_nodes.pop_back())
            if (const auto views = shorterViews(); views && write(*views))
                return true;
        return false;
    }

private:
    [[nodiscard]] std::optional<std::vector<View>> shorterViews() const {
        const SymbolicSizes* input = m_shapes.shape(m_nodes.back().inputs[0]);
        if (!input ||
            std::ranges::any_of(*input, [](const auto& size) { return size.factor == 0; }))
            return std::nullopt;
        std::optional<Axes> axes = axesOf(*input);
        for (auto node = m_nodes.rbegin(); axes && node != m_nodes.rend(); ++node) {
            const SymbolicSizes* sizes = m_shapes.shape(node->outputs[0]);
            const auto order = node->is("Transpose") ? m_rewriter.permutation(*node) : std::nullopt;
            if (!sizes || (node->is("Transpose") && (!order || order->size() != axes->size())))
                return std::nullopt;
            if (!order) {
                axes = reshaped(*axes, *sizes);
                continue;
            }
            Axes turned;
            for (const std::int64_t axis : *order)
                turned.push_back((*axes)[static_cast<std::size_t>(axis)]);
            axes = turned;
        }
        if (!axes)
            return std::nullopt;
        auto views = fewestViews(*input, *axes);
        return views.size() < m_nodes.size() ? std::optional(views) : std::nullopt;
    }

    /// The targets of the Reshapes among `views`; nothing where a target cannot be constant.
    [[nodiscard]] std::optional<std::vector<std::vector<std::int64_t>>>
    targetsOf(const std::vector<View>& views) const {
        std::vector<std::vector<std::int64_t>> targets;
        SymbolicSizes now = *m_shapes.shape(m_nodes.back().inputs[0]);
        for (const View& view : views) {
            const auto target =
                view.transposes() ? std::vector<std::int64_t>() : reshapeTarget(view.sizes, &now);
            if (!target)
                return std::nullopt;
            targets.push_back(*target);
            now = view.sizes;
        }
        return targets;
    }

    bool write(const std::vector<View>& views) {
        const ValueId input = m_nodes.back().inputs[0];
        if (views.empty()) {
            if (!m_rewriter.bypass(m_last, input))
                return false;
            for (std::size_t i = 1; i < m_nodes.size(); ++i)
                m_rewriter.remove(m_nodes[i].id); // each was read only by the node before it
            return true;
        }
        const auto targets = targetsOf(views);
        if (!targets)
            return false;
        const std::string name = m_rewriter.model().value(m_last.outputs[0])->name;
        ValueId now = input;
        for (std::size_t i = 0; i < views.size(); ++i) {
            const bool turns = views[i].transposes();
            Attributes attributes;
            if (turns)
                attributes.push_back(Attribute::make("perm", views[i].order));
            std::vector<ValueId> inputs{now};
            if (!turns)
                inputs.push_back(m_rewriter.addConstant(m_last.graph, name + "_shape",
                                                        Tensor::int64s((*targets)[i])));
            const std::string_view op = turns ? "Transpose" : "Reshape";
            if (i + 1 == views.size()) {
                become(op, inputs, std::move(attributes));
                break;
            }
            const ValueId made =
                m_rewriter.addValue(m_last.graph, name + (turns ? "_t" : "_r"), nullptr);
            if (turns)
                m_rewriter.addNode(m_last.graph, nodeName(op), op, {now}, {made}, {m_last.id},
                                   std::move(attributes));
            else
                m_rewriter.addNode(m_last.graph, nodeName(op), op, {now, inputs[1]}, {made},
                                   {m_last.id});
            now = made;
        }
        for (std::size_t i = 1; i < m_nodes.size(); ++i)
            m_rewriter.removeIfUnread(m_nodes[i], m_last.id);
        return true;
    }

    [[nodiscard]] std::string nodeName(std::string_view op) const {
        return m_last.name.empty() ? "" : m_last.name + "_" + std::string(op);
    }

    /// Turns the last node of the chain into the last view.
    void become(std::string_view op, const std::vector<ValueId>& inputs, Attributes attributes) {
        m_rewriter.editor().changeNode(m_last.id, [&](Node& node) {
            node.opType = op;
            node.inputs.assign(inputs.begin(), inputs.end());
            node.attributes = std::make_shared<const Attributes>(std::move(attributes));
        });
    }

    Rewriter& m_rewriter;
    const SymbolicShapes& m_shapes;
    const Node m_last;
    std::vector<Node> m_nodes; ///< the last one first
};

} // namespace

/// Replaces a chain of nodes that permute or regroup axes by the fewest that do the same.
///
/// Before:   Y = Transpose, Reshape, Squeeze, Unsqueeze and Flatten of X, one after another
/// After:    X, a Reshape, a Transpose, both, or Reshape, Transpose, Reshape, where that is fewer
/// Shapes:   unknown sizes are compared by the names that inputs give them; a Reshape may split
///           a size
/// Declines: a tensor in between is used elsewhere; a shape is not proven; an empty tensor; opset
///           below 5
/// Source:   ONNX Reshape-5 … 25, Transpose-1 … 25, Squeeze-1 … 25, Unsqueeze-1 … 25,
///           Flatten-1 … 25
Result<void> fuseViewChain(PassRun& run) {
    if (run.model().info().opset("").value_or(1) < 5)
        return {};
    const auto proven = run.shapes();
    const SymbolicShapes& shapes = *proven;
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || !arrangesAxes(*node))
            continue;
        // A chain is followed upwards from its last node.
        const auto& readers = run.model().consumers(node->outputs[0]);
        const Node* reader = readers.size() == 1 ? Rewriter(run).node(*readers.begin()) : nullptr;
        if (reader && arrangesAxes(*reader) && reader->inputs[0] == node->outputs[0] &&
            !run.model().isGraphOutput(node->outputs[0]))
            continue;
        run.attempt(id,
                    [&](Rewriter& rewriter) { return Chain(rewriter, shapes, *node).shorten(); });
    }
    return {};
}

} // namespace partita
