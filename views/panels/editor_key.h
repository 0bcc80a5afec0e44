#pragma once

#include <QString>
#include <optional>

class QWidget;

namespace partita {

/// What an editor of a page edits: the page finds the editor again by it after it was made anew.
struct EditorKey {
    QString kind; ///< "attribute"
    QString of{}; ///< "alpha"; empty: there is one of this kind

    friend bool operator==(const EditorKey& a, const EditorKey& b) {
        return a.kind == b.kind && a.of == b.of;
    }
};

/// Gives an editor its key; its object name is the same, "attribute_alpha".
void setEditorKey(QWidget& editor, const EditorKey& key);
/// The key of an editor; nothing: it is no editor.
std::optional<EditorKey> editorKeyOf(const QWidget& widget);
/// The first editor below `page` with a key; null: there is none.
QWidget* editorWith(const QWidget& page, const EditorKey& key);

} // namespace partita
