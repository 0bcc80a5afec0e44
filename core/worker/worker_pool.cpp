#include "core/worker/worker_pool.h"

#include <cstdlib>
#include <mutex>
#include <vector>

#include "core/base/try.h"

namespace partita {

namespace {

/// The idle workers. A caller has its worker to itself during a call.
class Workers {
public:
    static Workers& instance() {
        static Workers* const workers = [] {
            std::atexit([] { Workers::instance().end(); });
            return new Workers; // never freed: threads may use it at exit
        }();
        return *workers;
    }

    Result<std::unique_ptr<WorkerProcess>> take() {
        {
            const std::lock_guard lock(m_mutex);
            while (!m_idle.empty()) {
                auto worker = std::move(m_idle.back());
                m_idle.pop_back();
                if (worker->isAlive())
                    return worker;
            }
        }
        auto program = PARTITA_TRY(workerProgram());
        return WorkerProcess::start(program);
    }
    void giveBack(std::unique_ptr<WorkerProcess> worker) {
        const std::lock_guard lock(m_mutex);
        if (m_idle.size() < kMostIdle)
            m_idle.push_back(std::move(worker));
    }
    /// Ends the idle workers at exit, because a worker that outlives this program may have no
    /// parent to reap it.
    void end() {
        const std::lock_guard lock(m_mutex);
        m_idle.clear();
    }

private:
    /// Idle workers that are kept: as many as one task has threads that ask at once.
    static constexpr std::size_t kMostIdle = 4;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<WorkerProcess>> m_idle;
};

} // namespace

bool worksInProcess() {
    const char* named = std::getenv("PARTITA_WORKER");
    return named && std::string_view(named) == "in-process";
}

Result<WorkerReply> askWorker(std::string_view service, std::vector<std::string_view> request,
                              const WorkerLimits& limits, const Progress& progress) {
    request.insert(request.begin(), service);
    auto worker = PARTITA_TRY(Workers::instance().take());
    WorkerReply reply = worker->call(request, limits, progress);
    if (reply.end == WorkerReply::End::replied)
        Workers::instance().giveBack(std::move(worker));
    return reply;
}

void startWorker() {
    if (worksInProcess())
        return;
    if (auto worker = Workers::instance().take())
        Workers::instance().giveBack(*std::move(worker));
}

} // namespace partita
