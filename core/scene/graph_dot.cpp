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

} // namespace

std::string toDot(const GraphScene& scene, const Partitioning* partitioning) {
    std::string text =
        "digraph model {\n node [shape=box style=filled fillcolor=white fontname=\"sans\"];\n";
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const SceneBox& box = scene.boxes[i];
        const bool port = box.isPort();
        const bool last =
            partitioning && box.provider >= 0 &&
            static_cast<std::size_t>(box.provider) + 1 == partitioning->providers.size();
        const char* color = port || box.provider < 0 ? "#FFFFFF"
                            : last                   ? "#FCF1DC"
                            : box.provider == 0      ? "#E4ECF7"
                                                     : "#DCF1EB";
        text += fmt::format(" b{} [label={}{} fillcolor=\"{}\"];\n", i,
                            quoted(box.title + (box.partitionIndex ? "  " + scene.badge(box) : "")),
                            port ? " shape=oval" : "", color);
    }
    for (const SceneNet& net : scene.nets)
        for (std::size_t t = 0; t < net.targetCount; ++t)
            text += fmt::format(" b{} -> b{}{};\n", net.source, scene.targets(net)[t],
                                scene.crosses(net, t) && scene.label(net)
                                    ? " [penwidth=3 label=" + quoted(scene.label(net)->text) + "]"
                                    : "");
    return text + "}\n";
}

} // namespace partita
