#include <csignal>
#include <cstdlib>

#include "core/report/worker_run.h"
#include "core/worker/sandbox.h"
#include "core/worker/worker_main.h"
#include "providers/registry.h"

using namespace partita;

int main() {
    WorkerPage* page = becomeWorker();
    if (!page)
        return 2;
    enterSandbox(Sandbox::readOnly);
    // A provider that crashes and one that does not come back, for the tests of the window.
    if (const char* fault = std::getenv("PARTITA_RUNNER_FAULT"); fault && *fault == 'c')
        std::raise(SIGSEGV);
    else if (fault && *fault == 'l')
        for (volatile bool always = true; always;) {
        }
    Progress progress;
    progress.report = [page](double fraction) { page->fraction = fraction; };
    serveRequests([&](WorkerMessage request) {
        const auto providers = [](std::vector<std::string> ids,
                                  std::vector<std::pair<std::string, std::string>> options) {
            return makeProviders({std::move(ids), {}, std::move(options)});
        };
        return serveRun(std::move(request), providers, progress);
    });
}
