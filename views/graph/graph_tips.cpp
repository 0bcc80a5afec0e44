#include "views/graph/graph_tips.h"

#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

QString GraphTips::at(const QPointF& point, double reach) const {
    if (const std::int64_t box = m_painter.boxAt(point); box >= 0)
        return ofBox(static_cast<std::uint32_t>(box));
    if (const auto* stub = m_painter.stubAt(point))
        return ofStub(*stub);
    if (const Bundle* bundle = m_painter.bundleAt(point, reach))
        return ofBundle(*bundle);
    const std::int64_t net = m_painter.netAt(point, reach);
    return net >= 0 ? ofNet(static_cast<std::uint32_t>(net)) : QString();
}

/// What the colour of a box stands for.
QString GraphTips::ofColour(std::uint32_t box) const {
    const std::string text = m_colouring.textOf(box);
    if (text.empty())
        return {};
    const QString title = messageText(m_colouring.title).toHtmlEscaped();
    return QStringLiteral("<br>") +
           (title.isEmpty() ? toQString(text)
                            : QStringLiteral("%1: %2").arg(title, toQString(text).toHtmlEscaped()));
}

QString GraphTips::ofBox(std::uint32_t box) const {
    const SceneBox& each = m_painter.scene()->boxes[box];
    const auto& model = m_document.model();
    if (each.kind != SceneBox::Kind::node) { // a port or a group shows everything in its box
        const QString shown =
            QStringLiteral("<b>%1</b><br>%2")
                .arg(toQString(each.title).toHtmlEscaped(), toQString(each.detail).toHtmlEscaped());
        return each.kind == SceneBox::Kind::captured
                   ? shown + QStringLiteral("<br>") +
                         tr("From outside of this body; click to go there")
                   : shown + ofColour(box);
    }
    const auto& node = model.node(each.node);
    QString text =
        QStringLiteral("<b>%1</b> %2")
            .arg(toQString(node->opType).toHtmlEscaped(), toQString(node->name).toHtmlEscaped());
    int shown = 0;
    for (const auto& attribute : *node->attributes)
        if (shown++ < 6)
            text += QStringLiteral("<br>%1 = %2")
                        .arg(toQString(attribute->name).toHtmlEscaped(),
                             toQString(attributeText(*attribute, 60)).toHtmlEscaped());
    return text + QStringLiteral("<br>") +
           messageText(m_document.placementOf(each.node).explain(each.node)).toHtmlEscaped() +
           ofColour(box);
}

/// "C4 from stage4/Relu_3 · 34 ranks up": what a stub leads to, and how far away that is.
QString GraphTips::ofStub(const SceneDrawing::StubLabel& stub) const {
    const GraphScene& scene = *m_painter.scene();
    const SceneBox& source = scene.boxes[stub.source];
    const auto& node = m_document.model().node(source.node);
    const QString name = source.kind == SceneBox::Kind::node && node ? toQString(node->label())
                                                                     : toQString(source.title);
    const int ranks = static_cast<int>(scene.layout.ranks[stub.target]) -
                      static_cast<int>(scene.layout.ranks[stub.source]);
    const QString from = source.partitionIndex
                             ? tr("%1 from %2").arg(toQString(scene.badge(source)), name)
                             : tr("from %1").arg(name);
    return tr("%1 · %Ln rank(s) up", nullptr, ranks).arg(from).toHtmlEscaped() +
           QStringLiteral("<br>") + tr("Click to go there, Alt+Left to come back");
}

QString GraphTips::ofNet(std::uint32_t net) const {
    const SceneNet& each = m_painter.scene()->nets[net];
    const auto& value = *m_document.sizedModel().value(each.value);
    QString text =
        QStringLiteral("<b>%1</b><br>%2")
            .arg(toQString(value.name).toHtmlEscaped(),
                 value.type ? typeWords(*value.type).toHtmlEscaped() : tr("type not known"));
    if (const auto bytes = valueBytes(value))
        text += QStringLiteral(" · ") + toQString(byteText(*bytes));
    return text;
}

/// The number of the tensors of a bundle, and the first and the last name.
QString GraphTips::ofBundle(const Bundle& bundle) const {
    const GraphScene& scene = *m_painter.scene();
    QStringList names;
    for (const Route& route : scene.layout.routes)
        if (route.bundle && &scene.layout.bundles[route.bundle - 1] == &bundle)
            names += toQString(m_document.model().value(scene.nets[route.net].value)->name);
    return QStringLiteral("<b>×%1</b><br>%2 … %3")
        .arg(names.size())
        .arg(names.first().toHtmlEscaped(), names.last().toHtmlEscaped());
}

} // namespace partita
