#pragma once

#include <array>

#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Elements fewer than which another thread does not help.
constexpr std::int64_t kElementGrain = 32768;

/// How N operands are walked over together: axes that lie evenly in all of them are one.
template <std::size_t N> class BroadcastWalk {
public:
    using Offsets = std::array<std::int64_t, N>;

    /// `shape` is that of the result; strides are in elements, 0 where an operand is repeated.
    BroadcastWalk(const Dims& shape, const std::array<Dims, N>& strides) {
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape[i] == 1)
                continue;
            bool even = !m_dims.empty();
            for (std::size_t k = 0; even && k < N; ++k)
                even = m_strides[k].back() == strides[k][i] * shape[i];
            if (!even)
                m_dims.push_back(1);
            m_dims.back() *= shape[i];
            for (std::size_t k = 0; k < N; ++k) {
                if (!even)
                    m_strides[k].push_back(0);
                m_strides[k].back() = strides[k][i];
            }
        }
        if (m_dims.empty()) {
            m_dims = {1};
            m_strides.fill({0});
        }
    }

    /// Calls visit(first element of the result, how many, offset of each operand, step of each) for
    /// pieces of rows that make up the result, on several threads. It must not throw.
    template <class F> void run(const F& visit) const {
        walk(&visit,
             [](const void* f, std::int64_t first, std::int64_t size, const Offsets& at,
                const Offsets& steps) { (*static_cast<const F*>(f))(first, size, at, steps); });
    }

private:
    using Visit = void (*)(const void* f, std::int64_t first, std::int64_t size, const Offsets& at,
                           const Offsets& steps);

    /// The walk itself, compiled once for hundreds of loops: `visit` is given `f` back.
    void walk(const void* f, Visit visit) const {
        const std::int64_t count = product(m_dims), row = m_dims.back();
        if (count == 0)
            return;
        parallelFor(count, kElementGrain, [&](std::int64_t begin, std::int64_t end) {
            while (begin < end) {
                const std::int64_t column = begin % row, size = std::min(row - column, end - begin);
                visit(f, begin, size, offsets(begin / row, column), steps());
                begin += size;
            }
        });
    }
    [[nodiscard]] Offsets steps() const {
        Offsets all;
        for (std::size_t k = 0; k < N; ++k)
            all[k] = m_strides[k].back();
        return all;
    }
    [[nodiscard]] Offsets offsets(std::int64_t row, std::int64_t column) const {
        Offsets all;
        for (std::size_t k = 0; k < N; ++k)
            all[k] = column * m_strides[k].back();
        for (std::size_t i = m_dims.size() - 1; i-- > 0; row /= m_dims[i])
            for (std::size_t k = 0; k < N; ++k)
                all[k] += row % m_dims[i] * m_strides[k][i];
        return all;
    }

    Dims m_dims;
    std::array<Dims, N> m_strides;
};

/// z[i] = f(x[i · stepX], y[i · stepY]) for one row, with a loop of its own for the usual steps.
template <class T, class R, class F>
PARTITA_INLINE inline void mapRow(const T* x, std::int64_t stepX, const T* y, std::int64_t stepY,
                                  R* z, std::int64_t count, F f) {
    if (stepX == 1 && stepY == 1) {
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[i], y[i]));
    } else if (stepX == 1 && stepY == 0) {
        const T right = *y;
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[i], right));
    } else if (stepX == 0 && stepY == 1) {
        const T left = *x;
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(left, y[i]));
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[i * stepX], y[i * stepY]));
    }
}

/// out = f(a, b) with broadcasting, row by row; f must not throw.
template <class T, class R, class F>
void mapBroadcast(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& out, F&& f) {
    const BroadcastWalk<2> walk(
        out.dims, {broadcastStrides(a.dims, out.dims), broadcastStrides(b.dims, out.dims)});
    walk.run([&](std::int64_t first, std::int64_t count, const auto& at, const auto& steps) {
        onBestCpu([&]() PARTITA_INLINE {
            mapRow(a.as<T>() + at[0], steps[0], b.as<T>() + at[1], steps[1], out.as<R>() + first,
                   count, f);
        });
    });
}

/// y[i] = f(x[i]). By value: what is written might be what a reference leads to.
template <class T, class R, class F>
PARTITA_INLINE inline void mapRange(const T* x, R* y, std::int64_t count, F f) {
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = static_cast<R>(f(x[i]));
}

/// The same on several threads; f must not throw.
template <class T, class R, class F> void mapElements(const T* x, R* y, std::int64_t count, F&& f) {
    parallelFor(count, kElementGrain, [&](std::int64_t begin, std::int64_t end) {
        onBestCpu([&]() PARTITA_INLINE { mapRange(x + begin, y + begin, end - begin, f); });
    });
}

} // namespace partita::cpu
