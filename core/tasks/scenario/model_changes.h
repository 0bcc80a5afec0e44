#pragma once

#include "core/tasks/scenario/scenario.h"

namespace partita {

/// Makes the changes of a scenario that are about the model itself: first sizes, then the opset, then
/// types.
class ModelChanges {
public:
    /// `model` should have inferred shapes.
    ModelChanges(Model model, const Progress& progress)
        : m_model(std::move(model)), m_progress(progress) {}

    // Each returns why the change could not be made; empty: it was.
    Message apply(const SizeChange& change);
    Message apply(const OpsetChange& change);
    Message apply(const TypeChange& change);

    /// The model with all changes so far, and with inferred shapes.
    const Model& model();

private:
    Model m_model;
    const Progress& m_progress;
    bool m_isOutdated = false; ///< shapes follow from what has changed
};

/// What carried out changes of a model make of it as its file has it: without inferred shapes.
/// `changed`: what they made of the model with these, whose ids it gets.
Model storedUnder(const Model& stored, const std::vector<ScenarioChange>& changes,
                  const Model& changed);

} // namespace partita
