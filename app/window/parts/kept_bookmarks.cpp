#include "app/window/parts/kept_bookmarks.h"

#include <map>

#include "views/document/document_controller.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

const QLatin1String kKey("bookmarks");
constexpr int kMostFiles = 50, kMostOfFile = 200; ///< the latest ones are kept

/// A bookmark as it is stored: the number of the node and its name, which decides.
QString formOf(const Node& node) {
    return QStringLiteral("%1 %2").arg(node.id.value).arg(toQString(node.label()));
}

/// The nodes of a model that stored bookmarks mean; none for a name that it has not.
class BookmarkReader {
public:
    explicit BookmarkReader(const Model& model) : m_model(model) {
        model.nodes().forEach([&](NodeId id, const auto& node) {
            m_byName.emplace(node->label(), id); // the first of several with one name
        });
    }
    [[nodiscard]] NodeId nodeOf(const QString& form) const {
        const NodeId id{form.section(QLatin1Char(' '), 0, 0).toUInt()};
        const std::string name = form.section(QLatin1Char(' '), 1).toStdString();
        if (const auto& node = m_model.node(id); node && node->label() == name)
            return id;
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? NodeId{} : found->second;
    }

private:
    const Model& m_model;
    std::map<std::string, NodeId> m_byName;
};

} // namespace

KeptBookmarks::KeptBookmarks(DocumentController& document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(&document, &DocumentController::documentChanged, this, &KeptBookmarks::restore);
    connect(&document.bookmarks(), &Bookmarks::toggled, this, &KeptBookmarks::save);
}

QString KeptBookmarks::path() const {
    return QString::fromStdString(m_document.state().path.string());
}

QStringList KeptBookmarks::stored() const {
    for (const QVariant& each : m_store.value(kKey).toList())
        if (const QStringList file = each.toStringList(); file.value(0) == path())
            return file.mid(1);
    return {};
}

void KeptBookmarks::restore() {
    const QStringList forms = m_document.hasDocument() ? stored() : QStringList();
    if (forms.isEmpty())
        return;
    const BookmarkReader reader(m_document.model());
    std::vector<NodeId> nodes;
    for (const QString& form : forms)
        if (const NodeId node = reader.nodeOf(form))
            nodes.push_back(node);
    m_document.bookmarks().set(m_document.model(), std::move(nodes));
}

void KeptBookmarks::save() {
    const Model& model = m_document.model();
    QStringList file{path()};
    for (const NodeId node : m_document.bookmarks().nodes())
        file += formOf(*model.node(node));
    // Nodes that the simplifier removed from the model in view are still marked in the file.
    const BookmarkReader shown(model), opened(m_document.storedModel());
    for (const QString& form : stored())
        if (!shown.nodeOf(form) && opened.nodeOf(form))
            file += form;
    QVariantList all;
    if (file.size() > 1)
        all += QStringList(file.mid(0, 1 + kMostOfFile));
    for (const QVariant& each : m_store.value(kKey).toList())
        if (each.toStringList().value(0) != path() && all.size() < kMostFiles)
            all += each;
    m_store.setValue(kKey, all);
}

} // namespace partita
