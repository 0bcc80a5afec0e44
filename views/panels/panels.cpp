#include "views/panels/differences_panel.h"
#include "views/panels/fallback_panel.h"
#include "views/panels/history_panel.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/log_panel.h"
#include "views/panels/measured_panel.h"
#include "views/panels/numbers_panel.h"
#include "views/panels/operators_panel.h"
#include "views/panels/outline_panel.h"
#include "views/panels/problems_panel.h"
#include "views/panels/providers_panel.h"
#include "views/panels/remedies_panel.h"
#include "views/panels/repeats_panel.h"
#include "views/panels/run_panel.h"
#include "views/panels/script_panel.h"
#include "views/panels/simplify_panel.h"
#include "views/panels/table_panels.h"
#include "views/panels/tensor_panel.h"
#include "views/panels/timeline_panel.h"
#include "views/panels/what_if_panel.h"

namespace partita {

const std::vector<PanelRow>& panelRows() {
    static const std::vector<PanelRow> kRows = {
#define PANEL(id, Class, title, area, page, purpose)                                               \
    {#id,  title, purpose,                                                                         \
     area, page,  [](const PanelContext& context) -> Panel* { return new Class(context); }},
#include "views/panels/panels.def"
#undef PANEL
    };
    return kRows;
}

} // namespace partita
