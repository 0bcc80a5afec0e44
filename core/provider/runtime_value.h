#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ir/dims.h"
#include "core/ir/model_data.h"
#include "core/ir/tensor_size.h"

namespace partita {

/// A value while a model runs: a tensor (its elements and their owner), a sequence, a map, or an
/// optional without a value.
struct RuntimeValue {
    DataType type = DataType::undefined;
    Dims dims;
    Dims strides; ///< in elements, a permutation of a dense tensor; empty: row-major. Strided
                  ///< values never leave the partition that made them.
    std::byte* data = nullptr;
    std::shared_ptr<void> owner; ///< null: the session's arena
    std::uint64_t capacity = 0;  ///< bytes of `owner` that may be reused when no other value holds
                                 ///< it
    std::shared_ptr<std::vector<std::string>> strings; ///< for DataType::string

    std::shared_ptr<const std::vector<RuntimeValue>> items; ///< not null: a sequence or a map
    bool isMap = false; ///< `items` are two 1-D tensors: the keys, ascending, and the values
    bool none = false;  ///< an optional without a value

    [[nodiscard]] bool present() const { return type != DataType::undefined || items || none; }
    [[nodiscard]] bool isTensor() const { return type != DataType::undefined; }
    [[nodiscard]] std::int64_t count() const { return countOf(dims); }
    [[nodiscard]] std::uint64_t byteSize() const { return bytesOf(type, count()); }
    template <class T> [[nodiscard]] T* as() { return reinterpret_cast<T*>(data); }
    template <class T> [[nodiscard]] const T* as() const {
        return reinterpret_cast<const T*>(data);
    }

    /// Allocates memory aligned for vector instructions. Throws std::length_error for an impossible
    /// size and std::bad_alloc when there is not enough memory.
    static RuntimeValue allocate(DataType type, const Dims& dims);
    /// Shares the bytes of a constant: they must not be written. Raw data of a file may start at
    /// any address, so call `aligned` before reading single elements. Fails for damaged data.
    static Result<RuntimeValue> from(const Tensor& tensor);
    static Result<RuntimeValue> from(const ModelData& value);
    static RuntimeValue sequence(std::vector<RuntimeValue> values);
    static RuntimeValue map(RuntimeValue keys, RuntimeValue values);
    /// Whether `data` has the alignment that the element type needs.
    [[nodiscard]] bool isAligned() const;
    /// The value itself if it is aligned, otherwise an aligned copy.
    [[nodiscard]] RuntimeValue aligned() const;
    /// The value as a tensor that outlives the session: shares its own memory, copies any other.
    [[nodiscard]] Tensor toTensor(std::string name) const;
    [[nodiscard]] ModelData toData(std::string name) const;
    /// The value itself, or a copy with its own memory if it lies in the session's arena.
    [[nodiscard]] RuntimeValue settled() const;
};

} // namespace partita
