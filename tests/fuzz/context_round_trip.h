#pragma once

#include <filesystem>
#include <string>

#include "core/session/session.h"
#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// Compiles a model for the NPU into `folder`, reads, lints and runs the result, and compares its
/// outputs with `expected`; then merges it with itself under another prefix and does the same. No
/// finding where no node can be compiled.
CaseResult judgeContexts(const Model& model, const Feeds& feeds,
                         const std::vector<ModelData>& expected,
                         const std::filesystem::path& folder);

/// Writes the model, as one file and with external data, and reads it again. It must be valid, have
/// the same nodes, and give the same outputs.
CaseResult judgeWriting(const Model& model, const Feeds& feeds,
                        const std::vector<ModelData>& expected,
                        const std::filesystem::path& folder);

} // namespace partita::fuzz
