#pragma once

#include <vector>

#include "core/base/ids.h"

class QMenu;
class QWidget;

namespace partita {

class DocumentController;

/// Adds menus with the changes of the scenario that concern nodes: exclude, pin, take anyway and
/// rules off; each for the nodes, for their operators, and for these with the types of the nodes. A
/// menu that can do nothing is grey and says why.
void addNodeChanges(QMenu& menu, DocumentController& document, const std::vector<NodeId>& nodes);

/// Adds menus with every kind of change; `asker` asks for values.
void addChanges(QMenu& menu, DocumentController& document, QWidget* asker);

} // namespace partita
