#include "views/tables/difference_model.h"

#include <QApplication>
#include <QFontMetrics>
#include <QIcon>
#include <QPainter>
#include <algorithm>
#include <functional>

#include "core/scene/graph_scene.h"
#include "core/session/placed_order.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

using Status = NodeDifference::Status;
struct DifferenceColumn {
    enum { sign, name, op, before, after, gone, columns };
};

bool keeps(DifferenceModel::Filter filter, const DifferenceGroup& group) {
    const bool side = group.status == Status::changed && group.kind == DifferenceKind::side;
    switch (filter) {
    case DifferenceModel::Filter::all: return true;
    case DifferenceModel::Filter::side: return side;
    case DifferenceModel::Filter::changed: return group.status == Status::changed && !side;
    case DifferenceModel::Filter::added: return group.status == Status::added;
    case DifferenceModel::Filter::removed: return group.status == Status::removed;
    }
    return false;
}

QString signText(const DifferenceGroup& group) {
    switch (group.status) {
    case Status::removed: return QStringLiteral("−");
    case Status::added: return QStringLiteral("+");
    case Status::changed: break;
    }
    return group.kind == DifferenceKind::side ? QStringLiteral("›") : QStringLiteral("Δ");
}

constexpr int kSignSize = 13; ///< of a sign as it is drawn, before it is made as large as the font

/// A picture of a sign that is as high as the letters around it, but not smaller than drawn.
QPixmap signPictureOf(int width, const std::function<void(QPainter&)>& paint) {
    const int height = std::max(kSignSize, QFontMetrics(QApplication::font()).ascent());
    const double larger = double(height) / kSignSize;
    return sharpPicture({qRound(width * larger), height}, [&](QPainter& painter) {
        painter.scale(larger, larger);
        paint(painter);
    });
}

/// A sign on a square of its colour.
QPixmap signSquare(const Theme& theme, const QString& sign, const QColor& colour) {
    return signPictureOf(kSignSize, [&](QPainter& painter) {
        const QRect square(0, 0, kSignSize, kSignSize);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(square, 2, 2);
        QFont bold = painter.font();
        bold.setBold(true);
        bold.setPixelSize(kSignSize - 2);
        painter.setFont(bold);
        painter.setPen(theme.base);
        painter.drawText(square, Qt::AlignCenter, sign);
    });
}

/// A stripe of one provider, a chevron, and a stripe of the other.
QPixmap sideSign(const Theme& theme, const ProviderStyle& before, const ProviderStyle& after) {
    constexpr int kStripe = 6, kBetween = 9;
    return signPictureOf(2 * kStripe + kBetween, [&](QPainter& painter) {
        paintBand(painter, QRectF(0, 0, kStripe, kSignSize), before);
        paintBand(painter, QRectF(kStripe + kBetween, 0, kStripe, kSignSize), after);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.text, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const double left = kStripe + 3, middle = kSignSize / 2.0;
        painter.drawPolyline(QPolygonF(
            {QPointF(left, middle - 3.5), QPointF(left + 3, middle), QPointF(left, middle + 3.5)}));
    });
}

/// The badge of a node's partition, and its provider; what is folded is said to be.
QString placeOf(const PlacedSide& side, NodeId node) {
    if (!side.placement || !node)
        return {};
    const Partition* partition = side.placement->partition(node);
    if (partition)
        return toQString(side.placement->badge(*partition));
    return side.placement->isFolded(node) ? messageText(goneWord(*side.placement, node))
                                          : QString();
}

/// Why the first provider does not run a node, or only because the user says so; where it simply
/// takes it, its badge says enough.
Message reasonOf(const PlacedSide& side, NodeId node) {
    if (!side.placement || !node || !side.placement->partition(node))
        return {};
    const Verdict& verdict = verdictOf(*side.placement, node);
    return verdict.code == ReasonCode::claimed ? Message() : verdict.evidence;
}

/// The number of a provider among those of a side.
std::optional<std::uint32_t> providerOf(const PlacedSide& side, const std::string& id) {
    if (side.placement)
        for (std::uint32_t i = 0; i < side.placement->providers.size(); ++i)
            if (side.placement->providers[i] == id)
                return i;
    return {};
}

/// The name of a provider as it is shown elsewhere: "NPU" for "npu".
QString providerText(const PlacedSide& side, const std::string& id) {
    const auto provider = providerOf(side, id);
    return provider ? shortProviderName(*side.placement, *provider) : toQString(id);
}

} // namespace

/// What of a group fits the words: nodes of which a row would say all of them.
DifferenceGroup DifferenceModel::found(const DifferenceGroup& group,
                                       const SearchWords& words) const {
    DifferenceGroup part = group;
    const QString ofGroup =
        QStringList{toQString(group.opType), messageText(group.cause),
                    sideText(group, nullptr, false), sideText(group, nullptr, true)}
            .join(QLatin1Char('\n'));
    std::erase_if(part.members, [&](std::size_t member) {
        const NodeDifference& node = m_comparison->differences.nodes[member];
        QStringList texts{
            ofGroup, toQString(nodeOf(node, m_comparison->a.model, m_comparison->b.model).label()),
            sideText(group, &node, false), sideText(group, &node, true)};
        for (const PropertyChange& change : node.changes)
            texts += messageText(changeText(change));
        return !words.fit(texts.join(QLatin1Char('\n')));
    });
    if (part.members.size() == group.members.size())
        return part;
    part.gone = {};
    for (const std::size_t member : part.members) {
        part.gone.partitions += m_comparison->differences.nodes[member].gone.partitions;
        part.gone.bytes += m_comparison->differences.nodes[member].gone.bytes;
    }
    return part;
}

void DifferenceModel::reset(std::shared_ptr<const SideComparison> comparison, Filter filter,
                            const Theme& theme, const SearchWords& words) {
    beginResetModel();
    m_comparison = std::move(comparison);
    m_theme = &theme;
    m_groups.clear();
    if (m_comparison)
        for (const DifferenceGroup& group : m_comparison->groups)
            if (keeps(filter, group))
                m_groups.push_back(&group);
    m_found.clear();
    if (!words.isEmpty()) {
        for (const DifferenceGroup* group : m_groups)
            if (auto part = found(*group, words); !part.members.empty())
                m_found.push_back(std::move(part));
        m_groups.clear();
        for (const DifferenceGroup& group : m_found)
            m_groups.push_back(&group);
    }
    endResetModel();
}

std::size_t DifferenceModel::nodes() const {
    std::size_t nodes = 0;
    for (const DifferenceGroup* group : m_groups)
        nodes += group->members.size();
    return nodes;
}

std::size_t DifferenceModel::count(const SideComparison& comparison, Filter filter) {
    std::size_t nodes = 0;
    for (const DifferenceGroup& group : comparison.groups)
        if (keeps(filter, group))
            nodes += group.members.size();
    return nodes;
}

const DifferenceGroup* DifferenceModel::groupAt(const QModelIndex& index) const {
    if (!index.isValid())
        return nullptr;
    const std::size_t row = groupOf(index);
    return row < m_groups.size() ? m_groups[row] : nullptr;
}

const NodeDifference* DifferenceModel::differenceAt(const QModelIndex& index) const {
    const DifferenceGroup* group = groupAt(index);
    if (!group || (!isBelow(index) && group->members.size() > 1))
        return nullptr;
    const std::size_t member = isBelow(index) ? static_cast<std::size_t>(index.row()) : 0;
    return &m_comparison->differences.nodes[group->members[member]];
}

int DifferenceModel::columnCount(const QModelIndex&) const { return DifferenceColumn::columns; }

/// The reason of one node, or that of a group where its nodes have the same.
QString DifferenceModel::reasonText(const DifferenceGroup& group, const NodeDifference* difference,
                                    bool after) const {
    const PlacedSide& side = after ? m_comparison->b : m_comparison->a;
    const auto reason = [&](const NodeDifference& node) {
        return reasonOf(side, after ? node.b : node.a);
    };
    const auto& nodes = m_comparison->differences.nodes;
    const Message first = reason(difference ? *difference : nodes[group.members.front()]);
    const bool isShared = difference || std::ranges::all_of(group.members, [&](std::size_t member) {
                              return reason(nodes[member]).text() == first.text();
                          });
    return isShared && !first.empty() ? messageText(first) : QString();
}

/// What became of the nodes of a group that no provider runs on one side: "folded", where it is the
/// same for all of them.
QString DifferenceModel::unplacedText(const DifferenceGroup& group, bool after) const {
    const PlacedSide& side = after ? m_comparison->b : m_comparison->a;
    QString word;
    for (const std::size_t member : group.members) {
        const NodeDifference& node = m_comparison->differences.nodes[member];
        const QString place = placeOf(side, after ? node.b : node.a);
        if (place.isEmpty() || (!word.isEmpty() && place != word))
            return tr("nowhere");
        word = place;
    }
    return word;
}

QString DifferenceModel::sideText(const DifferenceGroup& group, const NodeDifference* difference,
                                  bool after) const {
    const bool has = group.status == Status::changed || (group.status == Status::added) == after;
    if (!has)
        return after ? messageText(group.cause) : QStringLiteral("–");
    QStringList parts;
    const NodeDifference& one =
        difference ? *difference : m_comparison->differences.nodes[group.members.front()];
    const PlacedSide& side = after ? m_comparison->b : m_comparison->a;
    if (difference)
        if (const QString place = placeOf(side, after ? one.b : one.a); !place.isEmpty())
            parts += place;
    for (const PropertyChange& change : one.changes) {
        const Message& value = after ? change.to : change.from;
        if (change.kind == DifferenceKind::side) {
            if (!difference) // the providers of the group; a node has its badge
                parts +=
                    value.empty() ? unplacedText(group, after) : providerText(side, value.text());
            if (const QString why = reasonText(group, difference, after); !why.isEmpty())
                parts += why;
        } else if (difference || group.kind == change.kind) {
            const Message what = change.what.empty() ? kindWord(change.kind) : change.what;
            parts += messageText(
                PARTITA_TEXT("{0}: {1}", what, value.empty() ? PARTITA_TEXT("none") : value));
        }
    }
    if (group.status == Status::added && after)
        parts += messageText(group.cause);
    return parts.join(QStringLiteral(" · "));
}

/// "/backbone/… · 164 nodes": the scope that the nodes of a group share.
QString DifferenceModel::groupName(const DifferenceGroup& group) const {
    const auto labelOf = [&](std::size_t member) {
        return toQString(nodeOf(m_comparison->differences.nodes[member], m_comparison->a.model,
                                m_comparison->b.model)
                             .label());
    };
    QString scope = labelOf(group.members.front());
    scope.truncate(scope.lastIndexOf(QLatin1Char('/')) + 1);
    for (const std::size_t member : group.members) {
        const QString label = labelOf(member);
        while (!scope.isEmpty() && !label.startsWith(scope)) {
            scope.chop(1);
            scope.truncate(scope.lastIndexOf(QLatin1Char('/')) + 1);
        }
        if (scope.size() <= 1)
            break;
    }
    const QString count = tr("%n node(s)", nullptr, static_cast<int>(group.members.size()));
    return scope.size() <= 1 ? count : scope + QStringLiteral("… · ") + count;
}

QString DifferenceModel::text(const QModelIndex& index) const {
    const DifferenceGroup& group = *groupAt(index);
    const NodeDifference* difference = differenceAt(index);
    switch (index.column()) {
    case DifferenceColumn::sign: return isBelow(index) ? QString() : signText(group);
    case DifferenceColumn::name:
        return difference
                   ? toQString(
                         nodeOf(*difference, m_comparison->a.model, m_comparison->b.model).label())
                   : groupName(group);
    case DifferenceColumn::op: return toQString(group.opType);
    case DifferenceColumn::gone:
        return m_comparison->differences.knowsDamage()
                   ? messageText(damageText(difference ? difference->gone : group.gone))
                   : QString();
    default: return sideText(group, difference, index.column() == DifferenceColumn::after);
    }
}

/// All that differs of a node, a line each.
QString DifferenceModel::tipOf(const QModelIndex& index) const {
    const DifferenceGroup& group = *groupAt(index);
    const NodeDifference* difference = differenceAt(index);
    const bool isOwn =
        index.column() < DifferenceColumn::before || index.column() == DifferenceColumn::gone;
    if (isOwn || !difference || difference->changes.empty())
        return isOwn ? text(index) : messageText(group.cause);
    QStringList lines;
    for (const PropertyChange& change : difference->changes)
        lines += messageText(changeText(change));
    return lines.join(QLatin1Char('\n'));
}

/// Damage that went is good, damage that came is bad.
QVariant DifferenceModel::colourOf(const QModelIndex& index) const {
    const NodeDifference* one = differenceAt(index);
    const Damage& gone = one ? one->gone : groupAt(index)->gone;
    const std::int64_t size = gone.partitions ? gone.partitions : gone.bytes;
    return size < 0 ? QVariant(m_theme->bad) : size > 0 ? QVariant(m_theme->good) : QVariant();
}

std::optional<std::uint32_t> DifferenceModel::providerIn(const QModelIndex& index,
                                                         bool after) const {
    const PlacedSide& side = after ? m_comparison->b : m_comparison->a;
    if (!side.placement)
        return {};
    if (const NodeDifference* one = differenceAt(index)) {
        const NodeId node = after ? one->b : one->a;
        const Partition* partition = node ? side.placement->partition(node) : nullptr;
        return partition ? std::optional(partition->provider) : std::nullopt;
    }
    const auto& group = *groupAt(index);
    if (group.kind == DifferenceKind::side)
        for (const PropertyChange& change :
             m_comparison->differences.nodes[group.members.front()].changes)
            if (change.kind == DifferenceKind::side)
                return providerOf(side, (after ? change.to : change.from).text());
    return {};
}

const ProviderStyle* DifferenceModel::styleIn(const QModelIndex& index, bool after) const {
    const auto provider = providerIn(index, after);
    if (!provider)
        return nullptr;
    const PlacedSide& side = after ? m_comparison->b : m_comparison->a;
    return &m_theme->provider(static_cast<int>(*provider),
                              *provider + 1 == side.placement->providers.size());
}

/// The square of the provider that runs the nodes of a row on one side, as in the other tables.
QVariant DifferenceModel::squareOf(const QModelIndex& index) const {
    constexpr int kSquare = 12;
    const bool after = index.column() == DifferenceColumn::after;
    const ProviderStyle* style =
        after || index.column() == DifferenceColumn::before ? styleIn(index, after) : nullptr;
    return style ? QVariant(QIcon(m_theme->swatch(*style, kSquare))) : QVariant();
}

QPixmap DifferenceModel::signOf(Filter filter, const Theme& theme) {
    switch (filter) {
    case Filter::all: break;
    case Filter::side: return sideSign(theme, theme.provider(0, true), theme.provider(0, false));
    case Filter::changed: return signSquare(theme, QStringLiteral("Δ"), theme.changed);
    case Filter::added: return signSquare(theme, QStringLiteral("+"), theme.good);
    case Filter::removed: return signSquare(theme, QStringLiteral("−"), theme.bad);
    }
    return {};
}

/// Nodes that changed sides have the colours of both, as on the canvas.
QPixmap DifferenceModel::signPicture(const QModelIndex& index) const {
    for (const Filter filter : {Filter::changed, Filter::added, Filter::removed})
        if (keeps(filter, *groupAt(index)))
            return signOf(filter, *m_theme);
    const ProviderStyle *before = styleIn(index, false), *after = styleIn(index, true);
    return sideSign(*m_theme, before ? *before : m_theme->nobody(),
                    after ? *after : m_theme->nobody());
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    const DifferenceGroup* group = groupAt(index);
    if (!group)
        return {};
    if (role == Qt::DisplayRole)
        return text(index);
    if (role == Qt::DecorationRole && index.column() == DifferenceColumn::sign)
        return isBelow(index) ? QVariant() : QVariant(signPicture(index));
    if (role == Qt::DecorationRole)
        return squareOf(index);
    if (role == Qt::ToolTipRole)
        return tipOf(index);
    if (role == Qt::TextAlignmentRole && index.column() == DifferenceColumn::sign)
        return static_cast<int>(Qt::AlignCenter);
    if (role == Qt::TextAlignmentRole && index.column() == DifferenceColumn::gone)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && index.column() == DifferenceColumn::gone)
        return colourOf(index);
    return {};
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (section == DifferenceColumn::gone && role == Qt::ToolTipRole)
        return tr("Partitions, and bytes per run, that these nodes cost before and no longer cost "
                  "after; negative: it came");
    if (section == DifferenceColumn::gone && role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case DifferenceColumn::sign: return QStringLiteral("Δ");
    case DifferenceColumn::name: return tr("Node");
    case DifferenceColumn::op: return tr("Operator");
    case DifferenceColumn::before: return tr("Before");
    case DifferenceColumn::after: return tr("After");
    default: return tr("Damage gone");
    }
}

} // namespace partita
