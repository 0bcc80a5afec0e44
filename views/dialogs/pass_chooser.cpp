#include "views/dialogs/pass_chooser.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/named_sizes.h"
#include "views/dialogs/dialog_size.h"
#include "views/dialogs/file_dialog.h"
#include "views/document/document_controller.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/message_text.h"
#include "views/text/named_sizes.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kNewestOpset = 28;

bool runsByDefault(const PassInfo& info) {
    return info.set == PassSet::standard || info.set == PassSet::additional;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

/// Parses "images=1,3,640,640; batch=1"; returns nothing if the text is invalid.
std::optional<std::map<std::string, std::vector<std::int64_t>>> shapesFrom(const QString& text) {
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const QString& part : plainBlanks(text).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const int equals = part.lastIndexOf(QLatin1Char('='));
        if (equals < 1)
            return std::nullopt;
        auto shape = sizesIn(part.mid(equals + 1).toStdString());
        if (!shape)
            return std::nullopt;
        shapes[part.left(equals).trimmed().toStdString()] = *std::move(shape);
    }
    return shapes;
}

QString textOf(const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    QStringList parts;
    for (const auto& [name, shape] : shapes) {
        QStringList sizes;
        for (const std::int64_t size : shape)
            sizes += QString::number(size);
        parts += toQString(name) + QLatin1Char('=') + sizes.join(QLatin1Char(','));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace

PassChooser::PassChooser(const Recipe& recipe, const DocumentController& document, QWidget* parent)
    : QDialog(parent), m_mode(new QComboBox), m_filter(new QLineEdit), m_shapes(new QLineEdit),
      m_list(new QListWidget), m_rounds(new QSpinBox), m_opset(new QSpinBox),
      m_fold(new QCheckBox(tr("Fold constants"))), m_infer(new QCheckBox(tr("Infer shapes"))),
      m_grow(new QCheckBox(tr("Fold even what makes the file larger"))), m_selected(new QCheckBox),
      m_hint(new QLabel), m_problem(new QLabel) {
    setWindowTitle(tr("Passes"));
    resizeWithinScreen(*this, {560, 680});
    std::vector<NodeId> selection = document.selection();
    if (selection.empty() && document.currentNode())
        selection = {document.currentNode()};
    for (const NodeId node : selection)
        if (const auto& found = document.model().node(node))
            m_selection.push_back(found->label());
    build();
    setRecipe(recipe);
}

void PassChooser::build() {
    m_mode->addItems(
        {tr("Simplify until nothing changes"), tr("Exactly these passes, in this order")});
    m_mode->setObjectName(QStringLiteral("mode"));
    m_mode->setAccessibleName(tr("How the passes run"));
    m_mode->setAccessibleDescription(tr("Again and again, or each once as they are listed"));
    m_filter->setAccessibleName(tr("Filter passes"));
    m_list->setAccessibleName(tr("Passes"));
    m_filter->setPlaceholderText(tr("Filter passes"));
    m_filter->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("passList"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setUniformItemSizes(true);
    m_hint->setWordWrap(true);
    m_rounds->setRange(0, 1000);
    m_rounds->setSpecialValueText(tr("as usual"));
    m_opset->setRange(0, kNewestOpset);
    m_opset->setSpecialValueText(tr("as it is"));
    m_shapes->setPlaceholderText(tr("as they are; for example images=1,3,640,640; batch=1"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    const std::size_t selected = m_selection.size();
    m_selected->setText(tr("Only where the %n selected node(s) are concerned", nullptr,
                           static_cast<int>(selected)));
    m_selected->setObjectName(QStringLiteral("onlySelected"));
    m_selected->setEnabled(selected > 0);
    m_selected->setToolTip(tr("Ctrl+click on the graph selects several nodes, Shift+drag all in a "
                              "rectangle"));
    auto* form = new QFormLayout;
    form->addRow(tr("Rounds"), m_rounds);
    form->addRow(tr("Input shapes"), m_shapes);
    form->addRow(tr("Convert to opset"), m_opset);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    auto* run = buttons->addButton(tr("Run"), QDialogButtonBox::AcceptRole);
    auto* open = buttons->addButton(tr("Open a recipe…"), QDialogButtonBox::ActionRole);
    auto* reset = buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_mode);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_hint);
    for (QCheckBox* box : {m_fold, m_infer, m_grow, m_selected})
        layout->addWidget(box);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    // Set here, since a button outside of a dialog is the default of none.
    run->setDefault(true);
    for (QPushButton* other : {open, reset})
        other->setAutoDefault(false);
    connect(m_mode, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &PassChooser::modeChanged);
    connect(m_filter, &QLineEdit::textChanged, this, &PassChooser::filter);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (isList() && recipe().passes.empty()) {
            m_problem->setText(tr("Choose at least one pass"));
            m_problem->show();
        } else if (!shapesFrom(m_shapes->text())) {
            m_problem->setText(tr("Input shapes look like images=1,3,640,640; batch=1"));
            m_problem->show();
        } else {
            accept();
        }
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(open, &QPushButton::clicked, this, &PassChooser::openRecipe);
    connect(reset, &QPushButton::clicked, this, [this] { setRecipe({}); });
}

bool PassChooser::isList() const { return m_mode->currentIndex() == 1; }

/// Lists the recipe's passes first, in their order, then all others in the usual order.
void PassChooser::fillList(const Recipe& recipe) {
    m_list->clear();
    std::vector<const PassInfo*> order;
    for (const std::string& name : recipe.passes)
        if (const PassInfo* info = findPass(name);
            info && std::ranges::find(order, info) == order.end())
            order.push_back(info);
    const std::size_t chosen = order.size();
    for (const PassInfo& info : passCatalogue())
        if (std::ranges::find(order, &info) == order.end())
            order.push_back(&info);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const PassInfo& info = *order[i];
        auto* item = new QListWidgetItem(
            QStringLiteral("%1 — %2").arg(toQString(info.name), passSummary(info)), m_list);
        item->setData(Qt::UserRole, toQString(info.name));
        item->setToolTip(passSummary(info));
        const bool on = isList() ? i < chosen
                                 : (runsByDefault(info) && !has(recipe.skipped, info.name)) ||
                                       has(recipe.also, info.name);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    filter(m_filter->text());
}

void PassChooser::setRecipe(const Recipe& recipe) {
    m_recipe = recipe;
    {
        const QSignalBlocker quiet(m_mode);
        m_mode->setCurrentIndex(recipe.passes.empty() ? 0 : 1);
    }
    m_rounds->setValue(recipe.rounds);
    m_opset->setValue(recipe.targetOpset);
    m_shapes->setText(textOf(recipe.inputShapes));
    m_fold->setChecked(recipe.fold);
    m_infer->setChecked(recipe.inferShapes);
    m_grow->setChecked(recipe.mayGrow);
    m_selected->setChecked(m_selected->isEnabled() && !recipe.onlyNodes.empty());
    modeChanged();
}

void PassChooser::modeChanged() {
    fillList(m_recipe);
    m_list->setDragEnabled(isList());
    for (QCheckBox* box : {m_fold, m_infer})
        box->setEnabled(!isList());
    m_hint->setText(isList() ? tr("Drag to change the order. Each runs once, or as many rounds as "
                                  "you say; nothing else is touched.")
                             : tr("Shapes, passes and folding run round by round. What is not "
                                  "checked is left out."));
}

void PassChooser::filter(const QString& text) {
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setHidden(
            !m_list->item(row)->text().contains(text, Qt::CaseInsensitive));
}

Recipe PassChooser::recipe() const {
    Recipe recipe = m_recipe;
    recipe.passes.clear();
    recipe.skipped.clear();
    recipe.also.clear();
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        const std::string name = item->data(Qt::UserRole).toString().toStdString();
        const bool on = item->checkState() == Qt::Checked;
        if (isList() && on)
            recipe.passes.push_back(name);
        else if (!isList() && on && !runsByDefault(*findPass(name)))
            recipe.also.push_back(name);
        else if (!isList() && !on && runsByDefault(*findPass(name)))
            recipe.skipped.push_back(name);
    }
    recipe.rounds = m_rounds->value();
    recipe.targetOpset = m_opset->value();
    recipe.fold = m_fold->isChecked();
    recipe.inferShapes = m_infer->isChecked();
    recipe.mayGrow = m_grow->isChecked();
    recipe.inputShapes = shapesFrom(m_shapes->text()).value_or(m_recipe.inputShapes);
    recipe.onlyNodes.clear();
    if (m_selected->isChecked())
        recipe.onlyNodes = m_selection;
    return recipe;
}

void PassChooser::openRecipe() {
    const QString file = askWhatToOpen(this, tr("Open a recipe"), {}, tr("Recipes (*.json)"));
    if (file.isEmpty())
        return;
    auto recipe = readRecipe(file.toStdString());
    if (recipe)
        setRecipe(*recipe);
    else
        QMessageBox::warning(this, tr("Open a recipe"), errorText(recipe.error()));
}

} // namespace partita
