#pragma once

#include <memory>

#include "core/provider/placement_label.h"
#include "core/session/triage.h"
#include "core/tasks/records/measured_placement.h"

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

/// A measured placement in a report, and how it differs from the predicted one.
struct CheckedPlacement {
    std::shared_ptr<const MeasuredPlacement> placement;
    PredictionCheck check;
};

/// The kind in reports: "differs", "as predicted" …; empty for a node that is not placed.
const char* nameOf(PredictionCheck::Kind kind);
/// The provider that ran a node; empty: the record does not tell.
std::string measuredOn(const MeasuredPlacement& measured, NodeId node);
/// Adds `measured` to the report of a placement, and to each of its nodes.
void addMeasured(nlohmann::json& report, const CheckedPlacement& measured);
/// The report of a placement as CSV, with what was measured where that is not null.
std::string placementCsv(const Model& model, const Partitioning& partitioning, const Triage& judged,
                         const CheckedPlacement* measured);

/// Whether a provider of a record stands for the CPU, also for what a context model did not compile.
[[nodiscard]] bool isCpuOfRecord(std::string_view provider);
/// "compared: NPU · ascend310 with QNNExecutionProvider, CPU with CPUExecutionProvider"
Message correspondence(const Partitioning& predicted, const MeasuredPlacement& measured);
/// Why a node is of its kind: "the record does not tell of it", or the reason of the prediction.
Message whyOf(const PredictionCheck& check, const Partitioning& predicted, NodeId node);

} // namespace partita
