#pragma once

#include <QTreeWidget>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// What a merge will do: clashes, files, renames, each with its reason.
class MergePlanTree : public QTreeWidget {
    Q_OBJECT
public:
    MergePlanTree();
    /// `plan`: null for none; `inputs`: what it was made of.
    void showPlan(const MergePlan* plan, const std::vector<MergeInput>& inputs);

private:
    QTreeWidgetItem* addSection(const QString& title, std::size_t count);
};

} // namespace partita
