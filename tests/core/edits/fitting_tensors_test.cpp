#include "core/edits/fitting_tensors.h"

#include "core/edits/fitting_slots.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;
using ::testing::ElementsAre;

const char* const kFittingNet = R"(<ir_version: 9, opset_import: ["" : 18]>
net (float[4] x, int64[4] k, bool c) => (float[4] y, int64[4] m) <float[4] w = {1, 2, 3, 4}> {
  [one] a = Relu(x)
  [two] b = Sigmoid(a)
  [three] d = Add(b, w)
  [four] e = If (c) <then_branch = then () => (float[4] t) { [inner] t = Tanh(b) },
                     else_branch = other () => (float[4] f) { f = Exp(x) }>
  [five] y = Add(d, e)
  [six] m = Neg(k)
})";

std::vector<std::string> names(const Model& model, const std::vector<ValueId>& ids) {
    std::vector<std::string> found;
    for (const ValueId id : ids)
        found.push_back(model.value(id)->name);
    return found;
}

TEST(TensorFinder, FindsWhatAnInputMayRead) {
    const Model model = modelFromText(kFittingNet);
    EXPECT_THAT(names(model, TensorFinder(model, input(model, "two", 0)).all()),
                ElementsAre("w", "x"));
    EXPECT_FALSE(TensorFinder(model, input(model, "six", 0)).fits(valueNamed(model, "c")));
}

TEST(TensorFinder, AgreesWithTheOtherDirection) {
    const Model model = modelFromText(kFittingNet);
    std::vector<Slot> slots;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        for (std::size_t i = 0; i < node->inputs.size(); ++i)
            slots.push_back({id, {}, i});
    });
    for (std::size_t i = 0; i < 2; ++i)
        slots.push_back(output(model, i));
    for (const Slot& slot : slots) {
        TensorFinder finder(model, slot);
        model.values().forEach([&](ValueId id, const auto& value) {
            EXPECT_EQ(finder.fits(id), whyNotConnect(model, id, slot).empty())
                << value->name << " to " << slotText(model, slot).text();
        });
    }
}

} // namespace
} // namespace partita
