#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace partita {

/// What went wrong with a file, by errno, with what to do about it.
Error ioError(const std::filesystem::path& path, const char* what, int code);

} // namespace partita
