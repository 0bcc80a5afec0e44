#pragma once

#include <algorithm>
#include <list>
#include <mutex>

#include "core/ir/model.h"

namespace partita {

/// What was made of the last few models. For any thread.
template <class Made> class ModelMemory {
public:
    /// `most`: so many models are remembered.
    explicit ModelMemory(std::size_t most) : m_most(most) {}

    /// What `make(model)` returns, or returned for the same model before.
    template <class Make> Made of(const Model& model, Make&& make) {
        const std::lock_guard lock(m_mutex);
        const auto known = std::ranges::find_if(
            m_kept, [&](const Kept& each) { return diff(each.model, model).empty(); });
        if (known != m_kept.end()) {
            m_kept.splice(m_kept.begin(), m_kept, known);
            return m_kept.front().made;
        }
        m_kept.push_front({model, make(model)});
        if (m_kept.size() > m_most)
            m_kept.pop_back();
        return m_kept.front().made;
    }

private:
    struct Kept {
        Model model;
        Made made;
    };
    std::size_t m_most;
    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last that was asked for first
};

} // namespace partita
