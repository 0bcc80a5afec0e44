#pragma once

#include "providers/npu/device_program.h"

namespace partita {

/// What the compiler decided, as text for a context binary: tasks and precision. Nodes are named by
/// what they make, so that it holds for the model as it is read back.
std::string programText(const DeviceProgram& program);

/// The program of a model that was read back. Fails where the text names what the model has not.
Result<DeviceProgram> programFromText(const std::string& text, const Model& model);

} // namespace partita
