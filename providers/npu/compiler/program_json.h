#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// The compiler's decisions (tasks and precision) as JSON text for a context binary. Nodes and
/// values are numbered in the order in which the graph mentions them, which stays valid when the
/// model is written and read back.
std::string programText(const DeviceProgram& program);

/// The program of a model that was read back. Fails where the text does not fit the model.
Result<DeviceProgram> programFromText(const std::string& text, const Model& model);

} // namespace partita
