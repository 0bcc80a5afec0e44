#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

#include "core/data/node_values.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::nodeNamed;

Model model() {
    return test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float[2] x) => (float[2] y) {
            [first] a = Relu(x) ["a,b"] b = Sigmoid(a) [twin] c = Neg(b) [twin] d = Abs(c) y = Exp(d) })");
}

NodeValues values(std::string_view text, bool isCsv, const std::string& column = {}) {
    const auto named = namedValuesFrom(text, isCsv, "file", column);
    EXPECT_TRUE(named) << (named ? "" : named.error().message());
    return named ? valuesOf(model(), *named) : NodeValues();
}

std::string valuesRefusal(std::string_view text, bool isCsv, const std::string& column = {}) {
    const auto named = namedValuesFrom(text, isCsv, "file", column);
    return named ? "" : named.error().message();
}

double number(const NodeValues& of, const char* name) {
    return of.numbers.at(nodeNamed(model(), name).value);
}

TEST(NodeValues, AreReadFromTheFormsOfJson) {
    for (const char* text :
         {R"({"first": 1.5, "a,b": -2})",
          R"([{"name": "first", "value": 1.5}, {"node": "a,b", "value": "-2"}])",
          R"({"results": {"first": {"value": 1.5}, "a,b": {"value": -2}}})",
          R"({"g": {"results": {"first": 1.5, "a,b": -2}, "gradient": []}})",
          R"({"nodes": [{"name": "first", "value": 1.5}, {"name": "a,b", "value": -2}]})"}) {
        const NodeValues read = values(text, false);
        EXPECT_TRUE(read.areNumbers) << text;
        EXPECT_EQ(read.nodes, 2U) << text;
        EXPECT_EQ(number(read, "first"), 1.5) << text;
        EXPECT_EQ(number(read, "a,b"), -2) << text;
    }
    EXPECT_EQ(number(values(R"({"nodes": [{"name": "first", "ms": 4}]})", false, "ms"), "first"),
              4);
}

TEST(NodeValues, AreReadFromCsvWithAnySeparatorAndColumn) {
    for (const char* text : {"name,value\nfirst,1.5\n\"a,b\",-2\n", "first,1.5\r\n\"a,b\",-2",
                             "\xEF\xBB\xBFvalue;name\n1.5;first\n-2;\"a,b\"\n",
                             "node\tother\tvalue\nfirst\tx\t 1.5 \na,b\tx\t-2\n"}) {
        const NodeValues read = values(text, true);
        EXPECT_EQ(read.nodes, 2U) << text;
        EXPECT_EQ(number(read, "first"), 1.5) << text;
        EXPECT_EQ(number(read, "a,b"), -2) << text;
    }
    const char* table = "name,ms,error\nfirst,3,0.25\n";
    EXPECT_EQ(number(values(table, true), "first"), 3);
    EXPECT_EQ(number(values(table, true, "error"), "first"), 0.25);
    EXPECT_EQ(values(table, true, "error").title, "error");
    EXPECT_EQ(valuesRefusal(table, true, "time"),
              "there is no column 'time': use one of: name, ms, error");
}

TEST(NodeValues, AreCategoriesWhereOneIsNoNumber) {
    const NodeValues read = values("name,value\nfirst,3\n\"a,b\",int8\n", true);
    EXPECT_FALSE(read.areNumbers);
    EXPECT_EQ(read.text(nodeNamed(model(), "first")), "3");
    EXPECT_EQ(read.text(nodeNamed(model(), "a,b")), "int8");
    EXPECT_EQ(read.text(nodeNamed(model(), "twin")), "");
}

TEST(NodeValues, SayWhatDidNotFit) {
    const NodeValues read = values("name,value\nfirst,1\nfirst,2\nnobody,3\n\"a,b\",nan\ntwin,4\n"
                                   "Exp #5,inf\n",
                                   true);
    EXPECT_TRUE(read.areNumbers);
    EXPECT_EQ(number(read, "first"), 1);
    EXPECT_TRUE(std::isnan(number(read, "a,b")));
    EXPECT_EQ(read.nodes, 3U); // first and both twins
    EXPECT_EQ(read.unmatched, std::vector<std::string>{"nobody"});
    EXPECT_EQ(read.repeated, std::vector<std::string>{"first"});
    EXPECT_EQ(read.without, 2U);
    EXPECT_EQ(read.shared, 1U);
    std::string all;
    for (const Message& part : read.summary())
        all += part.text() + "; ";
    EXPECT_EQ(all, "nodes with a value: 3; names that no node has: 1 (nobody); names given again, "
                   "where the first value counts: 1 (first); nodes whose value is empty or not "
                   "finite: 2; names that several nodes have, each with the value: 1; ");
}

TEST(NodeValues, FindNodesWithoutANameByTheirLabel) {
    const NodeValues read = values(R"({"Exp #5": 7})", false);
    EXPECT_EQ(read.nodes, 1U);
}

TEST(NodeValues, FindANameThatAReportMadeHarmlessForSpreadsheets) {
    const Model formula = test::modelFromText(R"(<ir_version: 9, opset_import: ["" : 17]>
        g (float[2] x) => (float[2] y) { ["=1+1"] y = Relu(x) })");
    EXPECT_EQ(valuesOf(formula, *namedValuesFrom("name,value\n'=1+1,5\n", true, "f")).nodes, 1U);
}

TEST(NodeValues, RefuseWhatTheyCannotRead) {
    EXPECT_NE(valuesRefusal("{\"a\": ", false), "");
    EXPECT_NE(valuesRefusal("3", false), "");
    EXPECT_NE(valuesRefusal("", true), "");
    EXPECT_NE(valuesRefusal("", false), "");
    EXPECT_NE(valuesRefusal("name\nfirst\n", true), "");
    EXPECT_NE(valuesRefusal("name,value\n\"first,1\n", true), "");
    EXPECT_NE(valuesRefusal("name,value\n", true), "");
    EXPECT_NE(valuesRefusal("[{\"value\": 1}]", false), "");
    EXPECT_NE(valuesRefusal("{\"a\": {\"b\": 1}}", false), "");
    EXPECT_EQ(valuesRefusal("{\"partita_scenario\": 1, \"changes\": []}", false),
              "this is a scenario, not values of nodes: open it as a scenario (see --scenario)");
    EXPECT_NE(valuesRefusal(std::string(5000, ','), true), "");
}

TEST(NodeValues, AreReadFromAFileByItsEnding) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "error.CSV") << "name,value\nfirst,1\n";
    std::ofstream(folder / "error.json") << R"({"first": 2})";
    EXPECT_EQ(readNamedValues(folder / "error.CSV")->entries[0].number, 1);
    EXPECT_EQ(readNamedValues(folder / "error.json")->title, "error");
    EXPECT_FALSE(readNamedValues(folder / "none.json"));
    EXPECT_FALSE(readNamedValues(folder.path()));
}

} // namespace
} // namespace partita
