#include "app/window/licences.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/dialogs/dialog_size.h"
#include "views/text/fonts.h"

namespace partita {

namespace {

// Of the names in the list, these have words.
[[maybe_unused]] constexpr const char* kNames[] = {
    QT_TRANSLATE_NOOP("partita::Licences", "Partita and what is compiled into it"),
    QT_TRANSLATE_NOOP("partita::Licences", "oneDNN, code of others in it")};

QString said(const char* text) { return QCoreApplication::translate("partita::Licences", text); }

QString licenceText(const QString& library) {
    QFile file(QStringLiteral(":/licences/") + library);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

void showLicences(QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("licences"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(said(QT_TRANSLATE_NOOP("partita::Licences", "Licences")));
    resizeWithinScreen(*dialog, {720, 560});
    auto* which = new QComboBox;
    which->setObjectName(QStringLiteral("licenceOf"));
    which->setAccessibleName(said(QT_TRANSLATE_NOOP("partita::Licences", "Licence of")));
    // They are numbered: Partita first, then what is compiled in, then what is linked.
    const QStringList all = QDir(QStringLiteral(":/licences")).entryList(QDir::Files, QDir::Name);
    for (const QString& each : all)
        which->addItem(said(each.section(QLatin1Char(' '), 1).toUtf8().constData()), each);
    auto* text = new QPlainTextEdit;
    text->setObjectName(QStringLiteral("licenceText"));
    text->setAccessibleName(said(QT_TRANSLATE_NOOP("partita::Licences", "Text of the licence")));
    text->setReadOnly(true);
    text->setFont(fixedFont());
    const auto show = [which, text] {
        text->setPlainText(licenceText(which->currentData().toString()));
    };
    QObject::connect(which, QOverload<int>::of(&QComboBox::currentIndexChanged), text, show);
    show();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)
        ->setText(said(QT_TRANSLATE_NOOP("partita::Licences", "Close")));
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(which);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    dialog->open();
}

} // namespace partita
