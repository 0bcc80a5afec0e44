#pragma once

#include "tests/fuzz/chance.h"
#include "tests/fuzz/written_model.h"

namespace partita::fuzz {

/// Compiles a model for the NPU into `folder`, reads, lints and runs the result, and compares its
/// outputs with the expected ones; then merges it with itself under another prefix and does the
/// same. Some cases also move the binary into or out of the model and back, or merge it with
/// another compiled model. No finding where no node can be compiled.
CaseResult judgeContexts(const RunModel& source, const OtherModel& other, Chance& chance,
                         const std::filesystem::path& folder);

} // namespace partita::fuzz
