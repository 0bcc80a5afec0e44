#include "views/dialogs/tensor_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <nlohmann/json.hpp>

#include "core/base/try.h"
#include "core/edits/script_tensors.h"
#include "core/ir/convert_elements.h"
#include "views/dialogs/edit_form.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/tensor_source.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/tensor_text.h"

namespace partita {

namespace {

constexpr std::int64_t kMostShown = 20'000; ///< elements; more are replaced as a whole
constexpr int kWidest = 1024;               ///< columns

/// The elements in a line of a table.
int columnsOf(const Tensor& tensor) {
    const std::int64_t last = tensor.dims.empty() ? 1 : tensor.dims.back();
    return static_cast<int>(std::clamp<std::int64_t>(last, 1, kWidest));
}

} // namespace

TensorDialog::TensorDialog(const QString& title, TensorPtr tensor, Take take, const Theme& theme,
                           QWidget* parent)
    : QDialog(parent), m_take(std::move(take)), m_theme(theme), m_form(new QLabel),
      m_rule(new QLabel), m_type(new QComboBox), m_table(new QTableWidget) {
    setObjectName(QStringLiteral("tensorDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    m_table->setAccessibleName(windowTitle());
    m_type->setAccessibleName(tr("Element type"));
    m_type->setAccessibleDescription(tr("Another type converts the elements, as Cast does"));
    m_rule->setWordWrap(true);
    m_rule->setStyleSheet(QStringLiteral("color: %1;").arg(theme.bad.name()));
    for (int type = 1; dataTypeName(static_cast<DataType>(type)) != "undefined"; ++type)
        m_type->addItem(toQString(dataTypeName(static_cast<DataType>(type))), type);
    auto* head = new QHBoxLayout;
    head->addWidget(m_form, 1);
    head->addWidget(m_type);
    auto* file = new QPushButton(tr("From a file…"));
    auto* fill = new QPushButton(tr("Fill…"));
    fill->setObjectName(QStringLiteral("fill"));
    fill->setToolTip(tr("Zeros, ones, another number, or random ones"));
    head->addWidget(file);
    head->addWidget(fill);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* column = new QVBoxLayout(this);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    column->addWidget(m_rule);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &TensorDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &TensorDialog::reject);
    connect(file, &QPushButton::clicked, this, &TensorDialog::askForFile);
    connect(fill, &QPushButton::clicked, this, &TensorDialog::askForFill);
    connect(m_type, qOverload<int>(&QComboBox::activated), this,
            [this] { convert(static_cast<DataType>(m_type->currentData().toInt())); });
    resize(640, 420);
    present(std::move(tensor));
}

void TensorDialog::present(TensorPtr tensor) {
    m_tensor = std::move(tensor);
    tell({});
    m_type->setCurrentIndex(static_cast<int>(m_tensor->type) - 1);
    const auto text = elementsText(*m_tensor, kMostShown);
    const QString form = toQString(Type::tensor(m_tensor->type, m_tensor->shape())->text());
    m_form->setText(text ? form : tr("%1: too many elements for a table, or no numbers").arg(form));
    m_table->clear();
    m_table->setRowCount(0);
    m_table->setEnabled(text.has_value());
    if (!text)
        return;
    const int columns = columnsOf(*m_tensor);
    const QStringList cells = text->split(QStringLiteral(", "), Qt::SkipEmptyParts);
    m_table->setColumnCount(columns);
    m_table->setRowCount((cells.size() + columns - 1) / columns);
    for (int i = 0; i < cells.size(); ++i)
        m_table->setItem(i / columns, i % columns, new QTableWidgetItem(cells[i]));
    for (int i = 0; i < columns; ++i)
        m_table->setHorizontalHeaderItem(i, new QTableWidgetItem(QString::number(i)));
    for (int i = 0; i < m_table->rowCount(); ++i)
        m_table->setVerticalHeaderItem(i, new QTableWidgetItem(QString::number(i)));
    m_table->resizeColumnsToContents();
}

void TensorDialog::tell(const QString& rule) {
    m_rule->setText(rule);
    m_rule->setVisible(!rule.isEmpty());
}

TensorPtr TensorDialog::edited() {
    if (!m_table->isEnabled())
        return m_tensor;
    QStringList cells;
    for (int i = 0; i < m_tensor->count(); ++i) {
        const QTableWidgetItem* item =
            m_table->item(i / m_table->columnCount(), i % m_table->columnCount());
        const QString text = item ? item->text().trimmed() : QString();
        if (text.isEmpty() || text.contains(QLatin1Char(' ')) || text.contains(QLatin1Char(','))) {
            m_table->setCurrentCell(i / m_table->columnCount(), i % m_table->columnCount());
            tell(tr("each cell needs one number"));
            return nullptr;
        }
        cells += text;
    }
    const auto before = elementsText(*m_tensor, kMostShown);
    if (before && cells == before->split(QStringLiteral(", "), Qt::SkipEmptyParts))
        return m_tensor; // as it is: a field shows fewer digits than there are
    QString rule;
    TensorPtr made = tensorFrom(*m_tensor, cells.join(QStringLiteral(", ")), rule);
    tell(rule);
    if (made)
        tell({});
    return made;
}

void TensorDialog::accept() {
    TensorPtr made = edited();
    if (!made)
        return;
    if (auto done = m_take(std::move(made)); !done) {
        tell(errorSentence(done.error()));
        return;
    }
    QDialog::accept();
}

void TensorDialog::askForFile() {
    const QString file =
        askWhatToOpen(this, tr("Elements from a file"), {}, tr("Tensors (*.npy *.npz *.pb)"));
    if (!file.isEmpty())
        takeFile(file);
}

void TensorDialog::takeFile(const QString& file) {
    nlohmann::json form;
    form["file"] = file.toStdString();
    auto read = tensorFromJson(form, {}, {m_tensor->type, m_tensor->dims});
    if (!read)
        tell(errorSentence(read.error()));
    else
        present(*std::move(read));
}

void TensorDialog::askForFill() {
    using Kind = TensorSource::Kind;
    auto* form = new EditForm(QStringLiteral("fillForm"), tr("Fill"), m_theme, this);
    auto* source =
        new TensorSource(*form, {Kind::random, Kind::zeros, Kind::ones, Kind::number}, {});
    form->setTake([this, source]() -> Result<void> {
        present(PARTITA_TRY(source->tensor({m_tensor->type, m_tensor->dims})));
        return {};
    });
    form->open();
}

/// As Cast does; it says how many elements the type cannot hold.
void TensorDialog::convert(DataType type) {
    const TensorPtr from = edited();
    auto converted = from ? convertElements(*from, type)
                          : Result<ConvertedTensor>(Error{Errc::usage, {}, {}, {}});
    if (!converted) {
        m_type->setCurrentIndex(static_cast<int>(m_tensor->type) - 1);
        if (from)
            tell(errorSentence(converted.error()));
        return;
    }
    const auto clipped = static_cast<int>(converted->clipped);
    present(std::make_shared<const Tensor>(std::move(converted->tensor)));
    if (clipped > 0)
        tell(tr("%Ln element(s) were beyond its range", nullptr, clipped));
}

} // namespace partita
