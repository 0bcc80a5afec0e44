#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// `file` damaged in a few places: changed bytes and bits, extreme numbers, pieces removed, doubled
/// or taken from `other`, and keywords of the formats.
std::string mutated(std::string file, const std::string& other, Chance& chance);

} // namespace partita::fuzz
