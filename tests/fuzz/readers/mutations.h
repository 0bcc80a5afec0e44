#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// A file like `file`, damaged in a few places: bytes and bits, numbers that are too large, pieces left
/// out, doubled or taken from `other`, words that formats know.
std::string mutated(std::string file, const std::string& other, Chance& chance);

} // namespace partita::fuzz
