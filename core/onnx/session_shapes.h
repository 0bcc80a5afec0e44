#pragma once

#include "core/ir/model_memory.h"

namespace partita {

/// `model` with the shapes that ONNX Runtime knows when it asks its providers: those that the file
/// states, and what it infers from them without computing constants. Inputs keep their shapes. A
/// model that was not read from a file, or whose inference fails, stays as it is.
Model asSessionSees(const Model& model);

/// Calls `asSessionSees` and remembers its results for the last models: a placement asks about each
/// graph of a model, and about the same model with its functions inlined, and several models may be
/// placed at the same time. For any thread.
class SessionShapes {
public:
    Model of(const Model& model) { return m_seen.of(model, asSessionSees); }

private:
    ModelMemory<Model> m_seen{6};
};

} // namespace partita
