#include "views/panels/provider_cells.h"

#include <QCoreApplication>

#include "views/document/links.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

QIcon iconOf(const DocumentController& document, const Theme& theme, std::uint32_t provider) {
    return theme.swatch(theme.provider(static_cast<int>(provider), document.isLast(provider)), 12);
}

} // namespace

Cell providerCell(const DocumentController& document, const Theme& theme, NodeId node) {
    return providerCell(document, theme, document.partitioning().providerOf(node));
}

Cell providerCell(const DocumentController& document, const Theme& theme,
                  std::optional<std::uint32_t> provider) {
    const auto& partitioning = document.partitioning();
    if (!provider)
        return {QCoreApplication::translate("partita::TablePanel", "nothing"),
                {},
                QIcon(theme.swatch(theme.nobody(), 12))};
    return {shortProviderName(partitioning, *provider), {}, iconOf(document, theme, *provider)};
}

Cell badgeCell(const DocumentController& document, const Theme& theme, std::uint32_t partition) {
    const auto& partitioning = document.partitioning();
    if (!partition)
        return {QStringLiteral("–"), -1};
    const std::uint32_t provider = partitioning.partitions[partition - 1].provider;
    Cell cell{toQString(partitioning.badge(partition)), static_cast<int>(partition),
              iconOf(document, theme, provider)};
    cell.link = linkToPartition(partition);
    return cell;
}

Cell graphCell(const DocumentController& document, GraphId graph) {
    const QString path = toQString(document.model().graphPath(graph));
    const QString between = QStringLiteral(" / ");
    return {path.section(between, -1), path, {}, path};
}

} // namespace partita
