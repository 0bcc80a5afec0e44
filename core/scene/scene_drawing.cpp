#include "core/scene/scene_drawing.h"

#include <array>

#include "core/base/count_text.h"
#include "core/scene/short_type.h"
#include "core/scene/step_frame.h"

namespace partita {

/// Makes one drawing.
class SceneDrawing::Maker {
public:
    Maker(const SceneDrawing& about, const DrawingMarks& marks, const DrawnPart& part)
        : m_about(about), m_scene(*about.m_scene), m_marks(marks), m_part(part) {}

    Drawing make() {
        const Layout& layout = m_scene.layout;
        m_out.bounds = m_about.m_bounds;
        const bool boxes = m_part.scale >= DrawnPart::kBoxes, texts = showsTexts();
        if (boxes)
            for (const LabelledHull& hull : m_about.m_hulls)
                addHull(hull);
        for (const SceneRule& rule : m_scene.rules)
            addRule(rule);
        if (m_part.lines)
            addLines(boxes);
        if (boxes)
            m_about.boxesIn(m_part.visible, [this](std::uint32_t box) { addBox(box); });
        if (m_scene.collapsed)
            m_about.boxesIn(m_part.visible, [this](std::uint32_t box) { addFrame(box); });
        for (std::size_t i = 0; i < m_scene.ghosts.size(); ++i)
            addGhost(m_scene.ghosts[i], m_about.m_ghosts[i]);
        if (texts)
            for (const StubLabel& stub : m_about.m_stubs)
                addStub(stub);
        if (m_marks.hoverStub >= 0)
            addWholeLine(m_about.m_stubs[static_cast<std::size_t>(m_marks.hoverStub)]);
        if (texts)
            for (const Bundle& bundle : layout.bundles)
                addSign(bundle);
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
        m_out.shapes.emplace_back(DrawnBox{place, showsTexts() ? radius : 0, fill, border});
    }
    [[nodiscard]] std::string inWords(const std::string& type) const {
        return typeInWords(type, m_about.m_text.words);
    }
    void text(PointF anchor, std::string words, bool title, Role role, Align align = Align::left) {
        m_out.shapes.emplace_back(DrawnText{anchor, align, title, false, role, std::move(words)});
    }
    void elidedText(PointF anchor, const std::string& words, bool title, double room, Role role,
                    Align align = Align::left) {
        text(anchor, m_about.m_text.elided(words, title, room), title, role, align);
    }

    /// As many of the parts between " · " as fit.
    void partsText(PointF anchor, std::string words, bool title, double room, Role role) {
        while (m_about.m_text.width(words, title) > room) {
            const std::size_t last = words.rfind(" · ");
            if (last == std::string::npos)
                break;
            words.resize(last);
        }
        elidedText(anchor, words, title, room, role);
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
        if (!showsTexts() || !hull.label)
            return;
        text({hull.label->x, hull.label->y + 10.5}, hull.text, false,
             weak ? Role::second : look.ink);
    }

    /// The end of a partition in a picture of columns, with the badge of the one that begins.
    void addRule(const SceneRule& rule) {
        if (!m_part.visible.meets(Rect::between(rule.from, rule.to).grown(60)))
            return;
        m_out.addLine(std::array{rule.from, rule.to},
                      {.pen = Pen{Role::text, 1.5, Pen::Dash::solid, true}});
        if (showsTexts())
            text({rule.from.x + 4, rule.from.y - 4}, m_scene.partitionBadges[rule.partition], true,
                 Role::text);
    }

    /// Lines between partitions lie on top, because the picture is about them.
    void addLines(bool all) {
        const auto& routes = m_scene.layout.routes;
        for (std::uint32_t i = 0; all && i < m_scene.layout.bundles.size(); ++i)
            addTrunk(i);
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
        const bool boundary = m_scene.isBoundary(net, route.target);
        const bool selected = route.net == m_marks.currentNet;
        const bool touched = m_marks.touches(route.net, net.source, target);
        const bool weak = dims(source) && dims(reader);
        const Role role = selected              ? Role::accent
                          : weak                ? Role::lineWeak
                          : boundary || touched ? Role::strongEdge
                          : crosses ? lookOf(slotOf(net.provider, m_about.m_providers)).band
                                    : Role::edge;
        const Pen pen{role,
                      boundary              ? 3.0
                      : selected || crosses ? 2.0
                      : touched             ? 1.5
                                            : 1.0,
                      Pen::Dash::solid, !showsTexts()};
        auto points = m_scene.layout.pointsOf(route);
        // Under the pointer the lines of a bundle fan out: each goes straight to its box.
        const std::array fan{points.front(), points.back()};
        if (route.bundle && m_marks.hover == target)
            points = fan;
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

    /// The part that the lines of a bundle share.
    void addTrunk(std::uint32_t index) {
        const Bundle& bundle = m_scene.layout.bundles[index];
        if (m_marks.hover == bundle.target)
            return;
        const auto points = m_scene.layout.pointsOf(bundle);
        const bool current = m_marks.current == bundle.target;
        const Pen pen{current                                               ? Role::strongEdge
                      : m_marks.dims(m_scene, m_scene.boxes[bundle.target]) ? Role::lineWeak
                                                                            : Role::edge,
                      showsTexts() ? 3.0 : 2.0, Pen::Dash::solid, !showsTexts()};
        for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
            const bool last = i + 2 == points.size();
            if (!m_part.visible.meets(Rect::between(points[i], points[i + 1]).grown(2)))
                continue;
            m_out.addLine(points.subspan(i, 2), {.pen = pen});
            if (last && showsTexts())
                m_out.points.back().y -= 5; // the arrow covers the rest
        }
    }

    /// The number of lines of a bundle, beside its end.
    void addSign(const Bundle& bundle) {
        const auto [place, words] = m_about.bundleSign(bundle);
        if (!m_part.visible.meets(place))
            return;
        box(place, 2, Role::canvas, {}); // it stays legible over lines
        text({(place.left + place.right) / 2, place.top + 10}, words, false, Role::second,
             Align::centre);
    }

    void addGhost(const SceneGhost& ghost, const Rect& place) {
        if (!m_part.visible.meets(place) || (ghost.isAdded && !m_marks.marksGhosts))
            return;
        Paint veil = Role::canvas;
        veil.opacity = 0.78F; // the line that took its place shines through
        const Role role = !m_marks.marksGhosts ? Role::second
                          : ghost.isAdded      ? Role::good
                                               : Role::bad;
        box(place, 3, veil, Pen{role, 1, Pen::Dash::dashed, !showsTexts()});
        if (!showsTexts())
            return;
        elidedText({(place.left + place.right) / 2, (place.top + place.bottom) / 2 + 4},
                   ghost.title, true, place.width() - 8, role, Align::centre);
        std::get<DrawnText>(m_out.shapes.back()).struckOut = !ghost.isAdded;
        if (m_marks.marksGhosts)
            addPlate(place, 0, role, ghost.isAdded ? "+" : "−");
    }

    /// The sign of a mark, in the gap left of a box: it covers no box of the next column.
    void addPlate(const Rect& marked, double outside, Role role, const char* sign) {
        const Rect plate{marked.left - LayoutOptions::kColumnGap + 1, marked.top,
                         marked.left - outside, marked.bottom};
        box(plate, 3, role, Pen{role, 2, Pen::Dash::solid, true});
        reach(plate.united(marked));
        text({(plate.left + plate.right) / 2, (plate.top + plate.bottom) / 2 + 4.5}, sign, true,
             Role::canvas, Align::centre);
    }

    /// In place of a line that is too long to draw, names the producer beside the box.
    void addStub(const StubLabel& stub) {
        if (!m_part.visible.meets(stub.place.grown(24)))
            return;
        m_out.addLine(stub.line, {.pen = Pen{Role::edge, 1, Pen::Dash::dashed}});
        const Rect& r = stub.place;
        const double middle = (r.top + r.bottom) / 2, tip = r.height() / 2;
        m_out.addLine(std::array{PointF{r.left, middle}, PointF{r.left + tip, r.top},
                                 PointF{r.right - tip, r.top}, PointF{r.right, middle},
                                 PointF{r.right - tip, r.bottom}, PointF{r.left + tip, r.bottom}},
                      {.closed = true, .fill = Role::base, .pen = Pen{Role::lineStrong}});
        text({(r.left + r.right) / 2, r.top + 10.5}, stub.text, false, Role::second, Align::centre);
    }

    /// Draws the line that a stub stands for, beside all boxes on the way.
    void addWholeLine(const StubLabel& stub) {
        const Rect from = m_about.boxRect(stub.source), to = m_about.boxRect(stub.target);
        const PointF start{(from.left + from.right) / 2, from.bottom},
            end{(to.left + to.right) / 2, to.top};
        const double out = start.y + 8, in = end.y - 8,
                     lane = (stub.place.left + stub.place.right) / 2;
        const Pen pen{Role::strongEdge, 2, Pen::Dash::solid, true};
        m_out.addLine(std::array{start, PointF{start.x, out}, PointF{lane, out}, PointF{lane, in},
                                 PointF{end.x, in}, end},
                      {.radius = 5, .pen = pen});
        for (const std::uint32_t box : {stub.source, stub.target})
            m_out.shapes.emplace_back(
                DrawnBox{m_about.boxRect(box).grown(2), m_about.boxRadius(box) + 2, {}, pen});
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

    bool dims(const SceneBox& each) const { return m_marks.dims(m_scene, each); }
    void addNode(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const Rect place = m_about.boxRect(i);
        const bool weak = dims(each), placed = m_about.isPlaced(each);
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
        if (m_marks.removed.contains(i))
            std::get<DrawnText>(m_out.shapes.back()).struckOut = true;
        if (!each.detail.empty() && m_part.scale >= DrawnPart::kFull)
            elidedText({left, place.top + 31}, inWords(each.detail), false,
                       place.width() - M::band - 2 * M::gap, Role::second);
    }

    void addBadges(std::uint32_t i, double& right) {
        const SceneBox& each = m_scene.boxes[i];
        const double top = m_about.boxRect(i).top + 5;
        if (const std::string badge = m_about.badge(each); !badge.empty()) {
            const double width = m_about.m_text.width(badge, false) + 8;
            right -= width;
            const Role ink = dims(each)        ? Role::lineStrong
                             : each.isFolded() ? Role::second
                                               : lookOf(m_about.slot(each)).ink;
            box(Rect::at(right, top, width, M::badge), 2, ink, {});
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
        m_out.shapes.emplace_back(DrawnBox{
            place, place.height() / 2, Role::base,
            Pen{Role::second, 1,
                each.kind == SceneBox::Kind::captured ? Pen::Dash::dashed : Pen::Dash::solid}});
        if (!showsTexts())
            return;
        const double middle = (place.left + place.right) / 2, room = place.width() - 24;
        elidedText({middle, place.top + 16}, each.title, true, room, Role::text, Align::centre);
        elidedText({middle, place.top + 30.5}, inWords(each.detail), false, room, Role::second,
                   Align::centre);
    }

    /// Draws the title and the number of nodes, and the second line of `groupTexts` below.
    void addGroup(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        const SceneGroup& group = m_scene.groups[static_cast<std::size_t>(each.group)];
        const Rect place = m_about.boxRect(i);
        const bool weak = dims(each);
        if (group.repeats > 1)
            for (const double behind : {6.0, 3.0})
                box(Rect::at(place.left + behind, place.top + behind, place.width(),
                             place.height()),
                    3, Role::base, Pen{weak ? Role::lineWeak : Role::lineStrong});
        box(place, 3, m_marks.colouring.isOn() ? m_about.fill(m_marks, i) : Paint(Role::base),
            Pen{weak ? Role::lineWeak : Role::second});
        addShares(Rect::at(place.left + 8, place.bottom - 11, place.width() - 16, 6), group);
        const auto [title, second] = m_about.groupTexts(each);
        // Counted as the headline counts; the stripe shows how many are folded besides.
        const std::string nodes = group.placed ? m_about.m_text.nodes(group.placed)
                                               : grouped(group.key.nodes) + " " +
                                                     m_about.m_text.words(goneWord(each.isUnused));
        const double left = place.left + 8, room = place.width() - 16;
        text({left + room, place.top + 14.5}, nodes, false, Role::second, Align::right);
        if (showsTexts())
            partsText({left, place.top + 31.5}, second, false, room, Role::second);
        partsText({left, place.top + 14.5}, title, true,
                  room - m_about.m_text.width(nodes, false) - 8, weak ? Role::second : Role::text);
    }

    /// Frames a group of the first provider that has nodes of another one.
    void addFrame(std::uint32_t i) {
        const SceneBox& each = m_scene.boxes[i];
        if (each.kind != SceneBox::Kind::group || each.provider != 0 || dims(each))
            return;
        const auto& nodes = m_scene.groups[static_cast<std::size_t>(each.group)].byProvider;
        for (std::size_t provider = nodes.size() - 1; provider > 0; --provider)
            if (nodes[provider]) {
                const SlotLook& look =
                    lookOf(slotOf(static_cast<std::int32_t>(provider), m_about.m_providers));
                m_out.shapes.emplace_back(DrawnBox{
                    m_about.boxRect(i).grown(3), 5, {}, Pen{look.band, 2, Pen::Dash::solid, true}});
                return;
            }
    }

    /// Draws the share of each provider in its colour and pattern; a small share gets 3 pixels, as
    /// long as there is room for all. What is placed in bodies is not among the nodes of the key.
    void addShares(const Rect& place, const SceneGroup& group) {
        m_out.shapes.emplace_back(DrawnBox{place, 0, Role::lineWeak, {}});
        const auto none = std::ranges::count(group.byProvider, std::size_t{0});
        const double present = static_cast<double>(std::ssize(group.byProvider) - none);
        const double least = std::min(3.0, place.width() / std::max(1.0, present));
        const auto all = static_cast<double>(std::max<std::size_t>(group.key.nodes, group.placed));
        const double each = (place.width() - least * present) / all; // beyond the least
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
             m_about.m_text.elided(inWords(m_scene.label(m_scene.nets[net])->text), false,
                                   place.width() - 10),
             false, Role::text, Align::centre);
    }

    void addRing(std::uint32_t i, Role role, const char* sign, Pen::Dash dash = Pen::Dash::solid) {
        const Rect place = m_about.boxRect(i);
        if (!m_part.visible.meets(place))
            return;
        constexpr double kMost =
            LayoutOptions::kColumnGap / 2 - 1; // rings of neighbours stay apart
        const double grow = std::min(3 / std::max(m_part.scale, 0.2), kMost);
        const Rect ring = place.grown(grow);
        m_out.shapes.emplace_back(
            DrawnBox{ring, m_about.boxRadius(i) + grow, {}, Pen{role, 2, dash, true}});
        if (!showsTexts())
            return;
        addPlate({place.left, ring.top, ring.right, ring.top + M::nodeHeight + 2 * grow}, 3, role,
                 sign);
    }

    /// The colours of the other side, 10 pixels outside of a box, and a chevron from before to after.
    void addStripe(std::uint32_t i, ProviderSlot slot) {
        const Rect place = m_about.boxRect(i);
        if (!m_part.visible.meets(place.grown(40, 0)) || m_part.scale < DrawnPart::kBoxes)
            return;
        constexpr double kWidth = 6, kOutside = 10, kChevron = 4, kPlate = 4;
        const bool plate = m_marks.changed.contains(i) || m_marks.added.contains(i);
        const double left = m_marks.isBefore
                                ? place.right + kOutside
                                : place.left - kOutside - kWidth - (plate ? kPlate : 0);
        const Rect stripe = Rect::at(left, place.top, kWidth, place.height());
        m_out.shapes.emplace_back(DrawnBand{stripe, slot});
        reach(stripe.grown(2));
        if (!showsTexts())
            return;
        const double tip = m_marks.isBefore ? place.right + kOutside - 2
                                            : stripe.right + 2 + kChevron,
                     middle = (place.top + place.bottom) / 2;
        m_out.addLine(std::array{PointF{tip - kChevron, middle - 4}, PointF{tip, middle},
                                 PointF{tip - kChevron, middle + 4}},
                      {.pen = Pen{Role::strongEdge, 1.5}});
    }

    /// The place of the title of a frame: left of it, below, above or right of it, where it hides
    /// nothing; left of it where each place hides something.
    [[nodiscard]] Rect titlePlace(const Rect& frame) const {
        constexpr double kHeight = 18;
        const double width = m_about.m_text.width(m_marks.stepTitle, false) + 12;
        const PointF corners[] = {{frame.left - width, frame.top},
                                  {frame.left, frame.bottom},
                                  {frame.left, frame.top - kHeight},
                                  {frame.right, frame.top}};
        for (const PointF& corner : corners)
            if (const Rect place = Rect::at(corner.x, corner.y, width, kHeight);
                m_about.isFree(place))
                return place;
        return Rect::at(corners[0].x, corners[0].y, width, kHeight);
    }

    /// Draws a ring around each box that the step changed, and a titled frame around all of them.
    void addStep() {
        for (const auto& [i, slot] : m_marks.moved)
            addStripe(i, slot);
        for (const std::uint32_t i : m_marks.changed)
            addRing(i, Role::changed, "Δ");
        for (const std::uint32_t i : m_marks.added)
            addRing(i, Role::good, "+");
        for (const std::uint32_t i : m_marks.removed)
            addRing(i, Role::bad, "−", Pen::Dash::dashed);
        const Rect all = m_about.stepRect(m_marks);
        if (all.empty() || m_marks.stepTitle.empty() || m_part.scale < DrawnPart::kBoxes)
            return;
        Rect frame = all.grown(StepFrame::right, StepFrame::above);
        if (!m_marks.changed.empty() || !m_marks.added.empty() || !m_marks.removed.empty())
            frame.left = all.left - StepFrame::left;
        const Pen pen{Role::accent, 1.5, Pen::Dash::solid, true};
        m_out.shapes.emplace_back(DrawnBox{frame, 4, {}, pen});
        if (!showsTexts())
            return;
        const Rect label = titlePlace(frame);
        box(label, 3, Role::accent, pen);
        reach(frame.united(label));
        text({label.left + label.width() / 2, label.top + 12.5}, m_marks.stepTitle, false,
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
