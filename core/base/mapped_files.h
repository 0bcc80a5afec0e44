#pragma once

#include <filesystem>

#include "core/base/buffer.h"

namespace partita {

/// Maps a regular file read-only; the mapping lives as long as any slice of it. Should another
/// program cut the file off meanwhile, the lost part reads as zeros instead of ending this one;
/// `checkUnchanged` tells.
/// This is how every file is opened that a user, a model or another file names: folders, FIFOs,
/// devices and sockets are refused, and never waited for.
Result<Buffer> mapFile(const std::filesystem::path& path);

/// The same of a file that is open, which is closed in the end; `path`: what errors call it.
Result<Buffer> mapOpened(int fd, const std::filesystem::path& path);

/// Fails when these bytes lie in a mapped file that another program has written into since it was
/// mapped. A file that was replaced by a new one is no such case: the mapping keeps the old one.
Result<void> checkUnchanged(Bytes bytes);

/// Says which mapped file these bytes lie in, for telling files apart; null: in none.
const void* mappingOf(Bytes bytes);

/// Lets the pages of a mapped file leave this program; they are read again when touched. Does
/// nothing to any other memory.
void dropResidentPages(Bytes bytes);

} // namespace partita
