#pragma once

#include <QObject>
#include <QUndoStack>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/message.h"
#include "core/ir/model.h"

namespace partita {

/// What kind of thing a step of the history does, for its icon and for the journal.
enum class StepKind : std::uint8_t {
    scenario, ///< what if, or a choice of providers: the model stays as it is
    other,
    added,
    removed,
    attribute,
    connection,
    tensor,
    name,
    interface,
    rewrites, ///< of the simplifier, applied as one step
    reverted,
};

/// How many nodes a step adds, removes and changes.
struct StepNodes {
    std::size_t added = 0, removed = 0, changed = 0;
    static StepNodes of(const ModelDelta& delta);
};

/// One step of a document's history, with what a list shows of it.
class DocumentStep : public QUndoCommand {
public:
    DocumentStep(StepKind of, Message does, Message at = {}, StepNodes counts = {})
        : kind(of), what(std::move(does)), where(std::move(at)), nodes(counts) {}
    const StepKind kind;
    const Message what;  ///< "Rename x to y"
    const Message where; ///< the name of a node, tensor or graph; empty: the model
    const StepNodes nodes;
    /// The stored model after this step: steps that do not change it have the number of the step
    /// before them.
    std::uint64_t version = 0;
};

/// What lies over a state of the document without being a step: rewrites of the simplifier that are
/// in view and not applied. It is no change of the model, but the user has done it like one.
struct DocumentPreview {
    Message what;     ///< "Show 3 rewrites"
    int since = 0;    ///< it came into view after so many steps
    bool isOn = true; ///< in view; otherwise `redo` brings it back where `since` steps are done
};

/// All steps of a document in one list: edits, rewrites that were applied, changes of the scenario
/// and choices of providers. Each knows how to undo itself; what the document shows is made once
/// after any number of steps. A preview is undone like a step, in the order of what the user did.
class DocumentHistory : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Does a step and adds it; steps that were undone are dropped. `changesModel`: the stored model
    /// is another one afterwards. `version`: it is one that was there already, by its number.
    void push(std::unique_ptr<DocumentStep> step, bool changesModel,
              std::optional<std::uint64_t> version = std::nullopt);
    void undo() { goToRow(row() - 1); }
    void redo() { goToRow(row() + 1); }
    /// Undoes or does again all steps up to the state after `count` of them.
    void goTo(int count);

    /// Something lies over the state in view from now on, or is called otherwise.
    void showPreview(Message what);
    void hidePreview(); ///< it is out of view, and may come back
    void dropPreview(); ///< it is gone
    [[nodiscard]] const std::optional<DocumentPreview>& preview() const { return m_preview; }

    /// The states to undo and redo to, in order: as opened, after each step, and with the preview,
    /// where there is one.
    [[nodiscard]] int rows() const { return size() + 1 + (m_preview ? 1 : 0); }
    [[nodiscard]] int row() const { return index() + (m_preview && m_preview->isOn ? 1 : 0); }
    [[nodiscard]] bool isPreview(int row) const { return m_preview && row == m_preview->since + 1; }
    /// The steps that are done in the state of a row.
    [[nodiscard]] int stepsAt(int row) const {
        return m_preview && row > m_preview->since ? row - 1 : row;
    }
    void goToRow(int row);
    [[nodiscard]] int size() const { return m_stack.count(); }
    [[nodiscard]] int index() const { return m_stack.index(); } ///< steps that are done
    [[nodiscard]] const DocumentStep& step(int index) const {
        return static_cast<const DocumentStep&>(*m_stack.command(index));
    }
    [[nodiscard]] Message undoName() const; ///< what `undo` takes back; empty: nothing
    [[nodiscard]] Message redoName() const;

    /// The stored model in view, as a number; each edit makes a new one. 0: as opened.
    [[nodiscard]] std::uint64_t version() const { return versionAt(index()); }
    [[nodiscard]] std::uint64_t versionAt(int count) const {
        return count > 0 ? step(count - 1).version : 0;
    }
    [[nodiscard]] std::uint64_t savedVersion() const { return m_saved; }
    [[nodiscard]] bool isModified() const { return version() != m_saved; }
    /// The steps between the saved model and the one in view that changed it.
    [[nodiscard]] int unsavedSteps() const;
    void setSaved(std::uint64_t version); ///< the file holds this one
    void clear();                         ///< another document, or none

Q_SIGNALS:
    /// Steps were done or undone: `count` of them, the first is `from`.
    void moved(int from, int to);
    void changed(); ///< the list, the place in it, or what is saved
    /// The preview is to come into view, or to go, as the user has undone it or what is below it.
    void previewWanted(bool inView);

private:
    [[nodiscard]] Message nameAt(int row) const;
    void want(bool preview);
    void move(int count);

    QUndoStack m_stack;
    std::optional<DocumentPreview> m_preview;
    std::uint64_t m_last = 0, m_saved = 0;
};

} // namespace partita
