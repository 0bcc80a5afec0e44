#pragma once

#include <algorithm>

#include "core/provider/timeline.h"

namespace partita {

class DeviceStream;

/// Marks the point in a stream's work that other streams and the host can wait for.
/// Source: ONNX Runtime's synchronize::Notification.
class Notification {
public:
    Notification() = default; ///< always complete
    explicit Notification(const DeviceStream& stream) : m_stream(&stream) {}
    /// Records the end of all tasks that its stream has so far.
    void activate();
    /// Makes the stream's next task start after this notification; the host does not wait.
    void waitOnDevice(DeviceStream& stream) const;
    /// Makes the host's next task start after this notification.
    void waitOnHost(DeviceStream& host) const;

private:
    const DeviceStream* m_stream = nullptr;
    SimulatedTime m_at = 0;
};

/// A queue of tasks that run one after another: of a compute unit, a copy engine or the host.
/// Source: ONNX Runtime's Stream.
class DeviceStream {
public:
    /// Appends a task and returns its start.
    SimulatedTime enqueue(SimulatedTime duration) {
        const SimulatedTime start = m_end;
        m_end += duration;
        m_busy += duration;
        return start;
    }
    [[nodiscard]] Notification createNotification() const { return Notification(*this); }
    /// The end of the last task.
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
