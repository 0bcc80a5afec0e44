// Measures what a merge of large binaries costs: time of the plan, time of writing, and the most
// memory the process held. The binaries are generated beside each other in a folder, which should
// be on the disk that is of interest.
//
//     merge_bench FOLDER [MEBIBYTES of each of the two binaries, 2048 unless told otherwise]

#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>

#include "core/epcontext/merge/merge.h"
#include "core/onnx/read.h"
#include "tests/support/models.h"

namespace {

using namespace partita;
namespace fs = std::filesystem;

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The most memory that was resident, and of it what were pages of files, in MiB.
double peakMb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

/// A QNN context model whose binary has one graph and otherwise random bytes.
fs::path makeModel(const fs::path& folder, const std::string& name, std::uint64_t mebibytes) {
    std::mt19937_64 random(std::hash<std::string>()(name));
    std::vector<std::uint64_t> block(1 << 17);
    const std::string graph = "QNNExecutionProvider_QNN_" + std::to_string(random()) + "_0_0";
    std::ofstream binary(folder / (name + "_qnn.bin"), std::ios::binary);
    binary << graph << '\0';
    for (std::uint64_t i = 0; i < mebibytes; ++i) {
        for (auto& each : block)
            each = random() & 0x7F7F7F7F7F7F7F7F;
        binary.write(reinterpret_cast<const char*>(block.data()), 1 << 20);
    }
    const std::string text = R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]>
        g (float[1,4] x) => (float[1,4] y) {
        y = com.microsoft.EPContext <embed_mode = 0, main_context = 1, source = "QNN",
            partition_name = ")" +
                             graph + R"(", ep_cache_context = ")" + name + R"(_qnn.bin"> (x) })";
    const fs::path path = folder / (name + "_ctx.onnx");
    std::ofstream(path, std::ios::binary) << test::bytesFromText(text);
    return path;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "merge_bench FOLDER [MEBIBYTES]\n");
        return 2;
    }
    const fs::path folder = arguments[1], out = folder / "merged";
    const std::uint64_t size = count > 2 ? std::stoull(arguments[2]) : 2048;
    fs::create_directories(out);
    std::vector<MergeInput> inputs;
    for (const char* name : {"a", "b"}) {
        const fs::path path = makeModel(folder, name, size);
        inputs.push_back({path, *readModel(path), std::string(name) + "_"});
    }
    MergeOptions options;
    options.output = out / "m_ctx.onnx";
    Result<MergePlan> plan = Error{};
    const double planning = seconds([&] { plan = planMerge(inputs, options); });
    if (!plan) {
        std::fprintf(stderr, "%s\n", plan.error().message().c_str());
        return 1;
    }
    const double planned = peakMb();
    Result<void> written;
    const double writing = seconds([&] { written = writeMerge(*plan, options.output); });
    if (!written) {
        std::fprintf(stderr, "%s\n", written.error().message().c_str());
        return 1;
    }
    std::printf("two binaries of %llu MiB: plan %.1f s, %.0f MiB at most; written in %.1f s, %.0f "
                "MiB at most\n",
                static_cast<unsigned long long>(size), planning, planned, writing, peakMb());
}
