#include "core/base/mapped_files.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/io_error.h"

namespace partita {

namespace {

std::uintptr_t pageSize() {
    static const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

/// Address ranges of the mapped files. A fixed array of atomics, because the signal handler reads
/// it; files beyond its 1024 entries are mapped without this protection.
struct Range {
    std::atomic<std::uintptr_t> begin{0}, end{0}; // end 0: free
};
std::array<Range, 1024> g_ranges;
struct sigaction g_before;

/// Maps zeros over the part of a file that was cut off after it was mapped.
void onBusError(int, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Range& range : g_ranges) {
        const std::uintptr_t end = range.end.load(std::memory_order_acquire);
        if (address >= end || address < range.begin.load(std::memory_order_relaxed))
            continue;
        const std::uintptr_t page = address / pageSize() * pageSize();
        if (::mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
            return;
    }
    ::sigaction(SIGBUS, &g_before, nullptr); // not ours: the fault repeats under the previous
                                             // handler
}

void installHandler() {
    static std::once_flag once;
    std::call_once(once, [] {
        (void)pageSize(); // initialized here, not inside the handler
        struct sigaction action {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &g_before);
    });
}

class Mapping;
std::mutex g_mutex;
std::vector<const Mapping*> g_mappings; // guarded by g_mutex

class Mapping {
public:
    Mapping(std::filesystem::path path, int fd, const struct stat& info, void* memory)
        : m_path(std::move(path)), m_fd(fd), m_size(static_cast<std::size_t>(info.st_size)),
          m_written(info.st_mtim), m_memory(memory) {
        const std::lock_guard lock(g_mutex);
        g_mappings.push_back(this);
        for (Range& range : g_ranges)
            if (range.end.load() == 0) {
                range.begin.store(begin());
                range.end.store(begin() + m_size, std::memory_order_release);
                m_range = &range;
                return;
            }
    }
    ~Mapping() {
        {
            const std::lock_guard lock(g_mutex);
            std::erase(g_mappings, this);
            if (m_range)
                m_range->end.store(0);
        }
        ::munmap(m_memory, m_size);
        ::close(m_fd);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    [[nodiscard]] bool holds(const std::byte* byte) const {
        const auto address = reinterpret_cast<std::uintptr_t>(byte);
        return address >= begin() && address < begin() + m_size;
    }
    [[nodiscard]] Result<void> checkUnchanged() const {
        struct stat now {};
        if (::fstat(m_fd, &now) == 0 && static_cast<std::size_t>(now.st_size) == m_size &&
            now.st_mtim.tv_sec == m_written.tv_sec && now.st_mtim.tv_nsec == m_written.tv_nsec)
            return {};
        return Error{Errc::io,
                     PARTITA_TEXT("another program has written into the file since it was opened"),
                     {m_path.string()},
                     PARTITA_TEXT("open it again")};
    }
    void takeForUnchanged(const struct stat& written) const {
        struct stat own {};
        if (::fstat(m_fd, &own) == 0 && own.st_dev == written.st_dev &&
            own.st_ino == written.st_ino && static_cast<std::size_t>(written.st_size) == m_size)
            m_written = written.st_mtim;
    }
    [[nodiscard]] Bytes bytes() const { return {static_cast<const std::byte*>(m_memory), m_size}; }
    [[nodiscard]] MappedPlace placeOf(const std::byte* byte) const {
        return {m_fd, reinterpret_cast<std::uintptr_t>(byte) - begin(), m_size};
    }

private:
    [[nodiscard]] std::uintptr_t begin() const {
        return reinterpret_cast<std::uintptr_t>(m_memory);
    }
    std::filesystem::path m_path;
    int m_fd;
    std::size_t m_size;
    mutable timespec m_written; // guarded by g_mutex
    void* m_memory;
    Range* m_range = nullptr;
};

} // namespace

namespace {

Error notRegular(const std::filesystem::path& path, mode_t mode) {
    return {Errc::io,
            PARTITA_TEXT("is not a regular file: {0}", fileKind(mode)),
            {path.string()},
            PARTITA_TEXT("choose a file; a model from a pipe is read by the name -")};
}

/// Opens a file for reading. The kind of file is checked before opening, because opening a device
/// may have effects, and `mapOpened` checks it again. O_NONBLOCK keeps a FIFO from blocking until
/// somebody writes to it.
Result<int> openToRead(const std::filesystem::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0)
        return ioError(path, PARTITA_TEXT("cannot open the file"), errno);
    if (!S_ISREG(info.st_mode))
        return notRegular(path, info.st_mode);
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return ioError(path, PARTITA_TEXT("cannot open the file"), errno);
    return fd;
}

} // namespace

Result<Buffer> mapFile(const std::filesystem::path& path) {
    const auto fd = openToRead(path);
    return fd ? mapOpened(*fd, path) : Result<Buffer>(fd.error());
}

Result<Buffer> mapOpened(int fd, const std::filesystem::path& path) {
    const auto fail = [fd](Error error) {
        ::close(fd);
        return error;
    };
    struct stat info {};
    if (::fstat(fd, &info) != 0)
        return fail(ioError(path, PARTITA_TEXT("cannot read the file"), errno));
    if (!S_ISREG(info.st_mode))
        return fail(notRegular(path, info.st_mode));
    if (info.st_size == 0) {
        ::close(fd);
        return Buffer();
    }
    const auto size = static_cast<std::size_t>(info.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED)
        return fail(ioError(path, PARTITA_TEXT("cannot map the file"), errno));
    // Opening a model skips the weights: read-ahead would only cost memory.
    ::madvise(memory, size, MADV_RANDOM);
    installHandler();
    const auto mapping = std::make_shared<const Mapping>(path, fd, info, memory);
    return Buffer(mapping->bytes(), mapping);
}

Result<void> checkUnchanged(Bytes bytes) {
    const std::lock_guard lock(g_mutex);
    for (const Mapping* mapping : g_mappings)
        if (mapping->holds(bytes.data()))
            return mapping->checkUnchanged();
    return {};
}

void takeForUnchanged(const std::filesystem::path& path) {
    struct stat written {};
    if (::stat(path.c_str(), &written) != 0)
        return;
    const std::lock_guard lock(g_mutex);
    for (const Mapping* mapping : g_mappings)
        mapping->takeForUnchanged(written);
}

const void* mappingOf(Bytes bytes) {
    const std::lock_guard lock(g_mutex);
    for (const Mapping* mapping : g_mappings)
        if (mapping->holds(bytes.data()))
            return mapping;
    return nullptr;
}

std::optional<MappedPlace> mappedPlaceOf(Bytes bytes) {
    const std::lock_guard lock(g_mutex);
    for (const Mapping* mapping : g_mappings)
        if (mapping->holds(bytes.data()))
            return mapping->placeOf(bytes.data());
    return std::nullopt;
}

namespace {

constexpr std::size_t kReadAtOnce = std::size_t{8} << 20;

/// Asks the system to read a block ahead: files are mapped for reading here and there.
void readAhead(Bytes block) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block.data()) / pageSize() * pageSize();
    const auto end = reinterpret_cast<std::uintptr_t>(block.data() + block.size());
    if (!mappingOf(block))
        return;
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_WILLNEED);
#ifdef MADV_POPULATE_READ // one call in place of a fault for each few pages
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_READ);
#endif
}

} // namespace

bool inBlocks(Bytes bytes, const std::function<bool(Bytes block)>& take) {
    while (!bytes.empty()) {
        const Bytes block = bytes.first(std::min(bytes.size(), kReadAtOnce));
        bytes = bytes.subspan(block.size());
        const bool isLarge = block.size() > kReadAtOnce / 2;
        if (isLarge)
            readAhead(block);
        const bool goesOn = take(block);
        if (isLarge)
            dropResidentPages(block);
        if (!goesOn)
            return false;
    }
    return true;
}

std::size_t findText(Bytes bytes, std::string_view text, std::size_t from) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    while (from + text.size() <= bytes.size()) {
        // A block and the start of the next one: the text may begin in one and end in the other.
        const std::size_t border = (from / kReadAtOnce + 1) * kReadAtOnce;
        const Bytes block =
            bytes.subspan(from, std::min(bytes.size() - from, border - from + text.size() - 1));
        if (from % kReadAtOnce == 0 && block.size() > kReadAtOnce / 2)
            readAhead(block); // once for a block, however often the text stands in it
        const std::string_view there(reinterpret_cast<const char*>(block.data()), block.size());
        const std::size_t at = there.find(text);
        const std::size_t end = at == std::string_view::npos ? border : from + at;
        // Whole pieces that lie behind, also where the text stands in every one of them.
        const std::size_t first = from / kPiece * kPiece,
                          last = std::min(end, bytes.size()) / kPiece * kPiece;
        if (first < last)
            dropResidentPages(bytes.subspan(first, last - first));
        if (at != std::string_view::npos)
            return end;
        from = end;
    }
    return std::string_view::npos;
}

bool sameBytes(Bytes a, Bytes b) {
    if (a.size() != b.size())
        return false;
    if (a.data() == b.data())
        return true;
    std::size_t at = 0;
    return inBlocks(a, [&](Bytes block) {
        const Bytes other = b.subspan(at, block.size());
        at += block.size();
        const bool same = std::memcmp(block.data(), other.data(), block.size()) == 0;
        if (block.size() == kReadAtOnce)
            dropResidentPages(other);
        return same;
    });
}

void dropResidentPages(Bytes bytes) {
    const auto begin =
        (reinterpret_cast<std::uintptr_t>(bytes.data()) + pageSize() - 1) / pageSize() * pageSize();
    const auto end =
        reinterpret_cast<std::uintptr_t>(bytes.data() + bytes.size()) / pageSize() * pageSize();
    // The pages stay in the page cache: reading them again need not touch the disk.
    if (begin < end && mappingOf(bytes))
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

} // namespace partita
