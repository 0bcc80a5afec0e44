#pragma once

#include <QObject>
#include <optional>
#include <set>
#include <vector>

#include "core/edits/history_script.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/rewrite/rewrite_history.h"
#include "core/scene/graph_scene.h"
#include "views/document/document_history.h"

namespace partita {

class DocumentController;

/// What part of a graph is seen, and which of its groups are open.
struct DocumentView {
    double scale = 1, x = 0, y = 0; ///< `x`, `y`: the point of the scene in the middle
    bool isCollapsed = false;
    std::set<GroupKey> expanded{};
};

/// Where a document is looked at: the graph that is shown, what is selected, and what is seen of the
/// graph; nothing: what is seen now.
struct DocumentPlace {
    GraphId scope;
    NodeId current;
    std::vector<NodeId> selection;
    std::optional<DocumentView> view{};
};

/// Changes of the open document's model by hand. Each is one step of its history, and holds at once
/// in `storedModel`; its picture follows, made by a worker, and the one before can be used until
/// then. What was selected comes back with undo and redo, and so does what was seen: pan, zoom and
/// open groups as they were when the user left that state by another step, undo or redo.
///
/// What is edited is what is in view. Rewrites of the simplifier that are in view become a step of
/// their own first, as by *Apply*; those that are not in view are made again on the edited model.
class EditController : public QObject {
    Q_OBJECT
public:
    explicit EditController(DocumentController& document);

    /// Whether the user edits: otherwise keys and drags change nothing.
    [[nodiscard]] bool isOn() const { return m_isOn; }
    void setOn(bool on);

    /// The model that an edit changes: that in view, with the rewrites of the simplifier.
    [[nodiscard]] const Model& inView() const;
    /// Makes an edit; fails, and changes nothing, with the rule that it breaks.
    Result<void> apply(const Edit& edit);
    /// Makes several edits as one step. Each sees the model after those before it.
    Result<void> apply(std::vector<Edit> edits, Message what, Message where, StepKind kind);
    /// Adds a change of the stored model as a step that selects `nodes`. Its "before" states are
    /// those of `storedModel`.
    void applyDelta(ModelDelta delta, Message what, Message where, std::vector<NodeId> nodes,
                    StepKind kind = StepKind::other);
    /// Makes the rewrites of the simplifier that are in view one step of the history.
    void applyRewrites();
    /// Takes the rewrites out of view, and shows what was seen before them; the recipe is forgotten,
    /// too.
    void discardRewrites();
    [[nodiscard]] bool hasRewrites() const; ///< in view
    /// Goes back to the model as it is in the file, by a step that can be undone.
    void revert();

    /// Whether the file does not hold the stored model.
    [[nodiscard]] bool isModified() const;
    /// The model that the file holds, as it was opened or saved.
    [[nodiscard]] const Model& savedModel() const { return m_saved; }
    /// The number of nodes that the document had when it was opened.
    [[nodiscard]] std::size_t openedNodes() const { return m_openedNodes; }
    /// The stored model of a version is in the file now, with its binaries at the paths `binaries`.
    void setSaved(Model model, std::uint64_t version, BinaryPaths binaries);
    /// Where the binaries are of the stored model, also after a step that brings one back.
    [[nodiscard]] const BinaryPlaces& binaries() const { return m_binaries; }
    /// The delta of a step of the history; null: the step does not change the model.
    [[nodiscard]] const ModelDelta* deltaOf(const DocumentStep& step) const;

    /// The steps that are done, as rewrites of the model as it was opened, for those who watch them;
    /// steps of one kind that follow each other are one pass.
    struct Story {
        RewriteHistory history;
        std::vector<std::pair<StepKind, Message>> steps; ///< what each does
    };
    [[nodiscard]] std::optional<Story> story() const; ///< nothing: no step is done
    /// The steps that are done, from the model as it was opened, as a script.
    [[nodiscard]] HistoryScript script(const std::string& prefix) const;

    // For the document.
    void forget(); ///< another document, or none

Q_SIGNALS:
    void switched(bool on);
    void told(const partita::Message& what); ///< what was done beside what was asked for

private:
    class Step;
    /// What a step does, and how it came about.
    struct Change {
        ModelDelta delta;
        Message what, where;
        StepKind kind = StepKind::other;
        std::optional<std::vector<NodeId>> nodes{}; ///< to select; nothing: what is selected stays
        std::vector<Edit> edits{};
        std::vector<ModelDelta> deltas{}; ///< of each edit, if there are several
    };
    void push(Change change, std::optional<std::uint64_t> version = std::nullopt);
    void leaveState(); ///< keeps what is seen with the step that led to the state
    void takeRewrites();
    void followRewrites();
    void show();

    DocumentController& m_document;
    Model m_model; ///< after the steps that are done; the picture may be of one before
    Model m_saved;
    BinaryPlaces m_binaries{std::filesystem::path()};
    DocumentPlace m_place;
    DocumentPlace m_placeBefore; ///< of the rewrites
    std::size_t m_openedNodes = 0;
    bool m_isOn = false, m_isOutdated = false;
};

/// The kind of a step that an edit makes.
StepKind kindOf(const Edit& edit);

} // namespace partita
