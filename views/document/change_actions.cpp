#include "views/document/change_actions.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMenu>
#include <algorithm>
#include <set>

#include "core/onnx/schema.h"
#include "core/session/optimization.h"
#include "core/session/verdict_rules.h"
#include "core/tasks/scenario/element_types.h"
#include "views/document/document_controller.h"
#include "views/document/links.h"
#include "views/text/message_text.h"
#include "views/text/plain_label.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr std::size_t kMostOperators = 4; ///< of the selected nodes; more make no menu
constexpr std::size_t kMostRules = 20;
constexpr std::int64_t kOldestOpset = 7; ///< ONNX's converter knows few operators before it

QString changeWords(const char* text) {
    return QCoreApplication::translate("partita::ChangeActions", text);
}

/// An action that adds changes to the scenario; it is named by them, or by `title`.
QAction* changeAction(QObject* parent, DocumentController& document,
                      std::vector<ScenarioChange> changes, const QString& title = {}) {
    auto* action = new QAction(
        plainLabel(title.isEmpty() ? messageText(document.scenarios().textOf(changes.front()))
                                   : title),
        parent);
    QObject::connect(
        action, &QAction::triggered, &document,
        [&document, changes = std::move(changes)] { document.scenarios().add(changes); });
    return action;
}

/// Adds such an action to a menu.
QAction* addChange(QMenu& menu, DocumentController& document, std::vector<ScenarioChange> changes,
                   const QString& title = {}) {
    QAction* action = changeAction(&menu, document, std::move(changes), title);
    menu.addAction(action);
    return action;
}

/// Why a kind of change can have no effect on the open document.
WithoutEffect whyNot(DocumentController& document, ChangeKind kind) {
    const auto base = document.scenarios().base();
    return whyWithoutEffect(kind, base->model, document.chosenProviders(), *base->partitioning,
                            base->optimized.get());
}

/// Adds a menu. One without entries is grey, and its title says why.
template <class F>
void addMenu(QMenu& menu, const char* title, const WithoutEffect& none, const F& fill) {
    QMenu* made = menu.addMenu(changeWords(title));
    if (none.why.empty())
        fill(*made);
    if (!made->isEmpty())
        return;
    made->menuAction()->setEnabled(false);
    if (none.why.empty())
        return;
    const QString why = messageText(none.why);
    made->setTitle(none.namesKind ? why : QStringLiteral("%1 (%2)").arg(changeWords(title), why));
}

/// The choices that a menu about nodes offers: the nodes, their operators, these with their types.
std::vector<NodeChoice> choicesFor(const Model& model, const std::vector<NodeId>& nodes) {
    std::vector<NodeChoice::Named> each;
    std::set<std::string> operators;
    std::set<std::pair<std::string, std::string>> types;
    for (const NodeId id : nodes)
        if (const auto& node = model.node(id)) {
            each.push_back({node->label(), id});
            operators.insert(operatorName(*node));
            types.emplace(operatorName(*node), firstTypeName(model, *node));
        }
    if (each.empty())
        return {};
    std::vector<NodeChoice> choices = {NodeChoice::of(std::move(each))};
    if (operators.size() > kMostOperators)
        return choices;
    for (const std::string& op : operators)
        choices.push_back({{}, op, {}});
    for (const auto& [op, type] : types)
        if (type != "undefined")
            choices.push_back({{}, op, type});
    return choices;
}

void addNodeMenu(QMenu& menu, DocumentController& document, const std::vector<NodeChoice>& choices,
                 NodesChange::What what) {
    const auto& providers = document.chosenProviders();
    // What no other provider takes is for the last one to take, whatever is assumed.
    const bool all = what != NodesChange::What::takeAnyway;
    for (std::size_t i = 0; i + (all ? 0 : 1) < providers.size(); ++i) {
        const std::string id = providers[i]->info().id;
        if (i > 0)
            menu.addSeparator();
        for (const NodeChoice& nodes : choices)
            addChange(menu, document, {{NodesChange{what, nodes, id}}});
    }
}

/// A rule that declines nodes: by provider and place.
struct Rule {
    std::string provider, place;
    std::size_t nodes = 0;
    Message evidence;
};

void countRules(std::vector<Rule>& rules, const Partitioning& placed, NodeId node) {
    for (const Verdict& verdict : placed.verdicts(node)) {
        if (!declinesByRule(verdict) || verdict.provider >= placed.providers.size())
            continue;
        const std::string& id = placed.providers[verdict.provider];
        auto known = std::ranges::find_if(rules, [&](const Rule& rule) {
            return rule.place == *verdict.place && rule.provider == id;
        });
        if (known == rules.end())
            known = rules.insert(known, {id, *verdict.place, 0, verdict.evidence});
        ++known->nodes;
    }
}

void addRules(QMenu& menu, DocumentController& document, std::vector<Rule> rules) {
    std::ranges::stable_sort(rules, std::greater<>(), &Rule::nodes);
    if (rules.size() > kMostRules)
        rules.resize(kMostRules);
    menu.setToolTipsVisible(true);
    for (const Rule& rule : rules) {
        const ScenarioChange change{RuleOffChange{rule.place, rule.provider}};
        addChange(menu, document, {change},
                  QStringLiteral("%1 · %2").arg(
                      messageText(document.scenarios().textOf(change)),
                      QCoreApplication::translate("partita::ChangeActions", "%Ln node(s)", nullptr,
                                                  static_cast<int>(rule.nodes))))
            ->setToolTip(messageText(rule.evidence));
    }
}

void addOrders(QMenu& menu, DocumentController& document) {
    const auto& providers = document.chosenProviders();
    for (std::size_t first = 1; first + 1 < providers.size(); ++first) {
        OrderChange order{{providers[first]->info().id}};
        for (std::size_t i = 0; i + 1 < providers.size(); ++i)
            if (i != first)
                order.providers.push_back(providers[i]->info().id);
        addChange(menu, document, {{std::move(order)}});
    }
}

void addOption(QMenu& menu, DocumentController& document, const std::string& provider,
               const ProviderOption& option, QWidget* asker) {
    if (option.choices.empty()) {
        menu.addAction(
            QStringLiteral("%1…").arg(toQString(option.name)), &document,
            [&document, provider, name = option.name, value = option.value, asker] {
                bool agreed = false;
                const QString text = QInputDialog::getText(
                    asker, toQString(provider),
                    changeWords(QT_TRANSLATE_NOOP("partita::ChangeActions", "Value of %1"))
                        .arg(toQString(name)),
                    QLineEdit::Normal, toQString(value), &agreed);
                if (agreed && text != toQString(value))
                    document.scenarios().add({{OptionChange{provider, name, text.toStdString()}}});
            });
        return;
    }
    QMenu* values = menu.addMenu(toQString(option.name));
    for (const std::string& choice : option.choices) {
        QAction* entry = addChange(
            *values, document, {{OptionChange{provider, option.name, choice}}}, toQString(choice));
        entry->setCheckable(true);
        entry->setChecked(choice == option.value);
        entry->setEnabled(choice != option.value);
    }
}

void addRunLengths(QMenu& menu, DocumentController& document, QWidget* asker) {
    for (const auto& provider : document.chosenProviders()) {
        const auto options = provider->options();
        const auto at = std::ranges::find(options, kRunLengthOption, &ProviderOption::name);
        if (at == options.end())
            continue;
        const std::string id = provider->info().id;
        const int now = toQString(at->value).toInt();
        for (const int least : {1, 2, 3, 5, 8})
            if (least != now)
                addChange(menu, document, {{RunLengthChange{id, least}}});
        menu.addAction(changeWords(QT_TRANSLATE_NOOP("partita::ChangeActions", "Another length…")),
                       &document, [&document, id, now, asker] {
                           bool agreed = false;
                           const int least = QInputDialog::getInt(
                               asker, toQString(id),
                               changeWords(QT_TRANSLATE_NOOP("partita::ChangeActions",
                                                             "Nodes of the shortest run")),
                               now, 0, 1000000, 1, &agreed);
                           if (agreed)
                               document.scenarios().add({{RunLengthChange{id, least}}});
                       });
    }
}

/// Adds the levels. One that makes the same rewrites as the level in force can do nothing.
void addLevels(QMenu& menu, DocumentController& document) {
    const OptimizationLevel now = document.partitionOptions().level;
    menu.setToolTipsVisible(true);
    for (const auto level : {OptimizationLevel::disabled, OptimizationLevel::basic,
                             OptimizationLevel::extended, OptimizationLevel::all}) {
        QAction* entry =
            addChange(menu, document, {{OptimizationChange{std::string(levelName(level))}}});
        entry->setEnabled(passesOf(level) != passesOf(now));
        if (!entry->isEnabled())
            entry->setToolTip(
                changeWords(
                    QT_TRANSLATE_NOOP("partita::ChangeActions",
                                      "Makes the same rewrites before placement as now (%1)"))
                    .arg(QString::fromUtf8(levelName(now).data())));
    }
}

/// Adds the opsets of ONNX's domain; that of the model is ticked.
void addOpsets(QMenu& menu, DocumentController& document) {
    const Model& model = document.scenarios().base()->model;
    const std::int64_t now = model.info().opset("").value_or(0);
    for (std::int64_t version = newestOpset("").value_or(0); version >= kOldestOpset; --version) {
        QAction* entry = addChange(menu, document, {{OpsetChange{version}}});
        entry->setCheckable(true);
        entry->setChecked(version == now);
        entry->setEnabled(version != now);
    }
}

/// Adds the floating-point types that the tensors of the model have, each as all others.
void addTypes(QMenu& menu, DocumentController& document) {
    const Model& model = document.scenarios().base()->model;
    std::set<DataType> present;
    model.values().forEach([&](ValueId, const auto& value) {
        if (value->type && value->type->isTensor())
            present.insert(value->type->element);
    });
    for (const DataType from : convertibleTypes())
        for (const DataType to : convertibleTypes())
            if (present.contains(from) && from != to)
                addChange(menu, document, {{TypeChange{from, to}}});
}

/// Adds the menus to exclude, pin and take anyway.
void addNodeMenus(QMenu& menu, DocumentController& document, const std::vector<NodeId>& nodes) {
    using What = NodesChange::What;
    const auto base = document.scenarios().base();
    const auto choices = choicesFor(base->model, nodes);
    static const Message kSelect = PARTITA_TEXT("select nodes first");
    const auto add = [&](const char* title, ChangeKind kind, What what) {
        WithoutEffect none = whyNot(document, kind);
        if (none.why.empty() && choices.empty())
            none.why = kSelect;
        addMenu(menu, title, none,
                [&](QMenu& into) { addNodeMenu(into, document, choices, what); });
    };
    add(QT_TRANSLATE_NOOP("partita::ChangeActions", "Exclude"), ChangeKind::exclude, What::exclude);
    add(QT_TRANSLATE_NOOP("partita::ChangeActions", "Pin"), ChangeKind::pin, What::pin);
    add(QT_TRANSLATE_NOOP("partita::ChangeActions", "Take anyway"), ChangeKind::takeAnyway,
        What::takeAnyway);
}

} // namespace

QAction* pinAction(QObject* parent, DocumentController& document, const std::vector<NodeId>& nodes,
                   std::uint32_t provider) {
    const ProviderInfo info = document.chosenProviders()[provider]->info();
    const auto choices = choicesFor(document.scenarios().base()->model, nodes);
    QAction* action =
        changeAction(parent, document,
                     {{NodesChange{NodesChange::What::pin,
                                   choices.empty() ? NodeChoice() : choices.front(), info.id}}},
                     changeWords(QT_TRANSLATE_NOOP("partita::ChangeActions", "Pin to %1"))
                         .arg(toQString(info.displayName)));
    const Message none = whyNot(document, ChangeKind::pin).why;
    action->setEnabled(none.empty() && !choices.empty());
    action->setToolTip(none.empty() ? changeWords(QT_TRANSLATE_NOOP(
                                          "partita::ChangeActions",
                                          "A change in What if: the node runs there if its rules "
                                          "take it"))
                                    : messageText(none));
    return action;
}

void addNodeChanges(QMenu& menu, DocumentController& document, const std::vector<NodeId>& nodes) {
    addNodeMenus(menu, document, nodes);
    const auto base = document.scenarios().base();
    std::vector<Rule> rules;
    for (const NodeId node : nodes)
        countRules(rules, *base->partitioning, node);
    if (!rules.empty())
        addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Rule off"), {},
                [&](QMenu& into) { addRules(into, document, std::move(rules)); });
}

void addChanges(QMenu& menu, DocumentController& document, QWidget* asker) {
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Order"),
            whyNot(document, ChangeKind::order), [&](QMenu& into) { addOrders(into, document); });
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Device or option"), {},
            [&](QMenu& into) {
                for (const auto& provider : document.chosenProviders())
                    if (const auto options = provider->options(); !options.empty()) {
                        QMenu* of = into.addMenu(toQString(provider->info().displayName));
                        for (const ProviderOption& option : options)
                            addOption(*of, document, provider->info().id, option, asker);
                    }
            });
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Run length"),
            whyNot(document, ChangeKind::runLength),
            [&](QMenu& into) { addRunLengths(into, document, asker); });
    menu.addSeparator();
    addNodeMenus(menu, document, document.selection());
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Rule off"),
            whyNot(document, ChangeKind::ruleOff), [&](QMenu& into) {
                const auto base = document.scenarios().base();
                std::vector<Rule> rules;
                for (NodeId node{1}; node.value < base->partitioning->verdictListOf.size();
                     ++node.value)
                    countRules(rules, *base->partitioning, node);
                addRules(into, document, std::move(rules));
            });
    menu.addSeparator();
    const Message noSize = whyNot(document, ChangeKind::size).why;
    QAction* size = menu.addAction(
        noSize.empty() ? changeWords(QT_TRANSLATE_NOOP("partita::ChangeActions", "Fixed size…"))
                       : messageText(noSize),
        &document, [&document] { follow(document, linkToSizes({})); });
    size->setEnabled(noSize.empty());
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Grouping"),
            whyNot(document, ChangeKind::grouping), [&](QMenu& into) {
                for (const Grouping grouping : {Grouping::topological, Grouping::dependency})
                    addChange(into, document, {{GroupingChange{grouping}}})
                        ->setEnabled(grouping != document.partitionOptions().grouping);
            });
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Optimization level"),
            whyNot(document, ChangeKind::optimization),
            [&](QMenu& into) { addLevels(into, document); });
    menu.addSeparator();
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Opset"),
            whyNot(document, ChangeKind::opset), [&](QMenu& into) { addOpsets(into, document); });
    addMenu(menu, QT_TRANSLATE_NOOP("partita::ChangeActions", "Element types"),
            whyNot(document, ChangeKind::types), [&](QMenu& into) { addTypes(into, document); });
}

} // namespace partita
