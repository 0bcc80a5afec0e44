#pragma once

#include "core/ir/model.h"
#include "core/provider/io_binding.h"

namespace partita {

/// Random inputs from a seed, equal on every run and machine: floating point uniform in [0, 1),
/// integers in [0, 100), unknown dimensions 1 or as in `symbols`. Inputs with an initializer get
/// none. Fails for an unknown rank and beyond 1 GiB or the memory budget.
Result<Feeds> randomFeeds(const Model& model, std::uint64_t seed,
                          const std::map<std::string, std::int64_t>& symbols = {});
/// Random inputs with the given shapes: a key is the name of an input, or of a symbol with one
/// size.
Result<Feeds> randomFeedsOfShapes(const Model& model, std::uint64_t seed,
                                  const std::map<std::string, std::vector<std::int64_t>>& shapes);

} // namespace partita
