#include "core/report/report_style.h"

namespace partita {

std::string_view reportStyle() {
    return R"(body{font:14px system-ui,sans-serif;color:#1b1e23;background:#fff;margin:24px;max-width:1200px}
h1{font-size:20px} h2{font-size:15px;margin:28px 0 4px} h2 small{font-weight:400;color:#515862}
table{border-collapse:collapse} th,td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid #e1e4e9}
.number{text-align:right} section{border-top:1px solid #c8ccd3;margin-top:20px} p{margin:6px 0}
.pair{display:flex;gap:24px;flex-wrap:wrap} figure{margin:0;background:#f6f7f9;padding:8px;overflow:auto}
figcaption{color:#515862} svg text{font:600 12px system-ui,sans-serif} .names{color:#515862} code{font-size:12px}
)";
}

} // namespace partita
