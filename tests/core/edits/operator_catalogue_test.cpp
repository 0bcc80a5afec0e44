#include "core/edits/operator_catalogue.h"
#include "core/onnx/schema.h"
#include "tests/core/edits/edit_checks.h"

namespace partita {
namespace {

using namespace test;

const char* const kModel = R"(<ir_version: 9, opset_import: ["" : 18, "my" : 1]>
m (float[2] x) => (float[2] y) { y = my.scaled <alpha = 2.0> (x) }
<opset_import: ["" : 18], domain: "my"> scaled <alpha> (p) => (q) { q = LeakyRelu <alpha: float = @alpha> (p) }
)";

const OperatorEntry* entryOf(const OperatorCatalogue& catalogue, std::string_view opType,
                             std::string_view domain = "") {
    for (const OperatorEntry& entry : catalogue.entries())
        if (entry.opType == opType && entry.domain == domain)
            return &entry;
    return nullptr;
}

TEST(OperatorCatalogue, ListsTheOpsetOnnxRuntimeAndTheFunctionsOfTheModel) {
    const OperatorCatalogue catalogue(modelFromText(kModel));
    const OperatorEntry* relu = entryOf(catalogue, "LeakyRelu");
    ASSERT_TRUE(relu);
    EXPECT_EQ(relu->signature, "X: T → Y: T · alpha");
    EXPECT_EQ(relu->sinceVersion, 16);
    EXPECT_EQ(relu->group, OperatorGroup::activation);
    EXPECT_FALSE(relu->summary.empty());
    EXPECT_EQ(entryOf(catalogue, "Clip")->signature, "input: T, min: T?, max: T? → output: T");
    EXPECT_EQ(entryOf(catalogue, "Concat")->signature, "inputs: T… → concat_result: T · axis");
    EXPECT_FALSE(entryOf(catalogue, "Gelu")); // from opset 20 on
    EXPECT_TRUE(entryOf(catalogue, "Gelu", "com.microsoft"));
    EXPECT_FALSE(entryOf(catalogue, "Upsample")); // deprecated
    const OperatorEntry* function = entryOf(catalogue, "scaled", "my");
    ASSERT_TRUE(function);
    EXPECT_EQ(function->signature, "p → q · alpha");
    EXPECT_EQ(catalogue.entries().front().opType, "scaled"); // functions come first
    EXPECT_TRUE(entryOf(catalogue, "If")->getsBody);
    EXPECT_TRUE(entryOf(catalogue, "SequenceMap")->needsBody);
    EXPECT_FALSE(entryOf(catalogue, "SequenceMap")->getsBody);
}

TEST(OperatorCatalogue, SearchesByNameThenGroupThenDocumentation) {
    const OperatorCatalogue catalogue(modelFromText(kModel));
    const auto found = catalogue.search("relu");
    ASSERT_GT(found.size(), 3U);
    EXPECT_EQ(found[0]->opType, "Relu");
    const auto reductions = catalogue.search("reduction");
    ASSERT_FALSE(reductions.empty());
    EXPECT_EQ(reductions[0]->group, OperatorGroup::reduction);
    const auto sum = catalogue.search("reduction sum");
    ASSERT_FALSE(sum.empty());
    EXPECT_EQ(sum[0]->opType, "ReduceSum");
    const auto documented = catalogue.search("rectified linear");
    EXPECT_TRUE(std::ranges::any_of(documented, [](const auto* e) { return e->opType == "Relu"; }));
    EXPECT_TRUE(catalogue.search("xyzzy").empty());
    EXPECT_EQ(catalogue.search("").size(), catalogue.entries().size());
}

TEST(OperatorCatalogue, KnowsWhatLaterOpsetsHave) {
    const OperatorCatalogue catalogue(modelFromText(kModel));
    const auto later = catalogue.inLaterOpsets("gelu");
    ASSERT_EQ(later.size(), 1U);
    EXPECT_EQ(later[0].opType, "Gelu");
    EXPECT_EQ(later[0].opset, 20);
    EXPECT_TRUE(catalogue.inLaterOpsets("relu").empty());
}

TEST(OperatorCatalogue, HasNoNodeThatIsMadeWithABinaryOnly) {
    const OperatorCatalogue catalogue(modelFromText(kModel));
    EXPECT_TRUE(std::ranges::none_of(catalogue.entries(), [](const OperatorEntry& entry) {
        return entry.opType == "EPContext";
    }));
}

TEST(OperatorCatalogue, GroupsNearlyAllOperators) {
    std::size_t other = 0, all = 0;
    for (const OperatorDescriptionPtr& each : operatorsOf("", *newestOpset(""))) {
        ++all;
        other += operatorGroup(each->name, "") == OperatorGroup::other;
    }
    EXPECT_LT(other, all / 8);
}

TEST(OperatorCatalogue, EveryEntryThatNeedsNoBodyOrGetsOneCanBeInserted) {
    const Model model = modelFromText(kModel);
    const OperatorCatalogue catalogue(model);
    for (const OperatorEntry& entry : catalogue.entries()) {
        if (entry.needsBody && !entry.getsBody)
            continue;
        InsertNode insert;
        insert.graph = model.mainGraph();
        insert.node.domain = entry.domain;
        insert.node.opType = entry.opType;
        insert.node.overload = entry.overload;
        EXPECT_EQ(refusal(model, insert), "made") << entry.opType;
    }
}

TEST(OperatorDescriptions, HaveTypesDefaultsAndTexts) {
    const auto conv = describeOperator("Conv", "", 18);
    ASSERT_TRUE(conv);
    EXPECT_EQ(conv->inputs.size(), 3U);
    EXPECT_EQ(conv->input(2)->option, FormalParameter::Option::optional);
    EXPECT_EQ(conv->leastInputs, 2U);
    EXPECT_TRUE(conv->input(0)->allows(*Type::tensor(DataType::float16, {})));
    EXPECT_FALSE(conv->input(0)->allows(*Type::tensor(DataType::int8, {})));
    EXPECT_EQ(attributeText(*conv->attribute("group")->otherwise), "1");
    EXPECT_EQ(attributeText(*conv->attribute("auto_pad")->otherwise), "\"NOTSET\"");
    EXPECT_FALSE(conv->attribute("kernel_shape")->otherwise);
    EXPECT_EQ(conv->attribute("colour"), nullptr);
    EXPECT_EQ(conv->typeParameters[0].name, "T");
    EXPECT_FALSE(conv->documentation.empty());
    EXPECT_FALSE(describeOperator("Conv", "nowhere", 1));
    const auto sequence = describeOperator("SequenceAt", "", 18);
    Type list;
    list.kind = Type::Kind::sequence;
    list.nested = Type::tensor(DataType::float32, {});
    EXPECT_EQ(schemaTypeText(list), "seq(tensor(float))");
    EXPECT_TRUE(sequence->input(0)->allows(list));
    EXPECT_FALSE(conv->input(0)->allows(list));
}

} // namespace
} // namespace partita
