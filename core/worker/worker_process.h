#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/worker/worker_message.h"

namespace partita {

/// What one request may cost.
struct WorkerLimits {
    std::chrono::milliseconds processorTime{
        1000};                                  ///< of the worker: a busy machine takes none away
    std::chrono::milliseconds wallTime{60'000}; ///< for a worker that waits for ever
    std::uint64_t addressSpace = std::uint64_t{2} << 30;
    std::uint64_t replyBytes = std::uint64_t{1} << 30;
};

struct WorkerReply {
    enum class End { replied, crashed, outOfTime, cancelled };
    End end = End::crashed;
    WorkerMessage message; ///< of End::replied
    std::string at;        ///< else what the worker had noted that it was at
    int signal = 0;        ///< of End::crashed: what ended it; 0: none did
};

/// What a worker says while it works, in memory that its owner has as well.
struct WorkerPage {
    char note[4096 - sizeof(double)]; ///< what it is at; ends with a zero
    double fraction;                  ///< how much of the request is done, 0 … 1
};

/// One child process that answers requests in order. Its channel and page are its file descriptors
/// 3 and 4. It ends with this object or this program, and is killed with all its
/// process group when a request is over its limits or cancelled.
class WorkerProcess {
public:
    static constexpr int kChannel = 3, kPage = 4;

    static Result<std::unique_ptr<WorkerProcess>> start(const std::filesystem::path& program);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Whether it still waits for requests; for a fork of its owner it does not.
    [[nodiscard]] bool isAlive();
    /// Anything but End::replied has ended the process.
    WorkerReply call(WorkerMessage request, const WorkerLimits& limits, const Progress& progress);
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

/// A program beside the one that runs, unless the environment names another one.
Result<std::filesystem::path> workerProgram(const char* name = "partita-worker",
                                            const char* variable = "PARTITA_WORKER");

} // namespace partita
