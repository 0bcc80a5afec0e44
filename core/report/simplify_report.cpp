#include "core/report/simplify_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/report/report_style.h"
#include "core/scene/graph_svg.h"
#include "core/scene/palette.h"

namespace partita {

namespace {

constexpr std::size_t kMostNames = 40;

std::string signedText(int number) {
    return number == 0 ? "0"
                       : fmt::format("{}{}", number > 0 ? "+" : "−",
                                     grouped(static_cast<std::uint64_t>(std::abs(number))));
}

std::string operatorTable(const Model& before, const Model& after) {
    std::string out = "<table class=\"ops\"><tr><th>Operator<th class=\"number\">Before<th "
                      "class=\"number\">After</tr>\n";
    for (const auto& [op, counts] : changedOperators(before, after))
        out += fmt::format("<tr><td>{}<td class=\"number\">{}<td class=\"number\">{}</tr>\n",
                           escapedHtml(op), grouped(counts.first), grouped(counts.second));
    return out + fmt::format("<tr><th>All but Constant<th class=\"number\">{}<th "
                             "class=\"number\">{}</tr></table>\n",
                             grouped(countNodes(before)), grouped(countNodes(after)));
}

std::string passSection(RewriteHistory& history, std::size_t first, const PassTrace& trace) {
    int nodes = 0;
    for (const Rewrite& rewrite : trace.rewrites)
        nodes += nodeDifference(rewrite);
    const PassInfo* info = findPass(trace.pass);
    std::string out = fmt::format(
        "<section><h2>{} <small>round {} · {} · {} {}</small></h2>\n<p>{}</p>\n", trace.pass,
        trace.round, countText(trace.rewrites.size(), "rewrite", "rewrites"), signedText(nodes),
        std::abs(nodes) == 1 ? "node" : "nodes", info ? escapedHtml(info->summary) : "");
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
        out += fmt::format(" and {} more", grouped(trace.rewrites.size() - kMostNames));
    return out + "</p></section>\n";
}

} // namespace

std::string simplifyHtml(RewriteHistory& history, const std::string& title) {
    const PipelineResult& result = history.result();
    std::string out = fmt::format(
        R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{0}: simplified</title>
<style>
{6}</style>
<h1>{0}: {1} → {2}</h1>
<p>{3} in {4}{5}. In each picture: <b style="color:{7}">− taken out</b>, <b style="color:{8}">+ new</b>, <b style="color:{9}">Δ changed</b>.</p>
)",
        escapedHtml(title), grouped(countNodes(history.start())),
        countText(countNodes(result.model), "node", "nodes"),
        countText(history.size(), "rewrite", "rewrites"),
        countText(static_cast<std::uint64_t>(result.rounds), "round", "rounds"),
        result.converged ? "" : ", still changing", reportStyle(),
        colourText(Role::bad, Scheme::light), colourText(Role::good, Scheme::light),
        colourText(Role::changed, Scheme::light));
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
