#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/worker/worker_message.h"

namespace partita {

/// Limits of one request.
struct WorkerLimits {
    /// CPU time of the worker, which does not depend on the load of the machine.
    std::chrono::milliseconds processorTime{1000};
    std::chrono::milliseconds wallTime{60'000}; ///< for a worker that waits forever
    std::uint64_t addressSpace = std::uint64_t{2} << 30;
    std::uint64_t replyBytes = std::uint64_t{1} << 30;
};

/// How a request ended, and the worker's answer if it gave one.
struct WorkerReply {
    enum class End { replied, crashed, outOfTime, cancelled };
    End end = End::crashed;
    WorkerMessage message; ///< of End::replied
    std::string at;        ///< otherwise the worker's last note about what it was doing
    int signal = 0;        ///< of End::crashed: the signal that ended the worker; 0: none
};

/// Shared memory in which a worker reports its progress to its owner.
struct WorkerPage {
    char note[4096 - sizeof(double)]; ///< what the worker is doing, zero-terminated
    double fraction;                  ///< progress of the request, 0 to 1
};

/// A child process that answers requests in order, through the file descriptors kChannel and kPage.
/// It ends with this object or with this program. It is killed with its process group when a
/// request exceeds its limits or is cancelled.
class WorkerProcess {
public:
    static constexpr int kChannel = 3, kPage = 4;

    /// Starts a program as a worker; fails where it cannot be started.
    static Result<std::unique_ptr<WorkerProcess>> start(const std::filesystem::path& program);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Whether the process still waits for requests; false in a fork of its owner.
    [[nodiscard]] bool isAlive();
    /// Sends a request and waits for the reply. After any end but End::replied the process is gone.
    WorkerReply call(const std::vector<std::string_view>& request, const WorkerLimits& limits,
                     const Progress& progress);
    [[nodiscard]] int id() const { return m_process; }

private:
    WorkerProcess() = default;
    class Exchange;
    int kill();
    void setLimits(const WorkerLimits& limits) const;
    [[nodiscard]] std::chrono::nanoseconds processorTime() const;
    [[nodiscard]] std::string note() const;

    int m_process = 0, m_owner = 0;
    int m_channel = -1;
    WorkerPage* m_page = nullptr;
};

/// The path of a program: the value of the environment variable if it is set, else `name` beside the
/// shared library that this code is in, or in the folder around that; if it is in a program, in its folder or, of an
/// installed one, in ../lib/partita.
Result<std::filesystem::path> workerProgram(const char* name = "partita-worker",
                                            const char* variable = "PARTITA_WORKER");

} // namespace partita
