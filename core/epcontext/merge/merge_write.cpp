#include <algorithm>

#include "core/base/atomic_files.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/epcontext/merge/merge.h"
#include "core/epcontext/merge/merge_check.h"
#include "core/onnx/write.h"

namespace partita {

namespace fs = std::filesystem;

std::uint64_t MergePlan::File::size() const {
    std::uint64_t bytes = 0;
    for (const Buffer& piece : pieces)
        bytes += piece.size();
    return bytes;
}

bool MergePlan::File::holds(const Buffer& content) const {
    if (size() != content.size())
        return false;
    std::size_t at = 0;
    return std::ranges::all_of(pieces, [&](const Buffer& piece) {
        const Bytes other = content.bytes().subspan(at, piece.size());
        at += piece.size();
        return sameBytes(piece.bytes(), other);
    });
}

const Error* MergePlan::refusal() const {
    const auto first =
        std::ranges::find(problems, MergeProblem::Severity::error, &MergeProblem::severity);
    return first == problems.end() ? nullptr : &first->error;
}

Result<void> writeMerge(const MergePlan& plan, const fs::path& output, const Progress& progress,
                        Replace replace) {
    const auto lock = PARTITA_TRY(FolderLock::of(output.parent_path()));
    FilesTogether files(Replace::no);
    for (const MergePlan::File& file : plan.files) {
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled, nothing was written"), {}, {}};
        const fs::path path = output.parent_path() / file.name;
        if (const auto there = mapFile(path); there && file.holds(*there))
            continue; // the same content is there already
        PARTITA_TRY(files.write(path, file.pieces));
    }
    WriteOptions options;
    options.replace = replace;
    options.check = [&](const Model& written) {
        return lintMerge(written, output, plan.broken, progress);
    };
    PARTITA_TRY(writeModel(plan.model, output, options, progress));
    files.keep();
    return {};
}

} // namespace partita
