#pragma once

#include <QObject>
#include <functional>
#include <map>

#include "core/tasks/models/context_members.h"
#include "core/tasks/models/document_state.h"
#include "views/document/job_runner.h"

namespace partita {

/// Which nodes of their source model are inside of the compiled nodes of the open document. The
/// source is read by a worker, once for each node.
class ContextMembersController : public QObject {
    Q_OBJECT
public:
    /// `state` returns null while no document is open.
    explicit ContextMembersController(std::function<const DocumentState*()> state)
        : m_state(std::move(state)) {}

    /// What is inside of an EPContext node; null while it is not known: `found` then tells.
    [[nodiscard]] const Result<ContextMembers>* of(NodeId node);
    /// Looks again, as the files may have changed; `found` tells.
    void find(NodeId node);
    void forget();

Q_SIGNALS:
    void found(partita::NodeId node);

private:
    std::function<const DocumentState*()> m_state;
    std::map<NodeId, Result<ContextMembers>> m_known;
    NodeId m_wanted;
    JobRunner m_job; ///< of its own: looking for a file ends no run of the model
};

} // namespace partita
