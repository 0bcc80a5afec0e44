#pragma once

#include <string_view>

namespace partita {

/// The CSS of HTML reports.
std::string_view reportStyle();

} // namespace partita
