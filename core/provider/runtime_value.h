#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ir/model_data.h"
#include "core/ir/tensor_size.h"

namespace partita {

using Dims = std::vector<std::int64_t>;

/// A value while a model runs: a tensor, as plain elements and whoever owns them; a sequence; a
/// map; or an optional without a value.
struct RuntimeValue {
    DataType type = DataType::undefined;
    Dims dims;
    Dims strides; ///< in elements, a permutation of a dense tensor; empty: row by row. Strided
                  ///< values never leave the partition that made them.
    std::byte* data = nullptr;
    std::shared_ptr<void> owner; ///< null: the session's arena
    std::uint64_t capacity = 0;  ///< bytes of `owner` to write again when nobody else holds it
    std::shared_ptr<std::vector<std::string>> strings; ///< for DataType::string

    std::shared_ptr<const std::vector<RuntimeValue>> items; ///< not null: a sequence or a map
    bool isMap = false; ///< `items` are two tensors of one dimension: keys, ascending, and values
    bool none = false;  ///< an optional without a value

    [[nodiscard]] bool present() const { return type != DataType::undefined || items || none; }
    [[nodiscard]] bool isTensor() const { return type != DataType::undefined; }
    [[nodiscard]] std::int64_t count() const { return countOf(dims); }
    [[nodiscard]] std::uint64_t byteSize() const { return bytesOf(type, count()); }
    template <class T> [[nodiscard]] T* as() { return reinterpret_cast<T*>(data); }
    template <class T> [[nodiscard]] const T* as() const {
        return reinterpret_cast<const T*>(data);
    }

    /// Fresh memory, aligned for vector instructions.
    static RuntimeValue allocate(DataType type, Dims dims);
    /// Shares the bytes of a constant; they must not be written, and raw data of a file may start
    /// at any address: `aligned()` before elements are read one by one.
    static Result<RuntimeValue> from(const Tensor& tensor);
    static Result<RuntimeValue> from(const DataValue& value);
    static RuntimeValue sequence(std::vector<RuntimeValue> values);
    static RuntimeValue map(RuntimeValue keys, RuntimeValue values);
    [[nodiscard]] bool isAligned() const;
    [[nodiscard]] RuntimeValue aligned() const;
    /// What outlives the session: the same memory where it is this value's own, else a copy.
    [[nodiscard]] Tensor toTensor(std::string name) const;
    [[nodiscard]] DataValue toData(std::string name) const;
    /// The same value in memory of its own, if it lies in the session's arena.
    [[nodiscard]] RuntimeValue settled() const;
};

} // namespace partita
