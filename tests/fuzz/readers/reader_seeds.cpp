// Writes a few small files of every kind, from which reader_fuzz starts:
//   reader_seeds SOURCE_FOLDER OUTPUT_FOLDER
// One folder for each reader.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "core/base/atomic_files.h"
#include "core/data/tensor_files.h"
#include "core/document/journal.h"
#include "core/epcontext/formats/container_program.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/onnx/parse_text.h"
#include "core/onnx/read.h"
#include "core/onnx/value_proto.h"
#include "core/onnx/write.h"
#include "core/rewrite/recipe.h"
#include "tests/fuzz/readers/sample_model.h"
#include "tests/fuzz/readers/seeds.h"
#include "tests/support/pictures.h"

namespace partita::fuzz {

namespace fs = std::filesystem;

void Seeds::add(const std::string& reader, std::string_view bytes) {
    fs::create_directories(m_folder / reader);
    const fs::path path = m_folder / reader / ("seed_" + std::to_string(++m_count));
    std::ofstream(path, std::ios::binary).write(bytes.data(), std::ssize(bytes));
}

namespace {

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Models with everything that a file can hold: bodies, functions, metadata, all attributes, types.
const char* const kModels[] = {
    R"(<ir_version: 9, opset_import: ["" : 18]> g (float[n,4] x) => (float[n,4] y)
       <float[4,4] w = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16}> { p = MatMul(x, w) y = Relu(p) })",
    R"(<ir_version: 10, opset_import: ["" : 21, "f" : 1], producer_name: "p", model_version: 3,
        metadata_props: ["k" : "v"]>
       g (float[2] x, bool c) => (float[2] y) { a = f.twice<times = 2>(x)
         y = If (c) <then_branch = t () => (float[2] u) { u = Neg(a) },
                     else_branch = e () => (float[2] v) { v = Abs(a) }> }
       <domain: "f", opset_import: ["" : 21]> twice <times>(x) => (y) { y = Add(x, x) })",
    R"(<ir_version: 8, opset_import: ["" : 17]> g (int64 m, seq(float[2]) s, optional(float) o)
       => (float[2] y, bool h) { y = SequenceAt(s, m) h = OptionalHasElement(o) })",
    R"(<ir_version: 9, opset_import: ["" : 18, "com.microsoft" : 1]> g (float[1,4] x)
       => (float[1,4] y) { y = com.microsoft.EPContext<main_context = 1, embed_mode = 0,
         ep_cache_context = "c.bin", source = "QNN", partition_name = "p_0">(x) })",
    R"(<ir_version: 9, opset_import: ["" : 18]> g (float[1,4] x) => (float[4] y) {
         s = Constant<value_ints = [4]>() r = Reshape<allowzero = 1>(x, s)
         b = Constant<value = float[4] {1, 2.5, -3, 4e10}>() t = Constant<value_string = "a">()
         y = Add(r, b) })",
};

/// A program with a task for each node.
std::string programOf(const Model& model) {
    DeviceProgram program{model, {}, {}, true};
    for (const NodeId id : model.topologicalOrder(model.mainGraph()))
        program.tasks.push_back({{id}, {}});
    return programText(program);
}

void addModels(Seeds& seeds, const fs::path& source) {
    std::vector<ContextPart> parts;
    for (const char* text : kModels) {
        const Model model = require(parseModelText(text));
        const std::string bytes = require(serializeModel(model));
        seeds.add("model", bytes);
        seeds.add("context", bytes);
        if (parts.size() < 2)
            parts.push_back({"graph_" + std::to_string(parts.size()), model, programOf(model)});
    }
    for (const char* name : {"classifier", "features"})
        if (const std::string bytes =
                contentOf(source / "resources/samples" / (std::string(name) + ".onnx"));
            bytes.size() < (1 << 18))
            seeds.add("model", bytes);
    seeds.add(
        "container",
        std::string(joined(require(writeContainer(parts, "1.0", "ascend310")).pieces).text()));
    seeds.add("context", require(serializeModel(require(parseModelText(kSampleContext)))));
    parts.pop_back();
    seeds.add("container",
              std::string(joined(require(writeContainer(parts, "1.0", "")).pieces).text()));
}

void addTensors(Seeds& seeds, const fs::path& folder) {
    Tensor floats = Tensor::of<float>(DataType::float32, {2, 3}, {1, 2, 3, 4, 5, 6});
    Tensor bytes = Tensor::of<std::uint8_t>(DataType::uint8, {5}, {1, 2, 3, 4, 255});
    Tensor scalar = Tensor::of<double>(DataType::float64, {}, {1.5});
    Tensor words;
    words.type = DataType::string;
    words.dims = {2};
    words.storage = Tensor::Storage::strings;
    words.strings = {"a", "longer"};
    floats.name = "a";
    bytes.name = "b";
    scalar.name = "c";
    for (const Tensor& tensor : {floats, bytes, scalar}) {
        seeds.add("npy", npyBytes(tensor));
        seeds.add("tensor", serializeTensor(tensor));
    }
    seeds.add("tensor", serializeTensor(words));
    fs::create_directories(folder);
    (void)writeNpz(folder / "seed.npz", {floats, bytes, scalar});
    seeds.add("npz", contentOf(folder / "seed.npz"));
    fs::remove(folder / "seed.npz");
    seeds.add("value", std::string(1, '\0') + serializeValue(floats));
    seeds.add("value", "\x02" + serializeValue(ModelData::sequence({floats, floats})));
    seeds.add("value", "\x03" + serializeValue(ModelData::nothing()));
    seeds.add("external_data", "FILE\n0\n8\n12345678");
    seeds.add("external_data", "FILE\n4\n\n123456789012");
    seeds.add("external_data", "../FILE\n4\n\n12345678");
    seeds.add("external_data", "/dev/zero\n18446744073709551615\n1\n");
}

void addProfilesAndOptions(Seeds& seeds, const fs::path& source) {
    for (const char* name : {"ascend310", "npu"})
        seeds.add("device_profile",
                  contentOf(source / "resources/devices" / (std::string(name) + ".json")));
    Recipe recipe;
    recipe.passes = {"eliminate_identity", "fuse_bn_into_conv"};
    recipe.skips = {{"eliminate_identity", "node", 1, 0}};
    recipe.inputShapes["x"] = {1, 3, 224, 224};
    recipe.unusedOutputs = {"y"};
    seeds.add("recipe", recipeText(recipe));
    seeds.add("recipe", recipeText({}));
    seeds.add("session_options", "ep.context_enable\n1\nep.context_embed_mode\n0\n"
                                 "ep.context_file_path\nm_ctx.onnx\nep.share_ep_contexts\n1");
    seeds.add("plugin", R"({"ep_library_registration_name": "e", "ep_library_path": "libe.so",
                            "selected_ep_name": "e", "default_ep_options": {"a": "b"}})");
}

void addBinaries(Seeds& seeds) {
    OvepBin bin;
    bin.producer = "p";
    bin.blobs = {{"first", Buffer::own(std::string(70'000, 'x'))},
                 {"second", Buffer::own(std::string("y"))}};
    seeds.add("ovep_bin", std::string(joined(writeOvepBin(bin)).text()));
    bin.blobs.pop_back();
    bin.blobs[0].data = Buffer::own(std::string("blob"));
    seeds.add("ovep_bin", std::string(joined(writeOvepBin(bin)).text()));
    const std::string gap(8, '\0');
    seeds.add("qnn_binary", gap + "QNNExecutionProvider_QNN_15083_0" + gap + "graph_1" + gap +
                                "QNN_main_graph" + gap);
}

void addPictures(Seeds& seeds) {
    for (const auto& [width, height] : {std::pair{9, 5}, {33, 20}})
        for (const test::PictureFile& file :
             test::pictureFiles(width, height, test::somePixels(width, height, 1)))
            seeds.add("picture", file.bytes);
}

/// A delta of each kind alone, and all of them as a journal.
void addJournals(Seeds& seeds, const fs::path& folder) {
    const Model model = require(parseModelText(kSampleModel));
    const fs::path kept = folder / "journals";
    auto journal = require(Journal::create(kept, {"1", "/m.onnx", {}}, {model, {}}));
    Model now = model;
    DeltaWriter alone({model, {}});
    const auto add = [&](const std::function<void(ModelEditor&)>& edit) {
        ModelEditor of(model), after(now);
        edit(of);
        edit(after);
        seeds.add("journal", "d" + alone.write(std::move(of).commit()));
        const ModelDelta delta = std::move(after).commit();
        now = now.with(delta);
        (void)journal.add({1, PARTITA_TEXT("{0} nodes", 1), Message(std::string("x")), delta});
    };
    NodeId first;
    ValueId constant;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->name == "one")
            first = id;
    });
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer)
            constant = id;
    });
    add([&](ModelEditor& e) { e.changeNode(first, [](Node& node) { node.name = "other"; }); });
    add([&](ModelEditor& e) {
        e.setAttribute(first, Attribute::make("ints", std::vector<std::int64_t>{1, 2}));
    });
    add([&](ModelEditor& e) {
        e.changeValue(constant, [](Value& value) {
            value.initializer = std::make_shared<const Tensor>(Tensor::int64s({1, 2}));
        });
    });
    add([&](ModelEditor& e) { e.changeInfo([](ModelInfo& info) { info.modelVersion = 2; }); });
    (void)journal.goTo(2);
    for (const auto& each : fs::directory_iterator(kept))
        seeds.add("journal", contentOf(each.path()));
    journal.remove();
    fs::remove(kept);
}

void addAllSeeds(Seeds& seeds, const fs::path& source, const fs::path& folder) {
    addModels(seeds, source);
    addTensors(seeds, folder);
    addProfilesAndOptions(seeds, source);
    addBinaries(seeds);
    addPictures(seeds);
    addJournals(seeds, folder);
    addTextSeeds(seeds);
    addMessageSeeds(seeds);
}

} // namespace
} // namespace partita::fuzz

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: reader_seeds SOURCE_FOLDER OUTPUT_FOLDER\n");
        return 2;
    }
    partita::fuzz::Seeds seeds(argv[2]);
    partita::fuzz::addAllSeeds(seeds, argv[1], argv[2]);
}
