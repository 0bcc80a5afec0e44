#include "core/data/feed_files.h"

#include "core/base/try.h"
#include "core/data/npz.h"
#include "core/data/tensor_files.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

bool isFolder(const fs::path& path) {
    std::error_code error; // on an error: no folder; reading it reports why
    return fs::is_directory(path, error);
}

/// Assigns values without names to the inputs in order; when there are fewer values than inputs,
/// inputs with an initializer are skipped.
Result<Feeds> inOrder(const Model& model, std::vector<ModelData> values) {
    Feeds feeds;
    const auto& inputs = model.graph(model.mainGraph())->inputs;
    std::size_t next = 0;
    for (const ValueId id : inputs) {
        if (next == values.size())
            break;
        if (model.value(id)->initializer && values.size() < inputs.size())
            continue;
        feeds.emplace(model.value(id)->name, std::move(values[next++]));
    }
    if (next < values.size())
        return Error{Errc::usage,
                     PARTITA_TEXT("more input files than inputs"),
                     {},
                     PARTITA_TEXT("remove the extra input_N.pb")};
    return feeds;
}

} // namespace

std::vector<TypePtr> typesOf(const Model& model, const std::vector<ValueId>& values) {
    std::vector<TypePtr> types;
    for (const ValueId id : values)
        types.push_back(model.value(id)->type);
    return types;
}

Result<Feeds> readFeeds(const fs::path& path, const Model& model) {
    const auto& inputs = model.graph(model.mainGraph())->inputs;
    if (isFolder(path)) {
        auto values = PARTITA_TRY(readValueDirectory(path, "input", typesOf(model, inputs)));
        return inOrder(model, std::move(values));
    }
    NpzSelection wanted{{}, false};
    for (const ValueId id : inputs)
        wanted.arrays.emplace(model.value(id)->name, model.value(id)->type);
    auto arrays = PARTITA_TRY(readNpz(path, wanted));
    return Feeds(arrays.begin(), arrays.end());
}

Result<std::vector<ModelData>> readExpected(const fs::path& path, const Model& model) {
    const auto& outputs = model.graph(model.mainGraph())->outputs;
    std::vector<ModelData> expected;
    if (isFolder(path)) {
        expected = PARTITA_TRY(readValueDirectory(path, "output", typesOf(model, outputs)));
    } else {
        NpzSelection wanted; // any shape: a difference from the output is a result, not an error
        for (const ValueId id : outputs)
            wanted.arrays.emplace(model.value(id)->name, nullptr);
        auto arrays = PARTITA_TRY(readNpz(path, wanted));
        for (const ValueId id : outputs)
            if (const auto found = arrays.find(model.value(id)->name); found != arrays.end())
                expected.emplace_back(found->second);
    }
    if (expected.size() != outputs.size())
        return Error{
            Errc::usage,
            PARTITA_TEXT("{0} expected outputs for {1} outputs", expected.size(), outputs.size()),
            {path.string()},
            PARTITA_TEXT("give output_0.pb … or an .npz with the outputs' names")};
    return expected;
}

} // namespace partita
