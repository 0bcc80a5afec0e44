#pragma once

#include "views/panels/panel.h"

class QLabel;
class QPushButton;
class QTextBrowser;

namespace partita {

class TimelineView;
struct TimelineTask;

/// The timeline of the simulated device, and the details of the selected task.
class TimelinePanel : public Panel {
    Q_OBJECT
public:
    explicit TimelinePanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] TimelineView& view() const { return *m_view; }

private:
    void showTimeline();
    void showTask(int task);
    void exportTrace();
    [[nodiscard]] QString taskText(const TimelineTask& task) const;
    [[nodiscard]] QString whyText(const TimelineTask& task) const;
    QLabel *m_summary, *m_hint;
    QPushButton *m_fit, *m_export;
    TimelineView* m_view;
    QTextBrowser* m_details;
    bool m_selecting = false; ///< this panel is changing the selection
};

} // namespace partita
