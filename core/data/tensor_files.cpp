#include "core/data/tensor_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/mapped_files.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/onnx/value_proto.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// The type of value `i`; null when none is given: a tensor.
const Type* typeAt(const std::vector<TypePtr>& types, std::size_t i) {
    return i < types.size() ? types[i].get() : nullptr;
}

} // namespace

Result<void> writeValue(const fs::path& path, const ModelData& value) {
    const std::string ending = lowerLetters(path.extension().string());
    if (ending == ".pb")
        return writeFile(path, serializeValue(value));
    if (ending != ".npy" && ending != ".npz")
        return Error{Errc::usage,
                     PARTITA_TEXT("the name does not say how to write it"),
                     {path.string()},
                     PARTITA_TEXT("end it with .npy, .npz or .pb")};
    if (!value.isTensor())
        return noNumpyForm(value);
    if (ending == ".npz")
        return writeNpz(path, {value.tensor});
    const std::string bytes = npyBytes(value.tensor);
    return bytes.empty() ? noNumpyForm(value) : writeFile(path, bytes);
}

Result<std::vector<ModelData>> readValueDirectory(const fs::path& directory,
                                                  const std::string& prefix,
                                                  const std::vector<TypePtr>& types) {
    std::vector<ModelData> values;
    for (;;) {
        const fs::path path = directory / fmt::format("{}_{}.pb", prefix, values.size());
        std::error_code error; // opening it reports errors other than a missing file
        if (fs::symlink_status(path, error).type() == fs::file_type::not_found)
            return values;
        auto file = PARTITA_TRY(mapFile(path));
        auto value = readValueProto(file, typeAt(types, values.size()));
        if (!value)
            return std::move(value).error().at(path.string());
        values.push_back(*std::move(value));
    }
}

Result<void> writeValueDirectory(const fs::path& directory, const std::string& prefix,
                                 const std::vector<ModelData>& values,
                                 const std::vector<TypePtr>& types) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error)
        return Error{Errc::io,
                     PARTITA_TEXT("cannot make the folder: {0}", error.message()),
                     {directory.string()},
                     PARTITA_TEXT("check the path and its permissions")};
    for (std::size_t i = 0; i < values.size(); ++i)
        PARTITA_TRY(writeFile(directory / fmt::format("{}_{}.pb", prefix, i),
                              serializeValue(values[i], typeAt(types, i))));
    return {};
}

} // namespace partita
