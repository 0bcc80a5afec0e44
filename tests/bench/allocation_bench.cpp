// What making a session takes, and what a run in steady state allocates: allocation_bench MODEL…
//
// Prints for each model the time of its first session, which for the first model includes what is
// made once in each process, and the least time of three further ones; then the number and bytes of
// allocations in the fifth run, and how many of them are of a page or more, as tensors are and
// argument lists are not.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include <sys/syscall.h>
#include <unistd.h>

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
void* mmap(void* at, std::size_t size, int protection, int flags, int file,
           off_t offset) noexcept; // NOLINT

void* malloc(std::size_t size) noexcept {
    count(size);
    return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    count(size);
    return __libc_memalign(alignment, size);
}
void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    count(size);
    const long mapped = ::syscall(SYS_mmap, at, size, protection, flags, file, offset);
    return reinterpret_cast<void*>(mapped); // NOLINT
}
}

namespace {

using namespace partita;

void measure(const char* path) {
    const auto model = readModel(path);
    if (!model)
        return (void)std::puts(model.error().message().c_str());
    const auto inferred = inferShapes(*model);
    constexpr int kSessions = 4;
    double first = 0, later = std::numeric_limits<double>::infinity();
    Result<std::unique_ptr<Session>> session = std::unique_ptr<Session>();
    for (int i = 0; i < kSessions; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        session = Session::create(inferred ? *inferred : *model, *makeProviders({{"cpu"}, {}, {}}));
        const std::chrono::duration<double, std::milli> time =
            std::chrono::steady_clock::now() - begin;
        if (!session)
            return (void)std::puts(session.error().message().c_str());
        (i == 0 ? first : later) = i == 0 ? time.count() : std::min(later, time.count());
    }
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
    std::printf(
        "%s: sessions %.2f ms, then %.2f ms; %zu kernels, %zu allocations, %zu bytes, %zu of "
        "a page or more\n",
        path, first, later, kernels, calls.exchange(0), bytes.exchange(0), pages.exchange(0));
}

} // namespace

int main(int arguments, char** values) {
    for (int i = 1; i < arguments; ++i)
        measure(values[i]);
}
