#include "views/dialogs/merge_plan_tree.h"

#include <QLocale>
#include <algorithm>

#include "core/report/model_summary.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kWidest = 200; ///< width of a column, in pixels, except the last

}

MergePlanTree::MergePlanTree() {
    setObjectName(QStringLiteral("mergePlan"));
    setHeaderLabels({tr("What"), tr("Before"), tr("After"), tr("Why")});
    setUniformRowHeights(true);
}

QTreeWidgetItem* MergePlanTree::addSection(const QString& title, std::size_t count) {
    const QString number = QLocale().toString(static_cast<qulonglong>(count));
    auto* item = new QTreeWidgetItem(this, {QStringLiteral("%1  %2").arg(title, number)});
    QFont bold = font();
    bold.setBold(true);
    item->setFont(0, bold);
    item->setExpanded(true);
    return item;
}

void MergePlanTree::showPlan(const MergePlan* plan, const std::vector<MergeInput>& inputs) {
    clear();
    if (!plan)
        return;
    if (!plan->clashes.empty()) {
        auto* clashes = addSection(tr("Clashes"), plan->clashes.size());
        for (const auto& each : plan->clashes)
            new QTreeWidgetItem(clashes,
                                {messageText(each.what), {}, {}, messageText(each.resolution)});
    }
    auto* files = addSection(tr("Files"), plan->files.size());
    for (const auto& each : plan->files)
        new QTreeWidgetItem(
            files,
            {toQString(each.name), {}, toQString(byteText(each.size())), messageText(each.why)});
    auto* renames = addSection(tr("Renames"), plan->renames.size());
    for (const auto& each : plan->renames) {
        const QString model = toQString(contextStem(inputs[each.model].path));
        new QTreeWidgetItem(renames,
                            {QStringLiteral("%1, %2").arg(messageText(each.kind), model),
                             toQString(each.from), toQString(each.to), messageText(each.why)});
    }
    for (int column = 0; column < 3; ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, std::min(kWidest, columnWidth(column)));
    }
}

} // namespace partita
