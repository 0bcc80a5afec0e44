#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.h"

class QAction;
class QMenu;
class QObject;
class QWidget;

namespace partita {

class DocumentController;

/// Adds menus with the changes of the scenario that concern nodes: exclude, pin, take anyway and
/// rules off; each for the nodes, for their operators, and for these with the types of the nodes. A
/// menu that can do nothing is grey and says why.
void addNodeChanges(QMenu& menu, DocumentController& document, const std::vector<NodeId>& nodes);

/// The action of such a menu that pins nodes to a provider, for a button; grey, with the reason, where
/// it can do nothing.
QAction* pinAction(QObject* parent, DocumentController& document, const std::vector<NodeId>& nodes,
                   std::uint32_t provider);

/// Adds menus with every kind of change; `asker` asks for values.
void addChanges(QMenu& menu, DocumentController& document, QWidget* asker);

} // namespace partita
