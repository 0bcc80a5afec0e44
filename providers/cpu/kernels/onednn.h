#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include "core/runtime/runtime_value.h"

namespace partita::cpu {

/// The engine that all threads share, and this thread's stream on it: a session may be made on one
/// thread and run on another.
struct OneDnn {
    const dnnl::engine& engine;
    dnnl::stream stream{engine};
    static OneDnn& instance();
};

using TensorDesc = dnnl::memory::desc;

/// A dense row-major description; a scalar is one element.
TensorDesc plainDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// The same dims in whatever layout a primitive likes best.
TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type = dnnl::memory::data_type::f32);
/// Wraps memory that oneDNN will not write unless it is an output.
dnnl::memory wrap(const TensorDesc& desc, const void* data);
/// `source` in layout `desc`, converted if needed.
dnnl::memory reordered(const dnnl::memory& source, const TensorDesc& desc);

} // namespace partita::cpu
