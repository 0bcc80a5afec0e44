#pragma once

#include "core/onnx/check.h"
#include "views/panels/table_panels.h"

namespace partita {

/// The problems of the model: violations of ONNX's rules, and for context models what keeps them
/// from loading or makes them compute wrong numbers.
class ProblemsPanel : public TablePanel {
    Q_OBJECT
public:
    explicit ProblemsPanel(const PanelContext& context);
    [[nodiscard]] const std::vector<Finding>& findings() const { return m_findings; }

    [[nodiscard]] std::optional<std::size_t> count() const override {
        return m_state == State::looked ? TablePanel::count() : std::nullopt;
    }

protected:
    QString fill(RowTableModel& model) override;
    void showEvent(QShowEvent* event) override;

private:
    void look();
    void lookAgain();
    void offerFixes();
    /// Writes the model with all safe fixes to `file`, and opens it.
    void fixInto(const QString& file, const Model& model, const std::vector<Finding>& findings);
    JobRunner m_jobs;
    Model m_model; ///< that `m_findings` are about
    std::vector<Finding> m_findings;
    enum class State { stale, looking, looked, failed } m_state = State::stale;
    Error m_error; ///< why it failed
};

} // namespace partita
