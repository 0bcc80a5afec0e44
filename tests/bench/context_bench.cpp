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

constexpr int kTimes = 5;

ProviderList makeList() { return *makeProviders({{}, {}, {{"min_run_length", "1"}}}); }

Result<GeneratedContext> compile(const std::filesystem::path& path,
                                 const std::filesystem::path& output,
                                 const ProviderList& providers) {
    const auto model = readModel(path);
    if (!model)
        return model.error();
    const auto evaluator = makeConstantEvaluator();
    const auto ready = prepareToCompile(path, *model, providers, {}, evaluator.get());
    if (!ready)
        return ready.error();
    auto made = generateContext(ready->model, ready->partitioning, providers, output, {});
    if (made)
        if (const auto written = writeContext(*made, {}); !written)
            return written.error();
    return made;
}

/// Each by itself, as often: what one leaves in memory does not slow the other down.
void measure(const std::filesystem::path& path) {
    const ProviderList providers = makeList();
    const test::TemporaryFolder folder;
    double compiling = 1e300, loading = 1e300, first = 1e300;
    Result<GeneratedContext> made = Error{Errc::internal, {}, {}, {}};
    for (int i = 0; i < kTimes; ++i) {
        compiling = std::min(
            compiling, milliseconds([&] { made = compile(path, folder / "m.onnx", providers); }));
        if (!made) {
            std::printf("%s: %s\n", path.c_str(), made.error().message().c_str());
            return;
        }
    }
    for (int i = 0; i < kTimes; ++i) {
        std::unique_ptr<Session> session;
        const ProviderList fresh = makeList(); // which has no binary open
        loading = std::min(loading, milliseconds([&] {
                               auto ready = Session::create(*readModel(made->output), fresh);
                               if (ready)
                                   session = *std::move(ready);
                           }));
        if (!session)
            return;
        if (const auto feeds = randomFeeds(session->model(), 1))
            first = std::min(first, milliseconds([&] { (void)session->run(*feeds); }));
    }
    std::printf("%-40s %4zu partitions  compile %8.1f  load %7.1f  (%.1f x)  first run %7.1f\n",
                path.filename().c_str(), made->partitions, compiling, loading, compiling / loading,
                first);
}

} // namespace

int main(int count, char** arguments) {
    for (int i = 1; i < count; ++i)
        measure(arguments[i]);
}
