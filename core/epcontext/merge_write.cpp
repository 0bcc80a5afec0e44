#include "core/epcontext/files_together.h"
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
    FilesTogether files;
    for (const MergePlan::File& file : plan.files) {
        if (progress.cancelled())
            return Error{Errc::cancelled, "cancelled, nothing was written", {}, {}};
        if (auto done = files.write(output.parent_path() / file.name, file.pieces); !done)
            return done;
    }
    if (auto done = writeModel(plan.model, output, {}, progress); !done)
        return std::move(done).error();
    files.keep();
    return {};
}

} // namespace partita
