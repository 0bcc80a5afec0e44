#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/base/buffer.h"

namespace partita {

/// One compiled part in OpenVINO's container.
struct OvepBlob {
    std::string name; ///< partition_name of its EPContext node
    Buffer data;
};

/// OpenVINO's container of blobs (OVEP_BIN): a header of 40 bytes, blobs at multiples of 64 KiB, and
/// a BSON index. As written by OpenVINO's execution provider 1.24.1 and 1.8.1 (plugin).
struct OvepBin {
    std::string version = "1.1.0", producer; ///< of the index
    std::vector<OvepBlob> blobs;
};

bool isOvepBin(Bytes bytes);
/// Fails where header, index or any place does not fit the bytes.
Result<OvepBin> readOvepBin(const Buffer& bytes);
std::string writeOvepBin(const OvepBin& bin);

/// The names of all tensors in a blob: the model's inputs and outputs, which may not be renamed, are
/// among them. Empty where the blob does not hold its model in the form that is known.
std::set<std::string> openVinoTensorNames(Bytes blob);

} // namespace partita
