#include "core/passes/passes.h"

#include "core/onnx/infer_shapes.h"

namespace partita {

/// Adds the types and shapes that follow from what is known.
///
/// Before:   values without a type, or with unknown sizes
/// After:    the same with the results of ONNX's shape inference and data propagation
/// Declines: inference refuses the model; a note says why
Result<void> inferShapesPass(PassRun& run) {
    auto inferred = run.options().infer(run.model(), {run.options().progress.stop, {}});
    if (!inferred) {
        if (inferred.error().code == Errc::cancelled)
            return std::move(inferred).error();
        run.note({}, inferred.error().whole());
        return {};
    }
    const Model& after = *inferred;
    run.attempt({}, [&](Rewriter& rewriter) {
        const ModelDelta delta = diff(rewriter.model(), after);
        for (const auto& change : delta.values)
            rewriter.editor().changeValue(change.id,
                                          [&](Value& value) { value.type = change.after->type; });
        return !delta.values.empty();
    });
    return {};
}

} // namespace partita
