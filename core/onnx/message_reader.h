#pragma once

#include "core/ir/attribute.h"
#include "core/onnx/external_data.h"
#include "core/onnx/wire.h"

namespace partita {

/// Reads the messages that hold no nodes: tensors, types, annotations. Payloads are slices of the
/// file; only names and numbers are copied. A damaged message is an Error with its byte position.
class MessageReader {
public:
    MessageReader(const Buffer& file, std::shared_ptr<ExternalFiles> external)
        : m_file(file), m_external(std::move(external)) {}

    [[nodiscard]] Bytes bytes() const { return m_file.bytes(); }
    [[nodiscard]] std::string text(const wire::Field& field) const {
        return std::string(view(field));
    }
    [[nodiscard]] std::string_view view(const wire::Field& field) const;
    [[nodiscard]] Buffer slice(wire::Span span) const {
        return m_file.slice(span.begin, span.size);
    }
    [[nodiscard]] wire::Reader fields(wire::Span span) const { return {bytes(), span}; }

    Result<TensorPtr> tensor(wire::Span span) const;
    Result<SparseTensorPtr> sparseTensor(wire::Span span) const;
    Result<TypePtr> type(wire::Span span, int depth = 0) const;
    Result<std::pair<std::string, std::string>> entry(wire::Span span) const;

    /// What `reader` stopped at: success at the end of `message`, an Error at damage in it.
    static Result<void> finished(const wire::Reader& reader, const Message& message);
    static Error damaged(const Message& what, std::uint64_t position);

private:
    Result<Shape> shape(wire::Span span) const;
    Result<void> tensorField(const wire::Field& field, Tensor& tensor, ExternalData& external,
                             bool& isExternal, std::vector<std::byte>& joined) const;

    Buffer m_file;
    std::shared_ptr<ExternalFiles> m_external; ///< null: external data cannot be reached
};

/// Appends the packed or single varints of a repeated integer field; false: they are damaged.
bool appendVarints(const wire::Field& field, Bytes file, std::vector<std::int64_t>& into);

} // namespace partita
