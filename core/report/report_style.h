#pragma once

#include <string_view>

namespace partita {

/// The style sheet of reports.
std::string_view reportStyle();

} // namespace partita
