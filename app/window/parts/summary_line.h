#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;

namespace partita {

class DocumentController;
struct PlacedSide;
class Theme;
struct SideComparison;

/// One line above the graph: the most important figures on the left, on the right what the legend
/// shows as well. If space is short, it says in one word only where the figures are from; then the
/// other parts on the right are dropped, by how much the figures changed, and the end of the left
/// side. That the figures are predicted is never left out.
class SummaryLine : public QWidget {
    Q_OBJECT
public:
    /// A part of the left side (HTML).
    struct Figure {
        QString html;
        QString change; ///< by how much it changed, with a space before it; empty: not at all
        friend bool operator==(const Figure&, const Figure&) = default;
    };
    using Figures = QList<Figure>;
    /// Where the figures are from (HTML): in full, and in a word.
    struct Source {
        QString whole, brief;
        friend bool operator==(const Source&, const Source&) = default;
    };

    SummaryLine();

    /// Shows the placement of the document's nodes, or the figures of both sides of a comparison;
    /// nothing without a document. `first`: parts (HTML) before the others.
    void describe(const DocumentController& document, const Theme& theme,
                  const SideComparison* compared = nullptr, const QStringList& first = {});
    /// Sets the parts (HTML). `tip`: the tool tip with the full text.
    void setParts(const Figures& left, const QStringList& right, const QString& tip,
                  const Source& source = {{}, {}});

Q_SIGNALS:
    void linkActivated(const QString& link);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static Figures figuresOf(const PlacedSide& before, const PlacedSide& after,
                             const DocumentController& document, const Theme& theme);
    void fit();

    QLabel *m_left, *m_right;
    Figures m_leftParts;
    QStringList m_rightParts;
    Source m_source;
    QFont m_fontOfParts; ///< in which they were fitted
};

} // namespace partita
