#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/try.h"
#include "core/onnx/check.h"

namespace partita::cli {

Result<ExitStatus> printFindings(const Model& model, const std::vector<Finding>& findings,
                                 const std::string& whenNone, const Common& common) {
    bool sound = true;
    nlohmann::json list = nlohmann::json::array();
    for (const Finding& finding : findings) {
        const bool error = finding.severity == Finding::Severity::error;
        sound = sound && !error;
        const auto& node = model.node(finding.node);
        list.push_back({{"severity", error ? "error" : "warning"},
                        {"rule", finding.rule},
                        {"node", node ? node->label() : ""},
                        {"text", finding.text.text()}});
        if (!common.json)
            std::cout << (error ? "error: " : "warning: ") << finding.text << " [" << finding.rule
                      << "]\n";
    }
    if (common.json)
        printJson({{"valid", sound}, {"findings", list}});
    else if (findings.empty())
        std::cout << whenNone << '\n';
    return sound ? done : answerIsNo;
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
