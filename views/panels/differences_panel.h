#pragma once

#include "views/document/comparison_controller.h"
#include "views/panels/panel.h"
#include "views/tables/difference_model.h"

class QButtonGroup;
class QLabel;
class QPushButton;
class QTreeView;

namespace partita {

class ListFrame;
class TimesTable;

/// What differs between the document and the side that it is compared with, in groups. A click selects
/// the nodes of a row; a file that is dropped here is compared.
class DifferencesPanel : public Panel {
    Q_OBJECT
public:
    explicit DifferencesPanel(const PanelContext& context);
    void refresh() override;
    [[nodiscard]] ComparisonController& comparison() { return m_comparison; }
    [[nodiscard]] QTreeView* view() const { return m_view; }
    /// The button that asks what to compare with.
    [[nodiscard]] QWidget& compareButton() const;
    /// Goes to the next (1) or previous (−1) row; after the last row comes the first.
    void step(int direction);

Q_SIGNALS:
    void choiceWanted();                ///< the user wants to choose what to compare with
    void stepped(const QString& where); ///< "Difference 6 of 38"
    void timesChosen();                 ///< the user wants to see how the times differ

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void fill();
    void choose(int filter);
    void showButton(int filter, const QString& title, std::size_t nodes, const QString& tip);
    void select(const QModelIndex& index);
    [[nodiscard]] QString warnings(const SideComparison& comparison) const;
    [[nodiscard]] QString summary(const SideComparison& comparison) const;

    ComparisonController m_comparison;
    QLabel *m_summary, *m_note, *m_shown;
    QLineEdit* m_filter;
    QPushButton *m_compare, *m_close;
    QButtonGroup* m_filters;
    QTreeView* m_view;
    ListFrame* m_frame;
    DifferenceModel* m_model;
    TimesTable* m_times;
    bool m_filling = false; ///< the current row changes, but not by the user
};

} // namespace partita
