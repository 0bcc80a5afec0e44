#include "core/worker/worker_main.h"

#include <csignal>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace partita {

WorkerPage* becomeWorker() {
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
