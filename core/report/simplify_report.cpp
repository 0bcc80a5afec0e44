#include "core/report/simplify_report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/layout/layout.h"
#include "core/report/html.h"

namespace partita {

namespace {

constexpr std::size_t kMostBoxes = 28, kMostNames = 40;
constexpr double kHeight = 24, kLetter = 7.4, kMargin = 12;

enum class Mark { none, removed, added, changed };

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
        marks[change.id] = !change.after    ? Mark::removed
                           : !change.before ? Mark::added
                                            : Mark::changed;
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

std::string signedText(int number) {
    return number == 0 ? "0" : fmt::format("{}{}", number > 0 ? "+" : "−", std::abs(number));
}

std::string operatorTable(const Model& before, const Model& after) {
    std::string out = "<table class=\"ops\"><tr><th>Operator<th class=\"number\">Before<th "
                      "class=\"number\">After</tr>\n";
    for (const auto& [op, counts] : changedOperators(before, after))
        out += fmt::format("<tr><td>{}<td class=\"number\">{}<td class=\"number\">{}</tr>\n",
                           escapedHtml(op), counts.first, counts.second);
    return out + fmt::format("<tr><th>All but Constant<th class=\"number\">{}<th "
                             "class=\"number\">{}</tr></table>\n",
                             countNodes(before), countNodes(after));
}

std::string passSection(RewriteHistory& history, std::size_t first, const PassTrace& trace) {
    int nodes = 0;
    for (const Rewrite& rewrite : trace.rewrites)
        nodes += nodeDifference(rewrite);
    const PassInfo* info = findPass(trace.pass);
    std::string out = fmt::format(
        "<section><h2>{} <small>round {} · {} rewrites · {} nodes</small></h2>\n<p>{}</p>\n",
        trace.pass, trace.round, trace.rewrites.size(), signedText(nodes),
        info ? escapedHtml(info->summary) : "");
    const Rewrite& shown = trace.rewrites.front();
    if (!shown.delta.nodes.empty())
        out += fmt::format("<div class=\"pair\"><figure><figcaption>before</figcaption>{}</figure>"
                           "<figure><figcaption>after</figcaption>{}</figure></div>\n",
                           rewriteSvg(history.at(first), shown),
                           rewriteSvg(history.at(first + 1), shown));
    out += "<p class=\"names\">";
    for (std::size_t i = 0; i < std::min(kMostNames, trace.rewrites.size()); ++i)
        out += fmt::format("{}<code>{}</code>", i ? " · " : "",
                           escapedHtml(trace.rewrites[i].anchorName));
    if (trace.rewrites.size() > kMostNames)
        out += fmt::format(" and {} more", trace.rewrites.size() - kMostNames);
    return out + "</p></section>\n";
}

} // namespace

std::string rewriteSvg(const Model& model, const Rewrite& rewrite) {
    std::map<NodeId, Mark> marks;
    const auto boxes = neighbourhood(model, rewrite, marks);
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

std::string simplifyHtml(RewriteHistory& history, const std::string& title) {
    const PipelineResult& result = history.result();
    std::string out = fmt::format(
        R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{0}: simplified</title>
<style>
body{{font:14px system-ui,sans-serif;color:#1b1e23;background:#fff;margin:24px;max-width:1200px}}
h1{{font-size:20px}} h2{{font-size:15px;margin:28px 0 4px}} h2 small{{font-weight:400;color:#515862}}
table{{border-collapse:collapse}} th,td{{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid #e1e4e9}}
.number{{text-align:right}} section{{border-top:1px solid #c8ccd3;margin-top:20px}} p{{margin:6px 0}}
.pair{{display:flex;gap:24px;flex-wrap:wrap}} figure{{margin:0;background:#f6f7f9;padding:8px;overflow:auto}}
figcaption{{color:#515862}} svg text{{font:600 12px system-ui,sans-serif}} .names{{color:#515862}} code{{font-size:12px}}
</style>
<h1>{0}: {1} → {2} nodes</h1>
<p>{3} rewrites in {4} rounds{5}. In each picture: <b style="color:#b3261e">− taken out</b>, <b style="color:#1e7a3c">+ new</b>, <b style="color:#6a3fb5">Δ changed</b>.</p>
)",
        escapedHtml(title), countNodes(history.start()), countNodes(result.model), history.size(),
        result.rounds, result.converged ? "" : ", still changing");
    out += operatorTable(history.start(), result.model);
    std::size_t step = 0;
    for (const PassTrace& trace : result.traces) {
        if (trace.rewrites.empty())
            continue;
        out += passSection(history, step, trace);
        step += trace.rewrites.size();
    }
    return out + "</html>\n";
}

} // namespace partita
