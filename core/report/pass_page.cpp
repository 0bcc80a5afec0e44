#include "core/report/pass_page.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/parse_text.h"
#include "core/passes/pass_examples.h"
#include "core/report/report_page.h"
#include "core/rewrite/pass_report.h"
#include "core/rewrite/pipeline.h"
#include "core/scene/palette.h"

namespace partita {

namespace {

std::string_view documentationOf(std::string_view pass) {
    static const std::pair<std::string_view, std::string_view> kBlocks[] = {
#include "pass_documentation.inc"
    };
    for (const auto& [name, block] : kBlocks)
        if (name == pass)
            return block;
    return {};
}

constexpr std::string_view kLabels[] = {"Before:", "After:", "Shapes:", "Declines:", "Source:"};

/// Parses a documentation block: a paragraph, labelled entries with indented continuation lines,
/// and remarks.
void readBlock(std::string_view block, PassPage& page) {
    enum class In { summary, entry, remarks } in = In::summary;
    while (!block.empty()) {
        const std::size_t end = std::min(block.find('\n'), block.size());
        std::string_view line = block.substr(0, end);
        block.remove_prefix(std::min(block.size(), end + 1));
        const auto label = std::ranges::find_if(
            kLabels, [&](std::string_view each) { return line.starts_with(each); });
        const bool continues = line.starts_with("  ");
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (label != std::end(kLabels)) {
            in = In::entry;
            line.remove_prefix(label->size());
            line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
            page.entries.emplace_back(label->substr(0, label->size() - 1), line);
        } else if (in == In::entry && continues) {
            page.entries.back().second += "\n" + std::string(line);
        } else if (!line.empty()) {
            in = in == In::entry ? In::remarks : in;
            std::string& text = in == In::summary ? page.summary : page.remarks;
            text += (text.empty() ? "" : " ") + std::string(line);
        }
    }
}

std::string operatorsOf(const Model& model) {
    std::string text;
    for (const NodeId id : model.topologicalOrder(model.mainGraph()))
        if (const Node& node = *model.node(id); !node.is("Constant"))
            text += (text.empty() ? "" : ", ") + node.opType.str();
    return text.empty() ? "nothing" : text;
}

std::string wordsOf(std::string_view title) {
    std::string words(title);
    std::ranges::replace(words, '_', ' ');
    return words;
}

Result<PassPage::Example> runExample(const PassExample& example, const PassOptions& options,
                                     const DrawingText& text) {
    auto model = parseModelText(fmt::format("<ir_version: 9, opset_import: [\"\" : {}]>\n{}",
                                            example.opset, example.before));
    if (model && !example.apart)
        model = inferShapes(*model, options.progress);
    if (!model)
        return std::move(model).error();
    const auto result = runPasses(*model, {std::string(example.pass)}, 1, options);
    if (!result)
        return result.error();
    PassPage::Example made;
    made.title = wordsOf(example.title);
    made.before = operatorsOf(*model);
    made.after = operatorsOf(result->model);
    // Shows all rewrites of the example as one.
    Rewrite whole{example.pass, {}, {}, diff(*model, result->model)};
    made.fires = result->rewrites() > 0;
    made.pictures = graphPictures(*model, result->model, whole, text);
    if (!made.fires)
        made.pictures.after = {};
    return made;
}

} // namespace

PassPage passDocumentation(const PassInfo& pass) {
    PassPage page;
    page.pass = &pass;
    readBlock(documentationOf(pass.name), page);
    return page;
}

Result<PassPage> passPage(const PassInfo& pass, const PassOptions& options,
                          const DrawingText& text) {
    PassPage page = passDocumentation(pass);
    for (const PassExample& example : passExamples()) {
        if (example.pass != pass.name)
            continue;
        auto made = runExample(example, options, text);
        if (!made)
            return std::move(made).error();
        page.examples.push_back(*std::move(made));
    }
    return page;
}

nlohmann::json toJson(const PassPage& page) {
    nlohmann::json json = toJson(*page.pass);
    json["documentation"] = page.summary;
    for (const auto& [label, text] : page.entries)
        json["notes"].push_back({{"about", label}, {"text", text}});
    for (const PassPage::Example& example : page.examples)
        json["examples"].push_back({{"title", example.title},
                                    {"fires", example.fires},
                                    {"before", example.before},
                                    {"after", example.after}});
    return json;
}

std::string passPageText(const PassPage& page) {
    const PassInfo& pass = *page.pass;
    std::string out = fmt::format("{}: {}\n  kind {}, {}, {}, target {}\n\n{}\n", pass.name,
                                  pass.summary, pass.kind, pass.analysis,
                                  passEfficiencyName(pass.efficiency), pass.target, page.summary);
    for (const auto& [label, text] : page.entries) {
        std::string indented;
        for (const char c : text)
            indented += c == '\n' ? "\n             " : std::string(1, c);
        out += fmt::format("  {:<10} {}\n", label + ":", indented);
    }
    if (!page.remarks.empty())
        out += page.remarks + "\n";
    if (!page.examples.empty())
        out += "\nExamples, by operators:\n";
    for (const PassPage::Example& example : page.examples)
        out += example.fires
                   ? fmt::format("  {}: {} → {}\n", example.title, example.before, example.after)
                   : fmt::format("  {}: {} stays\n", example.title, example.before);
    return out;
}

namespace {

std::string sectionOf(const PassPage& page, SvgClasses& classes) {
    const auto svg = [&](const Drawing& picture) { return toSvg(picture, classes, {}); };
    const PassInfo& pass = *page.pass;
    std::string out = fmt::format(
        "<section id=\"{0}\"><h2>{0} <small>{1} · {2} · target {3}</small></h2>\n<p>{4}</p>\n"
        "<table>\n",
        pass.name, pass.kind, passEfficiencyName(pass.efficiency), pass.target,
        escapedHtml(page.summary));
    for (const auto& [label, text] : page.entries)
        out += fmt::format("<tr><th>{}<td><pre>{}</pre></tr>\n", label, escapedHtml(text));
    out += "</table>\n";
    if (!page.remarks.empty())
        out += fmt::format("<p>{}</p>\n", escapedHtml(page.remarks));
    for (const PassPage::Example& example : page.examples) {
        if (example.fires)
            out += fmt::format(
                "<h3>{}</h3>\n<div class=\"pair\"><figure><figcaption class=\"second\">before"
                "</figcaption>{}</figure><figure><figcaption class=\"second\">after</figcaption>"
                "{}</figure></div>\n",
                escapedHtml(example.title), svg(example.pictures.before),
                svg(example.pictures.after));
        else
            out += fmt::format("<h3>{} <small>stays as it is</small></h3>\n<figure>{}</figure>\n",
                               escapedHtml(example.title), svg(example.pictures.before));
    }
    return out + "</section>\n";
}

} // namespace

std::string passPagesHtml(const std::vector<PassPage>& pages) {
    SvgClasses classes;
    std::string sections;
    for (const PassPage& page : pages)
        sections += sectionOf(page, classes);
    std::string out =
        pageHead("Passes", classes.rules(Scheme::light), classes.rules(Scheme::dark)) +
        "<style>section{border-top:1px solid var(--strong);margin-top:20px}\n"
        "pre{margin:0;font:12px ui-monospace,monospace;white-space:pre-wrap}\n"
        ".pair{display:flex;gap:24px;flex-wrap:wrap} figure{display:inline-block;padding:8px}\n"
        "nav a{margin-right:12px;white-space:nowrap}</style>\n<h1>Passes</h1>\n";
    if (pages.size() > 1) {
        out += "<nav>";
        for (const PassPage& page : pages)
            out += pageLink(page.pass->name, std::string(page.pass->name)) + " ";
        out += "</nav>\n";
    }
    return out + sections + "</body>\n</html>\n";
}

} // namespace partita
