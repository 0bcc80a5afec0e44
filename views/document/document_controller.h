#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "core/tasks/document_state.h"
#include "views/document/job_runner.h"
#include "views/document/run_controller.h"
#include "views/document/simplify_controller.h"
#include "views/text/text_widths.h"

namespace partita {

/// The one open document for all views: model, placement, picture and selection. Long work runs
/// on workers, pictures in one lane and all else in another; a late result for an older state is
/// thrown away.
class DocumentController : public QObject {
    Q_OBJECT
public:
    explicit DocumentController(ProviderList providers, QObject* parent = nullptr);

    [[nodiscard]] bool hasDocument() const { return m_state != nullptr; }
    [[nodiscard]] const DocumentState& state() const { return *m_state; }
    [[nodiscard]] const Model& model() const { return m_state->model; }
    [[nodiscard]] const Partitioning& partitioning() const { return *m_state->partitioning; }
    [[nodiscard]] const GraphScene& scene() const { return *m_state->scene; }
    [[nodiscard]] const ProviderList& providers() const { return m_providers; }
    /// Who says whether two models compute the same; the last of the providers unless others are
    /// set.
    [[nodiscard]] ProviderList judges() const {
        return m_judges.empty() ? ProviderList{m_providers.back()} : m_judges;
    }
    [[nodiscard]] const PartitionOptions& partitionOptions() const { return m_options; }
    [[nodiscard]] NodeId currentNode() const { return m_current; }
    [[nodiscard]] GraphId scope() const { return m_scope; }
    [[nodiscard]] JobLanes& jobs() { return m_jobs; }
    /// The name of the file that is open or being opened: what lines of the log are about.
    [[nodiscard]] const std::string& subject() const { return m_subject; }
    [[nodiscard]] RunController& runs() { return m_runs; }
    [[nodiscard]] SimplifyController& simplifier() { return m_simplifier; }
    [[nodiscard]] bool isLast(std::uint32_t provider) const {
        return provider + 1 == m_providers.size();
    }

    void open(const std::filesystem::path& path);
    void reload();
    /// Another state of the same document: ids mean what they meant. `focus` comes into view; what
    /// `last` did to the model is marked, and seen beside it as it was before.
    void showModel(const Model& model, NodeId focus, const ModelDelta* last);
    void close();
    void setProviders(ProviderList providers);
    void setJudges(ProviderList judges) { m_judges = std::move(judges); }
    void setExcluded(NodeId node, const std::string& provider, bool excluded);
    void setScope(GraphId graph);
    void setLabels(bool names, bool shapes);
    void setGraphviz(bool on);  ///< Graphviz instead of the built-in layout; small graphs only
    void setCollapsed(bool on); ///< groups as one box each
    [[nodiscard]] bool isCollapsed() const { return m_collapsed; }
    void setExpanded(const GroupKey& group, bool on);
    /// Whether a node lies in a group that was opened.
    [[nodiscard]] bool isInOpenGroup(NodeId node) const;
    /// Closes the innermost open group around a node; false if there is none.
    bool collapseAround(NodeId node);
    void setFont(const QFont& font);
    /// Nodes to do something with together, the current one among them.
    [[nodiscard]] const std::vector<NodeId>& selection() const { return m_selection; }
    void setSelection(std::vector<NodeId> nodes);

public Q_SLOTS:
    /// Selects a node; a folded one selects the node it is shown in. `reveal`: bring it into view.
    void setCurrentNode(partita::NodeId node, bool reveal = true);

Q_SIGNALS:
    void documentChanged();     ///< another model, or none
    void partitioningChanged(); ///< same model, other placement
    void sceneChanged();        ///< another picture
    void currentNodeChanged(partita::NodeId node, bool reveal);
    void selectionChanged();
    void failed(const partita::Error& error);

private:
    struct Pending {
        QString title;
        DocumentRequest request;
    };
    /// `next` in place of the picture that is being made, with what that one would have changed.
    [[nodiscard]] Pending inPlaceOf(const Pending& pending, Pending next) const;
    void recompute(); ///< places the nodes anew
    void start(const QString& title, DocumentRequest wanted);
    void name(const std::filesystem::path& path); ///< makes it the subject
    void apply(std::shared_ptr<DocumentState> state, bool newDocument);

    ProviderList m_providers, m_judges;
    PartitionOptions m_options;
    std::shared_ptr<const DocumentState> m_state;
    std::shared_ptr<const TextWidths> m_widths;
    GraphId m_scope;
    NodeId m_current;
    std::vector<NodeId> m_selection;
    bool m_names = false, m_shapes = false, m_graphviz = false, m_collapsed = false;
    std::set<GroupKey> m_expanded;
    bool m_revealPending = false; ///< the current node comes into view with the next picture
    std::string m_subject;
    std::optional<Pending> m_pending; ///< the picture that is being made
    JobLanes m_jobs;
    RunController m_runs;
    SimplifyController m_simplifier;
};

} // namespace partita

Q_DECLARE_METATYPE(partita::NodeId)
Q_DECLARE_METATYPE(partita::Error)
