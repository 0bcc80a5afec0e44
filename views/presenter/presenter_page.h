#pragma once

#include <QRectF>
#include <QString>
#include <vector>

#include "core/scene/step_pictures.h"
#include "core/tasks/replay/simplify_replay.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

/// A number of the page, with its curve.
struct PresentedFigure {
    QString name, shown, unit, change, from; ///< change: against the start; empty: none
    bool isGood = true;                      ///< of the change
    double now = 0; ///< where the point stands, on its way from the last state
    FigureCurve curve;
};

/// A pass in the bar of segments.
struct PresentedSegment {
    QString name;
    std::size_t first = 0, count = 0;
};

/// Everything that the presenter shows at a moment.
struct PresentedPage {
    QString file, device, note; ///< note: in place of the step, where there is none
    QString pass, which, sentence;
    std::vector<std::pair<QString, QString>> formula; ///< shown in place of the sentence
    QString place, goal;                              ///< "120", and what is typed to go to
    QString placeOf;                                  ///< what is counted: "step"
    const StepPicture* picture = nullptr;
    double shown = 1; ///< how far the step is done, 0 … 1
    QPointF glide;    ///< how far the pictures are still away, in units of the scene
    std::vector<PresentedFigure> figures;
    QString verdict, tag, error;
    bool isAlike = true;
    std::vector<PresentedSegment> segments;
    std::size_t state = 0, size = 0, current = 0;       ///< current: the segment
    std::vector<std::pair<QStringList, QString>> hints; ///< keys, and what they do; empty: hidden
};

/// Paints the page; all sizes follow the height. The smallest text is 16 pixels high in 1000.
class PresenterPage {
public:
    PresenterPage(QPainter& painter, QSizeF size, const Theme& theme);
    void paint(const PresentedPage& page);
    /// The segments in a widget of that size, in their order.
    [[nodiscard]] static std::vector<QRectF> segments(const std::vector<PresentedSegment>& all,
                                                      QSizeF size);

    /// How both pictures of a step are shown.
    struct StageView {
        double scale;   ///< units for a pixel of the scene
        QPointF middle; ///< of the panes, in the scene
    };
    /// The pixels of a scene that have room in a pane of a page of `size` pixels, where its text is as
    /// small as may be.
    [[nodiscard]] static QSizeF roomOf(QSizeF size);
    /// The step, with as much around it as leaves the text readable, on a page of `size` pixels.
    [[nodiscard]] static StageView viewOf(const StepPicture& picture, QSizeF size);

private:
    [[nodiscard]] QFont font(double size, bool bold = false, bool fixed = false) const;
    /// One line with its baseline at a point, elided to its room; returns its width.
    double text(QPointF at, const QString& words, double size, const QColor& colour,
                Qt::Alignment align = Qt::AlignLeft, bool bold = false, bool fixed = false,
                double room = 1e9);
    void head(const PresentedPage& page);
    void panes(const PresentedPage& page);
    void sentence(const PresentedPage& page, double room);
    void formula(const PresentedPage& page, double room);
    void side(const StepSide& shown, const QRectF& room, const StageView& view, QPointF glide);
    void after(const PresentedPage& page, const QRectF& room, const StageView& view);
    void figures(const PresentedPage& page);
    void curve(const PresentedFigure& figure, const QRectF& room, const PresentedPage& page);
    void bar(const PresentedPage& page);
    void foot(const PresentedPage& page);

    QPainter& m_painter;
    QSizeF m_size; ///< in units: the height is 1000
    double m_unit; ///< pixels
    const Theme& m_theme;
};

} // namespace partita
