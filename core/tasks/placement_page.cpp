// The placement report as an HTML page.

#include <filesystem>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/try.h"
#include "core/report/boundary_counts.h"
#include "core/report/placement_pictures.h"
#include "core/report/report_page.h"
#include "core/report/triage_report.h"
#include "core/session/device_copies.h"
#include "core/session/placed_order.h"
#include "core/session/verdict_rules.h"
#include "core/tasks/placement_report.h"

namespace partita {

namespace {

constexpr std::size_t kMostPageRows = 20'000;

/// What the rows of a node say about the triage, and what the buttons above the table choose.
std::string_view kindOf(const PlacementReport& report, NodeId id) {
    if (const TriagedNode* found = report.judged.find(id))
        return triageName(found->kind);
    if (report.partitioning.isFolded(id))
        return "folded";
    const auto provider = report.partitioning.providerOf(id);
    return provider ? std::string_view(report.partitioning.providers[*provider]) : "unassigned";
}

/// The provider that ran a node; marked where the prediction is wrong.
std::string measuredCell(const CheckedPlacement& measured, NodeId id) {
    const std::string on = escapedHtml(measuredOn(*measured.placement, id));
    return measured.check.kind(id) == PredictionCheck::Kind::differs
               ? "<span class=\"tag costly\">" + on + "</span>"
               : on;
}

class PlacementPage {
public:
    PlacementPage(const PlacementReport& report, const Progress& progress)
        : m_report(report), m_model(report.model), m_placed(report.partitioning),
          m_progress(progress), m_crossing(crossingTensors(m_placed)) {
        chooseRows();
        m_rowOfTensor.resize(m_model.values().keyEnd());
        for (std::size_t i = 0; i < m_crossing.size(); ++i)
            m_rowOfTensor[m_crossing[i].value.value] = i + 1;
    }

    Result<std::string> make() {
        m_pictures =
            PARTITA_TRY(placementPictures(m_model, m_placed, m_report.judged,
                                          {[this](NodeId id) { return rowOf(id); },
                                           [this](ValueId id) {
                                               const std::size_t at = m_rowOfTensor[id.value];
                                               return at ? fmt::format("t{}", at) : std::string();
                                           }},
                                          m_progress));
        const std::string title = "Placement of " + nameOf(m_report.source);
        return pageHead(title, m_pictures.classes.rules(Scheme::light),
                        m_pictures.classes.rules(Scheme::dark)) +
               "<h1>" + escapedHtml(title) + "</h1>\n" + headline() + sources() +
               "<main>\n<section class=\"pictures\">\n" + m_pictures.html + "</section>\n<div>\n" +
               scenario() + remedies() + groups() + nodes() + partitions() + boundaries() +
               "</div>\n</main>\n" + pageFoot();
    }

private:
    /// The nodes that have a row: those that are not on the first provider, the most damaging
    /// first, then the others in the order of the model.
    void chooseRows() {
        m_hasRow.resize(m_model.nodes().keyEnd());
        const auto add = [&](NodeId id) {
            if (m_hasRow[id.value]) // a call of which several nodes are judged has one row
                return;
            if (m_rows.size() >= kMostPageRows) {
                ++m_leftOut;
                return;
            }
            m_rows.push_back(id);
            m_hasRow[id.value] = true;
        };
        for (const TriagedNode& each : m_report.judged.nodes)
            add(each.node);
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (!m_placed.verdicts(id).empty() && !node->is("Constant") &&
                !m_report.judged.find(id))
                add(id);
        });
    }

    [[nodiscard]] std::string rowOf(NodeId id) const {
        return m_hasRow[id.value] ? fmt::format("n{}", id.value) : std::string();
    }
    [[nodiscard]] std::string partLink(std::uint32_t index) const {
        return pageLink(m_placed.badge(index), index ? fmt::format("p{}", index) : "");
    }
    [[nodiscard]] std::string badgeOf(NodeId id) const {
        const Partition* partition = m_placed.partition(id);
        return partLink(partition ? partition->index : 0);
    }

    [[nodiscard]] std::string headline() const {
        std::string out = "<p class=\"figures\">";
        for (const HeadlinePart& part : headlineOf(m_model, m_report.source.providers, m_placed))
            out += "<span>" + escapedHtml(part.text.text()) + "</span>\n";
        out += "</p>\n<p class=\"figures\">";
        const auto link = [&](const char* target, std::size_t number, std::string_view what,
                              const std::string& kinds = {}) {
            if (number == 0) { // there is nothing to show
                out += fmt::format("<span>0 {}</span>\n", what);
                return;
            }
            out += fmt::format(
                "<a href=\"#{}\"{}>{} {}</a>\n", target,
                kinds.empty() ? "" : fmt::format(" data-table=\"nodes\" data-kinds=\"{}\"", kinds),
                grouped(number), what);
        };
        const Triage& judged = m_report.judged;
        link("nodes", judged.costly, "costly", "costly");
        link("nodes", judged.joins, "joins", "joins");
        link("nodes", judged.harmless, "harmless", "harmless");
        if (const auto& s = m_placed.summary; s.folded || s.unassigned) {
            link("nodes", s.folded, goneWord(s).text(), "folded");
            if (s.unassigned)
                link("nodes", s.unassigned, "without a provider", "unassigned");
        }
        link("partitions", m_placed.partitions.size(),
             m_placed.partitions.size() == 1 ? "partition in all" : "partitions in all");
        link("boundaries", m_placed.summary.boundaryTensors, "between providers");
        return out + "</p>\n";
    }

    [[nodiscard]] std::string sources() const {
        const ReportSource& source = m_report.source;
        PageTable table("providers", false);
        for (const char* title : {"Provider", "Device", "Rules", "Options"})
            table.head(title);
        for (const ProviderPtr& provider : source.providers) {
            const ProviderInfo info = provider->info();
            table.row();
            table.text(info.displayName);
            table.text(info.device);
            table.text(rulesOf(*provider));
            table.html(optionsHtml(*provider));
        }
        std::string labels;
        for (const std::string& label : labelsOf(m_report))
            labels += "<p class=\"second\">" + escapedHtml(label) + "</p>\n";
        return fmt::format(
            "{}{}<details><summary>Devices and options</summary>\n{}</details>\n", labels,
            source.time.empty() ? "" : "<p class=\"second\">" + escapedHtml(source.time) + "</p>\n",
            table.str());
    }

    [[nodiscard]] std::string scenario() const {
        if (!m_report.scenario)
            return {};
        PageTable table("scenario");
        table.head("#", true);
        table.head("Change");
        table.head("Applied");
        const auto& changes = m_report.scenario->changes;
        const DisplayNames names = namesOf(m_report.partitioning);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            table.row();
            table.figure(std::to_string(i + 1), static_cast<double>(i + 1));
            table.text(describeWhole(changes[i], names));
            table.text(fateOf(m_report, i));
        }
        return fmt::format("<h2>What if</h2>\n<p>{}</p>\n{}",
                           m_report.difference ? escapedHtml(m_report.difference->headlineText())
                                               : "",
                           table.str());
    }

    [[nodiscard]] std::string remedies() const {
        if (!m_report.remedies)
            return m_report.whyNoRemedies.empty()
                       ? std::string()
                       : "<h2>What would help</h2>\n<p class=\"second\">" +
                             escapedHtml(m_report.whyNoRemedies.text()) + ".</p>\n";
        const Remedies& found = *m_report.remedies;
        std::string out = "<h2>What would help</h2>\n";
        PageTable table("remedies");
        table.head("#", true);
        table.head("Change");
        for (const char* title :
             {"Device nodes", "Partitions", "In all", "Boundary tensors", "Bytes per run"})
            table.head(title, true);
        table.head("Needs");
        for (std::size_t i = 0; i < found.list.size(); ++i) {
            const Remedy& remedy = found.list[i];
            table.row();
            table.figure(std::to_string(i + 1), static_cast<double>(i + 1));
            table.text(remedy.text().text());
            change(table, remedy.onDevices, grouped);
            change(table, remedy.difference.ofFirst, grouped);
            change(table, remedy.difference.partitions, grouped);
            change(table, remedy.difference.boundaryTensors, grouped);
            change(table, remedy.difference.boundaryBytes, byteText);
            table.text(needsOf(remedy));
        }
        out += found.list.empty()
                   ? "<p>Nothing helps further: " + escapedHtml(found.whyNone.text()) + ".</p>\n"
                   : table.str();
        for (const std::string& note : notesOn(found))
            out += "<p class=\"second\">" + escapedHtml(note) + "</p>\n";
        return out;
    }

    [[nodiscard]] std::string groups() const {
        const Triage& judged = m_report.judged;
        std::string out = "<h2>Triage <small>why nodes are not on the first provider, and what "
                          "they cost</small></h2>\n";
        if (judged.groups.empty())
            return out + "<p class=\"good\">The first provider runs every node.</p>\n";
        PageTable table("triage");
        table.head("Operator · reason");
        for (const char* title : {"Nodes", "Costly", "Joins", "Harmless", "Cuts", "Moves"})
            table.head(title, true);
        for (std::size_t i = 0; i < judged.groups.size(); ++i) {
            const TriageGroup& group = judged.groups[i];
            table.row();
            table.html(
                fmt::format("<a href=\"#nodes\" data-table=\"nodes\" data-group=\"{}\">{}</a>", i,
                            escapedHtml(groupTitle(group))) +
                (group.others ? " <small>" + escapedHtml(aroundText(group).text()) + "</small>"
                              : ""));
            count(table, group.nodes.size());
            count(table, group.costly);
            count(table, group.joins);
            count(table, group.harmless);
            damage(table, group.damage);
        }
        return out + table.str();
    }

    [[nodiscard]] std::string nodes() const {
        const bool bodies = hasBodies();
        PageTable table("nodes");
        table.head("Node");
        table.head("Operator");
        table.head("Part");
        table.head("Triage");
        table.head("Cuts", true);
        table.head("Moves", true);
        if (bodies)
            table.head("Graph");
        if (m_report.measured)
            table.head("Measured on");
        table.head("Why");
        table.head("Rule");
        for (const NodeId id : m_rows) {
            const Node& node = *m_model.node(id);
            const TriagedNode* triaged = m_report.judged.find(id);
            const std::string_view kind = kindOf(m_report, id);
            table.row(rowOf(id), kind, triaged ? std::to_string(triaged->group) : std::string());
            table.code(node.label(), m_pictures.box(id));
            table.text(node.opType.str());
            table.html(badgeOf(id));
            table.html(triaged            ? fmt::format("<span class=\"tag {0}\">{0}</span>", kind)
                       : kind == "folded" ? escapedHtml(goneWord(m_placed, id).text())
                                          : std::string());
            damage(table, triaged ? triaged->counted() : Damage());
            if (bodies)
                table.text(m_model.graphPath(node.graph));
            if (m_report.measured)
                table.html(measuredCell(*m_report.measured, id));
            table.text(m_placed.explain(id).text() +
                       (triaged ? "; " + triaged->reason.text() : std::string()));
            table.text(m_placed.verdicts(id).empty() ? std::string()
                                                     : ruleText(verdictOf(m_placed, id)).text());
        }
        const std::string more =
            m_leftOut ? fmt::format("<p class=\"second\">{}; .json and .csv have all of "
                                    "them.</p>\n",
                                    countText(m_leftOut, "more node", "more nodes"))
                      : "";
        return "<h2>Nodes <small>a click on a name shows it in the picture</small></h2>\n" +
               table.str() + more;
    }

    [[nodiscard]] std::string partitions() const {
        const auto traffic = trafficByPartition(m_placed);
        PageTable table("partitions");
        table.head("Part");
        table.head("Provider");
        for (const char* title : {"Nodes", "In", "Out"})
            table.head(title, true);
        table.head("Run");
        if (hasBodies())
            table.head("Graph");
        const auto sizes = partitionSizes(m_placed);
        for (const Partition& partition : m_placed.partitions) {
            const std::string& provider = m_placed.providers[partition.provider];
            table.row(fmt::format("p{}", partition.index), provider);
            table.html(pageLink(m_placed.badge(partition),
                                partition.nodes.empty() ? "" : m_pictures.box(partition.nodes[0])));
            table.text(m_placed.providerNames[partition.provider].full());
            count(table, sizes[partition.index]);
            for (const std::uint64_t bytes :
                 {traffic[partition.index].in, traffic[partition.index].out})
                table.figure(bytes ? byteText(bytes) : "–", static_cast<double>(bytes));
            table.text(partition.compiled ? "as one piece" : "kernel by kernel");
            if (hasBodies())
                table.text(m_model.graphPath(partition.graph));
        }
        return "<h2>Partitions</h2>\n" + table.str();
    }

    [[nodiscard]] std::string boundaries() const {
        std::string out =
            "<h2>Boundary tensors <small>from one partition to another</small></h2>\n";
        PageTable table("boundaries");
        for (const char* title : {"Tensor", "Type", "From", "To"})
            table.head(title);
        table.head("Bytes", true);
        for (std::size_t i = 0; i < std::min(kMostPageRows, m_crossing.size()); ++i) {
            const CrossingTensor& tensor = m_crossing[i];
            const auto& value = *m_model.value(tensor.value);
            const std::string& chip = m_pictures.chip(tensor.value);
            table.row(fmt::format("t{}", i + 1), tensor.copies ? "moves" : "stays");
            table.code(value.name,
                       chip.empty() ? m_pictures.box(m_model.producer(tensor.value)) : chip);
            table.text(value.type ? value.type->text() : "?");
            table.html(partLink(tensor.from));
            std::string readers;
            for (const std::uint32_t index : tensor.to)
                readers += (readers.empty() ? "" : ", ") + partLink(index);
            table.html(readers);
            const MovedBytes bytes{tensor.bytes * tensor.copies, tensor.complete};
            table.figure(tensor.copies ? bytes.text().text() : "stays",
                         static_cast<double>(bytes.bytes));
        }
        return out + table.str();
    }

    [[nodiscard]] bool hasBodies() const {
        return std::ranges::any_of(m_placed.partitions, [&](const Partition& partition) {
            return partition.graph != m_model.mainGraph();
        });
    }
    static void change(PageTable& table, const PlacementDifference::Count& count,
                       std::string (*text)(std::uint64_t)) {
        table.figure(count.before == count.after ? text(count.after)
                                                 : text(count.before) + " → " + text(count.after),
                     static_cast<double>(count.after));
    }
    static void count(PageTable& table, std::size_t number) {
        table.figure(grouped(number), static_cast<double>(number));
    }
    static void damage(PageTable& table, const Damage& damage) {
        table.figure(savedPartitions(damage.partitions),
                     static_cast<double>(std::max<std::int64_t>(0, damage.partitions)));
        table.figure(savedBytes(damage.bytes),
                     static_cast<double>(std::max<std::int64_t>(0, damage.bytes)));
    }

    const PlacementReport& m_report;
    const Model& m_model;
    const Partitioning& m_placed;
    const Progress& m_progress;
    PlacementPictures m_pictures;
    std::vector<NodeId> m_rows;
    std::vector<bool> m_hasRow; // by NodeId
    std::vector<CrossingTensor> m_crossing;
    std::vector<std::size_t> m_rowOfTensor; // by ValueId; from 1
    std::size_t m_leftOut = 0;
};

} // namespace

std::vector<std::string> labelsOf(const PlacementReport& report) {
    std::vector<std::string> lines = {predictedLabel(report.partitioning).text()};
    if (report.measured)
        lines.push_back(report.measured->placement->label.text() + ": " +
                        report.measured->check.headline().text());
    return lines;
}

std::string nameOf(const ReportSource& source) {
    return std::filesystem::path(source.file).filename().string();
}

std::string fateOf(const PlacementReport& report, std::size_t change) {
    if (!report.scenario->changes[change].on)
        return "off";
    std::string why;
    for (const NotApplied& problem : report.notApplied)
        if (problem.change == change)
            why += (why.empty() ? "no: " : "; ") + problem.why.text();
    return why.empty() ? "yes" : why;
}

std::string effectOf(const Remedy& remedy) {
    const std::string needs = needsOf(remedy);
    return effectText(remedy) + (needs.empty() ? "" : " · ") + needs;
}

std::string needsOf(const Remedy& remedy) {
    std::string text;
    if (remedy.assumed)
        text = "the device would have to take " + countText(remedy.assumed, "node", "nodes");
    if (remedy.moreOnLast)
        text += fmt::format("{}leaves {} to the last provider", text.empty() ? "" : " · ",
                            countText(remedy.moreOnLast, "more node", "more nodes"));
    if (remedy.fewerOnDevices() > remedy.moreOnLast)
        text += fmt::format("{}{} on the devices", text.empty() ? "" : " · ",
                            countText(remedy.fewerOnDevices(), "node fewer", "nodes fewer"));
    return text;
}

std::vector<std::string> notesOn(const Remedies& remedies) {
    std::vector<std::string> notes;
    for (const Message& each : remedies.certainty()) {
        std::string& note = notes.emplace_back(each.text() + ".");
        if (note[0] >= 'a' && note[0] <= 'z')
            note[0] = static_cast<char>(note[0] - 'a' + 'A');
    }
    return notes;
}

Result<std::string> placementHtml(const PlacementReport& report, const Progress& progress) {
    return PlacementPage(report, progress).make();
}

} // namespace partita
