#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/epcontext/formats/context_content.h"
#include "core/epcontext/lint/lint.h"
#include "core/ir/ep_context.h"
#include "core/onnx/external_data.h"
#include "core/onnx/read.h"
#include "core/onnx/value_proto.h"
#include "core/onnx/write.h"
#include "core/tasks/records/measured_placement.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

void readModelFile(const Buffer& bytes) {
    if (const auto model = readModel(bytes))
        exerciseModel("model", *model);
}

/// Runs the code for context models; their paths lead nowhere.
void readContextModel(const Buffer& bytes) {
    const auto model = readModel(bytes, "/nowhere");
    if (!model)
        return;
    const auto contexts = epContextsOf(*model);
    for (const EpContext& context : contexts)
        (void)contextContent(context, contexts, "/nowhere", 1 << 24);
    (void)lintContexts(*model, "/nowhere");
    if (const auto record = recordFromContextModel(*model))
        (void)matchPlacement(*model, *record);
}

namespace {

/// What was read of a data file must be what stands there.
void checkRead(const Model& model, const Buffer& file, const std::string& offset) {
    const auto begin = parseWholeNumber(offset.empty() ? "0" : offset);
    model.values().forEach([&](ValueId, const auto& value) {
        const auto read =
            value->initializer ? elements(*value->initializer) : Result<Buffer>(Buffer());
        if (!read || read->empty())
            return;
        if (!begin || *begin > file.size() || read->size() > file.size() - *begin)
            broken("external_data", "bytes that the data file does not have");
        if (read->text() != file.text().substr(*begin, read->size()))
            broken("external_data", "other bytes than those of the data file");
    });
}

} // namespace

/// The input has the lines location, offset and length; the rest is the data file of a tensor of
/// eight bytes.
void readExternalReference(const Buffer& bytes) {
    std::vector<std::string> lines(1);
    const std::string_view text = bytes.text();
    std::size_t at = 0;
    for (; at < text.size() && lines.size() < 4; ++at)
        if (text[at] == '\n')
            lines.emplace_back();
        else
            lines.back() += text[at];
    lines.resize(4);
    const Buffer data = bytes.slice(at, bytes.size() - at);
    const std::filesystem::path file = asFile(data, ".data");
    const std::string location = lines[0] == "FILE" ? file.filename().string() : lines[0];
    const auto field = [](int number, const std::string& value) {
        std::string wire(1, static_cast<char>(number << 3 | 2));
        for (std::size_t size = value.size(); true; size >>= 7) {
            wire += static_cast<char>((size & 127) | (size > 127 ? 128 : 0));
            if (size <= 127)
                return wire + value;
        }
    };
    const auto entry = [&](const std::string& key, const std::string& value) {
        return field(13, field(1, key) + field(2, value));
    };
    const std::string tensor = std::string("\x08\x08\x10\x02", 4) + field(8, "w") +
                               entry("location", location) + entry("offset", lines[1]) +
                               entry("length", lines[2]) + std::string("\x70\x01", 2);
    const std::string graph = field(5, tensor) + field(2, "g");
    const auto model =
        readModel(Buffer::own(std::string("\x08\x0a", 2) + field(7, graph)), file.parent_path());
    if (!model)
        return;
    const auto path = resolveExternalPath(file.parent_path(), location);
    if (path && !std::filesystem::weakly_canonical(*path).string().starts_with(
                    std::filesystem::canonical(file.parent_path()).string()))
        broken("external_data", "a path that leaves the folder: " + path->string());
    if (lines[0] == "FILE")
        checkRead(*model, data, lines[1]);
    exerciseModel("external_data", *model);
}

void readTensorFile(const Buffer& bytes) {
    const auto tensor = readTensorProto(bytes);
    if (!tensor)
        return;
    (void)elements(*tensor);
    (void)elementsAsDoubles(*tensor, 1 << 16);
    (void)elementsAsInts(*tensor, 1 << 16);
    if (tensor->storage == Tensor::Storage::external)
        return;
    const auto again = readTensorProto(Buffer::own(serializeTensor(*tensor)));
    if (!again)
        broken("tensor", "what was written cannot be read: " + again.error().message());
    if (again->dims != tensor->dims || again->type != tensor->type)
        broken("tensor", "type or shape are others after writing");
}

/// The first byte of the input chooses the type of the value.
void readValueFile(const Buffer& bytes) {
    if (bytes.empty())
        return;
    const TypePtr tensor = Type::tensor(DataType::float32, std::nullopt);
    Type sequence, optional, map;
    sequence.kind = Type::Kind::sequence;
    sequence.nested = tensor;
    optional.kind = Type::Kind::optional;
    optional.nested = std::make_shared<Type>(sequence);
    map.kind = Type::Kind::map;
    map.element = DataType::int64;
    map.nested = tensor;
    const Type* const types[] = {nullptr, tensor.get(), &sequence, &optional, &map};
    const auto kind = static_cast<std::size_t>(bytes.bytes()[0]) % std::size(types);
    const auto value = readValueProto(bytes.slice(1, bytes.size() - 1), types[kind]);
    if (!value)
        return;
    const auto again =
        readValueProto(Buffer::own(serializeValue(*value, types[kind])), types[kind]);
    if (!again)
        broken("value", "what was written cannot be read: " + again.error().message());
    if (again->kindText() != value->kindText())
        broken("value", "it is another kind of value after writing");
}

} // namespace partita::fuzz
