#pragma once

#include <atomic>
#include <thread>

namespace partita {

/// While one of these lives, files are being written: the process must not be ended under it.
class FileWriting {
public:
    FileWriting() {
        while (s_count.fetch_add(1) < 0) { // closed: the process ends any moment
            s_count.fetch_sub(1);
            std::this_thread::sleep_for(std::chrono::seconds(1));
        }
    }
    ~FileWriting() { s_count.fetch_sub(1); }
    FileWriting(const FileWriting&) = delete;
    FileWriting& operator=(const FileWriting&) = delete;

    /// True where nothing is being written: then nothing will be any more.
    static bool close() {
        int none = 0;
        return s_count.compare_exchange_strong(none, kClosed);
    }

private:
    static constexpr int kClosed = -(1 << 24);
    static inline std::atomic<int> s_count{0};
};

} // namespace partita
