#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/json.h"

namespace partita {

/// The lines on which a document's keys and items stand, as a tree of the same form.
struct JsonLines {
    int line = 1;
    std::map<std::string, JsonLines, std::less<>> inner;
};

/// A JSON document that knows on which line each key stands.
struct LinedJson {
    nlohmann::json document;
    JsonLines lines;

    /// The line of `pointer`, as "/graph/Conv/0", or of the nearest thing around it.
    [[nodiscard]] int line(std::string_view pointer) const;
};

/// Fails with file and line on a syntax error.
Result<LinedJson> parseLinedJson(std::string_view text, const std::string& fileName);

} // namespace partita
