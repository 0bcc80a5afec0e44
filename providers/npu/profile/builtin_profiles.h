#pragma once

#include <string_view>
#include <vector>

namespace partita {

/// A device profile that travels inside the program; the text is the file in resources/devices.
struct BuiltinProfile {
    std::string_view name, text;
};
const std::vector<BuiltinProfile>& builtinProfiles();

} // namespace partita
