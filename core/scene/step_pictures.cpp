#include "core/scene/step_pictures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/scene/aligned_scenes.h"
#include "core/scene/node_box.h"
#include "core/scene/scene_layout.h"
#include "core/scene/short_type.h"
#include "core/session/placed_order.h"

namespace partita {

namespace {

constexpr std::size_t kMostInStep = 12, kMostChanged = 8; ///< more would be too small to read
/// Of the nodes that only read something else now; and of one tensor's readers, as surroundings.
constexpr std::size_t kMostTouched = 2, kMostReaders = 2;
constexpr double kStepMargin = 14, kMostLabel = 190;

/// Chooses what a picture shows of two states: what the step changes, then what is next to it.
class Surroundings {
public:
    Surroundings(const Model& before, const Model& after, const Rewrite& rewrite)
        : m_before(before), m_after(after) {
        for (const auto& change : rewrite.delta.nodes)
            m_changed.insert(change.id);
        for (const auto& change : rewrite.delta.nodes)
            if (!change.before || !change.after)
                take(change.id, kMostChanged);
        const std::size_t most =
            m_nodes.empty() ? kMostChanged : std::min(kMostChanged, m_nodes.size() + kMostTouched);
        for (const auto& change : rewrite.delta.nodes)
            take(change.id, most);
        m_left = rewrite.delta.nodes.size() - m_nodes.size();
        m_stay = std::max<std::size_t>(1, m_nodes.size());
        if (isOfTypes(rewrite.delta)) {
            takeTyped(rewrite.delta);
            return;
        }
        // Where a node became a constant, its readers show it.
        for (const auto& change : rewrite.delta.values)
            if (m_nodes.size() < kMostChanged)
                takeReaders(change.id);
        for (const NodeId id : std::vector<NodeId>(m_nodes))
            for (const Model* model : {&m_before, &m_after})
                takeNeighbours(*model, id);
    }

    [[nodiscard]] std::size_t left() const { return m_left; }
    /// Those that are next to the step and are not taken.
    [[nodiscard]] std::size_t leftAround() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(m_around, [&](NodeId id) { return !isTaken(id); }));
    }
    /// Takes nodes back that only stand around the step; returns how many.
    std::size_t leaveOut(const std::set<NodeId>& nodes) {
        const auto from =
            m_nodes.begin() + static_cast<std::ptrdiff_t>(std::min(m_stay, m_nodes.size()));
        const auto left =
            std::remove_if(from, m_nodes.end(), [&](NodeId id) { return nodes.contains(id); });
        const auto count = static_cast<std::size_t>(m_nodes.end() - left);
        m_nodes.erase(left, m_nodes.end());
        return count;
    }
    [[nodiscard]] std::vector<NodeId> in(const Model& model) const {
        std::vector<NodeId> nodes;
        std::ranges::copy_if(m_nodes, std::back_inserter(nodes),
                             [&](NodeId id) { return static_cast<bool>(model.node(id)); });
        return nodes;
    }

private:
    /// Whether a step gives types to tensors, and does nothing else.
    static bool isOfTypes(const ModelDelta& delta) {
        return delta.nodes.empty() && std::ranges::all_of(delta.values, [](const auto& change) {
                   return change.before && change.after && !change.before->isConstant() &&
                          !change.after->isConstant();
               });
    }
    /// One of the tensors, with what makes and reads it: those of all are too many to be read.
    void takeTyped(const ModelDelta& delta) {
        for (const auto& change : delta.values) {
            const NodeId maker = m_after.producer(change.id);
            if (!maker || m_after.node(maker)->is("Constant") ||
                m_after.consumers(change.id).empty())
                continue;
            take(maker, kMostInStep);
            takeReaders(change.id);
            return;
        }
    }
    [[nodiscard]] bool isTaken(NodeId id) const {
        return std::ranges::find(m_nodes, id) != m_nodes.end();
    }
    void takeAround(NodeId id, bool isDrawn = true) {
        const auto& node = m_after.node(id) ? m_after.node(id) : m_before.node(id);
        if (node && (!m_graph || node->graph == m_graph) && !m_changed.contains(id))
            m_around.insert(id);
        if (isDrawn)
            take(id, kMostInStep);
    }
    void takeAround(std::span<const NodeId> readers) {
        for (std::size_t i = 0; i < readers.size(); ++i)
            takeAround(readers[i], i < kMostReaders);
    }
    void take(NodeId id, std::size_t most) {
        const auto& node = m_after.node(id) ? m_after.node(id) : m_before.node(id);
        if (!node || m_nodes.size() >= most || (m_graph && node->graph != m_graph) || isTaken(id))
            return;
        m_graph = node->graph;
        m_nodes.push_back(id);
    }
    void takeReaders(ValueId value) {
        if (m_after.value(value))
            takeAround(m_after.consumers(value));
    }
    void takeNeighbours(const Model& model, NodeId id) {
        const auto& node = model.node(id);
        if (!node)
            return;
        for (const ValueId input : node->inputs)
            if (const NodeId maker = input ? model.producer(input) : NodeId{};
                maker && !model.node(maker)->is("Constant")) // a badge of its reader
                takeAround(maker);
        for (const ValueId output : node->outputs)
            if (output)
                takeAround(model.consumers(output));
    }

    const Model &m_before, &m_after;
    std::vector<NodeId> m_nodes;
    std::set<NodeId> m_changed, m_around; ///< of the step, and next to it
    GraphId m_graph;
    std::size_t m_left = 0, m_stay = 1; ///< of `m_nodes`, the first ones are of the step
};

/// Where a range of `room` starts that is as near to the middle of the second range as the first
/// one allows.
double startOf(double from, double to, double wantedFrom, double wantedTo, double room) {
    const double middle =
        to - from <= room ? (from + to) / 2
                          : std::clamp((wantedFrom + wantedTo) / 2, from + room / 2, to - room / 2);
    return middle - room / 2;
}

/// The nodes whose boxes are not wholly in a part of a scene.
void addCut(const StepSide& side, const Rect& seen, std::set<NodeId>& cut) {
    if (!side.scene)
        return;
    const GraphScene& scene = *side.scene;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const PointF middle = scene.layout.centers[i];
        const double x = scene.sizes[i].width / 2, y = scene.sizes[i].height / 2;
        if (middle.x - x < seen.left || middle.x + x > seen.right || middle.y - y < seen.top ||
            middle.y + y > seen.bottom)
            cut.insert(scene.boxes[i].node);
    }
}

/// Gives both drawings the bounds of both.
void shareBounds(Drawing& a, Drawing& b) {
    const Rect both = a.bounds.united(b.bounds);
    a.bounds = b.bounds = both;
}

/// Of the placements of two states near by, the one that knows more of these nodes.
const Partitioning* knowing(const std::vector<NodeId>& nodes, const Partitioning* own,
                            const Partitioning* other) {
    const auto known = [&](const Partitioning* placed) {
        return placed
                   ? std::ranges::count_if(
                         nodes,
                         [&](NodeId id) { return placed->partition(id) || placed->isFolded(id); })
                   : -1;
    };
    return known(other) > known(own) ? other : own;
}

/// Moves a scene sideways, so that what both sides show stands at the same places on average.
void centre(GraphScene& scene, const GraphScene& like) {
    double shift = 0;
    int common = 0;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i)
        if (const auto other = like.boxOf(scene.boxes[i].node)) {
            shift += like.layout.centers[*other].x - scene.layout.centers[i].x;
            ++common;
        }
    if (!common)
        return;
    shift = std::round(shift / common);
    scene.layout.left += shift;
    for (PointF& each : scene.layout.centers)
        each.x += shift;
    for (PointF& each : scene.layout.points)
        each.x += shift;
}

} // namespace

double StepPicture::scaleFor(double width, double height) const {
    const Rect step = frame(), all = bounds();
    const auto scaleOf = [&](const Rect& shown) {
        return std::min(width / std::max(1.0, shown.width()),
                        height / std::max(1.0, shown.height()));
    };
    return std::max(scaleOf(all), std::min(1.0, scaleOf(step)));
}

Rect StepPicture::frame() const {
    return after.frame.empty() ? before.frame : before.frame.united(after.frame);
}

Rect StepPicture::bounds() const {
    return before.scene ? before.drawing.bounds : after.drawing.bounds;
}

Rect StepPicture::seen(double width, double height) const {
    const Rect step = frame(), all = bounds();
    const PointF at{startOf(all.left, all.right, step.left, step.right, width),
                    startOf(all.top, all.bottom, step.top, step.bottom, height)};
    return Rect::at(at.x, at.y, width, height);
}

DrawingMarks marksOf(const GraphScene& scene, const ModelDelta& delta) {
    DrawingMarks marks;
    for (const auto& change : delta.nodes)
        if (const auto box = scene.boxOf(change.id))
            (!change.after    ? marks.removed
             : !change.before ? marks.added
                              : marks.changed)
                .insert(*box);
    return marks;
}

SceneBox StepPainter::boxOf(const Model& model, const Node& node, const Partitioning* placed,
                            const GraphScene& scene) {
    const std::string domain = node.isOnnx() ? std::string() : node.domain.str();
    const auto [schema, fresh] = m_schemas.try_emplace(domain + "\n" + node.opType.str());
    if (fresh)
        schema->second =
            findSchema(node.opType, node.domain, model.info().opset(node.domain).value_or(1));
    SceneBox box;
    box.node = node.id;
    box.title = node.opType;
    box.hasBody = !node.subgraphs().empty();
    if (const Partition* partition = placed ? placed->partition(node.id) : nullptr) {
        box.provider = static_cast<std::int32_t>(partition->provider);
        box.partitionIndex = partition->index;
    } else if (placed && placed->isFolded(node.id)) {
        box.provider = SceneBox::kFolded;
        box.isUnused = placed->isUnused(node.id);
    }
    box.badges = badgesOf(node, schema->second, [&](ValueId input) {
        const auto& value = model.value(input);
        const NodeId maker = model.producer(input);
        return !value || value->isConstant() ||
               (maker && model.node(maker)->is("Constant") && !scene.boxOf(maker));
    });
    return box;
}

/// The type of a tensor as a label on its line.
void StepPainter::addLabel(const Model& model, GraphScene& scene, SceneNet& net) const {
    const auto& value = model.value(net.value);
    if (!value->type)
        return;
    std::string text = shortTypeText(*value->type);
    const double width = m_text.width(text, false) + 12;
    if (text.empty() || width > m_mostLabel)
        return;
    net.label = static_cast<std::int32_t>(scene.labels.size());
    scene.labels.push_back({std::move(text), width});
}

/// The nodes and the lines between them, without the rest of their graph.
GraphScene StepPainter::sceneOf(const Model& model, const Nodes& nodes,
                                const Partitioning* placed) {
    GraphScene scene;
    scene.graph = nodes.empty() ? GraphId{} : model.node(nodes.front())->graph;
    scene.boxByNode.resize(model.nodes().keyEnd());
    scene.partitionBadges.emplace_back();
    if (placed) {
        scene.providerNames = placed->providerNames;
        scene.partitionNodes = partitionSizes(*placed);
        for (const Partition& partition : placed->partitions)
            scene.partitionBadges.push_back(placed->badge(partition));
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        scene.boxByNode[nodes[i].value] = i + 1;
    for (const NodeId id : nodes) {
        SceneBox box = boxOf(model, *model.node(id), placed, scene);
        const std::string badge =
            box.isFolded() ? m_text.words(goneWord(box.isUnused)) : scene.badge(box);
        scene.sizes.push_back(
            {std::ceil(nodeBoxWidth(box, badge, m_text.width)), SceneMetrics::nodeHeight});
        scene.boxes.push_back(std::move(box));
    }
    scene.nodeBoxes = nodes.size();
    for (std::uint32_t source = 0; source < nodes.size(); ++source)
        for (const ValueId output : model.node(nodes[source])->outputs) {
            const auto first = static_cast<std::uint32_t>(scene.netTargets.size());
            for (const NodeId reader : output ? model.consumers(output) : std::span<const NodeId>())
                if (const auto at = scene.boxOf(reader);
                    at && *at != source &&
                    std::find(scene.netTargets.begin() + first, scene.netTargets.end(), *at) ==
                        scene.netTargets.end())
                    scene.netTargets.push_back(*at);
            const auto count = static_cast<std::uint32_t>(scene.netTargets.size()) - first;
            if (!count)
                continue;
            scene.nets.push_back({output, source, first, count});
            addLabel(model, scene, scene.nets.back());
        }
    scene.lineKinds.resize(scene.netTargets.size());
    return scene;
}

StepSide StepPainter::sideOf(std::shared_ptr<const GraphScene> scene,
                             const ModelDelta& delta) const {
    const SceneDrawing about(scene, m_text);
    const DrawingMarks marks = marksOf(*scene, delta);
    StepSide side{std::move(scene), about.drawing(marks), {}};
    if (const Rect step = about.stepRect(marks); !step.empty()) {
        side.frame = {step.left - 26, step.top - 11, step.right + 14, step.bottom + 11};
        side.drawing.shapes.insert(side.drawing.shapes.begin(),
                                   DrawnBox{side.frame, 4, {}, Pen{Role::accent, 1.5}});
        side.drawing.bounds = side.drawing.bounds.united(side.frame);
    }
    side.drawing.bounds = side.drawing.bounds.grown(kStepMargin);
    return side;
}

struct StepPainter::Step {
    const Model &before, &after;
    const ModelDelta& delta;
    const Partitioning *placedBefore, *placedAfter;
};

StepPicture StepPainter::paint(const Model& before, const Model& after, const Rewrite& rewrite,
                               const Partitioning* placedBefore, const Partitioning* placedAfter) {
    Surroundings around(before, after, rewrite);
    const Step step{before, after, rewrite.delta, placedBefore, placedAfter};
    m_mostLabel = kMostLabel;
    for (;;) {
        StepPicture picture = draw(step, around.in(before), around.in(after));
        picture.left = around.left();
        picture.leftAround = around.leftAround();
        if (!m_room || picture.empty())
            return picture;
        const double scale = picture.scaleFor(m_room->x, m_room->y);
        const Rect seen = picture.seen(m_room->x / scale, m_room->y / scale);
        std::set<NodeId> cut;
        addCut(picture.before, seen, cut);
        addCut(picture.after, seen, cut);
        if (around.leaveOut(cut) > 0) // with fewer boxes, others are elsewhere
            continue;
        if (picture.bounds().width() <= seen.width() + kStepMargin || m_mostLabel == 0)
            return picture;
        // A type begins at the line, mostly in the middle.
        const double half = std::max(0.0, m_room->x / 2 - kStepMargin);
        m_mostLabel = m_mostLabel > half ? half : 0;
    }
}

StepPicture StepPainter::draw(const Step& step, const Nodes& then, const Nodes& now) {
    StepPicture picture;
    auto first = sceneOf(step.before, then, knowing(then, step.placedBefore, step.placedAfter)),
         second = sceneOf(step.after, now, knowing(now, step.placedAfter, step.placedBefore));
    SceneOptions options;
    if (then.empty() || !layOut(first, options, {}))
        return picture;
    options.previous = &first;
    for (const auto& change : step.delta.nodes)
        if (!change.after)
            options.ghosts.push_back(change.id);
    if (second.boxes.empty()) {
        second.graph = first.graph; // only outlines are left of the step
        second.layout = {};
    }
    if (!layOut(second, options, {}))
        return picture;
    centre(second, first);
    alignScenes(first, second);
    picture.before = sideOf(std::make_shared<const GraphScene>(std::move(first)), step.delta);
    picture.after = sideOf(std::make_shared<const GraphScene>(std::move(second)), step.delta);
    shareBounds(picture.before.drawing, picture.after.drawing);
    return picture;
}

} // namespace partita
