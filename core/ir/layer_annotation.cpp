#include "core/ir/layer_annotation.h"

#include "core/ir/metadata_entries.h"

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
    const bool isOther = layer.empty() ? removeEntry(changed.metadata, kLayerAnnotation)
                                       : setEntry(changed.metadata, kLayerAnnotation, layer);
    if (!isOther)
        return annotations;
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
