#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/buffer.h"

namespace partita {

/// One compiled model in OpenVINO's container.
struct OvepBlob {
    std::string name; ///< partition_name of its EPContext node
    Buffer data;
};

/// OpenVINO's container of blobs (OVEP_BIN): a header of 40 bytes, blobs aligned to 64 KiB, and a
/// BSON index. Source: files of OpenVINO's execution provider 1.24.1 and of its plugin 1.8.1.
struct OvepBin {
    std::string version = "1.1.0", producer; ///< as in the index
    std::vector<OvepBlob> blobs;
};

/// Whether the bytes start with the magic "OVEP_BIN".
bool isOvepBin(Bytes bytes);
/// Fails where the header, the index or a blob's offset and size do not fit the bytes.
Result<OvepBin> readOvepBin(const Buffer& bytes);
/// The container's bytes, in pieces: header and index, then the blobs in order, which are not
/// copied.
std::vector<Buffer> writeOvepBin(const OvepBin& bin);

/// The names of all tensors in a blob. They include the model's inputs and outputs, which must keep
/// their names. Empty for a blob in an unknown format.
std::set<std::string> openVinoTensorNames(Bytes blob);

} // namespace partita
