#pragma once

#include <QObject>
#include <QString>

class QToolButton;
class QWheelEvent;
class QWidget;

namespace partita {

class GraphView;

/// A widget that lies on the canvas, the legend or the overview. The view brings what is selected to
/// where no card covers it. Its button folds the card away, and stays in its place. A card that has no
/// room is its button, which shows it over the canvas.
class OverlayCard : public QObject {
    Q_OBJECT
public:
    static constexpr int kEdge = 12;   ///< pixels beside a card
    enum class Corner { left, right }; ///< at the top of the canvas
    /// `id`: under which it is remembered whether it is folded, and its icon.
    OverlayCard(GraphView& graph, QWidget& card, const char* id, Corner corner);

    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    /// Puts the card, or its button, into its corner. `fits`: there is room for the card.
    void place(bool wanted, bool fits);
    void refresh(const QString& name); ///< after a change of theme or language

Q_SIGNALS:
    void foldedChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void turn(); ///< shows what is folded, and folds what is shown
    [[nodiscard]] bool isClosed() const { return m_fits ? m_isFolded : !m_isOverCanvas; }
    void turnWheel(const QWheelEvent& event);

    GraphView& m_graph;
    QWidget& m_card;
    const char* m_id;
    Corner m_corner;
    QToolButton* m_button;
    QString m_name;
    bool m_isFolded = false;
    bool m_fits = true;
    bool m_isOverCanvas = false; ///< shown though it does not fit
};

} // namespace partita
