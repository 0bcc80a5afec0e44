#pragma once

#include "core/ir/model.h"
#include "core/provider/io_binding.h"

namespace partita {

/// Seeded random inputs: floats uniform in [0, 1), integers small, unknown dimensions 1 (or as
/// in `symbols`), so that two runs and two machines see the same numbers.
Result<Feeds> randomFeeds(const Model& model, std::uint64_t seed,
                          const std::map<std::string, std::int64_t>& symbols = {});
/// The same with whole shapes: of inputs by name, or of one size, of a symbol.
Result<Feeds> randomFeedsOfShapes(const Model& model, std::uint64_t seed,
                                  const std::map<std::string, std::vector<std::int64_t>>& shapes);

} // namespace partita
