// Damaged and malicious files are refused, and never crash a reader.

#include <gtest/gtest.h>
#include <random>

#include "core/onnx/check.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "tests/support/model_bytes.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::bufferOf;
using test::bytesFromText;
using test::field;
using test::kNested;

TEST(Hostile, EveryTruncationEndsInAnErrorOrASmallerModel) {
    const std::string bytes = bytesFromText(kNested);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        if (auto model = readModel(bufferOf(std::string_view(bytes).substr(0, size))))
            (void)serializeModel(*model);
}

TEST(Hostile, RandomDamageNeverCrashes) {
    constexpr unsigned kSeed = 7;
    SCOPED_TRACE("seed " + std::to_string(kSeed));
    std::mt19937 random(kSeed);
    const std::string bytes = bytesFromText(kNested);
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = bytes;
        for (unsigned i = 0, n = 1 + random() % 8; i < n; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        auto model = readModel(bufferOf(damaged));
        if (!model)
            continue;
        (void)serializeModel(withSource(*model, nullptr));
        (void)inferShapes(*model);
        (void)checkModel(*model);
    }
}

TEST(Hostile, ImpossibleLengthsAreRefused) {
    for (const std::string& bytes :
         {std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10),
          std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12),
          std::string("\x3a\x05\x0a", 3),
          std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)}) {
        const auto model = readModel(bufferOf(bytes));
        ASSERT_FALSE(model);
        EXPECT_EQ(model.error().code, Errc::invalidModel);
        EXPECT_NE(model.error().message().find("byte"), std::string::npos)
            << model.error().message();
    }
}

TEST(Hostile, ShapesNearTheEndOf63BitsAreRefused) {
    // dims 2^62 and 4: their product does not fit.
    const std::string dims("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x40\x08\x04", 12);
    EXPECT_FALSE(readTensorProto(bufferOf(dims + "\x10\x01")));
    EXPECT_FALSE(readTensorProto(
        bufferOf(std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11)))); // -1
    // 2^61 bytes are declared and 3 are present; the error must come before any allocation.
    const auto tensor = readTensorProto(bufferOf(
        std::string("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x20\x10\x03", 12) + field(9, "abc")));
    ASSERT_TRUE(tensor);
    EXPECT_FALSE(elements(*tensor));
}

TEST(Hostile, DeepNestingIsRefused) {
    std::string graph = field(2, "g");
    for (int depth = 0; depth < 200; ++depth)
        graph = field(1, field(4, "If") + field(5, field(1, "then_branch") + field(6, graph)));
    const auto model = readModel(bufferOf(field(7, graph)));
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().what.text().find("nest"), std::string::npos);
    std::string type = field(1, "\x08\x01");
    for (int depth = 0; depth < 100; ++depth)
        type = field(4, field(1, type));
    EXPECT_FALSE(readModel(bufferOf(field(7, field(11, field(1, "x") + field(2, type))))));
}

TEST(Hostile, CyclesAndDoubleDefinitionsAreNamed) {
    const std::string cycle =
        field(1, field(1, "b") + field(2, "a") + field(3, "first") + field(4, "Relu")) +
        field(1, field(1, "a") + field(2, "b") + field(4, "Relu"));
    const auto cyclic = readModel(bufferOf(field(7, cycle)));
    ASSERT_FALSE(cyclic);
    EXPECT_NE(cyclic.error().what.text().find("cycle"), std::string::npos);
    const std::string twice = field(1, field(2, "a") + field(3, "one") + field(4, "Relu")) +
                              field(1, field(2, "a") + field(3, "two") + field(4, "Relu"));
    const auto doubled = readModel(bufferOf(field(7, twice)));
    ASSERT_FALSE(doubled);
    EXPECT_NE(doubled.error().message().find("'a'"), std::string::npos);
    EXPECT_NE(doubled.error().message().find("two"), std::string::npos);
}

} // namespace
} // namespace partita
