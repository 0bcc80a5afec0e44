#include "core/onnx/onnx_library.h"

#include <cstring>

#include <re2/re2.h>

#include "core/base/text_parts.h"

namespace partita {

Error libraryError(const Model& model, const Message& what, const char* message) {
    // The library's messages hold source positions and line breaks, which users do not need.
    static const RE2 kPosition(R"(\S*\.(cc|h):\d+:?\s*\S*:?\s*)"), kBreak(R"(\s*\n\s*)"),
        kNode(R"([Nn]ode(?: with)?(?: name)?:?\s*\(?\"?'?([^\s\"'(),;]+))");
    // They may be as long as the names in a file.
    constexpr std::size_t kLongest = 2000;
    std::size_t kept = ::strnlen(message, kLongest);
    while (kept > 0 && continuesCharacter(message[kept]))
        --kept;
    std::string text(message, kept);
    RE2::GlobalReplace(&text, kPosition, "");
    RE2::GlobalReplace(&text, kBreak, "; ");
    while (!text.empty() && (text.back() == ';' || text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    Error error{Errc::invalidModel, PARTITA_TEXT("{0}: {1}", what, text), {}, {}};
    std::string name;
    if (RE2::PartialMatch(text, kNode, &name)) {
        bool known = false;
        model.nodes().forEach(
            [&](NodeId, const auto& node) { known = known || node->name == name; });
        if (known)
            error.where.push_back(PARTITA_TEXT("node '{0}'", name));
    }
    return error;
}

} // namespace partita
