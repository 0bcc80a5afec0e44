#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <fstream>
#include <functional>
#include <utility>
#include <vector>

#include "tests/support/entry_text.h"
#include "tests/support/window.h"

namespace partita::test {

/// Answers the modal windows and menus that come while it lives, one step for each, by mouse and
/// keys. A window that no step expects is closed; one that does not come fails the test.
class Answers {
public:
    using Step = std::function<void(QWidget&)>;

    explicit Answers(std::vector<Step> steps) : m_steps(std::move(steps)) {
        // A window that is there already comes into view again when the ones above it have gone.
        if (QWidget* below = QApplication::activeModalWidget())
            m_answered.emplace_back(below);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { look(); });
        m_timer.start(10);
    }
    ~Answers() {
        EXPECT_EQ(m_next, m_steps.size()) << "a window that was expected did not come";
        EXPECT_EQ(m_unexpected, 0) << "a window came that was not expected";
    }
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;

    /// Writes the name of a file or folder into a file dialog and agrees.
    static Step file(const QString& path) {
        return [path](QWidget& window) {
            auto* dialog = qobject_cast<QFileDialog*>(&window);
            ASSERT_TRUE(dialog);
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
        };
    }
    /// Checks the text of a message and clicks one of its buttons.
    static Step message(const QString& part, QMessageBox::StandardButton button) {
        return [part, button](QWidget& window) {
            auto* box = qobject_cast<QMessageBox*>(&window);
            ASSERT_TRUE(box);
            EXPECT_TRUE(box->text().contains(part)) << box->text().toStdString();
            QTest::mouseClick(box->button(button), Qt::LeftButton);
        };
    }
    /// Replaces the text of an input dialog, which was `before`, and agrees.
    static Step input(const QString& before, const QString& text) {
        return [before, text](QWidget& window) {
            ASSERT_TRUE(qobject_cast<QInputDialog*>(&window));
            auto* edit = window.findChild<QLineEdit*>();
            EXPECT_EQ(edit->text(), before);
            edit->selectAll();
            QTest::keyClicks(edit, text);
            QTest::keyClick(edit, Qt::Key_Return);
        };
    }
    /// Clicks the entry of a menu.
    static Step entry(const QString& text) {
        return [text](QWidget& window) {
            auto* menu = qobject_cast<QMenu*>(&window);
            ASSERT_TRUE(menu);
            QStringList all;
            for (QAction* action : menu->actions()) {
                all += entryText(*action);
                if (entryText(*action) == withoutMark(text)) {
                    QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier,
                                      menu->actionGeometry(action).center());
                    return;
                }
            }
            ADD_FAILURE() << "no entry " << text.toStdString() << " in "
                          << all.join(QStringLiteral(" | ")).toStdString();
            menu->close();
        };
    }
    /// Leaves a window as Escape does.
    static Step leave() {
        return [](QWidget& window) { QTest::keyClick(&window, Qt::Key_Escape); };
    }

private:
    void look() {
        QWidget* now = QApplication::activePopupWidget();
        if (!now)
            now = QApplication::activeModalWidget();
        std::erase_if(m_answered,
                      [](const auto& window) { return !window || !window->isVisible(); });
        if (!now || std::find(m_answered.begin(), m_answered.end(), now) != m_answered.end())
            return;
        m_answered.emplace_back(now);
        if (m_next == m_steps.size()) {
            ++m_unexpected;
            now->close();
            return;
        }
        // Not in this call: a timer does not fire while its own slot waits for another window.
        QTimer::singleShot(0, now, [now, step = m_steps[m_next++]] { step(*now); });
    }
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    int m_unexpected = 0;
    std::vector<QPointer<QWidget>> m_answered; ///< and still to be seen, below others perhaps
    QTimer m_timer;
};

/// Sends the event of a click with the right button.
inline void askForMenu(QWidget* widget, const QPoint& at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &event);
}

/// Clicks the visible button with that text; fails the test if there is none.
inline void clickButton(QWidget& widget, const QString& text) {
    for (auto* button : widget.findChildren<QAbstractButton*>())
        if (button->isVisibleTo(&widget) && button->text() == text) {
            QTest::mouseClick(button, Qt::LeftButton);
            return;
        }
    ADD_FAILURE() << "no button " << text.toStdString();
}

/// The texts of all labels that can be seen in a widget.
inline QString labelsOf(const QWidget& widget) {
    QString text;
    for (const auto* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            text += label->text() + QLatin1Char('\n');
    return text;
}

/// The main window, whose panels and dialogs a test operates, and a folder for what they write.
class OperatedWindow : public Window {
protected:
    /// Shows a panel and returns a widget in it.
    template <class W> W* in(const char* panel, const char* name = "") {
        window.dock(panel)->show();
        window.dock(panel)->raise();
        QApplication::processEvents();
        return window.panel(panel)->findChild<W*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QString pathOf(const char* name) const {
        return QString::fromStdString((files / name).string());
    }
    /// Writes a model, given in ONNX's text form, and returns its path.
    [[nodiscard]] QString modelFile(const char* name, const std::string& text) const {
        std::ofstream(files / name, std::ios::binary) << bytesFromText(text);
        return pathOf(name);
    }
    [[nodiscard]] std::string bytesOf(const char* name) const {
        std::ifstream in(files / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Waits until no job runs.
    bool idle() {
        return waitFor([&] { return !window.document().jobs().isRunning(); });
    }
    /// What the bar above the graph says; empty: it is not there.
    QString said() {
        const auto* bar = window.findChild<QWidget*>(QStringLiteral("messageBar"));
        return bar->isVisible() ? bar->findChild<QLabel*>()->text() : QString();
    }
    TemporaryFolder files;
};

} // namespace partita::test
