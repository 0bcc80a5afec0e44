#include "core/passes/passes.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/probe_table.h"
#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

/// The inputs of nodes, where constants of one element that are equal count as one (exporters write
/// a Constant for each use), unless a body reads them.
class Operands {
public:
    explicit Operands(const PassRun& run) : m_run(run) {}

    /// What an input counts as.
    ValueId first(ValueId value) {
        const Model& model = m_run.model();
        if (!value || m_run.options().tunable.contains(value) ||
            (model.producer(value) && !model.node(model.producer(value))->is("Constant")))
            return value;
        m_first.resize(std::max<std::size_t>(m_first.size(), model.values().keyEnd()));
        if (const ValueId known = m_first[value.value])
            return known;
        const auto tensor = constantOf(model, value);
        ValueId found = value;
        const bool inBodies = std::ranges::any_of(model.consumers(value), [&](NodeId reader) {
            return model.node(reader)->graph != model.value(value)->graph;
        });
        if (!inBodies && tensor && tensor->count() == 1 && tensor->dims.size() <= 1 &&
            tensor->type != DataType::string && !tensor->isComputed())
            if (const auto bytes = elements(*tensor))
                found = m_byKey
                            .try_emplace(std::to_string(static_cast<int>(tensor->type)) + "|" +
                                             std::to_string(tensor->dims.size()) + "|" +
                                             std::string(bytes->text()),
                                         value)
                            .first->second;
        return m_first[value.value] = found;
    }

private:
    const PassRun& m_run;
    std::vector<ValueId> m_first;                     // by value; none: not known yet
    std::unordered_map<std::string, ValueId> m_byKey; // by type, rank and bytes
};

/// A hash of everything that must be equal except the attributes.
std::size_t hashOf(const Node& node, Operands& operands) {
    std::size_t hash = node.graph.value * std::size_t{31} + node.outputs.size();
    const auto add = [&hash](std::size_t part) {
        hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    };
    for (const SharedString* text : {&node.opType, &node.domain, &node.overload})
        add(text->empty() ? 0 : std::hash<std::string_view>()(*text));
    for (const ValueId input : node.inputs)
        add(operands.first(input).value);
    return hash;
}

bool sameCall(const Node& a, const Node& b, Operands& operands) {
    return a.opType == b.opType && a.domain == b.domain && a.overload == b.overload &&
           a.graph == b.graph && a.outputs.size() == b.outputs.size() &&
           std::ranges::equal(
               a.inputs, b.inputs,
               [&](ValueId x, ValueId y) { return operands.first(x) == operands.first(y); }) &&
           sameAttributes(*a.attributes, *b.attributes);
}

bool mergeInto(Rewriter& rewriter, const Node& node, const Node& first) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !first.outputs[i])
            return false;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !rewriter.forward(node.outputs[i], first.outputs[i]))
            return false;
    rewriter.remove(node.id);
    return true;
}

} // namespace

/// Merges nodes that compute the same result.
///
/// Before:   A = F<a>(X), B = F<a>(X)    in one graph; X are the same, or equal constants of one
///           element
/// After:    A = F<a>(X); readers of B read A
/// Declines: random operators; nodes with bodies; A and B are both outputs of the graph
Result<void> eliminateCommonSubexpression(PassRun& run) {
    Operands operands(run);
    ProbeTable<NodeId> seen; // with the hash that each node had when it was met
    seen.reserve(run.order().size());
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || isRandom(*node) || !node->subgraphs().empty())
            continue;
        const std::size_t hash = hashOf(*node, operands);
        const auto mergesInto = [&](NodeId candidate) {
            const auto first = run.model().node(candidate);
            return first && sameCall(*first, *node, operands) &&
                   run.attempt(
                       id, [&](Rewriter& rewriter) { return mergeInto(rewriter, *node, *first); });
        };
        if (!seen.find(hash, mergesInto))
            seen.insert(hash, id);
    }
    return {};
}

} // namespace partita
