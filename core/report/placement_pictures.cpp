#include "core/report/placement_pictures.h"

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/try.h"
#include "core/scene/readable_groups.h"
#include "core/scene/scene_drawing.h"

namespace partita {

namespace {

constexpr std::size_t kMostUnfolded = 400; ///< nodes; more are folded into groups
constexpr std::size_t kMostBoxes = 3000, kMostBodies = 12;
constexpr double kMargin = 12;

class PictureMaker {
public:
    PictureMaker(const Model& model, const Partitioning& partitioning, const Triage& judged,
                 const PictureTargets& targets, const Progress& progress)
        : m_model(model), m_partitioning(partitioning), m_judged(judged), m_targets(targets),
          m_progress(progress) {
        m_out.boxOf.resize(model.nodes().keyEnd());
        m_out.chipOf.resize(model.values().keyEnd());
        m_nodes.resize(model.graphs().keyEnd());
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (partitioning.partition(id) || partitioning.isFolded(id))
                ++m_nodes[node->graph.value];
        });
    }

    Result<PlacementPictures> make() {
        PARTITA_TRY(add(m_model.mainGraph()));
        m_out.html.insert(0, legend());
        std::size_t bodies = 0;
        std::vector<GraphId> wanted;
        m_model.graphs().forEach([&](GraphId id, const auto& graph) {
            if (graph->parent && m_nodes[id.value] && bodies++ < kMostBodies)
                wanted.push_back(id);
        });
        for (const GraphId body : wanted)
            PARTITA_TRY(add(body));
        if (bodies > kMostBodies)
            m_out.html += fmt::format("<p class=\"second\">{} more bodies are not drawn.</p>\n",
                                      grouped(bodies - kMostBodies));
        m_model.nodes().forEach([&](NodeId id, const auto&) { placeInside(id); });
        return std::move(m_out);
    }

private:
    /// A node without a box leads to that of the node whose body it is in.
    void placeInside(NodeId id) {
        NodeId at = id;
        for (int depth = 0; depth < 100 && m_model.node(at); ++depth) {
            if (!m_out.boxOf[at.value].empty()) {
                m_out.boxOf[id.value] = m_out.boxOf[at.value];
                return;
            }
            at = m_model.graph(m_model.node(at)->graph)->parent;
        }
    }

    Result<void> add(GraphId graph) {
        SceneOptions options;
        options.textWidth = estimatedTextWidth;
        options.collapse = m_nodes[graph.value] > kMostUnfolded;
        const bool main = graph == m_model.mainGraph();
        const std::string title = main ? "Graph" : escapedHtml(m_model.graphPath(graph));
        auto built = buildScene(m_model, graph, &m_partitioning, options, m_progress);
        if (built && built->collapsed) {
            options.expanded = readableGroups(*built);
            if (!options.expanded.empty())
                built = buildScene(m_model, graph, &m_partitioning, options, m_progress);
        }
        if (!built && m_progress.cancelled())
            return std::move(built).error();
        if (!built || built->boxes.empty() || built->boxes.size() > kMostBoxes) {
            const std::string why = !built ? escapedHtml(built.error().what.text())
                                    : built->boxes.empty()
                                        ? "it has no nodes"
                                        : grouped(built->boxes.size()) + " boxes are too many";
            m_out.html +=
                fmt::format("<h2>{}</h2>\n<p class=\"second\">Not drawn: {}.</p>\n", title, why);
            return {};
        }
        const auto scene = std::make_shared<const GraphScene>(*std::move(built));
        const SceneDrawing about(scene, DrawingText::english(estimatedTextWidth));
        Drawing drawing = about.drawing({});
        drawing.bounds = drawing.bounds.grown(kMargin);
        const std::string svg = toSvg(drawing, m_out.classes, linksOf(about));
        const std::string note =
            scene->collapsed ? fmt::format(" <small>{}, folded into {}</small>",
                                           countText(m_nodes[graph.value], "node", "nodes"),
                                           countText(scene->boxes.size(), "box", "boxes"))
                             : fmt::format(" <small>{}</small>",
                                           countText(m_nodes[graph.value], "node", "nodes"));
        m_out.html +=
            main ? fmt::format("<h2>{}{}</h2>\n<figure>{}</figure>\n", title, note, svg)
                 : fmt::format("<details><summary>{}{}</summary>\n<figure>{}</figure></details>\n",
                               title, note, svg);
        return {};
    }

    /// One link for each box of a node or group, and for each chip of a boundary tensor.
    std::vector<SvgLink> linksOf(const SceneDrawing& about) {
        const GraphScene& scene = about.scene();
        std::vector<NodeId> worst(scene.boxes.size()); // of each box: what its link leads to
        for (const TriagedNode& each : m_judged.nodes)
            if (const auto box = scene.boxOf(each.node); box && !worst[*box])
                worst[*box] = each.node;
        std::vector<SvgLink> links;
        const auto idOf = [&](char kind, std::size_t index) {
            return fmt::format("{}{}-{}", kind, scene.graph.value, index);
        };
        for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
            const SceneBox& box = scene.boxes[i];
            if (box.isPort())
                continue;
            links.push_back({about.boxRect(i), about.boxRadius(i), idOf('b', i),
                             m_targets.row(worst[i] ? worst[i] : box.node), titleOf(about, box)});
        }
        for (std::uint32_t id = 0; id < scene.boxByNode.size(); ++id)
            if (scene.boxByNode[id])
                m_out.boxOf[id] = idOf('b', scene.boxByNode[id] - 1);
        for (const auto& [node, into] : scene.folded)
            if (const auto box = into ? scene.boxOf(into) : std::nullopt)
                m_out.boxOf[node.value] = idOf('b', *box);
        for (const std::uint32_t net : about.labelledNets()) {
            const ValueId value = scene.nets[net].value;
            m_out.chipOf[value.value] = idOf('c', net);
            links.push_back({about.chipRect(net), 2, idOf('c', net), m_targets.boundary(value),
                             m_model.value(value)->name});
        }
        return links;
    }

    [[nodiscard]] std::string titleOf(const SceneDrawing& about, const SceneBox& box) const {
        if (box.kind == SceneBox::Kind::group) {
            const auto [title, contents] = about.groupTexts(box);
            return title + "\n" + contents;
        }
        const Node& node = *m_model.node(box.node);
        return fmt::format("{} {}\n{}", node.opType.str(), node.name,
                           m_partitioning.explain(box.node).text());
    }

    /// The providers with their colours, patterns and numbers of nodes.
    std::string legend() {
        const auto& s = m_partitioning.summary;
        std::string out = "<p class=\"figures second\">";
        const auto entry = [&](const Drawing& swatch, const std::string& name, std::size_t nodes) {
            out += fmt::format("<span>{} {} {}</span>\n", toSvg(swatch, m_out.classes, {}),
                               escapedHtml(name), grouped(nodes));
        };
        const std::size_t providers = m_partitioning.providers.size();
        for (std::size_t i = 0; i < providers; ++i) {
            Drawing swatch;
            swatch.bounds = Rect::at(0, 0, 14, 14);
            swatch.shapes.emplace_back(
                DrawnBand{swatch.bounds, slotOf(static_cast<std::int32_t>(i), providers)});
            entry(swatch, m_partitioning.providerNames[i].full(), s.byProvider[i]);
        }
        for (const auto& [name, nodes] : {std::pair(goneWord(s).text(), s.folded),
                                          std::pair(std::string("no provider"), s.unassigned)}) {
            Drawing swatch;
            swatch.bounds = Rect::at(0, 0, 14, 14);
            swatch.shapes.emplace_back(
                DrawnBox{swatch.bounds.grown(-1), 0, Role::base, Pen{Role::lineStrong}});
            if (nodes)
                entry(swatch, name, nodes);
        }
        return out + "</p>\n";
    }

    const Model& m_model;
    const Partitioning& m_partitioning;
    const Triage& m_judged;
    const PictureTargets& m_targets;
    const Progress& m_progress;
    std::vector<std::size_t> m_nodes; // by graph: those that are placed or folded
    PlacementPictures m_out;
};

const std::string& textAt(const std::vector<std::string>& list, std::uint32_t index) {
    static const std::string kNone;
    return index < list.size() ? list[index] : kNone;
}

} // namespace

const std::string& PlacementPictures::box(NodeId node) const { return textAt(boxOf, node.value); }
const std::string& PlacementPictures::chip(ValueId value) const {
    return textAt(chipOf, value.value);
}

Result<PlacementPictures> placementPictures(const Model& model, const Partitioning& partitioning,
                                            const Triage& judged, const PictureTargets& targets,
                                            const Progress& progress) {
    return PictureMaker(model, partitioning, judged, targets, progress).make();
}

} // namespace partita
