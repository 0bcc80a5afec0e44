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

/// Merges context models: the user chooses models, prefixes and connections, and sees the plan with
/// every rename, file and clash before anything is written.
class MergeDialog : public QDialog {
    Q_OBJECT
public:
    /// `providers`: run the written model and its sources to compare them.
    MergeDialog(const Theme& theme, ProviderList providers, QWidget* parent);
    ~MergeDialog() override;
    void addModels(const QStringList& files);
    void setOutput(const QString& file);
    /// Connects an input to an output; both are written as in `MergeOptions`.
    void addConnection(const QString& input = {}, const QString& output = {});
    [[nodiscard]] const MergePlan* plan() const { return m_plan.get(); }
    [[nodiscard]] const QString& refusal() const { return m_refusal; }
    /// Writes the planned model, then compares its outputs with those of its sources.
    void merge();
    void cancel(); ///< cancels the comparison of the written model
    [[nodiscard]] QString verdict() const;
    void undo();
    void redo();
    /// Replaces the model in that row by one of its partitions, given by the name of its node.
    void takePart(int row, const std::string& name);

Q_SIGNALS:
    void planned();
    void merged(const QString& file);
    void compared(); ///< the comparison ended, or was not possible

private:
    struct Planned {
        std::shared_ptr<const MergePlan> plan;
        std::shared_ptr<const GraphScene> scene;
    };
    /// The result of running a written merge.
    struct Written {
        std::vector<MergedOutput> outputs;
        QString problem; ///< why it could not run here; empty: it ran
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
    QStringList m_outputOrder; ///< chosen by the user; empty: the order of the plan
};

} // namespace partita
