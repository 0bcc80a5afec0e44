#include "views/dialogs/record_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/dialogs/dialog_size.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/real_provider_box.h"
#include "views/dialogs/save_file.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

void saveRecord(DocumentController& document, QWidget* parent) {
    const QString path = askWhereToSave(parent, RecordDialog::tr("Save the record"),
                                        besideModel(document, QStringLiteral("_placements.json")),
                                        RecordDialog::tr("Records of a runtime (*.json)"));
    if (!path.isEmpty())
        document.measured().save(path);
}

RecordDialog::RecordDialog(DocumentController& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_who(new RealProviderBox({})), m_level(new QComboBox),
      m_run(new QCheckBox), m_state(new QLabel) {
    setObjectName(QStringLiteral("recordDialog"));
    setWindowTitle(tr("Who runs it really?"));
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {640, 240});
    m_who->setNames(tr("Provider"), tr("Options of the provider"));
    m_level->addItem(tr("None, so that nodes keep their names"), QStringLiteral("disabled"));
    m_level->addItem(tr("As ONNX Runtime does by itself"), QString());
    m_level->setAccessibleName(tr("Rewrites before"));
    m_level->setAccessibleDescription(
        tr("What ONNX Runtime may rewrite before it asks its providers"));
    m_run->setText(tr("Run it once, too, for the times (random inputs)"));
    m_state->setObjectName(QStringLiteral("recordState"));
    m_state->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Provider"), m_who);
    form->addRow(tr("Rewrites before"), m_level);
    form->addRow(QString(), m_run);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_save = buttons->addButton(tr("Save record…"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("saveRecord"));
    m_save->setToolTip(tr("Writes what ONNX Runtime told last, as the command record does: "
                          "Compare…, diff, render and partition read it"));
    m_ask = buttons->addButton(tr("Ask ONNX Runtime"), QDialogButtonBox::AcceptRole);
    m_ask->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_state);
    layout->addStretch();
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] { saveRecord(m_document, this); });
    connect(&m_document.measured(), &MeasuredController::changed, this, &RecordDialog::showState);
    connect(m_ask, &QPushButton::clicked, this, &RecordDialog::ask);
    connect(m_who, &RealProviderBox::changed, this, &RecordDialog::showState);
    m_who->ask();
    showState();
}

void RecordDialog::showState() {
    const auto choice = RuntimeChoice::shared();
    m_ask->setEnabled(m_who->isReal());
    m_save->setEnabled(m_document.measured().isAsked());
    if (choice->problem())
        m_state->setText(errorSentence(*choice->problem()));
    else if (const auto& facts = choice->facts())
        m_state->setText(tr("ONNX Runtime %1 of %2. It reads the model's file as it was saved.")
                             .arg(toQString(facts->version), toQString(facts->executable)));
    else
        m_state->setText(tr("Asking ONNX Runtime…"));
}

void RecordDialog::ask() {
    auto session = m_who->session();
    if (!session) {
        m_state->setText(errorText(session.error()));
        return;
    }
    if (const QString level = m_level->currentData().toString(); !level.isEmpty())
        session->config.emplace_back("session.graph_optimization_level", level.toStdString());
    auto feeds = m_run->isChecked() ? std::optional(FeedSource{}) : std::nullopt;
    if (feeds)
        feeds->sizes = session->settings.freeDims;
    accept();
    m_document.measured().record(m_who->runtime(), *std::move(session), feeds);
}

} // namespace partita
