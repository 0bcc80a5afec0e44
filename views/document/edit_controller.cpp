#include "views/document/edit_controller.h"

#include "core/base/try.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

template <class... F> struct Overloaded : F... { using F::operator()...; };

} // namespace

StepKind kindOf(const Edit& edit) {
    using enum StepKind;
    return std::visit(Overloaded{
                          [](const InsertNode&) { return added; },
                          [](const PasteNodes&) { return added; },
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
    Step(EditController& edits, ModelDelta change, StepKind of, Message does, Message at,
         std::optional<std::vector<NodeId>> after)
        : DocumentStep(of, std::move(does), std::move(at), StepNodes::of(change)),
          delta(std::move(change)), m_edits(edits), m_before(edits.m_document.place()),
          m_after(m_before) {
        if (!after)
            return;
        m_after.selection = *std::move(after);
        m_after.current = m_after.selection.empty() ? NodeId{} : m_after.selection.front();
        if (const auto& node = edits.m_model.with(delta).node(m_after.current))
            m_after.scope = node->graph;
    }
    void undo() override { take(delta.inverse(), m_before); }
    void redo() override { take(delta, m_after); }

    const ModelDelta delta;

private:
    void take(const ModelDelta& change, const DocumentPlace& place) {
        m_edits.m_model = m_edits.m_model.with(change);
        m_edits.m_place = place;
        m_edits.m_isOutdated = true;
    }
    EditController& m_edits;
    DocumentPlace m_before, m_after;
};

EditController::EditController(DocumentController& document) : m_document(document) {
    // Once for any number of steps, and before those who look at the document.
    connect(&document.history(), &DocumentHistory::moved, this, &EditController::show);
}

void EditController::setOn(bool on) {
    if (std::exchange(m_isOn, on) != on)
        Q_EMIT switched(on);
}

Result<void> EditController::apply(const Edit& edit) {
    if (!m_document.hasDocument())
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no model to edit"),
                     {},
                     PARTITA_TEXT("open a model first")};
    const Model model = hasRewrites() ? rewritten() : m_model;
    auto edited = PARTITA_TRY(applyEdit(model, edit));
    if (hasRewrites()) {
        applyRewrites();
        Q_EMIT told(
            PARTITA_TEXT("The rewrites in view were applied first, as a step of their own"));
    }
    const StepKind kind = kindOf(edit);
    // An edit of a tensor or of the model is about no node: who made it goes on where he is.
    const bool isElsewhere = edited.nodes.empty() && kind != StepKind::removed;
    push(std::move(edited.delta), std::move(edited.what), std::move(edited.where),
         isElsewhere ? std::nullopt : std::optional(std::move(edited.nodes)), kind);
    return {};
}

void EditController::applyDelta(ModelDelta delta, Message what, Message where,
                                std::vector<NodeId> nodes, StepKind kind) {
    push(std::move(delta), std::move(what), std::move(where), std::move(nodes), kind);
}

void EditController::push(ModelDelta delta, Message what, Message where,
                          std::optional<std::vector<NodeId>> nodes, StepKind kind,
                          std::optional<std::uint64_t> version) {
    if (!m_document.hasDocument() || delta.empty())
        return;
    m_document.history().push(std::make_unique<Step>(*this, std::move(delta), kind, std::move(what),
                                                     std::move(where), std::move(nodes)),
                              true, version);
}

bool EditController::hasRewrites() const {
    return m_document.simplifier().history() && m_document.simplifier().position() > 0;
}

const Model& EditController::rewritten() const {
    return m_document.simplifier().history()->at(m_document.simplifier().position());
}

void EditController::applyRewrites() {
    if (!hasRewrites())
        return;
    const std::size_t count = m_document.simplifier().position();
    ModelDelta delta = diff(m_model, rewritten());
    m_document.simplifier().clear(); // what it did is in the model
    push(std::move(delta),
         count == 1 ? PARTITA_TEXT("Apply a rewrite") : PARTITA_TEXT("Apply {0} rewrites", count),
         {}, std::nullopt, StepKind::rewrites);
}

void EditController::discardRewrites() {
    if (!m_document.simplifier().isActive())
        return;
    m_document.simplifier().clear();
    m_document.showStored(m_model, m_document.place());
}

void EditController::revert() {
    push(diff(m_model, m_saved), PARTITA_TEXT("Revert to the saved model"), {}, std::nullopt,
         StepKind::reverted, m_document.history().savedVersion());
}

bool EditController::isModified() const { return m_document.history().isModified(); }

void EditController::setSaved(Model model, std::uint64_t version) {
    m_saved = std::move(model);
    if (version == m_document.history().version())
        m_model = m_saved; // the same, but perhaps with its data in another file
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
    m_openedNodes = m_model.nodes().count();
    m_isOutdated = false;
}

} // namespace partita
