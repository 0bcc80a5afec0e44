#pragma once

#include <filesystem>
#include <string>

#include "core/session/session.h"
#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// Compiles a model for the NPU into `folder`, reads what was written, lints and runs it, and compares
/// with `expected`; then merges it with itself under another prefix and does the same. Nothing to say
/// where no node can be compiled.
CaseResult judgeContexts(const Model& model, const Feeds& feeds,
                         const std::vector<DataValue>& expected,
                         const std::filesystem::path& folder);

/// Writes the model, in one file and with its data in another one, and reads it again: it must be
/// found sound, have the same nodes, and compute the same.
CaseResult judgeWriting(const Model& model, const Feeds& feeds,
                        const std::vector<DataValue>& expected,
                        const std::filesystem::path& folder);

} // namespace partita::fuzz
