#include "core/document/file_content.h"

#include "core/base/content_sum.h"
#include "core/base/mapped_files.h"

namespace partita {

std::optional<std::uint64_t> contentOf(const std::filesystem::path& path,
                                       const Progress& progress) {
    const auto file = mapFile(path);
    ContentSum sum;
    const auto take = [&](Bytes block) {
        if (progress.cancelled())
            return false;
        sum.add(block);
        return true;
    };
    if (!file || !inBlocks(file->bytes(), take) || progress.cancelled())
        return std::nullopt;
    return sum.value();
}

} // namespace partita
