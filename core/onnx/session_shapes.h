#pragma once

#include "core/ir/model_memory.h"

namespace partita {

/// `model` with the shapes that ONNX Runtime knows when it asks its providers: those that the file
/// states, and what it infers from them without computing constants. Inputs keep their shapes. A
/// model that was not read from a file, or whose inference fails, stays as it is.
Model asSessionSees(const Model& model);

/// The same, and remembers the last models: a placement asks for each of its graphs, and places a
/// model with functions that no kernel runs twice. For any thread.
class SessionShapes {
public:
    Model of(const Model& model) { return m_seen.of(model, asSessionSees); }

private:
    ModelMemory<Model> m_seen{3};
};

} // namespace partita
