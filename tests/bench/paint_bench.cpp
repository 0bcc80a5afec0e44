// Frame times of the canvas at 10,000 and 100,000 nodes over a range of zooms (1600 × 1000,
// raster), median and worst of a series of pans. Run with QT_QPA_PLATFORM=offscreen.

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/session/partitioner.h"
#include "providers/registry.h"
#include "tests/support/measure.h"
#include "tests/support/models.h"
#include "views/graph/graph_painter.h"
#include "views/text/text_widths.h"

using namespace partita;

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    for (const std::size_t size : {std::size_t{10'000}, std::size_t{100'000}}) {
        const Model model = test::largeModel(size);
        const auto placed = *partitionModel(model, *makeProviders({}));
        SceneOptions options;
        const auto widths = TextWidths::of(QApplication::font());
        options.textWidth = [&](const std::string& text, bool title) {
            return widths->width(text, title);
        };
        auto scene = std::make_shared<const GraphScene>(
            *buildScene(model, model.mainGraph(), &placed, options));
        GraphPainter painter;
        painter.setFonts(QApplication::font());
        QElapsedTimer timer;
        timer.start();
        painter.setScene(scene, 2);
        std::printf("%zu nodes: index %.1f ms, RSS %.0f MB\n", size,
                    static_cast<double>(timer.nsecsElapsed()) / 1e6, test::residentMb());
        const QSize view(1600, 1000);
        const QRectF bounds = painter.bounds();
        const double fit = std::min(view.width() / bounds.width(), view.height() / bounds.height());
        for (const double scale :
             {fit, 0.002, 0.008, 0.02, 0.06, 0.14, 0.2, 0.35, 0.5, 0.75, 1.0, 2.0}) {
            std::vector<double> times;
            for (int pan = 0; pan < 24; ++pan) {
                const double y = bounds.top() + bounds.height() * (0.1 + 0.03 * pan);
                const QPointF origin(bounds.center().x() - view.width() / scale / 2,
                                     scale == fit ? bounds.top() : y);
                QImage image(view, QImage::Format_RGB32);
                timer.restart();
                image.fill(Qt::white);
                QPainter paint(&image);
                painter.paint(
                    paint, QTransform(scale, 0, 0, scale, -origin.x() * scale, -origin.y() * scale),
                    view, Theme::get(Theme::Kind::light), {});
                paint.end();
                times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
            }
            std::sort(times.begin(), times.end());
            std::printf("  scale %8.5f  median %6.2f ms  worst %6.2f ms\n", scale,
                        times[times.size() / 2], times.back());
        }
    }
}
