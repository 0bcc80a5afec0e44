#include "app/window/preferences/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace partita {

namespace {

const QLatin1String kChinese("zh_CN"), kEnglish("en");

}

QString Language::other() const { return m_code == kChinese ? kEnglish : kChinese; }

bool Language::choose(const QString& code) {
    m_code = code;
    for (QTranslator* each : {&m_translator, &m_qt})
        QCoreApplication::removeTranslator(each);
    // Qt's file dialogs and buttons; its source texts are English. Without them they stay English.
    if (m_qt.load(QStringLiteral("qtbase_") + code,
                  QLibraryInfo::location(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    // English has a translation file, too, for its plural forms.
    const bool loaded = m_translator.load(QStringLiteral(":/partita_%1.qm").arg(code));
    if (loaded)
        QCoreApplication::installTranslator(&m_translator);
    QLocale::setDefault(QLocale(code == kChinese ? QLocale::Chinese : QLocale::English));
    return loaded;
}

} // namespace partita
