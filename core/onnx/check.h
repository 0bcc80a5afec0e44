#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// A problem that `checkModel` found.
struct Finding {
    enum class Severity { warning, error };
    Severity severity = Severity::error;
    std::string rule; ///< stable name, for example "undefined-value"
    NodeId node;      ///< empty when the finding is about the model or a value
    Message text;     ///< what and where, one sentence
    /// What ONNX's library itself said, where it found it; empty: another rule did.
    Message detail = {};
};

/// Whether no finding is an error; warnings may be there.
bool isSound(const std::vector<Finding>& findings);

/// Runs ONNX's checker, strict shape inference and Partita's own rules: unknown opsets, external
/// data, duplicate or undefined names, unsorted graphs, weights that do not fit their shape.
Result<std::vector<Finding>> checkModel(const Model& model, const Progress& progress = {});
/// Runs ONNX's strict shape inference alone; its refusal is the error.
Result<void> checkShapes(const Model& model, const Progress& progress = {});
/// The same as `checkModel` for a model that is yet to be written, which will put its nodes in order.
Result<std::vector<Finding>> checkUnwritten(const Model& model, const Progress& progress = {});

} // namespace partita
