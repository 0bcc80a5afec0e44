#include "core/passes/passes.h"

#include <algorithm>
#include <set>

#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

constexpr int kDepth = 8; ///< of the chains of nodes that are followed

/// The rank that the readers of a value in `graph` require; nothing: any rank.
std::optional<std::int64_t> demandedRank(const Rewriter& rewriter, ValueId value, GraphId graph,
                                         int depth = 0) {
    if (depth > kDepth)
        return std::nullopt;
    for (const NodeId id : rewriter.model().consumers(value)) {
        const Node* found = rewriter.node(id);
        if (!found || found->graph != graph || found->outputs.empty())
            continue;
        const Node& reader = *found;
        if (operatorFacts(reader).kind == OperatorKind::recurrent &&
            (reader.inputs[0] == value || Rewriter::input(reader, 5) == value ||
             Rewriter::input(reader, 6) == value))
            return 3;
        if (reader.inputs[0] != value)
            continue;
        if (reader.is("Conv"))
            return rewriter.rank(reader.inputs[1]);
        const bool adds = reader.is("Unsqueeze"), takes = reader.is("Squeeze");
        if (!adds && !takes && !operatorFacts(reader).keepsShape())
            continue;
        const auto after = demandedRank(rewriter, reader.outputs[0], graph, depth + 1);
        const auto axes =
            adds || takes ? rewriter.axes(reader, 1) : std::optional(std::vector<std::int64_t>());
        if (!after || !axes || (takes && axes->empty()))
            continue;
        const auto count = static_cast<std::int64_t>(axes->size());
        return adds ? *after - count : *after + count;
    }
    return std::nullopt;
}

using Ranks = std::set<std::int64_t>;

/// What a branch returns as output `at` of its If; none: it returns less.
ValueId returnedBy(const Rewriter& rewriter, GraphId branch, std::size_t at) {
    const auto& outputs = rewriter.model().graph(branch)->outputs;
    return at < outputs.size() ? outputs[at] : ValueId{};
}

/// All ranks that a value can have; nothing: unknown.
std::optional<Ranks> possibleRanks(const Rewriter& rewriter, ValueId value, int depth = 0) {
    if (!value)
        return std::nullopt;
    if (const auto rank = rewriter.rank(value))
        return Ranks{static_cast<std::int64_t>(*rank)};
    const Node* made = rewriter.producer(value);
    if (!made || depth > kDepth)
        return std::nullopt;
    Ranks found;
    if (made->is("If")) {
        const auto at = std::ranges::find(made->outputs, value) - made->outputs.begin();
        for (const GraphId body : made->subgraphs()) {
            const auto ranks = possibleRanks(
                rewriter, returnedBy(rewriter, body, static_cast<std::size_t>(at)), depth + 1);
            if (!ranks)
                return std::nullopt;
            found.insert(ranks->begin(), ranks->end());
        }
        return found;
    }
    const bool adds = made->is("Unsqueeze"), takes = made->is("Squeeze");
    if (!adds && !takes && (!operatorFacts(*made).keepsShape() || made->outputs[0] != value))
        return std::nullopt;
    const auto before = possibleRanks(rewriter, made->inputs[0], depth + 1);
    const auto axes =
        adds || takes ? rewriter.axes(*made, 1) : std::optional(std::vector<std::int64_t>());
    if (!before || !axes || (takes && axes->empty()))
        return std::nullopt;
    const auto count = static_cast<std::int64_t>(axes->size());
    for (const std::int64_t rank : *before)
        found.insert(adds ? rank + count : rank - count);
    return found;
}

/// The condition with which the If's results fit their readers; nothing: either one.
std::optional<bool> decided(const Rewriter& rewriter, const Node& node) {
    const auto* yes = node.attribute("then_branch");
    const auto* no = node.attribute("else_branch");
    if (!yes || !no || !std::holds_alternative<GraphId>(yes->value) ||
        !std::holds_alternative<GraphId>(no->value))
        return std::nullopt;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto wanted = demandedRank(rewriter, node.outputs[i], node.graph);
        if (!wanted)
            continue;
        const auto fits = [&](const Attribute& branch) {
            const auto ranks =
                possibleRanks(rewriter, returnedBy(rewriter, std::get<GraphId>(branch.value), i));
            return !ranks || ranks->contains(*wanted);
        };
        const bool then = fits(*yes), other = fits(*no);
        if (then != other)
            return then;
    }
    return std::nullopt;
}

} // namespace

/// Decides an If where only one branch gives results that their readers accept.
///
/// Before:   Y = If(c)<A, B>, Z = LSTM(Unsqueeze(Y) …)    only A has the rank that LSTM needs
/// After:    the same with c = true; other readers of c as well where the same graph computes c
/// With c = false the model would fail, so no result changes.
/// Declines: the ranks are not known
/// Source:   ONNX If-1 … 25; LSTM, GRU, RNN (rank 3), Conv (the rank of W)
bool eliminateImpossibleBranch(Rewriter& rewriter, const Node& node) {
    if (!node.is("If") || rewriter.isConstant(node.inputs[0]))
        return false;
    const auto answer = decided(rewriter, node);
    if (!answer)
        return false;
    const ValueId condition = node.inputs[0];
    const ValueId known =
        rewriter.addConstant(node.graph, rewriter.model().value(condition)->name + "_decided",
                             Tensor::of<std::uint8_t>(DataType::boolean, {}, {*answer}));
    // Other readers in this graph and its bodies run only when this If runs, with the same c.
    const bool local = rewriter.model().value(condition)->graph == node.graph &&
                       rewriter.model().producer(condition) &&
                       !rewriter.model().isGraphOutput(condition);
    if (!local || !rewriter.forward(condition, known))
        rewriter.setInput(node.id, 0, known);
    return true;
}

} // namespace partita
