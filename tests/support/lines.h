#pragma once

#include <gtest/gtest.h>

#include "views/graph/graph_view.h"

namespace partita::test {

/// The middle of the first piece of a tensor's line, in the view.
inline QPoint lineOf(const GraphView& view, const char* tensor) {
    const DocumentController& document = view.document();
    const GraphScene& scene = document.scene();
    for (const Route& route : scene.layout.routes)
        if (document.model().value(scene.nets[route.net].value)->name == tensor) {
            const auto points = scene.layout.pointsOf(route);
            return view.toDevice()
                .map(QPointF((points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2))
                .toPoint();
        }
    ADD_FAILURE() << "no line of " << tensor;
    return {};
}

} // namespace partita::test
