#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pass.h"

namespace partita {

/// What there is to know of a pass: its documentation block and what it does to its examples.
struct PassPage {
    struct Example {
        std::string title;
        bool fires = false;              ///< else it shows where the pass declines
        std::string before, after;       ///< operators in order
        std::string beforeSvg, afterSvg; ///< pictures; `afterSvg` is empty where nothing changes
    };
    const PassInfo* pass = nullptr;
    std::string summary; ///< the first paragraph
    /// "Before", "After", "Shapes", "Declines", "Source" as written, each with its text.
    std::vector<std::pair<std::string, std::string>> entries;
    std::string remarks; ///< what follows them
    std::vector<Example> examples;
};

/// Runs the pass on its examples. Fails when cancelled.
Result<PassPage> passPage(const PassInfo& pass, const PassOptions& options);
nlohmann::json toJson(const PassPage& page);
/// As lines for a terminal.
std::string passPageText(const PassPage& page);
/// One page of all passes given, to be opened in a browser.
std::string passPagesHtml(const std::vector<PassPage>& pages);

} // namespace partita
