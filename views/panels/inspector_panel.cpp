#include "views/panels/inspector_panel.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QRegularExpression>
#include <QVBoxLayout>

#include "core/edits/edit_tools.h"
#include "core/ir/constants.h"
#include "core/ir/layer_annotation.h"
#include "core/onnx/schema.h"
#include "core/report/model_summary.h"
#include "core/scene/outline.h"
#include "core/session/verdict_rules.h"
#include "views/charts/histogram_widget.h"
#include "views/document/measured_controller.h"
#include "views/panels/elided_label.h"
#include "views/panels/fact_row.h"
#include "views/panels/interface_editor.h"
#include "views/panels/wrapped_text.h"
#include "views/text/attribute_text.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/tensor_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr int kListLimit = 200; ///< at most so many inputs or attributes are listed
constexpr int kShort = 16;      ///< characters of a name or value beside the other

/// The schema of one node. OpVersions would look up all nodes of the model.
std::optional<OperatorSchema> schemaOf(const Model& model, const Node& node) {
    const auto opset = model.info().opset(node.domain).value_or(1);
    return findSchema(node.opType, node.domain, opset);
}

/// "6.88 MFLOP"; mentions nodes whose work depends on unknown shapes.
QString workOf(const ModelSummary& summary) {
    const auto unknown = static_cast<int>(summary.nodesWithoutFlops);
    if (!isWorkKnown(summary.flops, unknown == 0))
        return QCoreApplication::translate("partita::InspectorPanel",
                                           "depends on the input's shape");
    QString text = toQString(workText(summary.flops, true));
    if (text.isEmpty())
        text = QStringLiteral("0 FLOP");
    if (unknown)
        text +=
            QStringLiteral(" + ") +
            QCoreApplication::translate("partita::InspectorPanel",
                                        "%n node(s) whose shape is not known", nullptr, unknown);
    return text;
}

} // namespace

InspectorPanel::InspectorPanel(const PanelContext& context) : Panel(context) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_scroll = new QScrollArea;
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    outer->addWidget(m_scroll);
    outer->setSpacing(0);
    connect(&document(), &DocumentController::sceneChanged, this, &InspectorPanel::showSideActions);
    connect(&document(), &DocumentController::documentChanged, this, &InspectorPanel::refresh);
    connect(&document(), &DocumentController::partitioningChanged, this, &InspectorPanel::refresh);
    connect(&document(), &DocumentController::currentNodeChanged, this, &InspectorPanel::refresh);
    connect(&document().edits(), &EditController::switched, this, &InspectorPanel::refresh);
    connect(&document().measured(), &MeasuredController::changed, this, &InspectorPanel::refresh);
    connect(&document().contextMembers(), &ContextMembersController::found, this,
            [this](NodeId node) {
                if (node == document().currentNode())
                    refresh();
            });
    connect(
        &document().history(), &DocumentHistory::changed, this,
        [this] {
            if (document().edits().isOn())
                refresh();
        },
        Qt::QueuedConnection); // after the edit of a field in here
    connect(&document(), &DocumentController::selectionChanged, this, [this] {
        if (document().edits().isOn())
            refresh();
    });
    connect(&document(), &DocumentController::currentTensorChanged, this, [this](ValueId tensor) {
        if (tensor)
            refresh();
    });
}

QLabel* InspectorPanel::label(const QString& html, bool wrap) {
    auto* made = new QLabel(html);
    made->setWordWrap(wrap);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A long name must not widen the panel.
    made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_layout->addWidget(made);
    return made;
}

void InspectorPanel::heading(const QString& text) {
    // A name of a file or a scope may be wrapped behind each of its words.
    static const QRegularExpression kEnds(QStringLiteral("([_./-])"));
    QString wrapped = text.toHtmlEscaped();
    wrapped.replace(kEnds, QStringLiteral("\\1\u200b"));
    auto* made = new QLabel(QStringLiteral("<b>%1</b>").arg(wrapped));
    made->setWordWrap(true);
    made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    made->setContentsMargins(0, 8, 0, 2);
    m_layout->addWidget(made);
}

QWidget* InspectorPanel::row(const QString& name, const QString& value) {
    constexpr int kMost = 300; // characters
    auto* line = new FactRow;
    // A long value goes below its name, where it has the whole width.
    const bool stacked =
        value.size() > kShort && (name.size() > kShort || value.size() > 2 * kShort);
    QBoxLayout* box = &line->box();
    if (stacked) {
        box->setDirection(QBoxLayout::TopToBottom);
        box->setSpacing(0);
    }
    const QFont font = valueFont();
    if (stacked) {
        box->addWidget(new WrappedText(name, font)); // wraps, so that it does not widen the panel
    } else {
        auto* first = new ElidedLabel(name, font);
        first->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        box->addWidget(first);
        first->setObjectName(QStringLiteral("rowName"));
        m_rowNames.push_back(first);
        first->setMaximumWidth(
            std::clamp(first->fontMetrics().horizontalAdvance(name) + 6, 64, 200));
        line->keepWhole(*first, value);
    }
    if (value.size() <= kShort) {
        auto* made = new QLabel(value);
        made->setFont(font);
        made->setToolTip(value);
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        made->setWordWrap(true); // a large font or a narrow panel has no room for one line
        made->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        box->addWidget(made, 3);
    } else {
        auto* wrapped = new WrappedText(
            value.size() > kMost ? value.left(kMost) + QStringLiteral("…") : value, font);
        wrapped->setToolTip(value);
        // Below its name, a stretch would take the height that is left under the last row.
        box->addWidget(wrapped, stacked ? 0 : 3, Qt::AlignTop);
    }
    m_layout->addWidget(line);
    return line;
}

namespace {

/// Gives the names of rows one width, so that the values stand below each other. A name longer than
/// most has its own.
void alignRows(const std::vector<ElidedLabel*>& names) {
    int width = 0;
    for (const ElidedLabel* name : names)
        if (const int most = kShort * name->fontMetrics().averageCharWidth();
            name->maximumWidth() <= most)
            width = std::max(width, name->maximumWidth());
    for (ElidedLabel* name : names)
        if (name->maximumWidth() <= width)
            name->setFixedWidth(width);
        else
            name->setMinimumWidth(width);
}

} // namespace

void InspectorPanel::refresh() {
    const Writing writing = leave();
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("inspectorContent"));
    content->setStyleSheet(
        QStringLiteral("#inspectorContent { background: %1; }").arg(theme().base.name()));
    m_rowNames.clear();
    m_layout = new QVBoxLayout(content);
    m_layout->setContentsMargins(10, 8, 10, 8);
    m_layout->setSpacing(3);
    if (!document().hasDocument())
        label(QStringLiteral("<span style='color:%1'>%2</span>")
                  .arg(theme().hint.name(), tr("Open a model, then click a node")));
    else if (document().edits().isOn() && document().selection().size() > 1)
        showSelection(document().selection());
    else if (const auto& node = document().model().node(document().currentNode()))
        showNode(*node);
    else if (const auto& value = document().sizedModel().value(document().currentTensor()))
        showTensor(*value);
    else
        showModel();
    m_layout->addStretch();
    alignRows(m_rowNames);
    if (QWidget* before = m_scroll->takeWidget()) {
        before->hide();
        before->deleteLater(); // one of its editors may be what leads here
    }
    m_scroll->setWidget(content);
    content->show();
    showSideActions();
    goOn(writing);
}

void InspectorPanel::showModel() {
    const ModelSummary summary = summarize(document().sizedModel());
    heading(toQString(document().state().path.filename().string()));
    const QLocale locale;
    const auto count = [&](std::size_t n) { return locale.toString(static_cast<qulonglong>(n)); };
    const auto& placed = document().partitioning().summary;
    row(tr("Nodes"), summary.nodes == summary.nodesWithoutConstants
                         ? count(summary.nodes)
                         : tr("%1, without Constant %2")
                               .arg(count(summary.nodes), count(summary.nodesWithoutConstants)));
    row(tr("Placed nodes"), placed.folded ? tr("%1, and %2 %3")
                                                .arg(count(placed.nodes), count(placed.folded),
                                                     messageText(goneWord(placed)))
                                          : count(placed.nodes));
    row(tr("Weights"), tr("%1 parameters, %2")
                           .arg(locale.toString(static_cast<qlonglong>(summary.parameters)),
                                toQString(byteText(summary.parameterBytes))));
    row(tr("Work"), workOf(summary));
    row(QStringLiteral("IR"), QString::number(summary.irVersion));
    for (const auto& [domain, version] : summary.opsets)
        row(tr("Opset"), QStringLiteral("%1 %2").arg(toQString(domain)).arg(version));
    if (!summary.producer.empty())
        row(tr("Producer"), toQString(summary.producer));
    if (document().edits().isOn()) {
        m_layout->addWidget(new InterfaceEditor(document(), theme()));
        return;
    }
    const Graph& main = *document().model().graph(document().model().mainGraph());
    heading(tr("Inputs"));
    addPorts(main.inputs, true);
    heading(tr("Outputs"));
    addPorts(main.outputs, false);
    addFixedSizes();
    if (!summary.metadata.empty()) {
        heading(tr("Metadata"));
        for (const auto& [key, value] : summary.metadata)
            row(toQString(key), toQString(value));
    }
    if (!summary.docString.empty()) {
        heading(tr("Documentation"));
        label(toQString(summary.docString).toHtmlEscaped());
    }
}

void InspectorPanel::showNode(const Node& node) {
    addGroup(node);
    const auto opset = document().model().info().opset(node.domain).value_or(0);
    const auto version = versionInForce(node.opType, node.domain, std::max<std::int64_t>(opset, 1));
    const QString domain = node.isOnnx() ? QStringLiteral("ai.onnx") : toQString(node.domain);
    const QString since =
        version ? tr("%1 %2 · since %3").arg(domain).arg(opset).arg(*version) : domain;
    label(titleHtml(toQString(node.opType)) +
          QStringLiteral("&nbsp;&nbsp;<span style='color:%1'>%2 · %3</span>")
              .arg(theme().second.name(), since.toHtmlEscaped(), tr("node %1").arg(node.id.value)));
    if (document().edits().isOn())
        addName(node);
    else if (!node.name.empty())
        m_layout->addWidget(new WrappedText(toQString(node.name), valueFont()));
    if (document().edits().isOn())
        addMark({node.id});
    else if (const auto mark = layerOf(node); !mark.empty())
        row(tr("Mark for a provider"), toQString(mark));
    addPlace(node);
    addSources(node);
    addSides(node);
    if (document().edits().isOn()) // what is edited comes before what is said about it
        addAttributeEditor({node.id});
    addVerdicts(node);
    addParts(node);
    addTriage(node);
    addValues(node);
    addContext(node);
    if (!document().edits().isOn())
        addAttributes(node);
    addAnnotations({node.id, {}, {}});
    addWeights(node);
}

/// Describes the group, if the selected node is shown as part of one.
void InspectorPanel::addGroup(const Node& node) {
    const GraphScene& scene = document().scene();
    const auto at = scene.boxOf(node.id);
    if (!at || scene.boxes[*at].kind != SceneBox::Kind::group)
        return;
    const SceneBox& box = scene.boxes[*at];
    const SceneGroup& group = scene.groups[static_cast<std::size_t>(box.group)];
    const QLocale locale;
    heading(box.title.empty() ? tr("Group") : toQString(box.title));
    const Outline& outline = *document().state().outline;
    const std::size_t begin = outline.placeOf(group.key.first).value_or(0);
    const OutlineFigures figures =
        outline.figures(*outline.of(scene.graph), begin, begin + group.key.nodes);
    row(tr("Placed nodes"), tr("%1, and %2 %3")
                                .arg(locale.toString(static_cast<qulonglong>(figures.nodes)),
                                     locale.toString(static_cast<qulonglong>(figures.folded)),
                                     messageText(goneWord(figures.folded, figures.unused))));
    if (group.repeats > 1)
        row(tr("Repeats"), locale.toString(static_cast<qulonglong>(group.repeats)));
    row(tr("Partitions"), locale.toString(static_cast<qulonglong>(group.partitions)));
    for (std::size_t i = 0; i < group.byProvider.size(); ++i)
        row(shortProviderName(document().partitioning(), static_cast<std::uint32_t>(i)),
            locale.toString(static_cast<qulonglong>(group.byProvider[i])));
    heading(node.id == group.key.first ? tr("Its first node") : tr("One of its nodes"));
}

void InspectorPanel::addVerdicts(const Node& node) {
    const auto& partitioning = document().placementOf(node.id);
    if (partitioning.verdicts(node.id).empty())
        return;
    const auto provider = partitioning.providerOf(node.id);
    const bool folded = partitioning.isFolded(node.id);
    const bool fellBack = !node.is("Constant") && !folded && (!provider || *provider != 0);
    auto* banner = label(QStringLiteral("<b>%1</b>")
                             .arg(messageText(partitioning.explain(node.id)).toHtmlEscaped()));
    banner->setContentsMargins(8, 6, 8, 6);
    banner->setStyleSheet(
        QStringLiteral("background: %1;")
            .arg((fellBack ? theme().warningFill
                  : folded ? theme().lineWeak
                           : theme().provider(0, document().providers().size() == 1).tint)
                     .name()));
    if (folded) // no provider was asked
        return;
    for (const Verdict& verdict : partitioning.verdicts(node.id)) {
        const QString state = stateText(verdict);
        const QString rule = messageText(ruleText(verdict)),
                      place = rule.isEmpty() ? rule : QStringLiteral(" · ") + rule;
        auto* line = new QWidget;
        auto* box = new QHBoxLayout(line);
        box->setContentsMargins(0, 4, 0, 2);
        auto* swatch = new QLabel;
        swatch->setPixmap(theme().swatch(theme().provider(static_cast<int>(verdict.provider),
                                                          document().isLast(verdict.provider)),
                                         14));
        swatch->setAlignment(Qt::AlignTop);
        auto* text = new QLabel(
            QStringLiteral("<b>%1 %2</b>&nbsp;&nbsp;%3<br>%4<br><code style='color:%5'>%6%7</code>")
                .arg(verdict.provider + 1)
                .arg(toQString(partitioning.providerNames[verdict.provider].full()).toHtmlEscaped(),
                     state, messageText(verdict.evidence).toHtmlEscaped(), theme().second.name(),
                     toQString(reasonName(verdict.code)), place.toHtmlEscaped()));
        text->setToolTip(reasonText(verdict.code));
        text->setWordWrap(true);
        text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        box->addWidget(swatch);
        box->addWidget(text, 1);
        m_layout->addWidget(line);
    }
}

/// What harm a fallback node does, and the nodes that it is there for, as links.
void InspectorPanel::addTriage(const Node& node) {
    const TriagedNode* found = document().triage().find(node.id);
    if (!found)
        return;
    heading(tr("Triage"));
    label(QStringLiteral("<b>%1</b> · %2")
              .arg(triageText(found->kind), messageText(found->reason).toHtmlEscaped()));
    if (found->root.culprits.empty())
        return;
    heading(tr("Root cause"));
    label(messageText(found->root.text).toHtmlEscaped());
    for (const NodeId culprit : found->root.culprits) {
        const Node& other = *document().model().node(culprit);
        auto* link = label(
            QStringLiteral("→ <a href='%1'>%2</a> %3")
                .arg(culprit.value)
                .arg(toQString(other.label()).toHtmlEscaped(),
                     messageText(document().partitioning().explain(culprit)).toHtmlEscaped()));
        link->setObjectName(QStringLiteral("culprit"));
        link->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                      Qt::LinksAccessibleByKeyboard);
        // Another node takes the place of this label, which must not happen in its own event.
        connect(
            link, &QLabel::linkActivated, this,
            [this](const QString& target) { document().setCurrentNode({target.toUInt()}); },
            Qt::QueuedConnection);
    }
}

/// What a provider says about the node, in one word. It does not decline what it was not asked for.
QString InspectorPanel::stateText(const Verdict& verdict) const {
    const auto [color, text] =
        verdict.claimed ? std::pair(theme().good, QStringLiteral("✓ ") + tr("takes it"))
        : verdict.code == ReasonCode::takenByHigherPriority
            ? std::pair(theme().second, QStringLiteral("– ") + tr("comes later"))
            : std::pair(theme().bad, QStringLiteral("✕ ") + tr("declines"));
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text);
}

void InspectorPanel::addValues(const Node& node) {
    const auto& model = document().model();
    const auto schema = schemaOf(model, node);
    heading(tr("Inputs and outputs"));
    const bool isEdited = document().edits().isOn();
    const std::size_t inputs = isEdited ? inputsOffered(model, node) : node.inputs.size();
    for (std::size_t i = 0; i < inputs && i < kListLimit; ++i) {
        const ValueId id = i < node.inputs.size() ? node.inputs[i] : ValueId{};
        if (id || !isEdited)
            valueRow(toQString(inputName(schema, i)), id, false);
        else
            addOpenInput(node, i, toQString(inputName(schema, i)));
    }
    for (std::size_t i = 0; i < node.outputs.size() && i < kListLimit; ++i)
        valueRow(QStringLiteral("→ ") + toQString(outputName(schema, i)), node.outputs[i], true);
}

/// The menu of a row has the whole value, of which the row may show the beginning.
void InspectorPanel::addCopy(QWidget& row, const Attribute& attribute) {
    const auto* tensor = std::get_if<TensorPtr>(&attribute.value);
    constexpr std::int64_t kMostCopied = 100'000;
    QString text = tensor && *tensor ? elementsText(**tensor, kMostCopied).value_or(QString())
                                     : fieldText(attribute);
    if (text.isEmpty())
        text = toQString(attributeText(attribute));
    auto* copies = new QAction(tr("Copy value"), &row);
    connect(copies, &QAction::triggered, this,
            [text] { QGuiApplication::clipboard()->setText(text); });
    row.addAction(copies);
    row.setContextMenuPolicy(Qt::ActionsContextMenu);
    for (auto* part : row.findChildren<QWidget*>())
        part->setContextMenuPolicy(Qt::NoContextMenu); // the row has the menu
}

void InspectorPanel::addAttributes(const Node& node) {
    if (node.attributes->empty())
        return;
    heading(tr("Attributes"));
    for (std::size_t i = 0; i < node.attributes->size() && i < kListLimit; ++i) {
        const Attribute& attribute = *(*node.attributes)[i];
        if (const auto* body = std::get_if<GraphId>(&attribute.value))
            linkRow(toQString(attribute.name), bodyHtml(*body));
        else
            addCopy(*row(toQString(attribute.name), toQString(attributeText(attribute))),
                    attribute);
    }
}

void InspectorPanel::addWeights(const Node& node) {
    const auto& model = document().model();
    const auto schema = schemaOf(model, node);
    for (std::size_t i = 0; i < node.inputs.size() && i < 8; ++i) {
        const auto& value = model.value(node.inputs[i]);
        TensorPtr tensor = value ? value->initializer : nullptr;
        if (!tensor)
            if (auto constant = constantOf(model, node.inputs[i]))
                tensor = std::make_shared<const Tensor>(*std::move(constant));
        if (tensor && tensor->type != DataType::string)
            addStatistics(tr("Weight %1").arg(toQString(inputName(schema, i))), tensor);
    }
}

void InspectorPanel::addStatistics(const QString& name, const TensorPtr& tensor) {
    const QString bytes = toQString(byteText(tensor->byteSize()));
    const QString size =
        tensor->count() == 1
            ? tr("1 value · %1").arg(bytes)
            : tr("%1 values · %2")
                  .arg(QLocale().toString(static_cast<qlonglong>(tensor->count())), bytes);
    heading(QStringLiteral("%1    %2").arg(name, size));
    m_layout->addWidget(new TensorSummary(tensor, theme()));
}

} // namespace partita
