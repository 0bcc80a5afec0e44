#pragma once

#include "views/panels/panel.h"

class QAction;
class QTableView;

namespace partita {

class HistoryModel;
class ListFrame;

/// Every step of the document, of every kind; a click goes to the state after it. Its menu saves them
/// as a script.
class HistoryPanel : public Panel {
    Q_OBJECT
public:
    explicit HistoryPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] std::optional<std::size_t> count() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHistory();
    void fitColumns();

    HistoryModel* m_model;
    QTableView* m_view;
    ListFrame* m_frame;
    QAction* m_script;
};

} // namespace partita
