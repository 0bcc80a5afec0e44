#include "providers/cpu/kernels/onednn.h"

#include <array>
#include <cstdlib>
#include <new>

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

TensorDesc descOf(const RuntimeValue& value) {
    return value.strides.empty()
               ? plainDesc(value.dims)
               : TensorDesc(value.dims, dnnl::memory::data_type::f32, value.strides);
}

TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type) {
    return {dims, type, dnnl::memory::format_tag::any};
}

Dims unblockedStrides(const TensorDesc& desc) {
    const Dims dims = desc.get_dims();
    if (desc.get_format_kind() != dnnl::memory::format_kind::blocked ||
        desc.get_inner_nblks() != 0 || desc.get_padded_dims() != dims)
        return {};
    // Strides of axes of one element mean nothing; as if they were dense they can be compared.
    return stridesLike(desc.get_strides(), dims);
}

dnnl::memory wrap(const TensorDesc& desc, const void* data) {
    return {desc, OneDnn::instance().engine, const_cast<void*>(data)};
}

void reorderInto(const dnnl::memory& source, const dnnl::memory& target) {
    auto& dnn = OneDnn::instance();
    dnnl::memory from = source, to = target;
    dnnl::reorder(from, to).execute(dnn.stream, from, to);
    dnn.stream.wait();
}

void CachedReorder::run(const dnnl::memory& source, const dnnl::memory& target) {
    auto& dnn = OneDnn::instance();
    dnnl::memory from = source, to = target;
    if (!m_reorder || m_from != from.get_desc() || m_to != to.get_desc()) {
        m_from = from.get_desc();
        m_to = to.get_desc();
        m_reorder = dnnl::reorder(from, to);
    }
    m_reorder.execute(dnn.stream, from, to);
    dnn.stream.wait();
}

dnnl::memory reordered(const dnnl::memory& source, const TensorDesc& desc) {
    if (source.get_desc() == desc)
        return source;
    const dnnl::memory target(desc, OneDnn::instance().engine);
    reorderInto(source, target);
    return target;
}

dnnl::memory owned(const dnnl::memory& memory) {
    const dnnl::memory copy(memory.get_desc(), OneDnn::instance().engine);
    reorderInto(memory, copy);
    return copy;
}

namespace {

class Scratch {
public:
    ~Scratch() { std::free(m_memory); }
    void* atLeast(std::size_t bytes) {
        if (bytes > m_bytes) {
            std::free(m_memory);
            m_bytes = (bytes + 4095) / 4096 * 4096;
            m_memory = std::aligned_alloc(64, m_bytes);
            if (!m_memory) {
                m_bytes = 0;
                throw std::bad_alloc();
            }
        }
        return m_memory;
    }

private:
    void* m_memory = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace

dnnl::memory scratchMemory(const TensorDesc& desc, std::size_t slot) {
    thread_local std::array<Scratch, 3> scratch;
    return wrap(desc, scratch.at(slot).atLeast(desc.get_size()));
}

} // namespace partita::cpu
