#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/progress.h"

namespace partita {

/// Does pieces of work on several threads at a time. Whoever adds pieces gets the same of them with any
/// number of threads, because no piece knows of another.
class WorkAhead {
public:
    /// A piece of work; the progress tells it to stop, because it was dropped or all were cancelled.
    using Work = std::function<void(const Progress&)>;
    class Piece;
    using PiecePtr = std::shared_ptr<Piece>;
    enum class Rank : std::uint8_t {
        next,   ///< is waited for
        beside, ///< is wanted later, in the order in which such work was added
        perhaps ///< may be wanted: for threads that have nothing else to do
    };

    /// `helpers`: threads that work while the caller waits; 0: the caller works where it waits.
    WorkAhead(std::size_t helpers, std::stop_token stop);
    /// Drops what was not finished, and waits until it has stopped.
    ~WorkAhead();
    WorkAhead(const WorkAhead&) = delete;
    WorkAhead& operator=(const WorkAhead&) = delete;

    [[nodiscard]] std::size_t helpers() const { return m_helpers.size(); }
    PiecePtr add(Work work, Rank rank);
    /// The work is not wanted any more: it is not begun, or told to stop.
    void drop(const PiecePtr& piece);
    [[nodiscard]] bool isDone(const PiecePtr& piece);
    /// Returns when the work is done; it comes before all that is not waited for. Throws what the work
    /// threw.
    void finish(const PiecePtr& piece);

private:
    void help();
    PiecePtr next();
    bool take(const PiecePtr& piece);
    void run(std::unique_lock<std::mutex>& lock, PiecePtr piece);

    std::stop_token m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed; ///< something was added or done, or the end has come
    std::array<std::deque<PiecePtr>, 3> m_waiting; ///< that no thread has begun, by rank
    std::vector<PiecePtr> m_begun;                 ///< that are not done
    bool m_isEnding = false;
    std::vector<std::jthread> m_helpers;
};

} // namespace partita
