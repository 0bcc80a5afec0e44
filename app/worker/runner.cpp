#include <csignal>
#include <cstdlib>
#include <new>

#include "core/tasks/runs/runner.h"
#include "core/worker/sandbox.h"
#include "core/worker/worker_main.h"
#include "providers/registry.h"

namespace {

using namespace partita;

/// Deliberate faults for tests of the window, by the first letter of PARTITA_RUNNER_FAULT: a crash,
/// a kill by the system, a lack of memory, or an endless loop.
void misbehave() {
    const char* fault = std::getenv("PARTITA_RUNNER_FAULT");
    if (fault && *fault == 'c')
        std::raise(SIGSEGV);
    else if (fault && *fault == 'k')
        std::raise(SIGKILL);
    else if (fault && *fault == 'm')
        throw std::bad_alloc();
    else if (fault && *fault == 'l')
        for (volatile bool always = true; always;) {
        }
}

Result<ProviderList> providersOf(std::vector<std::string> ids,
                                 std::vector<std::pair<std::string, std::string>> options) {
    return makeProviders({std::move(ids), {}, std::move(options)});
}

} // namespace

int main() {
    WorkerPage* page = becomeWorker();
    if (!page)
        return 2;
    // The sandbox allows no further process. A crash of ONNX's library ends this process only, and
    // the window reports it.
    ::setenv("PARTITA_WORKER", "in-process", 1);
    const RunnerTools tools{providersOf, makeConstantEvaluator()};
    Progress progress;
    progress.report = [page](double fraction) { page->fraction = fraction; };
    bool isConfined = false;
    serveRequests([&](WorkerMessage request) {
        if (!isConfined) // the first request names the folders that may be written to
            enterSandbox(Sandbox::readOnly, writtenFolders(request));
        isConfined = true;
        misbehave();
        return serveRunner(std::move(request), tools, progress);
    });
}
