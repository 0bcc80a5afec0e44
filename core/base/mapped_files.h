#pragma once

#include <filesystem>

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

/// An identity of the mapped file that `bytes` lie in; null: they lie in none.
const void* mappingOf(Bytes bytes);

/// Drops the pages of a mapped file from this process's memory; they are read again when touched.
/// Does nothing to other memory.
void dropResidentPages(Bytes bytes);

} // namespace partita
