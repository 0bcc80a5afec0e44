#pragma once

#include "core/tasks/scenario/choices_in_force.h"
#include "views/panels/panel.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QScrollArea;

namespace partita {

/// The order of the providers (drag, or Alt+Up and Alt+Down), which of them are enabled, and the
/// options of the selected one; below them, whether the model is placed as written or after ONNX
/// Runtime's basic rewrites. Every change partitions the model again at once, and can be undone.
/// What a scenario sets is shown as it sets it, grey, with a link to its row in *What if*.
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
    void showNote();
    void addRow(std::size_t i, bool sortable, const QString& stays);
    [[nodiscard]] std::vector<std::size_t> order() const;
    void takeOrder();
    void showOptions();
    void fitChoices();
    void showOptionsAnew();
    void move(int step);
    void replace(const ProviderPtr& before, const ProviderPtr& after, Message what);
    void setLater(const ProviderPtr& provider, const std::string& option, const QString& value);
    void chooseProfileLater(const ProviderPtr& provider, const std::string& option);
    QWidget* choiceField(const ProviderPtr& provider, const ProviderOption& option);
    QWidget* tickField(const ProviderPtr& provider, const ProviderOption& option);
    QWidget* textField(const ProviderPtr& provider, const ProviderOption& option);

    QListWidget* m_list;
    QLabel* m_note; ///< what the scenario sets
    QComboBox* m_level;
    QFormLayout* m_options;
    QWidget* m_optionsBox = nullptr;
    QScrollArea* m_scroll = nullptr; ///< null until all parts are there
    ProviderList m_all;              ///< all providers, also those switched off
    ChoicesInForce m_inForce;
    /// Whose options have fields. They are made again for others only, so that one in which the user
    /// types stays.
    struct OptionsShown {
        QString title;
        ProviderPtr chosen, inForce;
        std::map<std::string, std::size_t> setBy;
        bool operator==(const OptionsShown&) const = default;
    };
    std::optional<OptionsShown> m_optionsShown;
    bool m_filling = false;
};

} // namespace partita
