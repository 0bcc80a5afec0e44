#pragma once

#include "views/panels/panel.h"

class QComboBox;
class QFormLayout;
class QListWidget;
class QScrollArea;

namespace partita {

/// The order of the providers (drag, or Alt+Up and Alt+Down), which of them are enabled, and the
/// options of the selected one; below them, whether the model is placed as written or after ONNX
/// Runtime's basic rewrites. Every change partitions the model again at once.
class ProvidersPanel : public Panel {
    Q_OBJECT
public:
    explicit ProvidersPanel(const PanelContext& context);
    void refresh() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addLevel();
    void showLevel();
    void addRow(std::size_t i, bool sortable, const QString& stays);
    void takeOrder();
    void showOptions();
    void move(int step);
    void replace(const ProviderPtr& before, const ProviderPtr& after);
    void setLater(const ProviderPtr& provider, const std::string& option, const QString& value);
    void chooseProfileLater(const ProviderPtr& provider);
    QWidget* choiceField(const ProviderPtr& provider, const ProviderOption& option);
    QWidget* tickField(const ProviderPtr& provider, const ProviderOption& option);
    QWidget* textField(const ProviderPtr& provider, const ProviderOption& option);

    QListWidget* m_list;
    QComboBox* m_level;
    QFormLayout* m_options;
    QWidget* m_optionsBox;
    QScrollArea* m_scroll;
    ProviderList m_all; ///< all providers, also those switched off
    bool m_filling = false;
};

} // namespace partita
