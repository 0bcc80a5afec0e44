#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace partita {

/// Whether only the provider's own compiler can write its binaries, through ONNX Runtime's
/// `ep_weight_sharing_ctx_gen`: qnn, openvino, tensorrt, vitisai.
bool isContextToolProvider(std::string_view provider);

/// The command line of that tool which compiles models into one binary. Options are "key=value".
/// For qnn it fails on keys and values that the tool does not know.
Result<std::string> contextToolCommand(std::string_view provider,
                                       const std::vector<std::string>& options,
                                       const std::vector<std::string>& sessionOptions,
                                       const std::vector<std::string>& models);

/// The command line for a plugin provider, which `description` (JSON) names; `file` is the path of
/// the description in the command. Fails where the tool would refuse the description.
Result<std::string> pluginToolCommand(const std::string& file, std::string_view description,
                                      const std::vector<std::string>& options,
                                      const std::vector<std::string>& sessionOptions,
                                      const std::vector<std::string>& models);

} // namespace partita
