#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>

#include "core/scene/block_copy.h"
#include "views/document/job_runner.h"
#include "views/graph/graph_view.h"

class QToolButton;

namespace partita {

/// One copy of a block that repeats, magnified beside the closed group that stands for all: in a frame
/// on the canvas, with brackets that name its sections, and an arrow from the group to it. It is laid
/// out when it is wanted. A click in it selects the node of that copy; Escape, or a selection outside
/// of the group, closes it.
class BlockBeside : public QWidget {
    Q_OBJECT
public:
    BlockBeside(DocumentController& document, GraphView& graph);
    ~BlockBeside() override;

    /// Shows the first copy in a closed group around a node; false: no such group repeats.
    bool showFor(NodeId node);
    /// The same for the selected group, or closes what is shown; false: none is selected.
    bool toggle();
    void leave(); ///< closes it
    /// The canvas right of here has other widgets, which it does not cover where it can.
    void setRoom(int right);
    void refresh(); ///< after a change of theme or language
    /// What is shown; null: nothing.
    [[nodiscard]] const BlockCopy* copy() const { return isHidden() ? nullptr : m_copy.get(); }
    /// Where the copy shows a node, in this widget; nothing: it does not.
    [[nodiscard]] std::optional<QPoint> placeOf(NodeId node) const;
    /// A group that is selected shows its copy by itself where the canvas is at least so wide.
    static constexpr int kWideCanvas = 720;

Q_SIGNALS:
    void placed(); ///< it lies elsewhere on the canvas, or no longer there

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Arrow;
    [[nodiscard]] std::optional<GroupKey> groupAround(NodeId node) const;
    [[nodiscard]] bool isGroupSelected(const GroupKey& group) const;
    void follow();
    void make(const GroupKey& group);
    void shown(std::shared_ptr<const BlockCopy> copy);
    void place();
    void makeRoom();
    void aimArrow();
    void markCurrent();
    [[nodiscard]] QRectF groupPlace() const; ///< on the canvas; empty: it is not drawn
    [[nodiscard]] QRect frame() const;
    [[nodiscard]] QRect pictureRoom() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int headWidth() const;
    [[nodiscard]] QTransform toPicture() const; ///< from the scene of the copy to this widget
    [[nodiscard]] std::int64_t boxAt(const QPoint& at) const;
    void paintHead(QPainter& painter) const;
    void paintSections(QPainter& painter) const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString about() const; ///< the second line

    DocumentController& m_document;
    GraphView& m_graph;
    Arrow* m_arrow;
    QToolButton* m_close;
    GraphPainter m_painter;
    SceneMarks m_marks;
    std::shared_ptr<const BlockCopy> m_copy;
    std::optional<GroupKey> m_wanted; ///< is shown, or will be
    std::optional<GroupKey> m_left;   ///< that the user closed: it does not come by itself again
    QTimer m_later;                   ///< a double click opens the group instead
    JobRunner m_jobs;
    int m_right = 0;
};

} // namespace partita
