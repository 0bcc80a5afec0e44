#pragma once

#include <algorithm>
#include <list>
#include <mutex>
#include <optional>

#include "core/ir/model.h"

namespace partita {

/// What was made of the last few models. For any thread.
template <class Made> class ModelMemory {
public:
    /// `most`: so many models are remembered.
    explicit ModelMemory(std::size_t most) : m_most(most) {}

    /// What `make(model)` returns, or returned for the same model from the same file before. Threads
    /// do not wait while another one makes something.
    template <class Make> Made of(const Model& model, Make&& make) {
        if (auto known = find(model))
            return *std::move(known);
        return keep(model, make(model));
    }

private:
    std::optional<Made> find(const Model& model) {
        const std::lock_guard lock(m_mutex);
        const auto known = std::ranges::find_if(m_kept, [&](const Kept& each) {
            return each.model.source() == model.source() && diff(each.model, model).empty();
        });
        if (known == m_kept.end())
            return std::nullopt;
        m_kept.splice(m_kept.begin(), m_kept, known);
        return m_kept.front().made;
    }

    Made keep(const Model& model, Made made) {
        const std::lock_guard lock(m_mutex);
        m_kept.push_front({model, made});
        if (m_kept.size() > m_most)
            m_kept.pop_back();
        return made;
    }

    struct Kept {
        Model model;
        Made made;
    };
    std::size_t m_most;
    std::mutex m_mutex;
    std::list<Kept> m_kept; ///< the last that was asked for first
};

} // namespace partita
