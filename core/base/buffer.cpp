#include "core/base/buffer.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace partita {

namespace {

Error ioError(const std::filesystem::path& path, const char* what, int code) {
    const char* remedy = code == EACCES   ? "check the file's permissions"
                         : code == ENOENT ? "check the path"
                         : code == ENOSPC ? "free some disk space"
                                          : "";
    return {Errc::io, std::string(what) + ": " + std::strerror(code), {path.string()}, remedy};
}

struct Descriptor {
    int fd = -1;
    explicit Descriptor(int value) : fd(value) {}
    ~Descriptor() {
        if (fd >= 0)
            ::close(fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
};

/// Tells the system that a stretch of memory, mostly of a mapped file, was used and may go:
/// copying gigabytes of weights must not fill the memory with them. Harmless for any memory.
void forget(Bytes bytes) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = (reinterpret_cast<std::uintptr_t>(bytes.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(bytes.data() + bytes.size()) / page * page;
    if (begin < end)
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_PAGEOUT);
}

bool writeAll(int fd, Bytes bytes) {
    constexpr std::size_t kBlock = std::size_t{16} << 20;
    while (!bytes.empty()) {
        const Bytes block = bytes.first(std::min(bytes.size(), kBlock));
        const ssize_t done = ::write(fd, block.data(), block.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        if (block.size() == kBlock)
            forget(block);
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return true;
}

} // namespace

Buffer Buffer::own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return {Bytes(*owner), owner};
}

Buffer Buffer::copyOf(Bytes bytes) { return own({bytes.begin(), bytes.end()}); }

Result<Buffer> mapFile(const std::filesystem::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.fd < 0)
        return ioError(path, "cannot open the file", errno);
    struct stat info {};
    if (::fstat(file.fd, &info) != 0)
        return ioError(path, "cannot read the file", errno);
    if (!S_ISREG(info.st_mode))
        return Error{Errc::io, "not a regular file", {path.string()}, "choose a file"};
    if (info.st_size == 0)
        return Buffer();
    const auto size = static_cast<std::size_t>(info.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
    if (memory == MAP_FAILED)
        return ioError(path, "cannot map the file", errno);
    // Weights are skipped when a model is opened: reading ahead would only cost memory.
    ::madvise(memory, size, MADV_RANDOM);
    std::shared_ptr<const void> owner(memory, [size](void* base) { ::munmap(base, size); });
    return Buffer(Bytes(static_cast<const std::byte*>(memory), size), std::move(owner));
}

void dropResidentPages(const Buffer& mapped) { forget(mapped.bytes()); }

Result<void> writeFile(const std::filesystem::path& path, std::span<const Bytes> pieces) {
    std::string temporary = path.string() + ".XXXXXX";
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.fd < 0)
        return ioError(path, "cannot write the file", errno);
    const auto fail = [&](int code) -> Error {
        ::unlink(temporary.c_str());
        return ioError(path, "cannot write the file", code);
    };
    for (const Bytes piece : pieces)
        if (!writeAll(file.fd, piece))
            return fail(errno);
    // mkostemp makes files private; a saved model has the permissions of the one it replaces.
    struct stat old {};
    mode_t mask = ::umask(0);
    ::umask(mask);
    const mode_t mode = ::stat(path.c_str(), &old) == 0 ? (old.st_mode & 07777) : (0666 & ~mask);
    if (::fchmod(file.fd, mode) != 0 || ::fsync(file.fd) != 0)
        return fail(errno);
    if (::rename(temporary.c_str(), path.c_str()) != 0)
        return fail(errno);
    return {};
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view text) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(text.data()), text.size());
    return writeFile(path, {&bytes, 1});
}

} // namespace partita
