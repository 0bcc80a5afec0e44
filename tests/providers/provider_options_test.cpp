// Providers are values: setting an option returns a new provider and leaves the old unchanged.

#include <atomic>
#include <thread>

#include "tests/support/contexts.h"

namespace partita {
namespace {

std::string valueOf(const ProviderPtr& provider, const std::string& name) {
    for (const ProviderOption& option : provider->options())
        if (option.name == name)
            return option.value;
    return "no such option";
}

TEST(ProviderOptions, AnOptionMakesAnotherProvider) {
    const ProviderList list = test::npuAndCpu();
    for (const auto& [place, name, value] :
         {std::tuple(0, "device", "npu"), std::tuple(0, "min_run_length", "7"),
          std::tuple(0, "enable_cann_graph", "0"), std::tuple(1, "threads", "3"),
          std::tuple(1, "fusion", "0"), std::tuple(1, "executor", "parallel")}) {
        const ProviderPtr before = list[static_cast<std::size_t>(place)];
        const std::string old = valueOf(before, name);
        const auto after = before->withOption(name, value);
        ASSERT_TRUE(after) << after.error().message();
        EXPECT_EQ(valueOf(before, name), old) << name;
        EXPECT_EQ(valueOf(*after, name), value);
        EXPECT_NE(value, old) << name;
    }
}

TEST(ProviderOptions, OneOptionOfTheNpuSaysOnWhichDeviceItRunsAndNoneOfTheCpu) {
    const ProviderList list = test::npuAndCpu();
    std::vector<ProviderOption> devices;
    for (const ProviderPtr& provider : list)
        for (const ProviderOption& option : provider->options())
            if (option.isDevice)
                devices.push_back(option);
    ASSERT_EQ(devices.size(), 1U);
    ASSERT_GT(devices[0].choices.size(), 1U);
    for (const std::string& choice : devices[0].choices)
        EXPECT_EQ((*list[0]->withOption(devices[0].name, choice))->info().device, choice);
    EXPECT_EQ(list[0]->info().device, devices[0].value);
}

TEST(ProviderOptions, AChosenRunLengthHoldsOnAnotherDeviceAndThatOfADeviceDoesNot) {
    const ProviderPtr first = makeProviders({{"npu", "cpu"}, "ascend310", {}})->front();
    const auto onDevice = [](const ProviderPtr& provider, const char* device) {
        return *provider->withOption("device", device);
    };
    const std::string own = valueOf(first, "min_run_length"),
                      other = valueOf(onDevice(first, "npu"), "min_run_length");
    ASSERT_NE(own, other);
    const ProviderPtr chosen = *first->withOption("min_run_length", "9");
    EXPECT_EQ(valueOf(onDevice(chosen, "npu"), "min_run_length"), "9");
    // The length of the device itself is no choice.
    const ProviderPtr back = *chosen->withOption("min_run_length", own);
    EXPECT_EQ(valueOf(onDevice(back, "npu"), "min_run_length"), other);
}

TEST(ProviderOptions, AWrongNameOrValueIsRefused) {
    const ProviderList list = *makeProviders({{"npu", "reference", "cpu"}, {}, {}});
    for (const ProviderPtr& provider : list) {
        const auto changed = provider->withOption("no_such_option", "1");
        ASSERT_FALSE(changed);
        EXPECT_EQ(changed.error().code, Errc::usage);
    }
    const ProviderPtr cpu = list.back();
    EXPECT_FALSE(cpu->withOption("threads", "many"));
    EXPECT_FALSE(cpu->withOption("fusion", "2"));
    EXPECT_FALSE(cpu->withOption("executor", "both"));
}

TEST(ProviderOptions, OfAListOnlyThoseChangeThatAreMeantAndKnowTheOption) {
    const ProviderList list = test::npuAndCpu();
    const auto changed = withOption(list, "cpu.threads", "2");
    ASSERT_TRUE(changed);
    EXPECT_EQ((*changed)[0], list[0]);
    EXPECT_EQ(valueOf((*changed)[1], "threads"), "2");
    EXPECT_FALSE(withOption(list, "npu.threads", "2"));
}

TEST(ProviderOptions, ASessionKeepsWhatItWasCompiledWith) {
    const Model model = test::splitModel();
    const ProviderList list = test::npuAndCpu();
    auto session = Session::create(model, list);
    ASSERT_TRUE(session) << session.error().message();
    const auto feeds = *randomFeeds(model, 1);
    const auto before = (*session)->run(feeds);
    const ProviderList other = *withOption(list, "device", "npu");
    EXPECT_EQ(other[0]->info().device, "npu");
    const auto after = (*session)->run(feeds);
    ASSERT_TRUE(before && after);
    EXPECT_TRUE(compareValues(before->outputs[0], after->outputs[0], 0, 0).within);
    EXPECT_EQ(list[0]->info().device, "ascend310");
}

class SharedProvider : public test::Context {};

TEST_F(SharedProvider, CompilesForSeveralThreadsAtOnce) {
    const Model model = test::splitModel();
    const ProviderList list = test::npuAndCpu();
    const Model compiled = *readModel(compile("m.onnx"));
    std::atomic<int> ran = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] { // half of them use the binary that the provider has open
            const ProviderList mine = *withOption(list, "cpu.threads", std::to_string(i + 1));
            for (const Model& each : {compiled, model})
                if (auto session = Session::create(each, i % 2 ? mine : list))
                    if ((*session)->run(*randomFeeds(each, 1)))
                        ++ran;
        });
    for (std::thread& each : threads)
        each.join();
    EXPECT_EQ(ran, 8);
}

} // namespace
} // namespace partita
