#pragma once

#include <QDialog>

#include "core/epcontext/merge/merge_check.h"
#include "views/dialogs/merge_choices.h"
#include "views/document/job_runner.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QTreeWidget;

namespace partita {

class MergeConnections;
class MergePlanTree;
class MergePreview;
struct GraphScene;

/// Puts context models together: which, with which prefixes and connections; the plan with every
/// rename, file and clash is there before anything is written.
class MergeDialog : public QDialog {
    Q_OBJECT
public:
    /// `providers`: who runs the merged model and its sources when it was written.
    MergeDialog(const Theme& theme, ProviderList providers, QWidget* parent);
    void addModels(const QStringList& files);
    void setOutput(const QString& file);
    /// An input that reads an output, as `MergeOptions` has them.
    void addConnection(const QString& input = {}, const QString& output = {});
    [[nodiscard]] const MergePlan* plan() const { return m_plan.get(); }
    [[nodiscard]] const QString& refusal() const { return m_refusal; }
    /// Writes what is planned and looks whether it gives what its sources give.
    void merge();
    void cancel(); ///< the comparison of what was written
    [[nodiscard]] QString verdict() const;
    void undo();
    void redo();
    /// Leaves one partition of the model in that row, by the name of its node.
    void takePart(int row, const std::string& name);

Q_SIGNALS:
    void planned();
    void merged(const QString& file);
    void compared(); ///< with its sources, or it could not be

private:
    struct Planned {
        std::shared_ptr<const MergePlan> plan;
        std::shared_ptr<const GraphScene> scene;
    };
    /// A merge that was written, and what running it said.
    struct Written {
        std::vector<MergedOutput> outputs;
        QString problem; ///< why it could not be run here; empty: it was
    };
    using PlanPtr = std::shared_ptr<const MergePlan>;
    [[nodiscard]] MergeChoices choices() const;
    void restore(const MergeChoices& wanted);
    void showModels();
    void showOutputs();
    [[nodiscard]] std::vector<std::string> sharedNames() const;
    void build();
    void chooseModels();
    void removeModel();
    void showMenu(const QPoint& at);
    void chooseOutput();
    void replan();
    void showPlan();
    void showComparison(const Written& written);
    void setMerging(bool on);
    void setVerdict(bool good, const QString& text);
    [[nodiscard]] MergeOptions options() const;

    const Theme& m_theme;
    ProviderList m_providers;
    JobRunner m_jobs;
    std::vector<MergeInput> m_inputs;
    PlanPtr m_plan;
    QString m_refusal;
    QTreeWidget* m_models;
    MergePlanTree* m_planTree;
    MergeConnections* m_connections;
    QCheckBox *m_rewrite, *m_share;
    QComboBox* m_packing;
    QListWidget* m_outputs;
    MergePreview* m_preview;
    QLineEdit* m_output;
    QLabel* m_verdict;
    QPushButton *m_merge, *m_close;
    bool m_merging = false;
    MergeHistory m_history;
    bool m_restoring = false;
    QStringList m_outputOrder; ///< as the user wants it; empty: as it comes
};

} // namespace partita
