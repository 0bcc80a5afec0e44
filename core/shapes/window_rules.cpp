// The rules of operators that work on pictures: windows, padding, resizing.

#include <algorithm>
#include <bit>

#include "core/ir/constants.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/windows.h"
#include "core/shapes/shape_rules.h"

namespace partita {

namespace {

/// A number as part of a name for an expression, where it must not be negative.
SymbolicSize inName(std::int64_t number) { return {number < 0 ? -2 * number - 1 : 2 * number, {}}; }

} // namespace

SymbolicSize ShapeRules::countOfWindows(const SymbolicSize& size, std::int64_t beyond,
                                        std::int64_t stride) {
    // floor((size + beyond) / stride) + 1
    if (const auto number = size.number()) {
        std::int64_t room = 0;
        return __builtin_add_overflow(*number, beyond, &room) || room < 0
                   ? m_known.fresh()
                   : SymbolicSize{room / stride + 1, {}};
    }
    const std::int64_t whole = beyond / stride - (beyond % stride < 0) + 1;
    const auto quotient = dividedBy(size, {stride, {}});
    if (quotient && whole == 0)
        return *quotient;
    return derived('w', derived('w', size, inName(beyond)), {stride, {}});
}

bool ShapeRules::setWindows(const Node& node, const SymbolicSizes& data,
                            const SymbolicSize& channels, std::vector<std::int64_t> kernel) {
    if (const auto given = node.intsAttribute("kernel_shape"); !given.empty())
        kernel = given;
    const std::string_view padding = node.stringAttribute("auto_pad", "NOTSET");
    const auto windows = windowsOf(node, kernel);
    if (data.size() < 3 || windows.size() != data.size() - 2)
        return true;
    const bool same = padding == "SAME_UPPER" || padding == "SAME_LOWER",
               roundsUp = node.intAttribute("ceil_mode", 0) != 0;
    SymbolicSizes sizes{data[0], channels};
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const AxisWindow& each = windows[i];
        const std::int64_t pads = padding == "NOTSET" ? each.pads : 0;
        if (roundsUp)
            sizes.push_back(m_known.fresh());
        else // padding to the same size leaves one window for each beginning of a stride
            sizes.push_back(
                countOfWindows(data[i + 2], same ? -1 : pads - each.reach(), each.stride));
    }
    for (const ValueId output : node.outputs)
        setShape(output, sizes);
    return true;
}

/// Conv, ConvInteger and QLinearConv: weights [channels, inner, …], inner in each group.
bool ShapeRules::convolution(const Node& node) {
    const auto *x = shape(node, 0), *w = shape(node, node.is("QLinearConv") ? 3 : 1);
    const std::int64_t groups = node.intAttribute("group", 1);
    if (!x || !w || x->size() != w->size() || x->size() < 3 || groups < 1)
        return true;
    const auto inner = times((*w)[1], {groups, {}});
    if (inner && differ(*inner, (*x)[1]))
        return false;
    std::vector<std::int64_t> kernel;
    for (std::size_t i = 2; i < w->size(); ++i)
        kernel.push_back((*w)[i].number().value_or(0));
    const SymbolicSizes data = *x;
    return setWindows(node, data, SymbolicSize((*w)[0]), std::move(kernel));
}

/// ConvTranspose, which undoes a Conv: weights [inner, channels, …], channels in each group.
bool ShapeRules::transposedConvolution(const Node& node) {
    const auto *x = shape(node, 0), *w = shape(node, 1);
    const std::int64_t groups = node.intAttribute("group", 1);
    if (!x || !w || x->size() != w->size() || x->size() < 3)
        return true;
    if (groups < 1 || differ((*w)[0], (*x)[1]) || (*x)[1].number().value_or(0) % groups != 0)
        return false;
    std::vector<std::int64_t> kernel = node.intsAttribute("kernel_shape");
    for (std::size_t i = kernel.size() + 2; i < w->size(); ++i)
        kernel.push_back((*w)[i].number().value_or(0));
    const auto windows = windowsOf(node, kernel);
    const auto further = node.intsAttribute("output_padding");
    const auto channels = times((*w)[1], {groups, {}});
    if (windows.size() != x->size() - 2 || (!further.empty() && further.size() != windows.size()) ||
        !channels)
        return true;
    const bool plain =
        node.stringAttribute("auto_pad", "NOTSET") == "NOTSET" && !node.attribute("output_shape");
    SymbolicSizes sizes{(*x)[0], *channels};
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const AxisWindow& each = windows[i];
        const std::int64_t beyond =
            each.reach() - each.stride - each.pads +
            (further.empty() ? 0 : std::clamp(further[i], -kMostOfWindow, kMostOfWindow));
        const auto spread = times((*x)[i + 2], {each.stride, {}});
        sizes.push_back(plain && spread && beyond >= 0 ? combine("Add", *spread, {beyond, {}})
                                                       : m_known.fresh());
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

/// RoiAlign: a picture of a fixed size for each region.
bool ShapeRules::regions(const Node& node) {
    const auto *x = shape(node, 0), *rois = shape(node, 1);
    if (!x || !rois || x->size() != 4 || rois->empty())
        return true;
    const std::int64_t height = node.intAttribute("output_height", 1),
                       width = node.intAttribute("output_width", 1);
    if (height < 1 || width < 1 || differ(rois->back(), {4, {}}))
        return false;
    setShape(node.outputs[0], {(*rois)[0], (*x)[1], {height, {}}, {width, {}}});
    return true;
}

/// MaxPool with its indices, AveragePool and LpPool.
bool ShapeRules::pooling(const Node& node) {
    const auto* x = shape(node, 0);
    if (!x || x->size() < 3)
        return true;
    const SymbolicSizes data = *x;
    return setWindows(node, data, data[1], {});
}

bool ShapeRules::globalPooling(const Node& node) {
    const auto* x = shape(node, 0);
    if (!x || x->size() < 3)
        return true;
    SymbolicSizes sizes(x->size(), SymbolicSize{1, {}});
    sizes[0] = (*x)[0];
    sizes[1] = (*x)[1];
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

/// Resize and Upsample by factors, and Resize to sizes, of all axes.
bool ShapeRules::resize(const Node& node) {
    const auto* x = shape(node, 0);
    const bool hasRegion = node.is("Resize") && m_opset >= 11;
    if (!x || node.attribute("axes") ||
        node.stringAttribute("keep_aspect_ratio_policy", "stretch") != "stretch" ||
        node.stringAttribute("coordinate_transformation_mode", "") == "tf_crop_and_resize")
        return true;
    const SymbolicSizes data = *x;
    if (hasRegion && node.inputs.size() > 3 && node.inputs[3]) {
        const auto* given = elements(node, 3);
        if (given && given->size() == data.size() &&
            std::ranges::all_of(*given, [&](const auto& size) { return isNotNegative(size); }))
            setShape(node.outputs[0], SymbolicSizes(*given));
        return true;
    }
    const std::size_t at = hasRegion ? 2 : 1;
    const auto tensor = at < node.inputs.size() && node.inputs[at]
                            ? constantOf(m_model, node.inputs[at])
                            : std::nullopt;
    std::vector<float> scales = node.floatsAttribute("scales"); // Upsample before version 9
    if (tensor)
        if (const auto numbers = elementsAsDoubles(*tensor))
            for (const double number : *numbers)
                scales.push_back(static_cast<float>(number));
    if (scales.size() != data.size())
        return true;
    SymbolicSizes sizes;
    for (std::size_t i = 0; i < data.size(); ++i) {
        // Whole factors up to 2^20 multiply without rounding; the sizes of others have a name only.
        const bool isWhole = scales[i] >= 1 && scales[i] <= float{1 << 20} &&
                             scales[i] == static_cast<float>(static_cast<int>(scales[i]));
        if (isWhole)
            sizes.push_back(combine("Mul", data[i], {static_cast<int>(scales[i]), {}}));
        else if (scales[i] > 0 && !data[i].number())
            sizes.push_back(derived('r', data[i], {std::bit_cast<std::int32_t>(scales[i]), {}}));
        else
            sizes.push_back(m_known.fresh());
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::pad(const Node& node) {
    const auto* x = shape(node, 0);
    if (!x || m_opset < 2 || (node.inputs.size() > 3 && node.inputs[3]))
        return true;
    SymbolicSizes pads;
    if (m_opset < 11)
        for (const std::int64_t each : node.intsAttribute("pads"))
            pads.push_back({each, {}});
    else if (const auto* given = elements(node, 1))
        pads = *given;
    SymbolicSizes sizes = *x;
    if (pads.size() != 2 * sizes.size())
        return true;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const SymbolicSize both = combine("Add", pads[i], pads[i + sizes.size()]);
        const SymbolicSize size = combine("Add", sizes[i], both);
        // What is cut away leaves a size that is not negative, which the sum does not tell.
        sizes[i] = isNotNegative(size) ? size : m_known.fresh();
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::tile(const Node& node) {
    const auto *x = shape(node, 0), *repeats = elements(node, 1);
    if (!x || !repeats || m_opset < 6 || repeats->size() != x->size() ||
        !std::ranges::all_of(*repeats, [&](const auto& each) { return isNotNegative(each); }))
        return true;
    SymbolicSizes sizes = *x;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        sizes[i] = combine("Mul", sizes[i], SymbolicSize((*repeats)[i]));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

/// DepthToSpace and SpaceToDepth.
bool ShapeRules::moveDepth(const Node& node) {
    const auto* x = shape(node, 0);
    const std::int64_t block = node.intAttribute("blocksize", 0);
    if (!x || x->size() != 4 || block < 1 || block > 1 << 15)
        return true;
    const SymbolicSize side{block, {}}, area{block * block, {}};
    const bool spreads = node.is("DepthToSpace");
    SymbolicSizes sizes = *x;
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const SymbolicSize& by = i == 1 ? area : side;
        const auto size = spreads == (i == 1) ? dividedBy(sizes[i], by) : times(sizes[i], by);
        sizes[i] = size ? *size : m_known.fresh();
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

/// Range from 0 in steps of 1, which has as many elements as its limit says.
bool ShapeRules::range(const Node& node) {
    const auto *from = elements(node, 0), *to = elements(node, 1), *step = elements(node, 2);
    if (from && to && step && from->size() == 1 && to->size() == 1 && step->size() == 1 &&
        (*from)[0].number() == 0 && (*step)[0].number() == 1 && isNotNegative((*to)[0]))
        setShape(node.outputs[0], SymbolicSizes(*to));
    return true;
}

} // namespace partita
