#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::cpu {

/// The threads that work on one operator together: the one that calls, and helpers of its own that
/// wait in between, first awake, then asleep.
///
/// oneDNN asks OpenMP for its threads. The team answers in libgomp's place, because on a busy
/// machine libgomp is slow by orders of magnitude: whoever reaches the end of a parallel region
/// first waits for threads that never got a processor. Here the calling thread does their share
/// itself when they have not begun by then.
class ThreadTeam {
public:
    /// Lets oneDNN call the team from now on; once for the process, before oneDNN's first region.
    /// Other libraries of the process keep the OpenMP that they were linked with. If oneDNN asks
    /// for something that the team does not answer, it stays with libgomp, and the log says so.
    static void answerOneDnn();
    /// How many threads the regions that this thread starts from now on may use; at least 1.
    static void setThreads(int threads);
    static int threads();
    /// Of the machine that this process may use, asked for once: the system reads a file for it.
    static int cores();
    /// At most `most` threads for the regions that this thread starts while the object lives.
    class Limit {
    public:
        explicit Limit(int most) : m_before(threads()) { setThreads(std::min(m_before, most)); }
        ~Limit() { setThreads(m_before); }
        Limit(const Limit&) = delete;
        Limit& operator=(const Limit&) = delete;

    private:
        int m_before;
    };
    /// Whether the caller is inside a region already; regions within run on one thread.
    static bool inRegion();

    /// Calls work(member, members) once for each member of a team of up to `members` threads.
    /// `work` must not throw.
    template <class F> static void run(int members, F&& work) {
        runRegion([](void* data, int member, int all) { (*static_cast<F*>(data))(member, all); },
                  &work, members);
    }

private:
    static void runRegion(void (*call)(void*, int, int), void* data, int members);
};

/// Calls work(begin, end) for pieces that make up [0, count), on as many threads as the provider
/// may use; on this one alone where a thread would get less than `grain`. Which piece an element
/// falls into does not change what it becomes, so results do not depend on the threads. `work` must
/// not throw.
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
