#include "views/dialogs/real_provider_box.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>

#include "core/base/text_parts.h"
#include "views/dialogs/session_settings_dialog.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

/// A list that asks for its entries as it opens.
class AskingList : public QComboBox {
public:
    explicit AskingList(std::function<void()> ask) : m_ask(std::move(ask)) {}
    void showPopup() override {
        m_ask();
        QComboBox::showPopup();
    }

private:
    std::function<void()> m_ask;
};

/// Session entries begin like this; everything else is an option of the provider.
bool isEntry(const std::string& key) {
    for (const char* start : {"session.", "ep.", "optimization.", "mlas."})
        if (key.starts_with(start))
            return true;
    return false;
}

} // namespace

RealProviderBox::RealProviderBox(const QString& own, QWidget* parent)
    : QWidget(parent), m_own(own), m_list(new AskingList([this] { m_choice->ask(); })),
      m_options(new QLineEdit), m_session(new QToolButton) {
    m_list->setObjectName(QStringLiteral("realProviders"));
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_options->setObjectName(QStringLiteral("realOptions"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_list);
    row->addWidget(m_options, 1);
    m_session->setObjectName(QStringLiteral("sessionSettings"));
    row->addWidget(m_session);
    connect(m_session, &QToolButton::clicked, this, &RealProviderBox::editSettings);
    connect(m_choice.get(), &RuntimeChoice::changed, this, &RealProviderBox::fill);
    connect(m_list, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        showParts();
        Q_EMIT changed();
    });
    translate();
}

void RealProviderBox::setOwnText(const QString& own) {
    m_own = own;
    fill();
}

void RealProviderBox::setNames(const QString& choice, const QString& options) {
    m_list->setAccessibleName(choice);
    m_options->setAccessibleName(options);
}

void RealProviderBox::translate() {
    m_options->setPlaceholderText(tr("options: key=value; key=value"));
    m_options->setToolTip(tr("Options of the provider in its own words, and entries of the "
                             "session, which begin with session. or ep."));
    fill();
}

void RealProviderBox::showParts() {
    m_options->setVisible(isReal());
    m_session->setVisible(isReal());
    const QString set = settingsText(m_settings);
    m_session->setText(set.isEmpty() ? tr("Session…") : tr("Session: %1…").arg(set));
    m_session->setToolTip(
        tr("Threads, order of the operators, fixed sizes, libraries of operators"));
}

void RealProviderBox::editSettings() {
    SessionSettingsDialog dialog(m_settings, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_settings = dialog.settings();
    showParts();
    Q_EMIT changed();
}

/// Keeps what is chosen, where it is still there.
void RealProviderBox::fill() {
    const auto before = chosen();
    const bool wasOpen = m_list->view()->isVisible();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        m_providers = m_choice->providers();
        if (!m_own.isEmpty())
            m_list->addItem(m_own);
        for (const RealProvider& provider : m_providers)
            m_list->addItem(
                tr("%1 · ONNX Runtime %2")
                    .arg(toQString(provider.name), toQString(m_choice->facts()->version)));
        if (m_providers.empty()) {
            m_list->addItem(m_choice->problem()    ? tr("No ONNX Runtime answers")
                            : m_choice->isAsking() ? tr("Asking ONNX Runtime…")
                                                   : tr("A provider of ONNX Runtime…"));
            const int last = m_list->count() - 1;
            auto* item = static_cast<QStandardItemModel*>(m_list->model())->item(last);
            item->setEnabled(m_own.isEmpty());
            if (m_choice->problem())
                item->setToolTip(errorText(*m_choice->problem()));
        }
        const auto at = before ? std::ranges::find(m_providers, before->name, &RealProvider::name)
                               : m_providers.end();
        if (at != m_providers.end())
            m_list->setCurrentIndex(static_cast<int>(at - m_providers.begin()) +
                                    (m_own.isEmpty() ? 0 : 1));
    }
    m_list->setToolTip(m_choice->problem() ? errorText(*m_choice->problem())
                                           : tr("Which ONNX Runtime it is, is in the settings"));
    showParts();
    if (wasOpen) { // it has another number of lines now
        m_list->hidePopup();
        m_list->showPopup();
    }
    Q_EMIT changed();
}

std::optional<RealProvider> RealProviderBox::chosen() const {
    const int at = m_list->currentIndex() - (m_own.isEmpty() ? 0 : 1);
    if (at < 0 || at >= static_cast<int>(m_providers.size()))
        return std::nullopt;
    return m_providers[static_cast<std::size_t>(at)];
}

Result<RealSession> RealProviderBox::session() const {
    RealSession session;
    session.settings = m_settings;
    auto provider = chosen();
    if (!provider)
        return Error{Errc::usage,
                     PARTITA_TEXT("no provider of ONNX Runtime is chosen"),
                     {},
                     PARTITA_TEXT("choose one, or another ONNX Runtime in the settings")};
    for (const QString& part : m_options->text().split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const std::string text = part.trimmed().toStdString();
        if (text.empty())
            continue;
        const auto pair = splitPair(text);
        if (!pair)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' is not key=value", text),
                         {},
                         PARTITA_TEXT("write the option as key=value")};
        (isEntry(pair->first) ? session.config : provider->options).push_back(*pair);
    }
    session.providers.push_back(*std::move(provider));
    return session;
}

} // namespace partita
