#pragma once

#include <filesystem>
#include <sys/types.h>

#include "core/base/result.h"

namespace partita {

/// The error "`what`: reason" for a file, with a remedy; reason and remedy follow from the errno
/// `code`.
Error ioError(const std::filesystem::path& path, const Message& what, int code);
/// `ioError` for a file that cannot be written.
Error cannotWrite(const std::filesystem::path& path, int code);

/// The kind of file that `st_mode` says, in words: "a folder", "a FIFO", "a device" …
Message fileKind(mode_t mode);

} // namespace partita
