#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace partita {

/// A JSON document that knows on which line each key stands.
struct LinedJson {
    nlohmann::json document;
    std::map<std::string, int> lines; ///< JSON pointer → line, from 1

    /// The line of `pointer` or of the nearest thing around it.
    [[nodiscard]] int line(std::string pointer) const;
};

/// Fails with file and line on a syntax error.
Result<LinedJson> parseLinedJson(std::string_view text, const std::string& fileName);

} // namespace partita
