#include "views/tables/rewrite_tree.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLocale>
#include <QMenu>
#include <QRegularExpression>
#include <QScopedValueRollback>

#include "views/document/simplify_steps.h"
#include "views/tables/only_this_row.h"
#include "views/tables/wrapped_names.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

// Item data: the first and the last rewrite that the item stands for, and its pass.
constexpr int kFirstRole = Qt::UserRole, kLastRole = Qt::UserRole + 1, kPassRole = Qt::UserRole + 2;
// Of what was left out: its index in the recipe's list of rewrites, or the name of the pass.
constexpr int kSkipRole = Qt::UserRole + 3, kSkippedRole = Qt::UserRole + 4;
constexpr int kLeastName = 26;        ///< letters that have room beside the figures
constexpr std::size_t kMostNamed = 3; ///< of the rewrites that build on another one

struct Count {
    int nodes = 0;
    std::size_t changed = 0;
    Count& operator+=(const Count& other) {
        nodes += other.nodes;
        changed += other.changed;
        return *this;
    }
};

Count countOf(const Rewrite& rewrite) {
    Count count{nodeDifference(rewrite), 0};
    for (const auto& change : rewrite.delta.nodes)
        count.changed += change.before && change.after;
    return count;
}

void showCount(QTreeWidgetItem* item, const Count& count, const Theme& theme) {
    item->setText(1, signedText(count.nodes));
    item->setText(2, count.changed ? countText(count.changed) : QString());
    item->setForeground(2, theme.changed);
    for (const int column : {1, 2})
        item->setTextAlignment(column, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
}

QString nameOf(const Rewrite& rewrite) {
    return rewrite.anchorName.empty() ? RewriteTree::tr("the model")
                                      : toQString(rewrite.anchorName);
}

} // namespace

QString passFormula(const std::string& formula) {
    return QCoreApplication::translate("partita::PassFormulas", formula.c_str());
}

QString passFormulaLine(const std::string& formula) {
    static const QRegularExpression kInChinese(QStringLiteral(
        "(?<=[\\p{Han}、。，；：（）])\n(?=[\\p{Han}（）])|(?<=[、。，；：（）])\n"));
    return passFormula(formula).remove(kInChinese).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString passSummary(const PassInfo& info) {
    return QCoreApplication::translate("partita::Passes", info.summary.data());
}

QString signedText(std::int64_t number) {
    return number == 0 ? QString()
                       : (number > 0 ? QStringLiteral("+") : QStringLiteral("−")) +
                             QLocale().toString(static_cast<qlonglong>(std::abs(number)));
}

RewriteTree::RewriteTree(SimplifyController& simplifier) : m_simplifier(simplifier) {
    setObjectName(QStringLiteral("rewrites"));
    setColumnCount(3);
    setItemDelegate(new WrappedNames(*this));
    setMinimumHeight(120);
    setIndentation(14);
    setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (const int column : {1, 2})
        header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    setTextElideMode(Qt::ElideMiddle);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        const QVariant last = item && !m_filling ? item->data(0, kLastRole) : QVariant();
        if (last.isValid())
            m_simplifier.goTo(static_cast<std::size_t>(last.toULongLong()) + 1,
                              static_cast<std::size_t>(item->data(0, kFirstRole).toULongLong()));
    });
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem* item) { takeBack(*item); });
    connect(this, &QWidget::customContextMenuRequested, this, &RewriteTree::menuAt);
}

void RewriteTree::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    fitColumns();
}

/// Of a hidden column, a header tells no width.
void RewriteTree::fitColumns() {
    const int margins = 4 * (style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header()) + 1);
    int figures = 0;
    for (const int column : {1, 2})
        figures += std::max(fontMetrics().horizontalAdvance(headerItem()->text(column)) + margins,
                            sizeHintForColumn(column));
    setColumnHidden(2,
                    viewport()->width() - figures < kLeastName * fontMetrics().averageCharWidth());
}

void RewriteTree::setIdleShown(bool shown) {
    m_idleShown = shown;
    if (m_theme)
        fill(*m_theme);
    showPosition();
}

QTreeWidgetItem* RewriteTree::addPass(QTreeWidgetItem* round, const PassTrace& trace) {
    const QString name = toQString(trace.pass);
    auto* item = new QTreeWidgetItem(
        round, {trace.rewrites.empty()
                    ? name
                    : QStringLiteral("%1  %2").arg(name, countText(trace.rewrites.size()))});
    item->setData(0, kPassRole, name);
    item->setData(0, WrappedNames::kWrapsRole, true);
    if (const PassInfo* info = findPass(trace.pass))
        item->setToolTip(0, passSummary(*info));
    return item;
}

void RewriteTree::addRewrites(QTreeWidgetItem* pass, const PassTrace& trace, std::size_t first) {
    for (std::size_t i = 0; i < trace.rewrites.size(); ++i) {
        const QString name = nameOf(trace.rewrites[i]);
        auto* item = new QTreeWidgetItem(pass, {name});
        item->setToolTip(0, name);
        showCount(item, countOf(trace.rewrites[i]), *m_theme);
        for (const int role : {kFirstRole, kLastRole})
            item->setData(0, role, static_cast<qulonglong>(first + i));
        item->setData(0, kPassRole, toQString(trace.pass));
        m_items.push_back(item);
    }
}

/// Adds the places where the pass declined, with the reasons.
void RewriteTree::addNotes(QTreeWidgetItem* pass, const PassTrace& trace) {
    const Model& model = m_simplifier.history()->result().model;
    for (const PassNote& note : trace.notes) {
        const auto& node = model.node(note.node);
        const QString why = messageText(note.why);
        auto* item = new QTreeWidgetItem(
            pass, {node ? QStringLiteral("%1: %2").arg(toQString(node->label()), why) : why});
        item->setToolTip(0, item->text(0));
        item->setForeground(0, m_theme->second);
        item->setFirstColumnSpanned(true);
    }
}

void RewriteTree::fill(const Theme& theme) {
    m_theme = &theme;
    const QScopedValueRollback<bool> filling(m_filling, true);
    clear();
    m_items.clear();
    m_idle = 0;
    setHeaderLabels({tr("Pass, rewrite"), tr("Nodes"), QStringLiteral("Δ")});
    headerItem()->setToolTip(2, tr("Changed nodes"));
    for (const int column : {1, 2})
        headerItem()->setTextAlignment(column, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    setAccessibleName(tr("Rewrites"));
    const RewriteHistory* history = m_simplifier.history();
    if (!history)
        return;
    QTreeWidgetItem* round = nullptr;
    int roundNumber = 0;
    Count inRound;
    std::size_t step = 0;
    for (const PassTrace& trace : history->result().traces) {
        if (!round || trace.round != roundNumber) {
            roundNumber = trace.round;
            inRound = {};
            round = new QTreeWidgetItem(this, {tr("Round %1").arg(roundNumber)});
            QFont bold = font();
            bold.setBold(true);
            round->setFont(0, bold);
            round->setExpanded(true);
        }
        if (trace.rewrites.empty()) {
            ++m_idle;
            if (!m_idleShown)
                continue;
            QTreeWidgetItem* item = addPass(round, trace);
            item->setForeground(0, theme.second);
            addNotes(item, trace);
            continue;
        }
        QTreeWidgetItem* pass = addPass(round, trace);
        Count inPass;
        for (const Rewrite& rewrite : trace.rewrites)
            inPass += countOf(rewrite);
        inRound += inPass;
        showCount(pass, inPass, theme);
        showCount(round, inRound, theme);
        addRewrites(pass, trace, step);
        if (m_idleShown)
            addNotes(pass, trace);
        if (!round->data(0, kFirstRole).isValid())
            round->setData(0, kFirstRole, static_cast<qulonglong>(step));
        pass->setData(0, kFirstRole, static_cast<qulonglong>(step));
        step += trace.rewrites.size();
        for (QTreeWidgetItem* above : {round, pass})
            above->setData(0, kLastRole, static_cast<qulonglong>(step - 1));
    }
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (topLevelItem(i)->childCount() == 0) {
            auto* nothing = new QTreeWidgetItem(
                topLevelItem(i), {history->result().converged ? tr("nothing changed: converged")
                                                              : tr("nothing changed")});
            nothing->setForeground(0, theme.second);
            nothing->setFirstColumnSpanned(true); // it has no figures
        }
    addLeftOut();
    fitColumns();
}

/// Lists what the recipe leaves out.
void RewriteTree::addLeftOut() {
    const Recipe& recipe = m_simplifier.recipe();
    if (recipe.skips.empty() && recipe.skipped.empty())
        return;
    auto* section = new QTreeWidgetItem(
        this, {tr("Left out: %1").arg(recipe.skips.size() + recipe.skipped.size())});
    QFont bold = font();
    bold.setBold(true);
    section->setFont(0, bold);
    section->setExpanded(true);
    const auto add = [&](const QString& text, int role, const QVariant& what) {
        auto* item = new QTreeWidgetItem(section, {text});
        item->setData(0, role, what);
        item->setForeground(0, m_theme->second);
        item->setFirstColumnSpanned(true);
        item->setToolTip(0, tr("%1: a double click takes it back").arg(text));
    };
    for (const std::string& pass : recipe.skipped)
        add(toQString(pass), kSkippedRole, toQString(pass));
    for (std::size_t i = 0; i < recipe.skips.size(); ++i) {
        const Recipe::Skip& skip = recipe.skips[i];
        const QString where = skip.anchor == "*"    ? tr("everywhere")
                              : skip.anchor.empty() ? tr("the model")
                                                    : toQString(skip.anchor);
        QString text = tr("%1 of %2").arg(where, toQString(skip.pass));
        if (skip.round)
            text += QStringLiteral(" · ") + tr("Round %1").arg(skip.round);
        else if (skip.fromRound)
            text += QStringLiteral(" · ") + tr("from round %1 on").arg(skip.fromRound);
        add(text, kSkipRole, static_cast<qulonglong>(i));
    }
}

void RewriteTree::takeBack(const QTreeWidgetItem& item) {
    const QVariant skip = item.data(0, kSkipRole), pass = item.data(0, kSkippedRole);
    const auto& skips = m_simplifier.recipe().skips;
    if (skip.isValid() && skip.toULongLong() < skips.size())
        partita::takeBack(m_simplifier, Recipe::Skip(skips[skip.toULongLong()]));
    else if (pass.isValid())
        takeBackPass(m_simplifier, pass.toString().toStdString());
}

/// The menu of what was left out. Returns whether the item is such.
bool RewriteTree::leftOutMenu(const QTreeWidgetItem* item, const QPoint& at) {
    if (!item->data(0, kSkipRole).isValid() && !item->data(0, kSkippedRole).isValid())
        return false;
    QMenu menu(this);
    connect(&m_simplifier, &SimplifyController::historyChanged, &menu, &QMenu::close);
    menu.addAction(tr("Take it back and run again"), this, [this, item] { takeBack(*item); });
    menu.addAction(tr("Leave nothing out"), this, [this] { m_simplifier.keepAll(); });
    menu.exec(viewport()->mapToGlobal(at));
    return true;
}

void RewriteTree::showPosition() {
    const std::size_t position = m_simplifier.position();
    const QScopedValueRollback<bool> filling(m_filling, true);
    // Rewrites after the position in view are grey.
    for (std::size_t i = 0; i < m_items.size(); ++i)
        m_items[i]->setForeground(0, i < position ? m_theme->text : m_theme->disabled);
    if (position == 0 || position > m_items.size()) {
        setCurrentItem(nullptr, 0, kOnlyThisRow);
        return;
    }
    QTreeWidgetItem* item = m_items[m_simplifier.shownRewrite()];
    // A step over a whole pass or round selects the line of that pass or round. A round wins over
    // its only pass.
    const auto covers = [&](const QTreeWidgetItem* each) {
        return each && each->data(0, kFirstRole).toULongLong() == m_simplifier.comparedWith() &&
               each->data(0, kLastRole).toULongLong() + 1 == position;
    };
    const bool whole = m_simplifier.comparedWith() + 1 != position;
    if (whole && covers(item->parent()->parent()))
        item = item->parent()->parent();
    else if ((whole && covers(item->parent())) ||
             (position == m_items.size() && !item->parent()->isExpanded()))
        item = item->parent();
    setCurrentItem(item, 0, kOnlyThisRow);
    scrollToItem(item);
}

void RewriteTree::menuAt(const QPoint& at) {
    const QTreeWidgetItem* item = itemAt(at);
    const RewriteHistory* history = m_simplifier.history();
    if (!item || !history || leftOutMenu(item, at))
        return;
    QMenu menu(this); // about this history only
    connect(&m_simplifier, &SimplifyController::historyChanged, &menu, &QMenu::close);
    const QVariant first = item->data(0, kFirstRole);
    const QString pass = item->data(0, kPassRole).toString();
    if (first.isValid() && item->childCount() == 0) {
        const auto step = static_cast<std::size_t>(first.toULongLong());
        const auto later = history->dependents(step);
        QAction* undo = menu.addAction(later.empty() ? tr("Undo this one alone")
                                                     : tr("Undo with %n that build on it", nullptr,
                                                          static_cast<int>(later.size())),
                                       this, [this, step] { m_simplifier.undo(step); });
        QStringList names;
        for (std::size_t i = 0; i < std::min(later.size(), kMostNamed); ++i)
            names += tr("%1 of %2")
                         .arg(nameOf(history->rewrite(later[i])),
                              toQString(history->rewrite(later[i]).pass));
        undo->setToolTip(names.join(QLatin1Char('\n')));
        for (const QString& name : names)
            menu.addAction(QStringLiteral("    ") + name)->setEnabled(false);
        menu.addAction(tr("Leave this one out and run again"), this,
                       [this, step] { m_simplifier.leaveOut(step); });
    }
    if (first.isValid() && !pass.isEmpty())
        menu.addAction(tr("Leave out %1 from here on").arg(pass), this,
                       [this, step = static_cast<std::size_t>(first.toULongLong())] {
                           m_simplifier.leaveOutFrom(step);
                       });
    if (!pass.isEmpty()) {
        menu.addAction(tr("Leave out %1").arg(pass), this,
                       [this, pass] { m_simplifier.leaveOutPass(pass.toStdString()); });
        menu.addAction(tr("About %1…").arg(pass), this,
                       [this, pass] { Q_EMIT pageRequested(pass); });
    }
    if (!m_simplifier.recipe().skips.empty() || !m_simplifier.recipe().skipped.empty())
        menu.addAction(tr("Leave nothing out"), this, [this] { m_simplifier.keepAll(); });
    if (!menu.isEmpty())
        menu.exec(viewport()->mapToGlobal(at));
}

} // namespace partita
