#include "views/panels/operators_panel.h"

#include <QDrag>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeView>
#include <QVBoxLayout>

#include "core/tasks/operator_places.h"
#include "views/document/insertion.h"
#include "views/panels/list_frame.h"
#include "views/tables/only_this_row.h"
#include "views/tables/operator_model.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kSquare = 12;

/// A tree whose rows are dragged without a picture: the canvas shows what would be inserted.
class DraggedTree : public QTreeView {
protected:
    void startDrag(Qt::DropActions) override {
        QMimeData* dragged = model()->mimeData({currentIndex()});
        if (!dragged || !(currentIndex().flags() & Qt::ItemIsDragEnabled)) {
            delete dragged;
            return;
        }
        auto* drag = new QDrag(this);
        QPixmap none(1, 1);
        none.fill(Qt::transparent);
        drag->setMimeData(dragged);
        drag->setPixmap(none);
        drag->exec(Qt::CopyAction);
    }
};

} // namespace

OperatorsPanel::OperatorsPanel(const PanelContext& context)
    : Panel(context), m_field(new QLineEdit), m_view(new DraggedTree),
      m_frame(new ListFrame(m_view, "operatorsEmpty")), m_foot(new QLabel),
      m_model(new OperatorModel(this)), m_rows(new OperatorRows(this)) {
    m_field->setObjectName(QStringLiteral("operatorsField"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_field->addAction(theme().icon("find"), QLineEdit::LeadingPosition);
    m_view->setObjectName(QStringLiteral("operatorsView"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(m_rows);
    m_view->header()->hide();
    m_view->setIndentation(0);
    m_view->setRootIsDecorated(false);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setDragDropMode(QAbstractItemView::DragOnly);
    m_view->installEventFilter(this);
    m_foot->setWordWrap(true);
    m_foot->setMargin(8);
    m_foot->setTextFormat(Qt::RichText);
    m_foot->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(8, 6, 8, 6);
    head->addWidget(m_field);
    QVBoxLayout* column = plainColumn(this);
    column->addLayout(head);
    column->addWidget(m_frame, 1);
    column->addWidget(m_foot);
    connect(&document(), &DocumentController::sceneChanged, this, &OperatorsPanel::modelChanged);
    connect(&document(), &DocumentController::documentChanged, this, &OperatorsPanel::modelChanged);
    connect(&document().edits(), &EditController::switched, this, [this](bool on) {
        m_model->setDraggable(on);
        describe();
    });
    connect(m_field, &QLineEdit::textChanged, this, &OperatorsPanel::fill);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &OperatorsPanel::describe);
    connect(m_view, &QTreeView::doubleClicked, this, [this] { insert(false); });
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (!index.data(OperatorModel::entryRole).isValid())
            m_view->setExpanded(index, !m_view->isExpanded(index));
    });
}

void OperatorsPanel::refresh() {
    m_field->setPlaceholderText(tr("Search: name, group, documentation"));
    m_field->setAccessibleName(tr("Search operators"));
    m_view->setAccessibleName(windowTitle());
    m_field->actions().constFirst()->setIcon(theme().icon("find"));
    fill();
    showSquares();
}

void OperatorsPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    modelChanged();
}

/// The list is of the opsets and functions of the model: an edit of nodes leaves it as it is.
void OperatorsPanel::modelChanged() {
    if (!isVisible())
        return;
    const auto info = document().hasDocument() ? document().model().infoPtr() : nullptr;
    if (m_catalogue && info == m_info)
        return;
    m_jobs.cancel();
    m_info = info;
    m_places.clear();
    m_catalogue = info ? std::make_shared<const OperatorCatalogue>(document().model()) : nullptr;
    fill();
    if (m_catalogue)
        findPlaces();
}

void OperatorsPanel::findPlaces() {
    using Places = std::vector<std::int32_t>;
    m_jobs.setSubject(document().subject());
    m_jobs.start<Places>(
        {},
        [state = document().sharedState(), catalogue = m_catalogue,
         providers = document().providers()](const Progress& progress) {
            return placesOfOperators(*catalogue, state->model, *state->partitioning, providers,
                                     progress);
        },
        [this](Result<Places> places) {
            m_places = places ? *std::move(places) : Places();
            showSquares();
        });
}

void OperatorsPanel::showSquares() {
    std::vector<QIcon> squares;
    for (const std::int32_t place : m_places)
        squares.push_back(
            place < 0
                ? QIcon()
                : QIcon(theme().swatch(
                      theme().provider(place, document().isLast(static_cast<std::uint32_t>(place))),
                      kSquare)));
    m_model->setSquares(std::move(squares));
}

QString OperatorsPanel::emptyText() const {
    if (!m_catalogue)
        return tr("Open a model to fill this list");
    const QString text = m_field->text().trimmed();
    const auto opset = document().model().info().opset({}).value_or(0);
    QString said = tr("No operator matches \"%1\" in opset %2.").arg(text).arg(opset);
    if (const auto later = m_catalogue->inLaterOpsets(text.toStdString()); !later.empty())
        said +=
            QLatin1Char(' ') + tr("%n in later opsets.", nullptr, static_cast<int>(later.size()));
    return said;
}

void OperatorsPanel::fill() {
    m_rows->setLook(theme(), m_field->text());
    std::size_t found = 0;
    if (m_catalogue)
        found = m_model->fill(*m_catalogue, m_field->text());
    else
        m_model->clear();
    m_model->setDraggable(document().edits().isOn());
    m_frame->say(found == 0 ? emptyText() : QString());
    if (m_field->text().trimmed().isEmpty()) {
        m_view->expand(m_model->index(0, 0));
    } else {
        m_view->expandAll();
        m_view->selectionModel()->setCurrentIndex(m_model->index(0, 0, m_model->index(0, 0)),
                                                  kOnlyThisRow);
    }
    describe();
}

const OperatorEntry* OperatorsPanel::current() const {
    const QVariant entry = m_view->currentIndex().data(OperatorModel::entryRole);
    return entry.isValid() && m_catalogue
               ? &m_catalogue->entries()[static_cast<std::size_t>(entry.toInt())]
               : nullptr;
}

void OperatorsPanel::describe() {
    const OperatorEntry* entry = current();
    m_foot->setVisible(m_catalogue != nullptr);
    QString text;
    if (entry)
        text =
            QStringLiteral("<b>%1</b> %2<br>%3<br>")
                .arg(toQString(entry->opType).toHtmlEscaped(),
                     entry->sinceVersion ? tr("since %1").arg(entry->sinceVersion).toHtmlEscaped()
                                         : tr("function of the model"),
                     toQString(entry->summary).toHtmlEscaped());
    text += QStringLiteral("<span style='color:%1'>%2</span>")
                .arg(theme().second.name(),
                     !document().edits().isOn() ? tr("Press Ctrl+E to edit the model.")
                     : entry && entry->needsBody && !entry->getsBody
                         ? tr("It holds a graph: paste a copy of such a node.")
                         : tr("Drag to the canvas or onto an edge; Enter puts it behind the "
                              "selected node, Ctrl+Enter free."));
    m_foot->setText(text);
}

void OperatorsPanel::insert(bool isFree) {
    const OperatorEntry* entry = current();
    if (!entry || !document().edits().isOn())
        return;
    if (auto done = insertOperator(document(), OperatorChoice::of(*entry), isFree); !done)
        Q_EMIT document().failed(done.error());
}

bool OperatorsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return Panel::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        insert(key->modifiers() & Qt::ControlModifier);
        return true;
    }
    if (watched == m_field && key->key() == Qt::Key_Down) {
        if (!current())
            m_view->selectionModel()->setCurrentIndex(m_model->index(0, 0, m_model->index(0, 0)),
                                                      kOnlyThisRow);
        m_view->setFocus();
        return true;
    }
    if (watched == m_view && key->key() == Qt::Key_Up &&
        (!m_view->currentIndex().isValid() ||
         m_view->currentIndex() == m_model->index(0, 0, m_model->index(0, 0)))) {
        m_field->setFocus();
        return true;
    }
    return Panel::eventFilter(watched, event);
}

} // namespace partita
