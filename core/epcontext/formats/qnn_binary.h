#pragma once

#include <set>
#include <string>

#include "core/base/buffer.h"

namespace partita {

/// The graphs in a QNN context binary, whose names are readable in it: those that look like names
/// of QNN's execution provider, and of `wanted` those that are there.
std::set<std::string> qnnGraphNames(Bytes binary, const std::set<std::string>& wanted);

/// Gives graphs new names of the same length, in every place where the old ones stand as whole
/// words. Fails, with nothing changed, where lengths differ, an old name is not there, or a new one
/// is there already.
Result<std::string> renameQnnGraphs(Bytes binary,
                                    const std::vector<std::pair<std::string, std::string>>& names);

/// `name` with its longest run of digits replaced by other digits, as long: the same for the same
/// `seed`, another for another.
std::string renamedQnnGraph(const std::string& name, std::uint64_t seed);

} // namespace partita
