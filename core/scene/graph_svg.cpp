#include "core/scene/graph_svg.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/escaped_text.h"
#include "core/layout/layout.h"

namespace partita {

namespace {

constexpr std::size_t kMostBoxes = 28;
constexpr double kHeight = 24, kLetter = 7.4, kMargin = 12;

enum class Mark { none, removed, added, changed };

Mark markOf(const Change<NodeId, Node>& change) {
    return !change.after ? Mark::removed : !change.before ? Mark::added : Mark::changed;
}

/// The boxes of one picture: what changed, and around it what feeds or reads that.
std::vector<NodeId> neighbourhood(const Model& model, const Rewrite& rewrite,
                                  std::map<NodeId, Mark>& marks) {
    std::vector<NodeId> boxes;
    GraphId graph;
    const auto take = [&](NodeId id) {
        const auto& node = model.node(id);
        if (!node || boxes.size() >= kMostBoxes || (graph && node->graph != graph) ||
            std::ranges::find(boxes, id) != boxes.end())
            return;
        graph = node->graph;
        boxes.push_back(id);
    };
    for (const auto& change : rewrite.delta.nodes) {
        marks[change.id] = markOf(change);
        take(change.id);
    }
    for (const auto& change : rewrite.delta.values) // where a node became a constant, its readers
        if (model.value(change.id) && rewrite.delta.nodes.size() < kMostBoxes)
            for (const NodeId reader : model.consumers(change.id))
                take(reader);
    for (const NodeId id : std::vector<NodeId>(boxes)) {
        const Node& node = *model.node(id);
        for (const ValueId input : node.inputs)
            if (input)
                take(model.producer(input));
        for (const ValueId output : node.outputs)
            if (output)
                for (const NodeId reader : model.consumers(output))
                    take(reader);
    }
    return boxes;
}

LayoutInput layoutInput(const Model& model, const std::vector<NodeId>& boxes) {
    LayoutInput input;
    const auto placeOf = [&](NodeId id) {
        return static_cast<std::uint32_t>(std::ranges::find(boxes, id) - boxes.begin());
    };
    for (const NodeId id : boxes) {
        const Node& node = *model.node(id);
        input.boxes.push_back(
            {28 + kLetter * static_cast<double>(node.opType.str().size()), kHeight});
        for (const ValueId output : node.outputs) {
            LayoutInput::Net net{placeOf(id), {}, true, 0};
            if (output)
                for (const NodeId reader : model.consumers(output))
                    if (const auto at = placeOf(reader); at < boxes.size() && reader != id)
                        net.targets.push_back(at);
            if (!net.targets.empty())
                input.nets.push_back(std::move(net));
        }
    }
    return input;
}

struct Style {
    const char *sign, *stroke, *fill;
};

Style styleOf(Mark mark) {
    switch (mark) {
    case Mark::removed: return {"−", "#b3261e", "#fbe9e7"};
    case Mark::added: return {"+", "#1e7a3c", "#e2f3e6"};
    case Mark::changed: return {"Δ", "#6a3fb5", "#ede6f8"};
    case Mark::none: break;
    }
    return {"", "#848b96", "#ffffff"};
}

std::string svgOf(const Model& model, const std::vector<NodeId>& boxes,
                  const std::map<NodeId, Mark>& marks) {
    const LayoutInput input = layoutInput(model, boxes);
    const auto layout = layeredLayout(input);
    if (boxes.empty() || !layout)
        return {};
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"{2:.0f} {3:.0f} {0:.0f} {1:.0f}\">\n",
        layout->width + 2 * kMargin, layout->height + 2 * kMargin, layout->left - kMargin,
        layout->top - kMargin);
    for (const Route& route : layout->routes) {
        std::string points;
        for (const PointF& point : layout->pointsOf(route))
            points += fmt::format("{:.1f},{:.1f} ", point.x, point.y);
        out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#848b96\"/>\n", points);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Node& node = *model.node(boxes[i]);
        const auto mark = marks.find(boxes[i]);
        const Style style = styleOf(mark == marks.end() ? Mark::none : mark->second);
        const auto& box = input.boxes[i];
        const PointF at = layout->centers[i];
        out += fmt::format("<g><title>{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                           "height=\"{:.0f}\" rx=\"3\" fill=\"{}\" stroke=\"{}\"/><text "
                           "x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{} {}</text></g>\n",
                           escapedHtml(node.label()), at.x - box.width / 2, at.y - box.height / 2,
                           box.width, box.height, style.fill, style.stroke, at.x, at.y + 4,
                           style.sign, escapedHtml(node.opType));
    }
    return out + "</svg>";
}

} // namespace

std::string rewriteSvg(const Model& model, const Rewrite& rewrite) {
    std::map<NodeId, Mark> marks;
    const auto boxes = neighbourhood(model, rewrite, marks);
    return svgOf(model, boxes, marks);
}

std::string graphSvg(const Model& model, const Rewrite& rewrite) {
    std::map<NodeId, Mark> marks;
    std::vector<NodeId> boxes;
    for (const auto& change : rewrite.delta.nodes)
        marks[change.id] = markOf(change);
    for (const NodeId id : model.topologicalOrder(model.mainGraph()))
        if (!model.node(id)->is("Constant"))
            boxes.push_back(id);
    return svgOf(model, boxes, marks);
}

} // namespace partita
