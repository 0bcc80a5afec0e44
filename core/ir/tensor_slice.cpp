#include "core/ir/tensor_slice.h"
#include "core/base/try.h"

#include <cassert>
#include <cstring>

#include <fmt/format.h>

namespace partita {

Result<TensorSlice> TensorSlice::of(std::shared_ptr<const Tensor> tensor) {
    TensorSlice slice;
    if (tensor->type != DataType::string) {
        slice.m_elements = PARTITA_TRY(elements(*tensor));
    } else if (tensor->strings.size() != static_cast<std::size_t>(tensor->count())) {
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("has not as many strings as its shape says"),
                     {PARTITA_TEXT("tensor '{0}'", tensor->name)},
                     PARTITA_TEXT("write the file again")};
    }
    slice.m_tensor = std::move(tensor);
    slice.m_at.assign(slice.outer().size(), 0);
    return slice;
}

std::vector<std::int64_t> TensorSlice::outer() const {
    const auto& dims = m_tensor->dims;
    return dims.size() < 3 ? std::vector<std::int64_t>()
                           : std::vector<std::int64_t>(dims.begin(), dims.end() - 2);
}

void TensorSlice::moveTo(std::vector<std::int64_t> at) {
    assert(at.size() == m_at.size());
    m_at = std::move(at);
}

std::int64_t TensorSlice::rows() const {
    const auto& dims = m_tensor->dims;
    if (m_tensor->count() == 0)
        return 0;
    return dims.empty() ? 1 : dims[dims.size() - std::min<std::size_t>(2, dims.size())];
}

std::int64_t TensorSlice::columns() const {
    if (m_tensor->count() == 0)
        return 0;
    return m_tensor->dims.size() < 2 ? 1 : m_tensor->dims.back();
}

std::size_t TensorSlice::index(std::int64_t row, std::int64_t column) const {
    std::int64_t plane = 0;
    for (std::size_t i = 0; i < m_at.size(); ++i)
        plane = plane * m_tensor->dims[i] + m_at[i];
    return static_cast<std::size_t>((plane * rows() + row) * columns() + column);
}

double TensorSlice::number(std::int64_t row, std::int64_t column) const {
    return m_tensor->type == DataType::string
               ? 0
               : numberAt(m_tensor->type, m_elements.bytes(), index(row, column));
}

std::string TensorSlice::text(std::int64_t row, std::int64_t column) const {
    const std::size_t i = index(row, column);
    const auto as = [&]<class T>(T value, std::size_t part = 0) {
        std::memcpy(&value, m_elements.bytes().data() + (i + part) * sizeof value, sizeof value);
        return value;
    };
    switch (m_tensor->type) {
    case DataType::string: return m_tensor->strings[i];
    case DataType::int64: return fmt::format("{}", as(std::int64_t{}));
    case DataType::int32: return fmt::format("{}", as(std::int32_t{}));
    case DataType::uint32: return fmt::format("{}", as(std::uint32_t{}));
    case DataType::uint64: return fmt::format("{}", as(std::uint64_t{}));
    case DataType::float64: return fmt::format("{}", as(double{}));
    case DataType::float32: return fmt::format("{}", as(float{}));
    case DataType::boolean: return number(row, column) != 0 ? "true" : "false";
    case DataType::complex64: return fmt::format("{}{:+}i", as(float{}, i), as(float{}, i + 1));
    case DataType::complex128: return fmt::format("{}{:+}i", as(double{}, i), as(double{}, i + 1));
    default: return fmt::format("{}", static_cast<float>(number(row, column)));
    }
}

std::string TensorSlice::shortText(std::int64_t row, std::int64_t column) const {
    return m_tensor->type == DataType::float32 || m_tensor->type == DataType::float64
               ? fmt::format("{:.6g}", number(row, column))
               : text(row, column);
}

} // namespace partita
