#pragma once

#include "core/session/partitioner.h"

namespace partita {

/// The same providers, but constants are folded in a `partita-runner` process: a model may make a
/// kernel crash or compute for days. The nodes whose constants would take too long stay.
ProviderList withFencedConstants(ProviderList providers);

} // namespace partita
