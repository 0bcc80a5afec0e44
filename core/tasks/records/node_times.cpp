#include "core/tasks/records/node_times.h"

#include <cmath>
#include <map>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"

namespace partita {

namespace {

/// Nodes by the text that reports name them by; none: several nodes have it.
class NodesByLabel {
public:
    explicit NodesByLabel(const Model& model) {
        model.nodes().forEach([&](NodeId id, const auto& node) {
            if (const auto [at, fresh] = m_nodes.try_emplace(node->label(), id); !fresh)
                at->second = NodeId{};
        });
    }
    [[nodiscard]] NodeId find(const nlohmann::json& label) const {
        const auto at = label.is_string() ? m_nodes.find(label.get<std::string>()) : m_nodes.end();
        return at == m_nodes.end() ? NodeId{} : at->second;
    }

private:
    std::unordered_map<std::string, NodeId> m_nodes;
};

/// Whether this is what `run --json` prints.
bool isRunReport(const nlohmann::json& report) {
    return report.is_object() && report.contains("latency_ms") && report.contains("nodes") &&
           report["nodes"].is_array();
}

NodeTimes timesOfReport(const Model& model, const nlohmann::json& report) {
    const NodesByLabel nodes(model);
    NodeTimes times;
    times.label = PARTITA_TEXT("medians of a run of Partita");
    for (const auto& entry : report["nodes"]) {
        if (!entry.is_object() || !entry.contains("ms") || !entry["ms"].is_number())
            continue;
        NodeTimes::Kernel kernel{{}, entry["ms"].get<double>() * 1000};
        if (!std::isfinite(kernel.microseconds))
            continue;
        const auto add = [&](const nlohmann::json& label) {
            if (const NodeId id = nodes.find(label))
                kernel.nodes.push_back(id);
        };
        add(entry.value("name", nlohmann::json()));
        if (const auto fused = entry.find("fused_with"); fused != entry.end() && fused->is_array())
            for (const auto& label : *fused)
                add(label);
        if (!kernel.nodes.empty())
            times.kernels.push_back(std::move(kernel));
    }
    return times;
}

/// The report of a run, if the file is one.
Result<std::optional<NodeTimes>> reportOf(const Model& model, const std::filesystem::path& file) {
    const Buffer bytes = PARTITA_TRY(mapFile(file));
    const std::string_view text = bytes.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        return std::optional<NodeTimes>();
    const auto parsed = parseJson(text);
    return parsed && isRunReport(*parsed) ? std::optional(timesOfReport(model, *parsed))
                                          : std::nullopt;
}

} // namespace

NodeTimes nodeTimesOf(const MeasuredPlacement& measured) {
    NodeTimes times;
    times.label = measured.label;
    std::map<std::size_t, std::size_t> kernelOf; // by the number of the run
    for (std::uint32_t id = 0; id < measured.places.size(); ++id) {
        const auto& place = measured.places[id];
        if (!place || !place->microseconds)
            continue;
        const auto [at, fresh] = kernelOf.try_emplace(place->timed, times.kernels.size());
        if (fresh)
            times.kernels.push_back(
                {{}, *place->microseconds / static_cast<double>(measured.runs)});
        times.kernels[at->second].nodes.push_back(NodeId{id});
    }
    return times;
}

NodeTimes nodeTimesOf(const RunStatistics& statistics) {
    NodeTimes times;
    times.label = PARTITA_TEXT("medians of a run of Partita");
    for (const KernelStatistics& kernel : statistics.kernels) {
        if (!kernel.node)
            continue;
        std::vector<NodeId> nodes{kernel.node};
        nodes.insert(nodes.end(), kernel.fusedWith.begin(), kernel.fusedWith.end());
        times.kernels.push_back(
            {std::move(nodes), static_cast<double>(kernel.time.median.count()) / 1e3});
    }
    return times;
}

Result<NodeTimes> readNodeTimes(const Model& model, const std::filesystem::path& file) {
    auto report = PARTITA_TRY(reportOf(model, file));
    NodeTimes times =
        report ? *std::move(report) : nodeTimesOf(*PARTITA_TRY(readMeasuredPlacement(model, file)));
    if (times.kernels.empty())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("it tells no times of nodes of this model"),
                     {},
                     seeTyped(PARTITA_TEXT("use a profile of ONNX Runtime, the record of a run, or "
                                           "the report of one in JSON"),
                              "`record --run`, `run --json`")}
            .at(file.string());
    return times;
}

} // namespace partita
