#pragma once

#include <mutex>
#include <optional>

#include "core/ir/model.h"

namespace partita {

/// `model` with the shapes that ONNX Runtime knows when it asks its providers: those that the file
/// states, and what it infers from them without computing constants. Inputs keep their shapes. A
/// model that was not read from a file, or whose inference fails, stays as it is.
Model asSessionSees(const Model& model);

/// The same, and remembers the last model: a placement asks for each of its graphs. For any thread.
class SessionShapes {
public:
    Model of(const Model& model);

private:
    struct Seen {
        Model model, asSession;
    };
    std::mutex m_mutex;
    std::optional<Seen> m_last;
};

} // namespace partita
