#include "core/ir/layer_annotation.h"

#include <algorithm>

namespace partita {

std::string_view layerOf(const Node& node) {
    if (node.annotations)
        for (const auto& [key, value] : node.annotations->metadata)
            if (key == kLayerAnnotation)
                return value;
    return {};
}

AnnotationsPtr withLayer(const AnnotationsPtr& annotations, const std::string& layer) {
    Annotations changed = annotations ? *annotations : Annotations();
    const auto isLayer = [](const auto& pair) { return pair.first == kLayerAnnotation; };
    const auto at = std::ranges::find_if(changed.metadata, isLayer);
    if (layer.empty())
        std::erase_if(changed.metadata, isLayer);
    else if (at == changed.metadata.end())
        changed.metadata.emplace_back(kLayerAnnotation, layer);
    else
        at->second = layer;
    if (changed.docString.empty() && changed.metadata.empty())
        return nullptr;
    return std::make_shared<const Annotations>(std::move(changed));
}

bool isLayerName(std::string_view text) {
    const auto isSpace = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    return !text.empty() && text.front() != '=' && !isSpace(text.front()) &&
           !isSpace(text.back()) && text.find_first_of(",;()") == std::string_view::npos;
}

} // namespace partita
