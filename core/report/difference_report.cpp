#include "core/report/difference_report.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/compare/difference_groups.h"
#include "core/provider/placement_label.h"
#include "core/report/markdown_cell.h"
#include "core/report/report_page.h"
#include "core/report/time_difference_report.h"
#include "core/session/placement_difference.h"

namespace partita {

namespace {

using nlohmann::json;
using Status = NodeDifference::Status;

json changeJson(const PropertyChange& change) {
    json made = {{"kind", std::string(kindName(change.kind))},
                 {"what", utf8(change.what.empty() ? std::string(kindName(change.kind))
                                                   : change.what.text())},
                 {"from", utf8(change.from.text())},
                 {"to", utf8(change.to.text())}};
    if (change.figures) {
        made["max_abs"] = figureJson(change.figures->absolute);
        made["max_rel"] = figureJson(change.figures->relative);
    }
    return made;
}

json goneJson(const ModelDifferences& differences, const Damage& gone) {
    return differences.knowsDamage() ? json{{"partitions", gone.partitions}, {"bytes", gone.bytes}}
                                     : json(nullptr);
}

json nodeJson(const Model& model, NodeId id) {
    const Node& node = *model.node(id);
    return {{"id", id.value},
            {"name", utf8(node.name)},
            {"op_type", utf8(node.opType)},
            {"graph", utf8(model.graphPath(node.graph))}};
}

json labelsOf(const Model& model, const std::vector<NodeId>& nodes) {
    json list = json::array();
    for (const NodeId id : nodes)
        list.push_back(utf8(model.node(id)->label()));
    return list;
}

json figuresJson(const PlacementFigures& figures) {
    json byProvider = json::object();
    for (std::size_t i = 0; i < figures.providers.size(); ++i)
        byProvider[figures.providers[i]] = {{"name", figures.providerNames[i].full()},
                                            {"nodes", figures.byProvider[i]}};
    return {{"label", utf8(figures.label().text())},
            {"nodes", figures.nodes},
            {"partitions", figures.partitions},
            {"device_partitions", figures.ofFirst},
            {"boundary_tensors", figures.boundaryTensors},
            {"boundary_bytes", figures.boundaryBytes},
            {"boundary_bytes_complete", figures.bytesComplete},
            {"by_provider", byProvider}};
}

std::string nameOf(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value ? value->name : std::string();
}

json constantsJson(const DifferenceReport& report) {
    json list = json::array();
    for (const ConstantDifference& each : report.differences.constants) {
        json entry = changeJson(each.change);
        entry.erase("what");
        entry["name"] = utf8(each.a ? nameOf(report.a, each.a) : nameOf(report.b, each.b));
        entry["name_b"] = utf8(nameOf(report.b, each.b));
        list.push_back(std::move(entry));
    }
    return list;
}

/// A line of the table of figures: what, before, after.
using FigureRow = std::tuple<std::string, std::string, std::string>;

std::vector<FigureRow> figureRows(const ModelDifferences& differences) {
    std::vector<FigureRow> rows;
    if (!differences.before || !differences.after)
        return rows;
    const PlacementFigures &a = *differences.before, &b = *differences.after;
    rows.emplace_back("nodes", grouped(a.nodes), grouped(b.nodes));
    const auto nodesOf = [&](const PlacementFigures& figures, const std::string& provider) {
        const auto at = std::ranges::find(figures.providers, provider);
        return at == figures.providers.end() ? std::string("–")
                                             : grouped(figures.byProvider[static_cast<std::size_t>(
                                                   at - figures.providers.begin())]);
    };
    auto providers = a.providers;
    for (const std::string& each : b.providers)
        if (std::ranges::find(providers, each) == providers.end())
            providers.push_back(each);
    for (const std::string& each : providers)
        rows.emplace_back("nodes on " + each, nodesOf(a, each), nodesOf(b, each));
    rows.emplace_back("partitions", grouped(a.ofFirst), grouped(b.ofFirst));
    rows.emplace_back("partitions in all", grouped(a.partitions), grouped(b.partitions));
    rows.emplace_back("boundary tensors", grouped(a.boundaryTensors), grouped(b.boundaryTensors));
    const auto bytes = [](const PlacementFigures& figures) {
        return MovedBytes{figures.boundaryBytes, figures.bytesComplete}.text().text();
    };
    rows.emplace_back("bytes per run", bytes(a), bytes(b));
    return rows;
}

/// By what the placement of each side is predicted or measured; one line where they are the same.
std::vector<std::string> labelLines(const ModelDifferences& differences) {
    if (!differences.before || !differences.after)
        return {};
    const std::string a = differences.before->label().text(), b = differences.after->label().text();
    return a == b ? std::vector{a} : std::vector{"A: " + a, "B: " + b};
}

char signOf(Status status) {
    return status == Status::removed ? '-' : status == Status::added ? '+' : '~';
}

std::string countsText(const ModelDifferences& differences) {
    const auto isMoved = [](const NodeDifference& each) {
        return each.status == Status::changed && !each.changes.empty() &&
               each.changes.front().kind == DifferenceKind::side;
    };
    const auto moved =
        static_cast<std::uint64_t>(std::ranges::count_if(differences.nodes, isMoved));
    const auto count = [&](Status status) { return grouped(differences.count(status)); };
    return fmt::format("{} changed{}, {} added, {} removed, {} the same", count(Status::changed),
                       moved ? fmt::format(" ({} on another provider)", grouped(moved)) : "",
                       count(Status::added), count(Status::removed), grouped(differences.same));
}

std::string matchedText(const ModelDifferences& differences) {
    std::string text;
    for (std::size_t i = 0; i < kMatchedByCount; ++i)
        if (differences.matchedBy[i])
            text += fmt::format("{}{} by {}", text.empty() ? "matched: " : ", ",
                                differences.matchedBy[i], matchedByName(static_cast<MatchedBy>(i)));
    return text.empty() ? "no node is matched" : text;
}

std::string constantLine(const DifferenceReport& report, const ConstantDifference& each) {
    const std::string name = each.a ? nameOf(report.a, each.a) : nameOf(report.b, each.b);
    return name + " · " + changeText(each.change).text();
}

std::string partitionLine(const RegroupedPartitions& set) {
    const auto list = [](const std::vector<std::uint32_t>& numbers) {
        constexpr std::size_t kMost = 12;
        std::string text =
            fmt::format("{}", fmt::join(numbers.begin(),
                                        numbers.begin() + static_cast<std::ptrdiff_t>(
                                                              std::min(kMost, numbers.size())),
                                        ", "));
        return numbers.size() > kMost ? text + fmt::format(" … ({} in all)", numbers.size()) : text;
    };
    const std::string_view how = set.b.size() == 1   ? "merged"
                                 : set.a.size() == 1 ? "split"
                                                     : "cut otherwise";
    return fmt::format("{} → {} ({})", list(set.a), list(set.b), how);
}

/// What went of the damage, after `before`; empty: nothing, or it is not known.
std::string goneText(const ModelDifferences& differences, const Damage& gone,
                     std::string_view before) {
    const bool any = differences.knowsDamage() && (gone.partitions || gone.bytes);
    return any ? std::string(before) + damageText(gone).text() : std::string();
}

/// The details of a changed node: "side: cpu → npu; shape output 0: …".
std::string detailsOf(const NodeDifference& each) {
    std::string text;
    for (const PropertyChange& change : each.changes)
        text += (text.empty() ? "" : "; ") + changeText(change).text();
    return text;
}

template <class List, class Line>
void printList(std::string& out, std::string_view title, const List& list, std::size_t most,
               const Line& line) {
    if (list.empty())
        return;
    out += lineText("{}: {}\n", title, list.size());
    for (std::size_t i = 0; i < std::min(most, list.size()); ++i)
        out += lineText("    {}\n", line(list[i]));
    if (list.size() > most)
        out += lineText("    … and {} more\n", list.size() - most);
}

} // namespace

json toJson(const DifferenceReport& report) {
    const ModelDifferences& found = report.differences;
    json added = json::array(), removed = json::array(), changed = json::array(),
         moved = json::array(), facts = json::array(), partitions = json::array(),
         groups = json::array(), matchedBy = json::object();
    for (const NodeDifference& each : found.nodes) {
        if (each.status == Status::changed) {
            json changes = json::array();
            for (const PropertyChange& change : each.changes) {
                changes.push_back(changeJson(change));
                if (change.kind == DifferenceKind::side)
                    moved.push_back({{"node", utf8(report.b.node(each.b)->label())},
                                     {"from", change.from.text()},
                                     {"to", change.to.text()}});
            }
            changed.push_back({{"a", nodeJson(report.a, each.a)},
                               {"b", nodeJson(report.b, each.b)},
                               {"matched_by", std::string(matchedByName(each.by))},
                               {"damage_gone", goneJson(found, each.gone)},
                               {"changes", changes}});
            continue;
        }
        const bool gone = each.status == Status::removed;
        json entry = gone ? nodeJson(report.a, each.a) : nodeJson(report.b, each.b);
        entry[gone ? "became" : "made_from"] = labelsOf(gone ? report.b : report.a, each.related);
        entry["damage_gone"] = goneJson(found, each.gone);
        (gone ? removed : added).push_back(std::move(entry));
    }
    for (const ModelFactDifference& each : found.facts) {
        json entry = changeJson(each.change);
        entry["fact"] = utf8(each.fact);
        facts.push_back(std::move(entry));
    }
    for (const RegroupedPartitions& set : found.partitions)
        partitions.push_back({{"a", set.a}, {"b", set.b}});
    for (const DifferenceGroup& group : groupDifferences(found, report.a, report.b))
        groups.push_back({{"status", std::string(statusName(group.status))},
                          {"op_type", utf8(group.opType)},
                          {"cause", utf8(group.cause.text())},
                          {"nodes", group.members.size()},
                          {"damage_gone", goneJson(found, group.gone)}});
    json notesJson = json::array();
    for (const std::string& note : report.notes)
        notesJson.push_back(utf8(note));
    for (std::size_t i = 0; i < kMatchedByCount; ++i)
        matchedBy[std::string(matchedByName(static_cast<MatchedBy>(i)))] = found.matchedBy[i];
    return {{"equal", found.equal()},
            {"matched", found.matching.pairs.size()},
            {"matched_by", matchedBy},
            {"same", found.same},
            {"nodes_added", added},
            {"nodes_removed", removed},
            {"nodes_changed", changed},
            {"moved", moved},
            {"tensors_changed", constantsJson(report)},
            {"interface", facts},
            {"partitions", partitions},
            {"groups", groups},
            {"notes", notesJson},
            {"times",
             report.times ? toJson(TimeReport{*report.times, report.a, report.b}) : json(nullptr)},
            {"before", found.before ? figuresJson(*found.before) : json(nullptr)},
            {"after", found.after ? figuresJson(*found.after) : json(nullptr)}};
}

std::string differenceText(const DifferenceReport& report, std::size_t names) {
    const ModelDifferences& found = report.differences;
    std::string out =
        lineText("{} → {}: {}\n  {}\n", report.nameA, report.nameB,
                 found.equal() ? "no differences" : countsText(found), matchedText(found));
    for (const std::string& note : report.notes)
        out += lineText("  {}\n", note);
    for (const std::string& label : labelLines(found))
        out += lineText("  {}\n", label);
    for (const auto& [what, before, after] : figureRows(found))
        out += lineText("  {:<24}{:>16} → {}\n", what, before, after);
    for (const DifferenceGroup& group : groupDifferences(found, report.a, report.b)) {
        out +=
            lineText("{} {} {} · {}{}\n", signOf(group.status), group.members.size(), group.opType,
                     group.cause.text(), goneText(found, group.gone, " · damage gone: "));
        for (std::size_t i = 0; i < std::min(names, group.members.size()); ++i) {
            const NodeDifference& each = found.nodes[group.members[i]];
            const std::string details = detailsOf(each);
            out += lineText("    {}{}{}{}\n", nodeOf(each, report.a, report.b).label(),
                            details.empty() ? "" : "  ", details,
                            goneText(found, each.gone, "  damage gone: "));
        }
        if (group.members.size() > names)
            out += lineText("    … and {} more\n", group.members.size() - names);
    }
    constexpr std::size_t kMostLines = 20;
    printList(out, "constants", found.constants, std::min(names * 7, found.constants.size()),
              [&](const auto& each) { return constantLine(report, each); });
    printList(out, "inputs, outputs and the rest of the model", found.facts, 5 * kMostLines,
              [](const auto& each) { return each.fact + " · " + changeText(each.change).text(); });
    printList(out, "partitions merged or split", found.partitions, kMostLines, partitionLine);
    if (report.times)
        out += timesText({*report.times, report.a, report.b},
                         std::min(names * 7, report.times->nodes.size()));
    return out;
}

std::string differenceMarkdown(const DifferenceReport& report) {
    const ModelDifferences& found = report.differences;
    std::string out = fmt::format(
        "# {} → {}\n\n{}; {}.\n", markdownCell(report.nameA), markdownCell(report.nameB),
        found.equal() ? "No differences" : countsText(found), matchedText(found));
    for (const std::string& note : report.notes)
        out += "\n" + markdownCell(note) + "\n";
    for (const std::string& label : labelLines(found))
        out += "\n" + markdownCell(label) + "\n";
    if (const auto rows = figureRows(found); !rows.empty()) {
        out += "\n| figure | before | after |\n|---|---:|---:|\n";
        for (const auto& [what, before, after] : rows)
            out += fmt::format("| {} | {} | {} |\n", what, before, after);
    }
    if (!found.nodes.empty())
        out += "\n| | node | operator | difference | damage gone |\n|---|---|---|---|---:|\n";
    for (const DifferenceGroup& group : groupDifferences(found, report.a, report.b))
        for (const std::size_t member : group.members) {
            const NodeDifference& each = found.nodes[member];
            const std::string details = detailsOf(each);
            out += fmt::format("| {} | `{}` | {} | {} | {} |\n", signOf(group.status),
                               markdownCell(nodeOf(each, report.a, report.b).label()),
                               markdownCell(group.opType),
                               markdownCell(details.empty() ? group.cause.text() : details),
                               goneText(found, each.gone, ""));
        }
    for (const ConstantDifference& each : found.constants)
        out += "- constant " + markdownCell(constantLine(report, each)) + "\n";
    for (const ModelFactDifference& each : found.facts)
        out += "- " + markdownCell(each.fact + " · " + changeText(each.change).text()) + "\n";
    for (const RegroupedPartitions& set : found.partitions)
        out += "- partitions " + partitionLine(set) + "\n";
    if (report.times)
        out += timesMarkdown({*report.times, report.a, report.b});
    return out;
}

namespace {

/// The name of a colour of the page.
std::string_view colourOf(Status status) {
    return status == Status::removed ? "bad" : status == Status::added ? "good" : "changed";
}

std::string groupHtml(const DifferenceReport& report, const DifferenceGroup& group) {
    const bool folded = group.members.size() > 3;
    std::string out = fmt::format("<details{}><summary><b style=\"color:var(--{})\">{}</b> {} {} "
                                  "<small>{}{}</small></summary>\n"
                                  "<table>\n",
                                  folded ? "" : " open", colourOf(group.status),
                                  group.status == Status::removed ? "−"
                                  : group.status == Status::added ? "+"
                                                                  : "Δ",
                                  group.members.size(), escapedHtml(group.opType),
                                  escapedHtml(group.cause.text()),
                                  goneText(report.differences, group.gone, " · damage gone: "));
    for (const std::size_t member : group.members) {
        const NodeDifference& each = report.differences.nodes[member];
        out +=
            fmt::format("<tr><td><code>{}</code><td>{}<td class=\"number\">{}</tr>\n",
                        escapedHtml(nodeOf(each, report.a, report.b).label()),
                        escapedHtml(detailsOf(each)), goneText(report.differences, each.gone, ""));
    }
    return out + "</table></details>\n";
}

template <class List, class Line>
std::string listHtml(std::string_view title, const List& list, const Line& line) {
    if (list.empty())
        return {};
    std::string out =
        fmt::format("<section><h2>{} <small>{}</small></h2>\n<table>\n", title, list.size());
    for (const auto& each : list)
        out += "<tr><td>" + escapedHtml(line(each)) + "</tr>\n";
    return out + "</table></section>\n";
}

} // namespace

std::string differenceHtml(const DifferenceReport& report, const std::string& date) {
    const ModelDifferences& found = report.differences;
    const std::string title = report.nameA + " → " + report.nameB;
    std::string out = pageHead(title, {}, {});
    out += fmt::format("<style>summary{{font-weight:400;padding:3px 0}} details table{{margin-left:"
                       "20px}} table{{width:auto}} "
                       "section{{border-top:1px solid var(--strong);margin-top:20px}}</style>\n"
                       "<h1>{}</h1>\n<p>{}</p>\n<p class=\"second\">{} · {}</p>\n",
                       escapedHtml(title), found.equal() ? "No differences" : countsText(found),
                       matchedText(found), escapedHtml(date));
    for (const std::string& note : report.notes)
        out += "<p>" + escapedHtml(note) + "</p>\n";
    for (const std::string& label : labelLines(found))
        out += "<p class=\"second\">" + escapedHtml(label) + "</p>\n";
    if (const auto rows = figureRows(found); !rows.empty()) {
        out += "<table><tr><th>Predicted by rules<th class=\"number\">Before<th "
               "class=\"number\">After</tr>\n";
        for (const auto& [what, before, after] : rows)
            out += fmt::format("<tr><td>{}<td class=\"number\">{}<td class=\"number\">{}</tr>\n",
                               escapedHtml(what), before, after);
        out += "</table>\n";
    }
    if (!found.nodes.empty())
        out += fmt::format("<section><h2>Nodes <small>{}</small></h2>\n", found.nodes.size());
    for (const DifferenceGroup& group : groupDifferences(found, report.a, report.b))
        out += groupHtml(report, group);
    if (!found.nodes.empty())
        out += "</section>\n";
    out += listHtml("Constants", found.constants,
                    [&](const auto& each) { return constantLine(report, each); });
    out += listHtml("Inputs, outputs and the rest of the model", found.facts, [](const auto& each) {
        return each.fact + " · " + changeText(each.change).text();
    });
    out += listHtml("Partitions merged or split", found.partitions, partitionLine);
    if (report.times)
        out += timesHtml({*report.times, report.a, report.b});
    return out + "</body>\n</html>\n";
}

} // namespace partita
