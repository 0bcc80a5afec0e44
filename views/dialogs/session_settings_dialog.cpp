#include "views/dialogs/session_settings_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "views/dialogs/file_dialog.h"
#include "views/text/message_text.h"
#include "views/text/named_sizes.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {
constexpr int kMostThreads = 1024; ///< as the command line takes
} // namespace

QString settingsText(const SessionSettings& settings) {
    QStringList parts;
    if (settings.threads)
        parts += SessionSettingsDialog::tr("%n thread(s)", nullptr, settings.threads);
    if (settings.interOpThreads)
        parts += SessionSettingsDialog::tr("%n thread(s) beside each other", nullptr,
                                           settings.interOpThreads);
    if (settings.parallel)
        parts += *settings.parallel ? SessionSettingsDialog::tr("parallel")
                                    : SessionSettingsDialog::tr("sequential");
    if (!settings.freeDims.empty())
        parts += namedSizesText(settings.freeDims);
    for (const auto& library : settings.customOps)
        parts += toQString(library.filename().string());
    return parts.join(QStringLiteral(", "));
}

SessionSettingsDialog::SessionSettingsDialog(const SessionSettings& settings, QWidget* parent)
    : QDialog(parent), m_settings(settings), m_threads(new QSpinBox), m_interOp(new QSpinBox),
      m_executor(new QComboBox), m_sizes(new QLineEdit), m_libraries(new QListWidget),
      m_add(new QPushButton), m_remove(new QPushButton), m_problem(new QLabel) {
    setWindowTitle(tr("Session of ONNX Runtime"));
    build();
    fill();
}

void SessionSettingsDialog::build() {
    auto* form = new QFormLayout;
    const auto add = [&](QWidget* field, const char* name, const QString& label,
                         const QString& tip) {
        field->setObjectName(QLatin1String(name));
        field->setAccessibleName(label);
        field->setToolTip(tip);
        form->addRow(label, field);
    };
    for (QSpinBox* box : {m_threads, m_interOp}) {
        box->setRange(0, kMostThreads);
        box->setSpecialValueText(tr("one for each core"));
    }
    m_executor->addItems({tr("as ONNX Runtime does it"), tr("sequential"), tr("parallel")});
    add(m_threads, "sessionThreads", tr("Threads inside one operator"),
        tr("0: one for each core, ONNX Runtime's default"));
    add(m_executor, "sessionExecutor", tr("Operators"),
        tr("Sequential: operator by operator. Parallel: those that do not need each other at the "
           "same time"));
    add(m_interOp, "sessionInterOpThreads", tr("Threads for parallel operators"),
        tr("Threads that run operators at the same time; only parallel execution uses them"));
    m_sizes->setPlaceholderText(QStringLiteral("batch=1, length=128"));
    add(m_sizes, "sessionSizes", tr("Fixed sizes"),
        tr("Sizes for symbols that the inputs leave open, before the session places nodes"));
    form->addRow(tr("Libraries of operators"), libraries());
    m_problem->setObjectName(QStringLiteral("sessionProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                     QDialogButtonBox::RestoreDefaults);
    box->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    box->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Defaults"));
    auto* all = new QVBoxLayout(this);
    all->addLayout(form);
    all->addWidget(m_problem);
    all->addWidget(box);
    connect(box, &QDialogButtonBox::accepted, this, &SessionSettingsDialog::accept);
    connect(box, &QDialogButtonBox::rejected, this, &SessionSettingsDialog::reject);
    connect(box->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        m_settings = {};
        fill();
    });
}

/// The list of libraries with its buttons.
QWidget* SessionSettingsDialog::libraries() {
    auto* part = new QWidget;
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(0, 0, 0, 0);
    auto* buttons = new QVBoxLayout;
    m_add->setText(tr("Add…"));
    m_add->setObjectName(QStringLiteral("addLibrary"));
    m_remove->setText(tr("Remove"));
    m_remove->setObjectName(QStringLiteral("removeLibrary"));
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    m_libraries->setObjectName(QStringLiteral("sessionLibraries"));
    m_libraries->setAccessibleName(tr("Libraries of operators"));
    m_libraries->setMaximumHeight(96);
    row->addWidget(m_libraries, 1);
    row->addLayout(buttons);
    connect(m_add, &QPushButton::clicked, this, &SessionSettingsDialog::addLibrary);
    connect(m_remove, &QPushButton::clicked, this,
            [this] { delete m_libraries->takeItem(m_libraries->currentRow()); });
    connect(m_libraries, &QListWidget::currentRowChanged, this,
            [this](int current) { m_remove->setEnabled(current >= 0); });
    return part;
}

void SessionSettingsDialog::fill() {
    m_threads->setValue(m_settings.threads);
    m_interOp->setValue(m_settings.interOpThreads);
    m_executor->setCurrentIndex(!m_settings.parallel ? 0 : *m_settings.parallel ? 2 : 1);
    m_sizes->setText(namedSizesText(m_settings.freeDims));
    m_libraries->clear();
    for (const auto& library : m_settings.customOps)
        m_libraries->addItem(toQString(library.string()));
    m_remove->setEnabled(false);
    m_problem->hide();
}

void SessionSettingsDialog::addLibrary() {
    const QString path = askWhatToOpen(this, tr("A library of operators"), {},
                                       tr("Libraries (*.so);;All files (*)"));
    if (!path.isEmpty())
        m_libraries->addItem(QFileInfo(path).absoluteFilePath());
}

Result<SessionSettings> SessionSettingsDialog::entered() const {
    SessionSettings made;
    made.threads = m_threads->value();
    made.interOpThreads = m_interOp->value();
    if (m_executor->currentIndex() > 0)
        made.parallel = m_executor->currentIndex() == 2;
    made.freeDims = PARTITA_TRY(namedSizes(m_sizes->text(), 1));
    for (int row = 0; row < m_libraries->count(); ++row)
        made.customOps.emplace_back(m_libraries->item(row)->text().toStdString());
    return made;
}

void SessionSettingsDialog::accept() {
    auto made = entered();
    if (!made) {
        m_problem->setText(errorText(made.error()));
        m_problem->show();
        m_sizes->setFocus();
        return;
    }
    m_settings = *std::move(made);
    QDialog::accept();
}

} // namespace partita
