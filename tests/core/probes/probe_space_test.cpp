#include "core/probes/probe_space.h"

#include <array>
#include <set>

#include <gtest/gtest.h>

#include "core/onnx/check.h"
#include "core/onnx/schema.h"
#include "core/probes/probe_plan.h"
#include "core/probes/value_classes.h"
#include "tests/support/models.h"

namespace partita::test {

namespace {

using Kind = TraitKey::Kind;
using Of = TraitKey::Of;

ProbeSpace spaceOf(const std::string& name) {
    const auto known = describeOperator(name, "", *newestOpset(""));
    return ProbeSpace({name, known->sinceVersion, *newestOpset("")});
}

ProbeChoice usual(const ProbeSpace& space) { return ProbeChoice(space.factors().size(), 0); }

/// The usual choice with another value of a factor.
ProbeChoice with(const ProbeSpace& space, const std::string& name, const std::string& value) {
    ProbeChoice choice = usual(space);
    for (std::size_t i = 0; i < choice.size(); ++i) {
        const Factor& factor = space.factors()[i];
        const auto at = std::ranges::find(factor.values, value);
        if (factor.name == name && at != factor.values.end())
            choice[i] = static_cast<std::uint16_t>(at - factor.values.begin());
    }
    return choice;
}

/// Where an input comes from; a variant of its numbers may have the same name.
void setSource(const ProbeSpace& space, ProbeChoice& choice, const std::string& input,
               std::uint16_t value) {
    for (std::size_t i = 0; i < choice.size(); ++i)
        if (space.factors()[i].name == input && space.factors()[i].kind == Factor::Kind::source)
            choice[i] = value;
}

std::string trait(const std::optional<Probe>& probe, const TraitKey& key) {
    if (!probe || !probe->traits.contains(key))
        return "none";
    return probe->traits.at(key);
}

} // namespace

TEST(ProbeSpace, AProbeHasTheTraitsThatWereChosen) {
    const ProbeSpace space = spaceOf("Conv");
    const auto plain = space.make(usual(space));
    EXPECT_EQ(trait(plain, {Kind::type, Of::input, "X"}), "float32");
    EXPECT_EQ(trait(plain, {Kind::rank, Of::input, "X"}), "4");
    EXPECT_EQ(trait(plain, {Kind::source, Of::input, "W"}), "constant");
    EXPECT_EQ(trait(plain, {Kind::shape, Of::output, "Y"}), "static");
    EXPECT_EQ(trait(space.make(with(space, "W", "computed")), {Kind::source, Of::input, "W"}),
              "computed");
    EXPECT_EQ(trait(space.make(with(space, "axes", "3")), {Kind::rank, Of::input, "X"}), "5");
    EXPECT_EQ(trait(space.make(with(space, "T", "float16")), {Kind::type, Of::output, "Y"}),
              "float16");
    EXPECT_EQ(trait(space.make(with(space, "shapes", "dynamic")), {Kind::shape, Of::input, "X"}),
              "dynamic");
    EXPECT_EQ(trait(space.make(with(space, "dilations", "[2, 2]")),
                    {Kind::value, Of::attribute, "dilations"}),
              "equal");
}

TEST(ProbeSpace, OnlyTheInputsBehindTheFirstMayBeDynamic) {
    const ProbeSpace space = spaceOf("Mul");
    ProbeChoice choice = with(space, "shapes", "others dynamic");
    const auto odd = space.make(choice);
    EXPECT_EQ(trait(odd, {Kind::shape, Of::input, "A"}), "static");
    EXPECT_EQ(trait(odd, {Kind::shape, Of::input, "B"}), "dynamic");
    setSource(space, choice, "B", 2);
    EXPECT_FALSE(space.make(choice)) << "B is a constant, so that nothing is dynamic";
    EXPECT_FALSE(spaceOf("Relu").make(with(spaceOf("Relu"), "shapes", "others dynamic")) &&
                 with(spaceOf("Relu"), "shapes", "others dynamic") != usual(spaceOf("Relu")));
}

TEST(ProbeSpace, OutputsAreStatedWhateverIsKnownOfTheInputs) {
    const ProbeSpace space = spaceOf("Reshape");
    ProbeChoice choice = with(space, "shapes", "others dynamic");
    setSource(space, choice, "shape", Factor::kComputed);
    const auto probe = space.make(choice);
    EXPECT_EQ(trait(probe, {Kind::shape, Of::input, "shape"}), "dynamic");
    EXPECT_EQ(trait(probe, {Kind::shape, Of::output, "reshaped"}), "static");
}

TEST(ProbeSpace, SqueezeIsAskedAboutWithAxesThatCanBeSqueezed) {
    const ProbeSpace space = spaceOf("Squeeze");
    const auto probe = space.make(usual(space));
    EXPECT_EQ(trait(probe, {Kind::source, Of::input, "axes"}), "constant");
    EXPECT_EQ(trait(probe, {Kind::rank, Of::input, "data"}), "4");
    EXPECT_EQ(trait(probe, {Kind::rank, Of::output, "squeezed"}), "3");
}

TEST(ProbeSpace, EveryInputOfARowCanBeComputed) {
    const ProbeSpace space = spaceOf("Attention");
    std::set<std::string> past;
    for (const ProbeChoice& choice : space.withComputedInputs(usual(space))) {
        const auto probe = space.make(choice);
        EXPECT_EQ(trait(probe, {Kind::source, Of::input, "V"}), "computed");
        const std::string values = trait(probe, {Kind::source, Of::input, "past_value"});
        EXPECT_EQ(trait(probe, {Kind::source, Of::input, "past_key"}), values);
        past.insert(values);
    }
    EXPECT_EQ(past, (std::set<std::string>{"computed", "omitted"}));
}

TEST(ProbeSpace, AProbeIsNamedByWhatIsUnusual) {
    const ProbeSpace space = spaceOf("Softmax");
    EXPECT_EQ(space.keyOf(usual(space)), "Softmax-13");
    EXPECT_EQ(space.keyOf(with(space, "T", "float16")), "Softmax-13; type T=float16");
}

TEST(ProbeSpace, TheUsualProbeOfMostOperatorsIsAValidModel) {
    std::string broken;
    std::size_t valid = 0;
    for (const OperatorDescriptionPtr& each : operatorsOf("", *newestOpset(""))) {
        const ProbeSpace space({each->name, each->sinceVersion, *newestOpset("")});
        if (!space.untried().empty())
            continue;
        const auto probe = space.make(usual(space));
        const auto findings = probe ? checkModel(probe->model) : std::vector<Finding>{};
        if (probe && findings && findings->empty())
            ++valid;
        else
            broken += " " + each->name;
    }
    EXPECT_GE(valid, 165U) << "not valid:" << broken;
}

TEST(ProbeSpace, NumbersThatContradictEachOtherAreNoProbeWhereTheyAreComputed) {
    const ProbeSpace space = spaceOf("Split");
    ProbeChoice choice = usual(space);
    setSource(space, choice, "split", Factor::kComputed);
    EXPECT_TRUE(space.make(choice)) << "halves of the first axis";
    choice = with(space, "axis", "1");
    setSource(space, choice, "split", Factor::kComputed);
    EXPECT_FALSE(space.make(choice)) << "the second axis has another size";
}

TEST(ProbeSpace, StartsEndsAxesAndStepsOfASliceAreOfOneLength) {
    const ProbeSpace space = spaceOf("Slice");
    std::size_t tried = 0;
    for (std::size_t i = 0; i < space.factors().size(); ++i)
        for (std::size_t value = 0; value < space.factors()[i].values.size(); ++value) {
            const Factor::Kind kind = space.factors()[i].kind;
            if (kind != Factor::Kind::hint && kind != Factor::Kind::variant)
                continue;
            ProbeChoice choice = usual(space);
            choice[i] = static_cast<std::uint16_t>(value);
            const auto probe = space.make(choice);
            ASSERT_TRUE(probe) << space.keyOf(choice);
            EXPECT_TRUE(checkShapes(probe->model)) << space.keyOf(choice);
            ++tried;
        }
    EXPECT_GE(tried, 10U);
}

TEST(ProbeSpace, OlderVersionsComeAfterTheNewest) {
    const auto all = probedOperators(7, newestOpset("").value());
    const auto first = std::ranges::find(all, "Softmax", &ProbedOperator::name);
    ASSERT_NE(first, all.end());
    EXPECT_EQ((first + 0)->version, 13);
    EXPECT_EQ((first + 1)->version, 11);
    EXPECT_EQ((first + 2)->opset, 10);
}

TEST(ProbePlan, AnOperatorThatIsNeverTakenIsAskedLittle) {
    ProbePlan declined({"Relu", 14, 20}), taken({"Relu", 14, 20});
    const auto run = [](ProbePlan& plan, ProbeOutcome outcome) {
        std::size_t asked = 0;
        for (auto questions = plan.next(); !questions.empty(); questions = plan.next())
            for (auto& question : questions) {
                plan.answer(std::move(question), outcome);
                ++asked;
            }
        return asked;
    };
    const std::size_t few = run(declined, ProbeOutcome::declined);
    EXPECT_GT(few, 20U);
    EXPECT_LT(few, run(taken, ProbeOutcome::taken));
}

TEST(ProbePlan, ARuleThatFewProbesShowIsTriedElsewhere) {
    // Like a real provider: a scalar index into integers only where these have one axis.
    const TraitKey data{Kind::type, Of::input, "data"}, index{Kind::rank, Of::input, "indices"},
        rank{Kind::rank, Of::input, "data"};
    ProbePlan plan({"Gather", 13, 20});
    std::string wrong;
    const auto answerOf = [&](const Traits& traits) {
        const auto isOf = [&](const TraitKey& key, const char* value) {
            const auto at = traits.find(key);
            return at != traits.end() && at->second == value;
        };
        return isOf(data, "int64") && isOf(index, "0") && !isOf(rank, "1") ? ProbeOutcome::declined
                                                                           : ProbeOutcome::taken;
    };
    for (auto questions = plan.next(); !questions.empty(); questions = plan.next())
        for (auto& question : questions) {
            const ProbeOutcome outcome = answerOf(question.probe.traits);
            plan.answer(std::move(question), outcome);
        }
    const auto rule = learnRule(plan.observations());
    ASSERT_TRUE(rule);
    const ProbeSpace& space = plan.space();
    for (const char* axes : {"1", "2", "3", "4"})
        for (const char* type : {"int64", "float32"})
            for (const char* indices : {"0", "1", "2"}) {
                ProbeChoice choice = with(space, "axes", axes);
                for (std::size_t i = 0; i < choice.size(); ++i) {
                    const Factor& factor = space.factors()[i];
                    const bool isIndices = factor.kind == Factor::Kind::variant;
                    if (isIndices || factor.name == "T")
                        choice[i] = static_cast<std::uint16_t>(
                            std::ranges::find(factor.values, isIndices ? indices : type) -
                            factor.values.begin());
                }
                const auto probe = space.make(choice);
                ASSERT_TRUE(probe);
                if (rule->predict(probe->traits) != answerOf(probe->traits))
                    wrong += space.keyOf(choice) + "\n";
            }
    EXPECT_EQ(wrong, "");
}

TEST(ProbeSpace, AQuantizedTensorHasScalesOfAnAxisOrOfBlocks) {
    const ProbeSpace space({"Conv", 11, 21, true});
    const TraitKey weight{Kind::scales, Of::input, "W"}, output{Kind::scales, Of::output, "Y"};
    const auto plain = space.make(usual(space));
    EXPECT_EQ(trait(plain, weight), "tensor");
    EXPECT_EQ(trait(plain, output), "tensor");
    for (const auto& [scales, trueOne] :
         {std::pair("axis 0", "first"), std::pair("axis 1", "inner"), std::pair("axis -1", "last"),
          std::pair("blocks 0", "blocks first"), std::pair("blocks 1", "blocks inner")}) {
        const auto probe = space.make(with(space, "W", scales));
        EXPECT_EQ(trait(probe, weight), trueOne);
        EXPECT_EQ(trait(probe, output), "tensor");
        ASSERT_TRUE(probe);
        EXPECT_TRUE(checkShapes(probe->model)) << scales;
    }
    EXPECT_EQ(trait(space.make(with(space, "outputs", "axis 1")), output), "inner");
    EXPECT_EQ(trait(space.make(with(space, "W", "int4")), {Kind::type, Of::input, "W"}), "int4");
    // One axis: the others have no meaning, or another name.
    EXPECT_EQ(trait(space.make(with(space, "B", "axis 0")), {Kind::scales, Of::input, "B"}),
              "only");
    EXPECT_FALSE(space.make(with(space, "B", "axis 1")));
    EXPECT_FALSE(space.make(with(space, "B", "axis -1")));
    // No blocks before opset 21; what is omitted has no scales.
    const ProbeSpace older({"Conv", 11, 20, true});
    EXPECT_EQ(with(older, "W", "blocks 0"), usual(older));
    ProbeChoice omitted = with(space, "B", "axis 0");
    setSource(space, omitted, "B", 3);
    EXPECT_FALSE(space.make(omitted));
}

TEST(ProbeSpace, AListMayBeEmpty) {
    const ProbeSpace space({"Resize", 13, 18});
    const TraitKey roi{Kind::source, Of::input, "roi"}, scales{Kind::source, Of::input, "scales"};
    const auto probe = space.make(with(space, "shapes", "NCX none scales "));
    ASSERT_TRUE(probe);
    EXPECT_EQ(trait(probe, roi), "empty");
    EXPECT_EQ(trait(probe, scales), "constant");
    EXPECT_EQ(trait(space.make(with(space, "shapes", "NCX none none sizes ")), scales), "empty");
}

TEST(ProbePlan, AWeightAndABiasWithScalesOfChannelsAreAskedAboutInEachRow) {
    // Like a real provider: all has one type, a bias has one axis, and scales where the weight has them.
    const TraitKey weight{Kind::scales, Of::input, "B"}, bias{Kind::scales, Of::input, "C"},
        axes{Kind::rank, Of::input, "C"}, output{Kind::likeFirst, Of::output, "Y"};
    const auto answerOf = [&](const Traits& traits) {
        const auto isOf = [&](const TraitKey& key, const char* value) {
            const auto at = traits.find(key);
            return at != traits.end() && at->second == value;
        };
        if (isOf(output, "other"))
            return ProbeOutcome::apart;
        return isOf(axes, "2") || (isOf(bias, "only") && !isOf(weight, "first"))
                   ? ProbeOutcome::declined
                   : ProbeOutcome::taken;
    };
    ProbePlan plan({"Gemm", 13, 21, true});
    std::set<std::string> asked;
    for (auto questions = plan.next(); !questions.empty(); questions = plan.next())
        for (auto& question : questions) {
            asked.insert(question.key);
            const ProbeOutcome outcome = answerOf(question.probe.traits);
            plan.answer(std::move(question), outcome);
        }
    for (const char* types : {"", "; quantized A=uint16", "; quantized A=int8"})
        EXPECT_TRUE(asked.contains("quantized Gemm-13; shapes=IJ KJ K transB=1" +
                                   std::string(types) + "; scales B=axis 0; scales C=axis 0"))
            << types;
    const auto rule = learnRule(plan.observations());
    ASSERT_TRUE(rule);
    EXPECT_EQ(rule->unexplained, 0U);
    EXPECT_EQ(rule->constraints.front().must, (TraitCondition{output, {"same"}, false}));
    EXPECT_EQ(
        std::ranges::count(rule->constraints, ProbeOutcome::apart, &LearnedConstraint::outcome), 1);
}

TEST(ProbePlan, GroupsThatAreTakenOnlyWithPlainListsAreFound) {
    ProbePlan plan({"Resize", 13, 18, true});
    const TraitKey scales{Kind::type, Of::input, "scales"}, roi{Kind::type, Of::input, "roi"};
    for (auto questions = plan.next(); !questions.empty(); questions = plan.next())
        for (auto& question : questions) {
            const Traits& traits = question.probe.traits;
            const bool isPlain = std::ranges::all_of(std::array{scales, roi}, [&](const auto& key) {
                return !traits.contains(key) || traits.at(key) == "float32";
            });
            plan.answer(std::move(question), isPlain ? ProbeOutcome::taken : ProbeOutcome::apart);
        }
    EXPECT_FALSE(plan.takenBase().empty());
    std::set<std::string> types;
    for (const Observation& each : plan.observations())
        if (each.outcome == ProbeOutcome::taken)
            types.insert(each.traits.at({Kind::type, Of::input, "X"}));
    EXPECT_EQ(types, (std::set<std::string>{"int8", "uint8"}));
}

TEST(ProbePlan, TheSameAnswersLeadToTheSameProbes) {
    const auto keys = [] {
        ProbePlan plan({"Slice", 13, 20});
        std::vector<std::string> all;
        for (auto questions = plan.next(); !questions.empty(); questions = plan.next())
            for (auto& question : questions) {
                all.push_back(question.key);
                const bool good = all.back().size() % 3 != 0;
                plan.answer(std::move(question),
                            good ? ProbeOutcome::taken : ProbeOutcome::declined);
            }
        return all;
    };
    const auto first = keys();
    EXPECT_EQ(first, keys());
    EXPECT_EQ((std::set<std::string>(first.begin(), first.end()).size()), first.size());
}

TEST(NodeTraits, AVariadicInputIsAsKnownAsTheLeastKnownOne) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[2] x, float[n] d) => (float[m] y, float[4] z) {
          [a] y = Concat<axis = 0>(x, d) [b] z = Concat<axis = 0>(x, x) })");
    const OpVersions versions(model);
    const TraitKey key{Kind::shape, Of::input, "inputs"};
    for (const auto& [name, shape] : {std::pair("a", "dynamic"), std::pair("b", "static")}) {
        const Node& node = *model.node(nodeNamed(model, name));
        EXPECT_EQ(traitOf(model, node, versions.of(node), key), shape) << name;
    }
}

TEST(NodeTraits, AreThoseOfTheModel) {
    const Model model = modelFromText(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float16[2, n, 4] x, int64[1] k) => (float16[2, n, 4] y)
        <int64[1] axes = {-1}> {
          [r] s = ReduceSum(x, axes) [c] y = Concat<axis = 1>(x, s, x) })");
    const OpVersions versions(model);
    const auto traitsOfNamed = [&](const std::string& name) {
        for (const NodeId node : model.nodesOf(model.mainGraph()))
            if (model.node(node)->name == name)
                return traitsOf(model, *model.node(node), versions.of(*model.node(node)));
        return Traits{};
    };
    const Traits sum = traitsOfNamed("r");
    EXPECT_EQ(sum.at({Kind::type, Of::input, "data"}), "float16");
    EXPECT_EQ(sum.at({Kind::shape, Of::input, "data"}), "dynamic");
    EXPECT_EQ(sum.at({Kind::source, Of::input, "axes"}), "constant");
    EXPECT_EQ(sum.at({Kind::value, Of::input, "axes"}), "last");
    EXPECT_EQ(sum.at({Kind::value, Of::attribute, "keepdims"}), "1"); // the default
    const Traits concat = traitsOfNamed("c");
    EXPECT_EQ(concat.at({Kind::count, Of::input, "inputs"}), "more");
    EXPECT_EQ(concat.at({Kind::value, Of::attribute, "axis"}), "inner");
}

TEST(ValueClasses, AreWhatDevicesTellApart) {
    const auto ofIntegers = [](std::vector<std::int64_t> numbers) {
        return classOfIntegers(numbers);
    };
    EXPECT_EQ(ofIntegers({1, 1}), "ones");
    EXPECT_EQ(ofIntegers({0}), "zeros");
    EXPECT_EQ(ofIntegers({2, 2}), "equal");
    EXPECT_EQ(ofIntegers({2, 1}), "mixed");
    EXPECT_EQ(ofIntegers({2, -1}), "negative");
    EXPECT_EQ(ofIntegers({}), "none");
    EXPECT_EQ(classOfAxis(-1, 3), "last");
    EXPECT_EQ(classOfAxis(1, 3), "inner");
    EXPECT_EQ(classOfAxis(3, 3), std::nullopt);
    EXPECT_EQ(classOfAttribute(*Attribute::make("to", std::int64_t{10}), 2), "float16");
    EXPECT_EQ(classOfConstant("scales", Tensor::of<float>(DataType::float32, {2}, {1, 2}), 4),
              "up");
}

} // namespace partita::test
