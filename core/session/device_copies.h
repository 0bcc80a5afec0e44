#pragma once

#include <optional>
#include <vector>

#include "core/provider/execution_provider.h"
#include "core/provider/partitioning.h"

namespace partita {

/// A tensor that a run copies between the host and a device.
struct DeviceCopy {
    ValueId value;
    std::uint32_t provider = 0; ///< of the device
    bool toDevice = false;
    friend auto operator<=>(const DeviceCopy&, const DeviceCopy&) = default;
};

/// What one run copies: what crosses between providers, and what the model reads and gives there. A
/// value is copied to a provider once, and back once. The host's own are among them. Ascending.
std::vector<DeviceCopy> deviceCopies(const Model& model, const Partitioning& placed);

/// The copies of one run to and from the simulated devices.
struct CopyEstimate {
    std::size_t copies = 0;
    std::optional<double> seconds; ///< of those whose size is known; nothing: no speed is known
    bool complete = true;          ///< false: some size is not known

    /// "est. 4 copies, 0.31 ms"; empty: nothing is copied.
    [[nodiscard]] Message text() const;
    /// The same for a change: "est. 4 → 2 copies, 0.31 → 0.2 ms". Where a size of one side is not
    /// known, that side says so: "0.31 ms or more → 0.2 ms".
    [[nodiscard]] Message textAfter(const CopyEstimate& before) const;

private:
    [[nodiscard]] Message sentence(const std::string& count, const Message& time) const;
    [[nodiscard]] Message timeText() const;
};

/// `placed`: of the nodes of `model`, on `providers`.
CopyEstimate estimateCopies(const Model& model, const std::vector<ProviderPtr>& providers,
                            const Partitioning& placed);

/// The headline of a placement with what its copies take, behind the bytes.
std::vector<HeadlinePart> headlineWith(const CopyEstimate& copies, const Partitioning& placed);
/// The same; `placed` as with `estimateCopies`.
std::vector<HeadlinePart> headlineOf(const Model& model, const std::vector<ProviderPtr>& providers,
                                     const Partitioning& placed);
/// The same in English, with " · " between the parts.
std::string headlineTextOf(const Model& model, const std::vector<ProviderPtr>& providers,
                           const Partitioning& placed);

} // namespace partita
