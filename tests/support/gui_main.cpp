#include <QApplication>
#include <QFontDatabase>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "views/document/remedies_controller.h"
#include "views/theme/house_style.h"

namespace {

/// Each test starts as if it were the first time, as in a process of its own.
class ForgottenSettings : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override { QSettings().clear(); }
};

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&argc, argv);
    if (testing::GTEST_FLAG(list_tests))
        return RUN_ALL_TESTS();
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setStyle(new partita::HouseStyle); // as the program does
    QCoreApplication::setOrganizationName(QStringLiteral("Partita"));
    QCoreApplication::setApplicationName(QStringLiteral("Partita tests"));
    // No test reads the settings of another test or of the user.
    QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    // The bar that offers what was found would move the canvas under the mouse of other tests.
    partita::RemediesController::setAutomaticAtFirst(false);
    testing::UnitTest::GetInstance()->listeners().Append(new ForgottenSettings);
    return RUN_ALL_TESTS();
}
