#pragma once

#include <QString>

#include "core/base/result.h"
#include "views/graph/graph_painter.h"

namespace partita {

/// Writes the whole graph with its legend to .png, .svg or .pdf, with the painter of the canvas.
/// The file appears complete or not at all. Fails for any other ending and for a failed write.
Result<void> exportGraph(const GraphPainter& painter, const Partitioning& partitioning,
                         const Theme& theme, const QString& path);

} // namespace partita
