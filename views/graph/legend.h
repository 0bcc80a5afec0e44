#pragma once

#include <QFrame>
#include <QPointer>

#include "views/graph/graph_view.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace partita {

/// The providers with their shares of the nodes. A click dims all other providers, Ctrl+click adds
/// a provider, a double click selects its nodes.
class Legend : public QFrame {
    Q_OBJECT
public:
    Legend(DocumentController& document, GraphView& view);
    void refresh();
    /// What there is room for: all; all with where the colours come from in a word, because the
    /// sentence is wider than the rest; or not even devices and shares. Tool tips say what is left
    /// out.
    enum class Room { wide, narrow, least };
    void setRoom(Room room);

Q_SIGNALS:
    void resized();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QList<QToolButton*> addProviders();
    QList<QToolButton*> addLines();
    QList<QToolButton*> addUnconnected();
    void addColouring();
    void addWhoseTime();
    void addKeys();
    void addKey(const Paint& paint, const QString& name, std::size_t count);
    void addWithout(std::size_t count);
    void addScales();
    void toggle(std::int32_t provider, bool add);
    void showSource();

    DocumentController& m_document;
    GraphView& m_view;
    QVBoxLayout* m_layout;
    QPointer<QLabel> m_title, m_source; ///< what the colours say, and where that comes from
    QList<QToolButton*> m_rows;         ///< of providers and lines
    Room m_room = Room::wide;
};

} // namespace partita
