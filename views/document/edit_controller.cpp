#include "views/document/edit_controller.h"

#include <unordered_map>

#include "core/base/overloaded.h"
#include "core/base/try.h"
#include "core/document/same_content.h"
#include "core/edits/context_rules.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/onnx/read.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

Error noModel() {
    return {Errc::usage,
            PARTITA_TEXT("there is no model to edit"),
            {},
            PARTITA_TEXT("open a model first")};
}

} // namespace

StepKind kindOf(const Edit& edit) {
    using enum StepKind;
    return std::visit(Overloaded{
                          [](const InsertNode&) { return added; },
                          [](const PasteNodes&) { return added; },
                          [](const InsertConversion&) { return added; },
                          [](const MarkNodes&) { return name; },
                          [](const DeleteNodes&) { return removed; },
                          [](const BypassNodes&) { return removed; },
                          [](const RenameNode&) { return name; },
                          [](const RenameTensor&) { return name; },
                          [](const Connect&) { return connection; },
                          [](const Disconnect&) { return connection; },
                          [](const RerouteReaders&) { return connection; },
                          [](const SetAttribute&) { return attribute; },
                          [](const ResetAttribute&) { return attribute; },
                          [](const SetTensor&) { return tensor; },
                          [](const AddInitializer&) { return tensor; },
                          [](const ConvertElementType&) { return tensor; },
                          [](const ChangeTensorForm&) { return tensor; },
                          [](const PlaceTensors&) { return tensor; },
                          [](const ShareEqualTensors&) { return tensor; },
                          [](const AddInput&) { return interface; },
                          [](const RemoveInput&) { return interface; },
                          [](const AddOutput&) { return interface; },
                          [](const RemoveOutput&) { return interface; },
                          [](const ReorderInterface&) { return interface; },
                          [](const SetValueType&) { return interface; },
                          [](const SetDimension&) { return interface; },
                          [](const SetBatch&) { return interface; },
                          [](const auto&) { return other; },
                      },
                      edit);
}

/// A change of the stored model, and where the document was looked at before and after.
class EditController::Step : public DocumentStep {
public:
    Step(EditController& controller, Change change)
        : DocumentStep(change.kind, std::move(change.what), std::move(change.where),
                       StepNodes::of(change.delta)),
          delta(std::move(change.delta)), edits(std::move(change.edits)),
          deltas(std::move(change.deltas)), m_edits(controller),
          m_before(controller.m_document.place()), m_after(m_before) {
        m_before.view = controller.m_document.view();
        if (!change.nodes)
            return;
        m_after.selection = *std::move(change.nodes);
        m_after.current = m_after.selection.empty() ? NodeId{} : m_after.selection.front();
        const Model after = m_edits.m_model.with(delta);
        if (const auto& node = after.node(m_after.current))
            m_after.scope = node->graph;
    }
    void undo() override {
        m_edits.leaveState();
        take(delta.inverse(), m_before);
    }
    /// For `redo`: what the user saw of the state after this step when he left it.
    void setSeen(const std::optional<DocumentView>& view) const { m_after.view = view; }
    void redo() override {
        m_edits.leaveState();
        take(delta, m_after);
    }

    /// Always the same change; only file paths in it follow moved binaries. Mutable, because
    /// QUndoStack returns constant commands.
    mutable ModelDelta delta;
    const std::vector<Edit> edits;
    const std::vector<ModelDelta> deltas;

private:
    void take(const ModelDelta& change, const DocumentPlace& place) {
        m_edits.m_model = m_edits.m_model.with(change);
        m_edits.m_place = place;
        m_edits.m_isOutdated = true;
    }
    EditController& m_edits;
    DocumentPlace m_before;
    mutable DocumentPlace m_after; ///< a stack of Qt gives out its steps as constants
};

EditController::EditController(DocumentController& document) : m_document(document) {
    // Once for any number of steps, and before those who look at the document.
    connect(&document.history(), &DocumentHistory::moved, this, &EditController::show);
    SimplifyController& simplifier = document.simplifier();
    connect(&document.history(), &DocumentHistory::previewWanted, &simplifier,
            &SimplifyController::setInView);
    connect(&simplifier, &SimplifyController::begins, this, [this] {
        m_placeBefore = m_document.place();
        m_placeBefore.view = m_document.view();
    });
    connect(&simplifier, &SimplifyController::historyChanged, this,
            &EditController::followRewrites);
    connect(&simplifier, &SimplifyController::positionChanged, this,
            &EditController::followRewrites);
}

void EditController::setOn(bool on) {
    if (std::exchange(m_isOn, on) != on)
        Q_EMIT switched(on);
}

Result<void> EditController::apply(const Edit& edit) {
    if (!m_document.hasDocument())
        return noModel();
    auto edited = PARTITA_TRY(applyEdit(inView(), edit));
    PARTITA_TRY(checkContexts(m_saved, inView(), inView().with(edited.delta)));
    takeRewrites();
    const StepKind kind = kindOf(edit);
    // An edit of a tensor or of the model is about no node: who made it goes on where he is.
    const bool isElsewhere = (edited.nodes.empty() && kind != StepKind::removed) ||
                             (kind == StepKind::tensor && m_document.currentTensor());
    push({std::move(edited.delta),
          std::move(edited.what),
          std::move(edited.where),
          kind,
          isElsewhere ? std::nullopt : std::optional(std::move(edited.nodes)),
          {edit}});
    return {};
}

Result<void> EditController::apply(std::vector<Edit> edits, Message what, Message where,
                                   StepKind kind) {
    if (!m_document.hasDocument())
        return noModel();
    const Model before = inView();
    Model model = before;
    std::vector<ModelDelta> deltas;
    for (const Edit& edit : edits) {
        deltas.push_back(PARTITA_TRY(applyEdit(model, edit)).delta);
        model = model.with(deltas.back());
    }
    PARTITA_TRY(checkContexts(m_saved, before, model));
    takeRewrites();
    push({diff(before, model), std::move(what), std::move(where), kind, std::nullopt,
          std::move(edits), std::move(deltas)});
    return {};
}

void EditController::applyDelta(ModelDelta delta, Message what, Message where,
                                std::vector<NodeId> nodes, StepKind kind) {
    push({std::move(delta), std::move(what), std::move(where), kind, std::move(nodes)});
}

/// An edit may bring back by hand what the file holds: then there is nothing to save.
void EditController::push(Change change, std::optional<std::uint64_t> version) {
    if (!m_document.hasDocument() || change.delta.empty())
        return;
    if (!version && changesNothing(diff(m_saved, m_model.with(change.delta))))
        version = m_document.history().savedVersion();
    m_document.history().push(std::make_unique<Step>(*this, std::move(change)), true, version);
}

HistoryScript EditController::script(const std::string& prefix) const {
    std::vector<HistoryStep> steps;
    const DocumentHistory& history = m_document.history();
    for (int i = 0; i < history.index(); ++i)
        if (const auto* step = dynamic_cast<const Step*>(&history.step(i)))
            steps.push_back({step->what, step->version, &step->delta, step->edits, step->deltas});
    return historyScript(m_model, steps, prefix);
}

namespace {

/// The node that a step is about; none: it changes no node.
NodeId anchorOf(const ModelDelta& delta) {
    return delta.nodes.empty() ? NodeId{} : delta.nodes.front().id;
}

} // namespace

std::optional<EditController::Story> EditController::story() const {
    std::vector<const Step*> done;
    const DocumentHistory& history = m_document.history();
    for (int i = 0; i < history.index(); ++i)
        if (const auto* step = dynamic_cast<const Step*>(&history.step(i)))
            done.push_back(step);
    if (done.empty())
        return std::nullopt;
    Model start = m_model;
    for (std::size_t i = done.size(); i-- > 0;)
        start = start.with(done[i]->delta.inverse());
    PipelineResult result{m_model, {}, 1};
    std::vector<std::pair<StepKind, Message>> steps;
    for (const Step* step : done) {
        if (steps.empty() || steps.back().first != step->kind)
            result.traces.push_back({"edits", 1, {}, {}});
        steps.emplace_back(step->kind, step->what);
        result.traces.back().rewrites.push_back(
            {"edits", anchorOf(step->delta), step->where.text(), step->delta});
    }
    return Story{RewriteHistory(std::move(start), std::move(result)), std::move(steps)};
}

/// Where several steps are undone or done at once, only the first of them leaves a state that was
/// seen. A stack of Qt tells the place before the move as long as a step is undone or done.
void EditController::leaveState() {
    const DocumentHistory& history = m_document.history();
    if (m_isOutdated)
        return;
    for (int i = history.index() - 1; i >= 0; --i)
        if (const auto* step = dynamic_cast<const Step*>(&history.step(i))) {
            step->setSeen(m_document.view());
            return;
        }
}

bool EditController::hasRewrites() const {
    return m_document.simplifier().history() && m_document.simplifier().position() > 0;
}

const Model& EditController::inView() const {
    return hasRewrites() ? m_document.simplifier().history()->at(m_document.simplifier().position())
                         : m_model;
}

/// Rewrites in view are a preview over the history: to undo takes them out of view before anything
/// that the user did before them. While they are made again, they are still the user's last word.
void EditController::followRewrites() {
    const SimplifyController& simplifier = m_document.simplifier();
    DocumentHistory& history = m_document.history();
    if (!simplifier.isActive())
        history.dropPreview();
    else if (const std::size_t count = simplifier.position(); hasRewrites())
        history.showPreview(count == 1 ? PARTITA_TEXT("Show a rewrite")
                                       : PARTITA_TEXT("Show {0} rewrites", count));
    else if (simplifier.history())
        history.hidePreview();
}

/// Rewrites in view become a step of their own before an edit of what is in view.
void EditController::takeRewrites() {
    if (!hasRewrites())
        return;
    applyRewrites();
    Q_EMIT told(PARTITA_TEXT("The rewrites in view were applied first, as a step of their own"));
}

void EditController::applyRewrites() {
    if (!hasRewrites())
        return;
    const std::size_t count = m_document.simplifier().position();
    ModelDelta delta = diff(m_model, inView());
    m_document.simplifier().clear(); // what it did is in the model
    push({std::move(delta),
          count == 1 ? PARTITA_TEXT("Apply a rewrite") : PARTITA_TEXT("Apply {0} rewrites", count),
          {},
          StepKind::rewrites});
}

void EditController::discardRewrites() {
    if (!m_document.simplifier().isActive())
        return;
    m_document.simplifier().clear();
    m_document.showStored(m_model, m_placeBefore);
}

void EditController::revert() {
    push(
        {diff(m_model, m_saved), PARTITA_TEXT("Revert to the saved model"), {}, StepKind::reverted},
        m_document.history().savedVersion());
}

namespace {

using ValuePtr = std::shared_ptr<const Value>;
using TypedValues = std::unordered_map<ValuePtr, ValuePtr>;

/// The values of a document that saving gave other types, and what they are in the file.
TypedValues typedValues(const Model& document, const Model& saved) {
    TypedValues typed;
    for (const auto& change : diff(document, saved).values)
        if (change.before && change.after &&
            !sameTypeOrNone(change.before->type, change.after->type))
            typed[change.before] = change.after;
    return typed;
}

/// A step that leads to the saved state, or from it, has what the file has.
void takeTypes(ModelDelta& delta, const TypedValues& typed) {
    for (auto& change : delta.values)
        for (ValuePtr* value : {&change.before, &change.after})
            if (const auto now = typed.find(*value); now != typed.end())
                *value = now->second;
}

} // namespace

bool EditController::isModified() const { return m_document.history().isModified(); }

void EditController::setSaved(Model model, std::uint64_t version, BinaryPaths binaries) {
    const DocumentHistory& history = m_document.history();
    const auto forEachDelta = [&](auto&& visit) {
        for (int i = 0; i < history.size(); ++i)
            if (const auto* step = dynamic_cast<const Step*>(&history.step(i)))
                visit(step->delta);
    };
    // The binaries are elsewhere now, also for a node that an older step brings back. One that only
    // such a node names was not written: it is still where it was.
    std::set<std::string> named;
    forEachDelta([&](const ModelDelta& delta) { named.merge(binaryPathsOf(delta)); });
    m_binaries = placesAfter(m_binaries, m_document.state().path.parent_path(), named, binaries);
    if (version == history.version())
        forEachDelta(
            [&](ModelDelta& delta) { delta = withBinaryPaths(std::move(delta), binaries); });
    m_saved = withFilesAt(model, m_binaries);
    if (version == history.version()) {
        forEachDelta([typed = typedValues(m_model, m_saved)](ModelDelta& delta) {
            takeTypes(delta, typed);
        });
        m_model = m_saved; // the same, but perhaps with its data in another file
    }
    m_document.history().setSaved(version);
}

const ModelDelta* EditController::deltaOf(const DocumentStep& step) const {
    const auto* edit = dynamic_cast<const Step*>(&step);
    return edit ? &edit->delta : nullptr;
}

void EditController::show() {
    if (std::exchange(m_isOutdated, false))
        m_document.showStored(m_model, m_place);
}

void EditController::forget() {
    m_model = m_saved = m_document.storedModel();
    m_binaries =
        m_document.hasDocument() ? m_document.state().path.parent_path() : std::filesystem::path();
    m_openedNodes = m_model.nodes().count();
    m_isOutdated = false;
}

} // namespace partita
