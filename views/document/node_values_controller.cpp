#include "views/document/node_values_controller.h"

namespace partita {

void NodeValuesController::set(NamedValues named) {
    const DocumentState* state = m_state();
    if (!state)
        return;
    m_document = state->path;
    m_named = std::move(named);
    m_values = valuesOf(state->model, m_named);
    Q_EMIT changed();
}

void NodeValuesController::clear() {
    if (!m_values)
        return;
    m_values.reset();
    m_named = {};
    Q_EMIT changed();
}

void NodeValuesController::documentChanged() {
    const DocumentState* state = m_state();
    if (!state || state->path != m_document)
        clear();
    else
        modelChanged();
}

void NodeValuesController::modelChanged() {
    if (const DocumentState* state = m_state(); state && m_values)
        m_values = valuesOf(state->model, m_named);
}

} // namespace partita
