#include "core/tasks/operator_places.h"

#include <algorithm>
#include <map>

#include "core/base/try.h"

namespace partita {

namespace {

/// A float tensor, or the first type that the parameter takes.
DataType elementFor(const FormalParameter& parameter) {
    constexpr std::uint64_t kFloat = 1U << static_cast<unsigned>(DataType::float32);
    if (parameter.tensors == 0 || parameter.tensors & kFloat)
        return DataType::float32;
    for (int type = 1; type < 64; ++type)
        if (parameter.tensors >> type & 1)
            return static_cast<DataType>(type);
    return DataType::float32;
}

AttributePtr anyValueOf(const AttributeDescription& attribute) {
    constexpr std::int64_t kFloatType = 1; // suits what names a type, too
    switch (attribute.type) {
    case 1: return Attribute::make(attribute.name, 1.0F);
    case 2: return Attribute::make(attribute.name, kFloatType);
    case 3: return Attribute::string(attribute.name, "");
    case 6: return Attribute::make(attribute.name, std::vector{1.0F});
    case 7: return Attribute::make(attribute.name, std::vector{kFloatType});
    default: return nullptr;
    }
}

/// A model with one node for each operator, none connected with another.
class Trial {
public:
    explicit Trial(const Model& model) : m_model(model) { m_graph.id = m_builder.newGraph(); }

    NodeId add(const OperatorEntry& entry) {
        const OperatorDescription& operation = *entry.description;
        Node node;
        node.id = m_builder.newNode();
        node.graph = m_graph.id;
        node.opType = entry.opType;
        node.domain = entry.domain;
        for (std::size_t i = 0; i < operation.leastInputs; ++i)
            if (const FormalParameter* input = operation.input(i))
                node.inputs.push_back(value(elementFor(*input), true));
        for (std::size_t i = 0; i < std::max<std::size_t>(1, operation.leastOutputs); ++i)
            if (const FormalParameter* output = operation.output(i))
                node.outputs.push_back(value(elementFor(*output), false));
        Attributes attributes;
        for (const AttributeDescription& attribute : operation.attributes)
            if (attribute.required)
                if (auto made = anyValueOf(attribute))
                    attributes.push_back(std::move(made));
        node.attributes = std::make_shared<const Attributes>(std::move(attributes));
        const NodeId id = node.id;
        m_builder.add(std::make_shared<const Node>(std::move(node)));
        return id;
    }

    Model finish() && {
        ModelInfo info;
        info.irVersion = m_model.info().irVersion;
        info.opsets = m_model.info().opsets;
        info.mainGraph = m_graph.id;
        m_builder.add(std::make_shared<const Graph>(std::move(m_graph)));
        return std::move(m_builder).finish(std::move(info));
    }

private:
    ValueId value(DataType element, bool isInput) {
        static const Shape kShape = {{1, {}, {}}, {64, {}, {}}, {56, {}, {}}, {56, {}, {}}};
        Value made;
        made.id = m_builder.newValue();
        made.graph = m_graph.id;
        made.name = "v" + std::to_string(made.id.value);
        made.type = Type::tensor(element, kShape);
        (isInput ? m_graph.inputs : m_graph.outputs).push_back(made.id);
        const ValueId id = made.id;
        m_builder.add(std::make_shared<const Value>(std::move(made)));
        return id;
    }

    const Model& m_model;
    ModelBuilder m_builder;
    Graph m_graph;
};

bool depends(ReasonCode code) {
    return code == ReasonCode::runTooShort || code == ReasonCode::weightNotConstant ||
           code == ReasonCode::dynamicShape || code == ReasonCode::lostGroup;
}

std::int32_t placeIn(const Partitioning& tried, NodeId node) {
    for (const Verdict& verdict : tried.verdicts(node))
        if (verdict.claimed || depends(verdict.code))
            return static_cast<std::int32_t>(verdict.provider);
    return -1;
}

using OperatorName = std::pair<std::string_view, std::string_view>; // domain and operator

/// The provider of most nodes of each operator.
std::map<OperatorName, std::int32_t> placesInModel(const Model& model, const Partitioning& placed) {
    std::map<OperatorName, std::map<std::int32_t, std::size_t>> counts;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (const auto provider = placed.providerOf(id))
            ++counts[{node->isOnnx() ? std::string_view() : std::string_view(node->domain),
                      node->opType}][static_cast<std::int32_t>(*provider)];
    });
    std::map<OperatorName, std::int32_t> most;
    for (const auto& [name, byProvider] : counts)
        most[name] = std::ranges::max_element(byProvider, {}, [](const auto& each) {
                         return each.second;
                     })->first;
    return most;
}

} // namespace

Result<std::vector<std::int32_t>> placesOfOperators(const OperatorCatalogue& catalogue,
                                                    const Model& model, const Partitioning& placed,
                                                    const ProviderList& providers,
                                                    const Progress& progress) {
    const auto known = placesInModel(model, placed);
    Trial trial(model);
    std::vector<NodeId> nodes;
    for (const OperatorEntry& entry : catalogue.entries()) {
        const bool isKnown = known.contains({entry.domain, entry.opType});
        const bool isTried = entry.description && !entry.needsBody && !isKnown;
        nodes.push_back(isTried ? trial.add(entry) : NodeId{});
    }
    const Partitioning tried = PARTITA_TRY(partitionModel(std::move(trial).finish(), providers,
                                                          PartitionOptions::asWritten(), progress));
    std::vector<std::int32_t> places;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const OperatorEntry& entry = catalogue.entries()[i];
        const auto found = known.find({entry.domain, entry.opType});
        places.push_back(found != known.end() && entry.description ? found->second
                         : nodes[i]                                ? placeIn(tried, nodes[i])
                                                                   : -1);
    }
    return places;
}

} // namespace partita
