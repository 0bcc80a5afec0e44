#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;

namespace partita {

class DocumentController;
class Theme;

/// One line over the graph: what matters most on the left, what the legend says as well on the
/// right. Where it is narrow the right side goes first, part by part, then the end of the left one.
class SummaryLine : public QWidget {
    Q_OBJECT
public:
    SummaryLine();

    /// Where the nodes of the document are; nothing without one.
    void describe(const DocumentController& document, const Theme& theme);
    /// Parts as HTML; `tip`: all of it, for the pointer.
    void setParts(const QStringList& left, const QStringList& right, const QString& tip);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QLabel *m_left, *m_right;
    QStringList m_leftParts, m_rightParts;
};

} // namespace partita
