#include "core/session/own_dequantizers.h"

#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include "core/base/numbered_name.h"
#include "core/provider/quantized_groups.h"

namespace partita {

namespace {

struct DequantizedInput {
    NodeId reader;
    std::size_t at = 0;
};

/// The inputs that get a DequantizeLinear of their own.
std::vector<DequantizedInput> inputsToServe(const Model& model, const Node& dequantizer) {
    const ValueId real = dequantizer.outputs[0];
    std::vector<DequantizedInput> inputs;
    bool isKept = model.isGraphOutput(real);
    for (const NodeId id : model.consumers(real)) {
        const Node& reader = *model.node(id);
        if (reader.graph != dequantizer.graph) {
            isKept = true;
            continue;
        }
        for (std::size_t at = 0; at < reader.inputs.size(); ++at)
            if (reader.inputs[at] == real)
                inputs.push_back({id, at});
    }
    if (!isKept && !inputs.empty())
        inputs.erase(inputs.begin()); // the node itself serves the first one
    return inputs;
}

class DequantizerCopier {
public:
    explicit DequantizerCopier(const Model& model) : m_editor(model) { collectNames(); }

    void serve(const Node& dequantizer, const DequantizedInput& input) {
        Value value = *m_editor.model().value(dequantizer.outputs[0]);
        value.name = freeName(value.name, m_valueNames);
        const ValueId real = m_editor.addValue(std::move(value));
        Node copy = dequantizer;
        if (!copy.name.empty())
            copy.name = freeName(copy.name, m_nodeNames);
        copy.outputs[0] = real;
        const std::array from{dequantizer.id};
        m_copies.push_back({m_editor.addNode(std::move(copy), from), dequantizer.id, input.reader});
        m_editor.changeNode(input.reader, [&](Node& node) { node.inputs[input.at] = real; });
    }

    OwnDequantizers result() && { return {m_editor.model(), std::move(m_copies)}; }

private:
    using Names = std::unordered_set<std::string>;

    void collectNames() {
        m_editor.model().values().forEach(
            [&](ValueId, const auto& value) { m_valueNames.insert(value->name); });
        m_editor.model().nodes().forEach(
            [&](NodeId, const auto& node) { m_nodeNames.insert(node->name); });
    }

    /// As ONNX Runtime calls it.
    static std::string freeName(const std::string& of, Names& names) {
        return numberedName(of + "/duplicated", 1,
                            [&](const std::string& name) { return names.insert(name).second; });
    }

    ModelEditor m_editor;
    Names m_valueNames, m_nodeNames;
    std::vector<DequantizerCopy> m_copies;
};

} // namespace

OwnDequantizers ownDequantizers(const Model& model,
                                const std::function<bool(NodeId of, NodeId reader)>& wanted) {
    std::optional<DequantizerCopier> copier;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (!isDequantizing(*node) || node->outputs.empty() || !node->outputs[0])
            return;
        for (const DequantizedInput& input : inputsToServe(model, *node)) {
            if (wanted && !wanted(node->id, input.reader))
                continue;
            if (!copier)
                copier.emplace(model);
            copier->serve(*node, input);
        }
    });
    return copier ? std::move(*copier).result() : OwnDequantizers{model, {}};
}

} // namespace partita
