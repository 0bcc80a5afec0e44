#pragma once

#include "views/document/document_controller.h"
#include "views/tables/row_table_model.h"
#include "views/theme/theme.h"

namespace partita {

/// The cell with icon and name of the provider of a node.
Cell providerCell(const DocumentController& document, const Theme& theme, NodeId node);
/// The same of a provider; nothing: none runs the node.
Cell providerCell(const DocumentController& document, const Theme& theme,
                  std::optional<std::uint32_t> provider);
/// The cell with icon and badge of a partition; 0: none.
Cell badgeCell(const DocumentController& document, const Theme& theme, std::uint32_t partition);
/// The name of a graph without those around it, which its tip has.
Cell graphCell(const DocumentController& document, GraphId graph);

} // namespace partita
