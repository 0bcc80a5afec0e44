#include "core/scene/model_colouring.h"

#include <cmath>
#include <limits>

#include "core/session/partitioner.h"

namespace partita {

namespace {

/// Visits the drawn nodes with their boxes.
template <class F> void forEachDrawn(const GraphScene& scene, F&& visit) {
    for (std::uint32_t id = 1; id < scene.boxByNode.size(); ++id)
        if (scene.boxByNode[id])
            visit(NodeId{id}, scene.boxByNode[id] - 1);
}

template <class TextOf>
NodeColouring byText(const GraphScene& scene, Message title, TextOf&& textOf) {
    std::vector<std::map<std::string, std::size_t>> counts(scene.boxes.size());
    forEachDrawn(scene, [&](NodeId id, std::uint32_t box) { ++counts[box][textOf(id)]; });
    NodeColouring colouring = NodeColouring::byCounts(counts);
    colouring.title = std::move(title);
    return colouring;
}

} // namespace

NodeColouring colouringByOperator(const Model& model, const GraphScene& scene) {
    return byText(scene, PARTITA_TEXT("operator"),
                  [&](NodeId id) { return model.node(id)->opType.str(); });
}

NodeColouring colouringByType(const Model& model, const GraphScene& scene) {
    return byText(scene, PARTITA_TEXT("element type of the output"), [&](NodeId id) {
        const Node& node = *model.node(id);
        const auto& value = model.value(node.outputs.empty() ? ValueId{} : node.outputs[0]);
        return std::string(value && value->type && value->type->isTensor()
                               ? dataTypeName(value->type->element)
                               : "?");
    });
}

NodeColouring colouringByMemory(const Model& model, const GraphScene& scene) {
    std::vector<double> bytes(scene.boxes.size());
    forEachDrawn(scene, [&](NodeId id, std::uint32_t box) {
        const Node& node = *model.node(id);
        for (const ValueId output : node.outputs)
            if (const auto& value = model.value(output))
                bytes[box] += static_cast<double>(bytesAtLeast(*value));
        for (const ValueId input : node.inputs)
            if (const auto& value = model.value(input); value && value->isConstant())
                bytes[box] += static_cast<double>(
                    value->initializer ? value->initializer->byteSize() : bytesAtLeast(*value));
    });
    NodeColouring colouring = NodeColouring::byAmount(NodeColouring::By::memory, bytes, 1);
    colouring.title = PARTITA_TEXT("bytes of outputs and weights");
    return colouring;
}

NodeColouring colouringByValues(const NodeValues& values, const GraphScene& scene) {
    if (!values.areNumbers)
        return byText(scene, Message(values.title), [&](NodeId id) { return values.text(id); });
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> amounts(scene.boxes.size(), kNone);
    forEachDrawn(scene, [&](NodeId id, std::uint32_t box) {
        const double value = id.value < values.numbers.size() ? values.numbers[id.value] : kNone;
        if (std::isnan(amounts[box]) || value > amounts[box])
            amounts[box] = value;
    });
    NodeColouring colouring = NodeColouring::byAmount(NodeColouring::By::value, amounts, 1);
    colouring.title = Message(values.title);
    for (std::size_t box = 0; box < scene.boxes.size(); ++box)
        if (scene.boxes[box].isPort())
            colouring.heat[box] = colouring.part[box] = 0;
    return colouring;
}

} // namespace partita
