#include "views/graph/export.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <cmath>

#include "core/base/buffer.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr double kMargin = 24, kRow = 20;

double legendHeight(const Partitioning& partitioning) {
    return kMargin + kRow * static_cast<double>(partitioning.providers.size() + 2);
}

void paintLegend(QPainter& painter, const Partitioning& partitioning, const Theme& theme,
                 const QFont& font) {
    QFont bold = font;
    bold.setPixelSize(12);
    QFont plain = bold;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(QPointF(kMargin, kMargin), headlineText(partitioning));
    painter.setFont(plain);
    double y = kMargin + 8;
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i, y += kRow) {
        paintBand(painter, QRectF(kMargin, y + 2, 14, 14),
                  theme.provider(static_cast<int>(i), i + 1 == partitioning.providers.size()));
        painter.setPen(theme.text);
        painter.drawText(QPointF(kMargin + 22, y + 13),
                         QStringLiteral("%1   %2")
                             .arg(toQString(partitioning.providerNames[i]))
                             .arg(partitioning.summary.byProvider[i]));
    }
}

void paintAll(QPainter& painter, const GraphPainter& graph, const Partitioning& partitioning,
              const Theme& theme, const QFont& font, const QSizeF& size) {
    painter.fillRect(QRectF(QPointF(0, 0), size), theme.canvas);
    paintLegend(painter, partitioning, theme, font);
    const QRectF bounds = graph.bounds();
    const QTransform place = QTransform::fromTranslate(kMargin - bounds.left(),
                                                       legendHeight(partitioning) - bounds.top());
    graph.paint(painter, place, size.toSize(), theme, {});
}

} // namespace

Result<void> exportGraph(const GraphPainter& graph, const Partitioning& partitioning,
                         const Theme& theme, const QFont& font, const QString& path) {
    const QSizeF size(std::max(graph.bounds().width() + 2 * kMargin, 480.0),
                      graph.bounds().height() + legendHeight(partitioning) + kMargin);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        // QImage holds 32767 pixels a side; above that the picture is made smaller, never cut off.
        const double scale = std::min({2.0, 32000 / size.width(), 32000 / size.height(),
                                       std::sqrt(2e8 / (size.width() * size.height()))});
        QImage image((size * scale).toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillRect(image.rect(), theme.canvas);
        painter.save();
        painter.scale(scale, scale);
        paintLegend(painter, partitioning, theme, font);
        painter.restore();
        const QRectF bounds = graph.bounds();
        const QTransform place =
            QTransform::fromTranslate(kMargin - bounds.left(),
                                      legendHeight(partitioning) - bounds.top()) *
            QTransform::fromScale(scale, scale);
        graph.paint(painter, place, image.size(), theme, {});
        painter.end();
        image.save(&buffer, "PNG");
    } else if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size.toSize());
        generator.setViewBox(QRectF(QPointF(0, 0), size));
        generator.setTitle(QStringLiteral("Partita"));
        QPainter painter(&generator);
        paintAll(painter, graph, partitioning, theme, font, size);
    } else if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QPdfWriter writer(&buffer);
        writer.setResolution(72);
        writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QPainter painter(&writer);
        paintAll(painter, graph, partitioning, theme, font, size);
    } else {
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' has no known ending", path.toStdString()),
                     {},
                     PARTITA_TEXT("use .png, .svg or .pdf")};
    }
    buffer.close();
    return writeFile(
        std::filesystem::path(path.toStdString()),
        std::string_view(buffer.data().constData(), static_cast<std::size_t>(buffer.size())));
}

} // namespace partita
