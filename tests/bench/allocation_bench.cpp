// What a run in steady state allocates: allocation_bench MODEL…
//
// Prints for each model the number and bytes of allocations in the fifth run, and how many of them
// are of a page or more, as tensors are and argument lists are not.

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "core/data/random_feeds.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/session/session.h"
#include "providers/registry.h"

namespace {

constexpr std::size_t kPage = 4096;
std::atomic<bool> counting = false;
std::atomic<std::size_t> calls = 0, bytes = 0, pages = 0;

void count(std::size_t size) {
    if (!counting)
        return;
    ++calls;
    bytes += size;
    pages += size >= kPage ? 1 : 0;
}

} // namespace

// glibc's own allocation functions, which the replacements below call.
extern "C" {
void* __libc_malloc(std::size_t size);                                 // NOLINT
void* __libc_memalign(std::size_t alignment, std::size_t size);        // NOLINT
void* malloc(std::size_t size) noexcept;                               // NOLINT
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept; // NOLINT

void* malloc(std::size_t size) noexcept {
    count(size);
    return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    count(size);
    return __libc_memalign(alignment, size);
}
}

namespace {

using namespace partita;

void measure(const char* path) {
    const auto model = readModel(path);
    if (!model)
        return (void)std::puts(model.error().message().c_str());
    const auto inferred = inferShapes(*model);
    const auto session =
        Session::create(inferred ? *inferred : *model, *makeProviders({{"cpu"}, {}, {}}));
    if (!session)
        return (void)std::puts(session.error().message().c_str());
    const auto feeds = randomFeeds((*session)->model(), 1);
    if (!feeds)
        return (void)std::puts(feeds.error().message().c_str());
    constexpr int kBefore = 4;
    std::size_t kernels = 0;
    for (int i = 0; i <= kBefore; ++i) {
        counting = i == kBefore;
        const auto report = (*session)->run(*feeds);
        counting = false;
        if (!report)
            return (void)std::puts(report.error().message().c_str());
        kernels = report->timings.size();
    }
    std::printf("%s: %zu kernels, %zu allocations, %zu bytes, %zu of a page or more\n", path,
                kernels, calls.exchange(0), bytes.exchange(0), pages.exchange(0));
}

} // namespace

int main(int arguments, char** values) {
    for (int i = 1; i < arguments; ++i)
        measure(values[i]);
}
