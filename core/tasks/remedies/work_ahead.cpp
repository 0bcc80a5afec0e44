#include "core/tasks/remedies/work_ahead.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace partita {

/// What the threads know of a piece; all but `stop` is guarded by the mutex.
class WorkAhead::Piece {
public:
    Piece(Work what, const std::stop_token& all)
        : work(std::move(what)), m_forward(all, [this] { stop.request_stop(); }) {}

    Work work;
    std::stop_source stop;
    bool isDone = false;
    std::exception_ptr thrown;

private:
    std::stop_callback<std::function<void()>> m_forward;
};

WorkAhead::WorkAhead(std::size_t helpers, std::stop_token stop) : m_stop(std::move(stop)) {
    try {
        for (std::size_t i = 0; i < helpers; ++i)
            m_helpers.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
        // The system gives no more threads; those that there are do the same.
    }
}

WorkAhead::~WorkAhead() {
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_waiting = {};
        for (const PiecePtr& piece : m_begun)
            piece->stop.request_stop();
    }
    m_changed.notify_all();
    m_helpers.clear(); // waits for them
}

WorkAhead::PiecePtr WorkAhead::add(Work work, Rank rank) {
    auto piece = std::make_shared<Piece>(std::move(work), m_stop);
    {
        const std::lock_guard lock(m_mutex);
        m_waiting[static_cast<std::size_t>(rank)].push_back(piece);
    }
    m_changed.notify_all();
    return piece;
}

void WorkAhead::drop(const PiecePtr& piece) {
    const std::lock_guard lock(m_mutex);
    take(piece);
    piece->stop.request_stop();
}

bool WorkAhead::isDone(const PiecePtr& piece) {
    const std::lock_guard lock(m_mutex);
    return piece->isDone;
}

void WorkAhead::finish(const PiecePtr& piece) {
    std::unique_lock lock(m_mutex);
    if (take(piece)) {
        m_waiting[static_cast<std::size_t>(Rank::next)].push_back(piece);
        if (m_helpers.empty())
            run(lock, piece);
        m_changed.notify_all();
    }
    m_changed.wait(lock, [&] { return piece->isDone; });
    if (piece->thrown)
        std::rethrow_exception(piece->thrown);
}

void WorkAhead::help() {
    std::unique_lock lock(m_mutex);
    while (!m_isEnding)
        if (const PiecePtr piece = next())
            run(lock, piece);
        else
            m_changed.wait(lock);
}

/// The piece to be done next; null: there is none.
WorkAhead::PiecePtr WorkAhead::next() {
    for (const auto& waiting : m_waiting)
        if (!waiting.empty())
            return waiting.front();
    return nullptr;
}

/// Takes a piece from those that no thread has begun. Whether it was among them.
bool WorkAhead::take(const PiecePtr& piece) {
    std::size_t found = 0;
    for (auto& waiting : m_waiting)
        found += std::erase(waiting, piece);
    return found > 0;
}

void WorkAhead::run(std::unique_lock<std::mutex>& lock, PiecePtr piece) {
    take(piece);
    m_begun.push_back(piece);
    lock.unlock();
    std::exception_ptr thrown;
    try {
        piece->work({piece->stop.get_token(), {}});
    } catch (...) {
        thrown = std::current_exception();
    }
    lock.lock();
    piece->thrown = thrown;
    piece->isDone = true;
    piece->work = nullptr; // it may hold a model
    std::erase(m_begun, piece);
    m_changed.notify_all();
}

} // namespace partita
