// How long a context model takes to load, against compiling its source again: from the placed
// model to files on disk, and from those to a session that is ready.
//
//     context_bench MODEL…        the best of five, in milliseconds

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/epcontext/generate.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/passes/pipeline.h"
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
    const auto read = readModel(path);
    auto model = read ? inferShapes(*read) : read;
    if (model)
        model = foldConstants(*model, *makeConstantEvaluator());
    if (!model) {
        std::printf("%s: %s\n", path.c_str(), model.error().message().c_str());
        return;
    }
    const test::TemporaryFolder folder;
    double compile = 1e300, load = 1e300, first = 1e300;
    std::size_t partitions = 0;
    for (int i = 0; i < 5; ++i) {
        std::filesystem::path output;
        compile =
            std::min(compile, milliseconds([&] {
                         const auto placed = partitionModel(*model, providers);
                         const auto made =
                             generateContext(*model, *placed, providers, folder / "m.onnx", {});
                         if (made && writeContext(*made, {})) {
                             output = made->output;
                             partitions = made->partitions;
                         } else {
                             std::printf("%s: %s\n", path.c_str(),
                                         made ? "not written" : made.error().message().c_str());
                         }
                     }));
        if (output.empty())
            return;
        std::unique_ptr<Session> session;
        load = std::min(load, milliseconds([&] {
                            auto made = Session::create(*readModel(output), providers);
                            if (made)
                                session = *std::move(made);
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
