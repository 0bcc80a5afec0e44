#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

class QToolButton;
class QWidget;

namespace partita {

class GraphView;

/// A widget that lies on the canvas, the legend or the overview. Where it covers boxes it gives way to
/// them: it is pale and lets the mouse through, so that they can be read and clicked, until the user
/// points at it. Its button folds it away, and stays in its place.
class OverlayCard : public QObject {
    Q_OBJECT
public:
    static constexpr int kEdge = 12;   ///< pixels beside a card
    enum class Corner { left, right }; ///< at the top of the canvas
    /// When a card that gives way is used: at once where it is pointed at, or when the cursor rests
    /// beside the boxes below.
    enum class Use { atOnce, whenResting };
    /// `id`: under which it is remembered whether it is folded, and its icon.
    OverlayCard(GraphView& graph, QWidget& card, const char* id, Corner corner, Use use);

    [[nodiscard]] QWidget& widget() const { return m_card; }
    [[nodiscard]] QToolButton& button() const { return *m_button; }
    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    /// Puts the card, or its button, into its corner. `fits`: there is room for the card.
    void place(bool wanted, bool fits);
    /// Looks again at what is below; `node`: a point that must be seen, if any.
    void giveWay(const QPoint* node);
    void refresh(const QString& name); ///< after a change of theme or language

Q_SIGNALS:
    void foldedChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setFolded(bool folded);
    void use(bool used);
    void pointed(const QPoint& at);
    void showState();
    [[nodiscard]] bool coversBoxes() const;

    GraphView& m_graph;
    QWidget& m_card;
    const char* m_id;
    Corner m_corner;
    Use m_use;
    QToolButton* m_button;
    QTimer m_rest;    ///< until the cursor has rested
    QPoint m_pointed; ///< where it rests
    bool m_isFolded = false, m_covers = false, m_isUsed = false;
};

} // namespace partita
