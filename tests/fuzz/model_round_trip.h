#pragma once

#include "tests/fuzz/chance.h"
#include "tests/fuzz/written_model.h"

namespace partita::fuzz {

/// Writes the model, as one file and with external data, and reads it again. It must have the same
/// nodes and give the same outputs. Some cases also convert it to a newer opset, extract a part,
/// simplify it, merge it with another model, or write its values to files; what is written must
/// compute what the model computes.
CaseResult judgeModelFiles(const RunModel& source, const OtherModel& other, Chance& chance,
                           const std::filesystem::path& folder);

} // namespace partita::fuzz
