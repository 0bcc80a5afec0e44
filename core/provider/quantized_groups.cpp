#include "core/provider/quantized_groups.h"

#include "core/ir/element_type.h"
#include "core/ir/quantizers.h"

namespace partita {

namespace {

bool isFrom(const Node& node, std::string_view op) {
    return node.opType == op && (node.isOnnx() || node.domain == "com.microsoft");
}

/// Whether a value may be a tensor of real numbers.
bool mayBeReal(const Model& model, ValueId id) {
    const DataType type = elementTypeOf(model, id);
    return type == DataType::undefined || (!isInteger(type) && type != DataType::string);
}

bool isFixed(const Model& model, ValueId id) {
    const NodeId producer = model.producer(id);
    return model.value(id)->isConstant() || (producer && model.node(producer)->is("Constant"));
}

/// Makes a group around one operator.
class GroupFinder {
public:
    GroupFinder(const Model& model, const Node& node) : m_model(model), m_group{node.id, node} {}

    std::optional<QuantizedGroup> find() {
        for (ValueId& input : m_group.inside.inputs)
            if (input && !readQuantized(input))
                return std::nullopt;
        if (m_quantizers.empty())
            return std::nullopt;
        for (ValueId& output : m_group.inside.outputs)
            if (output && !writeQuantized(output))
                return std::nullopt;
        return std::move(m_group);
    }
    /// The nodes that quantize for the group that was found.
    [[nodiscard]] const std::vector<NodeId>& quantizers() const { return m_quantizers; }

private:
    bool readQuantized(ValueId& input) {
        const NodeId producer = m_model.producer(input);
        if (!mayBeReal(m_model, input)) // also of a DequantizeLinear with another output_dtype
            return true;
        if (!producer || !isDequantizing(*m_model.node(producer)))
            return isFixed(m_model, input);
        const auto& read = m_model.node(producer)->inputs;
        m_quantizers.push_back(producer);
        input = read.empty() ? ValueId() : read[0];
        return static_cast<bool>(input);
    }

    bool writeQuantized(ValueId& output) {
        const auto readers = m_model.consumers(output);
        const Node* reader = readers.size() == 1 ? m_model.node(readers[0]).get() : nullptr;
        if (reader && isFrom(*reader, kQuantizeLinear) && reader->inputs[0] == output &&
            !m_model.isGraphOutput(output) && !reader->outputs.empty() && reader->outputs[0]) {
            m_quantizers.push_back(reader->id);
            output = reader->outputs[0];
            return true;
        }
        return !mayBeReal(m_model, output) ||
               (readers.empty() && !m_model.isGraphOutput(output)); // an output that nobody wants
    }

    const Model& m_model;
    QuantizedGroup m_group;
    std::vector<NodeId> m_quantizers;
};

} // namespace

bool isQuantizing(const Node& node) {
    return isFrom(node, kQuantizeLinear) || isDequantizing(node);
}

bool isDequantizing(const Node& node) { return isFrom(node, kDequantizeLinear); }

QuantizedGroups::QuantizedGroups(const Model& model) {
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (isQuantizing(*node))
            return;
        GroupFinder finder(model, *node);
        auto found = finder.find();
        if (!found)
            return;
        m_of.emplace(id, m_groups.size());
        for (const NodeId each : finder.quantizers())
            m_of.emplace(each, m_groups.size());
        m_groups.push_back(*std::move(found));
    });
}

const QuantizedGroup* QuantizedGroups::of(NodeId node) const {
    const auto found = m_of.find(node);
    return found == m_of.end() ? nullptr : &m_groups[found->second];
}

} // namespace partita
