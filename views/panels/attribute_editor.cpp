#include "views/panels/attribute_editor.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "core/edits/attribute_rules.h"
#include "core/edits/context_rules.h"
#include "core/edits/edit_tools.h"
#include "core/provider/node_check.h"
#include "views/dialogs/tensor_dialog.h"
#include "views/document/document_controller.h"
#include "views/panels/commit_field.h"
#include "views/panels/edit_choice.h"
#include "views/panels/elided_label.h"
#include "views/text/attribute_text.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kMark = 10, kName = 142, kField = 96, kReset = 18, kRowHeight = 24;
constexpr std::int32_t kInt = 2, kString = 3, kTensor = 4,
                       kGraph = 5;                      ///< AttributeProto.AttributeType
constexpr std::int32_t kWritten[] = {1, 2, 3, 6, 7, 8}; ///< of these a field shows the value

/// Two states of a document share an attribute that no edit changed; one that holds a graph is equal
/// to nothing else.
bool isSame(const AttributePtr& a, const AttributePtr& b) {
    return a == b || (a && b && sameAttributes({a}, {b}));
}

AttributePtr attributeOf(const std::shared_ptr<const Node>& node, std::string_view name) {
    if (node)
        for (const AttributePtr& each : *node->attributes)
            if (each->name == name)
                return each;
    return nullptr;
}

bool namesType(std::string_view name) { return name == "to" || name == "dtype"; }

/// The element types in the order of their numbers: "float32  1".
QStringList typeTexts() {
    QStringList texts;
    for (int type = 1; dataTypeName(static_cast<DataType>(type)) != "undefined"; ++type)
        texts += QStringLiteral("%1  %2").arg(toQString(dataTypeName(static_cast<DataType>(type))),
                                              QString::number(type));
    return texts;
}

/// The value that a row of a choice stands for: the number of an element type, or the text itself.
QString valueIn(const QString& text) {
    return text.contains(QLatin1String("  ")) ? text.section(QLatin1String("  "), 1, 1) : text;
}

} // namespace

AttributeEditor::AttributeEditor(DocumentController& document, const Theme& theme,
                                 std::vector<NodeId> nodes)
    : m_document(document), m_theme(theme), m_nodes(std::move(nodes)) {
    setObjectName(QStringLiteral("attributeEditor"));
    findRows();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(4);
    grid->setVerticalSpacing(3);
    grid->setColumnMinimumWidth(0, kMark);
    grid->setColumnStretch(2, 1);
    grid->setColumnMinimumWidth(2, kField); // in a narrow panel, names give way to values
    grid->setColumnMinimumWidth(3, kReset);
    setStyleSheet(
        QStringLiteral("QToolButton[objectName^=\"reset_\"], #newAttribute { padding: 0; }"));
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        addRow(*grid, m_rows[i], static_cast<int>(2 * i));
    if (m_takesAny)
        addNew(*grid, static_cast<int>(2 * m_rows.size()));
}

/// The attributes that all nodes have or may have.
void AttributeEditor::findRows() {
    const Model& model = this->model();
    m_takesAny = std::ranges::all_of(m_nodes, [&](NodeId id) {
        const auto& node = model.node(id);
        const auto operation = node ? descriptionOf(model, *node) : nullptr;
        return node && (operation ? operation->takesAttributes : !functionOf(model, *node));
    });
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const auto& node = model.node(m_nodes[i]);
        if (!node)
            continue;
        std::vector<Row> before = std::exchange(m_rows, {});
        addKnown(node);
        if (i > 0) {
            std::erase_if(m_rows, [&](const Row& row) {
                return std::ranges::none_of(before, [&](const Row& other) {
                    return other.name == row.name && other.type == row.type;
                });
            });
            for (Row& row : m_rows) {
                const auto& other = *std::ranges::find(before, row.name, &Row::name);
                row.differs = other.differs || !isSame(other.set, row.set) ||
                              !isSame(other.otherwise, row.otherwise);
                row.isSet = row.isSet || other.isSet;
                row.isChanged = row.isChanged || other.isChanged;
                row.required = row.required || other.required;
                if (row.stays.isEmpty())
                    row.stays = other.stays;
            }
        }
    }
}

void AttributeEditor::addKnown(const std::shared_ptr<const Node>& shared) {
    const Node& node = *shared;
    const auto operation = descriptionOf(model(), node);
    const auto& saved = m_document.edits().savedModel().node(node.id);
    if (operation)
        for (const AttributeDescription& each : operation->attributes) {
            Row row;
            row.name = each.name;
            row.type = each.type;
            row.otherwise = each.otherwise;
            row.required = each.required;
            row.documentation = toQString(each.documentation);
            m_rows.push_back(std::move(row));
        }
    for (const AttributePtr& each : *node.attributes)
        if (std::ranges::find(m_rows, each->name, &Row::name) == m_rows.end()) {
            Row row;
            row.name = each->name;
            row.type = each->typeNumber();
            m_rows.push_back(std::move(row));
        }
    for (Row& row : m_rows) {
        row.set = attributeOf(shared, row.name);
        row.isSet = row.set != nullptr;
        row.stays = messageText(whyAttributeStays(node, row.name));
        row.isChanged = !isSame(row.set, attributeOf(saved, row.name));
    }
}

QString AttributeEditor::headText() const {
    const auto set = std::ranges::count_if(m_rows, &Row::isSet);
    return tr("%1 of %2 set").arg(set).arg(m_rows.size());
}

QString AttributeEditor::shown(const Row& row) {
    if (row.differs)
        return {};
    const AttributePtr& value = row.set ? row.set : row.otherwise;
    return value ? fieldText(*value) : QString();
}

void AttributeEditor::addRow(QGridLayout& grid, Row& row, int line) {
    auto* mark = new QLabel(row.isChanged ? QStringLiteral("Δ") : QString());
    mark->setStyleSheet(QStringLiteral("color: %1; font-weight: 600;").arg(m_theme.changed.name()));
    mark->setToolTip(row.isChanged ? tr("Changed since the file was saved") : QString());
    QFont font = valueFont();
    font.setBold(row.isChanged);
    auto* name = new ElidedLabel(
        toQString(row.name) + (row.required ? QStringLiteral(" *") : QString()), font);
    name->setMaximumWidth(kName);
    name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    const QString about =
        row.required ? tr("Required. %1").arg(row.documentation) : row.documentation;
    name->setToolTip(about.isEmpty() ? name->text() : name->text() + QLatin1Char('\n') + about);
    QPalette colours = name->palette();
    colours.setColor(QPalette::WindowText, row.isSet ? m_theme.text : m_theme.second);
    name->setPalette(colours);
    grid.addWidget(mark, line, 0);
    grid.addWidget(name, line, 1);
    // A button is narrower than a field, and begins where fields do.
    const bool isBody = row.type == kGraph;
    grid.addWidget(editorOf(row), line, 2, isBody ? Qt::AlignLeft : Qt::Alignment());
    if (row.isSet && !row.required && row.type != kGraph && row.stays.isEmpty()) {
        auto* back = new QToolButton;
        back->setAutoRaise(true);
        back->setText(QStringLiteral("↺"));
        back->setFixedSize(kReset, kReset);
        back->setObjectName(QStringLiteral("reset_") + toQString(row.name));
        back->setToolTip(row.otherwise ? tr("Back to the default %1").arg(fieldText(*row.otherwise))
                                       : tr("Remove the attribute"));
        back->setAccessibleName(tr("Reset %1").arg(toQString(row.name)));
        back->setFocusPolicy(Qt::NoFocus);
        connect(back, &QToolButton::clicked, this, [this, &row] { reset(row); });
        grid.addWidget(back, line, 3);
    }
    if (row.rule)
        grid.addWidget(row.rule, line + 1, 1, 1, 3);
}

/// The texts that an attribute may have; none: any.
QStringList AttributeEditor::textsOf(const Row& row) const {
    if (row.type == kInt && namesType(row.name))
        return typeTexts();
    if (row.type == kInt && isFlagAttribute(row.name))
        return {QStringLiteral("0"), QStringLiteral("1")};
    QStringList texts;
    if (row.type == kString)
        for (const NodeId id : m_nodes)
            if (const auto& node = model().node(id)) {
                for (const std::string_view each : allowedTexts(node->opType.str(), row.name))
                    if (!texts.contains(toQString(each)))
                        texts += toQString(each);
                break; // a value that another one does not take is refused
            }
    return texts;
}

QWidget* AttributeEditor::editorOf(Row& row) {
    if (const auto* body = row.set ? std::get_if<GraphId>(&row.set->value) : nullptr) {
        auto* open = new QToolButton;
        open->setText(tr("Open")); // short: the panel is narrow
        open->setToolTip(tr("Open the graph"));
        open->setAccessibleName(open->toolTip());
        open->setObjectName(QStringLiteral("open_") + toQString(row.name));
        connect(open, &QToolButton::clicked, this, [this, id = *body] { Q_EMIT bodyWanted(id); });
        return open;
    }
    const bool isReference = row.set && !row.set->reference.empty();
    if (row.type == kTensor && !isReference)
        return tableOf(row);
    if (!isWritten(row.type) || isReference) {
        auto* text = new ElidedLabel(
            isReference ? tr("given by %1").arg(toQString(row.set->reference)) : shown(row),
            valueFont());
        text->setFixedHeight(kRowHeight);
        return text;
    }
    const QStringList texts = row.stays.isEmpty() ? textsOf(row) : QStringList();
    return texts.isEmpty() ? fieldOf(row) : choiceOf(row, texts);
}

/// A tensor is edited in a table; one that is not there begins as a single 0.
QWidget* AttributeEditor::tableOf(const Row& row) {
    const AttributePtr& now = row.set ? row.set : row.otherwise;
    const auto* held = now && !row.differs ? std::get_if<TensorPtr>(&now->value) : nullptr;
    TensorPtr tensor = held && *held ? *held
                                     : std::make_shared<const Tensor>(Tensor::of(
                                           DataType::float32, {1}, std::vector<float>{0}));
    auto* table = new QPushButton(tr("Table…"));
    setEditorKey(*table, {QStringLiteral("attribute"), toQString(row.name)});
    table->setAccessibleName(tr("Elements of %1").arg(toQString(row.name)));
    table->setToolTip(held ? shown(row) : tr("It is not set"));
    connect(table, &QPushButton::clicked, this, [this, tensor, name = row.name] {
        (new TensorDialog(
             tr("Elements of %1").arg(toQString(name)), tensor,
             [&document = m_document, nodes = m_nodes, name](TensorPtr made) {
                 return document.edits().apply(
                     SetAttribute{nodes, Attribute::make(name, std::move(made))});
             },
             m_theme, window()))
            ->open();
    });
    return table;
}

/// A line for an attribute that no schema lists: its name, its type and its value.
void AttributeEditor::addNew(QGridLayout& grid, int line) {
    auto* name = new QLineEdit;
    name->setObjectName(QStringLiteral("newAttributeName"));
    name->setPlaceholderText(tr("new attribute"));
    name->setAccessibleName(tr("Name of a new attribute"));
    name->setMaximumWidth(kName);
    name->setFont(valueFont());
    auto* type = new QComboBox;
    setEditorKey(*type, {QStringLiteral("newAttributeType")});
    type->setAccessibleName(tr("Type of the new attribute"));
    type->setAccessibleDescription(tr("What its value is: a number, a text, or a list of them"));
    for (const std::int32_t each : kWritten)
        type->addItem(toQString(attributeTypeName(each)), each);
    takeWithCare(*type);
    auto* value = new QLineEdit;
    value->setObjectName(QStringLiteral("newAttributeValue"));
    value->setAccessibleName(tr("Value of the new attribute"));
    value->setFont(valueFont());
    auto* add = new QToolButton;
    add->setAutoRaise(true);
    add->setText(QStringLiteral("+"));
    add->setFixedSize(kReset, kReset);
    add->setObjectName(QStringLiteral("newAttribute"));
    add->setToolTip(tr("Add the attribute"));
    add->setAccessibleName(add->toolTip());
    m_newRule = new QLabel;
    m_newRule->setWordWrap(true);
    m_newRule->setStyleSheet(QStringLiteral("color: %1;").arg(m_theme.bad.name()));
    m_newRule->hide();
    const auto take = [this, name, type, value] {
        addNamed(name->text().trimmed(), type->currentData().toInt(), value->text());
    };
    connect(add, &QToolButton::clicked, this, take);
    connect(value, &QLineEdit::returnPressed, this, take, Qt::QueuedConnection);
    auto* rest = new QHBoxLayout;
    rest->addWidget(type);
    rest->addWidget(value, 1);
    grid.addWidget(name, line, 1);
    grid.addLayout(rest, line, 2);
    grid.addWidget(add, line, 3);
    grid.addWidget(m_newRule, line + 1, 1, 1, 3);
}

void AttributeEditor::addNamed(const QString& name, std::int32_t type, const QString& text) {
    QString rule;
    const bool isThere =
        std::ranges::any_of(m_rows, [&](const Row& row) { return toQString(row.name) == name; });
    AttributePtr made;
    if (name.isEmpty())
        rule = tr("an attribute needs a name");
    else if (isThere)
        rule = tr("there is an attribute %1").arg(name);
    else
        made = attributeFrom(name.toStdString(), type, text, rule);
    if (made)
        if (const auto done = m_document.edits().apply(SetAttribute{m_nodes, made}); !done)
            rule = errorSentence(done.error());
    m_newRule->setText(rule);
    m_newRule->setVisible(!rule.isEmpty());
}

QWidget* AttributeEditor::fieldOf(Row& row) {
    row.field =
        new CommitField({QStringLiteral("attribute"), toQString(row.name)}, shown(row), m_theme,
                        [this, &row](const QString& text) { return commit(row, text); });
    row.field->setAccessibleName(toQString(row.name));
    row.field->setAccessibleDescription(row.documentation);
    row.field->setPlaceholderText(row.differs ? tr("differs")
                                              : toQString(attributeTypeName(row.type)));
    if (row.type == kInt)
        row.field->setWhole();
    QPalette colours = row.field->palette();
    colours.setColor(QPalette::Text, row.isSet ? m_theme.text : m_theme.second);
    row.field->setPalette(colours);
    row.field->keep(row.stays);
    row.rule = row.field->rule();
    return row.field;
}

QWidget* AttributeEditor::choiceOf(Row& row, const QStringList& texts) {
    row.choice = new QComboBox;
    setEditorKey(*row.choice, {QStringLiteral("attribute"), toQString(row.name)});
    row.choice->setAccessibleName(toQString(row.name));
    row.choice->setAccessibleDescription(row.documentation);
    row.choice->setFixedHeight(kRowHeight);
    row.choice->setFont(valueFont());
    row.choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.choice->addItems(texts);
    const QString now = shown(row);
    int at = -1;
    for (int i = 0; i < texts.size(); ++i)
        if (!now.isEmpty() && valueIn(texts[i]) == now)
            at = i;
    if (at < 0 && !now.isEmpty()) { // a value that is not on the list
        row.choice->insertItem(0, now);
        at = 0;
    }
    if (at < 0) {
        row.choice->insertItem(0, row.differs ? tr("differs") : QString());
        at = 0;
    }
    row.choice->setCurrentIndex(at);
    takeWithCare(*row.choice);
    row.rule = new QLabel;
    row.rule->setWordWrap(true);
    row.rule->setStyleSheet(QStringLiteral("color: %1;").arg(m_theme.bad.name()));
    row.rule->hide();
    connect(row.choice, qOverload<int>(&QComboBox::activated), this, [this, &row](int index) {
        const QString rule = commit(row, valueIn(row.choice->itemText(index)));
        row.rule->setText(rule);
        row.rule->setVisible(!rule.isEmpty());
    });
    return row.choice;
}

/// Makes the edit; returns the rule that the value breaks.
QString AttributeEditor::commit(const Row& row, const QString& text) {
    if (text.isEmpty() && row.type != kString && !row.required && row.isSet) {
        reset(row);
        return {};
    }
    QString rule;
    const AttributePtr made = attributeFrom(row.name, row.type, text, rule);
    if (!made)
        return rule;
    if (!row.differs && isSame(made, row.set ? row.set : row.otherwise))
        return {};
    const auto done = m_document.edits().apply(SetAttribute{m_nodes, made});
    return done ? QString() : errorSentence(done.error());
}

const Model& AttributeEditor::model() const {
    // The picture may be of a state before the last edit.
    return m_document.edits().hasRewrites() ? m_document.model() : m_document.storedModel();
}

void AttributeEditor::reset(const Row& row) {
    if (auto done = m_document.edits().apply(ResetAttribute{m_nodes, row.name}); !done)
        Q_EMIT m_document.failed(done.error());
}

} // namespace partita
