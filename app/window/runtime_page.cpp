#include "app/window/runtime_page.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/parts/labels.h"
#include "views/dialogs/file_dialog.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kPluginLines = 3;

} // namespace

RuntimePage::RuntimePage()
    : m_pythonLabel(new QLabel), m_pluginsLabel(new QLabel), m_python(new QLineEdit),
      m_plugins(new QPlainTextEdit), m_answer(new QPlainTextEdit), m_browse(new QPushButton),
      m_ask(new QPushButton) {
    m_python->setObjectName(QStringLiteral("runtimePython"));
    m_plugins->setObjectName(QStringLiteral("runtimePlugins"));
    m_answer->setObjectName(QStringLiteral("runtimeAnswer"));
    m_ask->setObjectName(QStringLiteral("askRuntime"));
    m_pythonLabel->setBuddy(m_python);
    m_pluginsLabel->setBuddy(m_plugins);
    for (QPlainTextEdit* text : {m_plugins, m_answer}) {
        text->setFont(fixedFont());
        text->setTabChangesFocus(true);
        text->setLineWrapMode(QPlainTextEdit::NoWrap);
    }
    const QMargins margins = m_plugins->contentsMargins();
    m_plugins->setFixedHeight(kPluginLines * m_plugins->fontMetrics().lineSpacing() +
                              margins.top() + margins.bottom() +
                              2 * static_cast<int>(m_plugins->document()->documentMargin()));
    m_answer->setReadOnly(true);
    for (QPushButton* button : {m_browse, m_ask})
        button->setAutoDefault(false); // Enter agrees to the settings
    auto* row = new QHBoxLayout;
    row->addWidget(m_python, 1);
    row->addWidget(m_browse);
    row->addWidget(m_ask);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_pythonLabel);
    layout->addLayout(row);
    layout->addWidget(m_pluginsLabel);
    layout->addWidget(m_plugins);
    layout->addWidget(m_answer, 1);
    translate();
    connect(m_python, &QLineEdit::editingFinished, this, &RuntimePage::changed);
    m_plugins->installEventFilter(this); // it has no signal for the end of editing
    connect(m_browse, &QPushButton::clicked, this, &RuntimePage::browse);
    connect(m_ask, &QPushButton::clicked, this, [this] {
        Q_EMIT changed();
        m_choice->askAgain();
    });
    connect(m_choice.get(), &RuntimeChoice::changed, this, &RuntimePage::showAnswer);
}

void RuntimePage::translate() {
    m_pythonLabel->setText(tr("&Python that has onnxruntime"));
    m_python->setPlaceholderText(tr("python3 of the PATH, or the bin/python3 of an environment"));
    m_pluginsLabel->setText(tr("Providers in &libraries of their own, one a line"));
    m_plugins->setPlaceholderText(tr("NAME:/path/to/library.so, for example QNN:…"));
    m_plugins->setToolTip(tr("Each library is registered under its name; some providers, such as "
                             "QNN, take the name for theirs"));
    m_python->setAccessibleName(wordsOf(m_pythonLabel->text()));
    m_plugins->setAccessibleName(wordsOf(m_pluginsLabel->text()));
    m_browse->setText(tr("Browse…"));
    m_ask->setText(tr("&Ask it"));
    m_ask->setToolTip(tr("Starts this Python, and shows version, providers and devices"));
    m_answer->setAccessibleName(tr("What ONNX Runtime says of itself"));
    showAnswer();
}

void RuntimePage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        translate();
    QWidget::changeEvent(event);
}

bool RuntimePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plugins && event->type() == QEvent::FocusOut)
        Q_EMIT changed();
    return QWidget::eventFilter(watched, event);
}

void RuntimePage::show(const QString& python, const QStringList& plugins) {
    m_python->setText(python);
    m_plugins->setPlainText(plugins.join(QLatin1Char('\n')));
}

QString RuntimePage::python() const { return m_python->text().trimmed(); }

QStringList RuntimePage::plugins() const {
    QStringList lines;
    for (const QString& line : m_plugins->toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            lines += line.trimmed();
    return lines;
}

void RuntimePage::showAnswer() {
    m_ask->setEnabled(!m_choice->isAsking());
    m_answer->setLineWrapMode(m_choice->facts() ? QPlainTextEdit::NoWrap // it is in columns
                                                : QPlainTextEdit::WidgetWidth);
    m_answer->setPlainText(m_choice->isAsking()  ? tr("Asking ONNX Runtime…")
                           : m_choice->facts()   ? toQString(factsText(*m_choice->facts()))
                           : m_choice->problem() ? errorSentence(*m_choice->problem())
                                                 : tr("It was not asked yet."));
}

void RuntimePage::browse() {
    const QString path =
        askWhatToOpen(this, tr("A Python interpreter"), m_python->text(), tr("All files (*)"));
    if (path.isEmpty())
        return;
    m_python->setText(path);
    Q_EMIT changed();
}

} // namespace partita
