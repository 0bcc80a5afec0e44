#include "core/onnx/onnx_library.h"

#include <regex>

namespace partita {

Error libraryError(const Model& model, const Message& what, const char* message) {
    // The library's messages hold source positions and line breaks, which users do not need. They
    // may be as long as the names in a file, and std::regex uses stack for each character.
    constexpr std::size_t kLongest = 2000;
    std::string text = std::regex_replace(std::string(message, ::strnlen(message, kLongest)),
                                          std::regex(R"(\S*\.(cc|h):\d+:?\s*\S*:?\s*)"), "");
    text = std::regex_replace(text, std::regex(R"(\s*\n\s*)"), "; ");
    while (!text.empty() && (text.back() == ';' || text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    Error error{Errc::invalidModel, PARTITA_TEXT("{0}: {1}", what, text), {}, {}};
    std::smatch match;
    if (std::regex_search(
            text, match,
            std::regex(R"([Nn]ode(?: with)?(?: name)?:?\s*\(?\"?'?([^\s\"'(),;]+))"))) {
        const std::string name = match[1];
        bool known = false;
        model.nodes().forEach(
            [&](NodeId, const auto& node) { known = known || node->name == name; });
        if (known)
            error.where.push_back(PARTITA_TEXT("node '{0}'", name));
    }
    return error;
}

} // namespace partita
