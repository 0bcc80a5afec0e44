#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "core/ir/tensor.h"

namespace partita {

/// Why `location` must not be opened for a model in `directory`; success gives the path to open.
/// Absolute paths and paths that leave the folder, by ".." or through a symbolic link, are refused.
Result<std::filesystem::path> resolveExternalPath(const std::filesystem::path& directory,
                                                  const std::string& location);

/// The folder in which the data file of a tensor that was read is looked for; nothing for a tensor
/// that has its values inside, or that points nowhere.
std::optional<std::filesystem::path> externalFolder(const Tensor& tensor);

/// The external files of one model: each is mapped at most once, on first use, after it was
/// checked that no two tensors share only part of their bytes.
class ExternalFiles {
public:
    explicit ExternalFiles(std::filesystem::path directory) : m_directory(std::move(directory)) {}

    /// A source for `tensor`, which has `external` filled in; nothing is opened yet.
    static std::shared_ptr<const ExternalSource> source(const std::shared_ptr<ExternalFiles>& files,
                                                        const Tensor& tensor);
    /// What `externalFolder` says.
    static std::optional<std::filesystem::path> folderOf(const Tensor& tensor);

private:
    struct Range {
        std::uint64_t begin, end;
        std::string tensor;
    };
    struct File {
        std::vector<Range> ranges;
        bool opened = false;
        Result<Buffer> mapped = Buffer();
    };
    class Slice;

    Result<Buffer> open(const std::string& location);

    std::filesystem::path m_directory;
    std::mutex m_mutex;
    std::map<std::string, File> m_files;
};

} // namespace partita
