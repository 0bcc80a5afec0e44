// Compares the time to load a context model with the time to compile its source: from the source
// file to the compiled files on disk, and from these to a session that is ready.
//
//     context_bench MODEL…        in milliseconds, the best of five, or of as many as go into 0.2 s

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "core/data/random_feeds.h"
#include "core/epcontext/generate.h"
#include "core/onnx/read.h"
#include "core/session/session.h"
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

/// The shortest time of several calls of `once`, which returns a time, or nothing when it failed.
std::optional<double> best(const std::function<std::optional<double>()>& once) {
    constexpr int kTimes = 5;
    constexpr double kEnough = 200;
    double shortest = 1e300, total = 0;
    for (int i = 0; i < kTimes || total < kEnough; ++i) {
        const auto time = once();
        if (!time)
            return std::nullopt;
        shortest = std::min(shortest, *time);
        total += *time;
    }
    return shortest;
}

ProviderList makeList() { return *makeProviders({{}, {}, {{"min_run_length", "1"}}}); }

Result<GeneratedContext> compile(const std::filesystem::path& path,
                                 const std::filesystem::path& output,
                                 const ProviderList& providers) {
    const auto model = readModel(path);
    if (!model)
        return model.error();
    const auto ready = prepareToCompile(path, *model, providers);
    if (!ready)
        return ready.error();
    auto made = generateContext(ready->model, ready->partitioning, providers, output, {});
    if (made)
        if (const auto written = writeContext(*made, {}); !written)
            return written.error();
    return made;
}

/// Measures compiling and loading apart, so that the memory of one does not slow down the other.
void measure(const std::filesystem::path& path) {
    const ProviderList providers = makeList();
    const test::TemporaryFolder folder;
    Result<GeneratedContext> made = Error{Errc::internal, {}, {}, {}};
    const auto compiling = best([&]() -> std::optional<double> {
        const double time =
            milliseconds([&] { made = compile(path, folder / "m.onnx", providers); });
        return made ? std::optional(time) : std::nullopt;
    });
    if (!compiling) {
        std::printf("%s: %s\n", path.c_str(), made.error().message().c_str());
        return;
    }
    std::unique_ptr<Session> session;
    const auto loading = best([&]() -> std::optional<double> {
        const ProviderList fresh = makeList(); // no binary is open in it
        session.reset();
        const double time = milliseconds([&] {
            if (auto ready = Session::create(*readModel(made->output), fresh))
                session = *std::move(ready);
        });
        return session ? std::optional(time) : std::nullopt;
    });
    if (!loading)
        return (void)std::printf("%s: was not loaded\n", path.c_str());
    double first = 0;
    if (const auto feeds = randomFeeds(session->model(), 1))
        first = milliseconds([&] { (void)session->run(*feeds); });
    std::printf("%-40s %4zu partitions  compile %8.1f  load %8.2f  (%.1f x)  first run %7.1f\n",
                path.filename().c_str(), made->partitions, *compiling, *loading,
                *compiling / *loading, first);
}

} // namespace

int main(int count, char** arguments) {
    for (int i = 1; i < count; ++i)
        measure(arguments[i]);
}
