#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/progress.h"

namespace partita {

/// The checksum (XXH3) of what a file holds, read in blocks, between which it can be stopped;
/// nothing: it cannot be read, or was stopped.
std::optional<std::uint64_t> contentOf(const std::filesystem::path& path,
                                       const Progress& progress = {});

} // namespace partita
