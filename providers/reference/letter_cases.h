#pragma once

#include <vector>

namespace partita::reference {

/// A letter and all that differ from it by their case only, by Unicode's simple case folding.
std::vector<char32_t> casesOf(char32_t letter);

} // namespace partita::reference
