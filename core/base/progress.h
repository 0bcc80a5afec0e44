#pragma once

#include <functional>
#include <stop_token>

namespace partita {

/// How long work reports on itself and is asked to stop; both parts may be empty.
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
