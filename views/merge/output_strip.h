#pragma once

#include <QListWidget>

#include "core/epcontext/merge/merge.h"

namespace partita {

/// The outputs of the merged model in their order, which dragging changes. An output that another
/// model reads has a check box: unticked, it is no output of the merged model.
class OutputStrip : public QListWidget {
    Q_OBJECT
public:
    OutputStrip();
    void translate();
    void show(const MergePlan* plan); ///< null: there is none

Q_SIGNALS:
    void ordered(const std::vector<std::string>& names);
    /// `port`: "1.y"
    void kept(const QString& port, bool isOutput);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void add(const QString& name, const MergePlan::Port* port, bool isRead, bool isOutput);
    void move(int by);
    [[nodiscard]] std::vector<std::string> names() const;

    bool m_isFilling = false;
    std::vector<std::string> m_names; ///< of outputs, as shown
};

} // namespace partita
