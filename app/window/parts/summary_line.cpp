#include "app/window/parts/summary_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QTextDocument>
#include <algorithm>

#include "core/session/device_copies.h"
#include "core/tasks/compared_sides.h"
#include "core/tasks/scenario/choices_in_force.h"
#include "views/document/document_controller.h"
#include "views/document/links.h"
#include "views/document/measured_controller.h"
#include "views/text/link_text.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"
#include "views/theme/theme.h"

namespace partita {

namespace {

int widthOf(const QLabel& label, const QString& html) {
    QTextDocument document;
    document.setDefaultFont(label.font());
    document.setDocumentMargin(0);
    document.setHtml(html);
    return static_cast<int>(document.idealWidth()) + 1;
}

QString dotted(const SummaryLine::Figures& figures, bool withChanges) {
    QStringList parts;
    for (const auto& figure : figures)
        parts += withChanges ? figure.html + figure.change : figure.html;
    return parts.join(QStringLiteral("&nbsp;&nbsp;·&nbsp;&nbsp;"));
}

/// HTML as a link in the colour of text: figures are links everywhere, and would all be blue.
QString linked(const QString& link, const QString& html, const Theme& theme) {
    return link.isEmpty()
               ? html
               : QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
                     .arg(link, theme.text.name(), html);
}

/// How a figure of the headline changed by the scenario.
struct Delta {
    std::uint64_t before = 0, after = 0;
    bool bytes = false;

    [[nodiscard]] std::string text(std::uint64_t count) const {
        return bytes ? byteText(count) : grouped(count);
    }
    [[nodiscard]] bool seen() const { return text(before) != text(after); }
    [[nodiscard]] bool isFewer() const { return after < before; }
    [[nodiscard]] std::string by() const {
        return text(isFewer() ? before - after : after - before);
    }
    /// Whether the difference tells more than the figures before and after: "4 → 0" has gone down by
    /// the 4 that it was.
    [[nodiscard]] bool isTold() const { return seen() && by() != text(std::max(before, after)); }

private:
    static std::string grouped(std::uint64_t count) { return countText(count).toStdString(); }
};

Delta deltaOf(HeadlinePart::Figure figure, const Partitioning& before, const Partitioning& after) {
    const auto counts = comparedCounts(figure, before, after);
    return counts ? Delta{counts->before, counts->after, figure == HeadlinePart::Figure::bytes}
                  : Delta();
}

/// "+24" as a link to what changed: the sign is always written, and fewer is better.
QString signOf(const Delta& delta, const char* panel, const Theme& theme) {
    const bool fewer = delta.isFewer();
    return QStringLiteral(" <a href='%1' style='color:%2; text-decoration:none'><b>%3%4</b></a>")
        .arg(linkToPanel(panel), (fewer ? theme.good : theme.bad).name(),
             fewer ? QStringLiteral("−") : QStringLiteral("+"), toQString(delta.by()));
}

QString figureHtml(HeadlinePart::Figure figure, const Message& text, const Theme& theme) {
    return linked(linkOfFigure(figure),
                  QStringLiteral("<b>%1</b>").arg(messageText(text).toHtmlEscaped()), theme);
}

/// A part of the headline; `before`: what it is compared with, null: nothing.
SummaryLine::Figure figureOf(const HeadlinePart& part, const Partitioning* before,
                             const Partitioning& after, const char* panel, const Theme& theme) {
    const Delta delta = before ? deltaOf(part.figure, *before, after) : Delta();
    const Message change = before ? changeText(part.figure, *before, after) : Message();
    return {figureHtml(part.figure, change.empty() ? part.text : change, theme),
            delta.isTold() ? signOf(delta, panel, theme) : QString()};
}

/// "est. 4 → 2 copies, 0.31 → 0.2 ms": what the copies of a run take; none: nothing. Without a
/// difference of its own, which would stand behind the time and be read as one of the time.
std::optional<SummaryLine::Figure> copiesOf(const std::optional<CopyEstimate>& before,
                                            const CopyEstimate& after, const Theme& theme) {
    if (!after.copies && !(before && before->copies))
        return {};
    const QString text = messageText(before ? after.textAfter(*before) : after.text());
    return SummaryLine::Figure{
        QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
            .arg(linkOfFigure(HeadlinePart::Figure::copies), theme.second.name(),
                 text.toHtmlEscaped()),
        QString()};
}

/// "12 of 340 nodes differ", as a link to their list.
QString measuredPart(const MeasuredController& measured, const Theme& theme) {
    const QColor colour = measured.check().differ ? theme.bad : theme.good;
    return QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'><b>%3</b></a>")
        .arg(linkToPanel("measured"), colour.name(),
             messageText(measured.check().headline()).toHtmlEscaped());
}

SummaryLine::Source sourceOf(const QString& whole, const QString& brief, const Theme& theme) {
    const auto second = [&theme](const QString& text) {
        return QStringLiteral("<span style='color:%1'>%2</span>")
            .arg(theme.second.name(), text.toHtmlEscaped());
    };
    return {second(whole), second(brief)};
}

/// By what the placements of both sides are predicted or measured; once, where they are the same.
SummaryLine::Source sourceOf(const SideComparison& compared, const Theme& theme) {
    const auto both = [](const QString& a, const QString& b) {
        return a == b ? a : a + QStringLiteral(" → ") + b;
    };
    const auto whole = [](const PlacedSide& side) {
        return messageText(side.measured ? side.measured->label : predictedLabel(*side.placement));
    };
    const auto brief = [](const PlacedSide& side) {
        return side.measured ? SummaryLine::tr("measured") : SummaryLine::tr("predicted");
    };
    return sourceOf(both(whole(compared.a), whole(compared.b)),
                    both(brief(compared.a), brief(compared.b)), theme);
}

QString spaced(const QStringList& parts) {
    return parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp;"));
}

/// What the scenario makes of the model itself: it is not the one in the file that is seen.
QStringList conversionsOf(const DocumentController& document, const Theme& theme) {
    QStringList parts;
    const auto& changes = document.scenarios().scenario().changes;
    for (std::size_t i = 0; i < changes.size(); ++i)
        if (changesNodes({{changes[i]}}))
            parts += linked(linkToChange(i), messageText(document.scenarios().textOf(changes[i])),
                            theme);
    return parts;
}

} // namespace

SummaryLine::SummaryLine() : m_left(new QLabel), m_right(new QLabel) {
    setObjectName(QStringLiteral("summaryLine"));
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // in a tool bar: all of its width
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(10, 6, 10, 6);
    line->setSpacing(16);
    m_left->setObjectName(QStringLiteral("headline"));
    for (QLabel* label : {m_left, m_right}) {
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                       Qt::LinksAccessibleByKeyboard);
        connect(label, &QLabel::linkActivated, this, &SummaryLine::linkActivated);
    }
    m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_right->setMinimumWidth(1); // `fit` leaves out what has no room
    line->addWidget(m_left, 1);
    line->addWidget(m_right);
}

void SummaryLine::describe(const DocumentController& document, const Theme& theme,
                           const SideComparison* compared, const QStringList& first) {
    if (!document.hasDocument()) {
        setParts({}, {}, {});
        return;
    }
    const Partitioning& partitioning = document.partitioning();
    QStringList others;
    for (std::uint32_t i = 1; i < partitioning.providers.size(); ++i) {
        const QColor colour = theme.provider(static_cast<int>(i), document.isLast(i)).band;
        const auto nodes = static_cast<qulonglong>(partitioning.summary.byProvider[i]);
        others += QStringLiteral("<span style='color:%1'>■</span> %2")
                      .arg(colour.name(),
                           linked(linkToProvider(static_cast<std::int32_t>(i)),
                                  QStringLiteral("%1 <b>%2</b>")
                                      .arg(shortProviderName(partitioning, i).toHtmlEscaped(),
                                           QLocale().toString(nodes)),
                                  theme));
    }
    const PlacementChoice choice = document.choice();
    const std::vector<Message> options = chosenOptions(choice.asked, choice.level);
    if (!options.empty())
        others += linked(linkToPanel("providers"),
                         tr("%n option(s) set", nullptr, static_cast<int>(options.size())), theme);
    if (const Message compiled = document.state().compiled.text(); !compiled.empty())
        others.prepend(messageText(compiled).toHtmlEscaped());
    if (const auto sizes = document.fixedSizes(); !sizes.empty())
        others += linked(linkToSizes({}),
                         tr("%n size(s) fixed", nullptr, static_cast<int>(sizes.size())), theme);
    others += conversionsOf(document, theme);
    if (compared && compared->a.placement && compared->b.placement) {
        setParts(figuresOf(compared->a, compared->b, document, theme), {}, {},
                 sourceOf(*compared, theme));
        return;
    }
    const auto& change = document.state().change;
    const EarlierPlacement* before = change ? &change->before : nullptr;
    const CopyEstimate& estimate = document.state().copies;
    const auto copies =
        copiesOf(before ? std::optional(before->copies) : std::nullopt, estimate, theme);
    Figures parts;
    for (const QString& html : first)
        parts.append({html, {}});
    for (const HeadlinePart& part : partitioning.headline()) {
        parts +=
            figureOf(part, before ? before->placed.get() : nullptr, partitioning, "whatIf", theme);
        if (part.figure == HeadlinePart::Figure::bytes && copies)
            parts += *copies;
    }
    if (const auto& measured = document.measured(); measured.placement())
        parts.insert(first.size() + 1, {measuredPart(measured, theme), {}});
    if (change && !change->difference.moved.empty()) // early: the last parts go where room is short
        parts.insert(first.size() + 1,
                     {linked(linkToMoved(),
                             tr("%Ln node(s) moved", nullptr,
                                static_cast<int>(change->difference.moved.size())),
                             theme),
                      {}});
    QStringList tip;
    for (const HeadlinePart& part : headlineWith(estimate, partitioning))
        tip += messageText(part.text);
    setParts(parts, others, tip.join(QStringLiteral(" · ")),
             sourceOf(messageText(predictedLabel(partitioning)), tr("predicted"), theme));
}

/// The figures of both sides, those first that tell which one is better.
SummaryLine::Figures SummaryLine::figuresOf(const PlacedSide& sideBefore,
                                            const PlacedSide& sideAfter,
                                            const DocumentController& document,
                                            const Theme& theme) {
    const Partitioning &before = *sideBefore.placement, &after = *sideAfter.placement;
    Figures parts;
    using enum HeadlinePart::Figure;
    for (const HeadlinePart& part : after.headline())
        if (part.figure != nodes && part.figure != folded && part.figure != unused)
            parts += figureOf(part, &before, after, "differences", theme);
    parts.append({figureHtml(nodes, nodesText(before, after), theme), {}});
    // The times of copies are known of the devices of the document.
    const auto& devices = document.partitioning().providerNames;
    if (before.providerNames == devices && after.providerNames == devices)
        if (const auto copies =
                copiesOf(estimateCopies(sideBefore.sized, document.providers(), before),
                         estimateCopies(sideAfter.sized, document.providers(), after), theme))
            parts += *copies;
    return parts;
}

void SummaryLine::setParts(const Figures& left, const QStringList& right, const QString& tip,
                           const Source& source) {
    m_left->setToolTip(tip);
    // Many things that may change a part happen at once when a model is opened.
    if (left == m_leftParts && right == m_rightParts && source == m_source &&
        m_left->font() == m_fontOfParts)
        return;
    m_leftParts = left;
    m_rightParts = right;
    m_source = source;
    m_right->setToolTip(source.whole);
    m_fontOfParts = m_left->font();
    fit();
}

void SummaryLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void SummaryLine::fit() {
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    Figures left = m_leftParts;
    QStringList right = m_rightParts;
    QString source = m_source.whole;
    bool withChanges = true;
    const auto rightSide = [&] {
        return spaced(source.isEmpty() ? right : right + QStringList(source));
    };
    const auto isTooLong = [&] {
        const QString html = rightSide();
        return widthOf(*m_left, dotted(left, withChanges)) +
                   (html.isEmpty() ? 0 : layout()->spacing() + widthOf(*m_right, html)) >
               room;
    };
    if (isTooLong())
        source = m_source.brief;
    while (!right.isEmpty() && isTooLong())
        right.removeLast();
    if (isTooLong())
        withChanges = false; // the figures before and after tell them, too
    if (left.size() > 1 && isTooLong()) {
        left.append({QStringLiteral("…"), {}});
        while (left.size() > 2 && isTooLong())
            left.removeAt(left.size() - 2);
    }
    setLinkText(*m_left, dotted(left, withChanges));
    setLinkText(*m_right, rightSide());
    m_right->setVisible(!rightSide().isEmpty());
}

} // namespace partita
