#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "core/base/buffer.h"

namespace partita {

/// Maps a regular file read-only; the mapping lives as long as any slice of it. If another program
/// truncates the file meanwhile, the lost part reads as zeros instead of raising SIGBUS;
/// `checkUnchanged` detects that. Every file that a user, a model or another file names is opened
/// this way: folders, FIFOs, devices and sockets are refused, and none of them can block.
Result<Buffer> mapFile(const std::filesystem::path& path);

/// Maps an open file and takes over `fd`: closes it on failure, or with the mapping. `path` is used
/// in errors only.
Result<Buffer> mapOpened(int fd, const std::filesystem::path& path);

/// Fails when `bytes` lie in a mapped file whose size or modification time has changed since it was
/// mapped. A file that was replaced by a new one is unchanged: the mapping keeps the old one.
Result<void> checkUnchanged(Bytes bytes);

/// What is mapped of the file at `path` counts as unchanged from now on, although the file was written
/// again: the caller has found that it holds the same as before.
void takeForUnchanged(const std::filesystem::path& path);

/// An identity of the mapped file that `bytes` lie in; null: they lie in none.
const void* mappingOf(Bytes bytes);

/// Where bytes of a mapped file lie in it. `fd` is open as long as the mapping lives.
struct MappedPlace {
    int fd = -1;
    std::uint64_t offset = 0, fileSize = 0;
};
/// Nothing: the bytes do not lie in a mapped file.
std::optional<MappedPlace> mappedPlaceOf(Bytes bytes);

/// Calls `take` with one block after another until it returns false, and drops each block of a
/// mapped file from this process's memory afterwards: reading a file of any size needs the memory
/// of a block. Returns whether all blocks were taken.
bool inBlocks(Bytes bytes, const std::function<bool(Bytes block)>& take);

/// Where `text` stands in `bytes` first, from an offset on; npos: nowhere. Searched in blocks, like
/// `inBlocks`.
std::size_t findText(Bytes bytes, std::string_view text, std::size_t from = 0);

/// Whether two buffers hold the same bytes; compared in blocks, like `inBlocks`.
bool sameBytes(Bytes a, Bytes b);

/// Drops the pages of a mapped file from this process's memory; they are read again when touched.
/// Does nothing to other memory.
void dropResidentPages(Bytes bytes);

} // namespace partita
