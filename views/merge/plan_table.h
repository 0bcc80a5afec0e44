#pragma once

#include <QTreeWidget>
#include <QWidget>
#include <array>

#include "core/epcontext/merge/merge_rows.h"
#include "views/theme/theme.h"

class QCheckBox;
class QLabel;

namespace partita {

/// The plan of a merge line by line, clashes first, with a check box for each kind of line.
class PlanTable : public QWidget {
    Q_OBJECT
public:
    explicit PlanTable(const Theme& theme);
    void setTheme(const Theme& theme);
    void translate();
    /// `plan`: null: there is none. Keeps the chosen line where it is there again.
    void show(std::shared_ptr<const MergePlan> plan);

Q_SIGNALS:
    /// The chosen line is a connection: its number among the wishes, and the tensor; or none: -1.
    void connectionChosen(int connection, const QString& tensor);
    void removeRequested(int connection); ///< Delete on a connection

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum Kind { clashes, connections, renames, kept, files, kinds };
    [[nodiscard]] static Kind kindOf(const MergeRow& row);
    void fill();
    void fitColumns();
    void filter();
    [[nodiscard]] int chosenConnection() const;

    const Theme* m_theme;
    std::shared_ptr<const MergePlan> m_plan;
    std::vector<MergeRow> m_rows;
    std::array<QCheckBox*, kinds> m_boxes{};
    QLabel* m_title;
    QTreeWidget* m_table;
};

} // namespace partita
