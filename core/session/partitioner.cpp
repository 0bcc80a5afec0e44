#include "core/session/partitioner.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/ir/graph_order.h"
#include "core/session/dependency_groups.h"
#include "core/session/placement_wishes.h"

namespace partita {

namespace {

class Partitioner {
public:
    Partitioner(const Model& model, const ProviderList& providers, const PartitionOptions& options)
        : m_model(model), m_providers(providers), m_options(options), m_versions(model),
          m_order(model) {
        m_nodesByGraph.resize(model.graphs().keyEnd());
        model.nodes().forEach(
            [&](NodeId id, const auto& node) { m_nodesByGraph[node->graph.value].push_back(id); });
        m_result.partitionOf.resize(model.nodes().keyEnd());
        m_verdicts.resize(model.nodes().keyEnd() * providers.size());
        m_judged.resize(model.nodes().keyEnd());
        for (const auto& provider : providers) {
            const auto info = provider->info();
            m_result.providers.push_back(info.id);
            m_result.providerNames.push_back({info.displayName, info.device});
            m_result.learnedFrom.push_back(info.learnedFrom);
        }
        m_taken.resize(model.nodes().keyEnd());
        m_result.leastRun.resize(providers.size(), 1);
        m_wishes.emplace(options, m_result, model.nodes().keyEnd());
    }

    Result<Partitioning> run(const Progress& progress) {
        placeGraph(m_model.mainGraph());
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        findEnds();
        findBoundaries();
        summarize();
        shareVerdicts();
        return std::move(m_result);
    }

private:
    struct Taken {
        bool taken = false;
        std::uint32_t provider = 0, claim = 0;
        bool compiled = false;
    };

    using VerdictKey = std::tuple<bool, ReasonCode, const void*, const void*, NodeId>;

    [[nodiscard]] Verdict& verdictOf(NodeId node, std::uint32_t provider) {
        return m_verdicts[node.value * m_providers.size() + provider];
    }
    void setVerdict(NodeId node, Verdict verdict) {
        m_judged[node.value] = true;
        Verdict& place = verdictOf(node, verdict.provider);
        place = std::move(verdict);
    }

    /// Similar nodes got the same verdict from every provider: keeps each distinct list once.
    void shareVerdicts() {
        std::vector<VerdictKey> key;
        std::map<std::vector<VerdictKey>, std::uint32_t> known;
        m_result.verdictListOf.resize(m_judged.size());
        for (std::uint32_t node = 0; node < m_judged.size(); ++node) {
            if (!m_judged[node])
                continue;
            const auto list =
                std::span(m_verdicts).subspan(node * m_providers.size(), m_providers.size());
            key.clear();
            for (const Verdict& verdict : list)
                key.emplace_back(verdict.claimed, verdict.code, verdict.evidence.identity(),
                                 verdict.place.get(), verdict.culprit);
            const auto [at, fresh] =
                known.try_emplace(key, static_cast<std::uint32_t>(m_result.verdictLists.size()));
            if (fresh)
                m_result.verdictLists.emplace_back(list.begin(), list.end());
            m_result.verdictListOf[node] = at->second;
        }
    }

    [[nodiscard]] static bool isConstantNode(const Node& node) { return node.is("Constant"); }

    void placeGraph(GraphId graph) {
        std::vector<NodeId> order = m_order.topological(graph);
        std::erase_if(order, [&](NodeId id) {
            if (!isConstantNode(*m_model.node(id)))
                return false;
            noteConstant(id);
            return true;
        });
        std::optional<DependencyGroups> groups;
        if (m_options.grouping == Grouping::dependency)
            groups.emplace(m_order, order);
        for (std::uint32_t provider = 0; provider < m_providers.size(); ++provider)
            ask(provider, graph, order, groups ? &*groups : nullptr);
        if (groups)
            order = arrangedByProvider(*groups);
        cutIntoPartitions(graph, order);
        for (const NodeId id : order)
            placeBodies(*m_model.node(id));
    }

    void noteConstant(NodeId id) {
        for (std::uint32_t provider = 0; provider < m_providers.size(); ++provider)
            setVerdict(id,
                       {provider, false, ReasonCode::constantNode, constantNodeText(), nullptr});
        ++m_result.summary.constants;
    }

    /// Asks a provider about nodes in execution order. `groups`: null, or where the claims that
    /// are taken stay together; `order` is then brought into their order.
    void ask(std::uint32_t provider, GraphId graph, std::vector<NodeId>& order,
             DependencyGroups* groups) {
        CapabilityRequest request{m_model,
                                  graph,
                                  order,
                                  std::vector<bool>(order.size()),
                                  m_versions,
                                  m_nodesByGraph,
                                  m_wishes->of(provider)};
        for (std::size_t i = 0; i < order.size(); ++i)
            request.free[i] = !isUnavailable(order[i], provider);
        if (groups)
            request.regroup = [groups](const std::vector<bool>& taken) {
                return groups->arranged(std::vector<std::uint32_t>(taken.begin(), taken.end()));
            };
        Capabilities answer = m_providers[provider]->getCapability(request);
        m_result.leastRun[provider] = answer.leastRun;
        m_wishes->addAssumed(answer, request);
        for (std::size_t i = 0; i < order.size() && i < answer.verdicts.size(); ++i) {
            Verdict verdict = std::move(answer.verdicts[i]);
            verdict.provider = provider;
            adjust(verdict, order[i]);
            setVerdict(order[i], std::move(verdict));
        }
        std::vector<std::vector<NodeId>> compiled;
        for (Claim& claim : answer.claims)
            if (take(provider, claim) && groups && claim.compiled)
                compiled.push_back(std::move(claim.nodes));
        if (groups && !compiled.empty()) {
            groups->keepTogether(compiled);
            order = groups->order();
        }
    }

    /// The order with the fewest partitions of nodes that run kernel by kernel; compiled ones stay
    /// as they are.
    std::vector<NodeId> arrangedByProvider(const DependencyGroups& groups) const {
        std::vector<std::uint32_t> colours;
        for (const NodeId id : groups.order()) {
            const Taken& taken = m_taken[id.value];
            colours.push_back(!taken.taken ? 1 : taken.compiled ? 0 : taken.provider + 2);
        }
        const std::vector<std::size_t> places = groups.arranged(colours);
        if (places.empty()) // nothing to arrange, or a cycle in the model
            return groups.order();
        std::vector<NodeId> order;
        for (const std::size_t place : places)
            order.push_back(groups.order()[place]);
        return order;
    }

    void adjust(Verdict& verdict, NodeId node) {
        const Taken& taken = m_taken[node.value];
        const auto takenBy =
            taken.taken ? std::optional(taken.provider) : std::optional<std::uint32_t>();
        if (!m_wishes->adjust(verdict, node, takenBy) && taken.taken && verdict.claimed) {
            const std::uint32_t first = m_taken[node.value].provider;
            Message& text = m_takenTexts[first];
            if (text.empty())
                text = PARTITA_TEXT("could take it, but {0} comes first",
                                    m_result.providerNames[first].full());
            verdict = {verdict.provider, false, ReasonCode::takenByHigherPriority, text,
                       verdict.place};
        }
    }

    [[nodiscard]] bool isUnavailable(NodeId node, std::uint32_t provider) const {
        return m_taken[node.value].taken || m_wishes->forbids(node, provider);
    }

    /// Whether all nodes of the claim could be taken; otherwise none is.
    bool take(std::uint32_t provider, const Claim& claim) {
        const auto unavailable = [&](NodeId id) { return isUnavailable(id, provider); };
        const auto lost = std::find_if(claim.nodes.begin(), claim.nodes.end(), unavailable);
        if (lost != claim.nodes.end()) {
            const Message text =
                PARTITA_TEXT("its group lost {0}, and a group is taken whole or not at all",
                             m_model.node(*lost)->label());
            for (const NodeId id : claim.nodes) {
                Verdict& verdict = verdictOf(id, provider);
                if (!unavailable(id))
                    verdict = {provider, false, ReasonCode::lostGroup, text, verdict.place, *lost};
            }
            return false;
        }
        ++m_claims;
        for (const NodeId id : claim.nodes)
            m_taken[id.value] = {true, provider, m_claims, claim.compiled};
        return true;
    }

    /// A partition is a contiguous range of the execution order, so partitions never depend on each
    /// other in a cycle.
    void cutIntoPartitions(GraphId graph, const std::vector<NodeId>& order) {
        Partition* current = nullptr;
        Taken last;
        for (const NodeId id : order) {
            const Taken& taken = m_taken[id.value];
            if (!taken.taken) {
                current = nullptr;
                ++m_result.summary.unassigned;
                ++m_result.summary.nodes;
                continue;
            }
            const bool joins = current && taken.provider == last.provider &&
                               taken.compiled == last.compiled &&
                               (!taken.compiled || taken.claim == last.claim);
            if (!joins)
                current = &startPartition(graph, taken);
            add(*current, id);
            last = taken;
        }
    }

    Partition& startPartition(GraphId graph, const Taken& taken) {
        Partition partition;
        partition.index = static_cast<std::uint32_t>(m_result.partitions.size() + 1);
        partition.provider = taken.provider;
        partition.graph = graph;
        partition.compiled = taken.compiled;
        m_result.partitions.push_back(std::move(partition));
        return m_result.partitions.back();
    }

    void add(Partition& partition, NodeId id) {
        partition.nodes.push_back(id);
        m_result.partitionOf[id.value] = partition.index;
        ++m_result.summary.nodes;
    }

    void placeBodies(const Node& node) {
        const auto bodies = node.subgraphs();
        if (bodies.empty())
            return;
        const std::uint32_t index = m_result.partitionOf[node.id.value];
        const bool compiled = index && m_result.partitions[index - 1].compiled;
        for (const GraphId body : bodies) {
            if (compiled)
                follow(body, index);
            else
                placeGraph(body);
        }
    }

    /// Assigns the nodes in the bodies of a compiled node to its partition.
    void follow(GraphId body, std::uint32_t index) {
        for (const NodeId id : m_nodesByGraph[body.value]) {
            const Node& node = *m_model.node(id);
            if (isConstantNode(node)) {
                noteConstant(id);
                continue;
            }
            m_result.partitionOf[id.value] = index;
            m_taken[id.value].taken = true;
            ++m_result.summary.nodes;
            const std::uint32_t provider = m_result.partitions[index - 1].provider;
            for (std::uint32_t each = 0; each < m_providers.size(); ++each)
                setVerdict(
                    id, {each, each == provider,
                         each == provider ? ReasonCode::claimed : ReasonCode::takenByHigherPriority,
                         m_insideText, nullptr});
            for (const GraphId inner : node.subgraphs())
                follow(inner, index);
        }
    }

    void findEnds() {
        for (Partition& partition : m_result.partitions) {
            std::unordered_set<ValueId> seen;
            for (const NodeId id : partition.nodes)
                collectInputs(*m_model.node(id), partition, seen);
            for (const NodeId id : partition.nodes)
                for (const ValueId output : m_model.node(id)->outputs)
                    if (output && leaves(output, partition.index))
                        partition.outputs.push_back(output);
        }
    }

    void collectInputs(const Node& node, Partition& partition, std::unordered_set<ValueId>& seen) {
        const auto consider = [&](ValueId input) {
            const auto& value = m_model.value(input);
            if (!value || value->isConstant() || isConstantProducer(input) ||
                !seen.insert(input).second)
                return;
            const NodeId producer = m_model.producer(input);
            const bool inside = producer && m_result.partitionOf[producer.value] == partition.index;
            const bool own = value->graph == partition.graph || node.graph == partition.graph ||
                             !isInside(value->graph, partition);
            if (!inside && own)
                partition.inputs.push_back(input);
        };
        for (const ValueId input : node.inputs)
            consider(input);
        for (const GraphId body : node.subgraphs()) {
            for (const NodeId inner : m_nodesByGraph[body.value])
                collectInputs(*m_model.node(inner), partition, seen);
            for (const ValueId output :
                 m_model.graph(body)->outputs) // a body may return a captured value
                consider(output);
        }
    }

    /// Whether `graph` is a body of a node in `partition`.
    [[nodiscard]] bool isInside(GraphId graph, const Partition& partition) const {
        while (graph && graph != partition.graph) {
            const auto& record = m_model.graph(graph);
            const auto& parent = record ? m_model.node(record->parent) : m_model.node({});
            if (!parent)
                return false;
            graph = parent->graph;
            if (graph == partition.graph)
                return true;
        }
        return false;
    }

    [[nodiscard]] bool isConstantProducer(ValueId value) const {
        const NodeId producer = m_model.producer(value);
        return producer && isConstantNode(*m_model.node(producer));
    }

    [[nodiscard]] bool leaves(ValueId value, std::uint32_t partition) const {
        if (m_model.isGraphOutput(value))
            return true;
        for (const NodeId reader : m_model.consumers(value))
            if (m_result.partitionOf[reader.value] != partition)
                return true;
        return false;
    }

    void findBoundaries() {
        for (const Partition& partition : m_result.partitions)
            for (const ValueId input : partition.inputs) {
                const NodeId producer = m_model.producer(input);
                const std::uint32_t from =
                    producer ? m_result.partitionOf[producer.value] : Partitioning::kNone;
                if (!from || from == partition.index)
                    continue;
                const auto& value = *m_model.value(input);
                BoundaryTensor boundary{
                    input, from, partition.index, valueBytes(value), bytesAtLeast(value), false};
                boundary.sameProvider =
                    m_result.partitions[from - 1].provider == partition.provider;
                m_result.boundaries.push_back(boundary);
            }
    }

    void summarize() {
        auto& summary = m_result.summary;
        summary.byProvider.resize(m_providers.size());
        summary.partitionsByProvider.resize(m_providers.size());
        for (const Partition& partition : m_result.partitions)
            ++summary.partitionsByProvider[partition.provider];
        for (const std::uint32_t index : m_result.partitionOf)
            if (index)
                ++summary.byProvider[m_result.partitions[index - 1].provider];
        // A tensor that several partitions of one provider read is copied there once.
        std::unordered_map<ValueId, std::unordered_set<std::uint32_t>> moved;
        for (const BoundaryTensor& boundary : m_result.boundaries) {
            if (boundary.sameProvider ||
                !moved[boundary.value].insert(m_result.partitions[boundary.to - 1].provider).second)
                continue;
            ++summary.boundaryTensors;
            summary.boundaryBytes += boundary.bytes.value_or(boundary.bytesPerSymbol);
            summary.boundaryBytesComplete = summary.boundaryBytesComplete && boundary.bytes;
        }
    }

    const Model& m_model;
    const ProviderList& m_providers;
    const PartitionOptions& m_options;
    OpVersions m_versions;
    GraphOrder m_order;
    std::vector<std::vector<NodeId>> m_nodesByGraph;
    std::vector<Taken> m_taken;              // by NodeId
    std::vector<Verdict> m_verdicts;         // by NodeId, then provider
    std::vector<bool> m_judged;              // by NodeId
    std::optional<PlacementWishes> m_wishes; // refers to the providers of `m_result`
    std::uint32_t m_claims = 0;
    std::unordered_map<std::uint32_t, Message> m_takenTexts;
    Message m_insideText = PARTITA_TEXT("runs inside the compiled node that holds it");
    Partitioning m_result;
};

} // namespace

const Message& constantNodeText() {
    static const Message kText =
        PARTITA_TEXT("a Constant node becomes an initializer before nodes are placed");
    return kText;
}

std::uint64_t bytesAtLeast(const Value& value) {
    if (!value.type || !value.type->isTensor() || !value.type->shape)
        return 0;
    std::vector<std::int64_t> dims;
    for (const Dim& dim : *value.type->shape)
        dims.push_back(dim.value.value_or(1));
    const auto count = elementCount(dims);
    const auto bytes = count ? packedBytes(value.type->element, *count) : std::nullopt;
    return bytes ? *bytes : 0; // a size that overflows counts as unknown
}

std::optional<std::uint64_t> valueBytes(const Value& value) {
    if (!value.type || !value.type->isTensor())
        return std::nullopt;
    const auto dims = staticDims(value.type->shape);
    const auto count = dims ? elementCount(*dims) : std::nullopt;
    return count ? packedBytes(value.type->element, *count) : std::nullopt;
}

Result<Partitioning> partitionModel(const Model& model, const ProviderList& providers,
                                    const PartitionOptions& options, const Progress& progress) {
    if (providers.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("no provider to place nodes on"),
                     {},
                     PARTITA_TEXT("add at least the CPU")};
    return Partitioner(model, providers, options).run(progress);
}

} // namespace partita
