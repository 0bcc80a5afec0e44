// A worker that answers every request with the message in the file that PARTITA_HOSTILE_REPLY names.
// Where that holds no message, it sends the bytes as they are and ends. For reader_fuzz.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "core/worker/worker_main.h"

int main() {
    using namespace partita;
    const char* file = std::getenv("PARTITA_HOSTILE_REPLY");
    if (!file || !becomeWorker())
        return 2;
    serveRequests([file](const WorkerMessage&) {
        std::ifstream stream(file, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        if (auto message = unpacked(bytes))
            return *std::move(message);
        [[maybe_unused]] const ssize_t sent =
            ::write(WorkerProcess::kChannel, bytes.data(), bytes.size());
        ::_exit(0);
    });
}
