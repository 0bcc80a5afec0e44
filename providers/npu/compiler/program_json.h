#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// What the compiler decided, as text for a context binary: tasks and precision. Nodes and values
/// are numbers in the order in which the graph mentions them, so that it holds for the model as it
/// is read back and is quick to read.
std::string programText(const DeviceProgram& program);

/// The program of a model that was read back. Fails where the text means what the model has not.
Result<DeviceProgram> programFromText(const std::string& text, const Model& model);

} // namespace partita
