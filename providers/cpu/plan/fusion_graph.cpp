#include "providers/cpu/plan/fusion_graph.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/ir/element_type.h"
#include "core/ir/input_shape.h"
#include "providers/cpu/loops/float16_conversion.h"

namespace partita::cpu {

FusionGraph::FusionGraph(const Model& model, const Partition& partition, const OpVersions& versions,
                         const ConstantValues& constants)
    : m_model(model), m_constants(constants) {
    m_slots.reserve(partition.nodes.size());
    for (const NodeId id : partition.nodes) {
        const auto& node = model.node(id);
        const auto isComputed = [&](ValueId output) {
            return output && constants.computed(output);
        };
        // A node without outputs has nothing to do either.
        if (node->outputs.empty() || std::ranges::any_of(node->outputs, isComputed)) {
            m_computed.insert(id);
            continue;
        }
        m_slotOf.emplace(id, m_slots.size());
        m_slots.push_back({node, versions.inForce(*node), {id}, {}, false, false});
    }
    m_position = m_slotOf;
    model.graphs().forEach([&](GraphId, const auto& graph) {
        m_returned.insert(graph->outputs.begin(), graph->outputs.end());
    });
}

std::optional<std::size_t> FusionGraph::slotOf(NodeId node) const {
    const auto found = m_slotOf.find(node);
    return found == m_slotOf.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> FusionGraph::producer(ValueId value) const {
    const NodeId node = value ? m_model.producer(value) : NodeId{};
    return node ? slotOf(node) : std::nullopt;
}

std::optional<std::vector<std::size_t>> FusionGraph::readers(ValueId value) const {
    if (m_returned.contains(value))
        return std::nullopt;
    std::vector<std::size_t> slots;
    const auto add = [&](std::size_t slot) {
        const auto& inputs = m_slots[slot].record->inputs;
        if (!m_slots[slot].members.empty() && std::ranges::find(slots, slot) == slots.end() &&
            std::ranges::find(inputs, value) != inputs.end())
            slots.push_back(slot);
    };
    for (const NodeId reader : m_model.consumers(value)) {
        const auto found = m_slotOf.find(reader);
        if (m_computed.contains(reader))
            continue; // computed already, for example a CastLike that needs only the type
        if (found == m_slotOf.end())
            return std::nullopt;
        add(found->second);
    }
    if (const auto further = m_furtherReaders.find(value); further != m_furtherReaders.end())
        for (const std::size_t slot : further->second)
            add(slot);
    return slots;
}

std::optional<std::size_t> FusionGraph::soleReader(ValueId value) const {
    const auto slots = readers(value);
    if (!slots || slots->size() != 1)
        return std::nullopt;
    const auto& inputs = m_slots[slots->front()].record->inputs;
    return std::count(inputs.begin(), inputs.end(), value) == 1 ? std::optional(slots->front())
                                                                : std::nullopt;
}

DataType FusionGraph::declaredTypeOf(ValueId id) const {
    const RuntimeValue* result = m_constants.computed(id);
    return result ? result->type : elementTypeOf(m_model, id);
}

DataType FusionGraph::typeOf(ValueId id) const {
    const DataType type = declaredTypeOf(id);
    return m_halves == Halves::wide && isHalf(type) ? DataType::float32 : type;
}

bool FusionGraph::isBytes(ValueId value) const {
    const DataType type = typeOf(value);
    return type == DataType::uint8 || type == DataType::int8;
}

std::optional<std::vector<std::int64_t>> FusionGraph::dimsOf(ValueId id) const {
    const auto& value = m_model.value(id);
    if (!value)
        return std::nullopt;
    if (const RuntimeValue* result = m_constants.computed(id))
        return result->dims.toVector();
    if (value->initializer)
        return value->initializer->dims;
    return value->type && value->type->isTensor() ? staticDims(value->type->shape) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> FusionGraph::intsOf(ValueId value) const {
    constexpr std::int64_t kMostInts = 1 << 16;
    const RuntimeValue* result = m_constants.computed(value);
    if (result && (!result->isTensor() || result->count() > kMostInts))
        return std::nullopt;
    const auto tensor = result ? std::optional(result->toTensor({})) : constantOf(m_model, value);
    if (!tensor)
        return std::nullopt;
    auto numbers = elementsAsInts(*tensor, kMostInts);
    return numbers ? std::optional(*std::move(numbers)) : std::nullopt;
}

bool isSameSize(const Dim& a, const Dim& b) {
    return a.value ? a.value == b.value : !b.value && !a.param.empty() && a.param == b.param;
}

bool FusionGraph::sameShape(ValueId a, ValueId b) const {
    const auto left = dimsOf(a), right = dimsOf(b);
    if (left && right)
        return *left == *right;
    const Shape *x = shapeOf(a), *y = shapeOf(b);
    return x && y && x->size() == y->size() &&
           std::equal(x->begin(), x->end(), y->begin(), isSameSize);
}

const Shape* FusionGraph::shapeOf(ValueId value) const { return partita::shapeOf(m_model, value); }

bool FusionGraph::hasOneScale(const Node& node) const {
    const auto isNumber = [&](ValueId id) { return m_constants.scalar(id).has_value(); };
    const auto precision = static_cast<DataType>(node.intAttribute("precision", 0));
    return (precision == DataType::undefined || precision == DataType::float32) &&
           node.inputs.size() >= 2 && node.inputs[1] && isNumber(node.inputs[1]) &&
           declaredTypeOf(node.inputs[1]) == DataType::float32 &&
           (node.inputs.size() < 3 || !node.inputs[2] || isNumber(node.inputs[2])) &&
           node.intAttribute("block_size", 0) == 0;
}

bool FusionGraph::isConstantFloat32(ValueId value) const {
    return m_constants.isConstant(value) && isFloat32(value);
}

void FusionGraph::merge(std::size_t from, std::size_t into) {
    auto& members = m_slots[into].members;
    for (const NodeId id : m_slots[from].members)
        m_slotOf[id] = into;
    members.insert(members.begin(), m_slots[from].members.begin(), m_slots[from].members.end());
    m_slots[from].members.clear();
}

void FusionGraph::drop(std::size_t slot) {
    for (const NodeId id : m_slots[slot].members) {
        m_slotOf.erase(id);
        m_computed.insert(id);
    }
    m_slots[slot].members.clear();
}

void FusionGraph::join(const std::vector<std::size_t>& slots, std::size_t into) {
    for (const std::size_t slot : slots)
        if (slot != into)
            merge(slot, into);
    sortMembers(into);
}

void FusionGraph::sortMembers(std::size_t slot) {
    std::ranges::sort(m_slots[slot].members, {}, [this](NodeId id) { return m_position.at(id); });
}

} // namespace partita::cpu
