// The time of a what-if, of a tick in the window (placement, triage and picture), and of a search for
// remedies: scenario_bench [NODES …]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/write.h"
#include "core/session/placement_difference.h"
#include "core/tasks/models/document_state.h"
#include "core/tasks/remedies/remedies.h"
#include "core/tasks/scenario/scenario.h"
#include "providers/registry.h"
#include "tests/support/models.h"

using namespace partita;

static double milliseconds(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

/// A change that is ticked and unticked in a window that draws every node.
static void measureTick(std::size_t nodes) {
    const test::TemporaryFolder folder;
    DocumentRequest request;
    request.path = folder / "large.onnx";
    std::ofstream(request.path, std::ios::binary) << *serializeModel(test::largeModel(nodes));
    request.providers = *makeProviders({{}, "ascend310", {}});
    request.scene.textWidth = [](const std::string& text, bool) {
        return 6.0 * static_cast<double>(text.size());
    };
    request.base = *makeDocumentState(request, {});
    request.scene.collapse = false;
    request.base = *makeDocumentState(request, {}); // each node has a box
    double best = 1e9;
    for (int i = 0; i < 6; ++i) {
        request.scenario.changes = {
            {NodesChange{NodesChange::What::exclude, {"", "Softmax", "", {}}, "npu"}, i % 2 == 0}};
        std::shared_ptr<const DocumentState> next;
        best = std::min(best, milliseconds([&] { next = *makeDocumentState(request, {}); }));
        request.base = std::move(next);
    }
    std::printf("%7zu nodes, a tick in the window: %.1f ms\n", nodes, best);
}

static void measure(std::size_t nodes) {
    const Model model = inferShapesOrWarn(test::largeModel(nodes));
    const auto providers = *makeProviders({{}, "ascend310", {}});
    const Partitioning plain = *partitionModel(model, providers);
    Scenario scenario;
    scenario.changes = {{RunLengthChange{"npu", 0}},
                        {NodesChange{NodesChange::What::takeAnyway, {"", "Mish", ""}, "npu"}},
                        {NodesChange{NodesChange::What::exclude, {"", "Softmax", ""}, "npu"}}};
    for (const Grouping grouping : {Grouping::topological, Grouping::dependency}) {
        scenario.changes.resize(3);
        scenario.changes.push_back({GroupingChange{grouping}});
        double best = 1e9;
        std::string difference;
        for (int i = 0; i < 5; ++i)
            best = std::min(best, milliseconds([&] {
                                const auto applied = applyScenario(model, providers, {}, scenario);
                                const auto placed = partitionModel(applied.model, applied.providers,
                                                                   applied.options);
                                difference = differenceOf(plain, *placed).headlineText();
                            }));
        std::printf("%7zu nodes, %s: %.1f ms (%s)\n", nodes,
                    grouping == Grouping::topological ? "topological" : "dependency", best,
                    difference.c_str());
    }
    measureTick(nodes);
    std::size_t found = 0, tried = 0;
    const double spent = milliseconds([&] {
        const auto remedies = findRemedies(model, providers, {{}, makeConstantEvaluator}, {});
        found = remedies->list.size();
        tried = remedies->tried;
    });
    std::printf("%7zu nodes, what would help: %.0f ms, %zu of %zu trials\n", nodes, spent, found,
                tried);
}

int main(int argc, char** argv) {
    if (argc < 2)
        for (const std::size_t nodes : {5'000U, 10'000U, 50'000U})
            measure(nodes);
    for (int i = 1; i < argc; ++i)
        measure(static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)));
}
