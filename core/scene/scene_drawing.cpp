#include "core/scene/scene_drawing.h"

#include <array>

#include <fmt/format.h>

namespace partita {

namespace {

constexpr double kLabelHeight = 14;

std::string counted(std::size_t count, const char* noun, const char* more = "") {
    return fmt::format("{} {}{}{}", count, noun, count == 1 ? "" : "s", more);
}

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

Rect rectOf(std::span<const PointF> points) {
    Rect rect{1e300, 1e300, -1e300, -1e300};
    for (const PointF& point : points)
        rect = {std::min(rect.left, point.x), std::min(rect.top, point.y),
                std::max(rect.right, point.x), std::max(rect.bottom, point.y)};
    return rect.grown(2);
}

} // namespace

DrawingText DrawingText::english(std::function<double(const std::string& text, bool title)> width) {
    return {std::move(width), [](std::size_t n) { return counted(n, "node"); },
            [](std::size_t n) { return counted(n, "partition"); },
            [](std::size_t n) { return counted(n, "node", " each"); },
            [](const Message& message) { return message.text(); }};
}

std::string DrawingText::elided(const std::string& text, bool title, double room) const {
    if (width(text, title) <= room)
        return text;
    std::size_t left = text.size() / 2, right = left; // what is between them is left out
    while (left > 0 && continuesCharacter(text[left]))
        --left;
    right = left;
    const auto shown = [&] { return text.substr(0, left) + "…" + text.substr(right); };
    while ((left > 0 || right < text.size()) && width(shown(), title) > room) {
        if (left > text.size() - right) {
            do
                --left;
            while (left > 0 && continuesCharacter(text[left]));
        } else {
            do
                ++right;
            while (right < text.size() && continuesCharacter(text[right]));
        }
    }
    return shown();
}

SceneDrawing::SceneDrawing(std::shared_ptr<const GraphScene> scene, std::size_t providers,
                           DrawingText text)
    : m_scene(std::move(scene)), m_providers(providers), m_text(std::move(text)) {
    const Layout& layout = m_scene->layout;
    const Rect bounds = Rect::at(layout.left, layout.top, layout.width, layout.height);
    std::vector<Rect> boxes, routes;
    boxes.reserve(m_scene->boxes.size());
    for (std::size_t i = 0; i < m_scene->boxes.size(); ++i)
        boxes.push_back(boxRect(i));
    m_boxIndex.build(bounds, boxes);
    routes.reserve(layout.routes.size());
    m_drawnRoutes.reserve(layout.routes.size());
    for (std::uint32_t i = 0; i < layout.routes.size(); ++i) {
        if (layout.routes[i].isStub()) {
            m_stubs.push_back(i);
        } else {
            m_drawnRoutes.push_back(i);
            routes.push_back(rectOf(layout.pointsOf(layout.routes[i])));
        }
    }
    m_routeIndex.build(bounds, routes);
    for (std::uint32_t i = 0; i < m_scene->nets.size(); ++i)
        if (m_scene->label(m_scene->nets[i]))
            m_labelled.push_back(i);
    findHulls();
}

void SceneDrawing::findHulls() {
    for (PartitionHull& hull : partitionHulls(*m_scene)) {
        LabelledHull labelled{std::move(hull), {}, {}};
        const std::string& name =
            m_scene->providerNames[static_cast<std::size_t>(labelled.provider)];
        labelled.text = fmt::format("{} · {} · {}", m_scene->partitionBadges[labelled.partition],
                                    name.substr(0, name.find(" · ")), m_text.nodes(labelled.nodes));
        labelled.label = labelPlace(labelled, m_text.width(labelled.text, false));
        m_hulls.push_back(std::move(labelled));
    }
}

bool SceneDrawing::isFree(const Rect& place) const {
    bool free = true;
    boxesIn(place, [&](std::uint32_t box) { free = free && !boxRect(box).meets(place); });
    routesIn(place, [&](std::uint32_t i) {
        const auto points = m_scene->layout.pointsOf(m_scene->layout.routes[i]);
        for (std::size_t p = 1; p < points.size(); ++p)
            free = free && !Rect::between(points[p - 1], points[p]).grown(1).meets(place);
    });
    for (const std::uint32_t net : m_labelled)
        free = free && !chipRect(net).meets(place);
    return free;
}

/// The top left of a place where the label hides nothing: right of the hull, left of it, below or
/// above; nothing if there is no such place.
std::optional<PointF> SceneDrawing::labelPlace(const PartitionHull& hull, double width) const {
    const Rect& around = hull.bounds;
    for (const PointF& corner :
         {PointF{around.right + 6, around.top + 1}, PointF{around.left - width - 6, around.top + 1},
          PointF{around.right + 6, around.bottom - kLabelHeight - 1},
          PointF{around.left - width - 6, around.bottom - kLabelHeight - 1},
          PointF{around.left, around.bottom + 2},
          PointF{around.left, around.top - kLabelHeight - 2}})
        if (isFree(Rect::at(corner.x, corner.y, width, kLabelHeight)))
            return corner;
    return std::nullopt;
}

Rect SceneDrawing::boxRect(std::size_t box) const {
    return Rect::at(m_scene->left(box), m_scene->top(box), m_scene->sizes[box].width,
                    m_scene->sizes[box].height);
}

Rect SceneDrawing::chipRect(std::size_t net) const {
    const SceneNet& each = m_scene->nets[net];
    const PointF& source = m_scene->layout.centers[each.source];
    return Rect::at(source.x + 8, source.y + m_scene->sizes[each.source].height / 2 + 4,
                    m_scene->label(each)->width, 16);
}

namespace {

Rect ghostRect(const SceneGhost& ghost) {
    return Rect::at(ghost.center.x - ghost.size.width / 2, ghost.center.y - ghost.size.height / 2,
                    ghost.size.width, ghost.size.height);
}

} // namespace

Rect SceneDrawing::stepRect(const DrawingMarks& marks) const {
    Rect all;
    for (const auto* boxes : {&marks.changed, &marks.added, &marks.removed})
        for (const std::uint32_t box : *boxes)
            all = all.united(boxRect(box));
    for (const SceneGhost& ghost : m_scene->ghosts)
        all = all.united(ghostRect(ghost));
    return all;
}

Paint SceneDrawing::fill(const DrawingMarks& marks, std::size_t box) const {
    if (marks.colouring.isOn())
        return marks.colouring.fill(box);
    const SceneBox& each = m_scene->boxes[box];
    return isPlaced(each) ? Paint(lookOf(slot(each)).tint) : Paint(Role::base);
}

std::pair<std::string, std::string> SceneDrawing::groupTexts(const SceneBox& box) const {
    const SceneGroup& group = m_scene->groups[static_cast<std::size_t>(box.group)];
    std::string title = box.title.str(), second = badge(box);
    if (second.empty())
        second = m_text.partitions(group.partitions);
    if (group.repeats > 1) {
        title += fmt::format("{}×{}", title.empty() ? "" : " · ", group.repeats);
        return {title, second + " · " + m_text.nodesEach(group.key.nodes / group.repeats)};
    }
    if (title.empty())
        title = std::exchange(second, {});
    return {title, second + (second.empty() ? "" : " · ") + group.operators};
}

/// Makes one drawing.
class SceneDrawing::Maker {
public:
    Maker(const SceneDrawing& about, const DrawingMarks& marks, const DrawnPart& part)
        : m_about(about), m_scene(*about.m_scene), m_marks(marks), m_part(part) {}

    Drawing make() {
        const Layout& layout = m_scene.layout;
        m_out.bounds = Rect::at(layout.left, layout.top, layout.width, layout.height);
        const bool boxes = m_part.scale >= DrawnPart::kBoxes, texts = showsTexts();
        if (boxes)
            for (const LabelledHull& hull : m_about.m_hulls)
                addHull(hull);
        if (m_part.lines)
            addLines(boxes);
        for (const SceneGhost& ghost : m_scene.ghosts)
            addGhost(ghost);
        if (texts)
            for (const std::uint32_t stub : m_about.m_stubs)
                addStub(layout.routes[stub]);
        if (boxes)
            m_about.boxesIn(m_part.visible, [this](std::uint32_t box) { addBox(box); });
        if (texts)
            for (const std::uint32_t net : m_about.m_labelled)
                addChip(net);
        addStep();
        return std::move(m_out);
    }

private:
    using M = SceneMetrics;
    using Align = DrawnText::Align;

    [[nodiscard]] bool showsTexts() const { return m_part.scale >= DrawnPart::kTexts; }

    void box(const Rect& place, double radius, std::optional<Paint> fill,
             std::optional<Pen> border) {
        m_out.shapes.emplace_back(
            DrawnBox{place, showsTexts() ? radius : 0, std::move(fill), std::move(border)});
    }
    void text(PointF anchor, std::string words, bool title, Role role, Align align = Align::left) {
        m_out.shapes.emplace_back(DrawnText{anchor, align, title, false, role, std::move(words)});
    }
    void elidedText(PointF anchor, const std::string& words, bool title, double room, Role role,
                    Align align = Align::left) {
        text(anchor, m_about.m_text.elided(words, title, room), title, role, align);
    }

    void reach(const Rect& place) { m_out.bounds = place.united(m_out.bounds); }

    void addHull(const LabelledHull& hull) {
        if (!m_part.visible.meets(hull.bounds.grown(200, 20)))
            return;
        const SlotLook& look = lookOf(slotOf(hull.provider, m_about.m_providers));
        const bool weak = !m_marks.providers.empty() && !m_marks.providers.contains(hull.provider);
        const Pen pen{weak ? Role::lineStrong : look.band, 1, Pen::Dash::dotted, true};
        for (const auto& loop : hull.outline)
            m_out.addLine(loop, {.closed = true, .pen = pen});
        reach(hull.bounds);
        if (!showsTexts() || !hull.label)
            return;
        text({hull.label->x, hull.label->y + 10.5}, hull.text, false,
             weak ? Role::second : look.ink);
        reach(Rect::at(hull.label->x, hull.label->y, m_about.m_text.width(hull.text, false),
                       kLabelHeight));
    }

    /// Lines between partitions lie on top, because the picture is about them.
    void addLines(bool all) {
        const auto& routes = m_scene.layout.routes;
        std::vector<std::uint32_t> borders;
        m_about.routesIn(m_part.visible, [&](std::uint32_t i) {
            if (m_scene.crosses(m_scene.nets[routes[i].net], routes[i].target))
                borders.push_back(i);
            else if (all)
                addLine(routes[i]);
        });
        for (const std::uint32_t i : borders)
            addLine(routes[i]);
    }

    void addLine(const Route& route) {
        const SceneNet& net = m_scene.nets[route.net];
        const SceneBox& source = m_scene.boxes[net.source];
        const std::uint32_t target = m_scene.targets(net)[route.target];
        const SceneBox& reader = m_scene.boxes[target];
        const bool crosses = m_scene.crosses(net, route.target);
        const bool boundary = crosses && source.provider != reader.provider;
        const bool touched = net.source == m_marks.current || target == m_marks.current ||
                             net.source == m_marks.hover || target == m_marks.hover;
        const bool weak = m_marks.dims(source) && m_marks.dims(reader);
        const Role role = weak                  ? Role::lineWeak
                          : boundary || touched ? Role::strongEdge
                          : crosses             ? lookOf(m_about.slot(source)).band
                                                : Role::edge;
        const Pen pen{role,
                      boundary  ? 3.0
                      : crosses ? 2.0
                      : touched ? 1.5
                                : 1.0,
                      Pen::Dash::solid, !showsTexts()};
        const auto points = m_scene.layout.pointsOf(route);
        if (!showsTexts()) {
            m_out.addLine(points, {.pen = pen});
            return;
        }
        m_out.addLine(points, {.radius = 5, .pen = pen});
        m_out.points.back().y -= 5; // the arrow covers the rest
        const PointF end = points.back();
        m_out.addLine(
            std::array{end, PointF{end.x - 3.5, end.y - 6}, PointF{end.x + 3.5, end.y - 6}},
            {.closed = true, .fill = role});
    }

    void addGhost(const SceneGhost& ghost) {
        const Rect place = ghostRect(ghost);
        if (!m_part.visible.meets(place))
            return;
        Paint veil = Role::canvas;
        veil.opacity = 0.78F; // the line that took its place shines through
        box(place, 3, veil, Pen{Role::second, 1, Pen::Dash::dashed, !showsTexts()});
        if (!showsTexts())
            return;
        elidedText({(place.left + place.right) / 2, (place.top + place.bottom) / 2 + 4},
                   ghost.title, true, place.width() - 8, Role::second, Align::centre);
        std::get<DrawnText>(m_out.shapes.back()).struckOut = true;
    }

    /// In place of a line that is too long to draw, names the producer above the box.
    void addStub(const Route& route) {
        const SceneNet& net = m_scene.nets[route.net];
        const Rect target = m_about.boxRect(m_scene.targets(net)[route.target]);
        if (!m_part.visible.meets(target.grown(200, 24)))
            return;
        const PointF end{target.left + 14, target.top};
        m_out.addLine(std::array{PointF{end.x, end.y - 10}, end},
                      {.pen = Pen{Role::edge, 1, Pen::Dash::dashed}});
        text({end.x + 4, end.y - 3},
             fmt::format("⬡ {} · {} ↑", m_scene.boxes[net.source].title.str(), route.ranks), false,
             Role::second);
    }

    void addBox(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        if (each.isPort())
            addPort(i);
        else if (each.kind == SceneBox::Kind::group)
            addGroup(i);
        else
            addNode(i);
    }

    void addNode(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const Rect place = m_about.boxRect(i);
        const bool weak = m_marks.dims(each), placed = m_about.isPlaced(each);
        const ProviderSlot slot = m_about.slot(each);
        box(place, 3, weak ? Paint(Role::canvas) : m_about.fill(m_marks, i),
            Pen{weak     ? Role::lineWeak
                : placed ? lookOf(slot).band
                         : Role::edge});
        if (!weak && placed)
            m_out.shapes.emplace_back(
                DrawnBand{Rect::at(place.left, place.top, M::band, place.height()), slot});
        if (!showsTexts())
            return;
        double right = place.right - M::badgeGap;
        addBadges(i, right);
        const double left = place.left + M::band + M::gap;
        elidedText({left, place.top + 16},
                   each.hasBody ? each.title.str() + " ▸" : each.title.str(), true,
                   right - left + 4, weak || each.isFolded() ? Role::second : Role::text);
        if (!each.detail.empty() && m_part.scale >= DrawnPart::kFull)
            elidedText({left, place.top + 31}, each.detail, false,
                       place.width() - M::band - 2 * M::gap, Role::second);
    }

    void addBadges(std::uint32_t i, double& right) {
        const SceneBox& each = m_scene.boxes[i];
        const double top = m_about.boxRect(i).top + 5;
        if (const std::string badge = m_about.badge(each); !badge.empty()) {
            const double width = m_about.m_text.width(badge, false) + 8;
            right -= width;
            box(Rect::at(right, top, width, M::badge), 2,
                m_marks.dims(each) ? Role::lineStrong
                : each.isFolded()  ? Role::second
                                   : lookOf(m_about.slot(each)).ink,
                {});
            text({right + width / 2, top + 10.5}, badge, false, Role::onInk, Align::centre);
            right -= M::badgeGap;
        }
        for (std::size_t b = each.badges.size(); b-- > 0;) {
            const std::string letter = each.badges[b].text();
            const double width = std::max(M::badge, m_about.m_text.width(letter, false) + 6);
            right -= width;
            if (m_part.scale >= DrawnPart::kFull) {
                box(Rect::at(right, top, width, M::badge), 2, Role::base, Pen{Role::lineStrong});
                text({right + width / 2, top + 10.5}, letter, false, Role::second, Align::centre);
            } else {
                box(Rect::at(right + width / 2 - 1.5, top + 5.5, 3, 3), 1.5, Role::second, {});
            }
            right -= M::badgeGap;
        }
    }

    void addPort(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const Rect place = m_about.boxRect(i);
        m_out.shapes.emplace_back(
            DrawnBox{place, place.height() / 2, Role::base, Pen{Role::second}});
        if (!showsTexts())
            return;
        const double middle = (place.left + place.right) / 2, room = place.width() - 24;
        elidedText({middle, place.top + 16}, each.title, true, room, Role::text, Align::centre);
        elidedText({middle, place.top + 30.5}, each.detail, false, room, Role::second,
                   Align::centre);
    }

    /// Draws the title and the number of nodes, and the second line of `groupTexts` below.
    void addGroup(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const SceneGroup& group = m_scene.groups[static_cast<std::size_t>(each.group)];
        const Rect place = m_about.boxRect(i);
        const bool weak = m_marks.dims(each);
        if (group.repeats > 1)
            for (const double behind : {6.0, 3.0})
                box(Rect::at(place.left + behind, place.top + behind, place.width(),
                             place.height()),
                    3, Role::base, Pen{weak ? Role::lineWeak : Role::lineStrong});
        box(place, 3, m_marks.colouring.isOn() ? m_about.fill(m_marks, i) : Paint(Role::base),
            Pen{weak ? Role::lineWeak : Role::second});
        addShares(Rect::at(place.left + 8, place.bottom - 11, place.width() - 16, 6), group);
        const auto [title, second] = m_about.groupTexts(each);
        const std::string nodes = m_about.m_text.nodes(group.key.nodes);
        const double left = place.left + 8, room = place.width() - 16;
        text({left + room, place.top + 14.5}, nodes, false, Role::second, Align::right);
        if (showsTexts())
            elidedText({left, place.top + 31.5}, second, false, room, Role::second);
        elidedText({left, place.top + 14.5}, title, true,
                   room - m_about.m_text.width(nodes, false) - 8, weak ? Role::second : Role::text);
    }

    /// Draws the share of each provider in its colour and pattern; a small share gets 3 pixels, as
    /// long as there is room for all.
    void addShares(const Rect& place, const SceneGroup& group) {
        m_out.shapes.emplace_back(DrawnBox{place, 0, Role::lineWeak, {}});
        const auto none = std::ranges::count(group.byProvider, std::size_t{0});
        const double present = static_cast<double>(std::ssize(group.byProvider) - none);
        const double least = std::min(3.0, place.width() / std::max(1.0, present));
        const double each = (place.width() - least * present) / group.key.nodes; // beyond the least
        double left = place.left;
        for (std::size_t provider = group.byProvider.size(); provider-- > 0;) {
            if (!group.byProvider[provider])
                continue;
            const double width = least + each * static_cast<double>(group.byProvider[provider]);
            m_out.shapes.emplace_back(
                DrawnBand{Rect::at(left, place.top, width, place.height()),
                          slotOf(static_cast<std::int32_t>(provider), m_about.m_providers)});
            left += width;
        }
    }

    void addChip(std::uint32_t net) {
        const Rect place = m_about.chipRect(net);
        if (!m_part.visible.meets(place))
            return;
        box(place, 2, Role::base, Pen{Role::lineStrong});
        text({(place.left + place.right) / 2, place.top + 11.5},
             m_scene.label(m_scene.nets[net])->text, false, Role::text, Align::centre);
    }

    void addRing(std::uint32_t i, Role role, const char* sign) {
        const Rect place = m_about.boxRect(i);
        if (!m_part.visible.meets(place))
            return;
        const double grow = 3 / std::max(m_part.scale, 0.2);
        const Rect ring = place.grown(grow);
        m_out.shapes.emplace_back(DrawnBox{ring, 5, {}, Pen{role, 2, Pen::Dash::solid, true}});
        if (!showsTexts())
            return;
        const Rect plate = Rect::at(ring.left - 15, ring.top, 15, M::nodeHeight + 2 * grow);
        box(plate, 3, role, Pen{role, 2, Pen::Dash::solid, true});
        reach(plate.united(ring));
        text({(plate.left + plate.right) / 2, (plate.top + plate.bottom) / 2 + 4.5}, sign, true,
             Role::canvas, Align::centre);
    }

    /// Draws a ring around each box that the step changed, and a titled frame around all of them.
    void addStep() {
        for (const std::uint32_t i : m_marks.changed)
            addRing(i, Role::changed, "Δ");
        for (const std::uint32_t i : m_marks.added)
            addRing(i, Role::good, "+");
        for (const std::uint32_t i : m_marks.removed)
            addRing(i, Role::bad, "−");
        const Rect all = m_about.stepRect(m_marks);
        if (all.empty() || m_marks.stepTitle.empty() || m_part.scale < DrawnPart::kBoxes)
            return;
        const Rect frame{all.left - 26, all.top - 9, all.right + 12, all.bottom + 9};
        const Pen pen{Role::accent, 1.5, Pen::Dash::solid, true};
        m_out.shapes.emplace_back(DrawnBox{frame, 4, {}, pen});
        if (!showsTexts())
            return;
        const double width = m_about.m_text.width(m_marks.stepTitle, false) + 12;
        // Beside the frame, the label covers nothing.
        const Rect label = Rect::at(frame.left - width, frame.top, width, 18);
        box(label, 3, Role::accent, pen);
        reach(frame.united(label));
        text({(label.left + label.right) / 2, label.top + 12.5}, m_marks.stepTitle, false,
             Role::onAccent, Align::centre);
    }

    const SceneDrawing& m_about;
    const GraphScene& m_scene;
    const DrawingMarks& m_marks;
    const DrawnPart& m_part;
    Drawing m_out;
};

Drawing SceneDrawing::drawing(const DrawingMarks& marks, const DrawnPart& part) const {
    return Maker(*this, marks, part).make();
}

} // namespace partita
