#pragma once

#include <QObject>
#include <memory>

#include "app/window/preferences/appearance.h"
#include "core/base/log_file.h"

namespace partita {

/// Writes the log to a file as long as the user wants it.
class KeptLog : public QObject {
    Q_OBJECT
public:
    /// `folder`: of the log file.
    explicit KeptLog(std::filesystem::path folder);
    /// The folder that the program writes its log to.
    static std::filesystem::path folder();

private:
    void follow();

    std::shared_ptr<Appearance> m_appearance = Appearance::shared();
    std::filesystem::path m_folder;
    std::unique_ptr<LogFile> m_file;
};

} // namespace partita
