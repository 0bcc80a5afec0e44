#include "views/merge/source_table.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <algorithm>

#include "core/provider/partitioning.h"
#include "views/merge/source_look.h"
#include "views/tables/only_this_row.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kSourceHeight = 27, kShownSources = 4;
constexpr int kPrefixWidth = 120, kLeastPrefix = 80, kLeastBinary = 110;
constexpr int kLeastModel = 150, kMostModel = 360;

QString sourcesOf(const MergeInput& input) {
    QStringList sources;
    for (const EpContext& context : epContextsOf(input.model)) {
        const QString name = toQString(std::string(shortSource(context.source)));
        if (!sources.contains(name))
            sources += name;
    }
    return sources.join(QStringLiteral(", "));
}

/// The binaries that the primary EPContext nodes hold or name, with their sizes.
QString binariesOf(const MergeInput& input) {
    QStringList names;
    for (const EpContext& context : epContextsOf(input.model)) {
        if (!context.isMain)
            continue;
        std::error_code error;
        const auto size =
            context.isEmbedded
                ? context.cache.size()
                : std::filesystem::file_size(input.path.parent_path() / context.path(), error);
        const QString name =
            context.isEmbedded ? SourceTable::tr("inside") : toQString(context.path());
        const QString text =
            error ? name : QStringLiteral("%1 · %2").arg(name, toQString(byteText(size)));
        if (!names.contains(text))
            names += text;
    }
    return names.join(QStringLiteral(", "));
}

std::size_t contextCount(const MergeInput& input) { return epContextsOf(input.model).size(); }

} // namespace

SourceTable::SourceTable(const Theme& theme) : m_theme(&theme) {
    setObjectName(QStringLiteral("mergeSources"));
    setRootIsDecorated(false);
    setAllColumnsShowFocus(true);
    setUniformRowHeights(true);
    setIconSize({26, 15});
    setColumnCount(columns);
    header()->setStretchLastSection(true);
    translate();
}

void SourceTable::setTheme(const Theme& theme) {
    m_theme = &theme;
    for (int row = 0; row < topLevelItemCount(); ++row)
        topLevelItem(row)->setIcon(number, sourceBadge(theme, static_cast<std::size_t>(row)));
}

void SourceTable::translate() {
    setHeaderLabels({QStringLiteral("#"), tr("Model"), tr("Source"), tr("EPContext"),
                     tr("Other nodes"), tr("Binary"), tr("Opset · IR"), tr("Prefix"), tr("State")});
    setAccessibleName(tr("Models to merge"));
    for (const int column : {contexts, others})
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

QSize SourceTable::sizeHint() const {
    return {600, header()->sizeHint().height() + kShownSources * kSourceHeight + 2 * frameWidth()};
}

void SourceTable::show(const MergeChoices& choices, const MergePlan* plan) {
    const bool same =
        std::ranges::equal(choices.inputs, m_inputs, [](const MergeInput& a, const MergeInput& b) {
            return a.path == b.path && a.part == b.part;
        });
    if (!same || topLevelItemCount() != static_cast<int>(choices.inputs.size()))
        rebuild(choices);
    m_inputs = choices.inputs;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        fill(row, m_inputs[static_cast<std::size_t>(row)]);
        fillState(row, plan);
    }
    fitColumns();
}

void SourceTable::rebuild(const MergeChoices& choices) {
    const int chosen = row();
    clear();
    for (std::size_t i = 0; i < choices.inputs.size(); ++i) {
        auto* item = new QTreeWidgetItem(this);
        item->setSizeHint(prefix, {kPrefixWidth, kSourceHeight});
        item->setIcon(number, sourceBadge(*m_theme, i));
        auto* edit = new QLineEdit;
        edit->setObjectName(QStringLiteral("prefix"));
        edit->setAccessibleName(tr("Prefix of model %1").arg(sourceLetter(i)));
        connect(edit, &QLineEdit::editingFinished, this, [this, edit, i] {
            if (i < m_inputs.size() && edit->text() != toQString(m_inputs[i].prefix))
                Q_EMIT prefixChanged(static_cast<int>(i), edit->text());
        });
        setItemWidget(item, prefix, edit);
    }
    choose(std::min(chosen, topLevelItemCount() - 1));
}

void SourceTable::choose(int row) {
    setCurrentItem(row < 0 ? nullptr : topLevelItem(row), 0, kOnlyThisRow);
}

void SourceTable::fill(int row, const MergeInput& input) {
    QTreeWidgetItem* item = topLevelItem(row);
    const QString file = toQString(input.path.filename().string()),
                  folder = toQString(input.path.parent_path().filename().string());
    const QString name =
        input.part.empty() ? file : tr("%1 of %2").arg(toQString(input.part), file);
    item->setText(number, QString::number(row + 1));
    item->setText(model, QStringLiteral("%1 — %2").arg(name, folder));
    item->setToolTip(model, QDir::toNativeSeparators(toQString(input.path.string())));
    auto* edit = qobject_cast<QLineEdit*>(itemWidget(item, prefix));
    if (edit->text() != toQString(input.prefix))
        edit->setText(toQString(input.prefix));
    if (input.unreadable) {
        for (const int column : {source, contexts, others, binary, opset})
            item->setText(column, {});
        return;
    }
    const ModelInfo& info = input.model.info();
    const std::size_t inside = contextCount(input);
    item->setText(source, sourcesOf(input));
    item->setText(contexts, countText(inside));
    item->setText(others, countText(input.model.nodes().count() - inside));
    item->setText(binary, binariesOf(input));
    item->setToolTip(binary, item->text(binary));
    item->setText(opset,
                  QStringLiteral("%1 · %2").arg(info.opset("").value_or(0)).arg(info.irVersion));
    for (const int column : {contexts, others})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

/// The state of a model: its first error or warning, else how much of it stays as it is.
void SourceTable::fillState(int row, const MergePlan* plan) {
    QTreeWidgetItem* item = topLevelItem(row);
    const auto index = static_cast<std::size_t>(row);
    QString text, tip;
    QColor colour = m_theme->good;
    if (!plan) {
        colour = m_theme->second;
        text = tr("planning…");
    } else {
        const MergeProblem* worst = nullptr;
        for (const MergeProblem& each : plan->problems)
            if (each.model == index && (!worst || each.severity < worst->severity))
                worst = &each;
        const auto kept = std::ranges::count_if(plan->steps, [&](const MergePlan::Step& step) {
            return step.model == index && step.does == MergePlan::Step::Does::keep;
        });
        if (worst) {
            const bool isError = worst->severity == MergeProblem::Severity::error;
            colour = isError ? m_theme->bad : m_theme->warning;
            text = messageText(worst->error.what);
            tip = errorText(worst->error);
        } else if (kept > 0) {
            text = tr("ready, %n name(s) stay", nullptr, static_cast<int>(kept));
        } else {
            text = tr("ready");
        }
    }
    item->setText(state, text);
    item->setToolTip(state, tip.isEmpty() ? text : tip);
    item->setForeground(state, colour);
}

void SourceTable::fitColumns() {
    for (int column = 0; column < state; ++column)
        resizeColumnToContents(column);
    setColumnWidth(model, std::clamp(columnWidth(model), kLeastModel,
                                     std::clamp(width() / 4, kLeastModel, kMostModel)));
    setColumnWidth(binary, std::min(columnWidth(binary), std::max(120, width() / 5)));
    setColumnWidth(prefix, kPrefixWidth);
    // Where there is little room, what the state of a source is comes before the name of its file.
    int missing = sizeHintForColumn(state) - viewport()->width();
    for (int column = 0; column < state; ++column)
        missing += columnWidth(column);
    for (const auto& [column, least] :
         {std::pair(binary, kLeastBinary), {prefix, kLeastPrefix}, {model, kLeastModel}}) {
        const int less = std::clamp(missing, 0, std::max(0, columnWidth(column) - least));
        setColumnWidth(column, columnWidth(column) - less);
        missing -= less;
    }
}

void SourceTable::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    fitColumns();
}

void SourceTable::editPrefix(int row) {
    if (row < 0 || row >= topLevelItemCount())
        return;
    choose(row);
    auto* edit = qobject_cast<QLineEdit*>(itemWidget(topLevelItem(row), prefix));
    edit->setFocus();
    edit->selectAll();
}

void SourceTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && row() >= 0)
        Q_EMIT removeRequested(row());
    else if (event->key() == Qt::Key_F2)
        editPrefix(row());
    else if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Up)
        Q_EMIT movedBy(row(), -1);
    else if (event->modifiers() == Qt::AltModifier && event->key() == Qt::Key_Down)
        Q_EMIT movedBy(row(), 1);
    else
        QTreeWidget::keyPressEvent(event);
}

void SourceTable::contextMenuEvent(QContextMenuEvent* event) {
    const int at = event->reason() == QContextMenuEvent::Mouse
                       ? indexOfTopLevelItem(itemAt(viewport()->mapFrom(this, event->pos())))
                       : row();
    if (at < 0)
        return;
    const MergeInput input = m_inputs[static_cast<std::size_t>(at)];
    QMenu menu(this);
    menu.addAction(tr("Open the model"), this,
                   [this, input] { Q_EMIT openRequested(toQString(input.path.string())); });
    const auto all = input.unreadable ? std::vector<EpContext>() : epContextsOf(input.model);
    QMenu* parts = menu.addMenu(tr("Take only the partition"));
    parts->setEnabled(all.size() > 1);
    for (const EpContext& context : all)
        parts->addAction(toQString(context.name), this,
                         [this, at, name = context.name] { Q_EMIT partRequested(at, name); });
    menu.addAction(tr("Remove"), this, [this, at] { Q_EMIT removeRequested(at); });
    menu.exec(event->globalPos());
}

} // namespace partita
