#include "views/document/context_members_controller.h"

namespace partita {

const Result<ContextMembers>* ContextMembersController::of(NodeId node) {
    if (const auto known = m_known.find(node); known != m_known.end())
        return &known->second;
    if (!(m_job.isRunning() && m_wanted == node))
        find(node);
    return nullptr;
}

void ContextMembersController::find(NodeId node) {
    const DocumentState* state = m_state();
    if (!state || !state->model.node(node))
        return;
    m_wanted = node;
    m_job.setSubject(state->path.filename().string());
    m_job.start<ContextMembers>(
        tr("Reading the source model"),
        [model = state->model, path = state->path, node](const Progress& progress) {
            return membersOfContext(model, path, node, {}, progress);
        },
        [this, node](Result<ContextMembers> members) {
            m_known.insert_or_assign(node, std::move(members));
            Q_EMIT found(node);
        });
}

void ContextMembersController::forget() {
    m_job.cancel();
    m_known.clear();
}

} // namespace partita
