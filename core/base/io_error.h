#pragma once

#include <filesystem>
#include <sys/types.h>

#include "core/base/result.h"

namespace partita {

/// What went wrong with a file, by errno, with what to do about it.
Error ioError(const std::filesystem::path& path, const Message& what, int code);

/// What lies at a path by its st_mode, in words: "a folder", "a FIFO", "a device" ...
Message fileKind(mode_t mode);

} // namespace partita
