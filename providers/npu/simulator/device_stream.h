#pragma once

#include <algorithm>

#include "core/provider/timeline.h"

namespace partita {

class DeviceStream;

/// When something that a stream was given is done; others wait for it.
/// Source: ONNX Runtime's synchronize::Notification.
class Notification {
public:
    Notification() = default; ///< of something that was always there
    explicit Notification(const DeviceStream& stream) : m_stream(&stream) {}
    /// From here on it stands for all that its stream has been given so far.
    void activate();
    /// The stream's next task starts after it; the host goes on.
    void waitOnDevice(DeviceStream& stream) const;
    /// The host's next task starts after it.
    void waitOnHost(DeviceStream& host) const;

private:
    const DeviceStream* m_stream = nullptr;
    SimulatedTime m_at = 0;
};

/// Tasks one after the other: of a unit, a copy engine, or the host.
/// Source: ONNX Runtime's Stream.
class DeviceStream {
public:
    /// Adds a task after all that the stream has; gives its start.
    SimulatedTime enqueue(SimulatedTime duration) {
        const SimulatedTime start = m_end;
        m_end += duration;
        m_busy += duration;
        return start;
    }
    [[nodiscard]] Notification createNotification() const { return Notification(*this); }
    /// When all that it was given is done.
    [[nodiscard]] SimulatedTime flush() const { return m_end; }
    [[nodiscard]] SimulatedTime busy() const { return m_busy; }

private:
    friend class Notification;
    SimulatedTime m_end = 0, m_busy = 0;
};

inline void Notification::activate() { m_at = m_stream->flush(); }
inline void Notification::waitOnDevice(DeviceStream& stream) const {
    stream.m_end = std::max(stream.m_end, m_at);
}
inline void Notification::waitOnHost(DeviceStream& host) const { waitOnDevice(host); }

} // namespace partita
