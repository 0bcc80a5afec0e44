#include "core/passes/constant_loop.h"

#include <algorithm>
#include <limits>

#include "core/ir/inline_functions.h"

namespace partita {

namespace {

/// Inputs and outputs of a Loop in front of those that it carries.
constexpr std::size_t kTrips = 0, kCondition = 1, kOthers = 2;

/// The constant condition; nothing: not known.
std::optional<bool> truthOf(const Rewriter& rewriter, ValueId condition) {
    const auto constant = rewriter.constant(condition);
    const auto value =
        constant && constant->count() == 1 ? rewriter.uniform(condition) : std::nullopt;
    return value ? std::optional(*value != 0) : std::nullopt;
}

/// Whether the body wants another iteration: always or never; nothing: it depends on its data.
std::optional<bool> goesOn(const Rewriter& rewriter, const Graph& body) {
    ValueId condition = body.outputs[0];
    while (condition != body.inputs[kCondition]) {
        const Node* passes = rewriter.producer(condition);
        if (!passes || !passes->is("Identity"))
            return truthOf(rewriter, condition);
        condition = passes->inputs[0];
    }
    return true; // as long as it was true before
}

/// The number of iterations; nothing: not known.
std::optional<std::int64_t> iterationsOf(const Rewriter& rewriter, const Node& node,
                                         const Graph& body) {
    const ValueId condition = node.inputs[kCondition];
    const auto begins = condition ? truthOf(rewriter, condition) : std::optional(true);
    if (begins == false)
        return 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (const ValueId trips = node.inputs[kTrips]) {
        const auto count = rewriter.ints(trips);
        if (!count || count->size() != 1)
            return std::nullopt;
        most = std::max<std::int64_t>(count->front(), 0);
    }
    const auto again = most > 1 ? goesOn(rewriter, body) : std::optional(true);
    if (most == 0)
        return 0;
    if (!begins || !again)
        return std::nullopt;
    return *again ? most : 1;
}

/// Whether every output that a graph needs is there, as ONNX demands.
bool fits(const Node& node, const Graph& body) {
    const auto given = [](ValueId id) { return static_cast<bool>(id); };
    return body.inputs.size() == node.inputs.size() &&
           node.outputs.size() + 1 <= body.outputs.size() &&
           body.outputs.size() + 1 >= body.inputs.size() && body.quantization.empty() &&
           std::ranges::all_of(body.inputs, given) && std::ranges::all_of(body.outputs, given) &&
           std::all_of(node.inputs.begin() + kOthers, node.inputs.end(), given);
}

/// Whether a body returns a value that it did not make, or returns it twice: Identity gives it the
/// name of the output.
bool onlyPassesOn(const Rewriter& rewriter, const Graph& body, ValueId returned) {
    return rewriter.model().value(returned)->graph != body.id ||
           !rewriter.model().producer(returned) ||
           std::count(body.outputs.begin() + 1, body.outputs.end(), returned) > 1;
}

/// Whether the loop can be written out: what it only passes on may go through Identity, and what it
/// stacks is a tensor, of a known size where there is nothing of it.
bool canBeWrittenOut(const Rewriter& rewriter, const ConstantLoop& loop) {
    const auto& outputs = loop.node.outputs;
    for (std::size_t i = 0; i < std::max(outputs.size(), loop.carried); ++i) {
        const bool runs = loop.iterations > 0, isCarried = i < loop.carried;
        if ((i >= outputs.size() || !outputs[i]) && (!isCarried || loop.iterations <= 1))
            continue;
        const ValueId returned = loop.returned(i);
        const auto& value = rewriter.model().value(returned);
        const bool isTensor = value->type && value->type->isTensor();
        if (!isCarried && (!isTensor || (!runs && (value->type->element == DataType::string ||
                                                   !staticDims(value->type->shape)))))
            return false;
        const ValueId passedOn = isCarried && !runs ? loop.node.inputs[kOthers + i] : returned;
        if ((!runs || onlyPassesOn(rewriter, loop.body, returned)) &&
            !rewriter.mayPassThroughIdentity(passedOn))
            return false;
    }
    return true;
}

/// Moves the constants of a body into the graph of its Loop, where all iterations share them.
void moveConstants(Rewriter& rewriter, const ConstantLoop& loop) {
    const Model before = rewriter.model();
    before.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph == loop.body.id && value->initializer &&
            std::ranges::find(loop.body.inputs, id) == loop.body.inputs.end())
            rewriter.moveValue(id, loop.node.graph);
    });
}

/// Writes the iterations of a Loop down one after the other.
class WrittenOut {
public:
    WrittenOut(Rewriter& rewriter, const ConstantLoop& loop)
        : m_rewriter(rewriter), m_loop(loop), m_name(Rewriter::nameFor(loop.node)),
          m_origins(originsWith(loop.node)), m_stacked(loop.node.outputs.size()) {}

    void run() {
        moveConstants(m_rewriter, m_loop);
        m_before = m_rewriter.model();
        const Node& node = m_loop.node;
        ModelEditor& editor = m_rewriter.editor();
        editor.changeNode(node.id, [](Node& emptied) { emptied.outputs = {}; });
        m_rewriter.remove(node.id);
        m_carried.assign(node.inputs.begin() + kOthers, node.inputs.end());
        std::vector<NodeId> calls;
        for (std::int64_t i = 0; i < m_loop.iterations; ++i)
            calls.push_back(addCall(i));
        const std::vector<NodeId> made =
            expandCalls(editor, calls, m_before, m_loop.body.id,
                        [&](const std::string& wish) { return m_rewriter.freshName(wish); });
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (const ValueId output = node.outputs[i]; !output)
                continue;
            else if (i >= m_loop.carried)
                stack(i);
            else if (m_loop.iterations == 0)
                add("Identity", {m_carried[i]}, output);
        removeUnread(made);
    }

private:
    /// Removes what only made the condition, or made nothing that is read in the body either.
    void removeUnread(const std::vector<NodeId>& made) {
        for (auto id = made.rbegin(); id != made.rend(); ++id)
            if (m_rewriter.isUnread(*m_rewriter.model().node(*id)))
                m_rewriter.remove(*id);
    }

    /// Adds a node that stands for one iteration until the nodes of the body replace it.
    NodeId addCall(std::int64_t iteration) {
        const Node& node = m_loop.node;
        Node call;
        call.graph = node.graph;
        call.name = m_rewriter.freshName(m_name + "_" + std::to_string(iteration));
        call.opType = "Loop";
        call.inputs = {number(iteration), condition()};
        for (const ValueId each : m_carried)
            call.inputs.push_back(each);
        call.outputs = {ValueId{}};
        const std::vector<ValueId> given(call.inputs.begin(), call.inputs.end());
        const bool isLast = iteration + 1 == m_loop.iterations;
        for (std::size_t i = 0; i + 1 < m_loop.body.outputs.size(); ++i) {
            const ValueId output = i < node.outputs.size() ? node.outputs[i] : ValueId{};
            if (i >= m_loop.carried) {
                call.outputs.push_back(output ? addValue(i) : ValueId{});
                if (output)
                    m_stacked[i].push_back(call.outputs.back());
                continue;
            }
            const ValueId passed = isLast ? ValueId{} : passedOn(m_loop.returned(i), given);
            call.outputs.push_back(isLast ? output : passed ? ValueId{} : addValue(i));
            m_carried[i] = passed ? passed : call.outputs.back();
        }
        return m_rewriter.editor().addNode(std::move(call), m_origins);
    }

    /// What the body returns without computing it: one of its inputs, which are `given`, or a value
    /// of the graphs around it; none: it computes it.
    [[nodiscard]] ValueId passedOn(ValueId returned, const std::vector<ValueId>& given) const {
        const auto input = std::ranges::find(m_loop.body.inputs, returned);
        if (input != m_loop.body.inputs.end())
            return given[static_cast<std::size_t>(input - m_loop.body.inputs.begin())];
        return m_before.value(returned)->graph != m_loop.body.id ? returned : ValueId{};
    }

    ValueId addValue(std::size_t output) {
        const Value& returned = *m_before.value(m_loop.returned(output));
        return m_rewriter.addValue(m_loop.node.graph, m_name + "_" + returned.name, returned.type);
    }

    /// The number of an iteration; none where the body does not read it.
    ValueId number(std::int64_t iteration) {
        const ValueId input = m_loop.body.inputs[kTrips];
        if (!isRead(input))
            return {};
        const TypePtr& type = m_before.value(input)->type;
        const bool isRow = type && type->isTensor() && type->shape && type->shape->size() == 1;
        return m_rewriter.addConstant(m_loop.node.graph, m_name + "_iteration",
                                      Tensor::of<std::int64_t>(DataType::int64,
                                                               isRow ? std::vector<std::int64_t>{1}
                                                                     : std::vector<std::int64_t>(),
                                                               {iteration}));
    }

    /// The condition, which is true; none where the body does not read it.
    ValueId condition() {
        if (!m_true && isRead(m_loop.body.inputs[kCondition]))
            m_true = m_rewriter.addConstant(
                m_loop.node.graph, m_name + "_condition",
                Tensor::of<std::uint8_t>(DataType::boolean, {}, {std::uint8_t{1}}));
        return m_true;
    }

    [[nodiscard]] bool isRead(ValueId value) const {
        const auto& outputs = m_loop.body.outputs; // the first one is the condition
        return !m_before.consumers(value).empty() ||
               std::find(outputs.begin() + 1, outputs.end(), value) != outputs.end();
    }

    /// Makes the output in which the results of all iterations lie one after the other.
    void stack(std::size_t output) {
        const ValueId wanted = m_loop.node.outputs[output];
        if (m_loop.iterations == 0)
            return add("Identity", {noRows(output)}, wanted);
        std::vector<ValueId> rows;
        for (const ValueId each : m_stacked[output]) {
            rows.push_back(m_loop.iterations == 1
                               ? wanted
                               : m_rewriter.addValue(m_loop.node.graph, m_name + "_row", nullptr));
            unsqueeze(each, rows.back());
        }
        if (rows.size() > 1)
            add("Concat", rows, wanted, {Attribute::make("axis", std::int64_t{0})});
    }

    /// A constant of no rows, each as the body returns it.
    ValueId noRows(std::size_t output) {
        const Type& row = *m_before.value(m_loop.returned(output))->type;
        std::vector<std::int64_t> dims = *staticDims(row.shape);
        dims.insert(dims.begin(), 0);
        return m_rewriter.addConstant(m_loop.node.graph, m_name + "_rows",
                                      Tensor::fromBytes(row.element, std::move(dims), {}));
    }

    void unsqueeze(ValueId from, ValueId to) {
        const std::vector<std::int64_t> first = {0};
        if (m_rewriter.opset() < 13)
            return add("Unsqueeze", {from}, to, {Attribute::make("axes", first)});
        if (!m_axis)
            m_axis =
                m_rewriter.addConstant(m_loop.node.graph, m_name + "_axis", Tensor::int64s(first));
        add("Unsqueeze", {from, m_axis}, to);
    }

    void add(std::string_view op, const std::vector<ValueId>& inputs, ValueId output,
             Attributes attributes = {}) {
        m_rewriter.addNode(m_loop.node.graph, m_name + "/" + std::string(op), op, inputs, {output},
                           m_origins, std::move(attributes));
    }

    Rewriter& m_rewriter;
    const ConstantLoop& m_loop;
    Model m_before; ///< with the loop
    std::string m_name;
    std::vector<NodeId> m_origins;
    std::vector<ValueId> m_carried;              ///< what the next iteration gets
    std::vector<std::vector<ValueId>> m_stacked; ///< by output: what the iterations return
    ValueId m_true, m_axis;
};

} // namespace

std::optional<ConstantLoop> constantLoop(const Rewriter& rewriter, const Node& node) {
    const auto* attribute = node.is("Loop") ? node.attribute("body") : nullptr;
    const auto* id = attribute ? std::get_if<GraphId>(&attribute->value) : nullptr;
    if (!id || node.inputs.size() < kOthers)
        return std::nullopt;
    const Graph& body = *rewriter.model().graph(*id);
    const auto iterations =
        fits(node, body) ? iterationsOf(rewriter, node, body) : std::optional<std::int64_t>();
    if (!iterations)
        return std::nullopt;
    return ConstantLoop{node, body, *iterations, node.inputs.size() - kOthers};
}

bool writeOut(Rewriter& rewriter, const ConstantLoop& loop) {
    if (!canBeWrittenOut(rewriter, loop))
        return false;
    WrittenOut(rewriter, loop).run();
    return true;
}

} // namespace partita
