#include <fstream>
#include <gtest/gtest.h>

#include "core/tasks/scenario/choices_in_force.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

/// Two devices of one kind, and the CPU.
const ProviderList& chosen() {
    static const ProviderList kProviders = [] {
        const test::TemporaryFolder folder;
        const auto path = folder / "two.json";
        std::ofstream(path) << R"({ "name": "two", "devices": 2,
            "graph": { "Relu": [{ "versions": [1, 14] }] } })";
        return *makeProviders({{"npu", "npu1"}, path.string(), {}});
    }();
    return kProviders;
}

ChoicesInForce under(std::vector<ScenarioChange> changes) {
    return choicesInForce(chosen(), OptimizationLevel::basic, {std::move(changes)});
}

TEST(ChoicesInForce, AreThoseOfTheUserWithoutAScenario) {
    const auto found = under({});
    ASSERT_EQ(found.providers.size(), chosen().size());
    for (std::size_t i = 0; i < chosen().size(); ++i) {
        EXPECT_EQ(found.providers[i].provider, chosen()[i]);
        EXPECT_TRUE(found.providers[i].setBy.empty());
    }
    EXPECT_FALSE(found.order || found.levelBy);
}

TEST(ChoicesInForce, NameTheChangeThatSetsAnOption) {
    const std::string id = chosen()[0]->info().id;
    const auto found = under({{RunLengthChange{id, 2}},
                              {OptionChange{id, "device", "ascend910"}},
                              {OptionChange{id, "nonsense", "1"}},
                              {OptimizationChange{"disabled"}}});
    const auto* npu = found.of(chosen()[0]);
    ASSERT_TRUE(npu);
    EXPECT_EQ(npu->provider->info().device, "ascend910");
    EXPECT_EQ(npu->changeOf("device"), 1U);
    EXPECT_EQ(npu->changeOf(kRunLengthOption), 0U);
    EXPECT_FALSE(npu->changeOf("nonsense"));
    EXPECT_TRUE(found.of(chosen()[1])->setBy.empty());
    EXPECT_EQ(found.level, OptimizationLevel::disabled);
    EXPECT_EQ(found.levelBy, 3U);
}

TEST(ChoicesInForce, StandInTheOrderOfTheScenarioAndSkipWhatIsOff) {
    const std::string second = chosen()[1]->info().id;
    const auto found = under({{OrderChange{{second}}}, {OptimizationChange{"disabled"}, false}});
    EXPECT_EQ(found.order, 0U);
    EXPECT_EQ(found.providers[0].chosen, chosen()[1]);
    EXPECT_EQ(found.providers[1].chosen, chosen()[0]);
    EXPECT_FALSE(found.levelBy);
}

} // namespace
} // namespace partita
