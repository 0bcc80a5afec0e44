#include "core/session/size_nodes.h"

#include <algorithm>
#include <string_view>

namespace partita {

namespace {

/// The inputs that are sizes, axes or offsets, one bit for each; input 0 is bit 0. Source: ONNX's
/// operators; the newest version of each, and Resize-10 and Upsample.
unsigned sizeInputs(const Node& node) {
    struct Row {
        std::string_view op;
        unsigned inputs;
    };
    constexpr Row kRows[] = {{"Reshape", 2},
                             {"Expand", 2},
                             {"Tile", 2},
                             {"Unsqueeze", 2},
                             {"Squeeze", 2},
                             {"ConstantOfShape", 1},
                             {"Slice", 2 + 4 + 8 + 16},
                             {"Pad", 2 + 8},
                             {"Resize", 2 + 4 + 8},
                             {"Upsample", 2},
                             {"TopK", 2},
                             {"OneHot", 2},
                             {"Split", 2},
                             {"CenterCropPad", 2},
                             {"MaxUnpool", 4},
                             {"AffineGrid", 2},
                             {"CumSum", 2},
                             {"DFT", 2 + 4}};
    if (!node.isOnnx())
        return 0;
    const std::string_view op = node.opType;
    if (op.starts_with("Reduce"))
        return 2;
    const auto* row = std::ranges::find(kRows, op, &Row::op);
    return row == std::end(kRows) ? 0 : row->inputs;
}

bool readsOnlyTheShape(const Node& node) { return node.is("Shape") || node.is("Size"); }

/// Whether a result leaves a graph, or nothing uses any result.
bool isResult(const Model& model, const Node& node) {
    bool used = false;
    for (const ValueId output : node.outputs) {
        if (model.isGraphOutput(output))
            return true;
        used = used || (output && !model.consumers(output).empty());
    }
    return !used;
}

} // namespace

std::vector<bool> sizeNodes(const Model& model) {
    // Every node is one until a result of it is found to be used as data.
    std::vector<bool> only(model.nodes().keyEnd(), true);
    std::vector<NodeId> data;
    const auto note = [&](NodeId id) {
        if (id && only[id.value]) {
            only[id.value] = false;
            data.push_back(id);
        }
    };
    const auto noteProducer = [&](ValueId value) {
        if (value)
            note(model.producer(value));
    };
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (isResult(model, *node))
            note(id);
        if (readsOnlyTheShape(*node)) // what has the shape is no size itself
            for (const ValueId input : node->inputs)
                noteProducer(input);
    });
    while (!data.empty()) {
        const Node& node = *model.node(data.back());
        data.pop_back();
        const unsigned sizes = sizeInputs(node);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (i >= 32 || !(sizes >> i & 1U))
                noteProducer(node.inputs[i]);
    }
    return only;
}

} // namespace partita
