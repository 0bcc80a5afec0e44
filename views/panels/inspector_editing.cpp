// The parts of the inspector that edit what they show.

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <map>

#include "core/edits/context_rules.h"
#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "core/ir/ep_context.h"
#include "core/ir/layer_annotation.h"
#include "views/dialogs/tensor_dialog.h"
#include "views/document/links.h"
#include "views/panels/attribute_editor.h"
#include "views/panels/commit_field.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/wrapped_text.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/tensor_text.h"

namespace partita {

/// The name as a field, and the way to another operator.
void InspectorPanel::addName(const Node& node) {
    const auto& stored = document().storedModel().node(node.id);
    auto* field = new CommitField(
        EditorKey{QStringLiteral("nodeName")}, toQString(stored ? stored->name : node.name),
        theme(), [this, id = node.id](const QString& text) {
            const auto done = document().edits().apply(RenameNode{id, text.toStdString()});
            return done ? QString() : errorSentence(done.error());
        });
    field->setAccessibleName(tr("Name of the node"));
    field->setPlaceholderText(tr("no name"));
    field->keep(messageText(whyNameStays(node)));
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
    const QString stays = messageText(whyOperatorStays(node));
    replace->setEnabled(stays.isEmpty());
    replace->setToolTip(stays);
    row->addWidget(replace);
    m_layout->addWidget(line);
    m_layout->addWidget(field->rule());
}

/// The mark of nodes for a provider as a field; an empty one takes the mark off.
void InspectorPanel::addMark(const std::vector<NodeId>& nodes) {
    QStringList marks;
    for (const NodeId id : nodes)
        if (const auto& node = document().model().node(id))
            if (const QString mark = toQString(layerOf(*node)); !marks.contains(mark))
                marks += mark;
    auto* field =
        new CommitField({QStringLiteral("nodeMark")}, marks.size() == 1 ? marks.front() : QString(),
                        theme(), [this, nodes](const QString& text) {
                            const auto done = document().edits().apply(
                                MarkNodes{nodes, text.trimmed().toStdString()});
                            return done ? QString() : errorSentence(done.error());
                        });
    field->setAccessibleName(tr("Mark for a provider"));
    field->setPlaceholderText(marks.size() > 1 ? tr("several") : tr("none"));
    field->setToolTip(tr("Metadata layer_ann, which ONNX Runtime's session option "
                         "session.layer_assignment_settings names"));
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 2, 0, 0);
    row->addWidget(new QLabel(tr("Mark")));
    row->addWidget(field, 1);
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
    label(titleHtml(tr("%Ln node(s)", nullptr, static_cast<int>(nodes.size()))));
    QStringList parts;
    for (const auto& [name, count] : operators)
        parts += QStringLiteral("%1 ×%2").arg(toQString(name)).arg(count);
    label(parts.join(QStringLiteral(", ")).toHtmlEscaped());
    addMark(nodes);
    const int before = m_layout->count();
    addAttributeEditor(nodes);
    if (m_layout->count() == before)
        label(QStringLiteral("<span style='color:%1'>%2</span>")
                  .arg(theme().second.name(), tr("They share no attribute.")));
}

/// An input that reads nothing, with a button that connects it.
void InspectorPanel::addOpenInput(const Node& node, std::size_t index, const QString& formal) {
    const auto operation = descriptionOf(document().model(), node);
    const FormalParameter* input = operation ? operation->input(index) : nullptr;
    const bool isNeeded = input && (input->option == FormalParameter::Option::required ||
                                    index < operation->leastInputs);
    const bool isMore = index >= node.inputs.size() &&
                        (!input || input->option == FormalParameter::Option::variadic);
    auto* line = new QHBoxLayout;
    auto* name = new QLabel(formal);
    name->setFont(valueFont());
    auto* state = new QLabel(isNeeded ? tr("open") : isMore ? tr("one more") : tr("omitted"));
    state->setStyleSheet(
        QStringLiteral("color: %1;").arg((isNeeded ? theme().bad : theme().second).name()));
    auto* add = new QToolButton;
    add->setAutoRaise(true);
    add->setText(QStringLiteral("+"));
    add->setObjectName(QStringLiteral("connect_%1").arg(index));
    add->setToolTip(tr("Connect %1…").arg(formal));
    add->setAccessibleName(add->toolTip());
    connect(add, &QToolButton::clicked, this, [this, index] {
        Q_EMIT document().linkRequested(QStringLiteral("edit:input:%1").arg(index));
    });
    line->addWidget(name);
    line->addStretch();
    line->addWidget(state);
    line->addWidget(add);
    m_layout->addLayout(line);
}

/// The elements of a small constant in place, and the way to a table.
void InspectorPanel::addElements(const Value& value) {
    constexpr std::int64_t kMost = 8;
    TensorPtr tensor = value.initializer;
    if (!tensor)
        if (auto constant = constantOf(document().model(), value.id))
            tensor = std::make_shared<const Tensor>(*std::move(constant));
    if (!tensor)
        return;
    auto* line = new QHBoxLayout;
    if (const auto text = elementsText(*tensor, kMost)) {
        auto* field = new CommitField(
            EditorKey{QStringLiteral("elements"), toQString(value.name)}, *text, theme(),
            [this, id = value.id, tensor](const QString& written) {
                QString rule;
                TensorPtr made = tensorFrom(*tensor, written, rule);
                if (!made)
                    return rule;
                const auto done = document().edits().apply(SetTensor{id, std::move(made)});
                return done ? QString() : errorSentence(done.error());
            });
        field->setAccessibleName(tr("Elements of %1").arg(toQString(value.name)));
        line->addWidget(field, 1);
        m_layout->addLayout(line);
        m_layout->addWidget(field->rule());
    } else {
        line->addStretch();
        m_layout->addLayout(line);
    }
    auto* table = new QPushButton(tr("Table…"));
    table->setObjectName(QStringLiteral("table_") + toQString(value.name));
    connect(table, &QPushButton::clicked, this, [this, id = value.id, tensor] {
        const auto& now = document().model().value(id);
        (new TensorDialog(
             tr("Elements of %1").arg(now ? toQString(now->name) : QString()), tensor,
             [this, id](TensorPtr made) {
                 return document().edits().apply(SetTensor{id, std::move(made)});
             },
             theme(), window()))
            ->open();
    });
    line->addWidget(table);
}

InspectorPanel::Writing InspectorPanel::subject() const {
    Writing now;
    if (document().hasDocument()) {
        now.nodes = document().selection();
        now.tensor = document().currentTensor();
    }
    return now;
}

InspectorPanel::Writing InspectorPanel::leave() {
    Writing now = m_shown;
    now.scrolled = m_scroll->verticalScrollBar()->value();
    for (auto* field : m_scroll->findChildren<CommitField*>()) {
        const EditorKey key = *editorKeyOf(*field);
        if (now.editor && key.kind == now.editor->kind)
            now.others.push_back(key);
        if (field->hasFocus()) {
            now.editor = key;
            now.text = field->text();
            now.others = {{key.kind, now.text}}; // renamed
            now.cursor = field->cursorPosition();
            now.isChanged = field->isChanged();
        }
        field->leave();
    }
    for (const auto* choice : m_scroll->findChildren<QComboBox*>())
        if (choice->hasFocus())
            now.editor = editorKeyOf(*choice);
    m_shown = subject();
    return now;
}

void InspectorPanel::goOn(const Writing& writing) {
    if (writing.nodes != m_shown.nodes || writing.tensor != m_shown.tensor)
        return;
    m_scroll->widget()->adjustSize(); // the bar has its range after this
    m_scroll->verticalScrollBar()->setValue(writing.scrolled);
    if (!writing.editor)
        return;
    QWidget* editor = editorWith(*m_scroll, *writing.editor);
    auto* field = qobject_cast<CommitField*>(editor);
    // A field that went with its edit: the next one of its kind, or none. Otherwise the keys would go
    // on in whatever comes first.
    for (const EditorKey& other : writing.others)
        if (!editor)
            editor = editorWith(*m_scroll, other);
    (editor ? editor : m_scroll)->setFocus();
    if (field && writing.isChanged) {
        field->setText(writing.text);
        field->setCursorPosition(writing.cursor);
    }
}

} // namespace partita
