#include "core/provider/runtime_value.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

#include "core/base/large_memory.h"
#include "core/base/try.h"
#include "core/ir/tensor_size.h"

namespace partita {

namespace {

constexpr std::size_t kAlignment = 64;

/// The bytes of a strided value in row-major order.
std::vector<std::byte> rowByRow(const RuntimeValue& value) {
    const std::size_t width = dataTypeBits(value.type) / 8;
    std::vector<std::byte> bytes(value.byteSize());
    Dims index(value.dims.size());
    for (std::size_t at = 0; at < bytes.size(); at += width) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < index.size(); ++i)
            offset += index[i] * value.strides[i];
        std::memcpy(bytes.data() + at, value.data + offset * static_cast<std::int64_t>(width),
                    width);
        for (std::size_t i = index.size(); i-- > 0 && ++index[i] == value.dims[i];)
            index[i] = 0;
    }
    return bytes;
}

Error impossible(const Tensor& tensor, Message why) {
    return {Errc::invalidModel, std::move(why), {PARTITA_TEXT("tensor '{0}'", tensor.name)}, {}};
}

/// The number of bits after the last element of a packed type, which kernels do not set.
unsigned unusedBits(const RuntimeValue& value) {
    const std::uint64_t used =
        dataTypeBits(value.type) % 8 * (static_cast<std::uint64_t>(value.count()) % 8) % 8;
    return used ? 8 - static_cast<unsigned>(used) : 0;
}

/// The bytes with the unused bits cleared, so that equal numbers are equal bytes.
std::vector<std::byte> withoutUnusedBits(const RuntimeValue& value) {
    std::vector<std::byte> bytes(value.data, value.data + value.byteSize());
    bytes.back() &= static_cast<std::byte>(0xFFU >> unusedBits(value));
    return bytes;
}

} // namespace

RuntimeValue RuntimeValue::allocate(DataType type, const Dims& dims) {
    if (const char* why = impossibleSize(type, dims))
        throw std::length_error(why);
    RuntimeValue value;
    value.type = type;
    value.dims = dims;
    if (type == DataType::string) {
        value.strings =
            std::make_shared<std::vector<std::string>>(static_cast<std::size_t>(value.count()));
        return value;
    }
    const std::size_t bytes = (value.byteSize() + kAlignment) / kAlignment * kAlignment;
    AlignedMemory memory = allocateAligned(bytes);
    if (!memory)
        throw std::bad_alloc();
    value.data = memory.get();
    value.owner = std::move(memory);
    value.capacity = bytes;
    return value;
}

Result<RuntimeValue> RuntimeValue::from(const Tensor& tensor) {
    RuntimeValue value;
    if (const char* why = impossibleSize(tensor.type, tensor.dims))
        return impossible(tensor, std::string(why));
    value.type = tensor.type;
    value.dims = tensor.dims;
    if (tensor.type == DataType::string) {
        if (tensor.strings.size() != static_cast<std::size_t>(value.count()))
            return impossible(tensor, PARTITA_TEXT("the number of texts does not fit the shape"));
        value.strings = std::make_shared<std::vector<std::string>>(tensor.strings);
        return value;
    }
    auto bytes = PARTITA_TRY(elements(tensor));
    const auto isOdd = [](std::byte each) { return each > std::byte{1}; };
    if (tensor.type == DataType::boolean && std::ranges::any_of(bytes.bytes(), isOdd)) {
        value = allocate(tensor.type, tensor.dims);
        std::ranges::transform(bytes.bytes(), value.data, [](std::byte each) {
            return each == std::byte{} ? std::byte{} : std::byte{1};
        });
        return value;
    }
    if (bytes.empty())
        return allocate(tensor.type, tensor.dims); // numbers always have an address
    auto keep = std::make_shared<Buffer>(bytes);
    value.data = const_cast<std::byte*>(keep->bytes().data()); // never written: constants are
                                                               // read-only
    value.owner = std::move(keep);
    return value;
}

bool RuntimeValue::isAligned() const {
    if (items)
        return std::ranges::all_of(*items, &RuntimeValue::isAligned);
    const std::size_t natural =
        std::max<std::size_t>(1, std::min<std::size_t>(8, dataTypeBits(type) / 8));
    return reinterpret_cast<std::uintptr_t>(data) % natural == 0;
}

RuntimeValue RuntimeValue::aligned() const {
    if (isAligned())
        return *this;
    if (items) {
        RuntimeValue copy = *this;
        std::vector<RuntimeValue> moved;
        for (const RuntimeValue& item : *items)
            moved.push_back(item.aligned());
        copy.items = std::make_shared<const std::vector<RuntimeValue>>(std::move(moved));
        return copy;
    }
    RuntimeValue copy = allocate(type, dims);
    copy.strides = strides; // a transposed weight is a view of the file's bytes
    std::memcpy(copy.data, data, byteSize());
    return copy;
}

Tensor RuntimeValue::toTensor(std::string name) const {
    Tensor tensor;
    if (type == DataType::string) {
        tensor.type = type;
        tensor.dims = dims.toVector();
        tensor.storage = Tensor::Storage::strings;
        tensor.strings = *strings;
    } else if (unusedBits(*this) > 0) {
        tensor = Tensor::fromBytes(type, dims.toVector(), Buffer::own(withoutUnusedBits(*this)));
    } else if (strides.empty() && capacity > 0) {
        // RunValues::allocate does not reuse this memory while the tensor holds it.
        tensor = Tensor::fromBytes(type, dims.toVector(), Buffer({data, byteSize()}, owner));
    } else if (strides.empty()) {
        tensor = Tensor::fromBytes(type, dims.toVector(), Buffer::copyOf({data, byteSize()}));
    } else {
        tensor = Tensor::fromBytes(type, dims.toVector(), Buffer::own(rowByRow(*this)));
    }
    tensor.name = std::move(name);
    return tensor;
}

Result<RuntimeValue> RuntimeValue::from(const ModelData& value) {
    if (value.isTensor())
        return from(value.tensor);
    RuntimeValue made;
    made.none = value.none;
    if (!value.items)
        return made;
    std::vector<RuntimeValue> values;
    for (const ModelData& item : *value.items) {
        auto each = PARTITA_TRY(from(item));
        values.push_back(std::move(each));
    }
    made = sequence(std::move(values));
    made.isMap = value.isMap;
    return made;
}

RuntimeValue RuntimeValue::sequence(std::vector<RuntimeValue> values) {
    RuntimeValue made;
    made.items = std::make_shared<const std::vector<RuntimeValue>>(std::move(values));
    return made;
}

RuntimeValue RuntimeValue::map(RuntimeValue keys, RuntimeValue values) {
    RuntimeValue made = sequence({std::move(keys), std::move(values)});
    made.isMap = true;
    return made;
}

ModelData RuntimeValue::toData(std::string name) const {
    ModelData made;
    if (isTensor()) {
        made = ModelData(toTensor(name));
    } else if (items) {
        std::vector<ModelData> values;
        for (const RuntimeValue& item : *items)
            values.push_back(item.toData({}));
        made = ModelData::sequence(std::move(values));
        made.isMap = isMap;
    } else {
        made = ModelData::nothing();
    }
    made.name = std::move(name);
    return made;
}

RuntimeValue RuntimeValue::settled() const {
    if (owner || strings || !isTensor())
        return *this;
    RuntimeValue copy = allocate(type, dims);
    copy.strides = strides;
    std::memcpy(copy.data, data, byteSize());
    return copy;
}

} // namespace partita
