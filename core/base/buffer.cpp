#include "core/base/buffer.h"
#include "core/base/file_writing.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/io_error.h"
#include "core/base/mapped_files.h"

namespace partita {

namespace {

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
            dropResidentPages(block); // copying gigabytes of weights must not fill the memory
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return true;
}

} // namespace

Error ioError(const std::filesystem::path& path, const char* what, int code) {
    const char* remedy = code == EACCES   ? "check the file's permissions"
                         : code == ENOENT ? "check the path"
                         : code == ENOSPC ? "free some disk space"
                                          : "";
    return {Errc::io, std::string(what) + ": " + std::strerror(code), {path.string()}, remedy};
}

Buffer Buffer::own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return {Bytes(*owner), owner};
}

Buffer Buffer::own(std::string bytes) {
    auto owner = std::make_shared<const std::string>(std::move(bytes));
    return {std::as_bytes(std::span(*owner)), owner};
}

Buffer Buffer::copyOf(Bytes bytes) { return own(std::vector(bytes.begin(), bytes.end())); }

Result<void> writeFile(const std::filesystem::path& path, std::span<const Bytes> pieces) {
    const FileWriting writing;
    std::string temporary = path.string() + ".XXXXXX";
    const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.fd < 0)
        return ioError(path, "cannot write the file", errno);
    const auto abandon = [&](Error error) {
        ::unlink(temporary.c_str());
        return error;
    };
    const auto fail = [&](int code) {
        return abandon(ioError(path, "cannot write the file", code));
    };
    bool written = true;
    for (const Bytes piece : pieces)
        written = written && writeAll(file.fd, piece);
    const int reason = errno;
    for (const Bytes piece : pieces) // what they come from may have changed under them
        if (auto same = checkUnchanged(piece); !same)
            return abandon(std::move(same).error());
    if (!written)
        return fail(reason);
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
