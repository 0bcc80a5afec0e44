#include "core/tasks/remedies/remedy_sizes.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

#include "core/onnx/windows.h"

namespace partita {

namespace {

/// A longer side is one of a damaged file.
constexpr std::int64_t kLongestSide = 4096;

bool hasWindows(const Node& node) {
    return node.is("Conv") || node.is("QLinearConv") || node.is("MaxPool") ||
           node.is("AveragePool") || node.is("LpPool");
}

std::vector<std::int64_t> kernelOf(const Model& model, const Node& node) {
    auto kernel = node.intsAttribute("kernel_shape");
    const std::size_t weights = node.is("QLinearConv") ? 3 : 1;
    if (!kernel.empty() || node.inputs.size() <= weights || !node.inputs[weights])
        return kernel;
    const auto& type = model.value(node.inputs[weights])->type;
    if (type && type->isTensor() && type->shape)
        for (std::size_t i = 2; i < type->shape->size(); ++i)
            kernel.push_back((*type->shape)[i].value.value_or(1));
    return kernel;
}

/// How long the sides of what a node with windows reads are at least, for sides of `windows` of them.
std::int64_t sideBefore(const Model& model, const Node& node, std::int64_t windows) {
    const std::string_view padding = node.stringAttribute("auto_pad", "NOTSET");
    const bool isSame = padding.starts_with("SAME");
    std::int64_t side = 1;
    for (const AxisWindow& each : windowsOf(node, kernelOf(model, node))) {
        const std::int64_t padded = padding == "NOTSET" ? each.pads : 0;
        side = std::max(side, (windows - 1) * each.stride + (isSame ? 1 : each.reach() - padded));
    }
    return std::min(side, kLongestSide);
}

/// How long the sides of each value are at least, so that every window behind it has something to
/// read: of 1 where there are none.
std::unordered_map<ValueId, std::int64_t> leastSides(const Model& model) {
    std::unordered_map<ValueId, std::int64_t> sides;
    const auto sideOf = [&](ValueId value) -> std::int64_t& {
        return sides.try_emplace(value, 1).first->second;
    };
    const std::vector<NodeId> order = model.topologicalOrder(model.mainGraph());
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        const Node& node = *model.node(*id);
        std::int64_t side = 1;
        for (const ValueId output : node.outputs)
            if (output)
                side = std::max(side, sideOf(output));
        const bool isOfWindows = hasWindows(node);
        if (isOfWindows)
            side = sideBefore(model, node, side);
        for (const ValueId input : node.inputs) {
            if (input)
                sideOf(input) = std::max(sideOf(input), side);
            if (isOfWindows)
                break; // the others are weights
        }
    }
    return sides;
}

} // namespace

std::vector<ScenarioChange> openSizesOf(const Model& model) {
    std::vector<ScenarioChange> changes;
    std::map<std::string, std::int64_t> symbols;
    const auto sides = leastSides(model);
    for (const ValueId id : model.graph(model.mainGraph())->inputs) {
        const Value& input = *model.value(id);
        if (!input.type || !input.type->isTensor() || !input.type->shape)
            continue;
        const Shape& shape = *input.type->shape;
        const auto found = sides.find(id);
        // A power of two: what is halved and doubled again has its size back.
        const auto side = static_cast<std::int64_t>(
            std::bit_ceil(static_cast<std::uint64_t>(found == sides.end() ? 1 : found->second)));
        const auto sizeAt = [&](std::size_t axis) { return axis == 0 ? 1 : side; };
        const auto isNameless = [](const Dim& dim) { return !dim.value && dim.param.empty(); };
        if (std::ranges::any_of(shape, isNameless)) {
            SizeChange whole{input.name, {}};
            for (std::size_t axis = 0; axis < shape.size(); ++axis)
                whole.sizes.push_back(shape[axis].value.value_or(sizeAt(axis)));
            changes.push_back({std::move(whole)});
            continue; // its symbols are fixed as well
        }
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
            if (!shape[axis].value) {
                std::int64_t& size = symbols.try_emplace(shape[axis].param, 1).first->second;
                size = std::max(size, sizeAt(axis));
            }
    }
    for (const auto& [symbol, size] : symbols)
        changes.push_back({SizeChange{symbol, {size}}});
    return changes;
}

bool declinesOpenSizes(const Partitioning& placed) {
    return std::ranges::any_of(placed.verdictLists, [](const auto& list) {
        return std::ranges::any_of(
            list, [](const Verdict& each) { return each.code == ReasonCode::dynamicShape; });
    });
}

} // namespace partita
