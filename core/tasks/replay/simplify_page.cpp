#include "core/tasks/replay/simplify_page.h"

#include <array>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/try.h"
#include "core/report/report_page.h"
#include "core/scene/drawing_svg.h"
#include "core/scene/readable_groups.h"
#include "core/scene/scene_columns.h"

namespace partita {

namespace {

constexpr std::size_t kMostUnfolded = 300; ///< nodes of a map; more are folded into groups
constexpr std::size_t kMostBoxes = 1500;   ///< a larger map would say nothing
constexpr double kMargin = 10;

/// Collects what the script plays.
class Recorder {
public:
    Recorder(SimplifyReplay& replay, const Progress& progress)
        : m_replay(replay), m_progress(progress), m_shapes(m_classes),
          m_painter(DrawingText::english(estimatedTextWidth)) {}

    Result<nlohmann::json> record() {
        std::size_t map = 0;
        nlohmann::json passes = nlohmann::json::array(), steps = nlohmann::json::array();
        for (const ReplayPass& pass : m_replay.passes()) {
            map = PARTITA_TRY(addMap(pass.first));
            passes.push_back({{"n", pass.name},
                              {"s", pass.sentence},
                              {"b", pass.before},
                              {"a", pass.after},
                              {"r", pass.round},
                              {"f", pass.first},
                              {"c", pass.count},
                              {"m", map}});
            for (std::size_t step = pass.first; step < pass.end(); ++step) {
                if (m_progress.cancelled())
                    return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
                steps.push_back(stepOf(step));
                m_progress.at(static_cast<double>(step) / static_cast<double>(m_replay.size()));
            }
        }
        return nlohmann::json{{"device", m_replay.device().full()},
                              {"shapes", m_shapes.elements()},
                              {"pictures", m_pictures},
                              {"maps", m_maps},
                              {"passes", passes},
                              {"steps", steps},
                              {"nodes", nodes()},
                              {"places", places()}};
    }

    [[nodiscard]] const SvgClasses& classes() const { return m_classes; }

private:
    static int tenths(double pixels) { return static_cast<int>(std::lround(pixels * 10)); }

    /// The index of a part in a list that has each part once.
    static std::size_t once(nlohmann::json& list, std::map<std::string, std::size_t>& known,
                            nlohmann::json part) {
        const auto [at, fresh] = known.try_emplace(part.dump(), list.size());
        if (fresh)
            list.push_back(std::move(part));
        return at->second;
    }

    /// The graph as a whole at the beginning of a pass.
    Result<std::size_t> addMap(std::size_t state) {
        m_homes.clear();
        const Model model = m_replay.history().at(state);
        const auto placed = m_replay.placedBefore(state);
        SceneOptions options;
        options.textWidth = estimatedTextWidth;
        m_map = build(model, placed.get(), options);
        if (m_map && m_map->nodeBoxes > kMostUnfolded) {
            options.collapse = true;
            m_map = build(model, placed.get(), options);
            if (m_map && m_map->collapsed) {
                options.expanded = readableGroups(*m_map);
                m_map = build(model, placed.get(), options);
            }
        }
        if (m_progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        if (!m_map || m_map->boxes.empty() || m_map->boxes.size() > kMostBoxes) {
            m_map.reset();
            return once(m_maps, m_knownMaps, nlohmann::json::array());
        }
        const SceneDrawing about(m_map, DrawingText::english(estimatedTextWidth));
        Drawing drawing = about.drawing({});
        drawing.bounds = drawing.bounds.grown(kMargin);
        nlohmann::json boxes = nlohmann::json::array();
        for (std::size_t i = 0; i < m_map->boxes.size(); ++i) {
            const Rect place = about.boxRect(i);
            boxes.push_back({tenths(place.left - drawing.bounds.left),
                             tenths(place.top - drawing.bounds.top), tenths(place.width()),
                             tenths(place.height()),
                             m_map->boxes[i].kind == SceneBox::Kind::group ? 1 : 0});
        }
        return once(m_maps, m_knownMaps,
                    {tenths(drawing.bounds.width()), tenths(drawing.bounds.height()),
                     m_shapes.add(drawing), std::move(boxes)});
    }

    [[nodiscard]] std::shared_ptr<const GraphScene>
    build(const Model& model, const Partitioning* placed, const SceneOptions& options) const {
        auto built = buildScene(model, model.mainGraph(), placed, options, {m_progress.stop, {}});
        if (!built)
            return nullptr;
        wrapIntoColumns(*built, {900, 1100}); // the shape of the map, which shows all of it at once
        return std::make_shared<const GraphScene>(*std::move(built));
    }

    /// Its picture, its place by name, what it says where there is no picture, and the boxes of the
    /// map with what happens to them: 0 something in it goes, 1 changes, 2 comes.
    nlohmann::json stepOf(std::size_t step) {
        const Rewrite& rewrite = m_replay.history().rewrite(step);
        const StepPicture picture = m_replay.picture(step, m_painter);
        nlohmann::json shown = -1;
        if (!picture.empty())
            shown = once(m_pictures, m_knownPictures,
                         {tenths(picture.before.drawing.bounds.width()),
                          tenths(picture.before.drawing.bounds.height()),
                          m_shapes.add(picture.before.drawing), m_shapes.add(picture.after.drawing),
                          picture.left});
        return {std::move(shown), utf8(rewrite.anchorName), noteOf(rewrite), touched(rewrite)};
    }

    static std::string noteOf(const Rewrite& rewrite) {
        if (!rewrite.delta.nodes.empty())
            return {};
        std::size_t gone = 0, come = 0, other = 0;
        for (const auto& change : rewrite.delta.values)
            ++(!change.after ? gone : !change.before ? come : other);
        std::string text = "No node changes";
        for (const auto& [count, what] :
             {std::pair(gone, "gone"), std::pair(come, "new"), std::pair(other, "changed")})
            if (count)
                text += fmt::format(" · {} {}", countText(count, "tensor", "tensors"), what);
        return text + ".";
    }

    nlohmann::json touched(const Rewrite& rewrite) {
        std::map<std::uint32_t, std::array<int, 3>> boxes;
        for (const auto& change : rewrite.delta.nodes) {
            const std::size_t kind = !change.after ? 0 : change.before ? 1 : 2;
            if (kind == 2 && change.after->origin)
                for (const NodeId from : change.after->origin->derivedFrom)
                    if (const auto at = boxOn(from))
                        m_homes.try_emplace(change.id, *at);
            if (const auto at = boxOn(change.id))
                ++boxes[*at][kind];
        }
        nlohmann::json list = nlohmann::json::array();
        for (const auto& [box, counts] : boxes)
            for (int kind = 0; kind < 3; ++kind)
                if (const int count = counts[static_cast<std::size_t>(kind)])
                    list.insert(list.end(), {box, kind, count});
        return list;
    }

    /// The box of a node on the map of its pass; of a new one, that of a node that it came of.
    [[nodiscard]] std::optional<std::uint32_t> boxOn(NodeId node) const {
        if (!m_map)
            return {};
        if (const auto box = m_map->boxOf(node))
            return box;
        if (const NodeId into = m_map->foldedInto(node))
            return m_map->boxOf(into);
        const auto home = m_homes.find(node);
        return home == m_homes.end() ? std::nullopt : std::optional(home->second);
    }

    [[nodiscard]] nlohmann::json nodes() const {
        nlohmann::json list = nlohmann::json::array();
        for (const ReplayFigures& each : m_replay.figures())
            list.push_back(each.nodes);
        return list;
    }

    /// State, partitions and milliseconds of each placed state.
    [[nodiscard]] nlohmann::json places() const {
        nlohmann::json list = nlohmann::json::array();
        for (std::size_t state = 0; state < m_replay.figures().size(); ++state)
            if (const ReplayFigures& each = m_replay.figures()[state]; each.partitions) {
                nlohmann::json ms;
                if (each.seconds) // four digits are more than a simulation promises
                    ms = std::stod(fmt::format("{:.4g}", *each.seconds * 1000));
                list.push_back({state, *each.partitions, std::move(ms)});
            }
        return list;
    }

    SimplifyReplay& m_replay;
    const Progress& m_progress;
    SvgClasses m_classes;
    SvgShapes m_shapes;
    StepPainter m_painter;
    std::shared_ptr<const GraphScene> m_map;           ///< of the pass; null: it is not drawn
    std::unordered_map<NodeId, std::uint32_t> m_homes; ///< of new nodes: where they came of
    nlohmann::json m_pictures = nlohmann::json::array(), m_maps = nlohmann::json::array();
    std::map<std::string, std::size_t> m_knownPictures, m_knownMaps;
};

/// JSON inside of a script: nothing in it ends the script.
std::string inScript(const nlohmann::json& value) {
    std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), out;
    out.reserve(text.size());
    for (const char each : text)
        if (each == '<')
            out += "\\u003c";
        else
            out += each;
    return out;
}

std::string operatorTable(const Model& before, const Model& after) {
    PageTable table("operators", false);
    table.head("Operator");
    table.head("Before", true);
    table.head("After", true);
    const auto row = [&](const std::string& name, std::size_t then, std::size_t now) {
        table.row();
        table.text(name);
        table.figure(grouped(then), static_cast<double>(then));
        table.figure(grouped(now), static_cast<double>(now));
    };
    for (const auto& [op, counts] : changedOperators(before, after))
        row(op, counts.first, counts.second);
    row("all but Constant", countNodes(before), countNodes(after));
    return table.str();
}

std::string passTable(const SimplifyReplay& replay) {
    PageTable table("passes", false);
    for (const char* title : {"Pass", "What it does"})
        table.head(title);
    for (const char* title : {"Round", "Rewrites", "Nodes after it"})
        table.head(title, true);
    for (const ReplayPass& pass : replay.passes()) {
        table.row();
        table.code(pass.name);
        table.text(pass.sentence);
        table.figure(std::to_string(pass.round), pass.round);
        table.figure(grouped(pass.count), static_cast<double>(pass.count));
        const std::size_t nodes = replay.figures()[pass.end()].nodes;
        table.figure(grouped(nodes), static_cast<double>(nodes));
    }
    return table.str();
}

} // namespace

Result<std::string> simplifyPage(SimplifyReplay& replay, const std::string& title,
                                 const Progress& progress) {
    Recorder recorder(replay, progress);
    const nlohmann::json data = PARTITA_TRY(recorder.record());
    const PipelineResult& result = replay.history().result();
    std::string out = pageHead(title + ": simplified", recorder.classes().rules(Scheme::light),
                               recorder.classes().rules(Scheme::dark));
    out += fmt::format(
        "<style>{}</style>\n<h1>{}: {} → {}</h1>\n<p class=\"second\">{} in {}{}</p>\n",
        page::kSimplifyStyle, escapedHtml(title), grouped(countNodes(replay.history().start())),
        countText(countNodes(result.model), "node", "nodes"),
        countText(replay.size(), "rewrite", "rewrites"),
        countText(static_cast<std::uint64_t>(result.rounds), "round", "rounds"),
        result.converged ? "" : ", still changing");
    out += replay.size() ? std::string(page::kSimplifyPlayer)
                         : std::string("<p>Nothing to show: no pass changed this model.</p>\n");
    out += "<h2>Operators</h2>\n" + operatorTable(replay.history().start(), result.model) +
           "<h2>Passes</h2>\n" + passTable(replay);
    if (replay.size())
        out += fmt::format("<script>\n//<![CDATA[\nvar D={};\n{}//]]>\n</script>\n", inScript(data),
                           page::kSimplifyScript);
    return out + "</body>\n</html>\n";
}

} // namespace partita
