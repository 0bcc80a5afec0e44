#include "core/report/time_difference_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/report/markdown_cell.h"

namespace partita {

namespace {

nlohmann::json timedNamesJson(const Model& model, const std::vector<NodeId>& nodes) {
    nlohmann::json list = nlohmann::json::array();
    for (const NodeId id : nodes)
        list.push_back(utf8(model.node(id)->label()));
    return list;
}

/// "+0.120": milliseconds.
std::string signedText(double microseconds) { return fmt::format("{:+.3f}", microseconds / 1e3); }

/// "2.100 ms → 1.900 ms (-0.200 ms)"
std::string timeSumText(const TimeDifferences& times) {
    return fmt::format("{:.3f} ms → {:.3f} ms ({} ms)", times.before / 1e3, times.after / 1e3,
                       signedText(times.after - times.before));
}

std::string untoldTimesText(const TimeDifferences& times) {
    return times.untold
               ? "only one side tells the time of " + countText(times.untold, "node", "nodes")
               : std::string();
}

} // namespace

std::string timedNames(const Model& model, const std::vector<NodeId>& nodes) {
    constexpr std::size_t kMost = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(kMost, nodes.size()); ++i)
        text += (i ? " + " : "") + model.node(nodes[i])->label();
    return nodes.size() > kMost ? fmt::format("{} + {} more", text, nodes.size() - kMost) : text;
}

std::string timedNames(const TimeReport& report, const TimeDifference& entry) {
    const std::string before = timedNames(report.a, entry.a), after = timedNames(report.b, entry.b);
    return before == after || after.empty() ? before
           : before.empty()                 ? after
                                            : before + " → " + after;
}

nlohmann::json toJson(const TimeReport& report) {
    const TimeDifferences& times = report.times;
    nlohmann::json list = nlohmann::json::array();
    for (const TimeDifference& each : times.nodes)
        list.push_back({{"a", timedNamesJson(report.a, each.a)},
                        {"b", timedNamesJson(report.b, each.b)},
                        {"before_ms", each.before / 1e3},
                        {"after_ms", each.after / 1e3},
                        {"change_ms", each.change() / 1e3}});
    return {{"label_a", utf8(times.labelA.text())},
            {"label_b", utf8(times.labelB.text())},
            {"before_ms", times.before / 1e3},
            {"after_ms", times.after / 1e3},
            {"untold", times.untold},
            {"nodes", list}};
}

std::string timesText(const TimeReport& report, std::size_t most) {
    const TimeDifferences& times = report.times;
    std::string out = lineText("times of the nodes: {}\n  A: {}\n  B: {}\n", timeSumText(times),
                               times.labelA.text(), times.labelB.text());
    for (std::size_t i = 0; i < std::min(most, times.nodes.size()); ++i) {
        const TimeDifference& each = times.nodes[i];
        out += lineText("    {} ms  {:.3f} → {:.3f}  {}\n", signedText(each.change()),
                        each.before / 1e3, each.after / 1e3, timedNames(report, each));
    }
    if (times.nodes.size() > most)
        out += lineText("    … and {} more\n", times.nodes.size() - most);
    if (times.untold)
        out += lineText("  {}\n", untoldTimesText(times));
    return out;
}

std::string timesMarkdown(const TimeReport& report) {
    const TimeDifferences& times = report.times;
    std::string out = fmt::format("\n## Times of the nodes: {}\n\nA: {}\n\nB: {}\n\n"
                                  "| node | before, ms | after, ms | change, ms |\n"
                                  "|---|---:|---:|---:|\n",
                                  timeSumText(times), markdownCell(times.labelA.text()),
                                  markdownCell(times.labelB.text()));
    for (const TimeDifference& each : times.nodes)
        out +=
            fmt::format("| `{}` | {:.3f} | {:.3f} | {} |\n", markdownCell(timedNames(report, each)),
                        each.before / 1e3, each.after / 1e3, signedText(each.change()));
    return times.untold ? out + "\n" + untoldTimesText(times) + "\n" : out;
}

std::string timesHtml(const TimeReport& report) {
    const TimeDifferences& times = report.times;
    std::string out = fmt::format(
        "<section><h2>Times of the nodes <small>{}</small></h2>\n<p class=\"second\">A: {}</p>\n"
        "<p class=\"second\">B: {}</p>\n<table><tr><th>Node<th class=\"number\">Before, ms"
        "<th class=\"number\">After, ms<th class=\"number\">Change, ms</tr>\n",
        timeSumText(times), escapedHtml(times.labelA.text()), escapedHtml(times.labelB.text()));
    for (const TimeDifference& each : times.nodes)
        out += fmt::format("<tr><td><code>{}</code><td class=\"number\">{:.3f}"
                           "<td class=\"number\">{:.3f}<td class=\"number\">{}</tr>\n",
                           escapedHtml(timedNames(report, each)), each.before / 1e3,
                           each.after / 1e3, signedText(each.change()));
    out += "</table>\n";
    if (times.untold)
        out += "<p>" + untoldTimesText(times) + "</p>\n";
    return out + "</section>\n";
}

} // namespace partita
