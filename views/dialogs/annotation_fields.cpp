#include "views/dialogs/annotation_fields.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/text/qt_text.h"

namespace partita {

AnnotationFields::AnnotationFields(const Annotations& now, QWidget* parent)
    : QWidget(parent), m_before(now), m_text(new QPlainTextEdit), m_entries(new QTableWidget) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new QLabel(tr("Documentation")));
    m_text->setObjectName(QStringLiteral("documentation"));
    m_text->setAccessibleName(tr("Documentation"));
    m_text->setPlainText(toQString(now.docString));
    m_shown = m_text->toPlainText();
    m_text->setTabChangesFocus(true);
    column->addWidget(m_text, 2);
    column->addWidget(new QLabel(tr("Metadata")));
    m_entries->setObjectName(QStringLiteral("metadata"));
    m_entries->setAccessibleName(tr("Metadata"));
    m_entries->setColumnCount(2);
    m_entries->setHorizontalHeaderLabels({tr("Key"), tr("Value")});
    m_entries->horizontalHeader()->setStretchLastSection(true);
    m_entries->verticalHeader()->hide();
    m_entries->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (const auto& [key, value] : now.metadata)
        addEntry(toQString(key), toQString(value));
    constexpr int kWidestKey = 240, kFewLines = 110;
    m_entries->resizeColumnToContents(0);
    m_entries->setColumnWidth(0, std::min(m_entries->columnWidth(0), kWidestKey));
    m_entries->setMinimumHeight(kFewLines);
    column->addWidget(m_entries, 2);
    auto* line = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add an entry"));
    auto* remove = new QPushButton(tr("Remove the entry"));
    add->setObjectName(QStringLiteral("addEntry"));
    remove->setObjectName(QStringLiteral("removeEntry"));
    for (auto* button : {add, remove}) {
        button->setAutoDefault(false);
        line->addWidget(button);
    }
    line->addStretch();
    column->addLayout(line);
    connect(add, &QPushButton::clicked, this, [this] {
        addEntry({}, {});
        m_entries->setCurrentCell(m_entries->rowCount() - 1, 0);
        m_entries->setFocus();
        m_entries->editItem(m_entries->currentItem());
    });
    connect(remove, &QPushButton::clicked, this, &AnnotationFields::removeEntry);
    const auto offer = [this, remove] { remove->setEnabled(m_entries->currentRow() >= 0); };
    connect(m_entries, &QTableWidget::currentCellChanged, this, offer);
    offer();
}

void AnnotationFields::addEntry(const QString& key, const QString& value) {
    const int row = m_entries->rowCount();
    m_entries->setRowCount(row + 1);
    m_entries->setItem(row, 0, new QTableWidgetItem(key));
    m_entries->setItem(row, 1, new QTableWidgetItem(value));
}

void AnnotationFields::removeEntry() { m_entries->removeRow(m_entries->currentRow()); }

Result<std::vector<Edit>> AnnotationFields::edits(const Annotated& part) const {
    std::vector<Edit> edits;
    if (const QString text = m_text->toPlainText(); text != m_shown)
        edits.emplace_back(SetDocumentation{part, text.toStdString()});
    Metadata now;
    for (int row = 0; row < m_entries->rowCount(); ++row) {
        const auto cell = [&](int column) {
            const auto* item = m_entries->item(row, column);
            return item ? item->text().toStdString() : std::string();
        };
        // A line that nobody has written in is none.
        if (std::string key = cell(0), value = cell(1); !key.empty() || !value.empty())
            now.emplace_back(std::move(key), std::move(value));
    }
    for (const auto& [key, value] : m_before.metadata)
        if (std::ranges::find(now, key, &Metadata::value_type::first) == now.end())
            edits.emplace_back(SetMetadata{part, key, {}, true});
    for (const auto& pair : now) {
        if (std::ranges::find(m_before.metadata, pair) != m_before.metadata.end())
            continue;
        if (std::ranges::count(now, pair.first, &Metadata::value_type::first) > 1)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has two values", pair.first),
                         {},
                         PARTITA_TEXT("leave one of them out")};
        edits.emplace_back(SetMetadata{part, pair.first, pair.second, false});
    }
    return edits;
}

} // namespace partita
