#pragma once

#include <QTreeWidget>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The plan of a merge: clashes, files and renames, each with its reason.
class MergePlanTree : public QTreeWidget {
    Q_OBJECT
public:
    MergePlanTree();
    /// `plan`: null: shows nothing. `inputs`: the models that the plan was made from.
    void showPlan(const MergePlan* plan, const std::vector<MergeInput>& inputs);

private:
    QTreeWidgetItem* addSection(const QString& title, std::size_t count);
};

} // namespace partita
