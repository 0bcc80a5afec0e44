#include "views/document/node_clipboard.h"

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"

namespace partita {

namespace {

QString nodesType() { return QStringLiteral("application/x-partita-nodes"); }

QByteArray bytesOf(const PasteNodes& nodes) {
    const auto model = modelOfNodes(nodes);
    const auto bytes = model ? serializeModel(*model) : Result<std::string>(model.error());
    return bytes ? QByteArray(bytes->data(), static_cast<int>(bytes->size())) : QByteArray();
}

} // namespace

NodeMime::NodeMime(const Model& model, std::vector<NodeId> nodes, const QString& names)
    : m_nodes{std::make_shared<const Model>(model), std::move(nodes), {}} {
    setText(names);
}

QStringList NodeMime::formats() const { return QMimeData::formats() << nodesType(); }

bool NodeMime::hasFormat(const QString& format) const { return formats().contains(format); }

QVariant NodeMime::retrieveData(const QString& format, QVariant::Type type) const {
    return format == nodesType() ? QVariant(bytesOf(m_nodes))
                                 : QMimeData::retrieveData(format, type);
}

Result<PasteNodes> nodesIn(const QMimeData* data, GraphId into) {
    PasteNodes nodes;
    if (const auto* own = qobject_cast<const NodeMime*>(data)) {
        nodes = own->nodes();
    } else if (data && data->hasFormat(nodesType())) {
        const QByteArray bytes = data->data(nodesType());
        const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        auto model = PARTITA_TRY(readModel(Buffer::copyOf(std::as_bytes(std::span(text)))));
        nodes.nodes = model.nodesOf(model.mainGraph());
        nodes.from = std::make_shared<const Model>(std::move(model));
    }
    if (nodes.nodes.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("there are no nodes on the clipboard"),
                     {},
                     PARTITA_TEXT("select nodes and copy them first")};
    nodes.into = into;
    return nodes;
}

} // namespace partita
