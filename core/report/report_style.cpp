#include "core/report/report_style.h"

#include <fmt/format.h>
#include <string>

#include "core/scene/palette.h"

namespace partita {

std::string_view reportStyle() {
    static const std::string kStyle = fmt::format(
        R"(body{{font:14px system-ui,sans-serif;color:{text};background:{base};margin:24px;max-width:1200px}}
h1{{font-size:20px}} h2{{font-size:15px;margin:28px 0 4px}} h2 small{{font-weight:400;color:{second}}}
table{{border-collapse:collapse}} th,td{{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid {weak}}}
.number{{text-align:right}} section{{border-top:1px solid {strong};margin-top:20px}} p{{margin:6px 0}}
.pair{{display:flex;gap:24px;flex-wrap:wrap}} figure{{margin:0;background:{canvas};padding:8px;overflow:auto}}
figcaption{{color:{second}}} .names{{color:{second}}} code{{font-size:12px}}
)",
        fmt::arg("text", colourText(Role::text, Scheme::light)),
        fmt::arg("second", colourText(Role::second, Scheme::light)),
        fmt::arg("weak", colourText(Role::lineWeak, Scheme::light)),
        fmt::arg("strong", colourText(Role::lineStrong, Scheme::light)),
        fmt::arg("canvas", colourText(Role::canvas, Scheme::light)),
        fmt::arg("base", colourText(Role::base, Scheme::light)));
    return kStyle;
}

} // namespace partita
