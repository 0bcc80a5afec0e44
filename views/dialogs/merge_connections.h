#pragma once

#include <QWidget>

#include "core/epcontext/merge/merge.h"

class QComboBox;
class QVBoxLayout;

namespace partita {

/// Which output of a model feeds which input of another, a row each; ports are "2.x": model and name.
class MergeConnections : public QWidget {
    Q_OBJECT
public:
    using Ports = std::vector<std::pair<QString, QString>>; ///< input, output

    MergeConnections();
    /// What can be connected; what is chosen stays if it is still there.
    void setModels(const std::vector<MergeInput>& inputs);
    /// Without names: the first output and input of two models that fit.
    void add(const QString& input, const QString& output);
    void clear();
    [[nodiscard]] Ports ports() const;

Q_SIGNALS:
    void changed(); ///< by the user

private:
    struct Row {
        QWidget* row;
        QComboBox *input, *output;
    };
    struct Port {
        QString text, name, type;
    };
    static void fill(QComboBox* box, const std::vector<Port>& ports);
    static void suggest(const Row& row);

    QVBoxLayout* m_layout;
    std::vector<Row> m_rows;
    std::vector<Port> m_inputs, m_outputs;
};

} // namespace partita
