#pragma once

#include <QString>

#include "core/base/result.h"
#include "views/graph/graph_painter.h"

namespace partita {

/// Writes the whole graph with its legend to .png, .svg or .pdf by the canvas's own painter; the
/// file appears complete or not at all.
Result<void> exportGraph(const GraphPainter& painter, const Partitioning& partitioning,
                         const Theme& theme, const QString& path);

} // namespace partita
