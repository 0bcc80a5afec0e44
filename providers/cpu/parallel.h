#pragma once

#include <algorithm>
#include <cstdint>

#include <omp.h>

namespace partita::cpu {

/// Calls work(begin, end) for pieces that make up [0, count), on as many threads as the provider
/// may use; on this one alone where a thread would get less than `grain`. Which piece an element
/// falls into does not change what it becomes, so results do not depend on the threads. `work` must
/// not throw.
template <class F> void parallelFor(std::int64_t count, std::int64_t grain, F&& work) {
    const std::int64_t most = std::max<std::int64_t>(1, count / std::max<std::int64_t>(1, grain));
    const int threads = omp_in_parallel()
                            ? 1
                            : static_cast<int>(std::min<std::int64_t>(most, omp_get_max_threads()));
    if (threads <= 1) {
        if (count > 0)
            work(std::int64_t{0}, count);
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t mine = omp_get_thread_num(), all = omp_get_num_threads();
        const std::int64_t begin = count * mine / all, end = count * (mine + 1) / all;
        if (begin < end)
            work(begin, end);
    }
}

} // namespace partita::cpu
