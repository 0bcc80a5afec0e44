#pragma once

#include "core/session/session.h"

namespace partita {

/// The minimum, median and 90th percentile of a time over several runs.
struct Spread {
    std::chrono::nanoseconds min{}, median{}, p90{};
};
/// The spread of `times`; all 0 when there are none.
Spread spreadOf(std::vector<std::chrono::nanoseconds> times);

/// One kernel over several runs; its calls within a run (in the body of a Loop) are summed up.
struct KernelStatistics {
    NodeId node;                   ///< the first node
    std::vector<NodeId> fusedWith; ///< further nodes that it computes
    std::size_t calls = 0;         ///< in the last run
    Spread time;
    std::optional<double> flops; ///< in one run; nothing when shapes are unknown
    /// Floating point operations per second, by the median time; nothing when unknown or 0.
    [[nodiscard]] std::optional<double> flopsPerSecond() const;
    bool onIntegers = false; ///< it is a product of integers
    /// The fraction of `peakFlops` that the kernel reaches; nothing for integer products and
    /// kernels of unknown speed.
    [[nodiscard]] std::optional<double> shareOfPeak(std::optional<double> peakFlops) const;
};

struct RunStatistics {
    std::size_t runs = 0;
    Spread latency;
    std::vector<KernelStatistics> kernels; ///< in order of their first call
};

/// Collects the reports of a session's runs.
class RunRecorder {
public:
    void add(const RunReport& report);
    /// The statistics of all runs. `model`: the session's model, with the sizes of the runs.
    [[nodiscard]] RunStatistics statistics(const Model& model) const;

private:
    struct Kernel {
        NodeTiming first;
        std::size_t calls = 0;
        std::vector<std::chrono::nanoseconds> times; ///< one for each run
    };
    std::vector<std::chrono::nanoseconds> m_totals;
    std::vector<Kernel> m_kernels;
    std::unordered_map<NodeId, std::size_t> m_at;
};

/// Measures the floating point operations per second of the last of `providers`: the fastest of 20
/// products of 512 × 512 matrices, which is close to the peak of the processor. Takes some tens of
/// milliseconds.
Result<double> measurePeakFlops(const ProviderList& providers, const Progress& progress = {});

} // namespace partita
