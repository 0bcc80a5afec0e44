#pragma once

#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// A device and its options, shared by the provider and the programs that were compiled for it.
struct NpuDevice {
    DeviceProfile profile;
    NpuOptions options;
    std::string name; ///< as shown: "ascend310", and "ascend310 1" for device_id 1
};

} // namespace partita
