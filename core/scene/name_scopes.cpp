#include "core/scene/name_scopes.h"

#include <algorithm>

namespace partita {

namespace {

/// The texts between quotes of a list as exporters write it: "['', 'm', 'm.layers.0']".
std::vector<std::string_view> quotedTexts(std::string_view list) {
    std::vector<std::string_view> texts;
    for (std::size_t at = 0; (at = list.find('\'', at)) != std::string_view::npos; ++at) {
        const std::size_t end = list.find('\'', at + 1);
        if (end == std::string_view::npos)
            break;
        texts.push_back(list.substr(at + 1, end - at - 1));
        at = end;
    }
    return texts;
}

} // namespace

std::vector<std::string_view> nameScopes(const Node& node) {
    if (node.annotations)
        for (const auto& [key, value] : node.annotations->metadata)
            if (key == "pkg.torch.onnx.name_scopes") {
                auto scopes = quotedTexts(value);
                if (!scopes.empty())
                    scopes.pop_back(); // the node itself
                std::erase(scopes, std::string_view());
                return scopes;
            }
    std::vector<std::string_view> scopes;
    std::string_view rest = node.name;
    for (std::size_t slash; (slash = rest.find('/')) != std::string_view::npos;
         rest.remove_prefix(slash + 1))
        if (slash > 0)
            scopes.push_back(rest.substr(0, slash));
    return scopes;
}

} // namespace partita
