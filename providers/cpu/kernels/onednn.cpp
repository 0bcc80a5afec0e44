#include "providers/cpu/kernels/onednn.h"

#include <algorithm>
#include <array>
#include <new>

#include "core/base/large_memory.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/kernels/packed_memory.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

OneDnn& OneDnn::instance() {
    static const dnnl::engine engine = [] {
        ThreadTeam::answerOneDnn(); // before oneDNN opens its first parallel region
        return dnnl::engine(dnnl::engine::kind::cpu, 0);
    }();
    thread_local OneDnn dnn{engine};
    return dnn;
}

bool usesInstructions(dnnl::cpu_isa wanted) {
    const auto bits = static_cast<unsigned>(wanted);
    return (static_cast<unsigned>(dnnl::get_effective_cpu_isa()) & bits) == bits;
}

void multiplyFloats(bool transposed, std::int64_t rows, std::int64_t columns, std::int64_t inner,
                    float factor, const float* a, std::int64_t aStep, const float* b,
                    std::int64_t bStep, float* y, std::int64_t yStep) {
    (void)OneDnn::instance(); // tells oneDNN its threads before the call
    (void)dnnl_sgemm('N', transposed ? 'T' : 'N', rows, columns, inner, factor, a, aStep, b, bStep,
                     0, y, yStep);
}

TensorDesc plainDesc(const Dims& dims, dnnl::memory::data_type type) {
    if (dims.empty())
        return {{1}, type, dnnl::memory::dims{1}};
    return stridedDesc(dims, denseStrides(dims), type);
}

TensorDesc stridedDesc(const Dims& dims, const Dims& strides, dnnl::memory::data_type type) {
    return {dims.toVector(), type, strides.toVector()};
}

TensorDesc descOf(const RuntimeValue& value) {
    return value.strides.empty() ? plainDesc(value.dims) : stridedDesc(value.dims, value.strides);
}

TensorDesc anyDesc(const Dims& dims, dnnl::memory::data_type type) {
    return {dims.toVector(), type, dnnl::memory::format_tag::any};
}

Dims unblockedStrides(const TensorDesc& desc) {
    const Dims dims = desc.get_dims();
    if (desc.get_format_kind() != dnnl::memory::format_kind::blocked ||
        desc.get_inner_nblks() != 0 || desc.get_padded_dims() != desc.get_dims())
        return {};
    // The stride of an axis of size 1 has no meaning; the dense one makes strides comparable.
    return stridesLike(desc.get_strides(), dims);
}

bool liesAs(const RuntimeValue& value, const Dims& strides) {
    if (strides.size() != value.dims.size())
        return false;
    if (value.strides.empty())
        return isRowMajor(value.dims, strides);
    for (std::size_t i = 0; i < strides.size(); ++i)
        if (value.dims[i] != 1 && value.strides[i] != strides[i])
            return false;
    return true;
}

Dims channelsLastStrides(const Dims& dims) {
    Dims order = dims; // N, D1 …, Dn, C
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
    Dims strides = denseStrides(order);
    std::rotate(strides.begin() + 1, strides.end() - 1, strides.end());
    return strides;
}

TensorDesc channelsLast(const Dims& dims, dnnl::memory::data_type type) {
    return stridedDesc(dims, channelsLastStrides(dims), type);
}

dnnl::memory wrap(const TensorDesc& desc, const void* data) {
    return {desc, OneDnn::instance().engine, const_cast<void*>(data)};
}

dnnl::primitive_attr plainAttributes() {
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attributes;
}

Primitive::Primitive(const dnnl::primitive_desc_base& desc,
                     const std::vector<std::pair<int, TensorDesc>>& more)
    : m_primitive(desc.get()), m_scratch(desc.query_md(dnnl::query::scratchpad_md)) {
    for (const int number : {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_BIAS, DNNL_ARG_DST})
        if (const TensorDesc own = desc.query_md(dnnl::query::exec_arg_md, number); !own.is_zero())
            add(number, own, nullptr);
    for (const auto& [number, argument] : more)
        add(number, argument, nullptr);
    if (m_scratch.get_size() > 0)
        add(DNNL_ARG_SCRATCHPAD, m_scratch, nullptr);
}

void Primitive::add(int number, const TensorDesc& desc, void* data) {
    m_memories.push_back(wrap(desc, data));
    m_arguments.push_back({number, m_memories.back().get()});
}

std::size_t Primitive::indexOf(int argument) const {
    const auto found = std::ranges::find(m_arguments, argument, &dnnl_exec_arg_t::arg);
    require(found != m_arguments.end(), "a primitive has no such argument");
    return static_cast<std::size_t>(found - m_arguments.begin());
}

void Primitive::set(int argument, const void* data) {
    m_memories[indexOf(argument)].set_data_handle(const_cast<void*>(data));
}

bool Primitive::has(int argument) const {
    return std::ranges::find(m_arguments, argument, &dnnl_exec_arg_t::arg) != m_arguments.end();
}

TensorDesc Primitive::desc(int argument) const { return m_memories[indexOf(argument)].get_desc(); }

void Primitive::run() {
    if (m_scratch.get_size() > 0)
        set(DNNL_ARG_SCRATCHPAD, scratchBytes(m_scratch.get_size(), kWhileItRuns));
    auto& dnn = OneDnn::instance();
    dnnl::error::wrap_c_api(dnnl_primitive_execute(m_primitive.get(), dnn.stream.get(),
                                                   static_cast<int>(m_arguments.size()),
                                                   m_arguments.data()),
                            "a primitive could not be run");
    dnn.stream.wait();
}

void reorderInto(const dnnl::memory& source, const dnnl::memory& target) {
    CachedReorder().run(source, target);
}

namespace {

/// The type whose elements are as large as those of a description; none for smaller ones than bytes.
std::optional<DataType> copyableType(dnnl::memory::data_type type) {
    switch (dnnl::memory::data_type_size(type)) {
    case 1: return DataType::uint8;
    case 2: return DataType::uint16;
    case 4: return DataType::float32;
    default: return std::nullopt;
    }
}

} // namespace

void CachedReorder::prepare(const TensorDesc& from, const TensorDesc& to) {
    m_from = from;
    m_to = to;
    m_value.reset();
    m_copy.reset();
    const auto type = copyableType(from.get_data_type());
    if (type && from.get_data_type() == to.get_data_type() && from.get_dims() == to.get_dims() &&
        !unblockedStrides(from).empty() && !unblockedStrides(to).empty()) {
        m_copy = Copy{*type, from.get_dims(), from.get_strides(), to.get_strides()};
        return;
    }
    const auto& engine = OneDnn::instance().engine;
    m_reorder =
        Primitive(dnnl::reorder::primitive_desc(engine, from, engine, to, plainAttributes()));
}

void CachedReorder::copy(const void* source, void* target) {
    if (m_copy)
        copyStrided(m_copy->type, static_cast<const std::byte*>(source), m_copy->from,
                    static_cast<std::byte*>(target), m_copy->to, m_copy->dims);
    else
        m_reorder.run(source, target);
}

void CachedReorder::run(const dnnl::memory& source, const dnnl::memory& target) {
    const TensorDesc from = source.get_desc(), to = target.get_desc();
    if (m_from != from || m_to != to || (!m_copy && !m_reorder.has(DNNL_ARG_SRC)))
        prepare(from, to);
    copy(source.get_data_handle(), target.get_data_handle());
}

void CachedReorder::fromValue(const RuntimeValue& value, const TensorDesc& to, void* target) {
    if (!m_value || m_value->first != value.dims || m_value->second != value.strides ||
        m_to != to) {
        prepare(descOf(value), to);
        m_value.emplace(value.dims, value.strides);
    }
    copy(value.data, target);
}

void CachedReorder::toRows(const TensorDesc& from, const void* source, const Dims& dims,
                           void* target) {
    if (!m_value || m_value->first != dims || m_from != from) {
        prepare(from, plainDesc(dims));
        m_value.emplace(dims, Dims());
    }
    copy(source, target);
}

PackedWeights pack(const dnnl::memory& source, const TensorDesc& desc) {
    PackedWeights made;
    made.owner = allocatePacked(desc.get_size());
    made.memory = wrap(desc, made.owner.get());
    reorderInto(source, made.memory);
    return made;
}

namespace {

class Scratch {
public:
    void* atLeast(std::size_t bytes) {
        if (bytes > m_bytes) {
            m_memory = nullptr;
            m_bytes = (bytes + 4095) / 4096 * 4096;
            m_memory = allocateAligned(m_bytes);
            if (!m_memory) {
                m_bytes = 0;
                throw std::bad_alloc();
            }
        }
        return m_memory.get();
    }

private:
    AlignedMemory m_memory;
    std::size_t m_bytes = 0;
};

} // namespace

void* scratchBytes(std::size_t bytes, std::size_t slot) {
    thread_local std::array<Scratch, kScratchSlots> scratch;
    return scratch.at(slot).atLeast(bytes);
}

dnnl::memory scratchMemory(const TensorDesc& desc, std::size_t slot) {
    return wrap(desc, scratchBytes(desc.get_size(), slot));
}

} // namespace partita::cpu
