// The placement report as a page and as Markdown.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/onnx/infer_shapes.h"
#include "core/report/triage_report.h"
#include "core/session/device_copies.h"
#include "core/session/placement.h"
#include "core/tasks/placement_report.h"
#include "providers/registry.h"
#include "tests/support/models.h"

namespace partita {
namespace {

using test::modelFromText;

/// What of a page is not as XML wants it; empty: all is.
std::string disorderOf(const std::string& page) {
    std::vector<std::string> open;
    for (std::size_t at = page.find("<html"); at < page.size(); at = page.find('<', at)) {
        const auto is = [&](std::string_view start) {
            return page.compare(at, start.size(), start) == 0;
        };
        if (is("<![CDATA[")) {
            at = page.find("]]>", at);
            continue;
        }
        const std::size_t end = page.find('>', at);
        if (end == std::string::npos)
            return "a tag has no end";
        const std::string tag = page.substr(at + 1, end - at - 1);
        static const std::regex kTag(
            R"(/[a-z0-9]+|[a-z0-9]+(\s+[A-Za-z-]+(:[a-z]+)?="[^"<]*")*\s*/?)");
        if (!std::regex_match(tag, kTag))
            return "<" + tag + ">";
        const std::string name =
            tag.substr(tag[0] == '/', tag.find_first_of(" \n/", 1) - (tag[0] == '/'));
        if (tag[0] == '/') {
            if (open.empty() || open.back() != name)
                return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
        at = end;
    }
    return open.empty() ? "" : open.back() + " stays open";
}

std::multiset<std::string> allOf(const std::string& page, const char* attribute) {
    std::multiset<std::string> found;
    const std::regex pattern(std::string(" ") + attribute + "=\"([^\"]*)\"");
    for (std::sregex_iterator at(page.begin(), page.end(), pattern), end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

/// A model with its placement, and its reports.
class Reported {
public:
    explicit Reported(const std::string& text, Scenario wanted = {})
        : Reported(*inferShapes(modelFromText(text)), std::move(wanted)) {}
    explicit Reported(const Model& given, Scenario wanted = {})
        : scenario(std::move(wanted)),
          applied(applyScenario(given,
                                *makeProviders({{}, "ascend310", {{"npu.min_run_length", "0"}}}),
                                {}, scenario)) {
        auto placement = placeModel(applied.model, applied.providers, applied.options);
        optimized = placement->optimized;
        placed = std::move(placement->ofSource);
        judged = triage(applied.model, placed);
    }
    PlacementReport report() const {
        PlacementReport made{
            applied.model, *optimized, placed, judged, {"m<1>.onnx", applied.providers, ""}};
        if (!scenario.changes.empty()) {
            made.scenario = &scenario;
            made.applied = applied.applied;
            made.notApplied = applied.notApplied;
        }
        return made;
    }
    std::string page() const { return *placementHtml(report()); }
    std::string markdown() const { return placementMarkdown(report()); }

    Scenario scenario;
    AppliedScenario applied;
    std::shared_ptr<const OptimizedModel> optimized;
    Partitioning placed;
    Triage judged;
};

constexpr const char* kReportedCut = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1, 8] x) => (float[1, 8] y) {
        [first] a = Relu(x) [mish] b = Mish(a) [last] y = Relu(b) })";

constexpr const char* kBody = R"(<ir_version: 9, opset_import: ["" : 18]>
    g (float[1, 8] x, bool c) => (float[1, 8] y) {
        [choice] y = If(c) <then_branch = t () => (float[1, 8] p) { [inside] p = Mish(x) },
                            else_branch = e () => (float[1, 8] q) { [other] q = Relu(x) }> })";

TEST(PlacementPage, IsWellFormedAndEveryLinkHasATarget) {
    for (const Model& model : {*inferShapes(modelFromText(kReportedCut)),
                               *inferShapes(modelFromText(kBody)), test::largeModel(1500)}) {
        const std::string page = Reported(model).page();
        EXPECT_EQ(disorderOf(page), "");
        const auto ids = allOf(page, "id");
        EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
        for (const std::string& link : allOf(page, "href")) {
            ASSERT_TRUE(link.starts_with('#')) << link;
            EXPECT_EQ(ids.count(link.substr(1)), 1U) << link;
        }
    }
}

TEST(PlacementPage, LoadsNothing) {
    const std::string page = Reported(kReportedCut).page();
    for (const char* loading : {" src=", "@import", "url(", "<link", "<iframe", "<img"})
        EXPECT_EQ(page.find(loading), std::string::npos) << loading;
    const std::regex address("https?://[^\"' <]*");
    for (std::sregex_iterator at(page.begin(), page.end(), address), end; at != end; ++at)
        EXPECT_EQ(at->str(), "http://www.w3.org/2000/svg");
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(PlacementPage, ANodeAndItsBoxLeadToEachOther) {
    const Reported cut(kReportedCut);
    const std::string page = cut.page();
    const std::string row = fmt::format("n{}", test::nodeNamed(cut.applied.model, "mish").value);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(
        page, found,
        std::regex("<tr id=\"" + row + R"x([^\n]*?<code><a href="#(b[0-9-]+)">mish</a>)x")));
    EXPECT_TRUE(std::regex_search(
        page,
        std::regex("<a href=\"#" + row + "\"><rect class=\"hit\" id=\"" + found[1].str() + "\"")));
}

TEST(PlacementPage, ANodeInABodyLeadsToThePictureOfTheBody) {
    const std::string page = Reported(kBody).page();
    EXPECT_TRUE(std::regex_search(page, std::regex(R"(<a href="#b[0-9-]+">inside</a>)")));
    EXPECT_NE(page.find("<summary>main / choice.then_branch"), std::string::npos);
}

TEST(PlacementPage, ALargeGraphIsFolded) {
    const std::string page = Reported(test::largeModel(1500)).page();
    EXPECT_NE(page.find("folded into"), std::string::npos);
    EXPECT_LT(allOf(page, "class").count("hit"), 400U);
}

TEST(PlacementPage, HostileNamesAreTextEverywhere) {
    const Reported hostile(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) {
            ["</script><script>alert(1)</script>"] "\"><img src=x onerror=alert(1)>" = Relu(x)
            ["]]><b onclick='x'>&amp;"] b = Mish("\"><img src=x onerror=alert(1)>")
            [last] y = Relu(b) })");
    const std::string page = hostile.page();
    EXPECT_EQ(disorderOf(page), "");
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(page.find("<b onclick"), std::string::npos);
    EXPECT_EQ(std::ranges::count(allOf(page, "href"), "#"), 0);
}

TEST(PlacementPage, IsTheSameForTheSameReport) {
    EXPECT_EQ(Reported(kReportedCut).page(), Reported(kReportedCut).page());
    EXPECT_EQ(Reported(kReportedCut).markdown(), Reported(kReportedCut).markdown());
}

TEST(PlacementPage, ShowsTheScenarioAndWhatOfItWasNotApplied) {
    Scenario scenario;
    scenario.changes = {{NodesChange{NodesChange::What::takeAnyway, {"", "Mish", ""}, "npu"}},
                        {NodesChange{NodesChange::What::exclude, {"nobody", "", ""}, "npu"}},
                        {GroupingChange{Grouping::topological}, false}};
    const Reported under(kReportedCut, scenario);
    for (const std::string& text : {under.page(), under.markdown()}) {
        EXPECT_NE(text.find("What if"), std::string::npos);
        EXPECT_NE(text.find("no: "), std::string::npos) << "why it was not applied";
        EXPECT_NE(text.find("off"), std::string::npos);
    }
}

TEST(PlacementPage, ShowsWhatWouldHelp) {
    const Reported cut(kReportedCut);
    const Remedies remedies = *findRemedies(cut.applied.model, cut.applied.providers, {}, {});
    ASSERT_FALSE(remedies.list.empty());
    PlacementReport report = cut.report();
    report.remedies = &remedies;
    EXPECT_NE(placementHtml(report)->find("What would help"), std::string::npos);
    EXPECT_NE(placementMarkdown(report).find("What would help"), std::string::npos);
    EXPECT_EQ(cut.page().find("What would help"), std::string::npos);
}

TEST(PlacementReports, EveryFormIsKnownByItsEnding) {
    EXPECT_EQ(reportFormatOf("folder.csv/report.html"), ReportFormat::html);
    EXPECT_EQ(reportFormatOf("report.MD"), ReportFormat::markdown);
    EXPECT_EQ(reportFormatOf("report.Json"), ReportFormat::json);
    EXPECT_EQ(reportFormatOf("report.csv"), ReportFormat::csv);
    for (const char* none : {"", "-", "json", "report.htm", "report.html.gz"})
        EXPECT_FALSE(reportFormatOf(none)) << none;
    const Reported cut(kReportedCut);
    EXPECT_EQ(*reportText(cut.report(), ReportFormat::html), cut.page());
    EXPECT_EQ(*reportText(cut.report(), ReportFormat::markdown), cut.markdown());
    EXPECT_EQ(*reportText(cut.report(), ReportFormat::csv),
              partitionCsv(cut.applied.model, cut.placed, cut.judged));
}

TEST(PlacementReports, JsonTellsTheScenarioAndWhatWouldHelp) {
    Scenario scenario;
    scenario.changes = {{NodesChange{NodesChange::What::exclude, {"", "Relu", ""}, "npu"}},
                        {NodesChange{NodesChange::What::exclude, {"none", "", ""}, "npu"}}};
    const Reported under(kReportedCut, scenario), plain(kReportedCut);
    const PlacementDifference difference = differenceOf(plain.placed, under.placed);
    const Remedies remedies = *findRemedies(plain.applied.model, plain.applied.providers, {}, {});
    PlacementReport report = under.report();
    report.difference = &difference;
    report.remedies = &remedies;
    const auto json = nlohmann::json::parse(*reportText(report, ReportFormat::json));
    EXPECT_EQ(json["scenario"]["changes"], 2);
    EXPECT_EQ(json["scenario"]["applied"], 1);
    EXPECT_EQ(json["scenario"]["not_applied"][0]["change"], 2);
    EXPECT_EQ(json["scenario"]["difference"]["headline"], difference.headlineText());
    EXPECT_EQ(json["what_would_help"], toJson(remedies));
    EXPECT_EQ(json["suggestions"], suggestionsJson(remedies));
    const auto without = nlohmann::json::parse(*reportText(plain.report(), ReportFormat::json));
    for (const char* key : {"scenario", "what_would_help", "suggestions"})
        EXPECT_FALSE(without.contains(key)) << key;
}

TEST(PlacementPage, SaysWhyNothingHelpsAndNoMore) {
    const Reported whole(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) { y = Relu(x) })");
    const Remedies none = *findRemedies(whole.applied.model, whole.applied.providers, {}, {});
    ASSERT_TRUE(none.list.empty());
    PlacementReport report = whole.report();
    report.remedies = &none;
    for (const std::string& text : {*placementHtml(report), placementMarkdown(report)}) {
        EXPECT_NE(text.find("Nothing helps further: there is only one partition."),
                  std::string::npos);
        EXPECT_EQ(text.find("does as well"), std::string::npos) << "as what";
    }
}

TEST(PlacementPage, ListsOptionsAsPeopleReadThem) {
    const std::string page = Reported(kReportedCut).page();
    EXPECT_NE(page.find("min_run_length=0"), std::string::npos);
    EXPECT_NE(page.find("npu_mem_limit=no limit"), std::string::npos);
    EXPECT_EQ(page.find("=</code>"), std::string::npos) << "an option that says nothing";
}

TEST(PlacementMarkdown, NamesHaveNoMeaningInMarkdown) {
    const std::string text = Reported(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) {
            [a] a = Relu(x) ["a|b`c\n@user <img>"] b = Mish(a) [last] y = Relu(b) })")
                                 .markdown();
    EXPECT_EQ(text.find("<img"), std::string::npos);
    EXPECT_NE(text.find("<code>a&#124;b&#96;c"), std::string::npos) << text;
    EXPECT_EQ(text.find("m<1>"), text.find("`m<1>") + 1); // in a code span it is text
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("| ") && line.find("Mish") != std::string::npos &&
            line.find("costly") != std::string::npos) {
            EXPECT_EQ(std::ranges::count(line, '|'), 8) << line;
        }
}

TEST(PlacementReports, CountAlikeWhatJoinsAndWhatIsHarmless) {
    const Reported two(R"(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) {
            [first] a = Relu(x) [cut] b = Mish(a) [joins] c = Mish(b) [last] y = Relu(c) })");
    ASSERT_EQ(two.judged.costly, 1U);
    ASSERT_EQ(two.judged.joins, 1U);
    ASSERT_EQ(two.judged.harmless, 0U);
    EXPECT_EQ(placementFigure(two.placed, two.judged, "joins"), 1);
    EXPECT_EQ(placementFigure(two.placed, two.judged, "harmless"), 0);
    EXPECT_EQ(groupsJson(two.applied.model, two.judged)[0]["harmless"], 0);
    EXPECT_NE(two.markdown().find("1 costly · 1 joins · 0 harmless"), std::string::npos);
    const std::string page = two.page();
    EXPECT_NE(page.find("data-kinds=\"joins\">1 joins</a>"), std::string::npos);
    EXPECT_NE(page.find("<span>0 harmless</span>"), std::string::npos);
    const auto placed = placeModel(two.applied.model, two.applied.providers, two.applied.options);
    const auto summary =
        toJson(two.applied.model, two.placed, *placed->optimized, two.applied.providers)["summary"];
    EXPECT_EQ(summary["joins"], 1);
    EXPECT_EQ(summary["harmless"], 0);
    EXPECT_EQ(summary["harmless_nodes"], 1); // of the coarser class
}

TEST(PlacementReports, TheTriageHasTheHeadlineWithItsCopies) {
    const Reported cut(kReportedCut);
    const std::string text =
        triageText(cut.applied.model, cut.applied.providers, cut.placed, cut.judged);
    EXPECT_TRUE(text.starts_with(
        headlineTextOf(cut.applied.model, cut.applied.providers, cut.placed) + "\n"))
        << text;
    EXPECT_NE(text.find("copies, "), std::string::npos) << text;
    EXPECT_NE(text.find("1 node is not on "), std::string::npos) << text;
    EXPECT_NE(text.find(": 1 costly\n"), std::string::npos) << text;
}

TEST(PlacementReports, SayWhyTheyDoNotTellWhatWouldHelp) {
    const Reported cut(kReportedCut);
    PlacementReport report = cut.report();
    EXPECT_EQ(placementHtml(report)->find("What would help"), std::string::npos);
    report.whyNoRemedies = Message("Not looked for <here>");
    const std::string page = *placementHtml(report), text = placementMarkdown(report);
    EXPECT_EQ(disorderOf(page), "");
    EXPECT_NE(page.find("What would help</h2>\n<p class=\"second\">Not looked for &lt;here&gt;."),
              std::string::npos);
    EXPECT_NE(text.find("#### What would help\n\nNot looked for"), std::string::npos) << text;
}

TEST(PlacementMarkdown, IsShortForALargeModel) {
    const std::string text = Reported(test::largeModel(20'000)).markdown();
    EXPECT_LE(text.size(), 60'000U);
    EXPECT_EQ(text.find("<details>") == std::string::npos,
              text.find("</details>") == std::string::npos);
}

TEST(PlacementCsv, AFormulaIsText) {
    const Reported formula(R"x(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) {
            ["=HYPERLINK(\"http://x\")"] a = Relu(x) ["-1"] b = Mish(a) ["a,b"] y = Relu(b) })x");
    const std::string csv = partitionCsv(formula.applied.model, formula.placed, formula.judged);
    EXPECT_NE(csv.find(",\"'=HYPERLINK(\"\"http://x\"\")\","), std::string::npos) << csv;
    EXPECT_NE(csv.find(",'-1,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",\"a,b\","), std::string::npos) << csv;
    EXPECT_NE(csv.find(",costly,itself,"), std::string::npos) << csv;
}

TEST(PlacementCsv, ARowIsALineWithoutControlCharacters) {
    const Reported hostile(R"x(<ir_version: 9, opset_import: ["" : 18]>
        g (float[1, 8] x) => (float[1, 8] y) { ["a"] a = Relu(x) ["b"] b = Mish(a) ["c"] y = Relu(b) })x");
    ModelEditor editor(hostile.applied.model);
    const char* const names[] = {"\x1b[31m=1", "a\n=2", "＝3"};
    std::size_t next = 0;
    hostile.applied.model.nodes().forEach([&](NodeId id, const auto&) {
        editor.changeNode(id, [&](Node& node) { node.name = names[next++]; });
    });
    const std::string csv = partitionCsv(editor.model(), hostile.placed, hostile.judged);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 4) << csv;
    EXPECT_NE(csv.find("1,\\u001b[31m=1,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("2,a\\n=2,"), std::string::npos) << csv;
    EXPECT_NE(csv.find("3,'＝3,"), std::string::npos) << csv;
}

/// The placement of kReportedCut with a record that has `first` on the CPU.
class Measured : public Reported {
public:
    Measured() : Reported(kReportedCut) {
        const auto record = recordFromJson(R"({"onnxruntime": "1.32.0", "subgraphs": [
            {"ep_name": "CPUExecutionProvider", "nodes": [
                {"name": "first", "op_type": "Relu"}, {"name": "mish", "op_type": "Mish"}]},
            {"ep_name": "=Q<N>", "nodes": [{"name": "last", "op_type": "Relu"}]}]})");
        checked.placement =
            std::make_shared<const MeasuredPlacement>(*matchPlacement(applied.model, *record));
        checked.check = checkPrediction(applied.model, placed, *checked.placement);
    }
    PlacementReport report() const {
        PlacementReport made = Reported::report();
        made.measured = &checked;
        return made;
    }
    CheckedPlacement checked;
};

TEST(MeasuredReport, EveryFormSaysByWhatItIsPredictedAndMeasured) {
    const Measured measured;
    const std::string predicted = "predicted (NPU · ascend310, Partita " PARTITA_VERSION ")",
                      label = "measured (ONNX Runtime 1.32.0, CPUExecutionProvider, ";
    const std::string page = *placementHtml(measured.report());
    EXPECT_EQ(disorderOf(page), "");
    EXPECT_NE(page.find(predicted), std::string::npos);
    EXPECT_NE(page.find(label + "=Q&lt;N&gt;): 1 of 3 nodes differs"), std::string::npos);
    EXPECT_NE(page.find("<span class=\"tag costly\">CPUExecutionProvider</span>"),
              std::string::npos);
    const std::string markdown = placementMarkdown(measured.report());
    EXPECT_NE(markdown.find(label), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("| `first` | Relu |"), std::string::npos) << markdown;
    EXPECT_EQ(markdown.find("| `last` | Relu | NPU"), std::string::npos) << markdown;
    const std::string csv =
        placementCsv(measured.applied.model, measured.placed, measured.judged, &measured.checked);
    EXPECT_NE(csv.find(",rule,predicted_by,measured,check,measured_by\n"), std::string::npos)
        << csv;
    EXPECT_NE(csv.find("\"" + predicted + "\",CPUExecutionProvider,differs,"), std::string::npos)
        << csv;
    EXPECT_NE(csv.find(",'=Q<N>,as predicted,"), std::string::npos) << csv;
    auto json = toJson(
        measured.applied.model, measured.placed,
        *placeModel(measured.applied.model, measured.applied.providers, measured.applied.options)
             ->optimized,
        measured.applied.providers);
    addMeasured(json, measured.checked);
    EXPECT_EQ(json["label"], predicted);
    EXPECT_EQ(json["measured"]["differ"], 1);
    EXPECT_EQ(json["nodes"][0]["measured"], "CPUExecutionProvider");
    EXPECT_EQ(json["nodes"][0]["check"], "differs");
}

TEST(MeasuredReport, WithoutARecordThereIsThePredictionAlone) {
    const Reported plain(kReportedCut);
    EXPECT_EQ(plain.page().find("Measured on"), std::string::npos);
    EXPECT_NE(plain.markdown().find("predicted (NPU · ascend310, Partita "), std::string::npos);
    EXPECT_EQ(plain.markdown().find("measured ("), std::string::npos);
    EXPECT_EQ(placementCsv(plain.applied.model, plain.placed, plain.judged, nullptr),
              partitionCsv(plain.applied.model, plain.placed, plain.judged));
}

} // namespace
} // namespace partita
