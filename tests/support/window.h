#pragma once

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTextEdit>
#include <gtest/gtest.h>

#include "app/window/main_window.h"
#include "providers/registry.h"
#include "tests/support/in_front.h"
#include "tests/support/models.h"

namespace partita::test {

inline const QString kSample =
    QStringLiteral(PARTITA_SOURCE_DIR "/resources/samples/detector.onnx");

/// A fixture with the main window, shown, and helpers for tests.
class Window : public testing::Test {
protected:
    Window() : window(*makeProviders({}), makeJudges()) { showInFront(window, 1400, 900); }
    void open(const QString& path) {
        QSignalSpy changed(&window.document(), &DocumentController::sceneChanged);
        window.open(path);
        ASSERT_TRUE(waitFor([&] { return changed.count() > 0; }));
    }
    template <class F> static bool waitFor(F&& condition) {
        return QTest::qWaitFor(std::forward<F>(condition), 20'000);
    }
    NodeId node(const char* name) { return nodeNamed(window.document().model(), name); }
    void clickNode(const char* name) {
        window.document().setCurrentNode(node(name));
        window.document().setCurrentNode({});
        const QPoint at = window.graph().boxCenter(node(name));
        QTest::mouseClick(&window.graph(), Qt::LeftButton, Qt::NoModifier, at);
    }
    QString headline() { return window.findChild<QLabel*>(QStringLiteral("headline"))->text(); }
    QString inspectorText() {
        QString text;
        for (auto* label : window.panel("inspector")->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        for (auto* wrapped : window.panel("inspector")->findChildren<QTextEdit*>())
            text += wrapped->toPlainText() + QLatin1Char('\n');
        return text;
    }
    MainWindow window;
};

} // namespace partita::test
