#pragma once

#include <QTreeWidget>

#include "views/document/simplify_controller.h"
#include "views/theme/theme.h"

namespace partita {

/// The rounds, passes and rewrites of a simplification. A click shows the model after the clicked
/// item beside the model before it; a context menu leaves out or undoes rewrites. What was left out
/// follows at the end, from where it can be taken back. A narrow list leaves the number of changed
/// nodes to the names.
class RewriteTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit RewriteTree(SimplifyController& simplifier);
    void fill(const Theme& theme);
    /// Selects the item of the state in view.
    void showPosition();
    void setIdleShown(bool shown); ///< passes without rewrites, with their notes
    [[nodiscard]] int idleCount() const { return m_idle; }

Q_SIGNALS:
    void pageRequested(const QString& pass);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    QTreeWidgetItem* addPass(QTreeWidgetItem* round, const PassTrace& trace);
    void addRewrites(QTreeWidgetItem* pass, const PassTrace& trace, std::size_t first);
    void addNotes(QTreeWidgetItem* pass, const PassTrace& trace);
    void addLeftOut();
    void menuAt(const QPoint& at);
    bool leftOutMenu(const QTreeWidgetItem* item, const QPoint& at);
    void takeBack(const QTreeWidgetItem& item);

    SimplifyController& m_simplifier;
    const Theme* m_theme = nullptr;
    std::vector<QTreeWidgetItem*> m_items; ///< by rewrite
    int m_idle = 0;
    bool m_idleShown = false;
    bool m_filling = false; ///< the selection changes, but not by the user
};

/// The summary of a pass in the user's language.
QString passSummary(const PassInfo& info);
/// A formula of a pass ("Before", "After"), with its words in the user's language.
QString passFormula(const std::string& formula);
/// The same in one line: a blank stands for the end of each line, but in Chinese nothing does.
QString passFormulaLine(const std::string& formula);
/// "+3", "−3", empty for 0.
QString signedText(std::int64_t number);

} // namespace partita
