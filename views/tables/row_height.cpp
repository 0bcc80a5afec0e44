#include "views/tables/row_height.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

namespace partita {

namespace {

constexpr int kLeastRowHeight = 22, kAroundLine = 6;

class RowHeight : public QObject {
public:
    explicit RowHeight(QTableView& view) : QObject(&view), m_view(view) {
        view.installEventFilter(this);
        fit();
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::FontChange)
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit() {
        m_view.verticalHeader()->setDefaultSectionSize(
            std::max(kLeastRowHeight, m_view.fontMetrics().height() + kAroundLine));
    }
    QTableView& m_view;
};

} // namespace

void fitRowsToFont(QTableView& view) { new RowHeight(view); }

} // namespace partita
