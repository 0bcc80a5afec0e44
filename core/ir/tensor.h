#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/ir/tensor_size.h"
#include "core/ir/type.h"

namespace partita {

using Metadata = std::vector<std::pair<std::string, std::string>>; ///< in the file's order

/// Documentation and key-value pairs of any part of a model.
struct Annotations {
    std::string docString;
    Metadata metadata;
};
using AnnotationsPtr = std::shared_ptr<const Annotations>; ///< null: none

/// The bytes of a tensor stored outside the model file.
class ExternalSource {
public:
    virtual ~ExternalSource() = default;
    [[nodiscard]] virtual Result<Buffer> load() const = 0; ///< maps the file on first use;
                                                           ///< thread-safe
    /// Whether `load` computes the bytes, which may take long, instead of reading them.
    [[nodiscard]] virtual bool isComputed() const { return false; }
};

/// The location of external data as the model file gives it.
struct ExternalData {
    std::string location;
    std::optional<std::uint64_t> offset, length;
    Metadata entries; ///< every key as read, known or not
    std::shared_ptr<const ExternalSource> source;
};

/// A constant tensor as the file stores it; `elements` returns its plain bytes.
struct Tensor {
    /// The TensorProto field that holds the values. The *Data fields are kept in their packed
    /// wire form and decoded on demand, so that opening a model copies nothing.
    enum class Storage {
        raw,
        floatData,
        int32Data,
        int64Data,
        doubleData,
        uint64Data,
        strings,
        external
    };

    std::string name;
    DataType type = DataType::undefined;
    std::vector<std::int64_t> dims; ///< never negative; the product fits in 63 bits
    Storage storage = Storage::raw;
    Buffer payload; ///< for all storages but strings and external
    std::vector<std::string> strings;
    std::shared_ptr<const ExternalData> external;
    AnnotationsPtr annotations;

    [[nodiscard]] std::int64_t count() const { return countOf(dims); }
    /// Whether its bytes are computed when they are first read.
    [[nodiscard]] bool isComputed() const {
        return external && external->source && external->source->isComputed();
    }
    /// Bytes of the elements when unpacked; for strings the sum of their lengths.
    [[nodiscard]] std::uint64_t byteSize() const;
    [[nodiscard]] Shape shape() const;

    static Tensor fromBytes(DataType type, std::vector<std::int64_t> dims, Buffer bytes);
    template <class T>
    static Tensor of(DataType type, std::vector<std::int64_t> dims, const std::vector<T>& values) {
        return fromBytes(type, std::move(dims), Buffer::copyOf(std::as_bytes(std::span(values))));
    }
    /// Converts numbers to a floating point type of 16 bits or more; fails for any other type.
    static Result<Tensor> ofFloats(DataType type, std::vector<std::int64_t> dims,
                                   const std::vector<double>& values);
    static Tensor ofStrings(std::vector<std::int64_t> dims, std::vector<std::string> texts);
    static Tensor int64s(const std::vector<std::int64_t>& values);
};

using TensorPtr = std::shared_ptr<const Tensor>;

struct SparseTensor {
    TensorPtr values, indices;
    std::vector<std::int64_t> dims;
};
using SparseTensorPtr = std::shared_ptr<const SparseTensor>;

/// The little-endian elements of `tensor`, exactly `packedBytes(type, count)` bytes. Raw and mapped
/// bytes are shared; typed fields are decoded. Fails for strings, for a size that does not fit the
/// shape, and for external data that cannot be mapped.
Result<Buffer> elements(const Tensor& tensor);

/// Whether two tensors have the same type, shape and elements, or both are missing. Reads the elements
/// of two objects; what cannot be read is the same as nothing else.
bool sameTensor(const TensorPtr& a, const TensorPtr& b);

/// The same tensor with its bytes in a file.
TensorPtr withExternal(const Tensor& tensor, const std::string& location, std::uint64_t offset,
                       std::uint64_t length);

/// Gives back the pages of the file that hold the elements of a large tensor, because what was made of
/// them is read from here on. They are read again where somebody needs them.
void dropPages(const Tensor& tensor);

/// Element `i` of `bytes`, as `elements` returns them, as a number; the real part of a complex
/// number, 0 for strings. `bytes` must contain element `i`.
double numberAt(DataType type, Bytes bytes, std::size_t i);

/// The elements as numbers, for small tensors; fails for strings and above `limit` elements.
Result<std::vector<double>> elementsAsDoubles(const Tensor& tensor, std::int64_t limit = 1 << 26);
/// Changes a run of a tensor's elements, the first of which has this index; false: not this tensor.
using ChangeNumbers = std::function<bool(std::span<double> numbers, std::size_t first)>;
constexpr std::size_t kSomeNumbers = 4096; ///< a run for whom all elements are alike
/// A tensor of the same floating-point type, of 16 bits or more, and shape, with all elements changed in
/// runs of `run`; only one run is held as float64, however large the tensor is. Nothing where `change` says
/// no, for other types, and where the elements cannot be read.
std::optional<Tensor> changedFloats(const Tensor& tensor, std::size_t run,
                                    const ChangeNumbers& change);
/// The elements of an integer or boolean tensor; fails for other types and above `limit` elements.
Result<std::vector<std::int64_t>> elementsAsInts(const Tensor& tensor,
                                                 std::int64_t limit = 1 << 20);

} // namespace partita
