#pragma once

#include <string>

namespace partita {

/// A provider as it is shown.
struct ShownProvider {
    std::string name;   ///< "NPU"
    std::string device; ///< "ascend310"; empty: none of its own

    /// "NPU · ascend310"; the name alone where there is no device.
    [[nodiscard]] std::string full() const { return device.empty() ? name : name + " · " + device; }
    friend bool operator==(const ShownProvider&, const ShownProvider&) = default;
};

} // namespace partita
