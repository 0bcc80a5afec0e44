// The parts of the inspector that edit what they show.

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "views/document/links.h"
#include "views/panels/attribute_editor.h"
#include "views/panels/commit_field.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/wrapped_text.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

/// The name as a field, and the way to another operator.
void InspectorPanel::addName(const Node& node) {
    const auto& stored = document().storedModel().node(node.id);
    auto* field = new CommitField(
        QStringLiteral("nodeName"), toQString(stored ? stored->name : node.name), theme(),
        [this, id = node.id](const QString& text) {
            const auto done = document().edits().apply(RenameNode{id, text.toStdString()});
            return done ? QString() : errorSentence(done.error());
        });
    field->setAccessibleName(tr("Name of the node"));
    field->setPlaceholderText(tr("no name"));
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 2, 0, 0);
    row->addWidget(new QLabel(tr("Name")));
    row->addWidget(field, 1);
    auto* replace = new QLabel(QStringLiteral("<a href='edit:replace' style='color:%1'>%2</a>")
                                   .arg(theme().accent.name(), tr("Replace…").toHtmlEscaped()));
    replace->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(replace, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT document().linkRequested(link); });
    row->addWidget(replace);
    m_layout->addWidget(line);
    m_layout->addWidget(field->rule());
}

void InspectorPanel::addAttributeEditor(const std::vector<NodeId>& nodes) {
    auto* editor = new AttributeEditor(document(), theme(), nodes);
    if (editor->isEmpty()) {
        delete editor;
        return;
    }
    heading(tr("Attributes"));
    label(QStringLiteral("<span style='color:%1'>%2</span>")
              .arg(theme().second.name(), editor->headText()));
    m_editor = editor;
    connect(editor, &AttributeEditor::bodyWanted, this,
            [this](GraphId body) { follow(document(), linkTo(body)); });
    m_layout->addWidget(editor);
}

/// Several nodes: the attributes that they share.
void InspectorPanel::showSelection(const std::vector<NodeId>& nodes) {
    std::map<std::string, std::size_t> operators;
    for (const NodeId id : nodes)
        if (const auto& node = document().model().node(id))
            ++operators[node->opType.str()];
    label(QStringLiteral("<span style='font-size:15px'><b>%1</b></span>")
              .arg(tr("%Ln node(s)", nullptr, static_cast<int>(nodes.size()))));
    QStringList parts;
    for (const auto& [name, count] : operators)
        parts += QStringLiteral("%1 ×%2").arg(toQString(name)).arg(count);
    label(parts.join(QStringLiteral(", ")).toHtmlEscaped());
    addAttributeEditor(nodes);
    if (!m_editor)
        label(QStringLiteral("<span style='color:%1'>%2</span>")
                  .arg(theme().second.name(), tr("They share no attribute.")));
}

} // namespace partita
