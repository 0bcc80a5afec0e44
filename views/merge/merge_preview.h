#pragma once

#include <QWidget>
#include <functional>

#include "core/epcontext/merge/merge.h"
#include "views/graph/graph_painter.h"
#include "views/text/text_widths.h"

namespace partita {

/// The merged graph, each node in the colour and with the letter of its source model. Dragging from
/// an output to an input connects them; where they do not fit, the reason stands at the pointer.
/// Dragging elsewhere moves the picture, the wheel zooms.
class MergePreview : public QWidget {
    Q_OBJECT
public:
    explicit MergePreview(const Theme& theme);
    void setTheme(const Theme& theme);
    /// Asks why an input "2.x" cannot read an output "1.y"; empty: it can.
    std::function<QString(const QString& input, const QString& output)> objection;
    /// Lays out the picture of a plan, with text widths of the canvas fonts; for a worker thread.
    static Result<std::shared_ptr<const GraphScene>>
    sceneOf(const MergePlan& plan, const TextWidths& widths, const Progress& progress);
    /// `models`: the names of the models, for the legend.
    void show(std::shared_ptr<const MergePlan> plan, std::shared_ptr<const GraphScene> scene,
              const QStringList& models);
    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    /// The rectangle of a port of the merged model in widget coordinates; empty: not drawn.
    [[nodiscard]] QRectF portRect(const QString& name) const;
    /// The number of nodes that the merged model has of a model, for the legend; empty: no plan.
    [[nodiscard]] QString countOf(int model) const;
    /// Lets the line of a tensor of the merged model stand out; empty: none.
    void highlight(const QString& tensor);
    void fit(); ///< shows the whole graph

Q_SIGNALS:
    /// The user connected an input to an output, written as in `MergeOptions`: "2.x" reads "1.y".
    void connected(const QString& input, const QString& output);
    void refused(const QString& why); ///< a connection that the user wanted
    void sourceRequested(int model);  ///< a double click on one of its nodes

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintSources(QPainter& painter) const;
    void paintConnection(QPainter& painter) const;
    [[nodiscard]] QString portText(int box) const; ///< "2.x"
    void leaveConnection();
    /// The rectangle of the list of models with their colours.
    [[nodiscard]] QRect legendRect() const;
    [[nodiscard]] int widestCount() const;
    void paintLegend(QPainter& painter) const;
    [[nodiscard]] int portAt(const QPoint& at, SceneBox::Kind kind) const;
    [[nodiscard]] const MergePlan::Port* sourceOf(int box) const;
    [[nodiscard]] QString whyNot(int output, int input) const;

    const Theme* m_theme;
    GraphPainter m_painter;
    std::shared_ptr<const MergePlan> m_plan;
    QStringList m_models;
    std::vector<std::size_t> m_counts; ///< of the nodes of each model, without Constant
    SceneMarks m_marks;
    QString m_why; ///< the connection being dragged cannot be
    QTransform m_view;
    int m_from = -1, m_to = -1; ///< boxes of the connection being dragged; -1: none
    QPoint m_pointer;
    bool m_moved = false; ///< the user has moved or zoomed the picture
};

} // namespace partita
