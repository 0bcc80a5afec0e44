#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/try.h"
#include "core/report/pass_page.h"
#include "core/rewrite/pass_report.h"
#include "providers/cpu/plan/constant_evaluator.h"

namespace partita::cli {

namespace {

struct PassesCommand {
    std::vector<std::string> names;
    std::string html;
    bool force = false;
};

Result<ExitStatus> listPasses(const Common& common) {
    if (common.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const PassInfo& info : passCatalogue())
            list.push_back(toJson(info));
        printJson(list);
        return done;
    }
    for (const PassInfo& info : passCatalogue()) {
        const bool byDefault = info.set == PassSet::standard || info.set == PassSet::additional;
        std::cout << lineText("{} {:<40} {:<9} {:<8} {:<8} {}\n", byDefault ? "*" : " ", info.name,
                              info.kind, passEfficiencyName(info.efficiency), info.target,
                              info.summary);
    }
    std::cout << "* runs without being asked for\n";
    return done;
}

Result<std::vector<PassPage>> pagesOf(const std::vector<std::string>& names,
                                      const Progress& progress) {
    std::vector<const PassInfo*> passes;
    for (const std::string& name : names) {
        passes.push_back(findPass(name));
        if (!passes.back())
            return Error{Errc::usage,
                         PARTITA_TEXT("there is no pass '{0}'", name),
                         {},
                         PARTITA_TEXT("`passes` lists them")};
    }
    if (names.empty())
        for (const PassInfo& info : passCatalogue())
            passes.push_back(&info);
    const auto evaluator = makeConstantEvaluator();
    PassOptions options;
    options.evaluator = evaluator.get();
    options.progress = progress;
    std::vector<PassPage> pages;
    for (const PassInfo* pass : passes) {
        auto page = PARTITA_TRY(passPage(*pass, options));
        pages.push_back(std::move(page));
    }
    return pages;
}

Result<ExitStatus> runPassesCommand(const PassesCommand& command, const Common& common) {
    if (command.names.empty() && command.html.empty())
        return listPasses(common);
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(files.writes(command.html));
    const auto pages = PARTITA_TRY(pagesOf(command.names, common.progress));
    if (!command.html.empty()) {
        PARTITA_TRY(writeOutput(command.html, passPagesHtml(pages), files.replace()));
        return done;
    }
    if (common.json) {
        nlohmann::json list = nlohmann::json::array();
        for (const PassPage& page : pages)
            list.push_back(toJson(page));
        printJson(list);
        return done;
    }
    for (const PassPage& page : pages)
        std::cout << passPageText(page) << (&page == &pages.back() ? "" : "\n");
    return done;
}

} // namespace

Subcommand addPasses(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("passes", "Every pass of the simplifier and what it does");
    auto command = std::make_shared<PassesCommand>();
    app->add_option("names", command->names, "Show the pages of these");
    app->add_option("--html", command->html, "Write the pages, with pictures, to a file")
        ->type_name("FILE");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [&common, command] { return runPassesCommand(*command, common); }};
}

} // namespace partita::cli
