// How long a context model takes to load, against compiling its source again: from the file of the
// source to the compiled files on disk, and from those to a session that is ready.
//
//     context_bench MODEL…        the best of five, in milliseconds

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/epcontext/generate.h"
#include "core/onnx/read.h"
#include "core/runtime/random_feeds.h"
#include "core/runtime/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace {

using namespace partita;

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

void measure(const std::filesystem::path& path, const ProviderList& providers) {
    const test::TemporaryFolder folder;
    double compile = 1e300, load = 1e300, first = 1e300;
    std::size_t partitions = 0;
    for (int i = 0; i < 5; ++i) {
        Result<GeneratedContext> made = Error{Errc::internal, {}, {}, {}};
        compile = std::min(compile, milliseconds([&] {
                               const auto model = readModel(path);
                               const auto evaluator = makeConstantEvaluator();
                               const auto ready = model ? prepareToCompile(path, *model, providers,
                                                                           {}, evaluator.get())
                                                        : Result<GenerateInput>(model.error());
                               if (!ready) {
                                   made = ready.error();
                                   return;
                               }
                               made = generateContext(ready->model, ready->partitioning, providers,
                                                      folder / "m.onnx", {});
                               if (made)
                                   if (const auto written = writeContext(*made, {}); !written)
                                       made = written.error();
                           }));
        if (!made) {
            std::printf("%s: %s\n", path.c_str(), made.error().message().c_str());
            return;
        }
        partitions = made->partitions;
        std::unique_ptr<Session> session;
        load = std::min(load, milliseconds([&] {
                            auto ready = Session::create(*readModel(made->output), providers);
                            if (ready)
                                session = *std::move(ready);
                        }));
        if (!session)
            return;
        if (const auto feeds = randomFeeds(session->model(), 1))
            first = std::min(first, milliseconds([&] { (void)session->run(*feeds); }));
    }
    std::printf("%-40s %4zu partitions  compile %8.1f  load %7.1f  (%.1f x)  first run %7.1f\n",
                path.filename().c_str(), partitions, compile, load, compile / load, first);
}

} // namespace

int main(int count, char** arguments) {
    const auto providers = *makeProviders({{}, {}, {{"min_run_length", "1"}}});
    for (int i = 1; i < count; ++i)
        measure(arguments[i], providers);
}
