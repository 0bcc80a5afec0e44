#include <iostream>

#include "app/cli/pages/page.h"
#include "core/base/try.h"

namespace partita::cli {

namespace {

struct NamedText {
    std::string path; ///< where it belongs below the folder "share" of an installation
    std::string text;
};

/// Everything that is made of the options of the two programs.
std::vector<NamedText> allPages() {
    Program described;
    const Page program = pageOf(described), window = windowPage();
    std::vector<NamedText> pages;
    const auto addManual = [&](const Page& page, const Page& of) {
        pages.push_back({"man/man1/" + page.name() + ".1", manualPage(page, of)});
    };
    addManual(window, window);
    addManual(program, program);
    for (const Page& command : program.commands)
        addManual(command, program);
    for (const Page* page : {&program, &window}) {
        const std::string& name = page->program;
        pages.push_back({"bash-completion/completions/" + name, bashCompletion(*page)});
        pages.push_back({"zsh/vendor-completions/_" + name, zshCompletion(*page)});
        pages.push_back({"fish/vendor_completions.d/" + name + ".fish", fishCompletion(*page)});
    }
    return pages;
}

Result<ExitStatus> printPages(const std::string& wanted) {
    for (const NamedText& page : allPages()) {
        if (wanted.empty())
            std::cout << page.path << '\n';
        if (page.path == wanted)
            return std::cout << page.text, done;
    }
    if (wanted.empty())
        return done;
    return Error{Errc::usage,
                 PARTITA_TEXT("there is no page '{0}'", wanted),
                 {},
                 PARTITA_TEXT("`pages` lists them")};
}

} // namespace

Subcommand addPages(CLI::App& program, Common&) {
    auto* app = program.add_subcommand(
        "pages", "The manual pages and the completions of shells, for an installation");
    app->group(""); // not in the help: packages need it, users do not
    auto page = std::make_shared<std::string>();
    app->add_option("page", *page, "The page to print; without it, all their names");
    return {app, [page] { return printPages(*page); }};
}

} // namespace partita::cli
