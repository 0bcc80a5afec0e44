#pragma once

#include <oneapi/dnnl/dnnl.hpp>

#include "core/runtime/runtime_value.h"

namespace partita::cpu {

/// The one engine and stream of oneDNN that all kernels of a thread use.
struct OneDnn {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
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
