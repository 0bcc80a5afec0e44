#include "core/worker/worker_main.h"

#include <csignal>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace partita {

namespace {

/// Makes the system kill a worker before its owner when memory runs out.
void goFirst() {
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    [[maybe_unused]] const ssize_t written = ::write(file, "1000", 4);
    ::close(file);
}

} // namespace

WorkerPage* becomeWorker() {
    goFirst();
    ::signal(SIGPIPE, SIG_IGN);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    void* page = ::mmap(nullptr, sizeof(WorkerPage), PROT_READ | PROT_WRITE, MAP_SHARED,
                        WorkerProcess::kPage, 0);
    if (page == MAP_FAILED)
        return nullptr;
    ::close(WorkerProcess::kPage);
    return static_cast<WorkerPage*>(page);
}

void serveRequests(const std::function<WorkerMessage(WorkerMessage)>& answer) {
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
    WorkerMessage request;
    while (receiveMessage(WorkerProcess::kChannel, request, kMostBytes)) {
        WorkerMessage reply;
        try {
            reply = answer(std::move(request));
        } catch (const std::bad_alloc&) {
            reply = {"memory"};
        }
        if (!sendMessage(WorkerProcess::kChannel, reply))
            break;
    }
    ::_exit(0);
}

} // namespace partita
