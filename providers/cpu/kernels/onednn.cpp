#include "providers/cpu/kernels/onednn.h"

#include "providers/cpu/kernel.h"

namespace partita::cpu {

OneDnn& OneDnn::instance() {
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    thread_local OneDnn dnn{engine};
    return dnn;
}

TensorDesc plainDesc(const Dims& dims, dnnl::memory::data_type type) {
    if (dims.empty())
        return {{1}, type, dnnl::memory::dims{1}};
    return {dims, type, denseStrides(dims)};
}

TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type) {
    return {dims, type, dnnl::memory::format_tag::any};
}

dnnl::memory wrap(const TensorDesc& desc, const void* data) {
    return {desc, OneDnn::instance().engine, const_cast<void*>(data)};
}

dnnl::memory reordered(const dnnl::memory& source, const TensorDesc& desc) {
    if (source.get_desc() == desc)
        return source;
    auto& dnn = OneDnn::instance();
    dnnl::memory target(desc, dnn.engine);
    dnnl::memory from = source;
    dnnl::reorder(from, target).execute(dnn.stream, from, target);
    dnn.stream.wait();
    return target;
}

} // namespace partita::cpu
