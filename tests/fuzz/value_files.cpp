#include "tests/fuzz/value_files.h"

#include "core/data/tensor_files.h"
#include "tests/fuzz/variants.h"

namespace partita::fuzz {

namespace {

namespace fs = std::filesystem;

CaseResult fault(const std::string& text) { return {"differs", text, "value files", true}; }

/// Without any tolerance, elements are compared as bytes.
Tolerance noTolerance() {
    Tolerance none;
    none.float32 = none.float64 = none.float16 = none.bfloat16 = none.float8 = 0;
    return none;
}

CaseResult judgeArchive(const std::vector<ModelData>& values, const fs::path& path) {
    std::vector<Tensor> tensors;
    for (const ModelData& value : values)
        if (value.isTensor() && !npyBytes(value.tensor).empty())
            tensors.push_back(value.tensor);
    if (const auto written = writeNpz(path, tensors); !written)
        return fault("the .npz: " + written.error().message());
    const auto read = readNpz(path);
    if (!read)
        return fault("the .npz cannot be read: " + read.error().message());
    if (read->size() != tensors.size())
        return fault("the .npz has another number of arrays");
    for (const Tensor& tensor : tensors) {
        const auto at = read->find(tensor.name);
        const std::string text = at == read->end() ? "there is no '" + tensor.name + "'"
                                                   : difference(tensor, at->second, noTolerance());
        if (!text.empty())
            return fault("the .npz: " + text);
    }
    return {};
}

CaseResult judgeMessages(const std::vector<ModelData>& values, const std::vector<TypePtr>& types,
                         const fs::path& folder) {
    if (const auto written = writeValueDirectory(folder, "output", values, types); !written)
        return fault("the .pb: " + written.error().message());
    const auto read = readValueDirectory(folder, "output", types);
    if (!read)
        return fault("the .pb cannot be read: " + read.error().message());
    if (read->size() != values.size())
        return fault("there is another number of .pb");
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const std::string text = difference(values[i], (*read)[i], noTolerance());
            !text.empty())
            return fault("the .pb: " + text);
    return {};
}

} // namespace

CaseResult judgeValueFiles(const std::vector<ModelData>& values, const std::vector<TypePtr>& types,
                           const fs::path& folder) {
    std::vector<ModelData> readable;
    std::vector<TypePtr> typesOfReadable;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (const TypePtr type = i < types.size() ? types[i] : nullptr;
            values[i].isTensor() || type) {
            readable.push_back(values[i]);
            typesOfReadable.push_back(type);
        }
    CaseResult result = judgeArchive(readable, folder / "values.npz");
    return result.kind.empty() ? judgeMessages(readable, typesOfReadable, folder / "values")
                               : result;
}

} // namespace partita::fuzz
