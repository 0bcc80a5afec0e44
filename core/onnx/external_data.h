#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

#include "core/ir/tensor.h"

namespace partita {

/// Returns the canonical path of the external data file `location` of a model in `directory`.
/// Fails for a missing file, an absolute path, and a path that leaves the folder by ".." or through
/// a symbolic link.
Result<std::filesystem::path> resolveExternalPath(const std::filesystem::path& directory,
                                                  const std::string& location);

/// The folder of the model file whose external data `tensor` uses; nothing for a tensor with its
/// values inside, or with external data that no source was set for.
std::optional<std::filesystem::path> externalFolder(const Tensor& tensor);

/// The tensor with its elements, `bytes`, in memory, and marked: `writeModel` puts it into a data
/// file, whatever its size.
TensorPtr outsideWhenSaved(const Tensor& tensor, Buffer bytes);
/// Whether a tensor is one of `outsideWhenSaved`, so that no file has it yet.
bool isOutsideWhenSaved(const Tensor& tensor);

/// The external data files of one model. Each file is mapped at most once, on first use, after a
/// check that no two tensors overlap in part of their bytes.
class ExternalFiles {
public:
    explicit ExternalFiles(std::filesystem::path directory) : m_directory(std::move(directory)) {}

    /// A source for `tensor`, whose `external` must be filled in. The file is opened on first load.
    static std::shared_ptr<const ExternalSource> source(const std::shared_ptr<ExternalFiles>& files,
                                                        const Tensor& tensor);
    /// Implements `externalFolder`.
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
