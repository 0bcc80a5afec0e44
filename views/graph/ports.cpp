#include "views/graph/ports.h"

#include <algorithm>
#include <map>

#include "core/edits/edit_tools.h"

namespace partita {

namespace {

constexpr std::size_t kMost = 24; ///< ports on one side of a box

/// The names of the inputs that a node has or may have.
std::vector<std::string> inputNames(const Model& model, const Node& node) {
    std::vector<std::string> names;
    std::size_t count = node.inputs.size();
    if (const auto operation = descriptionOf(model, node)) {
        const bool isVariadic = !operation->inputs.empty() && operation->inputs.back().option ==
                                                                  FormalParameter::Option::variadic;
        count = std::max(count + (isVariadic ? 1 : 0), operation->inputs.size());
        for (std::size_t i = 0; i < count; ++i) {
            const FormalParameter* input = operation->input(i);
            names.push_back(input ? input->name : std::to_string(i));
        }
    } else if (const GraphId function = functionOf(model, node)) {
        for (const ValueId input : model.graph(function)->inputs)
            names.push_back(model.value(input)->name);
    }
    while (names.size() < count)
        names.push_back(std::to_string(names.size()));
    names.resize(std::min(names.size(), kMost));
    return names;
}

/// Where the drawn lines of tensors end at a box.
std::map<ValueId, double> endsAt(const GraphScene& scene, std::uint32_t box) {
    std::map<ValueId, double> ends;
    for (const Route& route : scene.layout.routes) {
        const SceneNet& net = scene.nets[route.net];
        if (!route.isStub() && !route.bundle && scene.targets(net)[route.target] == box)
            ends[net.value] = scene.layout.pointsOf(route).back().x;
    }
    return ends;
}

/// Ports stand where the lines end, and evenly between these; all evenly where the lines do not come
/// in the order of the inputs.
void spread(std::vector<Port>& ports, const std::map<ValueId, double>& ends, double left,
            double right, double y) {
    const std::size_t count = ports.size();
    std::vector<double> places(count, -1e300);
    double last = left;
    bool isOrdered = true;
    for (std::size_t i = 0; i < count; ++i)
        if (const auto end = ends.find(ports[i].value); ports[i].value && end != ends.end()) {
            places[i] = end->second;
            isOrdered = isOrdered && places[i] > last + 4;
            last = places[i];
        }
    if (!isOrdered)
        std::ranges::fill(places, -1e300);
    for (std::size_t i = 0; i < count;) {
        if (places[i] > -1e299) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < count && places[end] < -1e299)
            ++end;
        const double from = i == 0 ? left : places[i - 1], to = end == count ? right : places[end];
        const auto gaps = static_cast<double>(end - i + 1);
        for (std::size_t k = i; k < end; ++k)
            places[k] = from + (to - from) * static_cast<double>(k - i + 1) / gaps;
        i = end;
    }
    for (std::size_t i = 0; i < count; ++i)
        ports[i].at = QPointF(places[i], y);
}

std::vector<Port> portsOfNode(const Model& model, const Node& node, const Port& base) {
    std::vector<Port> ports;
    const std::vector<std::string> names = inputNames(model, node);
    for (std::size_t i = 0; i < names.size(); ++i) {
        Port port = base;
        port.index = i;
        port.name = names[i];
        port.value = i < node.inputs.size() ? node.inputs[i] : ValueId{};
        ports.push_back(std::move(port));
    }
    return ports;
}

std::vector<Port> outputsOfNode(const Model& model, const Node& node, const Port& base) {
    std::vector<Port> ports;
    for (std::size_t i = 0; i < std::min(node.outputs.size(), kMost); ++i) {
        if (!node.outputs[i])
            continue;
        Port port = base;
        port.isOutput = true;
        port.index = i;
        port.value = node.outputs[i];
        port.name = tensorText(model, port.value);
        ports.push_back(std::move(port));
    }
    return ports;
}

std::vector<Port> portOfGraph(const Model& model, const SceneBox& box, Port base,
                              const QRectF& rect) {
    base.isOutput = box.kind != SceneBox::Kind::output;
    base.value = box.value;
    base.name = tensorText(model, box.value);
    base.at = {rect.center().x(), base.isOutput ? rect.bottom() : rect.top()};
    if (!base.isOutput) {
        const auto& outputs = model.graph(base.graph)->outputs;
        base.index =
            static_cast<std::size_t>(std::ranges::find(outputs, box.value) - outputs.begin());
        if (base.index == outputs.size())
            return {};
    }
    return {base};
}

} // namespace

std::vector<Port> portsOf(const Model& model, const GraphPainter& painter, std::uint32_t box) {
    const GraphScene& scene = *painter.scene();
    const SceneBox& each = scene.boxes[box];
    const QRectF rect = painter.boxRect(box);
    Port base;
    base.box = box;
    base.graph = scene.graph;
    if (!model.graph(scene.graph))
        return {};
    if (each.isPort())
        return model.value(each.value) ? portOfGraph(model, each, base, rect) : std::vector<Port>();
    const auto& node = model.node(each.node);
    if (each.kind != SceneBox::Kind::node || !node)
        return {};
    base.node = each.node;
    std::vector<Port> ports = portsOfNode(model, *node, base);
    spread(ports, endsAt(scene, box), rect.left(), rect.right(), rect.top());
    std::vector<Port> outputs = outputsOfNode(model, *node, base);
    spread(outputs, {}, rect.left(), rect.right(), rect.bottom());
    ports.insert(ports.end(), outputs.begin(), outputs.end());
    return ports;
}

std::optional<std::uint32_t> boxOfSlot(const Model& model, const GraphScene& scene,
                                       const Slot& slot) {
    if (slot.node) {
        const NodeId shown = nodeWithin(model, slot.node, scene.graph);
        return shown ? scene.boxOf(shown) : std::nullopt;
    }
    const ValueId value = valueAt(model, slot);
    for (std::uint32_t box = 0; box < scene.boxes.size(); ++box)
        if (slot.graph == scene.graph && scene.boxes[box].kind == SceneBox::Kind::output &&
            scene.boxes[box].value == value)
            return box;
    return std::nullopt;
}

} // namespace partita
