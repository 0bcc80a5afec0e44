#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/json.h"

namespace partita {

/// The line of each key and array item of a JSON document, as a tree of the document's structure.
struct JsonLines {
    int line = 1;
    std::map<std::string, JsonLines, std::less<>> inner;
};

/// A JSON document with the line number of each key.
struct LinedJson {
    nlohmann::json document;
    JsonLines lines;

    /// The line of the JSON pointer `pointer`, such as "/graph/Conv/0". A pointer that does not
    /// exist gives the line of its nearest ancestor.
    [[nodiscard]] int line(std::string_view pointer) const;
};

/// Parses JSON; a syntax error is reported with file and line.
Result<LinedJson> parseLinedJson(std::string_view text, const std::string& fileName);

} // namespace partita
