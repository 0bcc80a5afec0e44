#include "views/panels/providers_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "views/dialogs/file_dialog.h"
#include "views/document/links.h"
#include "views/panels/list_frame.h"
#include "views/panels/two_line_rows.h"
#include "views/tables/only_this_row.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/size_text.h"

namespace partita {

namespace {
constexpr int kMostRows = 5; ///< more providers scroll

bool isSwitch(const ProviderOption& option) {
    return option.choices.size() == 2 &&
           std::ranges::is_permutation(option.choices, std::vector<std::string>{"0", "1"});
}
} // namespace

ProvidersPanel::ProvidersPanel(const PanelContext& context)
    : Panel(context), m_note(new QLabel), m_all(context.document.chosenProviders()) {
    auto* layout = plainColumn(this);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("providerList"));
    m_list->setItemDelegate(new TwoLineRows(m_list));
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    layout->addWidget(m_list);
    m_note->setObjectName(QStringLiteral("setByScenario"));
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::RichText);
    QSizePolicy narrow(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name widens nothing
    narrow.setHeightForWidth(true);
    m_note->setSizePolicy(narrow);
    m_note->setMargin(6); // the style takes away the margins of contents
    m_note->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_note, &QLabel::linkActivated, this,
            [this](const QString& link) { follow(document(), link); });
    layout->addWidget(m_note);
    addLevel();
    auto* level = new QHBoxLayout;
    level->setContentsMargins(8, 6, 8, 0);
    level->addWidget(m_level);
    layout->addLayout(level);
    m_optionsBox = new QWidget;
    m_options = new QFormLayout(m_optionsBox);
    m_options->setContentsMargins(8, 6, 8, 6);
    m_options->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_options->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_scroll = new QScrollArea; // an NPU has many options
    m_scroll->setWidget(m_optionsBox);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setMinimumHeight(64);
    layout->addWidget(m_scroll, 1);
    m_scroll->viewport()->installEventFilter(this);
    m_optionsBox->installEventFilter(this);
    // The view moves a row by inserting and removing it. Queued, so that both are done by then.
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &ProvidersPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list->model(), &QAbstractItemModel::rowsRemoved, this, &ProvidersPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list, &QListWidget::itemChanged, this, &ProvidersPanel::takeOrder);
    connect(m_list, &QListWidget::currentRowChanged, this, &ProvidersPanel::showOptions);
    connect(&document(), &DocumentController::partitioningChanged, this, &ProvidersPanel::refresh);
    connect(&document(), &DocumentController::documentChanged, this, &ProvidersPanel::refresh);
    connect(&document().scenarios(), &ScenarioController::changed, this, &ProvidersPanel::refresh);
}

void ProvidersPanel::addLevel() {
    m_level = new QComboBox;
    m_level->setObjectName(QStringLiteral("optimizationLevel"));
    m_level->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_level->setMinimumContentsLength(10);
    connect(m_level, QOverload<int>::of(&QComboBox::activated), this, [this](int index) {
        document().setLevel(static_cast<OptimizationLevel>(m_level->itemData(index).toInt()));
    });
}

void ProvidersPanel::showLevel() {
    m_level->setAccessibleName(tr("The model that is placed"));
    m_level->setToolTip(
        tr("ONNX Runtime computes constants and drops what changes nothing before it asks the "
           "providers; nodes that are gone by then are drawn pale, as folded"));
    const auto base = document().scenarios().base();
    const Message noEffect =
        base ? whyWithoutEffect(ChangeKind::optimization, base->model, base->providers,
                                *base->partitioning, base->optimized.get())
                   .why
             : Message();
    m_level->setEnabled(!m_inForce.levelBy && noEffect.empty());
    if (m_inForce.levelBy)
        m_level->setToolTip(tr("The scenario sets the level: see What if"));
    else if (!noEffect.empty())
        m_level->setToolTip(messageText(noEffect));
    m_level->clear();
    const auto add = [this](const QString& text, OptimizationLevel level) {
        m_level->addItem(text, static_cast<int>(level));
        if (m_inForce.level == level)
            m_level->setCurrentIndex(m_level->count() - 1);
    };
    add(tr("Placed after basic rewrites"), OptimizationLevel::basic);
    add(tr("Placed as written"), OptimizationLevel::disabled);
    if (m_level->findData(static_cast<int>(m_inForce.level)) < 0) // only a scenario has the others
        add(tr("Placed after rewrites of level %1")
                .arg(QString::fromUtf8(levelName(m_inForce.level).data())),
            m_inForce.level);
}

/// Names the changes of the scenario that set what this panel shows.
void ProvidersPanel::showNote() {
    std::set<std::size_t> setting;
    for (const auto& index : {m_inForce.order, m_inForce.levelBy})
        if (index)
            setting.insert(*index);
    for (const auto& provider : m_inForce.providers)
        for (const auto& [option, change] : provider.setBy)
            setting.insert(change);
    QStringList links;
    const auto& changes = document().scenarios().scenario().changes;
    for (const std::size_t change : setting)
        links += anchor(linkToChange(change),
                        messageText(document().scenarios().textOf(changes[change])));
    m_note->setText(tr("Set by What if: %1").arg(links.join(QStringLiteral(" · "))));
    m_note->setVisible(!links.isEmpty());
}

/// The rows in the order in force, as indices of `m_all`; those that are switched off come before
/// the last where a scenario sets the order.
std::vector<std::size_t> ProvidersPanel::order() const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; m_inForce.order && i + 1 < m_inForce.providers.size(); ++i)
        rows.push_back(static_cast<std::size_t>(
            std::ranges::find(m_all, m_inForce.providers[i].chosen) - m_all.begin()));
    for (std::size_t i = 0; i < m_all.size(); ++i)
        if (std::ranges::find(rows, i) == rows.end())
            rows.push_back(i);
    return rows;
}

void ProvidersPanel::refresh() {
    m_filling = true;
    const PlacementChoice choice = document().choice();
    m_all = choice.all;
    m_inForce =
        choicesInForce(choice.asked, choice.level,
                       document().hasDocument() ? document().scenarios().scenario() : Scenario());
    showLevel();
    showNote();
    m_list->setAccessibleName(tr("Providers in order of priority"));
    // The last provider has no other place, so an order needs two before it.
    const bool sortable = m_all.size() > 2 && !m_inForce.order;
    m_list->setDragDropMode(sortable ? QAbstractItemView::InternalMove
                                     : QAbstractItemView::NoDragDrop);
    const QString last = toQString(m_all.back()->info().displayName);
    const QString stays =
        tr("%1 runs what no other provider takes: it is always on, and always the last").arg(last);
    m_list->setToolTip(
        sortable ? tr("Drag, or Alt+Up and Alt+Down, to change who is asked first")
        : m_inForce.order
            ? tr("The scenario sets the order: see What if")
            : tr("There is one order only: only one provider is asked before %1").arg(last));
    const int current = std::max(0, m_list->currentRow());
    m_list->clear();
    for (const std::size_t i : order())
        addRow(i, sortable, stays);
    const int rows = std::min(m_list->count(), kMostRows);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
    m_list->setCurrentRow(std::min(current, m_list->count() - 1), kOnlyThisRow);
    m_filling = false;
    showOptions();
}

/// Adds the row of provider `i`. `stays`: why the last one has neither box nor another place.
void ProvidersPanel::addRow(std::size_t i, bool sortable, const QString& stays) {
    const auto* inForce = m_inForce.of(m_all[i]);
    const bool on = inForce != nullptr, last = i + 1 == m_all.size();
    const ProviderInfo info = (on ? inForce->provider : m_all[i])->info();
    const int row = m_list->count();
    auto* item =
        new QListWidgetItem(QIcon(theme().swatch(theme().provider(row, last), 14)),
                            QStringLiteral("%1 %2").arg(row + 1).arg(toQString(info.displayName)));
    item->setData(Qt::UserRole, static_cast<int>(i));
    const QString device = toQString(info.device), chosen = toQString(m_all[i]->info().device);
    const bool isSet = device != chosen;
    item->setData(TwoLineRows::second, isSet ? tr("%1, by What if").arg(device) : device);
    if (isSet)
        item->setToolTip(tr("The scenario sets the device; chosen here: %1").arg(chosen));
    item->setData(TwoLineRows::fixed, last);
    if (on && document().hasDocument()) { // what is placed may have another order yet
        const auto& placed = document().partitioning();
        const auto place = std::ranges::find(placed.providers, info.id);
        if (place != placed.providers.end())
            item->setData(TwoLineRows::figure,
                          countText(placed.summary.byProvider[static_cast<std::size_t>(
                              place - placed.providers.begin())]));
    }
    if (last)
        item->setToolTip(stays);
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!last)
        flags |= Qt::ItemIsUserCheckable;
    if (!last && sortable)
        flags |= Qt::ItemIsDragEnabled;
    item->setFlags(flags);
    item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    m_list->addItem(item);
}

void ProvidersPanel::takeOrder() {
    if (m_filling || m_list->count() != static_cast<int>(m_all.size()))
        return;
    const PlacementChoice before = document().choice();
    PlacementChoice next{{}, {}, before.level};
    const auto fallback = m_all.back(); // stays the last
    std::vector<std::pair<std::size_t, bool>> rows;
    for (int row = 0; row < m_list->count(); ++row)
        rows.emplace_back(m_list->item(row)->data(Qt::UserRole).toInt(),
                          m_list->item(row)->checkState() == Qt::Checked);
    if (m_inForce.order) // the rows stand as the scenario orders them
        std::ranges::sort(rows);
    for (const auto& [i, on] : rows)
        if (m_all[i] != fallback) {
            next.all.push_back(m_all[i]);
            if (on)
                next.asked.push_back(m_all[i]);
        }
    next.all.push_back(fallback);
    next.asked.push_back(fallback);
    OrderChange order;
    for (const auto& provider : next.asked)
        order.providers.push_back(provider->info().id);
    Message what = document().scenarios().textOf({order});
    for (const auto& provider : next.all) {
        const bool on = std::ranges::count(next.asked, provider) > 0;
        if (on != (std::ranges::count(before.asked, provider) > 0))
            what = on ? PARTITA_TEXT("Ask {0} for nodes", provider->info().displayName)
                      : PARTITA_TEXT("Do not ask {0} for nodes", provider->info().displayName);
    }
    document().scenarios().choose(std::move(next), std::move(what));
}

void ProvidersPanel::move(int step) {
    const int row = m_list->currentRow(), to = row + step, last = m_list->count() - 1;
    if (row < 0 || to < 0 || to >= last || row == last || m_inForce.order)
        return;
    {
        const QScopedValueRollback<bool> filling(m_filling, true);
        m_list->insertItem(to, m_list->takeItem(row));
        m_list->setCurrentRow(to, kOnlyThisRow);
    }
    takeOrder();
}

void ProvidersPanel::replace(const ProviderPtr& before, const ProviderPtr& after, Message what) {
    PlacementChoice next = document().choice();
    std::ranges::replace(next.all, before, after);
    std::ranges::replace(next.asked, before, after);
    document().scenarios().choose(std::move(next), std::move(what));
}

bool ProvidersPanel::eventFilter(QObject* watched, QEvent* event) {
    if (m_scroll && ((watched == m_scroll->viewport() && event->type() == QEvent::Resize) ||
                     (watched == m_optionsBox && event->type() == QEvent::FontChange)))
        fitChoices();
    if (watched == m_list && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & Qt::AltModifier &&
            (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            move(key->key() == Qt::Key_Up ? -1 : 1);
            return true;
        }
    }
    return Panel::eventFilter(watched, event);
}

/// Sets an option in the next event loop pass, because `refresh` replaces the field that emits the
/// change.
void ProvidersPanel::setLater(const ProviderPtr& provider, const std::string& option,
                              const QString& value) {
    const auto set = [this, provider, option, value] {
        if (auto changed = provider->withOption(option, value.toStdString()))
            replace(provider, *std::move(changed),
                    document().scenarios().textOf(
                        {OptionChange{provider->info().id, option, value.toStdString()}}));
        else
            Q_EMIT document().failed(changed.error());
        showOptionsAnew();
    };
    QMetaObject::invokeMethod(this, set, Qt::QueuedConnection);
}

void ProvidersPanel::chooseProfileLater(const ProviderPtr& provider, const std::string& option) {
    const auto choose = [this, provider, option] {
        const QString file =
            askWhatToOpen(this, tr("Device profile"), {}, tr("Device profiles (*.json)"));
        if (file.isEmpty())
            showOptionsAnew();
        else
            setLater(provider, option, file);
    };
    QMetaObject::invokeMethod(this, choose, Qt::QueuedConnection);
}

QWidget* ProvidersPanel::choiceField(const ProviderPtr& provider, const ProviderOption& option) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    // A long choice is shown whole, if need be below its name; the names of devices are many and short.
    constexpr int kBesideName = 6, kLongest = 20;
    int longest = kBesideName;
    for (const auto& choice : option.choices) {
        box->addItem(toQString(choice), toQString(choice));
        if (!option.isDevice)
            longest = std::clamp(box->itemText(box->count() - 1).size(), longest, kLongest);
    }
    box->setMinimumContentsLength(longest);
    const QString value = toQString(option.value);
    if (box->findData(value) < 0) // a profile's path, or an option that nobody has set
        box->addItem(value.isEmpty() ? tr("not set") : value, value);
    box->setCurrentIndex(box->findData(value));
    const int fromFile = option.isDevice ? box->count() : -1;
    if (fromFile >= 0)
        box->addItem(tr("From a file…"));
    connect(box, QOverload<int>::of(&QComboBox::activated), this,
            [this, box, provider, name = option.name, value, fromFile](int index) {
                if (index == fromFile)
                    chooseProfileLater(provider, name);
                else if (const QString chosen = box->itemData(index).toString(); chosen != value)
                    setLater(provider, name, chosen);
            });
    return box;
}

QWidget* ProvidersPanel::textField(const ProviderPtr& provider, const ProviderOption& option) {
    auto* edit = new QLineEdit(optionText(option.value));
    edit->setCursorPosition(0); // shows a long text from its beginning
    connect(edit, &QLineEdit::editingFinished, this,
            [this, edit, provider, name = option.name, before = edit->text()] {
                if (edit->text() != before)
                    setLater(provider, name, toQString(optionValue(edit->text())));
            });
    return edit;
}

QWidget* ProvidersPanel::tickField(const ProviderPtr& provider, const ProviderOption& option) {
    auto* box = new QCheckBox;
    box->setChecked(option.value == "1");
    connect(box, &QCheckBox::toggled, this, [this, provider, name = option.name](bool on) {
        setLater(provider, name, on ? QStringLiteral("1") : QStringLiteral("0"));
    });
    return box;
}

/// Gives back to the fields what is chosen, after a value that was not taken.
void ProvidersPanel::showOptionsAnew() {
    m_optionsShown.reset();
    refresh();
}

void ProvidersPanel::showOptions() {
    if (m_filling)
        return;
    const int row = m_list->currentRow();
    std::optional<OptionsShown> shown;
    const ChoicesInForce::Provider* inForce = nullptr;
    if (row >= 0 && row < static_cast<int>(m_all.size())) {
        const ProviderPtr& chosen = m_all[static_cast<std::size_t>(row)];
        shown = {tr("Options of %1").arg(toQString(chosen->info().displayName)), chosen, {}, {}};
        inForce = m_inForce.of(chosen);
        if (inForce) {
            shown->inForce = inForce->provider;
            shown->setBy = inForce->setBy;
        }
    }
    if (shown && shown == m_optionsShown)
        return;
    m_optionsShown = shown;
    while (m_options->rowCount())
        m_options->removeRow(0);
    if (!shown)
        return;
    const ProviderPtr& provider = shown->chosen;
    m_options->addRow(new QLabel(QStringLiteral("<b>%1</b>").arg(shown->title)));
    const auto options = (inForce ? inForce->provider : provider)->options();
    for (const auto& option : options) {
        QWidget* field = option.choices.empty() ? textField(provider, option)
                         : isSwitch(option)     ? tickField(provider, option)
                                                : choiceField(provider, option);
        field->setObjectName(QStringLiteral("option_") + toQString(option.name));
        const QString help = messageText(option.help), value = toQString(option.value);
        field->setToolTip(
            optionText(option.value) == value
                ? help
                : QStringLiteral("%1\n%2 = %3").arg(help, toQString(option.name), value));
        if (inForce && inForce->changeOf(option.name)) {
            field->setEnabled(false);
            field->setToolTip(tr("The scenario sets it: see What if") + QLatin1Char('\n') + help);
        }
        field->setAccessibleName(toQString(option.name));
        auto* name = new QLabel(toQString(option.name));
        name->setBuddy(field);
        if (!option.isDevice && option.value != option.defaultValue) {
            // It holds for models that are opened later, too, and is to be seen then.
            name->setStyleSheet(QStringLiteral("font-weight: bold;"));
            name->setToolTip(tr("By default: %1")
                                 .arg(option.defaultValue.empty()
                                          ? tr("not set")
                                          : toQString(option.defaultValue)));
        }
        m_options->addRow(name, field);
    }
    fitChoices();
}

/// A choice is as wide as its longest text where there is room, and ends in the panel where there is
/// none.
void ProvidersPanel::fitChoices() {
    const QMargins margins = m_options->contentsMargins();
    const int width = m_scroll->viewport()->width(),
              room = width - margins.left() - margins.right();
    m_optionsBox->setMaximumWidth(std::max(1, width)); // a long name must not push them out
    for (auto* choice : m_optionsBox->findChildren<QComboBox*>()) {
        choice->setMinimumWidth(0);
        choice->setMinimumWidth(
            std::clamp(choice->minimumSizeHint().width(), 1, std::max(1, room)));
    }
}

} // namespace partita
