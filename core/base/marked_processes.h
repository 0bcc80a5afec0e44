#pragma once

#include <string_view>

namespace partita {

/// Ends the processes of this user that were started with `variable`, "NAME=VALUE", in their
/// environment, and so their descendants, into whichever session or process group they went. One
/// that was started with another environment is not found.
void endProcessesWith(std::string_view variable);

} // namespace partita
