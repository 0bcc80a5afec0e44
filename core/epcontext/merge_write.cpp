#include "core/epcontext/merge.h"
#include "core/onnx/write.h"

namespace partita {

namespace fs = std::filesystem;

std::uint64_t MergePlan::File::size() const {
    std::uint64_t bytes = 0;
    for (const Buffer& piece : pieces)
        bytes += piece.size();
    return bytes;
}

Result<void> writeMerge(const MergePlan& plan, const fs::path& output, const Progress& progress) {
    const fs::path folder = output.parent_path();
    std::vector<fs::path> written;
    const auto undo = [&](Error error) -> Result<void> {
        std::error_code ignored;
        for (const fs::path& file : written)
            fs::remove(file, ignored);
        return error;
    };
    for (const MergePlan::File& file : plan.files) {
        if (progress.cancelled())
            return undo({Errc::cancelled, "cancelled, nothing was written", {}, {}});
        std::vector<Bytes> pieces;
        for (const Buffer& piece : file.pieces)
            pieces.push_back(piece.bytes());
        const fs::path path = folder / fs::path(file.name);
        const bool isNew = !fs::exists(path);
        if (auto done = writeFile(path, pieces); !done)
            return undo(std::move(done).error());
        if (isNew)
            written.push_back(path);
    }
    if (auto done = writeModel(plan.model, output, {}, progress); !done)
        return undo(std::move(done).error());
    return {};
}

} // namespace partita
