#include "core/epcontext/merge/merge_recipe.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::array<const char*, 3> kBinaries = {"as_they_are", "beside", "inside"};

std::size_t binariesOf(const std::optional<bool>& embed) { return !embed ? 0 : *embed ? 2 : 1; }

Error invalid(const Message& what) {
    return {Errc::invalidModel,
            PARTITA_TEXT("the merge recipe: {0}", what),
            {},
            PARTITA_TEXT("the manual, at EPContext models, says what it may hold")};
}

/// The path from `folder` to `file`, both of which may be relative to the working directory.
std::string relativePath(const fs::path& file, const fs::path& folder) {
    const fs::path to = resolvedPath(file), from = resolvedPath(folder),
                   way = to.lexically_relative(from);
    return (way.empty() ? to : way).generic_string();
}

/// Reads the values of one object; the first problem is kept.
class Reader {
public:
    Reader(const json& object, std::string place) : m_object(object), m_place(std::move(place)) {
        if (!object.is_object())
            fail(PARTITA_TEXT("{0} is no object", m_place));
    }

    std::string text(const char* key, bool required = false) {
        const json* value = find(key, required);
        if (!value)
            return {};
        if (!value->is_string())
            return fail(PARTITA_TEXT("'{0}' in {1} is no text", key, m_place)), std::string();
        return value->get<std::string>();
    }
    bool flag(const char* key) {
        const json* value = find(key, false);
        if (value && !value->is_boolean())
            fail(PARTITA_TEXT("'{0}' in {1} is neither true nor false", key, m_place));
        return value && value->is_boolean() && value->get<bool>();
    }
    std::vector<std::string> texts(const char* key) {
        std::vector<std::string> texts;
        for (const json& each : list(key, false)) {
            if (!each.is_string()) {
                fail(PARTITA_TEXT("'{0}' in {1} holds what is no text", key, m_place));
                break;
            }
            texts.push_back(each.get<std::string>());
        }
        return texts;
    }
    const json& list(const char* key, bool required) {
        static const json kNone = json::array();
        const json* value = find(key, required);
        if (!value)
            return kNone;
        if (!value->is_array())
            return fail(PARTITA_TEXT("'{0}' in {1} is no list", key, m_place)), kNone;
        return *value;
    }
    const json* find(const char* key, bool required) {
        m_known.insert(key);
        if (!m_object.is_object())
            return nullptr;
        const auto at = m_object.find(key);
        if (at == m_object.end() && required)
            fail(PARTITA_TEXT("{0} has no '{1}'", m_place, key));
        return at == m_object.end() ? nullptr : &*at;
    }
    void fail(const Message& what) {
        if (!m_error)
            m_error = invalid(what);
    }
    Result<void> finish() {
        if (m_object.is_object())
            for (const auto& [key, value] : m_object.items())
                if (!m_known.contains(key))
                    fail(PARTITA_TEXT("nobody knows '{0}' in {1}", key, m_place));
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    const json& m_object;
    std::string m_place;
    std::set<std::string> m_known;
    std::optional<Error> m_error;
};

std::string placeOf(const char* list, std::size_t index) {
    return std::string(list) + "[" + std::to_string(index) + "]";
}

Result<void> readSources(Reader& reader, const fs::path& folder, MergeRecipe& recipe) {
    const json& list = reader.list("sources", true);
    for (std::size_t i = 0; i < list.size(); ++i) {
        Reader source(list[i], placeOf("sources", i));
        const std::string path = source.text("path", true);
        recipe.sources.push_back(
            {(folder / path).lexically_normal(), source.text("prefix"), source.text("partition")});
        if (path.empty())
            source.fail(PARTITA_TEXT("'{0}' in {1} is empty", "path", placeOf("sources", i)));
        PARTITA_TRY(source.finish());
    }
    return {};
}

Result<void> readConnections(Reader& reader, MergeRecipe& recipe) {
    const json& list = reader.list("connections", false);
    for (std::size_t i = 0; i < list.size(); ++i) {
        Reader connection(list[i], placeOf("connections", i));
        recipe.options.connections.emplace_back(connection.text("input", true),
                                                connection.text("output", true));
        PARTITA_TRY(connection.finish());
    }
    return {};
}

void readBinaries(Reader& reader, MergeOptions& options) {
    const std::string binaries = reader.text("binaries");
    if (binaries.empty())
        return;
    const auto at = std::ranges::find(kBinaries, binaries);
    if (at == kBinaries.end())
        return reader.fail(PARTITA_TEXT("'binaries' is '{0}', and may be as_they_are, beside or "
                                        "inside",
                                        binaries));
    if (at != kBinaries.begin())
        options.embed = at == kBinaries.begin() + 2;
}

} // namespace

MergeRecipe recipeOf(const std::vector<MergeInput>& inputs, const MergeOptions& options) {
    MergeRecipe recipe{{}, options};
    for (const MergeInput& input : inputs)
        recipe.sources.push_back({input.path, input.prefix, input.part});
    return recipe;
}

std::string mergeRecipeText(const MergeRecipe& recipe, const fs::path& folder) {
    nlohmann::ordered_json text = {{"partita_merge", kVersion}, {"sources", json::array()}};
    for (const auto& source : recipe.sources) {
        nlohmann::ordered_json each = {{"path", relativePath(source.path, folder)},
                                       {"prefix", source.prefix}};
        if (!source.part.empty())
            each["partition"] = source.part;
        text["sources"].push_back(std::move(each));
    }
    const MergeOptions& options = recipe.options;
    text["connections"] = json::array();
    for (const auto& [input, output] : options.connections)
        text["connections"].push_back({{"input", input}, {"output", output}});
    text["shared_inputs"] = options.sharedInputs;
    text["dropped_outputs"] = options.droppedOutputs;
    text["outputs"] = options.outputOrder;
    text["binaries"] = kBinaries[binariesOf(options.embed)];
    text["rewrite_binaries"] = options.rewriteBinaries;
    if (!options.output.empty())
        text["output"] = relativePath(options.output, folder);
    return text.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<MergeRecipe> mergeRecipeFromText(std::string_view text, const fs::path& folder) {
    const auto document = PARTITA_TRY(parseJson(text));
    Reader reader(document, "the recipe");
    MergeRecipe recipe;
    const json* version = reader.find("partita_merge", true);
    if (version && *version != kVersion)
        return invalid(
            PARTITA_TEXT("'partita_merge' is {0}, and only 1 is known", version->dump()));
    PARTITA_TRY(readSources(reader, folder, recipe));
    PARTITA_TRY(readConnections(reader, recipe));
    recipe.options.sharedInputs = reader.texts("shared_inputs");
    recipe.options.droppedOutputs = reader.texts("dropped_outputs");
    recipe.options.outputOrder = reader.texts("outputs");
    readBinaries(reader, recipe.options);
    recipe.options.rewriteBinaries = reader.flag("rewrite_binaries");
    if (const std::string output = reader.text("output"); !output.empty())
        recipe.options.output = (folder / output).lexically_normal();
    recipe.options.single = recipe.sources.size() == 1;
    PARTITA_TRY(reader.finish());
    return recipe;
}

Result<MergeRecipe> readMergeRecipe(const fs::path& file) {
    const auto bytes = PARTITA_TRY(mapFile(file));
    auto recipe = mergeRecipeFromText(bytes.text(), file.parent_path());
    if (!recipe)
        return std::move(recipe).error().at(file.string());
    return recipe;
}

MergeInput openSource(const MergeRecipe::Source& source, const ModelReader& read) {
    MergeInput input{source.path, {}, source.prefix, source.part, {}, {}};
    auto model = read(source.path);
    if (!model) {
        input.unreadable = std::move(model).error();
        return input;
    }
    input.model = *std::move(model);
    if (source.part.empty())
        return input;
    auto part = onePartition(input, source.part);
    if (part)
        return *std::move(part);
    input.unreadable = std::move(part).error().at(source.path.string());
    return input;
}

std::vector<MergeInput> openSources(const MergeRecipe& recipe, const ModelReader& read) {
    std::vector<MergeInput> inputs;
    for (const auto& source : recipe.sources)
        inputs.push_back(openSource(source, read));
    return inputs;
}

} // namespace partita
