#pragma once

#include <functional>
#include <stop_token>

namespace partita {

/// How long-running work reports its progress and is asked to stop; both members may be empty.
struct Progress {
    std::stop_token stop;
    std::function<void(double fraction)> report; ///< 0 … 1, from the worker's thread

    [[nodiscard]] bool cancelled() const { return stop.stop_requested(); }
    void at(double fraction) const {
        if (report)
            report(fraction);
    }
};

} // namespace partita
