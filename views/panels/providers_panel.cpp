#include "views/panels/providers_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "views/dialogs/file_dialog.h"
#include "views/panels/two_line_rows.h"
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
    : Panel(context), m_all(context.document.chosenProviders()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("providerList"));
    m_list->setItemDelegate(new TwoLineRows(m_list));
    m_list->setDefaultDropAction(Qt::MoveAction);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->installEventFilter(this);
    layout->addWidget(m_list);
    addLevel();
    layout->addWidget(m_level);
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
    // The view moves a row by inserting and removing it. Queued, so that both are done by then.
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this, &ProvidersPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list->model(), &QAbstractItemModel::rowsRemoved, this, &ProvidersPanel::takeOrder,
            Qt::QueuedConnection);
    connect(m_list, &QListWidget::itemChanged, this, &ProvidersPanel::takeOrder);
    connect(m_list, &QListWidget::currentRowChanged, this, &ProvidersPanel::showOptions);
    connect(&document(), &DocumentController::partitioningChanged, this, &ProvidersPanel::refresh);
    connect(&document(), &DocumentController::documentChanged, this, &ProvidersPanel::refresh);
}

void ProvidersPanel::addLevel() {
    m_level = new QComboBox;
    m_level->setObjectName(QStringLiteral("optimizationLevel"));
    m_level->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_level->setMinimumContentsLength(10);
    connect(m_level, QOverload<int>::of(&QComboBox::activated), this, [this](int index) {
        document().setLevel(index == 0 ? OptimizationLevel::basic : OptimizationLevel::disabled);
    });
}

void ProvidersPanel::showLevel() {
    m_level->setAccessibleName(tr("The model that is placed"));
    m_level->setToolTip(
        tr("ONNX Runtime computes constants and drops what changes nothing before it asks the "
           "providers; nodes that are gone by then are drawn pale, as folded"));
    const auto& changes = document().scenarios().scenario().changes;
    const bool fixed = std::ranges::any_of(changes, [](const ScenarioChange& change) {
        return change.on && std::holds_alternative<OptimizationChange>(change.action);
    });
    m_level->setEnabled(!fixed);
    if (fixed)
        m_level->setToolTip(tr("The scenario sets the level: see What if"));
    m_level->clear();
    m_level->addItems({tr("Placed after basic rewrites"), tr("Placed as written")});
    m_level->setCurrentIndex(
        document().partitionOptions().level == OptimizationLevel::disabled ? 1 : 0);
}

void ProvidersPanel::refresh() {
    m_filling = true;
    showLevel();
    m_list->setAccessibleName(tr("Providers in order of priority"));
    // The last provider has no other place, so an order needs two before it.
    const bool sortable = m_all.size() > 2;
    m_list->setDragDropMode(sortable ? QAbstractItemView::InternalMove
                                     : QAbstractItemView::NoDragDrop);
    const QString last = toQString(m_all.back()->info().displayName);
    const QString stays =
        tr("%1 runs what no other provider takes: it is always on, and always the last").arg(last);
    m_list->setToolTip(
        sortable ? tr("Drag, or Alt+Up and Alt+Down, to change who is asked first")
                 : tr("There is one order only: only one provider is asked before %1").arg(last));
    const int current = std::max(0, m_list->currentRow());
    m_list->clear();
    for (std::size_t i = 0; i < m_all.size(); ++i)
        addRow(i, sortable, stays);
    const int rows = std::min(m_list->count(), kMostRows);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
    m_list->setCurrentRow(std::min(current, m_list->count() - 1));
    m_filling = false;
    showOptions();
}

/// Adds the row of provider `i`. `stays`: why the last one has neither box nor another place.
void ProvidersPanel::addRow(std::size_t i, bool sortable, const QString& stays) {
    const auto& active = document().chosenProviders();
    const ProviderInfo info = m_all[i]->info();
    const auto at = std::find(active.begin(), active.end(), m_all[i]);
    const bool on = at != active.end(), last = i + 1 == m_all.size();
    auto* item =
        new QListWidgetItem(QIcon(theme().swatch(theme().provider(static_cast<int>(i), last), 14)),
                            QStringLiteral("%1 %2").arg(i + 1).arg(toQString(info.displayName)));
    item->setData(Qt::UserRole, static_cast<int>(i));
    item->setData(TwoLineRows::second, toQString(info.device));
    item->setData(TwoLineRows::fixed, last);
    if (on && document().hasDocument()) { // a scenario may have another order
        const auto& placed = document().partitioning();
        const auto place = std::ranges::find(placed.providers, info.id);
        if (place != placed.providers.end())
            item->setData(
                TwoLineRows::figure,
                QLocale().toString(static_cast<qulonglong>(
                    placed.summary
                        .byProvider[static_cast<std::size_t>(place - placed.providers.begin())])));
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
    ProviderList order, active;
    for (int row = 0; row < m_list->count(); ++row)
        order.push_back(
            m_all[static_cast<std::size_t>(m_list->item(row)->data(Qt::UserRole).toInt())]);
    // The last provider is the fallback and stays last.
    const auto fallback = m_all.back();
    std::erase(order, fallback);
    order.push_back(fallback);
    for (int row = 0; row < m_list->count(); ++row)
        if (const auto& provider =
                m_all[static_cast<std::size_t>(m_list->item(row)->data(Qt::UserRole).toInt())];
            m_list->item(row)->checkState() == Qt::Checked && provider != fallback)
            active.push_back(provider);
    active.push_back(fallback);
    m_all = order;
    document().setProviders(active);
    if (!document().hasDocument())
        refresh();
}

void ProvidersPanel::move(int step) {
    const int row = m_list->currentRow(), to = row + step, last = m_list->count() - 1;
    if (row < 0 || to < 0 || to >= last || row == last)
        return;
    std::swap(m_all[static_cast<std::size_t>(row)], m_all[static_cast<std::size_t>(to)]);
    m_list->setCurrentRow(to);
    refresh();
    takeOrder();
}

void ProvidersPanel::replace(const ProviderPtr& before, const ProviderPtr& after) {
    std::ranges::replace(m_all, before, after);
    ProviderList active = document().chosenProviders();
    std::ranges::replace(active, before, after);
    document().setProviders(std::move(active));
}

bool ProvidersPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
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
            replace(provider, *std::move(changed));
        else
            Q_EMIT document().failed(changed.error());
        refresh();
    };
    QMetaObject::invokeMethod(this, set, Qt::QueuedConnection);
}

void ProvidersPanel::chooseProfileLater(const ProviderPtr& provider) {
    const auto choose = [this, provider] {
        const QString file =
            askWhatToOpen(this, tr("Device profile"), {}, tr("Device profiles (*.json)"));
        if (file.isEmpty())
            refresh();
        else
            setLater(provider, "device", file);
    };
    QMetaObject::invokeMethod(this, choose, Qt::QueuedConnection);
}

QWidget* ProvidersPanel::choiceField(const ProviderPtr& provider, const ProviderOption& option) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    for (const auto& choice : option.choices)
        box->addItem(toQString(choice));
    if (box->findText(toQString(option.value)) < 0)
        box->addItem(toQString(option.value));
    box->setCurrentText(toQString(option.value));
    const int fromFile = option.name == "device" ? box->count() : -1;
    if (fromFile >= 0)
        box->addItem(tr("From a file…"));
    connect(box, QOverload<int>::of(&QComboBox::activated), this,
            [this, box, provider, name = option.name, fromFile](int index) {
                if (index == fromFile)
                    chooseProfileLater(provider);
                else
                    setLater(provider, name, box->itemText(index));
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

void ProvidersPanel::showOptions() {
    if (m_filling)
        return;
    while (m_options->rowCount())
        m_options->removeRow(0);
    const int row = m_list->currentRow();
    if (row < 0 || row >= static_cast<int>(m_all.size()))
        return;
    const auto provider = m_all[static_cast<std::size_t>(row)];
    auto* title =
        new QLabel(QStringLiteral("<b>%1</b>")
                       .arg(tr("Options of %1").arg(toQString(provider->info().displayName))));
    m_options->addRow(title);
    for (const auto& option : provider->options()) {
        QWidget* field = option.choices.empty() ? textField(provider, option)
                         : isSwitch(option)     ? tickField(provider, option)
                                                : choiceField(provider, option);
        field->setObjectName(QStringLiteral("option_") + toQString(option.name));
        const QString help = messageText(option.help), value = toQString(option.value);
        field->setToolTip(
            optionText(option.value) == value
                ? help
                : QStringLiteral("%1\n%2 = %3").arg(help, toQString(option.name), value));
        field->setAccessibleName(toQString(option.name));
        m_options->addRow(toQString(option.name), field);
    }
    // Names and fields stand side by side, unless large letters would widen the window for it.
    constexpr int kMostWidth = 290, kField = 120;
    int names = 0;
    for (const auto& option : provider->options())
        names = std::max(names, fontMetrics().horizontalAdvance(toQString(option.name)));
    m_scroll->setMinimumWidth(std::min(
        kMostWidth, names + kField + 40 + m_scroll->verticalScrollBar()->sizeHint().width()));
}

} // namespace partita
