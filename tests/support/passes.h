#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "core/data/random_feeds.h"
#include "core/onnx/check.h"
#include "core/rewrite/pipeline.h"
#include "core/session/model_comparison.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita::test {

/// The operators of a graph (by default the main graph) in order, without Constants.
inline std::string operators(const Model& model, GraphId graph = {}) {
    std::string text;
    for (const NodeId id : model.topologicalOrder(graph ? graph : model.mainGraph()))
        if (const Node& node = *model.node(id); !node.is("Constant"))
            text += (text.empty() ? "" : " ") + node.opType.str();
    return text;
}

inline Model parse(const std::string& graph, int opset = 18) {
    return modelFromText("<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) + "]>\n" +
                         graph);
}

inline Result<PipelineResult> apply(const Model& model, const std::vector<std::string>& passes,
                                    int rounds = 1) {
    const auto evaluator = makeConstantEvaluator();
    PassOptions options;
    options.evaluator = evaluator.get();
    return runPasses(model, passes, rounds, options);
}

/// The number of nodes whose name another node has, too.
inline std::size_t sharedNames(const Model& model) {
    std::multiset<std::string> names;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (!node->name.empty())
            names.insert(node->name);
    });
    return static_cast<std::size_t>(std::ranges::count_if(
        names, [&](const std::string& name) { return names.count(name) > 1; }));
}

/// Fails unless both models give the same outputs on random inputs, computed by the reference, and
/// the second model is valid.
inline void expectSame(const Model& before, const Model& after) {
    const auto findings = checkModel(after);
    ASSERT_TRUE(findings) << findings.error().message();
    for (const Finding& finding : *findings)
        if (finding.rule != "unsorted-graph") { // files are written in order, whatever the ids are
            EXPECT_NE(finding.severity, Finding::Severity::error) << finding.text;
        }
    EXPECT_LE(sharedNames(after), sharedNames(before));
    const ProviderList providers = makeJudges();
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto judge =
            ModelJudge::make(before, providers, *randomFeeds(before, seed, {{"n", 2}, {"m", 3}}));
        ASSERT_TRUE(judge) << judge.error().message();
        const auto difference = judge->judge(after, 1e-5, 1e-6, {}, Scale::element);
        ASSERT_TRUE(difference) << difference.error().message();
        EXPECT_TRUE(difference->within)
            << difference->worst << " " << difference->maxAbsolute << difference->problem;
    }
}

} // namespace partita::test
