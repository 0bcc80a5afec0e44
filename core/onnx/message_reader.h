#pragma once

#include "core/ir/attribute.h"
#include "core/onnx/external_data.h"
#include "core/onnx/wire.h"

namespace partita {

/// Reads the messages that hold no nodes: tensors, types, annotations. Nothing is copied but
/// names and numbers; a damaged message gives an Error with its place in the file.
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

    /// The reader stopped: at the end (success) or at damage.
    static Result<void> finished(const wire::Reader& reader, const char* message);
    static Error damaged(Message what, std::uint64_t position);

private:
    Result<Shape> shape(wire::Span span) const;
    Result<void> tensorField(const wire::Field& field, Tensor& tensor, ExternalData& external,
                             bool& isExternal) const;

    Buffer m_file;
    std::shared_ptr<ExternalFiles> m_external; ///< null: external data cannot be reached
};

/// Appends packed or single varints of a repeated integer field.
bool appendVarints(const wire::Field& field, Bytes file, std::vector<std::int64_t>& into);

} // namespace partita
