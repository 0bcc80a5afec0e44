// Selection of tensors and of several nodes, and the model beside the document. The rest of the
// controller is in document_controller.cpp.

#include "views/document/document_controller.h"

namespace partita {

void DocumentController::selectNodes(std::vector<NodeId> nodes) {
    if (!m_state || nodes.empty())
        return;
    forgetTensor();
    if (std::find(nodes.begin(), nodes.end(), m_current) == nodes.end()) {
        const auto here = std::find_if(nodes.begin(), nodes.end(), [this](NodeId node) {
            const auto& found = m_state->model.node(node);
            return found && found->graph == m_scope;
        });
        setCurrentNode(here == nodes.end() ? nodes.front() : *here);
    }
    setSelection(std::move(nodes));
}

void DocumentController::showNodes(std::vector<NodeId> nodes) {
    if (!m_state || nodes.empty() || !m_state->model.node(nodes.front()))
        return;
    forgetTensor();
    m_current = nodes.front();
    const GraphId graph = m_state->model.node(m_current)->graph;
    setSelection(std::move(nodes));
    if (graph != m_scope && m_state->model.graph(graph)) {
        m_scope = graph;
        layOutAgain(true);
        return;
    }
    Q_EMIT currentNodeChanged(m_current, true);
}

void DocumentController::expandAll(const std::vector<GroupKey>& groups) {
    m_expanded.insert(groups.begin(), groups.end());
    layOutAgain(true);
}

void DocumentController::forgetTensor() {
    if (!m_tensor)
        return;
    m_tensor = {};
    Q_EMIT currentTensorChanged({}, false);
}

void DocumentController::setCurrentTensor(ValueId tensor, bool reveal) {
    if (!m_state || !m_state->model.value(tensor))
        return;
    m_tensor = tensor;
    m_current = {};
    setSelection({});
    Q_EMIT currentNodeChanged({}, false);
    const GraphId graph = m_state->model.value(tensor)->graph;
    if (reveal && graph != m_scope && m_state->model.graph(graph)) {
        m_scope = graph;
        layOutAgain();
    }
    Q_EMIT currentTensorChanged(tensor, reveal);
}

void DocumentController::showBeside(std::shared_ptr<const BesideModel> beside) {
    if (!m_state || m_state->beside == beside)
        return;
    auto state = std::make_shared<DocumentState>(*m_state);
    state->step = beside ? beside->step : ModelStep();
    state->beforeModel.reset();
    if (beside)
        state->beforeModel = beside->model;
    state->before = nullptr;
    state->beside = std::move(beside);
    // This request takes the place of a placement that is still being made.
    const bool repartition = m_pending && m_pending->request.repartition;
    start(tr("Laying out"), {state->path, state, repartition});
}

} // namespace partita
