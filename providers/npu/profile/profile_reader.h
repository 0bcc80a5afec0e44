#pragma once

#include "core/base/json_lines.h"
#include "providers/npu/profile/device_profile.h"

namespace partita {

/// Whether the operators, inputs, outputs and attributes that a profile names are looked up. Those
/// of built-in profiles are known: a test looks them up.
enum class ProfileNames : std::uint8_t { known, lookedUp };

/// Reads what a profile adds to the one that it extends. Errors name line and key.
Result<DeviceProfile> readProfile(const LinedJson& source, const std::string& fileName,
                                  ProfileNames names, DeviceProfile base);

} // namespace partita
