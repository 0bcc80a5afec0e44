#pragma once

#include "core/edits/model_problems.h"
#include "core/onnx/check.h"

namespace partita {

/// One line of the problems of a model: what the rules of edits, ONNX's checker or the rules of
/// context models found.
struct ListedProblem {
    Finding finding;
    ValueId value; ///< the tensor that it is about, if any
    std::optional<Slot> slot;
    std::vector<ProblemFix> fixes; ///< the best one first

    [[nodiscard]] bool isError() const { return finding.severity == Finding::Severity::error; }
    /// The same for a problem in every state of a document, whatever its node is called.
    [[nodiscard]] std::string key() const;
};

/// What the rules of edits find in a model, and `findings` about it, errors first. What both found
/// stands there once, with the ways out that edits know.
std::vector<ListedProblem> listProblems(const Model& model, const std::vector<Finding>& findings);

/// The errors of `after` that `before` did not have, also by ONNX's checker; it needs no types in
/// `after`, and `typed` is the same model with those that are known.
Result<std::vector<ListedProblem>> newErrors(const Model& before, const Model& after,
                                             const Model& typed, const Progress& progress);

} // namespace partita
