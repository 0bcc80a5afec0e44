#pragma once

#include <string_view>
#include <vector>

namespace partita {

/// A device profile that is compiled into the program; `text` is the JSON file in
/// resources/devices.
struct BuiltinProfile {
    std::string_view name, text;
};
/// All built-in profiles, base profiles included.
const std::vector<BuiltinProfile>& builtinProfiles();

} // namespace partita
