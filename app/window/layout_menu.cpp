#include "app/window/layout_menu.h"

#include <QInputDialog>
#include <QMessageBox>

#include "app/window/main_window.h"
#include "views/text/plain_label.h"

namespace partita {

LayoutMenu::LayoutMenu(QWidget* parent, MainWindow& window)
    : QMenu(parent), m_window(window), m_forget(new QMenu(this)) {
    setObjectName(QStringLiteral("layouts"));
    connect(this, &QMenu::aboutToShow, this, &LayoutMenu::fill);
}

void LayoutMenu::translate() { setTitle(tr("Panel layouts")); }

void LayoutMenu::fill() {
    clear();
    const QStringList names = WindowSettings().layouts().keys();
    const bool arranges = !m_window.merge(); // a merge hides the panels
    for (const QString& name : names)
        addAction(plainLabel(name), this, [this, name] { use(name); })->setEnabled(arranges);
    addSeparator();
    addAction(tr("Save the layout as…"), this, &LayoutMenu::save)->setEnabled(arranges);
    m_forget->clear();
    m_forget->setTitle(tr("Forget"));
    m_forget->setEnabled(!names.isEmpty());
    addMenu(m_forget);
    for (const QString& name : names)
        m_forget->addAction(plainLabel(name), this, [name] {
            WindowSettings settings;
            PanelLayouts layouts = settings.layouts();
            layouts.remove(name);
            settings.setLayouts(layouts);
        });
}

void LayoutMenu::save() {
    const QString title = tr("Save the layout of the panels");
    const QString name =
        QInputDialog::getText(&m_window, title, tr("Name of the layout")).simplified();
    if (name.isEmpty())
        return;
    WindowSettings settings;
    if (settings.layouts().contains(name) &&
        QMessageBox::question(&m_window, title, tr("There is a layout “%1”. Replace it?").arg(name),
                              QMessageBox::Yes | QMessageBox::No,
                              QMessageBox::No) != QMessageBox::Yes)
        return;
    settings.saveLayout(name, m_window);
}

void LayoutMenu::use(const QString& name) {
    if (!WindowSettings().restoreLayout(name, m_window))
        m_window.note(tr("The layout “%1” is of another version of Partita; arrange the panels and "
                         "save it again")
                          .arg(name));
}

} // namespace partita
