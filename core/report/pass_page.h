#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pass.h"
#include "core/scene/drawing_svg.h"
#include "core/scene/graph_pictures.h"

namespace partita {

/// The documentation of a pass: its comment block and what it does to its examples.
struct PassPage {
    struct Example {
        std::string title;
        bool fires = false;        ///< false: it shows where the pass declines
        std::string before, after; ///< the operators in topological order
        GraphPictures pictures;    ///< `pictures.after` has no shapes if nothing changes
    };
    const PassInfo* pass = nullptr;
    std::string summary; ///< the first paragraph
    /// The labelled entries in their order: "Before", "After", "Shapes", "Declines" or "Source",
    /// and the text.
    std::vector<std::pair<std::string, std::string>> entries;
    std::string remarks; ///< the text after the entries
    std::vector<Example> examples;
};

/// What the comment block of a pass says of it, without examples.
PassPage passDocumentation(const PassInfo& pass);
/// Reads the documentation of a pass and runs it on its examples, whose pictures are written with
/// `text`. Fails when cancelled.
Result<PassPage> passPage(const PassInfo& pass, const PassOptions& options,
                          const DrawingText& text = DrawingText::english(estimatedTextWidth));
nlohmann::json toJson(const PassPage& page);
/// The page as text for a terminal.
std::string passPageText(const PassPage& page);
/// One self-contained HTML page for all given passes.
std::string passPagesHtml(const std::vector<PassPage>& pages);

} // namespace partita
