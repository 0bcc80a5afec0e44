#pragma once

#include "core/runtime/execution_provider.h"

namespace partita {

/// An EPContext node of this NPU, ready to run: its graph is taken from the first binary, of those
/// that nodes of the same source name, that has one of its partition_name. Fails, in the words of
/// INVALID_GRAPH, where release, device or content do not match; nothing is compiled anew.
Result<std::unique_ptr<CompiledPartition>>
loadContext(const Model& model, const Partition& partition, const std::string& device);

} // namespace partita
