#include "core/onnx/named_files.h"

#include "core/base/file_writing.h"
#include "core/base/numbered_name.h"
#include "core/ir/ep_context.h"
#include "core/onnx/external_data.h"
#include "core/onnx/read.h"

namespace partita {

namespace fs = std::filesystem;

void forEachTensor(const Model& model, const std::function<void(const TensorPtr&)>& visit) {
    const auto visitSparse = [&](const SparseTensorPtr& sparse) {
        if (sparse)
            for (const TensorPtr& part : {sparse->values, sparse->indices})
                if (part && part->storage == Tensor::Storage::external)
                    visit(part);
    };
    model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer)
            visit(value->initializer);
        visitSparse(value->sparseInitializer);
    });
    model.nodes().forEach([&](NodeId, const auto& node) {
        for (const auto& attribute : *node->attributes) {
            if (const auto* one = std::get_if<TensorPtr>(&attribute->value); one && *one)
                visit(*one);
            if (const auto* many = std::get_if<std::vector<TensorPtr>>(&attribute->value))
                for (const auto& each : *many)
                    visit(each);
            if (const auto* one = std::get_if<SparseTensorPtr>(&attribute->value))
                visitSparse(*one);
            if (const auto* many = std::get_if<std::vector<SparseTensorPtr>>(&attribute->value))
                for (const auto& each : *many)
                    visitSparse(each);
        }
    });
}

std::set<fs::path> filesNamedBy(const Model& model) {
    std::set<fs::path> files;
    std::set<std::pair<fs::path, std::string>> seen; // one file may hold thousands of tensors
    const auto add = [&](const fs::path& folder, const std::string& name) {
        if (seen.emplace(folder, name).second)
            files.insert(resolvedPath(folder / name));
    };
    forEachTensor(model, [&](const TensorPtr& tensor) {
        if (const auto folder = externalFolder(*tensor))
            add(*folder, tensor->external->location);
    });
    for (const EpContext& context : epContextsOf(model))
        if (const std::string path = context.path(); !path.empty())
            add(sourceFolder(model), path);
    return files;
}

std::set<fs::path> filesNamedIn(const fs::path& folder, const fs::path& except) {
    std::set<fs::path> files;
    std::error_code error;
    const fs::path home = folder.empty() ? fs::path(".") : folder;
    for (fs::directory_iterator at(home, error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".onnx" &&
            (except.empty() || resolvedPath(at->path()) != resolvedPath(except)))
            if (const auto model = readModel(at->path()))
                files.merge(filesNamedBy(*model));
    return files;
}

std::set<fs::path> filesNamedBeside(const fs::path& output) {
    std::set<fs::path> files = filesNamedIn(output.parent_path());
    std::error_code error;
    if (output.extension() != ".onnx" && fs::exists(output, error))
        if (const auto old = readModel(output))
            files.merge(filesNamedBy(*old));
    return files;
}

std::string freeName(const fs::path& folder, const std::string& wanted,
                     const std::set<fs::path>& taken) {
    return numberedFile(wanted, [&](const std::string& name) {
        return !taken.contains(resolvedPath(folder / name));
    });
}

} // namespace partita
