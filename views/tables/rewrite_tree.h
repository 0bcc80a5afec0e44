#pragma once

#include <QTreeWidget>

#include "views/document/simplify_controller.h"
#include "views/theme/theme.h"

namespace partita {

/// Rounds, passes and rewrites of a simplification; a click shows the model after that, beside the
/// model before it. A menu leaves out and undoes.
class RewriteTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit RewriteTree(SimplifyController& simplifier);
    void fill(const Theme& theme);
    /// Selects what is in view.
    void showPosition();
    void setIdleShown(bool shown); ///< passes that did nothing, and what they say about why
    [[nodiscard]] int idleCount() const { return m_idle; }

Q_SIGNALS:
    void pageRequested(const QString& pass);

private:
    QTreeWidgetItem* addPass(QTreeWidgetItem* round, const PassTrace& trace);
    void addRewrites(QTreeWidgetItem* pass, const PassTrace& trace, std::size_t first);
    void addNotes(QTreeWidgetItem* pass, const PassTrace& trace);
    void menuAt(const QPoint& at);

    SimplifyController& m_simplifier;
    const Theme* m_theme = nullptr;
    std::vector<QTreeWidgetItem*> m_items; ///< by rewrite
    int m_idle = 0;
    bool m_idleShown = false;
    bool m_filling = false; ///< what is selected was not chosen by the user
};

/// What a pass does, in the user's language.
QString passSummary(const PassInfo& info);
/// "+3", "−3", nothing for 0.
QString signedText(std::int64_t number);

} // namespace partita
