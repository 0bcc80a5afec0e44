#include "core/report/model_numbers.h"

#include "core/onnx/write.h"

namespace partita {

ModelNumbers numbersOf(const Model& model, const Model& typed, const Partitioning& partitioning) {
    ModelNumbers numbers;
    numbers.summary = summarize(typed);
    if (const auto plan = planWrite(model, "model.onnx"))
        numbers.fileBytes = plan->modelBytes + plan->dataBytes;
    numbers.nodesByProvider = partitioning.summary.byProvider;
    numbers.partitions = partitioning.summary.partitionsByProvider[0];
    numbers.placed = partitioning.summary.nodes;
    numbers.folded = partitioning.summary.folded;
    numbers.boundaryTensors = partitioning.summary.boundaryTensors;
    numbers.boundaryBytes = partitioning.summary.boundaryBytes;
    return numbers;
}

} // namespace partita
