#pragma once

#include <QLineEdit>
#include <QMenu>
#include <memory>

#include "tests/support/entry_text.h"
#include "tests/support/scenario_window.h"
#include "views/dialogs/edit_form.h"

namespace partita::test {

/// A window in which a model is edited by the menus of its parts and by forms.
class EditMenus : public ScenarioWindow {
protected:
    void openToEdit(const char* text) {
        open(modelFile("m.onnx", text));
        window.action("editMode")->trigger();
    }
    const Model& stored() { return document().storedModel(); }
    void choose(std::initializer_list<const char*> names) {
        std::vector<NodeId> nodes;
        for (const char* name : names)
            nodes.push_back(node(name));
        document().selectNodes(nodes);
    }
    /// The entry of the item's menu, or of a menu in it, whose title begins so.
    QAction* entry(const Item& item, const QString& title, const QString& below = {}) {
        m_menu = std::make_unique<QMenu>();
        addItemActions(*m_menu, document(), item);
        QAction* found = find(*m_menu, title, below);
        EXPECT_TRUE(found) << title.toStdString();
        return found;
    }
    Item itemOf(const char* name) {
        choose({name});
        return Item::of(node(name));
    }
    Item tensor(const char* name) {
        const ValueId id = valueNamed(document().model(), name);
        document().setCurrentTensor(id, false);
        return Item::of(id);
    }
    EditForm* form(const char* name) {
        auto* found = window.findChild<EditForm*>(QLatin1String(name));
        EXPECT_TRUE(found) << name;
        return found;
    }
    std::size_t count(const char* op) {
        std::size_t found = 0;
        stored().nodes().forEach([&](NodeId, const auto& each) { found += each->is(op); });
        return found;
    }
    /// Writes over the text of a field by keys.
    static void write(QWidget& in, const char* name, const QString& text) {
        auto* field = in.findChild<QLineEdit*>(QLatin1String(name));
        ASSERT_TRUE(field) << name;
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }

private:
    static QAction* find(QMenu& menu, const QString& title, const QString& below) {
        for (QAction* action : menu.actions()) {
            if (below.isEmpty() && entryText(*action).startsWith(title))
                return action;
            if (!action->menu())
                continue;
            const bool isBelow = entryText(*action).startsWith(below);
            if (QAction* found = find(*action->menu(), title, isBelow ? QString() : below))
                return found;
        }
        return nullptr;
    }
    std::unique_ptr<QMenu> m_menu;
};

} // namespace partita::test
