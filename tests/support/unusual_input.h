#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "providers/registry.h"
#include "tests/support/models.h"

/// Graphs that run on input which no exporter writes.
namespace partita::test {

inline constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min(),
                              kMost = std::numeric_limits<std::int64_t>::max();

inline Tensor bytes(DataType type, std::vector<std::int64_t> dims,
                    std::vector<std::uint8_t> values) {
    return Tensor::of(type, std::move(dims), values);
}

/// Runs a graph on the default providers.
inline Result<RunReport> runGraph(const std::string& graph, const Feeds& feeds, int opset = 22) {
    auto session = Session::create(
        modelFromText("<ir_version: 10, opset_import: [\"\" : " + std::to_string(opset) +
                      ", \"ai.onnx.ml\" : 3]> g " + graph),
        *makeProviders({}));
    if (!session)
        return std::move(session).error();
    return (*session)->run(feeds);
}

} // namespace partita::test
