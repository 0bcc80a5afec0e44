#include "providers/cpu/threads/parallel_executor.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>

#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The state that the threads of one run share.
class Run {
public:
    Run(const StepDependencies& dependencies,
        const std::function<Result<void>(std::size_t)>& runStep)
        : m_dependencies(dependencies), m_runStep(runStep), m_waitsFor(dependencies.waitsFor),
          m_left(dependencies.waitsFor.size()) {
        for (std::size_t i = 0; i < m_waitsFor.size(); ++i)
            if (m_waitsFor[i] == 0)
                m_ready.push(i);
    }

    void work() {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_changed.wait(lock, [this] { return !m_ready.empty() || isOver(); });
            if (isOver())
                return;
            const std::size_t step = m_ready.top();
            m_ready.pop();
            ++m_running;
            lock.unlock();
            Result<void> done = m_runStep(step);
            lock.lock();
            --m_running;
            finish(step, std::move(done));
        }
    }

    Result<void> result() && {
        if (m_failure)
            return std::move(m_failure->second);
        return {};
    }

private:
    [[nodiscard]] bool isOver() const {
        return m_left == 0 || (m_failure && m_running == 0) || (m_failure && m_ready.empty());
    }
    void finish(std::size_t step, Result<void> done) {
        --m_left;
        if (!done) {
            if (!m_failure || step < m_failure->first)
                m_failure.emplace(step, std::move(done).error());
            m_ready = {};
        } else if (!m_failure) {
            for (const std::size_t next : m_dependencies.successors[step])
                if (--m_waitsFor[next] == 0)
                    m_ready.push(next);
        }
        m_changed.notify_all();
    }

    const StepDependencies& m_dependencies;
    const std::function<Result<void>(std::size_t)>& m_runStep;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::size_t> m_waitsFor;
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> m_ready;
    std::size_t m_left, m_running = 0;
    std::optional<std::pair<std::size_t, Error>> m_failure;
};

} // namespace

void StepDependencies::add(std::size_t earlier, std::size_t later) {
    auto& after = successors[earlier];
    if (std::ranges::find(after, later) != after.end())
        return;
    after.push_back(later);
    ++waitsFor[later];
}

Result<void> runInParallel(const StepDependencies& dependencies, int threads,
                           const std::function<Result<void>(std::size_t)>& runStep) {
    Run run(dependencies, runStep);
    ThreadTeam::run(threads, [&](int, int) {
        // oneDNN creates a primitive for the number of threads that it will run on.
        const ThreadTeam::Limit one(1);
        run.work();
    });
    return std::move(run).result();
}

} // namespace partita::cpu
