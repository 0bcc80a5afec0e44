#include "core/onnx/parse_text.h"

#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include "core/onnx/read.h"

namespace partita {

Result<Model> parseModelText(const std::string& text) {
    onnx::ModelProto proto;
    if (const auto status = onnx::OnnxParser::Parse(proto, text.c_str()); !status.IsOK())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("the text is no model: {0}", status.ErrorMessage()),
                     {},
                     PARTITA_TEXT("it must be in ONNX's text form")};
    const std::string bytes = proto.SerializeAsString();
    return readModel(Buffer::copyOf(std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

} // namespace partita
