#include "app/window/kept_log.h"

#include "app/window/recovery.h"

namespace partita {

KeptLog::KeptLog(std::filesystem::path folder) : m_folder(std::move(folder)) {
    connect(m_appearance.get(), &Appearance::changed, this, &KeptLog::follow);
    follow();
}

std::filesystem::path KeptLog::folder() { return Recovery::stateFolder() / "log"; }

void KeptLog::follow() {
    const bool isWanted = m_appearance->preferences().keepsLog;
    if (isWanted == (m_file != nullptr))
        return;
    m_file.reset();
    if (!isWanted)
        return;
    if (auto opened = LogFile::open(m_folder))
        m_file = *std::move(opened);
    else // the program works without
        log(LogLevel::warning, opened.error().whole());
}

} // namespace partita
