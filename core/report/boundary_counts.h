#pragma once

#include <vector>

#include "core/provider/partitioning.h"

namespace partita {

/// By provider: the tensors that go from one of its partitions to another and to no other provider.
/// Those that do are the headline's boundary tensors.
std::vector<std::size_t> tensorsThatStay(const Partitioning& partitioning);

} // namespace partita
