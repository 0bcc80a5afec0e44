#include "views/panels/tensor_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "core/data/tensor_files.h"
#include "core/report/model_summary.h"
#include "views/charts/histogram_widget.h"
#include "views/charts/tensor_image.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/document/item_actions.h"
#include "views/tables/tensor_table_model.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"
#include "views/theme/empty_layout.h"

namespace partita {

namespace {

/// A label that scales its picture to its own size and keeps the proportions. Enlarged pixels stay
/// sharp.
class PictureLabel : public QLabel {
public:
    explicit PictureLabel() {
        setAlignment(Qt::AlignCenter);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        setMinimumSize(140, 64);
    }
    void setImage(QImage image) {
        m_image = std::move(image);
        scale();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        scale();
    }

private:
    void scale() {
        if (m_image.isNull()) {
            clear();
            return;
        }
        const bool enlarged = m_image.width() < width() && m_image.height() < height();
        setPixmap(QPixmap::fromImage(
            m_image.scaled(size(), Qt::KeepAspectRatio,
                           enlarged ? Qt::FastTransformation : Qt::SmoothTransformation)));
    }
    QImage m_image;
};

} // namespace

TensorPanel::TensorPanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 0);
    auto* bar = new QHBoxLayout;
    m_values = new QComboBox;
    m_values->setObjectName(QStringLiteral("tensorValue"));
    m_values->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_values->setMinimumContentsLength(24);
    m_item = new QComboBox;
    m_compute = new QPushButton;
    m_compute->setObjectName(QStringLiteral("computeValue"));
    m_save = new QPushButton;
    m_indices = new QWidget;
    (new QHBoxLayout(m_indices))->setContentsMargins(0, 0, 0, 0);
    m_about = new QLabel;
    m_about->setObjectName(QStringLiteral("tensorAbout"));
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bar->addWidget(m_values, 1);
    bar->addWidget(m_item);
    bar->addWidget(m_indices);
    bar->addWidget(m_compute);
    bar->addWidget(m_about, 2);
    bar->addWidget(m_save);
    layout->addLayout(bar);
    m_view = new QTableView;
    m_model = new TensorTableModel(this);
    m_view->setModel(m_model);
    m_view->verticalHeader()->setDefaultSectionSize(20);
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setDefaultSectionSize(92);
    m_picture = new PictureLabel;
    m_picture->setObjectName(QStringLiteral("tensorPicture"));
    m_side = new QWidget;
    (new QVBoxLayout(m_side))->setContentsMargins(8, 0, 8, 0);
    m_split = new QSplitter;
    m_split->setChildrenCollapsible(false);
    for (QWidget* part : std::initializer_list<QWidget*>{m_view, m_picture, m_side})
        m_split->addWidget(part);
    m_side->setMinimumWidth(220);
    m_split->setSizes({600, 220, 240});
    m_split->setStretchFactor(0, 1);
    layout->addWidget(m_split, 1);
    layout->addStretch(); // keeps the bar at the top while no value is shown
    connect(m_values, QOverload<int>::of(&QComboBox::activated), this, &TensorPanel::showValue);
    m_values->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_values, &QWidget::customContextMenuRequested, this, &TensorPanel::showMenu);
    connect(m_item, QOverload<int>::of(&QComboBox::activated), this, &TensorPanel::showSlice);
    connect(m_compute, &QPushButton::clicked, this,
            [this] { document().runs().compute(current()); });
    connect(m_save, &QPushButton::clicked, this, &TensorPanel::save);
    connect(&document(), &DocumentController::documentChanged, this, &TensorPanel::refresh);
    connect(&document(), &DocumentController::currentNodeChanged, this, &TensorPanel::listValues);
    connect(&document().runs(), &RunController::valuesChanged, this, &TensorPanel::showValue);
}

void TensorPanel::refresh() {
    m_compute->setText(tr("Compute"));
    m_compute->setToolTip(tr("Runs the model on the last run's inputs and keeps this value"));
    m_save->setText(tr("Save…"));
    m_save->setToolTip(tr("Save this value as .npy, .npz or .pb"));
    m_values->setAccessibleName(tr("Value"));
    m_values->setToolTip(tr("Values of the selected node; of the model where none is selected"));
    m_item->setAccessibleName(tr("Item of the sequence"));
    m_item->setAccessibleDescription(tr("The tensor of the sequence that is shown"));
    m_view->setAccessibleName(tr("Elements"));
    m_picture->setAccessibleName(tr("Picture"));
    listValues();
}

void TensorPanel::listValues() {
    const ValueId before = current();
    m_values->clear();
    if (document().hasDocument()) {
        const Model& model = document().model();
        const auto add = [&](ValueId id, const QString& mark) {
            if (const auto& value = model.value(id))
                m_values->addItem(mark + toQString(value->name), id.value);
        };
        const QString in = QStringLiteral("→ "), out = QStringLiteral("← ");
        if (const auto& node = model.node(document().currentNode())) {
            for (const ValueId id : node->outputs)
                add(id, out);
            for (const ValueId id : node->inputs)
                add(id, in);
        } else {
            add(document().currentTensor(), {});
            for (const ValueId id : model.graph(model.mainGraph())->outputs)
                add(id, out);
            for (const ValueId id : model.graph(model.mainGraph())->inputs)
                add(id, in);
        }
    }
    if (const int same = m_values->findData(before.value); before && same >= 0)
        m_values->setCurrentIndex(same);
    showValue();
}

ValueId TensorPanel::current() const {
    return m_values->currentIndex() < 0 ? ValueId{} : ValueId{m_values->currentData().toUInt()};
}

/// The menu of the value; its actions act on what is selected.
void TensorPanel::showMenu(const QPoint& at) {
    if (!document().hasDocument() || !document().model().value(current()))
        return;
    const ValueId value = current();
    document().setCurrentTensor(value, false);
    QMenu menu(this);
    connect(&document(), &DocumentController::partitioningChanged, &menu, &QMenu::close);
    addItemActions(menu, document(), Item::of(value));
    menu.exec(m_values->mapToGlobal(at));
}

void TensorPanel::clearValue(const QString& why) {
    m_model->setSlice({});
    m_about->setText(why);
    m_about->setToolTip(why);
    m_save->setEnabled(false);
    m_item->hide();
    m_indices->hide();
    m_split->hide();
    m_compute->hide();
}

void TensorPanel::showValue() {
    if (!document().hasDocument())
        return clearValue(tr("Open a model to look into its values"));
    const Model& model = document().model();
    const auto& value = model.value(current());
    if (!value)
        return clearValue({});
    const auto known = document().runs().value(current());
    if (!known) {
        const bool computable = value->graph == model.mainGraph() && model.producer(current());
        clearValue(computable ? tr("A run keeps only inputs and outputs: compute this one")
                   : value->graph == model.mainGraph()
                       ? tr("Known after a run")
                       : tr("Inside a body, which may run many times: no single value"));
        m_compute->setVisible(computable);
        return;
    }
    m_compute->hide();
    m_save->setEnabled(true);
    m_item->clear();
    if (known->items)
        for (std::size_t i = 0; i < known->items->size(); ++i)
            m_item->addItem(tr("item %1").arg(static_cast<qulonglong>(i)));
    m_item->setVisible(known->items != nullptr);
    showSlice();
}

void TensorPanel::showSlice() {
    const auto known = document().runs().value(current());
    if (!known)
        return;
    const ModelData* shown = known.get();
    if (known->items && m_item->currentIndex() >= 0)
        shown = &(*known->items)[static_cast<std::size_t>(m_item->currentIndex())];
    if (!shown->isTensor()) {
        const bool visible = m_item->isVisible();
        clearValue(messageText(known->kindText()));
        m_item->setVisible(visible);
        m_save->setEnabled(true);
        return;
    }
    const auto tensor = std::make_shared<const Tensor>(shown->tensor);
    auto slice = TensorSlice::of(tensor);
    if (!slice)
        return clearValue(errorText(slice.error()));
    m_about->setText(QStringLiteral("%1 %2 · %3")
                         .arg(toQString(dataTypeName(tensor->type)), shapeWords(tensor->shape()),
                              toQString(byteText(tensor->byteSize()))));
    m_about->setToolTip({});
    m_model->setSlice(*slice);
    m_split->show();
    makeIndexFields();
    makeEmpty(*m_side->layout());
    m_side->setVisible(tensor->type != DataType::string);
    if (tensor->type != DataType::string)
        m_side->layout()->addWidget(new TensorSummary(tensor, theme()));
    static_cast<QVBoxLayout*>(m_side->layout())->addStretch();
}

/// Makes an index field for each dimension before the last two, which the table shows.
void TensorPanel::makeIndexFields() {
    auto* layout = m_indices->layout();
    makeEmpty(*layout);
    const auto outer = m_model->slice()->outer();
    const auto showPicture = [this] {
        const QImage image = tensorImage(*m_model->slice());
        m_picture->setVisible(!image.isNull());
        static_cast<PictureLabel*>(m_picture)->setImage(image);
    };
    showPicture();
    m_indices->setVisible(!outer.empty() && m_model->slice()->tensor().count() > 0);
    for (std::size_t axis = 0; axis < outer.size(); ++axis) {
        auto* field = new QSpinBox;
        field->setRange(0, static_cast<int>(std::min<std::int64_t>(outer[axis], INT_MAX)) - 1);
        field->setEnabled(outer[axis] > 1);
        field->setWrapping(true);
        field->setAccessibleName(tr("Index of dimension %1").arg(static_cast<int>(axis)));
        field->setToolTip(field->accessibleName());
        layout->addWidget(field);
        connect(field, QOverload<int>::of(&QSpinBox::valueChanged), this,
                [this, axis, showPicture](int now) {
                    TensorSlice moved = *m_model->slice();
                    auto at = moved.at();
                    at[axis] = now;
                    moved.moveTo(std::move(at));
                    m_model->setSlice(std::move(moved));
                    showPicture();
                });
    }
}

void TensorPanel::save() {
    const auto known = document().runs().value(current());
    if (!known)
        return;
    QString base = toQString(known->name);
    base.replace(QLatin1Char('/'), QLatin1Char('_'));
    const QString path =
        askWhereToSave(this, tr("Save the value"),
                       besideModel(document(), QLatin1Char('_') + base + QStringLiteral(".npy")),
                       tr("NumPy array (*.npy);;NumPy archive (*.npz);;ONNX protobuf (*.pb)"));
    if (path.isEmpty())
        return;
    document().tellWritten(path, writeValue(path.toStdString(), *known));
}

} // namespace partita
