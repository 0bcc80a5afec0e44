#include "core/scene/graph_dot.h"

#include <fmt/format.h>

namespace partita {

namespace {

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
}

std::string labelOf(const SceneDrawing& drawing, const SceneBox& box) {
    const GraphScene& scene = drawing.scene();
    if (box.kind == SceneBox::Kind::group) {
        const auto [title, second] = drawing.groupTexts(box);
        const std::size_t nodes = scene.groups[static_cast<std::size_t>(box.group)].key.nodes;
        return title + "  " + drawing.text().nodes(nodes) + (second.empty() ? "" : " · ") + second;
    }
    return box.title.str() + (box.partitionIndex ? "  " + scene.badge(box) : "");
}

} // namespace

std::string toDot(const SceneDrawing& drawing, const DrawingMarks& marks, Scheme scheme,
                  const std::string& title) {
    const GraphScene& scene = drawing.scene();
    const auto colour = [&](Paint paint) { return colourText(paint, scheme); };
    std::string text = fmt::format("digraph model {{\n bgcolor=\"{}\";\n node [shape=box "
                                   "style=filled fontname=\"sans\" color=\"{}\" "
                                   "fontcolor=\"{}\"];\n edge [color=\"{}\" fontcolor=\"{}\"];\n",
                                   colour(Role::canvas), colour(Role::second), colour(Role::text),
                                   colour(Role::edge), colour(Role::text));
    if (!title.empty())
        text += fmt::format(" label={} fontname=\"sans\" fontcolor=\"{}\";\n", quoted(title),
                            colour(Role::text));
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const SceneBox& box = scene.boxes[i];
        const bool plain = box.isPort() || box.kind == SceneBox::Kind::group;
        text += fmt::format(" b{} [label={}{} fillcolor=\"{}\"];\n", i,
                            quoted(labelOf(drawing, box)), box.isPort() ? " shape=oval" : "",
                            colour(plain ? Paint(Role::base) : drawing.fill(marks, i)));
    }
    for (const SceneNet& net : scene.nets)
        for (std::size_t t = 0; t < net.targetCount; ++t)
            text += fmt::format(" b{} -> b{}{};\n", net.source, scene.targets(net)[t],
                                scene.isBoundary(net, t) && scene.label(net)
                                    ? fmt::format(" [penwidth=3 color=\"{}\" label={}]",
                                                  colour(Role::strongEdge),
                                                  quoted(scene.label(net)->text))
                                    : "");
    return text + "}\n";
}

} // namespace partita
