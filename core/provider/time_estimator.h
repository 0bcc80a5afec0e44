#pragma once

#include <cstdint>
#include <optional>

#include "core/ir/model.h"

namespace partita {

/// What a provider whose device is simulated can say of the time of a run, without compiling: each
/// node by itself, as if nothing were fused and nothing overlapped. Providers that can, implement it
/// beside ExecutionProvider.
class TimeEstimator {
public:
    virtual ~TimeEstimator() = default;
    /// Whether it is known how fast the device is; otherwise the times below mean nothing.
    [[nodiscard]] virtual bool knowsSpeed() const = 0;
    /// Seconds of a node on the device; nothing where a size is not known.
    [[nodiscard]] virtual std::optional<double> deviceSeconds(const Model& model,
                                                              const Node& node) const = 0;
    /// Seconds of a node on the host of the device; nothing where a size is not known.
    [[nodiscard]] virtual std::optional<double> onHostSeconds(const Model& model,
                                                              const Node& node) const = 0;
    /// Seconds of a copy between host and device.
    [[nodiscard]] virtual double copySeconds(std::uint64_t bytes) const = 0;
};

} // namespace partita
