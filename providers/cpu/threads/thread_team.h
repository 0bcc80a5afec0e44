#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::cpu {

/// The threads that work on one operator together: the calling thread and helpers of its own, which
/// spin and then sleep between regions.
///
/// oneDNN gets its threads from OpenMP. The team replaces libgomp, because libgomp is slower by
/// orders of magnitude on a busy machine: at the end of a parallel region it waits for threads that
/// never got a processor. Here the calling thread does the shares of helpers that have not begun by
/// then.
class ThreadTeam {
public:
    /// Makes oneDNN call the team from now on. Must be called once for the process, before oneDNN's
    /// first region. Other libraries of the process keep their OpenMP. If oneDNN imports a function
    /// that the team does not have, it stays with libgomp, and the log says so.
    static void answerOneDnn();
    /// Sets the number of threads for regions that this thread starts from now on; at least 1.
    static void setThreads(int threads);
    /// The number of threads for regions of this thread; one for each core unless set.
    static int threads();
    /// The number of cores, asked for once, because the system reads a file for it.
    static int cores();
    /// Limits the regions that this thread starts to `most` threads while the object lives.
    class Limit {
    public:
        explicit Limit(int most) : m_before(threads()) { setThreads(std::min(m_before, most)); }
        ~Limit() { setThreads(m_before); }
        Limit(const Limit&) = delete;
        Limit& operator=(const Limit&) = delete;

    private:
        int m_before;
    };
    /// Whether the caller is inside a region; nested regions run on one thread.
    static bool inRegion();

    /// Calls work(member, members) once for each member of a team of up to `members` threads. Throws
    /// what one of them threw, once all have finished.
    template <class F> static void run(int members, F&& work) {
        runRegion([](void* data, int member, int all) { (*static_cast<F*>(data))(member, all); },
                  &work, members);
    }

private:
    static void runRegion(void (*call)(void*, int, int), void* data, int members);
};

/// Calls work(begin, end) for pieces that make up [0, count), on as many threads as the provider
/// may use, with at least `grain` elements for each thread. The result of an element must not
/// depend on its piece, so that results do not depend on the number of threads. Throws what `work`
/// threw for one of them.
template <class F> void parallelFor(std::int64_t count, std::int64_t grain, F&& work) {
    const std::int64_t most = std::max<std::int64_t>(1, count / std::max<std::int64_t>(1, grain));
    const auto threads =
        ThreadTeam::inRegion()
            ? 1
            : static_cast<int>(std::min<std::int64_t>(most, ThreadTeam::threads()));
    if (threads <= 1) {
        if (count > 0)
            work(std::int64_t{0}, count);
        return;
    }
    ThreadTeam::run(threads, [&](std::int64_t member, std::int64_t members) {
        const std::int64_t begin = count * member / members, end = count * (member + 1) / members;
        if (begin < end)
            work(begin, end);
    });
}

} // namespace partita::cpu
