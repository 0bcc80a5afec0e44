#pragma once

#include "views/document/measured_controller.h"
#include "views/panels/table_panels.h"

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;

namespace partita {

class ElidedLabel;

/// Where a real runtime ran the nodes, beside where they are predicted to run: those that differ, that
/// agree, that the record does not tell of, and nodes of the record that the model has not. A click
/// selects the node of a row.
class MeasuredPanel : public TablePanel {
    Q_OBJECT
public:
    explicit MeasuredPanel(const PanelContext& context);
    void refresh() override;
    /// How many nodes differ; nothing: there is no record.
    [[nodiscard]] std::optional<std::size_t> count() const override;
    /// What the list shows.
    enum class Show : std::uint8_t { differs, agrees, untold, unmatched };

Q_SIGNALS:
    void choiceWanted(); ///< the user wants to choose a file of a runtime

protected:
    QString fill(RowTableModel& model) override;
    [[nodiscard]] QString note(NodeId node) const override;

private:
    [[nodiscard]] MeasuredController& measured() const { return document().measured(); }
    /// A row: a node of the model, or one of the record that is none.
    struct Entry {
        NodeId node;
        const MeasuredPlacement::Unmatched* unmatched = nullptr;
    };
    void build();
    void showHead();
    void findEntries();
    void addEntry(const Entry& entry);
    [[nodiscard]] std::size_t countOf(Show show) const;
    [[nodiscard]] QString opOf(const Entry& entry) const;
    [[nodiscard]] QString nameOf(const Entry& entry) const;
    [[nodiscard]] QString providerOf(const Entry& entry) const; ///< of the record
    [[nodiscard]] Cell timeOf(const Entry& entry) const;
    [[nodiscard]] QString whyOf(const Entry& entry) const;

    QWidget* m_head;
    ElidedLabel* m_label;
    QButtonGroup* m_shows;
    QLineEdit* m_filter;
    QPushButton *m_open, *m_save, *m_close;
    std::vector<Entry> m_entries;
    std::shared_ptr<const MeasuredPlacement> m_placement; ///< that the entries point into
};

} // namespace partita
