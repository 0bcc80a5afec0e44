#include "core/tasks/models/inferred_placement.h"

#include "core/base/try.h"
#include "core/onnx/infer_shapes.h"
#include "core/session/sized_model.h"

namespace partita {

Result<InferredPlacement> placeInferred(const Model& stored, const ProviderList& providers,
                                        const PartitionOptions& wishes, const Progress& progress) {
    Model model = inferShapesOrWarn(stored, progress);
    auto placement = PARTITA_TRY(placeModel(model, providers, wishes, progress));
    return InferredPlacement{std::move(model), std::move(placement)};
}

Result<ModelNumbers> placedNumbers(const Model& stored, const ProviderList& providers,
                                   const PartitionOptions& wishes, const Progress& progress) {
    const auto placed = PARTITA_TRY(placeInferred(stored, providers, wishes, progress));
    const Placement& placement = placed.placement;
    return numbersOf(stored, sizedModel(placed.model, *placement.optimized), placement.ofSource);
}

} // namespace partita
