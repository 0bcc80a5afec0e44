#include <gtest/gtest.h>

#include "providers/npu/api/npu_provider.h"
#include "providers/npu/profile/builtin_profiles.h"
#include "tests/support/models.h"

namespace partita::test {

namespace {

/// The verdict of a profile with rules of one operator on the first node of a model.
Verdict verdictOn(const std::string& model, const std::string& op, const std::string& rules) {
    const auto profile = parseDeviceProfile(
        R"({ "name": "mine", "graph": { ")" + op + R"(": [)" + rules + "] } }", "mine.json");
    if (!profile) {
        ADD_FAILURE() << profile.error().message();
        return {};
    }
    const Model read = modelFromText(model);
    const auto device = std::make_shared<const NpuProvider>(*profile);
    const auto placed = partitionModel(read, {device}, PartitionOptions::asWritten());
    return placed->verdicts(read.nodesOf(read.mainGraph()).front()).front();
}

/// The verdict of a profile with one rule of Conv on a convolution in the type `T`.
Verdict verdictOf(const std::string& constraints, const std::string& type = "float",
                  const std::string& more = "") {
    return verdictOn(R"(<ir_version: 9, opset_import: ["" : 18]>
        g ()" + type + "[1, 2, 8, 8] x, " +
                         type + "[2, 2, 3, 3] w) => (" + type + R"([1, 2, 6, 6] y) {
          [c] y = Conv<strides = [1, 1]>(x, w) })",
                     "Conv",
                     R"({ "versions": [1], )" + more + R"("constraints": [)" + constraints + "] }");
}

Result<DeviceProfile> profileWith(const std::string& op, const std::string& rules) {
    return parseDeviceProfile(
        R"({ "name": "mine", "graph": { ")" + op + R"(": [)" + rules + "] } }", "mine.json");
}

} // namespace

TEST(ProfileConditions, DecideByEachPropertyOfANode) {
    const struct {
        const char* constraint;
        bool taken;
        ReasonCode code;
    } cases[] = {
        {R"({"type": {"input": "W", "is": ["float32"]}})", true, ReasonCode::claimed},
        {R"({"type": {"output": "Y", "isNot": ["FLOAT"]}})", false, ReasonCode::typeUnsupported},
        {R"({"rank": {"output": "Y", "is": [3, 5]}})", false, ReasonCode::rankUnsupported},
        {R"({"source": {"input": "W", "is": "constant"}})", false, ReasonCode::weightNotConstant},
        {R"({"source": {"input": "B", "is": ["constant"]}})", false, ReasonCode::inputUnsupported},
        {R"({"shape": {"input": "X", "is": ["static"]}})", true, ReasonCode::claimed},
        {R"({"value": {"attribute": "strides", "is": ["equal"]}})", false,
         ReasonCode::attributeUnsupported},
        {R"({"value": {"attribute": "strides", "is": ["ones"]}})", true, ReasonCode::claimed},
        {R"({"rank": {"input": "X", "isNot": [4]}, "fails": true})", false,
         ReasonCode::failsToCompile},
        {R"({"rank": {"input": "X", "isNot": [4]}, "when": [{"type": {"input": "X", "is": ["float16"]}}]})",
         true, ReasonCode::claimed},
        {R"({"rank": {"input": "X", "isNot": [4]}, "when": [{"source": {"input": "W", "is": ["computed"]}}]})",
         false, ReasonCode::rankUnsupported},
    };
    for (const auto& each : cases) {
        const Verdict verdict = verdictOf(each.constraint);
        EXPECT_EQ(verdict.claimed, each.taken) << each.constraint;
        EXPECT_EQ(verdict.code, each.code) << each.constraint << verdict.evidence;
    }
}

TEST(ProfileConditions, AnAttributeThatTheVersionDoesNotHaveDecidesNothing) {
    const auto verdict = [](const std::string& opset, const std::string& attribute) {
        return verdictOn(R"(<ir_version: 7, opset_import: ["" : )" + opset + R"(]>
            g (float[2, 3] x) => (int64[1, 3] y) { [a] y = ArgMax<axis = 0)" +
                             attribute + ">(x) }",
                         "ArgMax",
                         R"({ "versions": [1], "constraints": [
                             {"value": {"attribute": "select_last_index", "is": [0]}}] })")
            .claimed;
    };
    EXPECT_TRUE(verdict("11", "")); // the attribute came with opset 12
    EXPECT_TRUE(verdict("13", ""));
    EXPECT_FALSE(verdict("13", ", select_last_index = 1"));
}

TEST(ProfileConditions, SayWhatDecidedAndUnderWhichCondition) {
    const Verdict verdict = verdictOf(
        R"({"rank": {"input": "X", "isNot": [4]}, "when": [{"type": {"input": "X", "is": ["float32"]}}]})");
    EXPECT_EQ(verdict.evidence.text(),
              "the rank of input X is 4, which mine does not take of Conv, "
              "where the type of input X is float32");
    EXPECT_EQ(verdictOf(R"({"source": {"input": "W", "is": ["constant"]}})").evidence.text(),
              "input W is computed, mine takes Conv only where it is constant");
    EXPECT_EQ(*verdict.place, "mine.json:1");
}

TEST(ProfileConditions, ARuleMayFailAltogether) {
    EXPECT_EQ(verdictOf("", "float", "\"fails\": true, ").code, ReasonCode::failsToCompile);
    EXPECT_EQ(
        verdictOf(R"({"type": {"input": "X", "is": ["float32"]}})", "float16", "\"fails\": true, ")
            .code,
        ReasonCode::typeUnsupported);
}

TEST(ProfileConditions, MistakesAreToldWithTheirPlace) {
    const struct {
        const char *constraint, *words;
    } cases[] = {
        {R"({"type": {"input": "X"}})", "was expected"},
        {R"({"type": {"is": ["float32"]}})", "was expected"},
        {R"({"type": {"attribute": "a", "is": ["float32"]}})", "was expected"},
        {R"({"type": {"input": "X", "is": ["real"]}})", "no type 'real'"},
        {R"({"type": {"input": "X", "is": [1.5]}})", "a text or a whole number"},
        {R"({"shape": {"input": "X", "is": ["round"]}})", "'round' is none of static"},
        {R"({"rank": {"output": "Y", "is": [4]}, "when": [{"rank": 3}]})", "was expected"},
        {R"({"rank": {"output": "Y", "is": [4]}, "when": {}})", "a list of conditions"},
        {R"({"rank": {"output": "Y", "is": [4]}, "when": [{"odd": {}}]})",
         "an object with one key"},
        {R"({"rank": {"output": "Y", "is": [4]}, "fails": 1})", "true or false"},
        {R"({"constant": ["W"], "fails": true})", "do not go with"},
        {R"({"rank": {"output": "Y", "is": [4]}, "evidence": -1})", "whole number"},
    };
    for (const auto& each : cases) {
        const auto profile = parseDeviceProfile(
            R"({ "name": "mine", "graph": { "Conv": [{ "versions": [1], "constraints": [)" +
                std::string(each.constraint) + "] }] } }",
            "mine.json");
        ASSERT_FALSE(profile) << each.constraint;
        EXPECT_NE(profile.error().message().find(each.words), std::string::npos)
            << profile.error().message();
        EXPECT_NE(profile.error().message().find("graph/Conv/0/constraints/0"), std::string::npos)
            << profile.error().message();
    }
}

TEST(ProfileNames, WhatTheOperatorDoesNotHaveIsAnErrorAtItsKey) {
    const struct {
        const char *constraint, *words, *place;
    } cases[] = {
        {R"({"rank": {"input": "Q", "is": 4}})", "Conv has no input 'Q', but X, W, B",
         "constraints/0/rank/input"},
        {R"({"constant": ["W", "Q"]})", "no input 'Q'", "constraints/0/constant/1"},
        {R"({"attribute": "grup", "equals": 1})", "no attribute 'grup', but auto_pad, dilations",
         "constraints/0/attribute"},
        {R"({"type": {"output": "Q", "is": ["float32"]}})", "no output 'Q', but Y",
         "constraints/0/type/output"},
        {R"({"rank": {"input": "X", "isNot": [4]}, "when": [{"source": {"input": "Q", "is": ["computed"]}}]})",
         "no input 'Q'", "constraints/0/when/0/source/input"},
    };
    for (const auto& each : cases) {
        const auto profile = parseDeviceProfile(
            R"({ "name": "mine", "graph": { "Conv": [{ "versions": [1], "constraints": [)" +
                std::string(each.constraint) + "] }] } }",
            "mine.json");
        ASSERT_FALSE(profile) << each.constraint;
        const std::string said = profile.error().message();
        EXPECT_NE(said.find(each.words), std::string::npos) << said;
        EXPECT_NE(said.find(std::string("key \"graph/Conv/0/") + each.place + "\""),
                  std::string::npos)
            << said;
    }
}

TEST(ProfileNames, AnOperatorThatOnnxDoesNotHaveIsAnError) {
    const auto wrong = profileWith("Convolution", R"({ "versions": [1] })");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message().find("no operator 'Convolution'"), std::string::npos)
        << wrong.error().message();
    EXPECT_NE(wrong.error().message().find("key \"graph/Convolution\""), std::string::npos);
    EXPECT_TRUE(profileWith("Convolution", R"({ "versions": [10000] })")); // nobody knows yet
    EXPECT_TRUE(profileWith("Upsample", R"({ "versions": [7, 9] })"));     // it is deprecated
    EXPECT_TRUE(profileWith("SimplifiedLayerNormalization", R"({ "versions": [1] })"));
}

TEST(ProfileNames, ANameOfAnyVersionOfTheRuleIsKnown) {
    const auto with = [](const char* versions) {
        return profileWith("ReduceSum", std::string(R"({ "versions": )") + versions +
                                            R"(, "constraints": [{ "constant": ["axes"] }] })");
    };
    EXPECT_TRUE(with("[1]"));
    EXPECT_TRUE(with("[13]"));
    EXPECT_FALSE(with("[1, 12]")); // axes was an attribute
    EXPECT_TRUE(with("[10000]"));
}

TEST(ProfileNames, BuiltInProfilesNameWhatThereIs) {
    for (const BuiltinProfile& profile : builtinProfiles()) {
        const auto read = parseDeviceProfile(profile.text, std::string(profile.name));
        EXPECT_TRUE(read) << read.error().message();
    }
}

TEST(ProfileNames, ALearnedProfileTellsWhoTaughtIt) {
    const auto of = [](const std::string& learned) {
        const auto profile = parseDeviceProfile(
            R"({ "name": "mine", "graph": { "Relu": [] }, "learned": )" + learned + " }", "m.json");
        EXPECT_TRUE(profile) << profile.error().message();
        return NpuProvider(*profile).info().learnedFrom;
    };
    EXPECT_EQ(of(R"({"provider": "QNNExecutionProvider", "package": "onnxruntime-qnn 2.7.0",
                     "onnxruntime": "1.32.0"})"),
              "onnxruntime-qnn 2.7.0");
    EXPECT_EQ(
        of(R"({"provider": "CUDAExecutionProvider", "package": "", "onnxruntime": "1.32.0"})"),
        "CUDAExecutionProvider, ONNX Runtime 1.32.0");
    EXPECT_EQ(of("{}"), "");
    EXPECT_EQ(NpuProvider(*loadDeviceProfile("qnn-htp")).info().learnedFrom,
              "onnxruntime-qnn 2.7.0");
    EXPECT_EQ(NpuProvider(*loadDeviceProfile("npu")).info().learnedFrom, "");
}

} // namespace partita::test
