// The placement report as Markdown, for a comment of a pull request.

#include <algorithm>

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/text_parts.h"
#include "core/report/boundary_counts.h"
#include "core/report/triage_report.h"
#include "core/session/device_copies.h"
#include "core/session/placed_order.h"
#include "core/tasks/placement_report.h"

namespace partita {

namespace {

constexpr std::size_t kMostListed = 40, kLongestLine = 160, kMostBytes = 60'000;

/// One line of valid text, at most `kLongestLine` characters long.
std::string line(std::string_view text) {
    std::string out;
    std::size_t letters = 0;
    for (const char c : utf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (!continuesCharacter(c) && ++letters > kLongestLine)
            return out + "…";
        out += byte < 0x20 || byte == 0x7F ? ' ' : c;
    }
    return out;
}

/// A text in which no character has a meaning in Markdown or HTML, also in a cell of a table.
std::string plain(std::string_view text) {
    std::string out;
    const std::string shown = line(text);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const char c = shown[i];
        if (std::string_view("\\`*_[]~|#").find(c) != std::string_view::npos)
            out += '\\';
        out += c == '<'                          ? "&lt;"
               : c == '>'                        ? "&gt;"
               : c == '&'                        ? "&amp;"
               : c == '@'                        ? "&#64;" // names nobody
               : shown.compare(i, 3, "://") == 0 ? "&#58;" // makes no link
                                                 : std::string(1, c);
    }
    return out;
}

/// A name in the fixed font.
std::string code(std::string_view text) {
    const std::string shown = line(text);
    if (shown.empty())
        return {};
    if (shown.find_first_of("`|\\") == std::string::npos && shown.front() != ' ' &&
        shown.back() != ' ')
        return "`" + shown + "`";
    std::string out = "<code>";
    for (const char c : shown)
        out += std::string_view("`|\\*_[]<>&~#@:").find(c) != std::string_view::npos
                   ? fmt::format("&#{};", static_cast<int>(c))
                   : std::string(1, c);
    return out + "</code>";
}

std::string row(std::initializer_list<std::string> cells) {
    std::string out = "|";
    for (const std::string& cell : cells)
        out += " " + cell + " |";
    return out + "\n";
}

std::string folded(const std::string& title, const std::string& content) {
    return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", title, content);
}

std::string more(std::size_t all, std::string_view what) {
    return all > kMostListed
               ? fmt::format("\n… and {} more {}; the .html, .json and .csv reports have all.\n",
                             grouped(all - kMostListed), what)
               : "";
}

class PlacementText {
public:
    explicit PlacementText(const PlacementReport& report)
        : m_report(report), m_placed(report.partitioning) {}

    std::string make() {
        std::string out = head();
        // Each part is whole or missing: half a table would not be one.
        for (const std::string& part : {scenario(), wrong(), groups(), remedies(), nodes(),
                                        partitions(), boundaries(), sources()})
            if (out.size() + part.size() <= kMostBytes)
                out += part;
        return out;
    }

private:
    [[nodiscard]] std::string head() const {
        const Triage& judged = m_report.judged;
        std::string out = fmt::format("### Placement of {}\n\n", code(nameOf(m_report.source)));
        std::size_t parts = 0;
        for (const HeadlinePart& part :
             headlineOf(m_report.model, m_report.source.providers, m_placed)) {
            const std::string text = plain(part.text.text());
            out += parts++ ? " · " + text : "**" + text + "**";
        }
        return out +
               fmt::format(
                   "\n\n{} costly · {} joins · {} harmless · {}{}\n\n", grouped(judged.costly),
                   grouped(judged.joins), grouped(judged.harmless),
                   countText(m_placed.partitions.size(), "partition in all", "partitions in all"),
                   m_report.source.time.empty() ? "" : " · " + plain(m_report.source.time)) +
               labels();
    }

    [[nodiscard]] std::string labels() const {
        std::string out;
        for (const std::string& label : labelsOf(m_report))
            out += plain(label) + "\n\n";
        return out;
    }

    /// The nodes where the prediction is wrong.
    [[nodiscard]] std::string wrong() const {
        if (!m_report.measured || m_report.measured->check.differ == 0)
            return {};
        std::size_t rows = 0;
        std::string table = "| Node | Operator | Predicted | Measured |\n|---|---|---|---|\n";
        m_report.model.nodes().forEach([&](NodeId id, const auto& node) {
            if (m_report.measured->check.kind(id) != PredictionCheck::Kind::differs ||
                rows++ >= kMostListed)
                return;
            const auto provider = m_placed.providerOf(id);
            table += row({code(node->label()), plain(node->opType.str()),
                          provider ? plain(m_placed.providerNames[*provider].full()) : "–",
                          plain(measuredOn(*m_report.measured->placement, id))});
        });
        return "#### Predicted and measured\n\n" + table +
               more(m_report.measured->check.differ, "nodes") + "\n";
    }

    [[nodiscard]] std::string scenario() const {
        if (!m_report.scenario)
            return {};
        std::string out = "#### What if\n\n";
        if (m_report.difference)
            out += plain(m_report.difference->headlineText()) + "\n\n";
        out += "| # | Change | Applied |\n|---:|---|---|\n";
        const auto& changes = m_report.scenario->changes;
        const DisplayNames names = namesOf(m_report.partitioning);
        for (std::size_t i = 0; i < std::min(kMostListed, changes.size()); ++i)
            out += row({std::to_string(i + 1), plain(describe(changes[i], names).text()),
                        plain(fateOf(m_report, i))});
        return out + more(changes.size(), "changes") + "\n";
    }

    [[nodiscard]] std::string groups() const {
        const auto& list = m_report.judged.groups;
        if (list.empty())
            return "The first provider runs every node.\n\n";
        std::string out = "| Operator · reason | Nodes | Costly | Cuts | Moves |\n"
                          "|---|---:|---:|---:|---:|\n";
        for (std::size_t i = 0; i < std::min(kMostListed, list.size()); ++i) {
            const TriageGroup& group = list[i];
            out += row(
                {plain(groupTitle(group)) + (group.others ? ", " + aroundText(group).text() : ""),
                 grouped(group.nodes.size()), grouped(group.costly),
                 savedPartitions(group.damage.partitions), savedBytes(group.damage.bytes)});
        }
        return out + more(list.size(), "groups") + "\n";
    }

    [[nodiscard]] std::string remedies() const {
        if (!m_report.remedies)
            return m_report.whyNoRemedies.empty()
                       ? std::string()
                       : "#### What would help\n\n" + plain(m_report.whyNoRemedies.text()) +
                             ".\n\n";
        const auto& list = m_report.remedies->list;
        std::string out = "#### What would help\n\n";
        if (list.empty())
            out += "Nothing helps further: " + plain(m_report.remedies->whyNone.text()) + ".\n\n";
        for (std::size_t i = 0; i < std::min<std::size_t>(5, list.size()); ++i)
            out += fmt::format("{}. {}  \n   {}\n", i + 1, plain(list[i].text().text()),
                               plain(effectOf(list[i])));
        for (const std::string& note : notesOn(*m_report.remedies))
            out += "\n" + plain(note) + "\n";
        return out + "\n";
    }

    [[nodiscard]] std::string nodes() const {
        const auto& list = m_report.judged.nodes;
        if (list.empty())
            return {};
        std::string table = "| Node | Operator | Part | Triage | Cuts | Moves | Why |\n"
                            "|---|---|---|---|---:|---:|---|\n";
        for (std::size_t i = 0; i < std::min(kMostListed, list.size()); ++i) {
            const TriagedNode& each = list[i];
            const Partitioning& judged = judgedIn(m_placed);
            const Node& node = *judgedIn(m_report.model, m_placed).node(each.part);
            const Partition* partition = judged.partition(each.part);
            table +=
                row({code(node.label()), plain(node.opType.str()),
                     partition ? judged.badge(*partition) : "–", std::string(triageName(each.kind)),
                     savedPartitions(each.counted().partitions), savedBytes(each.counted().bytes),
                     plain(judged.explain(each.part).text())});
        }
        return folded(
            fmt::format("{} not on the first provider", countText(list.size(), "node", "nodes")),
            table + more(list.size(), "nodes"));
    }

    [[nodiscard]] std::string partitions() const {
        std::string table = "| Part | Provider | Nodes | Graph |\n|---|---|---:|---|\n";
        const auto& list = m_placed.partitions;
        const auto sizes = partitionSizes(m_placed);
        for (std::size_t i = 0; i < std::min(kMostListed, list.size()); ++i)
            table += row(
                {m_placed.badge(list[i]), plain(m_placed.providerNames[list[i].provider].full()),
                 grouped(sizes[list[i].index]), plain(m_report.model.graphPath(list[i].graph))});
        return folded(countText(list.size(), "partition", "partitions"),
                      table + more(list.size(), "partitions"));
    }

    [[nodiscard]] std::string boundaries() const {
        std::vector<CrossingTensor> list = crossingTensors(m_placed);
        std::erase_if(list, [](const CrossingTensor& each) { return each.copies == 0; });
        if (list.empty())
            return {};
        const auto bytes = [](const CrossingTensor& each) { return each.bytes * each.copies; };
        std::ranges::stable_sort(list, std::greater(), bytes);
        std::string table = "| Tensor | Type | From | To | Bytes |\n|---|---|---|---|---:|\n";
        for (std::size_t i = 0; i < std::min(kMostListed, list.size()); ++i) {
            const auto& value = *m_report.model.value(list[i].value);
            table += row({code(value.name), plain(value.type ? value.type->text() : "?"),
                          m_placed.badge(list[i].from), readersText(m_placed, list[i]).text(),
                          MovedBytes{bytes(list[i]), list[i].complete}.text().text()});
        }
        return folded(
            countText(m_placed.summary.boundaryTensors, "boundary tensor", "boundary tensors"),
            table + more(list.size(), "tensors"));
    }

    [[nodiscard]] std::string sources() const {
        std::string table = "| Provider | Device | Rules | Options that were changed |\n"
                            "|---|---|---|---|\n";
        for (const ProviderPtr& provider : m_report.source.providers) {
            std::string changed;
            for (const ProviderOption& option : provider->options())
                if (option.value != option.defaultValue)
                    changed +=
                        (changed.empty() ? "" : ", ") + code(option.name + "=" + option.value);
            const ProviderInfo info = provider->info();
            table += row(
                {plain(info.displayName), plain(info.device), plain(rulesOf(*provider)), changed});
        }
        return folded("Devices and options", table);
    }

    const PlacementReport& m_report;
    const Partitioning& m_placed;
};

} // namespace

std::string placementMarkdown(const PlacementReport& report) {
    return PlacementText(report).make();
}

} // namespace partita
