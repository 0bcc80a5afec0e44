#pragma once

#include <functional>

#include "views/graph/before_view.h"

class QComboBox;
class QMenu;
class QSplitter;
class QToolButton;

namespace partita {

class ComparisonController;
class DifferenceStrip;
class PaneHead;
class PointerRing;

/// The canvas and, if a step of the simplifier or a comparison is in view and there is room, the
/// other model beside it. Each has a title line, which for a comparison says what the side is; a
/// strip between them shows where they differ.
class GraphPair : public QWidget {
    Q_OBJECT
public:
    GraphPair(DocumentController& document, GraphView& graph, QWidget* parent = nullptr);
    void setBeforeWanted(bool wanted);
    /// The comparison whose sides the heads name; to be called once. `choices` fills the menu of a
    /// head with what can be the side `isFirst`.
    void follow(ComparisonController& comparison,
                const std::function<void(QMenu&, bool isFirst)>& choices);
    [[nodiscard]] BeforeView& before() const { return *m_before; }
    [[nodiscard]] DifferenceStrip& strip() const { return *m_strip; }
    /// Has the user click the node of the other pane that is the same as this one. False: there is no
    /// room for both panes.
    bool pickPartner(NodeId own);
    void refresh(); ///< updates after a change of language or theme

    /// How a comparison is shown: in two panes, in one with the marks of both, or in two with all
    /// pale that does not differ.
    enum class Look : std::uint8_t { beside, over, onlyDifferences };
    void setLook(Look look);
    [[nodiscard]] Look look() const { return m_look; }
    /// Whether both panes move together.
    void setLinked(bool linked);
    [[nodiscard]] bool isLinked() const { return m_before->isLinked(); }

Q_SIGNALS:
    void lookChanged();
    void linkChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int kLeastWidth = 560; ///< of both views together, in pixels

    void buildControls();
    void arrange(bool documentFirst);
    void shareWidth();
    void describeStep();
    void describeComparison();
    void showPointed();
    void fillMenu(QMenu& menu, NodeId beside);
    void match(NodeId own, NodeId beside);
    void mirrorPointer();

    DocumentController& m_document;
    GraphView& m_graph;
    BeforeView* m_before;
    DifferenceStrip* m_strip;
    QSplitter* m_split;
    QWidget *m_beforePane, *m_graphPane;
    PaneHead *m_beforeHead, *m_graphHead;
    QComboBox* m_looks;
    QToolButton* m_link;
    PointerRing *m_ringBefore, *m_ringGraph;
    ComparisonController* m_comparison = nullptr;
    NodeId m_picksFor; ///< whose partner the user points at
    Look m_look = Look::beside;
    bool m_wanted = true;
};

} // namespace partita
