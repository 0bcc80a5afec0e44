#include "core/base/kernel_copy.h"

#include <algorithm>
#include <cerrno>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mapped_files.h"

namespace partita {

namespace {

constexpr std::size_t kWorthIt = std::size_t{1} << 20, kCopiedAtOnce = std::size_t{256} << 20;

/// Lets `to` share the blocks of the whole file that `bytes` are.
bool reflink(int to, const MappedPlace& place, std::size_t size) {
    struct stat made {};
    if (place.offset != 0 || place.fileSize != size || ::lseek(to, 0, SEEK_CUR) != 0 ||
        ::ioctl(to, FICLONE, place.fd) != 0)
        return false;
    // A file that was cut off or grew meanwhile is found out by whoever checks that it is unchanged.
    return ::fstat(to, &made) == 0 && ::lseek(to, made.st_size, SEEK_SET) == made.st_size &&
           static_cast<std::size_t>(made.st_size) == size;
}

/// One step of a copy; false: this way does not work here, or the file ends early.
template <class Copy> bool step(std::size_t& done, std::size_t size, Copy&& copy) {
    const ssize_t count = copy(std::min(size - done, kCopiedAtOnce));
    if (count < 0 && errno == EINTR)
        return true;
    if (count > 0)
        done += static_cast<std::size_t>(count);
    return count > 0;
}

} // namespace

std::size_t copyInKernel(int to, Bytes bytes) {
    if (bytes.size() < kWorthIt)
        return 0;
    const auto place = mappedPlaceOf(bytes);
    if (!place)
        return 0;
    if (reflink(to, *place, bytes.size()))
        return bytes.size();
    auto from = static_cast<off_t>(place->offset);
    std::size_t done = 0;
    while (done < bytes.size() && step(done, bytes.size(), [&](std::size_t count) {
               return ::copy_file_range(place->fd, &from, to, nullptr, count, 0);
           })) {
    }
    from = static_cast<off_t>(place->offset + done);
    while (done < bytes.size() && step(done, bytes.size(), [&](std::size_t count) {
               return ::sendfile(to, place->fd, &from, count);
           })) {
    }
    return done;
}

} // namespace partita
