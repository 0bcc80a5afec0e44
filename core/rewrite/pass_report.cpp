#include "core/rewrite/pass_report.h"

#include <nlohmann/json.hpp>

namespace partita {

namespace {

nlohmann::json nodeJson(const Node& node) {
    return {{"name", node.label()}, {"op_type", node.opType.str()}};
}

nlohmann::json rewriteJson(const Rewrite& rewrite) {
    nlohmann::json removed = nlohmann::json::array(), added = removed, changed = removed;
    for (const auto& change : rewrite.delta.nodes) {
        if (change.before && change.after)
            changed.push_back(nodeJson(*change.after));
        else if (change.before)
            removed.push_back(nodeJson(*change.before));
        else if (change.after)
            added.push_back(nodeJson(*change.after));
    }
    return {
        {"node", rewrite.anchorName}, {"removed", removed}, {"added", added}, {"changed", changed}};
}

} // namespace

nlohmann::json toJson(const PipelineResult& result) {
    nlohmann::json passes = nlohmann::json::array();
    for (const PassTrace& trace : result.traces) {
        nlohmann::json rewrites = nlohmann::json::array(), notes = rewrites;
        for (const Rewrite& rewrite : trace.rewrites)
            rewrites.push_back(rewriteJson(rewrite));
        for (const PassNote& note : trace.notes) {
            const auto& node = result.model.node(note.node);
            notes.push_back({{"node", node ? node->label() : ""}, {"why", note.why.text()}});
        }
        passes.push_back({{"name", trace.pass},
                          {"round", trace.round},
                          {"microseconds", trace.time.count()},
                          {"rewrites", rewrites},
                          {"notes", notes}});
    }
    return {{"rounds", result.rounds}, {"converged", result.converged}, {"passes", passes}};
}

nlohmann::json passSummaryJson(const PipelineResult& result) {
    nlohmann::json passes = nlohmann::json::array();
    for (const PassTrace& trace : result.traces)
        if (!trace.rewrites.empty())
            passes.push_back({{"name", trace.pass},
                              {"round", trace.round},
                              {"rewrites", trace.rewrites.size()}});
    return passes;
}

nlohmann::json toJson(const PassInfo& info) {
    const bool byDefault = info.set == PassSet::standard || info.set == PassSet::additional;
    const bool known = info.set == PassSet::standard || info.set == PassSet::named;
    return {{"name", info.name},         {"type", info.kind},
            {"analysis", info.analysis}, {"efficiency", passEfficiencyName(info.efficiency)},
            {"target", info.target},     {"default", byDefault},
            {"onnxoptimizer", known},    {"summary", info.summary}};
}

} // namespace partita
