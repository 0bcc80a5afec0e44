#include "core/onnx/external_data.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"

#include <algorithm>

namespace partita {

namespace fs = std::filesystem;

Result<fs::path> resolveExternalPath(const fs::path& directory, const std::string& location) {
    const auto refuse = [&](const Message& why) {
        return Error{
            Errc::invalidModel,
            PARTITA_TEXT("external data '{0}' {1}", location, why),
            {},
            PARTITA_TEXT(
                "keep the data file in the model's folder and name it by a relative path")};
    };
    const fs::path relative(location);
    if (location.empty() || location.find('\0') != std::string::npos)
        return refuse(PARTITA_TEXT("is not a file name"));
    if (relative.is_absolute())
        return refuse(PARTITA_TEXT("is an absolute path"));
    if (std::find(relative.begin(), relative.end(), "..") != relative.end())
        return refuse(PARTITA_TEXT("leaves the model's folder"));
    std::error_code error;
    const fs::path root = fs::canonical(directory.empty() ? fs::path(".") : directory, error);
    if (error)
        return refuse(PARTITA_TEXT("cannot be found: the model's folder is gone"));
    const fs::path full = fs::canonical(root / relative, error);
    if (error)
        return Error{Errc::io,
                     PARTITA_TEXT("external data file '{0}' is missing", location),
                     {(root / relative).string()},
                     PARTITA_TEXT("put the file beside the model")};
    const auto [rootEnd, ignored] =
        std::mismatch(root.begin(), root.end(), full.begin(), full.end());
    if (rootEnd != root.end())
        return refuse(PARTITA_TEXT("leaves the model's folder through a symbolic link"));
    return full;
}

class ExternalFiles::Slice : public ExternalSource {
public:
    Slice(std::shared_ptr<ExternalFiles> files, std::string location, std::uint64_t begin,
          std::optional<std::uint64_t> size)
        : m_files(std::move(files)), m_location(std::move(location)), m_begin(begin), m_size(size) {
    }

    [[nodiscard]] const fs::path& folder() const { return m_files->m_directory; }
    Result<Buffer> load() const override {
        auto file = PARTITA_TRY(m_files->open(m_location));
        const std::uint64_t size =
            m_size.value_or(file.size() - std::min<std::uint64_t>(m_begin, file.size()));
        if (m_begin > file.size() || size > file.size() - m_begin)
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("external data asks for bytes {0} to {1} of a file of {2}",
                                      m_begin, m_begin + size, file.size()),
                         {m_location},
                         PARTITA_TEXT("the data file is cut short or belongs to another model")};
        return file.slice(m_begin, size);
    }

private:
    std::shared_ptr<ExternalFiles> m_files;
    std::string m_location;
    std::uint64_t m_begin;
    std::optional<std::uint64_t> m_size;
};

std::optional<fs::path> ExternalFiles::folderOf(const Tensor& tensor) {
    if (tensor.storage != Tensor::Storage::external || !tensor.external)
        return std::nullopt;
    const auto* slice = dynamic_cast<const Slice*>(tensor.external->source.get());
    return slice ? std::optional(slice->folder()) : std::nullopt;
}

std::optional<fs::path> externalFolder(const Tensor& tensor) {
    return ExternalFiles::folderOf(tensor);
}

std::shared_ptr<const ExternalSource>
ExternalFiles::source(const std::shared_ptr<ExternalFiles>& files, const Tensor& tensor) {
    const ExternalData& external = *tensor.external;
    const std::uint64_t begin = external.offset.value_or(0);
    std::optional<std::uint64_t> size = external.length;
    if (!size)
        size = packedBytes(tensor.type, tensor.count());
    std::uint64_t end = 0;
    if (size && !__builtin_add_overflow(begin, *size, &end)) {
        const std::lock_guard lock(files->m_mutex);
        files->m_files[external.location].ranges.push_back({begin, end, tensor.name});
    }
    return std::make_shared<Slice>(files, external.location, begin, size);
}

Result<Buffer> ExternalFiles::open(const std::string& location) {
    const std::lock_guard lock(m_mutex);
    File& file = m_files[location];
    if (file.opened)
        return file.mapped;
    file.opened = true;
    auto ranges = file.ranges;
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) {
        return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    // Two tensors may use the same byte range, but ranges must not overlap in part.
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        const Range &a = ranges[i - 1], &b = ranges[i];
        if (b.begin < a.end && (a.begin != b.begin || a.end != b.end))
            return file.mapped =
                       Error{Errc::invalidModel,
                             PARTITA_TEXT("tensors '{0}' and '{1}' overlap in external data",
                                          a.tensor, b.tensor),
                             {location},
                             PARTITA_TEXT("the offsets in the model are wrong")};
    }
    auto path = resolveExternalPath(m_directory, location);
    if (!path)
        return file.mapped = std::move(path).error();
    return file.mapped = mapFile(*path);
}

namespace {

class InMemory : public ExternalSource {
public:
    explicit InMemory(Buffer bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] Result<Buffer> load() const override { return m_bytes; }

private:
    Buffer m_bytes;
};

} // namespace

TensorPtr outsideWhenSaved(const Tensor& tensor, Buffer bytes) {
    auto external = std::make_shared<ExternalData>();
    external->length = bytes.size();
    external->source = std::make_shared<const InMemory>(std::move(bytes));
    auto marked = std::make_shared<Tensor>(tensor);
    marked->storage = Tensor::Storage::external;
    marked->payload = {};
    marked->external = std::move(external);
    return marked;
}

bool isOutsideWhenSaved(const Tensor& tensor) {
    return tensor.storage == Tensor::Storage::external && tensor.external &&
           dynamic_cast<const InMemory*>(tensor.external->source.get());
}

} // namespace partita
