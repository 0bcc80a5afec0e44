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

void paintAll(QPainter& painter, const GraphPainter& graph, const Drawing& picture,
              const Theme& theme) {
    painter.fillRect(QRectF(0, 0, picture.bounds.width(), picture.bounds.height()), theme.canvas);
    painter.translate(-picture.bounds.left, -picture.bounds.top);
    graph.paintPicture(painter, picture, theme);
}

} // namespace

Result<void> exportGraph(const GraphPainter& graph, const Drawing& picture, const Theme& theme,
                         const QString& path) {
    const QSizeF size(picture.bounds.width(), picture.bounds.height());
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        // A QImage has at most 32767 pixels a side; larger pictures are scaled down, not cut off.
        const double scale = std::min({2.0, 32000 / size.width(), 32000 / size.height(),
                                       std::sqrt(2e8 / (size.width() * size.height()))});
        QImage image((size * scale).toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        painter.scale(scale, scale);
        paintAll(painter, graph, picture, theme);
        painter.end();
        image.save(&buffer, "PNG");
    } else if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size.toSize());
        generator.setViewBox(QRectF(QPointF(0, 0), size));
        generator.setTitle(QStringLiteral("Partita"));
        QPainter painter(&generator);
        paintAll(painter, graph, picture, theme);
    } else if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QPdfWriter writer(&buffer);
        writer.setResolution(72);
        writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QPainter painter(&writer);
        paintAll(painter, graph, picture, theme);
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
