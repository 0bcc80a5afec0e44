#pragma once

#include "core/provider/partitioning.h"
#include "core/tasks/measured_placement.h"

namespace partita {

/// A measured placement laid over the predicted one, node by node. A runtime and the prediction name
/// their providers differently, so kinds are compared: the last provider of the prediction, which
/// takes all nodes that are left, stands for the CPU of the record, every other one for any other
/// provider of the record.
struct PredictionCheck {
    enum class Kind : std::uint8_t {
        none,   ///< not placed: a Constant, or a node of a function
        agrees, ///< both say the CPU, or neither does
        differs,
        folded, ///< the record has its provider, in the prediction it is gone before the placement
        untold, ///< the record does not tell of it
        added   ///< not in the file as it was opened
    };
    std::vector<Kind> kinds;                                              ///< by NodeId
    std::size_t agree = 0, differ = 0, folded = 0, untold = 0, added = 0; ///< nodes of each kind
    std::size_t gone = 0; ///< nodes that the record places, and the model no longer has

    [[nodiscard]] Kind kind(NodeId node) const {
        return node.value < kinds.size() ? kinds[node.value] : Kind::none;
    }
    [[nodiscard]] std::size_t compared() const { return agree + differ; }
    /// "12 of 340 nodes differ"
    [[nodiscard]] Message headline() const;
};

/// Checks the prediction for the nodes of `model`, which may have changed since the record was
/// matched with it: nodes are the same by their ids.
PredictionCheck checkPrediction(const Model& model, const Partitioning& predicted,
                                const MeasuredPlacement& measured);

/// By what a placement is predicted: "predicted (NPU · ascend310)", the profiles of the devices.
Message predictedLabel(const Partitioning& predicted);
/// Whether a provider of a record stands for the CPU, also for what a context model did not compile.
[[nodiscard]] bool isCpuOfRecord(std::string_view provider);
/// "compared: NPU · ascend310 with QNNExecutionProvider, CPU with CPUExecutionProvider"
Message correspondence(const Partitioning& predicted, const MeasuredPlacement& measured);
/// Why a node is of its kind: "the record does not tell of it", or the reason of the prediction.
Message whyOf(const PredictionCheck& check, const Partitioning& predicted, NodeId node);

} // namespace partita
