#pragma once

#include "core/scene/scene_drawing.h"

namespace partita::test {

/// The widths of texts in drawings: 7 for each byte of a title, 6 for each byte of another text.
inline double textWidth(const std::string& text, bool title) {
    return static_cast<double>(text.size()) * (title ? 7 : 6);
}

inline SceneDrawing drawingOf(GraphScene scene) {
    return {std::make_shared<const GraphScene>(std::move(scene)), DrawingText::english(textWidth)};
}

/// The shapes of one kind, in their order.
template <class T> std::vector<T> allShapes(const Drawing& drawing) {
    std::vector<T> found;
    for (const DrawnShape& shape : drawing.shapes)
        if (const T* each = std::get_if<T>(&shape))
            found.push_back(*each);
    return found;
}

} // namespace partita::test
