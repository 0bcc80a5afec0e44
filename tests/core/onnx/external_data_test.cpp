// Weights in files beside the model are mapped, checked and written.

#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>

#include "core/onnx/external_data.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/model_bytes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::field;
using test::valueNamed;

/// A model with one weight of four floats in `location`.
Model modelWithExternal(const test::TemporaryFolder& folder, const std::string& location,
                        const std::string& offset = "0", const std::string& length = "16") {
    const auto entry = [](const std::string& key, const std::string& value) {
        return field(13, field(1, key) + field(2, value));
    };
    const std::string tensor = std::string("\x08\x04\x10\x01", 4) + field(8, "w") +
                               entry("location", location) + entry("offset", offset) +
                               entry("length", length) + std::string("\x70\x01", 2);
    const std::string graph = field(5, tensor) +
                              field(1, field(1, "w") + field(2, "y") + field(4, "Relu")) +
                              field(12, field(1, "y"));
    std::ofstream(folder / "m.onnx", std::ios::binary)
        << std::string("\x08\x09", 2) + field(7, graph) + field(8, "\x10\x12");
    auto model = readModel(folder / "m.onnx");
    EXPECT_TRUE(model) << model.error().message();
    return *model;
}

Result<Buffer> weightOf(const Model& model) {
    return elements(*model.value(valueNamed(model, "w"))->initializer);
}

TEST(ExternalData, IsMappedOnFirstUse) {
    const test::TemporaryFolder folder;
    const Model model = modelWithExternal(folder, "w.bin");
    const float values[] = {1, 2, 3, 4};
    std::ofstream(folder / "w.bin", std::ios::binary)
        .write(reinterpret_cast<const char*>(values), sizeof values);
    const auto bytes = weightOf(model);
    ASSERT_TRUE(bytes) << bytes.error().message();
    EXPECT_EQ(std::memcmp(bytes->bytes().data(), values, sizeof values), 0);
}

TEST(ExternalData, PathsThatLeaveTheFolderAreRefusedWithTheTensorNamed) {
    const test::TemporaryFolder folder, elsewhere;
    std::ofstream(elsewhere / "w.bin") << std::string(16, 'x');
    std::filesystem::create_symlink(elsewhere / "w.bin", folder / "link.bin");
    for (const std::string& location :
         {std::string("/etc/passwd"), std::string("../w.bin"), std::string("a/../../w.bin"),
          std::string("link.bin"), std::string("missing.bin"), std::string("")}) {
        const auto bytes = weightOf(modelWithExternal(folder, location));
        ASSERT_FALSE(bytes) << location;
        EXPECT_NE(bytes.error().message().find("tensor 'w'"), std::string::npos)
            << bytes.error().message();
        EXPECT_NE(bytes.error().message().find(location), std::string::npos)
            << bytes.error().message();
    }
}

TEST(ExternalData, RangesOutsideTheFileAreRefused) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "w.bin") << std::string(20, 'x');
    EXPECT_FALSE(weightOf(modelWithExternal(folder, "w.bin", "8", "16")));
    EXPECT_FALSE(weightOf(modelWithExternal(folder, "w.bin", "18446744073709551615", "16")));
    EXPECT_FALSE(
        weightOf(modelWithExternal(folder, "w.bin", "0", "20"))); // not the size of the shape
    EXPECT_TRUE(weightOf(modelWithExternal(folder, "w.bin", "4", "16")));
}

TEST(ExternalData, TensorsThatShareOnlyAPartOfTheirBytesAreRefused) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "w.bin") << std::string(64, 'x');
    auto files = std::make_shared<ExternalFiles>(folder.path());
    const auto weight = [&](const std::string& name, std::uint64_t offset) {
        Tensor tensor = Tensor::fromBytes(DataType::float32, {4}, {});
        tensor.name = name;
        tensor.storage = Tensor::Storage::external;
        auto external = std::make_shared<ExternalData>();
        external->location = "w.bin";
        external->offset = offset;
        external->length = 16;
        tensor.external = external;
        external->source = ExternalFiles::source(files, tensor);
        return tensor;
    };
    const Tensor a = weight("a", 0), same = weight("same", 0), b = weight("b", 16),
                 part = weight("part", 24);
    const auto bytes = elements(a);
    ASSERT_FALSE(bytes);
    EXPECT_NE(bytes.error().message().find("'b' and 'part' overlap"), std::string::npos)
        << bytes.error().message();
}

TEST(ExternalData, AModelSavedWithADataFileReadsBackTheSame) {
    const test::TemporaryFolder folder;
    const auto model =
        readModel(std::filesystem::path(PARTITA_SOURCE_DIR) / "resources/samples/detector.onnx");
    ASSERT_TRUE(model);
    WriteOptions options;
    options.data = DataPlacement::external;
    const auto plan = writeModel(*model, folder / "d.onnx", options);
    ASSERT_TRUE(plan) << plan.error().message();
    EXPECT_GT(plan->dataBytes, 80'000U);
    EXPECT_LT(plan->modelBytes, 30'000U);
    const auto again = readModel(folder / "d.onnx");
    ASSERT_TRUE(again);
    model->values().forEach([&](ValueId, const auto& value) {
        if (!value->initializer)
            return;
        const auto& other = again->value(valueNamed(*again, value->name))->initializer;
        EXPECT_EQ(elements(*value->initializer)->text(), elements(*other)->text()) << value->name;
    });
    // Each tensor begins a page, so that it can be mapped by itself.
    std::size_t outside = 0;
    again->values().forEach([&](ValueId, const auto& value) {
        if (!value->initializer || !value->initializer->external)
            return;
        ++outside;
        EXPECT_EQ(value->initializer->external->offset.value_or(0) % 4096, 0U) << value->name;
    });
    EXPECT_GT(outside, 1U);
    // Saving such a model to another folder copies its data.
    const test::TemporaryFolder elsewhere;
    const auto moved = writeModel(*again, elsewhere / "e.onnx");
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->notes.size(), 1U);
    EXPECT_TRUE(elements(*readModel(elsewhere / "e.onnx")
                              ->value(valueNamed(*again, "stem/conv.weight"))
                              ->initializer));
}

} // namespace
} // namespace partita
