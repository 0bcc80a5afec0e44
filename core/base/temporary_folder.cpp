#include "core/base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace partita {

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code failed;
    std::string pattern =
        (std::filesystem::temp_directory_path(failed) / "partita-XXXXXX").string();
    if (failed || !::mkdtemp(pattern.data()))
        return Error{Errc::io,
                     PARTITA_TEXT("no temporary folder can be made: {0}",
                                  failed ? failed.message() : std::strerror(errno)),
                     {},
                     PARTITA_TEXT("set TMPDIR to a folder that can be written")};
    return TemporaryFolder(std::move(pattern));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

} // namespace partita
