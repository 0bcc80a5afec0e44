#include "core/session/root_cause.h"

#include <array>

namespace partita {

namespace {

/// Whether a verdict is about the node itself, not about its neighbours or its group.
bool isRefusal(const Verdict& verdict) {
    switch (verdict.code) {
    case ReasonCode::runTooShort:
    case ReasonCode::lostGroup:
    case ReasonCode::excludedByUser:
    case ReasonCode::takenByHigherPriority: return false;
    default: return !verdict.claimed;
    }
}

} // namespace

std::string_view rootName(RootCause::Kind kind) {
    constexpr std::array<std::string_view, 8> kNames = {
        "claimed", "itself", "cutOff", "lostGroup", "body", "insideNode", "takenAbove", "byUser"};
    return kNames[static_cast<std::size_t>(kind)];
}

RootFinder::RootFinder(const Model& model, const Partitioning& partitioning,
                       const PlacedOrder& order)
    : m_model(model), m_partitioning(partitioning), m_order(order),
      m_nodesByGraph(model.graphs().keyEnd()) {
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->graph != model.mainGraph())
            m_nodesByGraph[node->graph.value].push_back(id);
    });
}

RootCause RootFinder::of(NodeId node, std::uint32_t provider) {
    using Kind = RootCause::Kind;
    const auto& verdicts = m_partitioning.verdicts(node);
    if (provider >= verdicts.size())
        return {};
    const Verdict& verdict = verdicts[provider];
    const NodeId holder = holderOf(node);
    if (verdict.claimed)
        return {Kind::claimed, verdict.evidence, {}};
    if (holder)
        return {
            Kind::insideNode,
            PARTITA_TEXT("it is compiled with {0}, which holds it", m_model.node(holder)->label()),
            {holder}};
    switch (verdict.code) {
    case ReasonCode::runTooShort: return cutOff(node, verdict);
    case ReasonCode::controlFlow: return inBody(node, verdict);
    case ReasonCode::takenByHigherPriority: return {Kind::takenAbove, verdict.evidence, {}};
    case ReasonCode::excludedByUser: return {Kind::byUser, verdict.evidence, {}};
    case ReasonCode::lostGroup: {
        RootCause cause{Kind::lostGroup, verdict.evidence, {}};
        if (const auto& culprit = m_model.node(verdict.culprit)) {
            cause.culprits.push_back(culprit->id);
            cause.text = PARTITA_TEXT("lost with {0}: {1}", culprit->label(), verdict.evidence);
        }
        return cause;
    }
    default: return {Kind::itself, verdict.evidence, {}};
    }
}

const RootFinder::Run& RootFinder::runAt(std::size_t place, std::uint32_t provider) {
    if (m_run.provider == provider && m_run.before < place && place < m_run.after)
        return m_run;
    const auto inRun = [&](std::size_t at) {
        const NodeId each = m_order.at(at);
        return each && verdictOf(m_partitioning, each, provider).code == ReasonCode::runTooShort;
    };
    m_run = {provider, place, place};
    while (inRun(m_run.before))
        --m_run.before;
    while (inRun(m_run.after))
        ++m_run.after;
    return m_run;
}

RootCause RootFinder::cutOff(NodeId node, const Verdict& verdict) {
    RootCause cause{RootCause::Kind::cutOff, {}, {}};
    if (const auto place = m_order.placeOf(node)) {
        const Run& run = runAt(*place, verdict.provider);
        for (const std::size_t end : {run.before, run.after})
            if (m_order.at(end))
                cause.culprits.push_back(m_order.at(end));
    }
    const auto label = [&](std::size_t i) { return m_model.node(cause.culprits[i])->label(); };
    cause.text = cause.culprits.size() == 2 ? PARTITA_TEXT("cut off by {0} and {1}: {2}", label(0),
                                                           label(1), verdict.evidence)
                 : cause.culprits.size() == 1
                     ? PARTITA_TEXT("cut off by {0}: {1}", label(0), verdict.evidence)
                     : PARTITA_TEXT("the graph has no more nodes: {0}", verdict.evidence);
    return cause;
}

RootCause RootFinder::inBody(NodeId node, const Verdict& verdict) const {
    const NodeId inner = refusedInside(node, verdict.provider);
    if (!inner)
        return {RootCause::Kind::body, verdict.evidence, {}};
    const Node& culprit = *m_model.node(inner);
    return {RootCause::Kind::body,
            PARTITA_TEXT("its body holds {0}: {1}", culprit.label(),
                         m_partitioning.verdicts(inner)[verdict.provider].evidence),
            {inner}};
}

NodeId RootFinder::refusedInside(NodeId node, std::uint32_t provider) const {
    for (const GraphId body : m_model.node(node)->subgraphs())
        for (const NodeId inner : m_nodesByGraph[body.value]) {
            const auto& verdicts = m_partitioning.verdicts(inner);
            if (verdicts.empty() || m_model.node(inner)->is("Constant") ||
                !isRefusal(verdicts[provider]))
                continue;
            if (verdicts[provider].code != ReasonCode::controlFlow)
                return inner;
            const NodeId innermost = refusedInside(inner, provider);
            return innermost ? innermost : inner;
        }
    return {};
}

NodeId RootFinder::holderOf(NodeId node) const {
    const Partition* partition = m_partitioning.partition(node);
    NodeId holder = node;
    while (partition && holder && m_model.node(holder)->graph != partition->graph) {
        const auto& body = m_model.graph(m_model.node(holder)->graph);
        holder = body ? body->parent : NodeId{};
    }
    return holder == node ? NodeId{} : holder;
}

RootCause rootCause(const Model& model, const Partitioning& partitioning, NodeId node,
                    std::uint32_t provider) {
    const PlacedOrder order(model, partitioning);
    return RootFinder(model, partitioning, order).of(node, provider);
}

} // namespace partita
