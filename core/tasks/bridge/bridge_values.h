#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "core/provider/io_binding.h"

namespace partita {

/// Values on their way to resources/bridge/bridge.py and back: JSON says what they are, and each
/// tensor's elements lie in a file of the folder as ONNX packs them, so that types which numpy does
/// not have pass, too. A file of texts holds for each its length, in eight bytes, and its bytes.

/// Writes the values into files that begin with `stem`; returns what they are, by name.
Result<nlohmann::json> writeBridgeFeeds(const std::filesystem::path& folder,
                                        const std::string& stem, const Feeds& feeds);
/// Reads what the bridge wrote. Fails where its account does not fit the files.
Result<std::vector<ModelData>> readBridgeValues(const std::filesystem::path& folder,
                                                const nlohmann::json& told);

} // namespace partita
