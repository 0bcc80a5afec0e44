#include "app/window/settings_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

#include "app/window/main_window.h"
#include "app/window/parts/labels.h"
#include "app/window/runtime_page.h"
#include "app/window/shortcut_page.h"
#include "core/base/mapped_files.h"
#include "providers/npu/profile/device_profile.h"
#include "views/dialogs/dialog_size.h"
#include "views/dialogs/file_dialog.h"
#include "views/dialogs/save_file.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

SettingsDialog::SettingsDialog(QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("settings"));
    build();
    translate();
    showPreferences();
    for (QComboBox* box : {m_look, m_language, m_wheel, m_log, m_device})
        connect(box, qOverload<int>(&QComboBox::currentIndexChanged), this,
                &SettingsDialog::choose);
    connect(m_fontSize, qOverload<int>(&QSpinBox::valueChanged), this, &SettingsDialog::choose);
    connect(m_runtime, &RuntimePage::changed, this, &SettingsDialog::choose);
    connect(m_shortcuts, &ShortcutPage::changed, m_appearance.get(), &Appearance::shortcutsChanged);
    connect(m_agree, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_reset, &QPushButton::clicked, this, &SettingsDialog::reset);
    resizeWithinScreen(*this, {620, 480});
}

void SettingsDialog::build() {
    m_look = new QComboBox;
    m_look->addItems({{}, {}, {}, {}});
    m_language = new QComboBox;
    m_language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    m_language->addItem(QStringLiteral("中文"), QStringLiteral("zh_CN"));
    m_fontSize = new QSpinBox;
    m_fontSize->setRange(Preferences::kLeastFont - 1, Preferences::kMostFont);
    m_wheel = new QComboBox;
    m_wheel->addItems({{}, {}});
    m_log = new QComboBox;
    m_log->addItems({{}, {}});
    m_device = new QComboBox;
    m_device->addItem({}, QString());
    for (const std::string& name : deviceNames())
        m_device->addItem(toQString(name), toQString(name));
    auto* general = new QWidget;
    m_form = new QFormLayout(general);
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_look, m_language, m_fontSize, m_wheel, m_log, m_device})
        m_form->addRow(QStringLiteral(" "), field);
    m_shortcuts = new ShortcutPage;
    m_pages = new QTabWidget;
    m_pages->addTab(general, {});
    m_runtime = new RuntimePage;
    m_pages->addTab(m_shortcuts, {});
    m_pages->addTab(m_runtime, {});
    auto* buttons = new QDialogButtonBox;
    m_agree = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    m_cancel = buttons->addButton(QString(), QDialogButtonBox::RejectRole);
    m_reset = buttons->addButton(QString(), QDialogButtonBox::ResetRole);
    m_file = buttons->addButton(QString(), QDialogButtonBox::ResetRole);
    auto* menu = new QMenu(m_file);
    m_export = menu->addAction(QString(), this, &SettingsDialog::exportFile);
    m_import = menu->addAction(QString(), this, &SettingsDialog::importFile);
    m_file->setMenu(menu);
    m_agree->setDefault(true);
    for (QPushButton* other : {m_cancel, m_reset, m_file})
        other->setAutoDefault(false); // Enter agrees, also where the focus is on none of them
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_pages);
    layout->addWidget(buttons);
    m_look->setFocus();
    // A choice, and the buttons below, would keep these keys from the pages.
    for (const auto& [keys, step] : {std::pair("Ctrl+Tab", 1), std::pair("Ctrl+Shift+Tab", -1)})
        connect(new QShortcut(QKeySequence(QLatin1String(keys)), this), &QShortcut::activated, this,
                [this, step = step] {
                    const int pages = m_pages->count();
                    m_pages->setCurrentIndex((m_pages->currentIndex() + step + pages) % pages);
                });
}

void SettingsDialog::translate() {
    setWindowTitle(tr("Settings"));
    m_pages->setTabText(0, tr("&General"));
    m_pages->setTabText(1, tr("S&hortcuts"));
    m_pages->setTabText(2, tr("ONNX R&untime"));
    m_pages->setAccessibleName(tr("Pages of the settings"));
    const auto describe = [this](QWidget& field, const QString& label, const QString& hint) {
        static_cast<QLabel*>(m_form->labelForField(&field))->setText(label);
        field.setAccessibleName(wordsOf(label));
        field.setAccessibleDescription(hint);
        field.setToolTip(hint);
    };
    describe(*m_look, tr("&Theme"), tr("The colours of all windows"));
    describe(*m_language, tr("&Language"), tr("The language of all texts"));
    describe(*m_fontSize, tr("&Font size"), tr("The size of the texts outside of the graph"));
    describe(*m_wheel, tr("&Wheel over a graph"), tr("What the wheel of the mouse does"));
    describe(*m_log, tr("L&og file"),
             tr("Whether the log is kept in a file, to be read after a crash; the panel Log has it "
                "either way"));
    describe(
        *m_device, tr("&Device"),
        tr("The NPU that nodes are placed on, from the next start, unless that names another one"));
    const QStringList looks = {tr("As the desktop"), tr("Light"), tr("Dark"), tr("High contrast")};
    for (int i = 0; i < looks.size(); ++i)
        m_look->setItemText(i, looks[i]);
    m_fontSize->setSpecialValueText(tr("As the desktop"));
    m_fontSize->setSuffix(tr(" pt"));
    m_wheel->setItemText(0, tr("Zooms at the pointer"));
    m_wheel->setItemText(1, tr("Scrolls, and zooms with Ctrl"));
    m_log->setItemText(0, tr("Written"));
    m_log->setItemText(1, tr("Not written"));
    m_device->setItemText(0, tr("The usual one"));
    m_agree->setText(tr("OK"));
    m_cancel->setText(tr("Cancel"));
    m_reset->setText(tr("&Reset to defaults"));
    m_file->setText(tr("F&ile"));
    m_file->setToolTip(
        tr("Keep the settings, the shortcuts and the layouts of the panels in a file"));
    m_export->setText(tr("&Export…"));
    m_import->setText(tr("&Import…"));
}

void SettingsDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QDialog::changeEvent(event);
}

void SettingsDialog::showPreferences() {
    const Preferences& now = m_appearance->preferences();
    const QSignalBlocker quiet[] = {QSignalBlocker(m_look),     QSignalBlocker(m_language),
                                    QSignalBlocker(m_fontSize), QSignalBlocker(m_wheel),
                                    QSignalBlocker(m_log),      QSignalBlocker(m_device)};
    m_look->setCurrentIndex(static_cast<int>(now.look));
    m_language->setCurrentIndex(m_language->findData(now.language));
    m_fontSize->setValue(now.fontSize); // 0 is below the range: the least, "as the desktop"
    m_wheel->setCurrentIndex(now.wheelScrolls ? 1 : 0);
    m_log->setCurrentIndex(now.keepsLog ? 0 : 1);
    m_device->setCurrentIndex(std::max(0, m_device->findData(now.device)));
    m_runtime->show(now.python, now.plugins);
}

void SettingsDialog::choose() {
    Preferences wanted;
    wanted.look = static_cast<Preferences::Look>(m_look->currentIndex());
    wanted.language = m_language->currentData().toString();
    wanted.fontSize = m_fontSize->value() < Preferences::kLeastFont ? 0 : m_fontSize->value();
    wanted.wheelScrolls = m_wheel->currentIndex() == 1;
    wanted.keepsLog = m_log->currentIndex() == 0;
    wanted.device = m_device->currentData().toString();
    wanted.python = m_runtime->python();
    wanted.plugins = m_runtime->plugins();
    m_appearance->setPreferences(wanted);
}

void SettingsDialog::apply(const UserChoices& choices) {
    setUserChoices(choices, *m_appearance);
    m_shortcuts->refresh();
    showPreferences();
}

/// The layouts of the panels stay: they are work of the user, which no default replaces.
void SettingsDialog::reset() {
    apply({WindowSettings::defaultPreferences(), {}, WindowSettings().layouts()});
}

void SettingsDialog::accept() {
    choose(); // also what stands in a field that is still being edited
    QDialog::accept();
}

void SettingsDialog::reject() {
    setUserChoices(m_before, *m_appearance);
    QDialog::reject();
}

void SettingsDialog::exportFile() {
    const QString title = tr("Export the settings");
    const QString path = askWhereToSave(this, title, QStringLiteral("partita-settings.json"),
                                        tr("Settings (*.json)"));
    if (path.isEmpty())
        return;
    if (const auto written = writeFile(path.toStdString(), textOf(userChoices())); !written)
        QMessageBox::warning(this, title, errorText(written.error()));
}

void SettingsDialog::importFile() {
    const QString title = tr("Import settings");
    const QString path = askWhatToOpen(this, title, {}, tr("Settings (*.json)"));
    if (path.isEmpty())
        return;
    const auto file = mapFile(path.toStdString());
    auto read = file ? choicesFrom(file->text()) : Result<UserChoices>(file.error());
    if (read) { // what is installed here stays as it is
        read->preferences.python = m_appearance->preferences().python;
        read->preferences.plugins = m_appearance->preferences().plugins;
        apply(*read);
    } else
        QMessageBox::warning(this, title, errorText(Error(read.error()).at(path.toStdString())));
}

void showSettings(MainWindow& window) { SettingsDialog(&window).exec(); }

} // namespace partita
