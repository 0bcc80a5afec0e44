#pragma once

#include "core/session/session.h"

namespace partita {

/// Of several runs, whatever is measured.
struct Spread {
    std::chrono::nanoseconds min{}, median{}, p90{};
};
/// All 0 where `times` is empty.
Spread spreadOf(std::vector<std::chrono::nanoseconds> times);

/// One kernel over several runs; calls within one run (of a loop's body) are added up.
struct KernelStatistics {
    NodeId node;                   ///< of several nodes, the first
    std::vector<NodeId> fusedWith; ///< the others
    std::size_t calls = 0;         ///< in the last run
    Spread time;
    std::optional<double> flops; ///< of one run; nothing where the shapes are not known
    /// Floating point operations in a second, by the median.
    [[nodiscard]] std::optional<double> flopsPerSecond() const;
    bool onIntegers = false; ///< it multiplies integers
    /// Of what the processor reaches on floats, from 0 to 1; nothing for what is no such work.
    [[nodiscard]] std::optional<double> shareOfPeak(std::optional<double> peakFlops) const;
};

struct RunStatistics {
    std::size_t runs = 0;
    Spread latency;
    std::vector<KernelStatistics> kernels; ///< in order of their first call
};

/// Gathers reports of runs of one session.
class RunRecorder {
public:
    void add(const RunReport& report);
    /// `model`: the one that the reports' nodes belong to.
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

/// What the last of `providers` reaches in floating point operations a second: the best of a few
/// products of 768 × 768 matrices, which is near to what the processor can do. Takes some tens of
/// milliseconds.
Result<double> measurePeakFlops(const ProviderList& providers, const Progress& progress = {});

} // namespace partita
