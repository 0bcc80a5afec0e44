#pragma once

#include <QObject>
#include <functional>
#include <map>

#include "core/provider/execution_provider.h"
#include "core/tasks/merge_task.h"
#include "views/document/job_runner.h"
#include "views/merge/merge_choices.h"

namespace partita {

struct GraphScene;
class TextWidths;

/// A merge as a document: the choices with their undo, the plan that a worker makes of them, the
/// recipe that they are saved as, and the writing.
class MergeController : public QObject {
    Q_OBJECT
public:
    /// `providers`, and `judges` for what no device takes, run the written model and its sources to
    /// compare them.
    explicit MergeController(ProviderList providers, ProviderList judges = {});

    [[nodiscard]] const MergeChoices& choices() const { return m_choices; }
    /// Changes the choices as one step of the history, and plans again.
    void change(const std::function<void(MergeChoices&)>& step);
    void undo();
    void redo();
    [[nodiscard]] const MergeHistory& history() const { return m_history; }
    /// Adds models, with prefixes that no other has. Prefixes that were suggested for models of the
    /// same name are suggested anew. A model that cannot be read is a row that says so.
    void addModels(const QStringList& files);
    /// Replaces a model by one of its partitions, given by the name of its node.
    void takePart(std::size_t model, const std::string& name);
    /// Connects what fits and is not connected yet: outputs to inputs of the models behind theirs,
    /// of equal names, or in their order.
    void connectByName();
    void connectInOrder();
    /// Runs what is written on another device, as one step of the history.
    void useDevice(const std::string& device);
    /// The providers that run what is written.
    [[nodiscard]] ProviderList providers() const;
    /// Reads the sources from the disk again and makes the plan anew.
    void checkAgain();
    /// The width of texts in the picture of the plan.
    void setWidths(std::shared_ptr<const TextWidths> widths) { m_widths = std::move(widths); }

    [[nodiscard]] std::shared_ptr<const MergePlan> plan() const {
        return m_plan;
    } ///< null: none yet
    [[nodiscard]] std::shared_ptr<const GraphScene> scene() const { return m_scene; }
    [[nodiscard]] bool isPlanning() const { return m_jobs.isRunning() && !m_isWriting; }
    [[nodiscard]] qint64 planTime() const { return m_planTime; } ///< milliseconds
    [[nodiscard]] bool mayWrite() const;

    [[nodiscard]] const QString& recipe() const { return m_recipe; } ///< its file; empty: none
    /// Whether there is a merge that is neither saved as a recipe nor written.
    [[nodiscard]] bool isUnsaved() const {
        return !m_choices.inputs.empty() && !m_choices.writesSame(m_saved) &&
               !m_choices.writesSame(m_written);
    }
    [[nodiscard]] Result<void> saveRecipe(const QString& file);
    [[nodiscard]] Result<void> openRecipe(const QString& file);

    /// Writes the planned model. `runs`: then compares its outputs with those of its sources.
    void write(bool runs);
    void cancel();
    [[nodiscard]] bool isWriting() const { return m_isWriting; }
    [[nodiscard]] JobRunner& jobs() { return m_jobs; }

Q_SIGNALS:
    void changed(); ///< the choices, or what is saved of them
    void planned();
    void written(const QString& file);                  ///< the file is there
    void finished(const partita::WrittenMerge& result); ///< and was compared
    void failed(const partita::Error& error);

private:
    struct Planned;
    using Checks =
        std::map<std::pair<std::filesystem::path, std::string>, std::shared_ptr<const SourceCheck>>;
    void restore(const MergeChoices* wanted);
    void replan();

    ProviderList m_providers, m_judges;
    JobRunner m_jobs;
    MergeChoices m_choices, m_saved, m_written;
    MergeHistory m_history;
    QString m_recipe;
    Checks m_checks; ///< binaries are read once, not for every plan
    std::shared_ptr<const TextWidths> m_widths;
    std::shared_ptr<const MergePlan> m_plan;
    std::shared_ptr<const GraphScene> m_scene;
    qint64 m_planTime = 0;
    bool m_isWriting = false;
};

} // namespace partita
