#include "core/data/tensor_files.h"
#include "core/epcontext/formats/context_tool.h"
#include "core/epcontext/session_options.h"
#include "core/provider/node_failure.h"
#include "core/rewrite/recipe.h"
#include "providers/cpu/images/decode.h"
#include "providers/npu/profile/device_profile.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    return lines;
}

} // namespace

void readNpyFile(const Buffer& bytes) {
    const auto tensor = readNpy(bytes.bytes());
    if (!tensor || tensor->type == DataType::string || tensor->byteSize() > (1 << 24))
        return;
    const std::string written = npyBytes(*tensor);
    const auto again = readNpy(std::as_bytes(std::span(written)));
    if (!again)
        broken("npy", "what was written cannot be read: " + again.error().message());
    expectSame("npy", *tensor, *again);
}

void readNpzFile(const Buffer& bytes) {
    const auto arrays = readNpz(asFile(bytes, ".npz"));
    if (!arrays || arrays->size() > 100)
        return;
    std::vector<Tensor> tensors;
    for (const auto& [name, tensor] : *arrays) {
        if (tensor.type == DataType::string || tensor.byteSize() > (1 << 20))
            return;
        tensors.push_back(tensor);
        tensors.back().name = name;
    }
    const auto path = asFile({}, "-again.npz");
    if (!writeNpz(path, tensors))
        return; // a file cannot have such names
    const auto again = readNpz(path);
    std::filesystem::remove(path);
    if (!again || again->size() != arrays->size())
        broken("npz", "what was written cannot be read");
    for (const auto& [name, tensor] : *arrays)
        expectSame("npz", tensor, again->at(name));
}

void readProfileFile(const Buffer& bytes) {
    (void)parseDeviceProfile(bytes.text(), "profile.json");
}

void readRecipeFile(const Buffer& bytes) {
    const auto recipe = recipeFromJson(std::string(bytes.text()));
    if (!recipe)
        return;
    const auto again = recipeFromJson(recipeText(*recipe));
    if (!again)
        broken("recipe", "what was written cannot be read: " + again.error().message());
    if (*again != *recipe)
        broken("recipe", "it is another one after writing");
}

void readPictureFile(const Buffer& bytes) {
    try {
        const cpu::Picture size = cpu::decodeHere(bytes.bytes(), cpu::Wanted::size);
        const cpu::Picture picture = cpu::decodeHere(bytes.bytes());
        if (picture.width != size.width || picture.height != size.height)
            broken("picture", "it is of another size than it said");
    } catch (const NodeFailure&) { // damaged
    }
}

void readPluginDescription(const Buffer& bytes) {
    (void)pluginToolCommand("plugin.json", bytes.text(), {"a=b"}, {}, {"m.onnx"});
}

/// The input has the lines key, value, key, value …
void readSessionOptionPairs(const Buffer& bytes) {
    const std::vector<std::string> lines = linesOf(bytes.text());
    std::vector<std::pair<std::string, std::string>> entries;
    for (std::size_t i = 0; i + 1 < lines.size(); i += 2)
        entries.emplace_back(lines[i], lines[i + 1]);
    (void)readSessionOptions(entries);
}

} // namespace partita::fuzz
