#include "providers/cpu/threads/thread_team.h"

#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/log.h"
#include "providers/cpu/threads/openmp_calls.h"

namespace partita::cpu {

namespace {

/// The place of a thread in its current parallel region.
struct Membership {
    int member = 0, members = 1;
    bool inside = false;
    bool active = false; ///< in a region of several members, or in a region nested in one
    class Team* team = nullptr;
    // A loop with static schedule: its bounds, and the pieces that this member has taken.
    long loopStart = 0, loopEnd = 0, loopStep = 1, loopChunk = 0, loopTrip = 0;
};

thread_local Membership t_membership;
thread_local int t_threads = 0; ///< 0: not set, one for each processor

constexpr std::chrono::microseconds kAwake(300);

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Waits until `value` differs from `old` and returns it. Spins for as long as a few small kernels
/// on one thread take, because waking up takes about 50 µs, then sleeps.
std::uint32_t waitWhile(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    using Clock = std::chrono::steady_clock;
    constexpr int kTries = 50; // 1 to 3 µs, by processor
    Clock::time_point end;
    for (bool first = true; first || Clock::now() < end; first = false) {
        for (int i = 0; i < kTries; ++i) {
            if (const std::uint32_t now = value.load(std::memory_order_acquire); now != old)
                return now;
            relax();
        }
        if (first)
            end = Clock::now() + kAwake;
    }
    value.wait(old, std::memory_order_acquire);
    return value.load(std::memory_order_acquire);
}

using RegionFunction = void (*)(void*);

/// The helper threads of one calling thread.
class Team {
public:
    ~Team() {
        m_stop = true;
        m_generation.fetch_add(1, std::memory_order_release);
        m_generation.notify_all();
        for (std::thread& helper : m_helpers)
            helper.join();
    }

    /// Makes the helpers of a region for `members` threads.
    void reserve(int members) {
        while (static_cast<int>(m_helpers.size()) < members - 1)
            addHelper();
    }

    /// Opens a region for as many as were reserved; the caller is member 0 and does its share itself.
    void open(RegionFunction function, void* data, int members) {
        m_function = function;
        m_data = data;
        m_members = members;
        m_arrived.store(0, std::memory_order_relaxed);
        m_pending.store(static_cast<std::uint32_t>(members - 1), std::memory_order_relaxed);
        const std::uint32_t generation = m_generation.load(std::memory_order_relaxed) + 1;
        for (int i = 0; i < members - 1; ++i)
            m_open[static_cast<std::size_t>(i)]->store(generation, std::memory_order_release);
        m_generation.store(generation, std::memory_order_release);
        m_generation.notify_all();
    }

    /// Does the shares of helpers that have not begun, and waits for the others.
    void close() {
        const std::uint32_t generation = m_generation.load(std::memory_order_relaxed);
        for (int member = 1; member < m_members; ++member)
            if (claim(member, generation))
                work(member);
        for (std::uint32_t left = m_pending.load(std::memory_order_acquire); left != 0;)
            left = waitWhile(m_pending, left);
    }

    /// Waits until all members have arrived.
    void barrier(int members) {
        const std::uint32_t phase = m_phase.load(std::memory_order_acquire);
        if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 ==
            static_cast<std::uint32_t>(members)) {
            m_arrived.store(0, std::memory_order_relaxed);
            m_phase.store(phase + 1, std::memory_order_release);
            m_phase.notify_all();
            return;
        }
        (void)waitWhile(m_phase, phase);
    }

private:
    void addHelper() {
        const std::size_t before = m_helpers.size();
        m_open.resize(before); // a helper before may have failed to start
        m_open.push_back(std::make_unique<std::atomic<std::uint32_t>>(0));
        std::atomic<std::uint32_t>& mine = *m_open.back();
        const int member = static_cast<int>(m_open.size());
        const std::uint32_t seen = m_generation.load(std::memory_order_relaxed);
        m_helpers.emplace_back([this, member, seen, &mine] { help(member, seen, mine); });
    }

    void help(int member, std::uint32_t seen, std::atomic<std::uint32_t>& mine) {
        while (true) {
            seen = waitWhile(m_generation, seen);
            if (m_stop)
                return;
            // Only if the region is still open for this member. It cannot end before this share is
            // done, so m_function and m_data do not change.
            std::uint32_t expected = seen;
            if (mine.compare_exchange_strong(expected, 0, std::memory_order_acq_rel))
                work(member);
        }
    }

    bool claim(int member, std::uint32_t generation) {
        return m_open[static_cast<std::size_t>(member - 1)]->compare_exchange_strong(
            generation, 0, std::memory_order_acq_rel);
    }

    void work(int member) {
        const Membership outer = t_membership;
        t_membership = {member, m_members, true, true, this, 0, 0, 1, 0, 0};
        m_function(m_data);
        t_membership = outer;
        if (m_pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
            m_pending.notify_all();
    }

    RegionFunction m_function = nullptr;
    void* m_data = nullptr;
    int m_members = 1;
    std::atomic<bool> m_stop = false;
    alignas(64) std::atomic<std::uint32_t> m_generation = 0;
    alignas(64) std::atomic<std::uint32_t> m_pending = 0;
    alignas(64) std::atomic<std::uint32_t> m_arrived = 0;
    alignas(64) std::atomic<std::uint32_t> m_phase = 0;
    std::vector<std::unique_ptr<std::atomic<std::uint32_t>>> m_open; ///< by helper: open region
    std::vector<std::thread> m_helpers;
};

thread_local std::unique_ptr<Team> t_team;
thread_local std::vector<Membership> t_outer; ///< of the regions around the current one

void enter(RegionFunction function, void* data, int members) {
    const bool alone = t_membership.inside || members <= 1;
    if (!alone && !t_team)
        t_team = std::make_unique<Team>();
    if (!alone)
        t_team->reserve(members); // throws where the system has no more threads
    t_outer.push_back(t_membership);
    if (alone) {
        t_membership = {0, 1, true, t_membership.active, nullptr, 0, 0, 1, 0, 0};
        return;
    }
    t_membership = {0, members, true, true, t_team.get(), 0, 0, 1, 0, 0};
    t_team->open(function, data, members);
}

void leave() {
    if (t_membership.team)
        t_membership.team->close();
    t_membership = t_outer.back();
    t_outer.pop_back();
}

/// The next piece of a loop for this member: chunks in turn, or one equal share where there is no
/// chunk size. False where nothing is left.
bool nextPiece(long* start, long* end) {
    Membership& mine = t_membership;
    const long round = mine.loopStep > 0 ? mine.loopStep - 1 : mine.loopStep + 1;
    const long count = (mine.loopEnd - mine.loopStart + round) / mine.loopStep;
    const long members = mine.members, member = mine.member;
    long first = 0, last = 0;
    if (mine.loopChunk == 0) {
        if (mine.loopTrip++ > 0)
            return false;
        first = count / members * member + std::min(member, count % members);
        last = first + count / members + (member < count % members ? 1 : 0);
    } else {
        first = (mine.loopTrip++ * members + member) * mine.loopChunk;
        last = std::min(count, first + mine.loopChunk);
    }
    if (first >= last)
        return false;
    *start = mine.loopStart + first * mine.loopStep;
    *end = mine.loopStart + last * mine.loopStep;
    return true;
}

} // namespace

namespace {

using SetThreads = void (*)(int);

/// omp_set_num_threads of GNU's runtime; null while the team answers oneDNN.
std::atomic<SetThreads> g_setOpenMpThreads = nullptr;

} // namespace

void ThreadTeam::answerOneDnn() {
    const Redirection made = redirectOpenMpCalls("libdnnl.so", answeredOpenMpCalls());
    if (made.calls == 0)
        g_setOpenMpThreads =
            reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
    if (!made.unanswered.empty())
        log(LogLevel::warning,
            PARTITA_TEXT("oneDNN asks OpenMP for {0}, which only GNU's runtime answers: it runs "
                         "on GNU's threads, slower on a busy machine",
                         fmt::format("{}", fmt::join(made.unanswered, ", "))));
}

void ThreadTeam::setThreads(int threads) {
    t_threads = std::max(1, threads);
    if (const SetThreads set = g_setOpenMpThreads.load(std::memory_order_relaxed))
        set(t_threads);
}

int ThreadTeam::threads() {
    if (t_threads == 0)
        t_threads = cores();
    return t_threads;
}

int ThreadTeam::cores() {
    static const int count = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return count;
}

bool ThreadTeam::inRegion() { return t_membership.inside; }

void ThreadTeam::runRegion(void (*call)(void*, int, int), void* data, int members) {
    struct Region {
        void (*call)(void*, int, int);
        void* data;
        std::atomic_flag failed;
        std::exception_ptr error; ///< of the first member that failed
    } region{call, data, {}, {}};
    const RegionFunction function = [](void* given) {
        auto* self = static_cast<Region*>(given);
        try {
            self->call(self->data, t_membership.member, t_membership.members);
        } catch (...) { // the others still work on `data`
            if (!self->failed.test_and_set())
                self->error = std::current_exception();
        }
    };
    enter(function, &region, members);
    function(&region);
    leave();
    if (region.error)
        std::rethrow_exception(region.error);
}

namespace {

// The OpenMP functions that oneDNN calls, with the semantics of GCC's runtime.

int maxThreads() { return ThreadTeam::threads(); }
int memberCount() { return t_membership.members; }
int memberNumber() { return t_membership.member; }
int isInParallel() { return t_membership.active ? 1 : 0; }

void waitForMembers() {
    if (Team* team = t_membership.team)
        team->barrier(t_membership.members);
}

void startRegion(RegionFunction function, void* data, unsigned members) {
    enter(function, data, members ? static_cast<int>(members) : ThreadTeam::threads());
}

bool startLoop(long start, long end, long step, long chunk, long* from, long* to) {
    Membership& mine = t_membership;
    mine.loopStart = start;
    mine.loopEnd = end;
    mine.loopStep = step;
    mine.loopChunk = chunk;
    mine.loopTrip = 0;
    return nextPiece(from, to);
}

void endLoop() {}

template <class Function> OpenMpCall answer(const char* name, Function* function) {
    return {name, reinterpret_cast<void*>(function)};
}

} // namespace

std::span<const OpenMpCall> answeredOpenMpCalls() {
    static const OpenMpCall kCalls[] = {
        answer("omp_get_max_threads", maxThreads),  answer("omp_get_num_threads", memberCount),
        answer("omp_get_thread_num", memberNumber), answer("omp_in_parallel", isInParallel),
        answer("GOMP_barrier", waitForMembers),     answer("GOMP_parallel_start", startRegion),
        answer("GOMP_parallel_end", leave),         answer("GOMP_loop_static_start", startLoop),
        answer("GOMP_loop_static_next", nextPiece), answer("GOMP_loop_end_nowait", endLoop)};
    return kCalls;
}

} // namespace partita::cpu
