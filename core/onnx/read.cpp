#include "core/onnx/read.h"
#include "core/base/mapped_files.h"

#include "core/base/try.h"
#include "core/ir/graph_order.h"
#include "core/onnx/graph_reader.h"

namespace partita {

namespace {

Result<void> refuseCycles(const Model& model) {
    Result<void> result;
    GraphOrder order(model);
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        order.topological(id);
        if (result && order.foundCycle())
            result = Error{Errc::invalidModel,
                           PARTITA_TEXT("its nodes form a cycle"),
                           {PARTITA_TEXT("graph '{0}'", graph->name)},
                           PARTITA_TEXT("a node must not depend on its own output")};
    });
    return result;
}

Result<Model> readBytes(const Buffer& bytes, const std::filesystem::path& path,
                        const std::filesystem::path& directory) {
    auto source = std::make_shared<ModelSource>();
    source->path = path;
    source->files = directory;
    source->file = bytes;
    const MessageReader messages(bytes, std::make_shared<ExternalFiles>(directory));
    GraphReader reader(messages, *source);
    auto model = PARTITA_TRY(reader.readModel({0, bytes.size()}));
    PARTITA_TRY(refuseCycles(model));
    source->baseline = model;
    source->nodeSpans.shrink_to_fit();
    for (auto& entries : source->graphEntries)
        entries.shrink_to_fit();
    return withSource(std::move(model), std::move(source));
}

} // namespace

Model withSource(Model model, std::shared_ptr<const ModelSource> source) {
    model.m_source = std::move(source);
    return model;
}

Result<Model> readModel(const std::filesystem::path& path, const Progress& progress) {
    auto file = PARTITA_TRY(mapFile(path));
    if (file.empty())
        return Error{Errc::invalidModel,
                     PARTITA_TEXT("the file is empty"),
                     {path.string()},
                     PARTITA_TEXT("choose an ONNX model")};
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {path.string()}, {}};
    auto model = readBytes(file, path, path.parent_path());
    if (!model)
        return std::move(model).error().at(path.string());
    dropResidentPages(file.bytes()); // weights are paged in again when they are used
    return model;
}

Result<Model> readModel(const Buffer& bytes, const std::filesystem::path& directory) {
    return readBytes(bytes, {}, directory);
}

Result<Tensor> readTensorProto(const Buffer& bytes) {
    auto tensor = PARTITA_TRY(MessageReader(bytes, nullptr).tensor({0, bytes.size()}));
    return Tensor(*tensor);
}

std::filesystem::path sourcePath(const Model& model) {
    return model.source() ? model.source()->path : std::filesystem::path();
}

std::filesystem::path sourceFolder(const Model& model) { return sourceFiles(model).folder; }

BinaryPlaces sourceFiles(const Model& model) {
    return model.source() ? model.source()->files : BinaryPlaces(std::filesystem::path());
}

Model withFilesAt(const Model& model, BinaryPlaces files) {
    if (!model.source())
        return model;
    auto source = std::make_shared<ModelSource>(*model.source());
    source->files = std::move(files);
    return withSource(model, std::move(source));
}

} // namespace partita
