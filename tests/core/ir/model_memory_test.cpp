// What was made of a model is not made again for the next few models.

#include "core/ir/model_memory.h"

#include <gtest/gtest.h>

#include "tests/support/models.h"

namespace partita {
namespace {

TEST(ModelMemory, WhatWasMadeOfTheLastModelsIsKnown) {
    const auto of = [](const char* op) {
        return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
            g (float[4] x) => (float[4] y) { y = )" +
                                   std::string(op) + "(x) }");
    };
    const Model a = of("Abs"), b = of("Neg"), c = of("Exp");
    ModelMemory<std::string> memory(2);
    std::string made; // of which models, one after another
    const auto ask = [&](const Model& model) {
        return memory.of(model, [&](const Model& each) {
            return made += each.node(NodeId{1})->opType.str().front();
        });
    };
    EXPECT_EQ(ask(a), "A");
    EXPECT_EQ(ask(b), "AN");
    EXPECT_EQ(ask(a), "A") << "two in turn are both known";
    EXPECT_EQ(ask(Model(b)), "AN") << "and so is a copy";
    EXPECT_EQ(ask(c), "ANE");
    EXPECT_EQ(ask(b), "AN");
    EXPECT_EQ(ask(a), "ANEA") << "the one that nobody asked for is forgotten";
}

} // namespace
} // namespace partita
