#include "core/compare/node_signatures.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <map>

#include "core/ir/constants.h"

namespace partita {

namespace {

constexpr std::uint64_t kNothing = 1, kConstant = 2, kInput = 3, kOutput = 4, kBody = 5, kOuter = 6;

/// The size of the bytes and up to 32 words spread over them: weights differ almost everywhere, and
/// gigabytes are not read.
std::uint64_t sampleOf(Bytes bytes) {
    constexpr std::size_t kWords = 32, kWord = sizeof(std::uint64_t);
    std::uint64_t hash = bytes.size();
    const std::size_t step = std::max<std::size_t>(kWord, bytes.size() / kWords / kWord * kWord);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(kWord, bytes.size() - at));
        hash = mixed(hash, word);
    }
    return hash;
}

std::uint64_t tensorHash(const Tensor& tensor) {
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(tensor.type), tensor.dims.size());
    for (const std::int64_t size : tensor.dims)
        hash = mixed(hash, static_cast<std::uint64_t>(size));
    if (tensor.type == DataType::string) {
        for (std::size_t i = 0; i < std::min<std::size_t>(tensor.strings.size(), 32); ++i)
            hash = mixed(hash, hashOf(tensor.strings[i]));
        return hash;
    }
    // Large values in typed fields would have to be decoded.
    constexpr std::size_t kMostDecoded = 1 << 16;
    const bool plain =
        tensor.storage == Tensor::Storage::raw || tensor.storage == Tensor::Storage::external;
    if (!plain && tensor.payload.size() > kMostDecoded)
        return hash;
    const auto bytes = elements(tensor);
    return bytes ? mixed(hash, sampleOf(bytes->bytes())) : hash;
}

/// The content of an attribute without its name; all graphs are alike.
struct AttributeHash {
    std::uint64_t operator()(std::monostate) const { return 0; }
    std::uint64_t operator()(float value) const { return std::bit_cast<std::uint32_t>(value); }
    std::uint64_t operator()(std::int64_t value) const { return static_cast<std::uint64_t>(value); }
    std::uint64_t operator()(const Buffer& value) const { return sampleOf(value.bytes()); }
    std::uint64_t operator()(const std::string& value) const { return hashOf(value); }
    std::uint64_t operator()(const TensorPtr& value) const {
        return value ? tensorHash(*value) : 0;
    }
    std::uint64_t operator()(GraphId) const { return kBody; }
    std::uint64_t operator()(const TypePtr& value) const {
        return value ? hashOf(value->text()) : 0;
    }
    std::uint64_t operator()(const SparseTensorPtr& value) const {
        return value && value->values ? tensorHash(*value->values) : 0;
    }
    template <class T> std::uint64_t operator()(const std::vector<T>& items) const {
        std::uint64_t hash = items.size();
        for (const T& item : items)
            hash = mixed(hash, (*this)(item));
        return hash;
    }
};

std::uint64_t operatorHash(const Node& node) {
    return mixed(hashOf(node.opType.str()), hashOf(plainDomain(node.domain)));
}

/// The hash of a constant; 0 for any other value.
std::uint64_t constantHash(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (!value)
        return 0;
    if (value->initializer)
        return tensorHash(*value->initializer);
    if (value->sparseInitializer)
        return AttributeHash()(value->sparseInitializer);
    const auto constant = constantOf(model, id);
    return constant ? tensorHash(*constant) : 0;
}

} // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9E3779B97F4A7C15ULL + b + 0x632BE59BD9B4E019ULL; // splitmix64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

std::uint64_t hashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

std::string_view plainDomain(const std::string& domain) {
    return domain == "ai.onnx" ? std::string_view() : std::string_view(domain);
}

NodeSignatures::NodeSignatures(const Model& model)
    : m_model(model), m_order(model), m_nodes(model.graphs().keyEnd() + 1) {
    const std::size_t nodes = model.nodes().keyEnd() + 1, values = model.values().keyEnd() + 1;
    m_anchors.resize(nodes);
    for (const Kind kind : {full, rough}) {
        m_local[kind].resize(nodes);
        m_up[kind].resize(nodes);
        m_down[kind].resize(nodes);
        m_readers[kind].resize(values);
    }
    m_inputs.resize(values);
    m_slots.resize(values);
    model.graphs().forEach([&](GraphId, const auto& graph) { describeInputs(*graph); });
    model.nodes().forEach([&](NodeId, const auto& node) { describeLocally(*node); });
}

void NodeSignatures::describeInputs(const Graph& graph) {
    // Among inputs of its type, so that an added input of another type moves none.
    std::map<DataType, std::uint64_t> seen;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const auto& value = m_model.value(graph.inputs[i]);
        if (!value)
            continue;
        const DataType type = value->type ? value->type->element : DataType::undefined;
        m_inputs[graph.inputs[i].value] =
            mixed(mixed(kInput, static_cast<std::uint64_t>(type)), seen[type]++);
        m_slots[graph.inputs[i].value] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t i = 0; i < graph.outputs.size(); ++i)
        for (auto& readers : m_readers)
            if (graph.outputs[i])
                readers[graph.outputs[i].value] += mixed(kOutput, i);
}

void NodeSignatures::describeLocally(const Node& node) {
    const std::uint64_t op = operatorHash(node);
    std::uint64_t hash = mixed(op, hashOf(node.overload.str()));
    for (const auto& attribute : *node.attributes)
        hash += mixed(mixed(hashOf(attribute->name), hashOf(attribute->reference)),
                      std::visit(AttributeHash(), attribute->value)); // in any order
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (const std::uint64_t constant = constantHash(m_model, node.inputs[i]))
            hash = mixed(hash, mixed(i, constant));
        const auto& value = m_model.value(node.inputs[i]);
        if (value && value->graph != node.graph) // read from inside a body
            for (auto& readers : m_readers)
                readers[node.inputs[i].value] += mixed(op, kBody);
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i])
            m_slots[node.outputs[i].value] = static_cast<std::uint32_t>(i);
    m_local[full][node.id.value] = hash;
    m_local[rough][node.id.value] = op;
}

const std::vector<NodeId>& NodeSignatures::nodesOf(GraphId graph) {
    auto& nodes = m_nodes[graph.value];
    if (nodes.empty())
        nodes = m_order.topological(graph);
    return nodes;
}

void NodeSignatures::describe(GraphId graph) {
    (void)nodesOf(graph); // fills m_nodes
    for (const Kind kind : {full, rough}) {
        goUp(kind, graph);
        goDown(kind, graph);
    }
}

std::uint64_t NodeSignatures::sourceHash(Kind kind, GraphId graph, ValueId id) const {
    const auto& value = m_model.value(id);
    if (!value)
        return kNothing;
    const NodeId producer = m_model.producer(id);
    if (value->isConstant() || (producer && m_model.node(producer)->is("Constant")))
        return kConstant;
    if (value->graph != graph)
        return mixed(producer ? m_anchors[producer.value] : kOuter, m_slots[id.value]);
    return producer ? mixed(m_up[kind][producer.value], m_slots[id.value]) : m_inputs[id.value];
}

void NodeSignatures::goUp(Kind kind, GraphId graph) {
    for (const NodeId id : m_nodes[graph.value]) {
        std::uint64_t hash = m_local[kind][id.value];
        for (const ValueId input : m_model.node(id)->inputs)
            hash = mixed(hash, sourceHash(kind, graph, input));
        m_up[kind][id.value] = hash;
    }
}

void NodeSignatures::goDown(Kind kind, GraphId graph) {
    const auto& nodes = m_nodes[graph.value];
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
        const Node& node = *m_model.node(*id);
        std::uint64_t hash = m_local[kind][id->value];
        for (const ValueId output : node.outputs)
            hash = mixed(hash, output ? m_readers[kind][output.value] : kNothing);
        m_down[kind][id->value] = hash;
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (node.inputs[i])
                m_readers[kind][node.inputs[i].value] += mixed(hash, i); // in any order
    }
}

std::uint64_t NodeSignatures::whole() const {
    std::uint64_t hash = m_model.nodes().count();
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        hash += mixed(m_local[full][id.value], hashOf(node->name)); // in any order
    });
    m_model.values().forEach(
        [&](ValueId, const auto& value) { hash += mixed(kOutput, hashOf(value->name)); });
    return hash;
}

} // namespace partita
