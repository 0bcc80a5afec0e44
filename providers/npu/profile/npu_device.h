#pragma once

#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// What is known of a device wherever its programs run.
struct NpuDevice {
    DeviceProfile profile;
    NpuOptions options;
    std::string name; ///< "ascend310", "ascend310 1" for a second one
};

} // namespace partita
