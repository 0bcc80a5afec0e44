#include <QFileInfo>
#include <QSettings>
#include <gtest/gtest.h>

#include "app/window/application_setup.h"

namespace partita {
namespace {

TEST(ApplicationSetup, WithoutSettingsNothingOfEarlierSessionsIsReadOrChanged) {
    const QString key = QStringLiteral("safe_mode_test");
    QSettings kept;
    kept.setValue(key, 1);
    kept.sync();
    // Organization folder and file stand below the folder of all settings.
    const QString folder = QFileInfo(QFileInfo(kept.fileName()).path()).path();
    {
        const auto forgotten = withoutSettings();
        EXPECT_FALSE(QSettings().contains(key));
        QSettings().setValue(key, 2);
        EXPECT_TRUE(QSettings().fileName().startsWith(forgotten->path()));
    }
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
    EXPECT_EQ(QSettings().value(key).toInt(), 1);
    QSettings().remove(key);
}

} // namespace
} // namespace partita
