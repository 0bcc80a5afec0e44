#pragma once

#include <set>
#include <string>

#include "core/base/buffer.h"

namespace partita {

/// The graph names that occur in a QNN context binary: names in the form of QNN's execution
/// provider, and those of `wanted` that occur.
std::set<std::string> qnnGraphNames(Bytes binary, const std::set<std::string>& wanted);

/// Replaces graph names with names of the same length wherever an old name occurs as a whole word.
/// Fails where the lengths differ, an old name does not occur, or a new one occurs already.
Result<std::string> renameQnnGraphs(Bytes binary,
                                    const std::vector<std::pair<std::string, std::string>>& names);

/// `name` with its longest run of digits replaced by as many digits that depend on `seed`.
/// Deterministic.
std::string renamedQnnGraph(const std::string& name, std::uint64_t seed);

} // namespace partita
