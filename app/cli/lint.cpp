#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/epcontext/lint.h"

namespace partita::cli {

Subcommand addLint(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("lint", "What would keep an EPContext model from loading, or "
                                       "make it compute wrong numbers");
    auto path = std::make_shared<std::string>();
    app->add_option("model", *path, "EPContext model")->required();
    return {app, [path, &common] {
                auto model = openModel(*path, Prepare::asStored, common.progress);
                if (!model)
                    return fail(model.error());
                auto findings = lintContexts(*model, std::filesystem::path(*path).parent_path(),
                                             common.progress);
                if (!findings)
                    return fail(findings.error());
                return printFindings(*model, *findings, "No problem found.", common);
            }};
}

} // namespace partita::cli
