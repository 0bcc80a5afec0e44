#include "views/panels/rewrite_strip.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "core/report/pass_page.h"
#include "views/dialogs/pass_page_dialog.h"
#include "views/document/simplify_steps.h"
#include "views/panels/step_bar.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/link_text.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
constexpr int kRoomyRows = 60; ///< of a window whose graph has room for formulas below it
/// A formula as rich text, with the room between it and what is said of it.
QString linesOf(const QString& formula) {
    return formula.toHtmlEscaped()
        .replace(QStringLiteral("  "), QStringLiteral("&nbsp; "))
        .replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

} // namespace

RewriteStrip::RewriteStrip(const PanelContext& context)
    : Panel(context), m_about(new QLabel), m_steps(new StepBar(document().simplifier())) {
    setObjectName(QStringLiteral("rewriteStrip"));
    setManualPage(QStringLiteral("simplifier.md"));
    setAttribute(Qt::WA_StyledBackground);
    m_about->setObjectName(QStringLiteral("aboutRewrite"));
    m_about->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 5, 10, 5);
    layout->setSpacing(4);
    layout->addWidget(m_about);
    layout->addWidget(m_steps);
    connect(m_about, &QLabel::linkActivated, this,
            [this](const QString& pass) { showPassPage(pass, theme(), this); });
    connect(&document(), &DocumentController::documentChanged, this, &RewriteStrip::refresh);
    connect(&simplifier(), &SimplifyController::historyChanged, this, &RewriteStrip::refresh);
    connect(&simplifier(), &SimplifyController::positionChanged, this, &RewriteStrip::showPosition);
    refresh();
}

void RewriteStrip::refresh() {
    const QString style =
        QStringLiteral("#rewriteStrip { background: %1; border-top: 1px solid %2; }")
            .arg(theme().window.name(), theme().lineStrong.name());
    if (styleSheet() != style)
        setStyleSheet(style);
    setVisible(simplifier().history() != nullptr);
    showPosition();
}

void RewriteStrip::showPosition() {
    m_steps->refresh(theme());
    showAbout();
}

/// In a low window the graph takes the room of the formulas: one line is left, and a tool tip shows
/// the rest.
void RewriteStrip::showAbout() {
    if (!simplifier().history()) {
        setLinkText(*m_about, {});
        return;
    }
    const bool isRoomy = window()->height() >= kRoomyRows * fontMetrics().height();
    const QString whole = aboutText(true);
    m_about->setWordWrap(isRoomy);
    setLinkText(*m_about, isRoomy ? whole : aboutText(false));
    m_about->setToolTip(isRoomy ? QString() : whole);
}

void RewriteStrip::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    showAbout();
}

/// It is not resized when only the height of the window changes.
void RewriteStrip::moveEvent(QMoveEvent* event) {
    Panel::moveEvent(event);
    showAbout();
}

/// The pass of the rewrite in view: what it does, and its formulas; else as much as one line holds.
QString RewriteStrip::aboutText(bool isWhole) const {
    const std::size_t position = simplifier().position();
    if (position == 0)
        return tr("The model as it was opened");
    const std::size_t shown = simplifier().shownRewrite();
    const PassInfo* info = findPass(simplifier().history()->rewrite(shown).pass);
    if (!info)
        return {};
    const auto second = [&](const QString& text) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(theme().second.name(), text);
    };
    const auto about = [&](const QString& summary) {
        return QStringLiteral("<a href='%1' style='color:%2'><b>%1</b></a> — %3")
            .arg(toQString(info->name), theme().accent.name(), summary.toHtmlEscaped());
    };
    if (!isWhole) {
        QFont bold = font();
        bold.setBold(true);
        const int name =
            QFontMetrics(bold).horizontalAdvance(toQString(info->name) + QStringLiteral(" — "));
        return about(
            fontMetrics().elidedText(passSummary(*info), Qt::ElideRight, m_about->width() - name));
    }
    QString text = about(passSummary(*info));
    if (const std::size_t unseen = position - 1 - shown; unseen)
        text += QStringLiteral(" · ") +
                second(tr("then %Ln rewrites that change constants or types only", nullptr,
                          static_cast<int>(unseen)));
    const std::pair<const char*, QString> parts[] = {{"Before", tr("before")},
                                                     {"After", tr("after")}};
    QString rows;
    for (const auto& [label, name] : parts)
        for (const auto& [entry, formula] : passDocumentation(*info).entries)
            if (entry == label)
                rows += QStringLiteral("<tr><td style='padding-right:12px'>%1</td>"
                                       "<td><code>%2</code></td></tr>")
                            .arg(second(name), linesOf(passFormula(formula)));
    return rows.isEmpty() ? text : text + QStringLiteral("<table>%1</table>").arg(rows);
}

void RewriteStrip::keyPressEvent(QKeyEvent* event) {
    if (!playByKey(simplifier(), *event))
        Panel::keyPressEvent(event);
}

} // namespace partita
