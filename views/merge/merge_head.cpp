#include "views/merge/merge_head.h"

#include <QCheckBox>
#include <algorithm>

namespace partita {

QWidget* mergeHead() {
    constexpr int kMargins = 4;
    auto* head = new QWidget;
    head->setObjectName(QStringLiteral("mergeSection"));
    head->setAttribute(Qt::WA_StyledBackground);
    head->setMinimumHeight(
        std::max(kMergeHead, QCheckBox(QStringLiteral("x")).sizeHint().height() + kMargins));
    return head;
}

} // namespace partita
