#pragma once

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>
#include <climits>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

// What a widget paints: its texts with their places, and its colours.

namespace partita::test {

/// A text as painted, so elided where there is too little room. `left`: in the widget, on the
/// baseline.
struct PaintedText {
    QString words;
    QPointF left;
    double right = 0;
};

/// Keeps the texts and drops everything else.
class TextEngine : public QPaintEngine {
public:
    TextEngine() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {
    }
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    [[nodiscard]] Type type() const override { return User; }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QTransform& toDevice = painter()->deviceTransform();
        const QPointF left = toDevice.map(at);
        const double right = toDevice.map(at + QPointF(item.width(), 0)).x();
        // One text in several fonts comes in parts.
        if (!texts.empty() && std::abs(texts.back().left.y() - left.y()) < 0.5 &&
            std::abs(texts.back().right - left.x()) < 3) {
            texts.back().words += item.text();
            texts.back().right = right;
            return;
        }
        texts.push_back({item.text(), left, right});
    }
    std::vector<PaintedText> texts;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(const QSize& size) : m_size(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }
    [[nodiscard]] const std::vector<PaintedText>& texts() const { return m_engine.texts; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric wanted) const override {
        switch (wanted) {
        case PdmWidth: return m_size.width();
        case PdmHeight: return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY: return 96;
        case PdmWidthMM: return m_size.width() * 254 / 960;
        case PdmHeightMM: return m_size.height() * 254 / 960;
        case PdmNumColors: return INT_MAX;
        case PdmDepth: return 32;
        case PdmDevicePixelRatio: return 1;
        case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
        }
        return 0;
    }

private:
    QSize m_size;
    mutable TextEngine m_engine;
};

inline std::vector<PaintedText> paintedTexts(QWidget& widget) {
    TextDevice device(widget.size());
    widget.render(&device, {}, {}, QWidget::DrawWindowBackground);
    return device.texts();
}

/// The first painted text that contains `part`; null: there is none.
inline const PaintedText* findText(const std::vector<PaintedText>& texts, const QString& part) {
    for (const PaintedText& each : texts)
        if (each.words.contains(part))
            return &each;
    return nullptr;
}

inline testing::AssertionResult paints(QWidget& widget, const QString& part) {
    const auto texts = paintedTexts(widget);
    testing::AssertionResult result(findText(texts, part) != nullptr);
    for (const PaintedText& each : texts)
        result << '|' << each.words.toStdString();
    return result;
}

/// The number of pixels of a colour in a rectangle. `off`: how much a channel may differ, for what
/// is antialiased.
inline int pixelsOf(const QImage& image, const QColor& colour, const QRect& in, int off = 0) {
    int count = 0;
    const QRect inside = in.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        for (int x = inside.left(); x <= inside.right(); ++x) {
            const QColor at = image.pixelColor(x, y);
            count += std::abs(at.red() - colour.red()) <= off &&
                     std::abs(at.green() - colour.green()) <= off &&
                     std::abs(at.blue() - colour.blue()) <= off;
        }
    return count;
}

inline QImage pictureOf(QWidget& widget) { return widget.grab().toImage(); }

} // namespace partita::test
