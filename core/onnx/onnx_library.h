#pragma once

#include <onnx/onnx_pb.h>

#include "core/ir/model.h"

namespace partita {

/// Weights of at least this size never reach ONNX's library; shapes and small constants do.
inline constexpr std::uint64_t kSkeletonThreshold = 4096;

/// The model without its large weights, as ONNX's own type.
Result<onnx::ModelProto> toProto(const Model& model);

/// Runs `work`, which calls ONNX's library, and turns any exception into an Error that names the
/// first node of `model` whose name the message holds.
template <class F>
auto guarded(const Model& model, const char* what, F&& work) -> Result<decltype(work())>;

Error libraryError(const Model& model, const char* what, const char* message);

template <class F>
auto guarded(const Model& model, const char* what, F&& work) -> Result<decltype(work())> {
    try {
        return work();
    } catch (const std::exception& error) {
        return libraryError(model, what, error.what());
    }
}

} // namespace partita
