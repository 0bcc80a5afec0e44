#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QListWidget>
#include <QMenuBar>
#include <QProcess>
#include <QTextBrowser>
#include <QToolButton>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/data/npz.h"
#include "tests/support/dialogs.h"
#include "tests/support/gestures.h"
#include "tests/support/keys.h"
#include "tests/support/lines.h"
#include "views/dialogs/edit_form.h"
#include "views/graph/graph_editing.h"
#include "views/panels/operators_panel.h"
#include "views/text/qt_text.h"

namespace partita::test {

/// What tests/data/edits says of edits that people ask for: each has a model, and the options, the
/// script and the weights by which the command line makes the edit.
inline const nlohmann::json& editsAskedFor() {
    static const auto all = nlohmann::json::parse(
        std::ifstream(PARTITA_SOURCE_DIR "/tests/data/edits/cases.json", std::ios::binary));
    return all;
}

/// The main window with one of those models, and what a hand does with it.
class EditHand : public OperatedWindow {
protected:
    ~EditHand() override { document().close(); }
    /// Opens the model of an edit, to be edited, with all of the graph in view.
    void openEdit(const std::string& name) {
        m_name = name;
        const auto& said = editsAskedFor().at(name);
        std::ifstream text(PARTITA_SOURCE_DIR "/tests/data/edits/" +
                           said.at("model").get<std::string>() + ".txt");
        open(modelFile("in.onnx", {std::istreambuf_iterator<char>(text), {}}));
        if (said.contains("script"))
            std::ofstream(files / "s.json")
                << nlohmann::json({{"version", 1}, {"edits", said.at("script")}});
        if (said.contains("weights"))
            std::ofstream(files / "w.npy", std::ios::binary) << npyBytes(weightsOf(said));
        press(Qt::Key_E, Qt::ControlModifier);
        ASSERT_TRUE(idle());
        fitted();
    }
    DocumentController& document() { return window.document(); }
    [[nodiscard]] const std::string& name() const { return m_name; }
    GraphView& graph() { return window.graph(); }

    /// A gesture that edits, with the answers to what it brings up; waits for the new picture.
    template <class F> void edits(F&& gesture, std::vector<Answers::Step> steps = {}) {
        const int before = document().history().size();
        const Answers answers(std::move(steps));
        gesture();
        EXPECT_TRUE(waitFor([&] { return document().history().size() == before + 1; }))
            << said().toStdString();
        EXPECT_TRUE(idle());
        QCoreApplication::processEvents();
        fitted();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        window.activateWindow(); // it is not after a dialog, where no window manager is
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        graph().setFocus();
        QTest::keyClick(&graph(), static_cast<Qt::Key>(key), modifiers);
    }
    void choose(std::initializer_list<const char*> nodes) {
        Qt::KeyboardModifiers modifiers = Qt::NoModifier;
        for (const char* name : nodes) {
            QTest::mouseClick(&graph(), Qt::LeftButton, modifiers, graph().boxCenter(node(name)));
            modifiers = Qt::ControlModifier;
        }
        QCoreApplication::processEvents();
    }
    void chooseTensor(const char* name) {
        QTest::mouseClick(&graph(), Qt::LeftButton, {}, lineOf(graph(), name));
        QCoreApplication::processEvents();
    }
    /// Clicks on the entries of menus, one menu after another, and then other answers.
    static std::vector<Answers::Step> through(std::initializer_list<const char*> path,
                                              std::vector<Answers::Step> then = {}) {
        std::vector<Answers::Step> steps;
        for (const char* each : path)
            steps.push_back(Answers::entry(QString::fromUtf8(each)));
        steps.insert(steps.end(), then.begin(), then.end());
        return steps;
    }
    /// Clicks an entry of a menu, through the menus above it; then answers what comes.
    void menu(const QPoint& at, std::initializer_list<const char*> path,
              std::vector<Answers::Step> then = {}) {
        edits([&] { askForMenu(&graph(), at); }, through(path, std::move(then)));
    }
    void nodeMenu(const char* name, std::initializer_list<const char*> path,
                  std::vector<Answers::Step> then = {}) {
        menu(graph().boxCenter(node(name)), path, std::move(then));
    }
    void tensorMenu(const char* name, std::initializer_list<const char*> path,
                    std::vector<Answers::Step> then = {}) {
        menu(lineOf(graph(), name), path, std::move(then));
    }
    /// Clicks a command in the menu bar, through the menus above it; then answers what comes.
    void command(const char* top, std::initializer_list<const char*> path,
                 std::vector<Answers::Step> then = {}) {
        edits(
            [&] {
                for (QAction* action : window.menuBar()->actions())
                    if (action->text() == QLatin1String(top))
                        QTest::mouseClick(window.menuBar(), Qt::LeftButton, Qt::NoModifier,
                                          window.menuBar()->actionGeometry(action).center());
            },
            through(path, std::move(then)));
    }
    /// The menu of a tensor whose name stands in the inspector.
    void namedTensorMenu(const char* name, std::initializer_list<const char*> path) {
        QCoreApplication::processEvents();
        for (auto* text : window.panel("inspector")->findChildren<QTextBrowser*>()) {
            if (!text->toPlainText().contains(QLatin1String(name)))
                continue;
            QPoint at(0, 8);
            while (at.x() < text->width() &&
                   !text->anchorAt(at).startsWith(QStringLiteral("tensor")))
                at.rx() += 2;
            if (at.x() < text->width())
                return edits([&] { askForMenu(text->viewport(), at); }, through(path));
        }
        ADD_FAILURE() << name << " does not stand there";
    }
    void connectPorts(const char* from, std::size_t output, const char* to, std::size_t input) {
        const QPoint begin = port(from, true, output), end = port(to, false, input);
        moveMouse(graph(), begin);
        edits([&] { drag(graph(), begin, end); });
    }
    /// Looks an operator up in the list and puts it behind what is selected.
    void insertOperator(const char* op) {
        edits([&] {
            QLineEdit& field = *static_cast<OperatorsPanel*>(window.panel("operators"))->field();
            QTest::mouseClick(&field, Qt::LeftButton);
            field.selectAll();
            QTest::keyClicks(&field, QLatin1String(op));
            QTest::keyClick(&field, Qt::Key_Return);
        });
    }
    /// Writes the fields of a form and agrees. A switch gets a space; a choice, the text of its row.
    static Answers::Step form(std::vector<std::pair<const char*, const char*>> values) {
        return [values = std::move(values)](QWidget& shown) {
            ASSERT_TRUE(qobject_cast<EditForm*>(&shown));
            for (const auto& [name, text] : values) {
                auto* field = shown.findChild<QWidget*>(QLatin1String(name));
                ASSERT_TRUE(field) << name;
                field->setFocus();
                if (auto* line = qobject_cast<QLineEdit*>(field))
                    line->selectAll();
                else if (auto* choice = qobject_cast<QComboBox*>(field);
                         choice && choice->lineEdit())
                    choice->lineEdit()->selectAll();
                if (*text)
                    QTest::keyClicks(field, QLatin1String(text));
                else
                    QTest::keyClick(field, Qt::Key_Delete);
            }
            clickButton(shown, QStringLiteral("OK"));
        };
    }
    /// Takes the last row of a list.
    static Answers::Step lastListed() {
        return [](QWidget& list) {
            auto* rows = list.findChild<QListWidget*>();
            ASSERT_TRUE(rows);
            const QListWidgetItem* last = rows->item(rows->count() - 1);
            rows->scrollToItem(last);
            QTest::mouseClick(rows->viewport(), Qt::LeftButton, Qt::NoModifier,
                              rows->visualItemRect(last).center());
        };
    }
    /// Writes into a list that filters, and takes the first row.
    static Answers::Step listed(const char* text) {
        return [text](QWidget& list) {
            auto* line = list.findChild<QLineEdit*>();
            ASSERT_TRUE(line);
            QTest::keyClicks(line, QLatin1String(text));
            QTest::keyClick(line, Qt::Key_Return);
        };
    }

    /// A widget of the inspector, which is about what is selected.
    template <class W> W* inspected(const QString& name) {
        QCoreApplication::processEvents();
        auto* found = window.panel("inspector")->findChild<W*>(name);
        EXPECT_TRUE(found) << name.toStdString();
        return found;
    }
    /// Selects nothing: the inspector is about the model then.
    void inspectModel() { press(Qt::Key_Escape); }
    void write(const char* field, const char* text) {
        edits([&] {
            auto* line = inspected<QLineEdit>(QLatin1String(field));
            QTest::mouseClick(line, Qt::LeftButton);
            line->selectAll();
            QTest::keyClicks(line, QString::fromUtf8(text));
            QTest::keyClick(line, Qt::Key_Return);
        });
    }
    void click(const char* button, std::vector<Answers::Step> steps = {}) {
        edits(
            [&] {
                QTest::mouseClick(inspected<QAbstractButton>(QLatin1String(button)),
                                  Qt::LeftButton);
            },
            std::move(steps));
    }
    /// Opens a list of choices and takes the one of that name.
    void pick(const char* choice, const char* text) {
        edits([&] {
            auto* box = inspected<QComboBox>(QLatin1String(choice));
            QTest::mouseClick(box, Qt::LeftButton);
            QTest::keyClicks(box->view(), QLatin1String(text));
            QTest::keyClick(box->view(), Qt::Key_Return);
        });
    }

    void saveAs(const char* name) {
        const Answers answers({Answers::file(pathOf(name))});
        press(Qt::Key_S, kCtrlAlt | Qt::ShiftModifier);
        EXPECT_TRUE(waitFor([&] { return std::filesystem::exists(files / name); }));
        EXPECT_TRUE(idle());
    }
    /// Makes the edit by the command line.
    void editByScript(const char* name) {
        const auto& said = editsAskedFor().at(m_name);
        QStringList arguments = {QStringLiteral("edit"), QStringLiteral("in.onnx")};
        auto options = said.value("options", std::vector<std::string>{});
        if (!options.empty() && options.front() == "extract") {
            arguments.front() = QStringLiteral("extract");
            arguments << QLatin1String(name);
            options.erase(options.begin());
        } else {
            arguments << QStringLiteral("-o") << QLatin1String(name);
        }
        if (said.contains("script"))
            arguments << QStringLiteral("--script") << QStringLiteral("s.json");
        for (const std::string& option : options)
            arguments << toQString(option);
        QProcess command;
        command.setWorkingDirectory(toQString(files.path().string()));
        command.start(QCoreApplication::applicationDirPath() + QStringLiteral("/partita-cli"),
                      arguments);
        ASSERT_TRUE(command.waitForFinished());
        EXPECT_EQ(command.exitCode(), 0) << command.readAllStandardError().toStdString();
    }

private:
    static Tensor weightsOf(const nlohmann::json& said) {
        const auto rows = said.at("weights").get<std::vector<std::vector<float>>>();
        std::vector<float> all;
        for (const auto& row : rows)
            all.insert(all.end(), row.begin(), row.end());
        return Tensor::of(DataType::float32,
                          {static_cast<std::int64_t>(rows.size()),
                           static_cast<std::int64_t>(rows.front().size())},
                          all);
    }
    void fitted() { press(Qt::Key_0, Qt::ControlModifier); }
    QPoint port(const char* name, bool isOutput, std::size_t index) {
        const auto& editing = *graph().findChild<GraphEditing*>();
        for (const Port& each : editing.ports(*document().scene().boxOf(node(name))))
            if (each.isOutput == isOutput && each.index == index)
                return editing.placeOf(each);
        ADD_FAILURE() << "no port of " << name;
        return {};
    }
    std::string m_name;
};

} // namespace partita::test
