#pragma once

#include <map>

#include "core/edits/model_problems.h"
#include "core/onnx/check.h"
#include "views/panels/table_panels.h"

namespace partita {

/// The problems of the model: violations of ONNX's rules, and for context models what keeps them
/// from loading or makes them compute wrong numbers. While the user edits: what edits left open, with
/// buttons for ways out of the selected one.
class ProblemsPanel : public TablePanel {
    Q_OBJECT
public:
    explicit ProblemsPanel(const PanelContext& context);
    [[nodiscard]] const std::vector<Finding>& findings() const { return m_findings; }

    [[nodiscard]] std::optional<std::size_t> count() const override {
        if (const auto edited = editProblems())
            return edited; // as the headline counts them
        return m_state == State::looked ? TablePanel::count() : std::nullopt;
    }

    /// Of the edited model, without notes; nothing: the user does not edit, or they are not known.
    [[nodiscard]] std::optional<std::size_t> editProblems() const;

Q_SIGNALS:
    void fixPointedAt(const partita::Edit* fix); ///< null: at none any more

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void choose(std::size_t row) override;
    QString fill(RowTableModel& model) override;
    void showEvent(QShowEvent* event) override;

private:
    void look();
    void lookAgain();
    void lookAtEdits();
    void showFixes();
    void offerFixes();
    /// Writes the model with all safe fixes to `file`, and opens it.
    void fixInto(const QString& file, const Model& model, const std::vector<Finding>& findings);
    JobRunner m_jobs;
    Model m_model; ///< that `m_findings` are about
    std::vector<Finding> m_findings;
    std::vector<ModelProblem> m_problems; ///< those of `m_findings` while the user edits
    QWidget* m_fixes;
    std::map<QObject*, Edit> m_edits; ///< of the buttons
    enum class State { stale, looking, looked, failed } m_state = State::stale;
    Error m_error; ///< why it failed
};

} // namespace partita
