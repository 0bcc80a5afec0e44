#include "core/scene/graph_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/ir/function_calls.h"
#include "core/ir/graph_order.h"
#include "core/onnx/operator_work.h"
#include "core/provider/op_versions.h"
#include "core/scene/captured_values.h"
#include "core/scene/group_titles.h"
#include "core/scene/node_box.h"
#include "core/scene/outline.h"
#include "core/scene/scene_layout.h"
#include "core/scene/short_type.h"
#include "core/scene/shown_nodes.h"
#include "core/session/optimization.h"
#include "core/session/placed_calls.h"
#include "core/session/placed_order.h"

namespace partita {

namespace {

/// The end of a name says most; what is before it is left out where it is long.
std::string endOfName(const std::string& name) {
    constexpr std::size_t kMost = 28; ///< bytes
    if (name.size() <= kMost)
        return name;
    std::size_t begin = name.size() - kMost;
    while (begin < name.size() && continuesCharacter(name[begin]))
        ++begin; // not into the middle of a letter
    return "…" + name.substr(begin);
}

/// "1×64×56×56 fp32 · 784 KiB"; with a size that is not known "n×64×56×56 fp32 · 784 KiB × n", with
/// several "≥ 784 KiB".
std::string boundaryText(const Value& value, bool withName) {
    if (!value.type)
        return endOfName(value.name);
    std::string text = withName ? endOfName(value.name) + " · " : std::string();
    text += shortTypeText(*value.type);
    const auto bytes = valueBytes(value);
    const std::uint64_t least = bytes ? *bytes : bytesAtLeast(value);
    if (least == 0)
        return text;
    std::vector<std::string> open;
    for (const Dim& dim : value.type->shape.value_or(Shape{}))
        if (!dim.value)
            open.push_back(shortSize(dim));
    text += open.size() > 1 ? " · ≥ " : " · ";
    text += byteText(least);
    if (open.size() == 1)
        text += " × " + open.front();
    return text;
}

class SceneBuilder {
public:
    SceneBuilder(const Model& model, GraphId graph, const Partitioning* partitioning,
                 const SceneOptions& options)
        : m_model(model), m_partitioning(partitioning), m_options(options), m_order(model),
          m_functions(model), m_versions(model) {
        m_scene.graph = graph;
    }

    GraphScene build() {
        const auto& graph = *m_model.graph(m_scene.graph);
        const auto nodes = m_order.topological(m_scene.graph);
        m_shown.emplace(m_model, m_scene.graph, nodes, m_options.showFolded, m_options.wanted);
        std::vector<NodeId> drawn;
        std::ranges::copy_if(nodes, std::back_inserter(drawn),
                             [this](NodeId id) { return m_shown->contains(id); });
        m_scene.boxes.reserve(drawn.size() + graph.inputs.size() + graph.outputs.size());
        m_scene.sizes.reserve(m_scene.boxes.capacity());
        m_scene.boxByNode.resize(m_model.nodes().keyEnd());
        m_scene.partitionBadges.emplace_back();
        if (m_partitioning) {
            m_scene.providerNames = m_partitioning->providerNames;
            m_scene.partitionNodes = partitionSizes(*m_partitioning);
            for (const Partition& partition : m_partitioning->partitions)
                m_scene.partitionBadges.push_back(m_partitioning->badge(partition));
        }
        for (const ValueId input : graph.inputs)
            if (!m_model.value(input)->isConstant())
                addPort(input, SceneBox::Kind::input);
        for (const ValueId captured : capturedValues(m_model, m_scene.graph, m_order))
            addPort(captured, SceneBox::Kind::captured);
        addDrawn(std::move(drawn));
        for (const ValueId output : graph.outputs)
            addPort(output, SceneBox::Kind::output);
        for (const NodeId id : nodes)
            if (!m_shown->contains(id))
                m_scene.folded.emplace_back(id, drawnReader(id));
        std::sort(m_scene.folded.begin(), m_scene.folded.end());
        addNets();
        return std::move(m_scene);
    }

private:
    void addDrawn(std::vector<NodeId> order) {
        if (m_options.collapse && !order.empty()) {
            m_scene.hierarchy = m_options.outline && !m_shown->hasMore()
                                    ? m_options.outline->whole
                                    : groupNodes(m_model, order, m_partitioning, m_options.groupBy);
            m_scene.collapsed = !m_scene.hierarchy.children.empty();
        }
        if (!m_scene.collapsed) {
            for (const NodeId id : order)
                addNode(*m_model.node(id));
            return;
        }
        m_scene.order = std::move(order);
        addMembers(m_scene.hierarchy);
    }

    void addMembers(const NodeGroup& group) {
        if (group.children.empty())
            for (std::size_t i = group.begin; i < group.end; ++i)
                addNode(*m_model.node(m_scene.order[i]));
        for (const NodeGroup& child : group.children) {
            if (child.size() <= kAlwaysOpen ||
                m_options.expanded.contains(child.key(m_scene.order)))
                addMembers(child);
            else
                addGroup(child);
        }
    }

    static constexpr std::size_t kAlwaysOpen = 4; ///< nodes; a box would save no room

    void addGroup(const NodeGroup& group) {
        SceneBox box;
        box.kind = SceneBox::Kind::group;
        box.node = m_scene.order[group.begin];
        box.title = group.title;
        box.group = static_cast<std::int32_t>(m_scene.groups.size());
        SceneGroup about{group.key(m_scene.order),
                         group.repeats,
                         0,
                         0,
                         {},
                         operatorsTitle(m_model, m_scene.order, group, m_partitioning)};
        if (group.title.starts_with(about.operators) || // the title says them
            group.title.starts_with(operatorsTitle(m_model, m_scene.order, group)))
            about.operators.clear();
        std::unordered_set<std::uint32_t> partitions;
        bool allFolded = m_partitioning != nullptr, allUnused = allFolded;
        const auto place = static_cast<std::uint32_t>(m_scene.boxes.size());
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const Node& node = *m_model.node(m_scene.order[i]);
            m_scene.boxByNode[node.id.value] = place + 1;
            for (const ValueId output : node.outputs)
                if (output)
                    m_makers[output] = place;
            allFolded = allFolded && m_partitioning->isFolded(node.id);
            allUnused = allUnused && m_partitioning->isUnused(node.id);
            count(node, about, partitions);
        }
        about.partitions = partitions.size();
        if (partitions.size() == 1)
            box.partitionIndex = *partitions.begin();
        if (!about.byProvider.empty())
            box.provider = static_cast<std::int32_t>(
                std::max_element(about.byProvider.begin(), about.byProvider.end()) -
                about.byProvider.begin());
        if (allFolded)
            box.provider = SceneBox::kFolded;
        box.isUnused = allUnused;
        m_scene.nodeBoxes += group.size();
        m_members.emplace(place, std::pair(group.begin, group.end));
        m_scene.groups.push_back(std::move(about));
        m_scene.boxes.push_back(std::move(box));
        m_scene.sizes.push_back({SceneMetrics::groupWidth, SceneMetrics::groupHeight});
    }

    /// Counts a node with what is in its bodies.
    void count(const Node& node, SceneGroup& about, std::unordered_set<std::uint32_t>& partitions) {
        const auto work = operatorWork(m_model, node);
        about.flops += work.value_or(OperatorWork{}).flops();
        about.allFlops = about.allFlops && work;
        about.placed +=
            !node.is("Constant") && !(m_partitioning && m_partitioning->isFolded(node.id));
        if (const Partition* partition =
                m_partitioning ? m_partitioning->partition(node.id) : nullptr) {
            partitions.insert(partition->index);
            about.byProvider.resize(m_partitioning->providers.size());
            ++about.byProvider[partition->provider];
        }
        if (node.attributes->empty())
            return;
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : m_order.nodesOf(body))
                if (const Node& each = *m_model.node(inner); !each.is("Constant"))
                    count(each, about, partitions);
    }

    /// The drawn node that a folded node finally feeds, along first readers; none where it feeds
    /// no drawn node.
    [[nodiscard]] NodeId drawnReader(NodeId id) const {
        for (int hops = 0; hops < 1000; ++hops) {
            const Node& node = *m_model.node(id);
            const auto readers = node.outputs.empty() ? std::span<const NodeId>()
                                                      : m_model.consumers(node.outputs[0]);
            if (readers.empty())
                return {};
            id = readers[0];
            if (m_shown->contains(id))
                return id;
        }
        return {};
    }

    [[nodiscard]] double width(const std::string& text, bool title) const {
        return m_options.textWidth(text, title);
    }

    void addBox(SceneBox box, double boxWidth, bool tall) {
        m_scene.boxes.push_back(std::move(box));
        m_scene.sizes.push_back(
            {std::ceil(boxWidth), tall ? SceneMetrics::tallHeight : SceneMetrics::nodeHeight});
    }

    void addPort(ValueId id, SceneBox::Kind kind) {
        const auto& value = *m_model.value(id);
        SceneBox box;
        box.kind = kind;
        box.value = id;
        box.title = value.name;
        box.detail = value.type ? shortTypeText(*value.type) : "?";
        const double text = std::max(width(box.title, true), width(box.detail, false));
        if (kind == SceneBox::Kind::captured)
            box.node = m_model.producer(id);
        auto& known = kind == SceneBox::Kind::output ? m_outputs : m_makers;
        known[id] = static_cast<std::uint32_t>(m_scene.boxes.size());
        addBox(std::move(box), std::clamp(text + 32, 72.0, 320.0), true);
    }

    void addNode(const Node& node) {
        SceneBox box;
        box.node = node.id;
        box.title = node.opType;
        box.hasBody = !node.subgraphs().empty() || static_cast<bool>(m_functions.called(node));
        if (m_partitioning) {
            if (const Partition* partition = m_partitioning->partition(node.id)) {
                box.provider = static_cast<std::int32_t>(partition->provider);
                box.partitionIndex = partition->index;
                box.isSplit = m_partitioning->isSplit(node.id);
            } else if (m_partitioning->isFolded(node.id)) {
                box.provider = SceneBox::kFolded;
                box.isUnused = m_partitioning->isUnused(node.id);
            }
        }
        box.badges = badgesOf(node, m_versions.of(node).schema,
                              [this](ValueId input) { return m_shown->isParameter(input); });
        if (m_options.showNames)
            box.detail = node.name;
        else if (m_options.showShapes && !node.outputs.empty() && m_model.value(node.outputs[0]) &&
                 m_model.value(node.outputs[0])->type)
            box.detail = shortTypeText(*m_model.value(node.outputs[0])->type);
        const double boxWidth = nodeBoxWidth(box,
                                             box.isSplit          ? splitWord().text()
                                             : box.partitionIndex ? m_scene.badge(box)
                                             : box.isFolded()     ? goneWord(box.isUnused).text()
                                                                  : std::string(),
                                             m_options.textWidth);
        const bool tall = !box.detail.empty();
        ++m_scene.nodeBoxes;
        m_scene.boxByNode[node.id.value] = static_cast<std::uint32_t>(m_scene.boxes.size()) + 1;
        for (const ValueId output : node.outputs)
            if (output)
                m_makers[output] = static_cast<std::uint32_t>(m_scene.boxes.size());
        addBox(std::move(box), boxWidth, tall);
    }

    void addNets() {
        std::unordered_map<ValueId, std::uint32_t> netOf;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> lines; // net, target
        std::vector<std::uint32_t> lastTarget;                      // by net
        const auto connect = [&](ValueId value, std::uint32_t target) {
            const auto maker = m_makers.find(value);
            if (maker == m_makers.end() || maker->second == target)
                return;
            const auto [at, fresh] =
                netOf.try_emplace(value, static_cast<std::uint32_t>(m_scene.nets.size()));
            if (fresh)
                m_scene.nets.push_back({value, maker->second, 0, 0, -1, SceneNet::Kind::plain});
            lastTarget.resize(m_scene.nets.size(), UINT32_MAX);
            if (lastTarget[at->second] == target) // equal targets follow each other
                return;
            lastTarget[at->second] = target;
            lines.emplace_back(at->second, target);
        };
        for (std::uint32_t box = 0; box < m_scene.boxes.size(); ++box) {
            if (m_scene.boxes[box].kind == SceneBox::Kind::node)
                connectNode(*m_model.node(m_scene.boxes[box].node), box, connect);
            else if (const auto members = m_members.find(box); members != m_members.end())
                for (std::size_t i = members->second.first; i < members->second.second; ++i)
                    connectNode(*m_model.node(m_scene.order[i]), box, connect);
        }
        for (const auto& [value, box] : m_outputs)
            m_outputOrder.emplace_back(box, value);
        std::sort(m_outputOrder.begin(), m_outputOrder.end());
        for (const auto& [box, value] : m_outputOrder)
            connect(value, box);
        m_scene.nets.shrink_to_fit();
        storeTargets(lines);
        for (SceneNet& net : m_scene.nets)
            classify(net);
    }

    void storeTargets(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& lines) {
        for (const auto& line : lines)
            ++m_scene.nets[line.first].targetCount;
        std::uint32_t first = 0;
        for (SceneNet& net : m_scene.nets) {
            net.firstTarget = first;
            first += std::exchange(net.targetCount, 0);
        }
        m_scene.netTargets.resize(lines.size());
        m_scene.lineKinds.resize(lines.size());
        for (const auto& [index, target] : lines) {
            SceneNet& net = m_scene.nets[index];
            m_scene.netTargets[net.firstTarget + net.targetCount++] = target;
        }
    }

    template <class F> void connectNode(const Node& node, std::uint32_t box, F& connect) {
        for (const ValueId input : node.inputs)
            connect(input, box);
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : m_order.nodesOf(body))
                connectNode(*m_model.node(inner), box, connect);
    }

    /// The inputs whose elements a node passes on: of a CastLike, the second gives the type only.
    [[nodiscard]] static std::span<const ValueId> passedOn(const Node& node) {
        const std::span<const ValueId> inputs(node.inputs);
        return node.is("CastLike") ? inputs.first(std::min<std::size_t>(inputs.size(), 1)) : inputs;
    }

    /// The box that makes what a box passes on: a folded node stands for the node before it. Null:
    /// the folded nodes pass on a constant.
    [[nodiscard]] const SceneBox* makerBehind(std::uint32_t box) const {
        for (int hops = 0; hops < 1000 && m_scene.boxes[box].isFolded(); ++hops) {
            const auto inputs = passedOn(*m_model.node(m_scene.boxes[box].node));
            const auto maker = std::ranges::find_if(inputs, [&](ValueId input) {
                const auto at = m_makers.find(input);
                return at != m_makers.end() && at->second != box;
            });
            if (maker == inputs.end())
                return nullptr;
            box = m_makers.at(*maker);
        }
        return &m_scene.boxes[box];
    }

    [[nodiscard]] std::uint32_t partitionOf(NodeId node) const {
        const Partition* found = m_partitioning && node ? m_partitioning->partition(node) : nullptr;
        return found ? found->index : 0;
    }

    /// Whether the results of a folded node are constants, which no partition passes on.
    [[nodiscard]] bool isComputedOnce(NodeId node) const {
        return m_partitioning && node && m_partitioning->isFolded(node) &&
               m_partitioning->verdicts(node).front().evidence == computedOnceText();
    }

    /// The partition that makes what a net passes on; 0: none. In a group of several partitions
    /// that is the one of its node.
    [[nodiscard]] std::uint32_t makingPartition(const SceneNet& net) const {
        if (isComputedOnce(m_model.producer(net.value)))
            return 0;
        if (m_scene.boxes[net.source].isSplit)
            if (const std::uint32_t inside = partitionThatMakes(*m_partitioning, net.value))
                return inside;
        const SceneBox* source = makerBehind(net.source);
        if (!source || source->partitionIndex || source->kind != SceneBox::Kind::group)
            return source ? source->partitionIndex : 0;
        NodeId maker = m_model.producer(net.value);
        for (int hops = 0;
             hops < 1000 && m_partitioning && maker && m_partitioning->isFolded(maker); ++hops) {
            const auto& inputs = m_model.node(maker)->inputs;
            maker = inputs.empty() || !inputs[0] ? NodeId{} : m_model.producer(inputs[0]);
        }
        return partitionOf(maker);
    }

    /// The partition of a box that reads what a net passes on; 0: none. Of several in a group, one
    /// that is not `from`, if there is one, and best of another provider.
    [[nodiscard]] std::uint32_t readingPartition(const SceneNet& net, std::uint32_t box,
                                                 std::uint32_t from) const {
        const SceneBox& target = m_scene.boxes[box];
        if (target.isSplit)
            if (const auto in = partitionThatReads(*m_partitioning, target.node, net.value, from))
                return in;
        if (target.partitionIndex || target.kind != SceneBox::Kind::group || !from)
            return target.partitionIndex;
        std::uint32_t best = 0;
        for (const NodeId reader : m_model.consumers(net.value)) {
            if (m_scene.boxOf(reader) != box)
                continue;
            if (const std::uint32_t to = partitionOf(reader); to && to != from) {
                best = to;
                if (providerOf(to) != providerOf(from))
                    break;
            }
        }
        return best;
    }

    [[nodiscard]] std::size_t providerOf(std::uint32_t partition) const {
        return m_partitioning->partitions[partition - 1].provider;
    }

    void classify(SceneNet& net) {
        const std::uint32_t from = makingPartition(net);
        for (std::size_t t = 0; t < net.targetCount; ++t) {
            const std::uint32_t to = readingPartition(net, m_scene.targets(net)[t], from);
            if (!from || !to || from == to)
                continue;
            const bool stays = providerOf(from) == providerOf(to);
            const auto kind = stays ? SceneNet::Kind::stays : SceneNet::Kind::boundary;
            m_scene.lineKinds[net.firstTarget + t] = kind;
            net.provider = static_cast<std::int32_t>(providerOf(from));
            if (!stays || net.kind == SceneNet::Kind::plain)
                net.kind = kind;
        }
        if (net.kind != SceneNet::Kind::boundary)
            return;
        std::string text = boundaryText(*m_model.value(net.value), m_options.showNames);
        if (text.empty())
            return;
        net.label = static_cast<std::int32_t>(m_scene.labels.size());
        constexpr double kMostWidth = 260; // a wider text is elided
        const double textWidth = std::min(width(text, false) + 12, kMostWidth);
        m_scene.labels.push_back({std::move(text), textWidth});
    }

    const Model& m_model;
    const Partitioning* m_partitioning;
    const SceneOptions& m_options;
    GraphOrder m_order;
    FunctionIndex m_functions;
    OpVersions m_versions;
    GraphScene m_scene;
    std::optional<ShownNodes> m_shown;
    std::unordered_map<ValueId, std::uint32_t> m_makers, m_outputs;
    std::vector<std::pair<std::uint32_t, ValueId>> m_outputOrder;
    std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> m_members; // of groups
};

} // namespace

Result<GraphScene> buildScene(const Model& model, GraphId graph, const Partitioning* partitioning,
                              const SceneOptions& options, const Progress& progress) {
    if (!model.graph(graph))
        return Error{Errc::internal, PARTITA_TEXT("there is no such graph"), {}, {}};
    GraphScene scene = SceneBuilder(model, graph, partitioning, options).build();
    PARTITA_TRY(layOut(scene, options, progress));
    return scene;
}

} // namespace partita
