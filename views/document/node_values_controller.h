#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "core/data/node_values.h"
#include "core/tasks/models/document_state.h"

namespace partita {

/// Values from a file for the nodes of the open document.
class NodeValuesController : public QObject {
    Q_OBJECT
public:
    /// `state` returns null while no document is open.
    explicit NodeValuesController(std::function<const DocumentState*()> state)
        : m_state(std::move(state)) {}

    /// Takes values for the nodes of the open document, in place of earlier ones.
    void set(NamedValues named);
    void clear();
    /// Null: there are none.
    [[nodiscard]] const NodeValues* values() const { return m_values ? &*m_values : nullptr; }

    void documentChanged(); ///< values of another file are forgotten
    void modelChanged();    ///< finds the nodes again

Q_SIGNALS:
    void changed();

private:
    std::function<const DocumentState*()> m_state;
    std::filesystem::path m_document; ///< that the values were read for
    NamedValues m_named;
    std::optional<NodeValues> m_values;
};

} // namespace partita
