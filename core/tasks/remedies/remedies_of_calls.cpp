#include "core/tasks/remedies/remedies_of_calls.h"

#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/placed_calls.h"

namespace partita {

Result<Remedies> remediesOfCalls(const Model& model, const InlinedModel& inlined,
                                 const ProviderList& providers, const RemedyOptions& options,
                                 const Progress& progress) {
    const auto inferred = inferShapes(inlined.model, {progress.stop, {}});
    RemedyOptions inside = options;
    inside.wishes = wishesInside(options.wishes, inlined);
    inside.prepare = Prepare::toRun;
    inside.optimized = nullptr; // of the calls
    auto found = PARTITA_TRY(
        findRemedies(inferred ? *inferred : inlined.model, providers, inside, progress));
    // A single node of a function has no name in the model.
    std::erase_if(found.list, [&](const Remedy& remedy) {
        return !applyScenario(model, providers, options.wishes, {remedy.changes}, progress)
                    .notApplied.empty();
    });
    for (Remedy& remedy : found.list) {
        for (NodeId& node : remedy.nodes)
            node = inlined.outermost(node);
        std::ranges::sort(remedy.nodes);
        remedy.nodes.erase(std::ranges::unique(remedy.nodes).begin(), remedy.nodes.end());
        for (auto& moved : remedy.difference.moved)
            moved.node = inlined.outermost(moved.node);
    }
    return found;
}

} // namespace partita
