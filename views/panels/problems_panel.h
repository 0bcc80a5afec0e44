#pragma once

#include <QTimer>
#include <map>
#include <memory>
#include <set>

#include "core/tasks/problem_list.h"
#include "views/panels/table_panels.h"

namespace partita {

/// The problems of the model: violations of ONNX's rules, for context models what keeps them from
/// loading or makes them compute wrong numbers, and what edits left open. While the user edits, there
/// are buttons for ways out of the selected one.
///
/// The rules of edits are quick, and their findings follow each edit. ONNX's checker looks at the
/// model when no edit has come for a moment; what it found before stays in the list until then, but
/// for nodes that are others now.
class ProblemsPanel : public TablePanel {
    Q_OBJECT
public:
    explicit ProblemsPanel(const PanelContext& context);

    [[nodiscard]] std::optional<std::size_t> count() const override;
    /// The errors of the model; nothing: they are not known.
    [[nodiscard]] std::optional<std::size_t> errors() const;

    /// The nodes with errors, as far as they are known.
    [[nodiscard]] std::vector<NodeId> errorNodes() const;

Q_SIGNALS:
    void fixPointedAt(const partita::Edit* fix); ///< null: at none any more

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void choose(std::size_t row) override;
    QString fill(RowTableModel& model) override;
    void showEvent(QShowEvent* event) override;

private:
    void look(); ///< at another state of the model
    void lookAgain();
    void check();
    void list(std::vector<ListedProblem> problems);
    void offerFirst();
    [[nodiscard]] std::vector<Finding> stillHold(const Model& model) const;
    void noteSince();
    void keepFound(std::set<std::string> keys);
    /// The step that made a problem; 0: it was there when the model was opened.
    [[nodiscard]] int stepOf(const ListedProblem& problem) const;
    [[nodiscard]] Cell sinceCell(const Finding& finding) const;
    void showFixes();
    void offerFixes();
    /// Writes the model with all safe fixes to `file`, and opens it.
    void fixInto(const QString& file, const Model& model, const std::vector<Finding>& findings);
    JobRunner m_jobs;
    QTimer m_pause; ///< until the checker looks at what was edited
    Model m_model;  ///< as stored, which `m_problems` are about
    std::vector<ListedProblem> m_problems;
    /// The keys of the problems of a state; `isWhole`: the checker was asked, too.
    struct Found {
        std::shared_ptr<const std::set<std::string>> keys;
        bool isWhole = false;
    };
    std::map<std::uint64_t, Found> m_found; ///< by the version of the state
    std::map<std::string, int> m_since;     ///< by the key of a problem: the step that made it
    std::vector<Finding> m_checked;         ///< what the checker found, as far as it still holds
    QWidget* m_fixes;
    std::map<QObject*, Edit> m_edits; ///< of the buttons
    /// `listed`: by the rules of edits; the checker is still to come.
    enum class State { stale, looking, listed, looked, failed } m_state = State::stale;
    Error m_error; ///< why it failed
};

} // namespace partita
