#pragma once

#include <QObject>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "core/tasks/models/document_state.h"
#include "views/document/bookmarks.h"
#include "views/document/context_members_controller.h"
#include "views/document/document_history.h"
#include "views/document/edit_controller.h"
#include "views/document/job_runner.h"
#include "views/document/measured_controller.h"
#include "views/document/node_values_controller.h"
#include "views/document/run_controller.h"
#include "views/document/save_controller.h"
#include "views/document/scenario_controller.h"
#include "views/document/simplify_controller.h"
#include "views/text/text_widths.h"

namespace partita {

/// The open document that all views share: model, placement, scene and selection. Long work runs on
/// worker threads, in one lane for scenes and one for everything else. A result for an outdated
/// state is discarded.
class DocumentController : public QObject {
    Q_OBJECT
public:
    explicit DocumentController(ProviderList providers, QObject* parent = nullptr);

    [[nodiscard]] bool hasDocument() const { return m_state != nullptr; }
    [[nodiscard]] const DocumentState& state() const { return *m_state; }
    /// The same to keep, for work off this thread; null: no document.
    [[nodiscard]] const std::shared_ptr<const DocumentState>& sharedState() const {
        return m_state;
    }
    [[nodiscard]] const Model& model() const { return m_state->model; }
    /// The same model for figures and labels; see `partita::sizedModel`.
    [[nodiscard]] const Model& sizedModel() const { return m_state->sized; }
    [[nodiscard]] const Partitioning& partitioning() const { return *m_state->partitioning; }
    [[nodiscard]] const Partitioning& placementOf(NodeId node) const {
        return m_state->placementOf(node);
    }
    [[nodiscard]] const Triage& triage() const { return *m_state->triage; }
    [[nodiscard]] const GraphScene& scene() const { return *m_state->scene; }
    /// The providers of the placement in view, as its scenario changes them.
    [[nodiscard]] const ProviderList& providers() const {
        return m_state && m_state->effect ? m_state->providers : m_providers;
    }
    /// The providers that the user chose, without a scenario.
    [[nodiscard]] const ProviderList& chosenProviders() const { return m_providers; }
    /// The providers that judge whether two models compute the same; the last provider of the
    /// document unless others are set.
    [[nodiscard]] ProviderList judges() const {
        return m_judges.empty() ? ProviderList{m_providers.back()} : m_judges;
    }
    /// The wishes of the placement in view, as its scenario says.
    [[nodiscard]] const PartitionOptions& partitionOptions() const {
        return m_state && m_state->effect ? m_state->wishes : m_options;
    }
    [[nodiscard]] NodeId currentNode() const { return m_current; }
    [[nodiscard]] GraphId scope() const { return m_scope; }
    [[nodiscard]] JobLanes& jobs() { return m_jobs; }
    /// The name of the open or opening file, which labels the lines of the log.
    [[nodiscard]] const std::string& subject() const { return m_subject; }
    [[nodiscard]] RunController& runs() { return m_runs; }
    [[nodiscard]] SimplifyController& simplifier() { return m_simplifier; }
    [[nodiscard]] ScenarioController& scenarios() { return m_scenarios; }
    [[nodiscard]] const ScenarioController& scenarios() const { return m_scenarios; }
    /// All that was done to the document, of every kind.
    [[nodiscard]] DocumentHistory& history() { return m_history; }
    [[nodiscard]] const DocumentHistory& history() const { return m_history; }
    [[nodiscard]] EditController& edits() { return m_edits; }
    [[nodiscard]] const EditController& edits() const { return m_edits; }
    [[nodiscard]] SaveController& saving() { return m_saving; }
    [[nodiscard]] Bookmarks& bookmarks() { return m_bookmarks; }
    /// Values from a file for its nodes.
    [[nodiscard]] NodeValuesController& values() { return m_values; }
    /// What a real runtime says of its nodes.
    [[nodiscard]] ContextMembersController& contextMembers() { return m_contextMembers; }
    [[nodiscard]] MeasuredController& measured() { return m_measured; }
    [[nodiscard]] const MeasuredController& measured() const { return m_measured; }
    /// The selected tensor; none: a node or nothing is selected.
    [[nodiscard]] ValueId currentTensor() const { return m_tensor; }
    [[nodiscard]] bool isLast(std::uint32_t provider) const {
        return provider + 1 == m_providers.size();
    }

    void open(const std::filesystem::path& path);
    void reload();
    /// Shows another state of the same document; ids keep their meaning. `focus`: the node to bring
    /// into view, which takes the place of a selection of at most one node. `last`: the change that
    /// led to `model`; it is marked, and the model before it is shown beside. Null: no change is
    /// shown. `where`: the graph to show, if the model has it; none: the one in view.
    void showModel(const Model& model, NodeId focus, const ModelDelta* last, GraphId where = {});
    /// Shows a model beside the document, which stays as it is, and marks what differs; null: none.
    void showBeside(std::shared_ptr<const BesideModel> beside);
    void close();
    /// What the user chose in *Providers*; a scenario goes on top.
    [[nodiscard]] PlacementChoice choice() const { return {m_providers, m_all, m_options.level}; }
    void setProviders(ProviderList providers);
    void setJudges(ProviderList judges) { m_judges = std::move(judges); }
    void setExcluded(NodeId node, const std::string& provider, bool excluded) {
        setExcluded(std::vector{node}, provider, excluded);
    }
    void setExcluded(const std::vector<NodeId>& nodes, const std::string& provider, bool excluded) {
        m_scenarios.setExcluded(nodes, provider, excluded);
    }
    /// The rewrites before the placement; kept for the documents that are opened later.
    void setLevel(OptimizationLevel level);
    /// For the history of the scenario: takes a choice without placing the model again.
    void takeChoice(const PlacementChoice& choice);
    void setScope(GraphId graph);
    void setLabels(bool names, bool shapes);
    void setGraphviz(bool on); ///< Graphviz instead of the built-in layout; small graphs only
    /// The size of the canvas, for the next folded picture.
    void setViewSize(double width, double height) { m_view = {width, height}; }
    void setCollapsed(bool on); ///< draws each group as one box
    [[nodiscard]] bool isCollapsed() const { return m_collapsed; }
    /// What divides the graph into groups, on the canvas and in the outline; it stays for what is
    /// opened next.
    void setGroupBy(GroupBy by);
    [[nodiscard]] GroupBy groupBy() const { return m_groupBy; }
    void setExpanded(const GroupKey& group, bool on);
    void expandAll(const std::vector<GroupKey>& groups);
    /// Whether a node is inside a group that the user opened.
    [[nodiscard]] bool isInOpenGroup(NodeId node) const;
    /// Closes the innermost open group around a node; returns false if there is none.
    bool collapseAround(NodeId node);
    /// The selected nodes, which include the current one.
    [[nodiscard]] const std::vector<NodeId>& selection() const { return m_selection; }
    void setSelection(std::vector<NodeId> nodes);
    /// Selects nodes; if the current one is not among them, the first becomes the current one.
    void selectNodes(std::vector<NodeId> nodes);
    /// Selects the nodes of one graph, the first as the current one, and shows them as they are
    /// drawn: a closed group that holds them stays closed.
    void showNodes(std::vector<NodeId> nodes);
    /// Selects a tensor in place of nodes. `reveal`: scrolls it into view.
    void setCurrentTensor(ValueId tensor, bool reveal = true);
    /// Sizes that the scenario fixes.
    using FixedSizes = ScenarioController::FixedSizes;
    [[nodiscard]] FixedSizes fixedSizes() const { return m_scenarios.fixedSizes(); }
    /// Fixes these sizes in the scenario, and no others. Ids stay. The recipe of the simplifier, whose
    /// rewrites were for other sizes, is run again.
    void setFixedSizes(const FixedSizes& sizes) { m_scenarios.setFixedSizes(sizes); }
    /// Places the model again, as the scenario says. `asOpened`: without the rewrites of the
    /// simplifier, which is suspended.
    void placeAgain(bool asOpened = false);
    /// The model that is saved: as opened, with the edits since, without fixed sizes and rewrites.
    [[nodiscard]] const Model& storedModel() const { return m_stored; }
    /// For the edits: the stored model is another one, in which ids keep their meaning. The recipe
    /// of the simplifier is run again on it.
    void showStored(Model model, const DocumentPlace& place);
    /// Where the document is now looked at; a step of the history comes back to it.
    [[nodiscard]] DocumentPlace place() const { return {m_scope, m_current, m_selection}; }
    /// What is seen of the graph; nothing: there is no canvas, or it waits for a picture.
    [[nodiscard]] std::optional<DocumentView> view() const;
    /// The canvas tells what it shows: the scale, and the point of the scene in its middle.
    void setSeen(double scale, double x, double y) { m_seen = {scale, x, y}; }
    /// The document is in another file now, with the same content.
    void movedTo(std::filesystem::path path, const FileStamp& stamp);
    /// Tells of a file that was written for the user, or why it was not.
    template <class T> void tellWritten(const QString& path, const Result<T>& written) {
        if (written)
            Q_EMIT saved(path);
        else
            Q_EMIT failed(written.error());
    }

public Q_SLOTS:
    /// Selects a node; a node that is folded into another selects that one. `reveal`: scrolls the
    /// node into view.
    void setCurrentNode(partita::NodeId node, bool reveal = true);

Q_SIGNALS:
    void documentChanged();     ///< another model, or none
    void partitioningChanged(); ///< the same model with another placement
    void sceneChanged();        ///< another scene of the model
    void currentNodeChanged(partita::NodeId node, bool reveal);
    void nodeChosen(partita::NodeId node); ///< by the user, not by a step of the simplifier
    void selectionChanged();
    void viewWanted(double scale, double x, double y); ///< of another state of the document
    /// A step is in view that only took nodes out: this is the one to look at.
    void ghostWanted(partita::NodeId node);
    void currentTensorChanged(partita::ValueId tensor, bool reveal);
    void linkRequested(const QString& link); ///< a link to something that the window holds
    void failed(const partita::Error& error);
    void saved(const QString& path);

private:
    struct Pending {
        QString title;
        DocumentRequest request;
        bool reveal = false; ///< scroll to the current node with this scene
    };
    /// The request that replaces `pending`: `next`, merged with the changes of `pending`.
    [[nodiscard]] Pending inPlaceOf(const Pending& pending, Pending next) const;
    void start(const QString& title, DocumentRequest wanted, bool reveal = false);
    /// Makes the picture of the model that is shown again, as it is wanted now, if there is one.
    void layOutAgain(bool reveal = false);
    void name(const std::filesystem::path& path); ///< sets `subject` to the file name
    void apply(std::shared_ptr<DocumentState> state, bool newDocument, bool reveal);
    /// Selects a node and opens the closed groups around it, or around the node that it is shown
    /// in; returns false, and does nothing, if there are none.
    bool openAround(NodeId node);
    void forgetTensor();
    void startStored(const QString& title, bool reveal);
    void takePlace(const DocumentPlace& place);

    ProviderList m_providers, m_judges;
    ProviderList m_all; ///< the providers, also those that are switched off
    PartitionOptions m_options;
    std::optional<PlacementGround> m_opened; ///< what the document was placed on at first
    std::shared_ptr<const DocumentState> m_state;
    std::shared_ptr<const TextWidths> m_widths;
    GraphId m_scope;
    NodeId m_current;
    NodeId m_toOpen; ///< the current node of a graph that is not laid out yet: it is to be seen
    ValueId m_tensor;
    Model m_stored;
    struct Seen {
        double scale, x, y;
    };
    std::optional<Seen> m_seen;            ///< nothing: there is no canvas
    std::optional<DocumentPlace> m_toTake; ///< when the stored model is in view
    Bookmarks m_bookmarks;
    std::vector<NodeId> m_selection;
    GroupBy m_groupBy = GroupBy::partitions;
    bool m_names = false, m_shapes = false, m_graphviz = false, m_collapsed = false;
    LayoutInput::Box m_view;
    std::set<GroupKey> m_expanded;
    std::string m_subject;
    std::optional<Pending> m_pending; ///< the scene request in progress
    JobLanes m_jobs;
    RunController m_runs;
    NodeValuesController m_values;
    ContextMembersController m_contextMembers;
    SimplifyController m_simplifier;
    DocumentHistory m_history;
    ScenarioController m_scenarios;
    EditController m_edits;
    SaveController m_saving;
    MeasuredController m_measured;
};

} // namespace partita

Q_DECLARE_METATYPE(partita::NodeId)
Q_DECLARE_METATYPE(partita::ValueId)
Q_DECLARE_METATYPE(partita::Error)
