#pragma once

#include <QTreeWidget>

#include "views/merge/merge_choices.h"
#include "views/theme/theme.h"

namespace partita {

/// The models of a merge: what each holds, its prefix, which is written in its row, and its state in
/// the plan.
class SourceTable : public QTreeWidget {
    Q_OBJECT
public:
    explicit SourceTable(const Theme& theme);
    void setTheme(const Theme& theme);
    void translate();
    /// `plan`: null while it is made; the states stay empty.
    void show(const MergeChoices& choices, const MergePlan* plan);
    [[nodiscard]] int row() const { return indexOfTopLevelItem(currentItem()); } ///< -1: none
    void choose(int row);
    void editPrefix(int row); ///< puts the cursor into its field
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void prefixChanged(int row, const QString& prefix);
    void removeRequested(int row);
    void partRequested(int row, const std::string& node);
    void openRequested(const QString& file);
    void movedBy(int row, int rows);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum Column { number, model, source, contexts, others, binary, opset, prefix, state, columns };
    void rebuild(const MergeChoices& choices);
    void fill(int row, const MergeInput& input);
    void fillState(int row, const MergePlan* plan);
    void fitColumns();

    const Theme* m_theme;
    std::vector<MergeInput> m_inputs; ///< as shown
};

} // namespace partita
