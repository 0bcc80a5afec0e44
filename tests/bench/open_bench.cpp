// Measures the time and memory to open a model: open_bench MODEL …
// Without arguments, a model of 2.3 GB with external data is written to a temporary folder first
// (sparse: it needs no disk space), opened and saved again.

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/measure.h"
#include "tests/support/models.h"

using namespace partita;

/// 23 layers of 5000×5000 floats, 100 MB each, in one sparse data file.
static std::filesystem::path writeHuge(const test::TemporaryFolder& folder) {
    Model model = test::largeModel(2000);
    ModelEditor editor(model);
    constexpr std::uint64_t kBytes = 100'000'000;
    for (int i = 0; i < 23; ++i) {
        Tensor tensor;
        tensor.name = "w" + std::to_string(i);
        tensor.type = DataType::float32;
        tensor.dims = {5000, 5000};
        tensor.storage = Tensor::Storage::external;
        auto external = std::make_shared<ExternalData>();
        external->location = "huge.data";
        external->entries = {{"location", "huge.data"},
                             {"offset", std::to_string(kBytes * static_cast<std::uint64_t>(i))},
                             {"length", std::to_string(kBytes)}};
        tensor.external = external;
        Value value;
        value.graph = model.mainGraph();
        value.name = tensor.name;
        value.initializer = std::make_shared<const Tensor>(tensor);
        editor.addValue(value);
    }
    std::ofstream(folder / "huge.onnx", std::ios::binary)
        << *serializeModel(withSource(editor.model(), nullptr));
    std::ofstream(folder / "huge.data").close();
    std::filesystem::resize_file(folder / "huge.data", kBytes * 23);
    return folder / "huge.onnx";
}

static void measure(const std::filesystem::path& path) {
    const double before = test::residentMb();
    const auto start = std::chrono::steady_clock::now();
    const auto model = readModel(path);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!model) {
        std::printf("%s: %s\n", path.c_str(), model.error().message().c_str());
        return;
    }
    std::printf("%-40s %8zu nodes  %8.3f s  +%.0f MB (%.0f MB in all)\n", path.filename().c_str(),
                model->nodes().count(), seconds, test::residentMb() - before, test::residentMb());
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        measure(argv[i]);
    if (argc > 1)
        return 0;
    const test::TemporaryFolder folder;
    const auto huge = writeHuge(folder);
    measure(huge);
    const auto model = readModel(huge);
    WriteOptions outside;
    outside.data = DataPlacement::external;
    outside.externalFile = "copy.data";
    const auto start = std::chrono::steady_clock::now();
    const auto plan = writeModel(*model, folder / "copy.onnx", outside);
    std::printf("saved %.2f GB in %.2f s, RSS %.0f MB%s\n",
                plan ? static_cast<double>(plan->dataBytes) / 1e9 : 0.0,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                test::residentMb(), plan ? "" : " FAILED");
}
