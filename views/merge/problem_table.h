#pragma once

#include <QTreeWidget>

#include "core/epcontext/merge/merge.h"
#include "views/theme/theme.h"

class QLabel;

namespace partita {

/// What keeps a merge from being written, and what the user should know, each with a link that puts
/// it right where that is possible.
class ProblemTable : public QWidget {
    Q_OBJECT
public:
    explicit ProblemTable(const Theme& theme);
    void setTheme(const Theme& theme);
    void translate();
    void show(std::shared_ptr<const MergePlan> plan); ///< null: there is none

Q_SIGNALS:
    void fixRequested(const partita::MergeProblem& problem);
    void modelChosen(int model);

private:
    void fill();
    [[nodiscard]] static QString fixText(const MergeProblem& problem);

    const Theme* m_theme;
    std::shared_ptr<const MergePlan> m_plan;
    QLabel *m_title, *m_counts;
    QTreeWidget* m_table;
};

} // namespace partita
