#pragma once

#include <QWidget>

#include "core/epcontext/merge/merge.h"

class QComboBox;
class QVBoxLayout;

namespace partita {

/// Rows that connect an output of one model to an input of another. Ports are written "2.x": model
/// number and name.
class MergeConnections : public QWidget {
    Q_OBJECT
public:
    using Ports = std::vector<std::pair<QString, QString>>; ///< input, output

    MergeConnections();
    /// Sets the ports that can be connected. Chosen connections stay if their ports still exist.
    void setModels(const std::vector<MergeInput>& inputs);
    /// `setModels` after the model `removed`, counted from 0, was taken out: the connections of the
    /// models behind it follow their new numbers.
    void setModelsWithout(int removed, const std::vector<MergeInput>& inputs);
    /// Adds a row. Empty names: chooses the first output and input of two models that fit.
    void add(const QString& input, const QString& output);
    void clear();
    [[nodiscard]] Ports ports() const;

Q_SIGNALS:
    void changed(); ///< the user changed a connection

private:
    struct Row {
        QWidget* row;
        QComboBox *input, *output;
    };
    struct Port {
        QString text, name, type;
    };
    void setModels(const std::vector<MergeInput>& inputs, const Ports& wanted);
    static void fill(QComboBox* box, const std::vector<Port>& ports);
    static void suggest(const Row& row);

    QVBoxLayout* m_layout;
    std::vector<Row> m_rows;
    std::vector<Port> m_inputs, m_outputs;
};

} // namespace partita
