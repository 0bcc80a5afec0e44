#pragma once

#include "core/base/buffer.h"

namespace partita {

/// Appends bytes of a mapped file to the file `to` without reading them into memory: as a reflink,
/// which costs no space, where the file system has them and `to` is empty, else copied inside the
/// kernel. Returns how many were copied from the start of `bytes`, 0 where they are in no file or
/// too few to be worth it; the caller writes the rest, and meets the error that ended the copy.
std::size_t copyInKernel(int to, Bytes bytes);

} // namespace partita
