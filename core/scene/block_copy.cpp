#include "core/scene/block_copy.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/edits/part_of_model.h"
#include "core/scene/group_titles.h"
#include "core/scene/node_scopes.h"

namespace partita {

namespace {

constexpr std::size_t kMostSections = 8, kNodesOfSection = 6, kMostNames = 3;
constexpr double kLeastSection = 14; ///< height of a section, in the picture

/// The groups of one level, as parts of the copy.
using Parts = std::vector<NodeGroup>;

/// Finds what the copy is divided into.
class Divider {
public:
    Divider(const Model& model, std::span<const NodeId> order, const NodeGroup& copy)
        : m_model(model), m_order(order), m_copy(copy) {}

    Parts parts() const {
        Parts found = m_copy.children;
        if (found.size() < 2)
            found = byScope();
        if (found.size() < 2 || found.size() > kMostSections)
            found = byCuts();
        return found;
    }

    /// What a part is called inside of the copy: the scopes around both say nothing.
    std::string titleOf(const NodeGroup& part) const {
        std::string title = partita::titleOf(m_model, m_order, part);
        for (const char* end : {"/", "."})
            if (const std::string around = m_copy.title + end; title.starts_with(around))
                title.erase(0, around.size());
        return title;
    }

private:
    /// Neighbours with the same scope below that of the copy.
    Parts byScope() const {
        const NodeScopes scopes(m_model, m_order.subspan(m_copy.begin, m_copy.size()));
        const std::size_t depth = scopes.shared(0, m_copy.size()).size();
        Parts found;
        NodeScopes::Scope last = 0;
        for (std::size_t place = 0; place < m_copy.size(); ++place) {
            const auto scope = scopes.at(place, depth);
            const std::size_t at = m_copy.begin + place;
            if (!found.empty() && (scope == last || scope == 0)) {
                found.back().end = at + 1;
                continue;
            }
            found.push_back({at, at + 1, scope ? scopes.name(scope) : std::string(), 1, {}});
            last = scope;
        }
        return found;
    }

    /// Stretches of about equal length, cut where the fewest tensors cross.
    Parts byCuts() const {
        const std::size_t size = m_copy.size(),
                          wanted = std::clamp<std::size_t>(size / kNodesOfSection, 1, 6);
        const std::vector<std::size_t> crossing = crossings();
        Parts found;
        std::size_t begin = 0;
        for (std::size_t part = 1; part <= wanted; ++part) {
            std::size_t end = part == wanted ? size : part * size / wanted;
            const std::size_t reach = size / wanted / 3;
            for (std::size_t at = end - std::min(reach, end - begin - 1);
                 part < wanted && at <= std::min(end + reach, size - 1); ++at)
                if (crossing[at] < crossing[end])
                    end = at;
            if (end > begin)
                found.push_back({m_copy.begin + begin, m_copy.begin + end, {}, 1, {}});
            begin = end;
        }
        return found;
    }

    /// By place in the copy: how many tensors of its nodes are made before it and read at it or
    /// behind.
    std::vector<std::size_t> crossings() const {
        std::unordered_map<NodeId, std::size_t> places;
        for (std::size_t place = 0; place < m_copy.size(); ++place)
            places.emplace(m_order[m_copy.begin + place], place);
        std::vector<std::int64_t> change(m_copy.size() + 1);
        for (const auto& [node, place] : places)
            for (const ValueId output : m_model.node(node)->outputs) {
                std::size_t last = place;
                for (const NodeId reader : m_model.consumers(output))
                    if (const auto at = places.find(reader); at != places.end())
                        last = std::max(last, at->second);
                ++change[place + 1];
                --change[last + 1];
            }
        std::vector<std::size_t> crossing(m_copy.size() + 1);
        std::int64_t now = 0;
        for (std::size_t at = 0; at < crossing.size(); ++at) {
            now += change[at];
            crossing[at] = static_cast<std::size_t>(std::max<std::int64_t>(now, 0));
        }
        return crossing;
    }

    const Model& m_model;
    const std::span<const NodeId> m_order;
    const NodeGroup& m_copy;
};

/// A section with the names of all parts that share its height.
struct Stretch {
    double top = 0, bottom = 0;
    std::vector<std::string> names;
};

/// Parts that run beside each other are one section: no bracket can tell them apart.
void addStretch(std::vector<Stretch>& stretches, Stretch next) {
    if (!stretches.empty()) {
        Stretch& last = stretches.back();
        const double shared = last.bottom - next.top,
                     least = std::min(last.bottom - last.top, next.bottom - next.top);
        if (shared > least / 2 || next.bottom - std::max(next.top, last.bottom) < kLeastSection) {
            last.bottom = std::max(last.bottom, next.bottom);
            for (std::string& name : next.names)
                if (std::ranges::find(last.names, name) == last.names.end())
                    last.names.push_back(std::move(name));
            return;
        }
        if (shared > 0)
            next.top = last.bottom = last.bottom - shared / 2;
    }
    stretches.push_back(std::move(next));
}

std::string joined(std::vector<std::string> names) {
    const bool isMore = names.size() > kMostNames;
    names.resize(std::min(names.size(), kMostNames));
    return joinText(names, ", ") + (isMore ? " …" : "");
}

std::vector<BlockCopy::Section> sectionsOf(const Divider& divider, std::span<const NodeId> order,
                                           const GraphScene& picture) {
    std::vector<Stretch> stretches;
    for (const NodeGroup& part : divider.parts()) {
        Stretch stretch{1e300, -1e300, {divider.titleOf(part)}};
        for (std::size_t place = part.begin; place < part.end; ++place)
            if (const auto box = picture.boxOf(order[place])) {
                stretch.top = std::min(stretch.top, picture.top(*box));
                stretch.bottom =
                    std::max(stretch.bottom, picture.top(*box) + picture.sizes[*box].height);
            }
        if (stretch.bottom > stretch.top)
            stretches.push_back(std::move(stretch));
    }
    std::ranges::stable_sort(stretches, {},
                             [](const Stretch& each) { return each.top + each.bottom; });
    std::vector<Stretch> apart;
    for (Stretch& each : stretches)
        addStretch(apart, std::move(each));
    std::vector<BlockCopy::Section> sections;
    for (Stretch& each : apart)
        sections.push_back({joined(std::move(each.names)), each.top, each.bottom});
    return sections;
}

/// A part of the model without the inputs that nodes make which are not drawn: what is computed from
/// constants, or folded, is shown in its readers.
Model withoutHidden(const Model& part, const Model& model, const GraphScene& scene,
                    const std::vector<NodeId>& nodes) {
    std::unordered_set<std::string_view> hidden;
    for (const NodeId node : nodes)
        for (const ValueId input : model.node(node)->inputs)
            if (const NodeId maker = model.producer(input);
                maker && !scene.boxOf(maker)) // closed groups have boxes
                hidden.insert(model.value(input)->name);
    ModelEditor editor(part);
    editor.changeGraph(part.mainGraph(), [&](Graph& main) {
        std::erase_if(main.inputs,
                      [&](ValueId input) { return hidden.contains(part.value(input)->name); });
    });
    return editor.model();
}

/// Gives the boxes of the picture of a part the ids of the model, and their providers.
void giveIds(GraphScene& picture, const Model& part, const Model& model,
             const Partitioning& placed) {
    picture.boxByNode.assign(model.nodes().keyEnd(), 0);
    picture.providerNames = placed.providerNames;
    for (std::uint32_t at = 0; at < picture.boxes.size(); ++at) {
        SceneBox& box = picture.boxes[at];
        if (box.kind != SceneBox::Kind::node)
            continue;
        const auto& origin = part.node(box.node)->origin;
        box.node = origin && !origin->derivedFrom.empty() ? origin->derivedFrom.front() : NodeId{};
        if (!model.node(box.node))
            continue;
        picture.boxByNode[box.node.value] = at + 1;
        const auto provider = placed.providerOf(box.node);
        box.provider = placed.isFolded(box.node) ? SceneBox::kFolded
                       : provider                ? static_cast<std::int32_t>(*provider)
                                                 : -1;
    }
}

const NodeGroup* findRepeated(const NodeGroup& group, std::span<const NodeId> order,
                              const GroupKey& key) {
    for (const NodeGroup& child : group.children) {
        if (child.repeats > 1 && !child.children.empty() && child.key(order) == key)
            return &child;
        if (const NodeGroup* found = findRepeated(child, order, key))
            return found;
    }
    return nullptr;
}

} // namespace

const NodeGroup* repeatedGroup(const GraphScene& scene, const GroupKey& key) {
    return scene.collapsed ? findRepeated(scene.hierarchy, scene.order, key) : nullptr;
}

Result<BlockCopy> firstCopy(const Model& model, const Partitioning& placed, const GraphScene& scene,
                            const GroupKey& key, const SceneOptions& options,
                            const Progress& progress) {
    const NodeGroup* group = repeatedGroup(scene, key);
    if (!group)
        return Error{Errc::internal, PARTITA_TEXT("there is no such block"), {}, {}};
    const NodeGroup& first = group->children.front();
    BlockCopy copy;
    copy.group = key;
    copy.repeats = group->repeats;
    copy.title = titleOf(model, scene.order, first, &placed);
    copy.nodes.assign(scene.order.begin() + static_cast<std::ptrdiff_t>(first.begin),
                      scene.order.begin() + static_cast<std::ptrdiff_t>(first.end));
    const Model part =
        withoutHidden(PARTITA_TRY(partOfModel(model, copy.nodes)), model, scene, copy.nodes);
    SceneOptions plain;
    plain.textWidth = options.textWidth;
    copy.scene = PARTITA_TRY(buildScene(part, part.mainGraph(), nullptr, plain, progress));
    giveIds(copy.scene, part, model, placed);
    copy.sections = sectionsOf(Divider(model, scene.order, first), scene.order, copy.scene);
    return copy;
}

} // namespace partita
