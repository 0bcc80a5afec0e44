#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/try.h"
#include "core/onnx/check.h"

namespace partita::cli {

namespace {

const char* nameOf(Finding::Severity severity) {
    return severity == Finding::Severity::error ? "error" : "warning";
}

} // namespace

nlohmann::json findingJson(const Finding& finding, const std::string& node) {
    return {{"severity", nameOf(finding.severity)},
            {"rule", finding.rule},
            {"node", node},
            {"text", finding.text.text()},
            {"detail", finding.detail.text()}};
}

nlohmann::json findingsJson(const Model& model, const std::vector<Finding>& findings) {
    nlohmann::json list = nlohmann::json::array();
    for (const Finding& finding : findings) {
        const auto& node = model.node(finding.node);
        list.push_back(findingJson(finding, node ? node->label() : ""));
    }
    return list;
}

ExitStatus statusOf(const std::vector<Finding>& findings) {
    return isSound(findings) ? done : answerIsNo;
}

Result<ExitStatus> printFindings(const Model& model, const std::vector<Finding>& findings,
                                 const std::string& whenNone, const Common& common) {
    const ExitStatus status = statusOf(findings);
    if (common.json) {
        printJson({{"valid", status == done}, {"findings", findingsJson(model, findings)}});
        return status;
    }
    for (const Finding& finding : findings) {
        std::cout << lineText("{}: {} [{}]\n", nameOf(finding.severity), finding.text.text(),
                              finding.rule);
        if (!finding.detail.empty())
            std::cout << lineText("  ONNX says: {}\n", finding.detail.text());
    }
    if (findings.empty())
        std::cout << whenNone << '\n';
    return status;
}

Subcommand addCheck(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "check",
        "Find faults of a model: ONNX's checker, strict shape inference and further rules");
    auto path = std::make_shared<std::string>();
    app->add_option("model", *path, "ONNX model")->required();
    return {app, [path, &common]() -> Result<ExitStatus> {
                auto model = PARTITA_TRY(openModel(*path, Prepare::asStored, common.progress));
                auto findings = PARTITA_TRY(checkModel(model, common.progress));
                return printFindings(model, findings, "The model is valid.", common);
            }};
}

} // namespace partita::cli
