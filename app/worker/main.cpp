#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/onnx/library_service.h"
#include "core/worker/sandbox.h"
#include "core/worker/worker_main.h"
#include "core/worker/worker_pool.h"
#include "providers/cpu/images/picture_service.h"

namespace {

using namespace partita;

constexpr std::size_t kStackBytes =
    std::size_t{256} << 20; ///< large, because a file decides how deep functions nest

/// The outcome of a system call that the sandbox should refuse: the error, or "done".
std::string outcome(long result) { return result < 0 ? std::strerror(errno) : "done"; }

/// Deliberate faults, for tests of the processes that use the worker.
WorkerMessage misbehave(const std::string& how) {
    if (how == "crash")
        std::raise(SIGSEGV);
    if (how == "abort")
        std::abort();
    if (how == "loop")
        for (volatile bool for_ever = true; for_ever;) {
        }
    if (how == "sleep")
        for (;;)
            ::pause();
    if (how == "take memory") {
        std::vector<std::vector<char>> pieces;
        for (;;)
            pieces.emplace_back(std::size_t{64} << 20, 'x');
    }
    if (how == "open")
        return {outcome(::open("/etc/passwd", O_RDONLY))};
    if (how == "write")
        return {outcome(::open("/tmp/partita-worker-was-here", O_WRONLY | O_CREAT, 0600))};
    if (how == "socket")
        return {outcome(::socket(AF_INET, SOCK_STREAM, 0))};
    if (how == "fork")
        return {outcome(::fork())};
    if (how == "exec")
        return {outcome(::execl("/bin/true", "true", nullptr))};
    if (how == "signal")
        return {outcome(::kill(::getppid(), 0))};
    if (how == "code")
        return {outcome(::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                               -1, 0) == MAP_FAILED
                            ? -1
                            : 0)};
    return {how};
}

struct Work {
    LibraryService& library;
    bool forTests;
};

/// A fault that a test asks for: of the worker as such, or of a decoder, by a file that begins so.
std::optional<std::string> faultIn(const WorkerMessage& request) {
    constexpr std::string_view kFault = "misbehave ";
    if (request.size() == 2 && request[0] == "misbehave")
        return request[1];
    if (request.size() > 1 && request[0] == kPictureService && request.back().starts_with(kFault))
        return request.back().substr(kFault.size());
    return std::nullopt;
}

WorkerMessage answer(const Work& work, WorkerMessage request) {
    if (const auto fault = work.forTests ? faultIn(request) : std::nullopt)
        return misbehave(*fault);
    const std::string service = request.empty() ? std::string() : std::move(request.front());
    if (!request.empty())
        request.erase(request.begin());
    if (service == kPictureService)
        return cpu::answerPictureRequest(request);
    return service == kLibraryService ? work.library.answer(request)
                                      : WorkerMessage{"refused", "there is no such service"};
}

void* serve(void* given) {
    const auto& work = *static_cast<Work*>(given);
    enterSandbox(Sandbox::closed);
    serveRequests([&work](WorkerMessage request) { return answer(work, std::move(request)); });
}

} // namespace

int main() {
    WorkerPage* page = becomeWorker();
    if (!page)
        return 2;
    LibraryService library(page->note, sizeof page->note);
    Work work{library, std::getenv("PARTITA_WORKER_TESTS") != nullptr};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    pthread_t thread{};
    if (::pthread_create(&thread, &attributes, serve, &work) != 0)
        return 2;
    ::pthread_join(thread, nullptr);
}
