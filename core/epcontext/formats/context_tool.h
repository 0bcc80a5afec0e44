#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita {

/// Whether binaries of this provider are written by its own compiler, which ONNX Runtime's
/// `ep_weight_sharing_ctx_gen` calls: qnn, openvino, tensorrt, vitisai.
bool isContextToolProvider(std::string_view provider);

/// The command line that compiles models for such a provider into one binary. Options are
/// "key=value". Fails where QNN's part of the tool would not know a key or a value.
Result<std::string> contextToolCommand(std::string_view provider,
                                       const std::vector<std::string>& options,
                                       const std::vector<std::string>& sessionOptions,
                                       const std::vector<std::string>& models);

/// The same for a provider in a library of its own, which a description (JSON) names; `file` is what
/// the command calls it. Fails where the tool would refuse the description.
Result<std::string> pluginToolCommand(const std::string& file, std::string_view description,
                                      const std::vector<std::string>& options,
                                      const std::vector<std::string>& sessionOptions,
                                      const std::vector<std::string>& models);

} // namespace partita
