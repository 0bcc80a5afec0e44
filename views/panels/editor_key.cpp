#include "views/panels/editor_key.h"

#include <QVariant>
#include <QWidget>
#include <algorithm>

Q_DECLARE_METATYPE(partita::EditorKey)

namespace partita {

namespace {
constexpr const char* kEditorKey = "editorKey";
}

void setEditorKey(QWidget& editor, const EditorKey& key) {
    editor.setProperty(kEditorKey, QVariant::fromValue(key));
    editor.setObjectName(key.of.isEmpty() ? key.kind : key.kind + QLatin1Char('_') + key.of);
}

std::optional<EditorKey> editorKeyOf(const QWidget& widget) {
    const QVariant key = widget.property(kEditorKey);
    return key.isValid() ? std::optional(key.value<EditorKey>()) : std::nullopt;
}

QWidget* editorWith(const QWidget& page, const EditorKey& key) {
    const auto all = page.findChildren<QWidget*>();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const QWidget* each) { return editorKeyOf(*each) == key; });
    return found == all.end() ? nullptr : *found;
}

} // namespace partita
