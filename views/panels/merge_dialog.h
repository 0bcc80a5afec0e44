#pragma once

#include <QDialog>

#include "core/epcontext/merge.h"
#include "views/job_runner.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace partita {

/// Puts context models together: which, with which prefixes and connections; the plan with every
/// rename, file and clash is there before anything is written.
class MergeDialog : public QDialog {
    Q_OBJECT
public:
    MergeDialog(const Theme& theme, QWidget* parent);
    void addModels(const QStringList& files);
    void setOutput(const QString& file);
    /// An input that reads an output, as `MergeOptions` has them.
    void addConnection(const QString& input = {}, const QString& output = {});
    [[nodiscard]] const MergePlan* plan() const { return m_plan.get(); }
    [[nodiscard]] const QString& refusal() const { return m_refusal; }
    void merge();

Q_SIGNALS:
    void planned();
    void merged(const QString& file);

private:
    struct Connection {
        QWidget* row;
        QComboBox *input, *output;
    };
    using PlanPtr = std::shared_ptr<const MergePlan>;
    void build();
    void chooseModels();
    void removeModel();
    void chooseOutput();
    void replan();
    void showPlan();
    void fillPorts();
    static void suggest(const Connection& connection);
    [[nodiscard]] MergeOptions options() const;

    const Theme& m_theme;
    JobRunner m_jobs;
    std::vector<MergeInput> m_inputs;
    std::vector<Connection> m_connections;
    PlanPtr m_plan;
    QString m_refusal;
    QTreeWidget *m_models, *m_planTree;
    QVBoxLayout* m_connectionRows;
    QCheckBox* m_rewrite;
    QLineEdit* m_output;
    QLabel* m_verdict;
    QPushButton* m_merge;
};

} // namespace partita
