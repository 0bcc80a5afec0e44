#include "providers/cpu/kernels/kernel.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "core/base/mapped_files.h"
#include "providers/cpu/kernels/operands.h"

namespace partita::cpu {

namespace {

/// Memory for an output without a name, which nobody reads. It belongs to the thread, because two
/// threads may write such outputs at the same time.
RuntimeValue& unwanted(std::size_t output) {
    thread_local std::map<std::size_t, RuntimeValue> values;
    return values[output];
}

} // namespace

const RuntimeValue* KernelContext::optional(std::size_t index) const {
    if (index >= m_node.inputs.size() || !m_node.inputs[index])
        return nullptr;
    const RuntimeValue& value = m_runValues.at(m_node.inputs[index]);
    return value.present() ? &value : nullptr;
}

const RuntimeValue& KernelContext::input(std::size_t index) const {
    const RuntimeValue* value = optional(index);
    if (!value)
        throw NodeFailure(PARTITA_TEXT("input {0} has no value", index));
    return *value;
}

void KernelContext::dropPages(std::size_t index) {
    const RuntimeValue& value = m_runValues.at(m_node.inputs[index]);
    dropResidentPages({value.data, value.byteSize()});
}

void KernelContext::dropWeights() {
    dropPages(1);
    RuntimeValue& weights = m_runValues.at(m_node.inputs[1]);
    if (!m_memory.ownsWeights)
        return;
    weights.owner = nullptr;
    weights.data = nullptr;
}

RuntimeValue& KernelContext::output(std::size_t index, DataType type, const Dims& dims) {
    if (wants(index))
        return m_runValues.allocate(m_node.outputs[index], type, dims);
    return unwanted(index) = RuntimeValue::allocate(type, dims);
}

bool KernelContext::takeOver(std::size_t output, std::size_t input) {
    if (!wants(output) || input >= 64 || !(m_memory.soleReads >> input & 1) || stays(input))
        return false;
    RuntimeValue &from = m_runValues.at(m_node.inputs[input]),
                 &to = m_runValues.at(m_node.outputs[output]);
    if (to.owner == from.owner)
        to = {}; // the same memory, of the last run
    if (!from.isTensor() || from.owner.use_count() != 1 || from.capacity < from.byteSize())
        return false;
    // As in RunValues::allocate: whoever read this memory last has dropped its reference, and
    // decrementing the count synchronizes with that thread.
    std::shared_ptr<void>(from.owner).reset();
    to = std::move(from);
    from = {};
    return true;
}

RuntimeValue& placeOf(KernelContext& context, std::size_t output) {
    return context.wants(output) ? context.runValues().at(context.node().outputs[output])
                                 : unwanted(output);
}

void give(KernelContext& context, RuntimeValue value) { placeOf(context, 0) = std::move(value); }

void KernelContext::forward(std::size_t index, const RuntimeValue& value, const Dims& dims) {
    require(elementCount(dims) == value.count(), "the new shape has another number of elements");
    if (value.owner || value.strings || m_memory.isView) {
        RuntimeValue shared = value;
        shared.dims = dims;
        shared.capacity = 0;
        placeOf(*this, index) = std::move(shared);
        return;
    }
    const RuntimeValue source = value;
    RuntimeValue& target = output(index, source.type, dims);
    target.strides = source.strides;
    if (target.data != source.data)
        std::memmove(target.data, source.data, source.byteSize());
}

Dims KernelContext::ints(std::size_t index) const {
    const RuntimeValue& value = input(index);
    const auto count = value.count();
    if (value.type == DataType::int64)
        return {value.as<std::int64_t>(), value.as<std::int64_t>() + count};
    require(value.type == DataType::int32, "integers were expected");
    return {value.as<std::int32_t>(), value.as<std::int32_t>() + count};
}

std::string TypeSet::text() const {
    std::string result;
    for (int number = 1; number < 32; ++number)
        if (const auto type = static_cast<DataType>(number); has(type))
            result += (result.empty() ? "" : ", ") + std::string(dataTypeName(type));
    return result;
}

std::size_t normalizeAxis(std::int64_t axis, std::size_t rank) {
    const auto place = axisOf(axis, rank);
    require(place || rank > 0, "a scalar has no axis");
    require(place.has_value(), "an axis is out of range");
    return *place;
}

Dims broadcastDims(const Dims& a, const Dims& b) {
    const std::size_t rank = std::max(a.size(), b.size());
    Dims result(rank, 1);
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t left = i + a.size() >= rank ? a[i + a.size() - rank] : 1;
        const std::int64_t right = i + b.size() >= rank ? b[i + b.size() - rank] : 1;
        require(left == right || left == 1 || right == 1, "the shapes cannot be broadcast");
        result[i] = left == 1 ? right : left;
    }
    return result;
}

Dims denseStrides(const Dims& dims) {
    Dims strides(dims.size());
    std::int64_t step = 1;
    for (std::size_t i = dims.size(); i-- > 0;) {
        strides[i] = step;
        step = times(step, dims[i]);
    }
    return strides;
}

Dims stridesLike(const Dims& strides, const Dims& dims) {
    std::vector<std::size_t> order(dims.size());
    std::iota(order.begin(), order.end(), 0);
    Dims result(dims.size());
    std::int64_t step = 1;
    // Axes of size 1 may have equal strides; then the later axis is the inner one.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return strides[a] != strides[b] ? strides[a] < strides[b] : a > b;
    });
    for (const std::size_t axis : order) {
        result[axis] = step;
        step = times(step, dims[axis]);
    }
    return result;
}

bool isRowMajor(const Dims& dims, const Dims& strides) {
    std::int64_t step = 1;
    for (std::size_t i = dims.size(); i-- > 0;) {
        if (dims[i] != 1 && strides[i] != step)
            return false;
        step = times(step, dims[i]);
    }
    return true;
}

Dims broadcastStrides(const Dims& dims, const Dims& shape) {
    const Dims dense = denseStrides(dims);
    Dims strides(shape.size());
    for (std::size_t i = 0; i < dims.size(); ++i)
        strides[shape.size() - dims.size() + i] = dims[i] == 1 ? 0 : dense[i];
    return strides;
}

std::int64_t product(const Dims& dims, std::size_t first, std::size_t last) {
    std::int64_t result = 1;
    for (std::size_t i = first; i < std::min(last, dims.size()); ++i)
        result = times(result, dims[i]);
    return result;
}

std::int64_t indexAt(const RuntimeValue& indices, std::int64_t at) {
    return withIndices(indices, [at](const auto* index) { return std::int64_t{index[at]}; });
}

std::int64_t checkedIndex(std::int64_t index, std::int64_t size) {
    if (index < 0)
        index += size;
    require(index >= 0 && index < size, "an index is out of range");
    return index;
}

} // namespace partita::cpu
