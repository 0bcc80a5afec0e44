#include "core/report/report_page.h"

#include <fmt/format.h>

#include "core/base/escaped_text.h"
#include "core/scene/palette.h"

namespace partita {

namespace {

/// The colours of the page itself as CSS variables.
std::string variables(Scheme scheme) {
    std::string out = scheme == Scheme::dark ? "color-scheme:dark;" : "color-scheme:light;";
    for (const auto& [name, role] :
         {std::pair("text", Role::text), std::pair("second", Role::second),
          std::pair("base", Role::base), std::pair("canvas", Role::canvas),
          std::pair("window", Role::window), std::pair("head", Role::tableHead),
          std::pair("weak", Role::lineWeak), std::pair("strong", Role::lineStrong),
          std::pair("accent", Role::accent), std::pair("chosen", Role::selectedRow),
          std::pair("on-accent", Role::onAccent), std::pair("bad", Role::bad),
          std::pair("good", Role::good), std::pair("warning", Role::warning),
          std::pair("changed", Role::changed)})
        out += fmt::format("--{}:{};", name, colourText(role, scheme));
    return out;
}

constexpr std::string_view kStyle = R"css(
*{box-sizing:border-box}
body{font:13px/1.45 system-ui,sans-serif;color:var(--text);background:var(--base);margin:0;padding:16px 24px 48px}
h1{font-size:18px;margin:0 0 2px;overflow-wrap:anywhere} h2{font-size:14px;margin:24px 0 6px} h3{font-size:13px;margin:12px 0 4px}
h2 small,h3 small,.second{font-weight:400;color:var(--second)} p{margin:4px 0}
a{color:var(--accent);text-decoration:none} a:hover{text-decoration:underline}
code{font:12px ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;unicode-bidi:isolate}
.figures{display:flex;flex-wrap:wrap;gap:4px 16px;font-weight:600;margin:4px 0 8px}
.figures a{color:inherit;border-bottom:1px dotted var(--second)}
.scroll{overflow:auto;max-width:100%}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:3px 10px 3px 6px;border-bottom:1px solid var(--weak);vertical-align:top;overflow-wrap:break-word}
thead th{background:var(--head);position:sticky;top:0;z-index:1}
.number{text-align:right;font-variant-numeric:tabular-nums} td.number{white-space:nowrap}
th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:" \25B4"} th[aria-sort=descending] button::after{content:" \25BE"}
tr:target,tr.on{background:var(--chosen);outline:2px solid var(--accent);outline-offset:-2px}
tr:target,svg .hit:target{scroll-margin:80px}
.tools{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin:6px 0}
.tools input{font:inherit;color:inherit;background:var(--base);border:1px solid var(--strong);border-radius:3px;padding:3px 8px;width:260px;max-width:100%}
.tools button{font:inherit;color:inherit;background:var(--window);border:1px solid var(--strong);border-radius:3px;padding:2px 8px;cursor:pointer}
.tools button[aria-pressed=true]{background:var(--chosen);border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.tag{border:1px solid var(--strong);border-radius:2px;padding:0 4px;font-size:11px;white-space:nowrap}
.costly{color:var(--bad);border-color:currentColor} .harmless,.joins{color:var(--second)} .good{color:var(--good)} .bad{color:var(--bad)} .warning{color:var(--warning)}
summary{cursor:pointer;font-weight:600;margin:6px 0}
figure{margin:0 0 8px;background:var(--canvas);border:1px solid var(--strong);overflow:auto;max-height:80vh}
figure svg{display:block;margin:0 auto}
#nodes td:first-child,#boundaries td:first-child{min-width:180px} #nodes td:nth-child(7){overflow-wrap:anywhere;min-width:170px}
#remedies td:nth-child(2),#remedies td:last-child{min-width:150px;overflow-wrap:anywhere}
p svg{vertical-align:-2px} .hit{fill:transparent;stroke:none;cursor:pointer} .hit:hover{stroke:var(--second);stroke-width:1}
.hit:target,.on>.hit{stroke:var(--accent);stroke-width:3}
@media (min-width:1100px){
main{display:grid;grid-template-columns:minmax(360px,42%) minmax(0,1fr);gap:24px;align-items:start}
.pictures{position:sticky;top:8px;max-height:calc(100vh - 16px);overflow:auto} .pictures figure:first-of-type{max-height:calc(100vh - 120px)}
}
@media print{.tools,.zoom{display:none} figure{max-height:none;overflow:visible} .pictures{position:static;max-height:none}}
)css";

constexpr std::string_view kScript = R"js(
(function () {
"use strict";
function all(from, what) { return Array.prototype.slice.call(from.querySelectorAll(what)); }
function make(name, parent, text) {
  var made = document.createElement(name);
  if (text) made.textContent = text;
  if (name === "button") made.type = "button";
  parent.appendChild(made);
  return made;
}
var filters = {}, marked = null;
function key(row, column) {
  var cell = row.cells[column], value = cell.getAttribute("data-v");
  return value === null ? cell.textContent.toLowerCase() : Number(value);
}
function sortable(table) {
  all(table.tHead, "th").forEach(function (head, column) {
    var title = head.textContent;
    head.textContent = "";
    make("button", head, title).onclick = function () {
      var down = head.getAttribute("aria-sort") === "ascending" ||
                 (!head.hasAttribute("aria-sort") && head.className === "number");
      all(table.tHead, "th").forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      var rows = Array.prototype.map.call(table.tBodies[0].rows, function (row, i) {
        return { row: row, key: key(row, column), place: i };
      });
      rows.sort(function (a, b) {
        var order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
        return (down ? -order : order) || a.place - b.place;
      });
      rows.forEach(function (each) { table.tBodies[0].appendChild(each.row); });
    };
  });
}
function filterable(table) {
  var tools = document.createElement("div"), rows = Array.prototype.slice.call(table.tBodies[0].rows),
      chosen = {}, buttons = {}, group = "", counts = {};
  tools.className = "tools";
  table.parentNode.parentNode.insertBefore(tools, table.parentNode);
  var field = make("input", tools);
  field.type = "search";
  field.placeholder = "Filter";
  field.setAttribute("aria-label", "Filter " + table.id);
  rows.forEach(function (row) {
    var kind = row.getAttribute("data-kind");
    if (kind) counts[kind] = (counts[kind] || 0) + 1;
  });
  function apply() {
    var words = field.value.toLowerCase().split(/\s+/), any = Object.keys(chosen).length > 0, shown = 0;
    rows.forEach(function (row) {
      var text = row.textContent.toLowerCase();
      row.hidden = (any && !chosen[row.getAttribute("data-kind")]) ||
                   (group !== "" && row.getAttribute("data-group") !== group) ||
                   !words.every(function (word) { return text.indexOf(word) >= 0; });
      if (!row.hidden) ++shown;
    });
    Object.keys(buttons).forEach(function (kind) {
      buttons[kind].setAttribute("aria-pressed", chosen[kind] ? "true" : "false");
    });
    state.textContent = shown === rows.length ? rows.length + " rows" : shown + " of " + rows.length + " rows";
    everything.hidden = shown === rows.length;
  }
  Object.keys(counts).forEach(function (kind) {
    buttons[kind] = make("button", tools, kind + " " + counts[kind]);
    buttons[kind].onclick = function () {
      if (chosen[kind]) delete chosen[kind]; else chosen[kind] = true;
      group = "";
      apply();
    };
  });
  var everything = make("button", tools, "Show all"), state = make("span", tools);
  state.className = "second";
  state.setAttribute("role", "status");
  var filter = filters[table.id] = {
    all: function () { chosen = {}; group = ""; field.value = ""; apply(); },
    kinds: function (kinds) {
      filter.all();
      kinds.forEach(function (kind) { if (counts[kind]) chosen[kind] = true; });
      apply();
    },
    group: function (wanted) { filter.all(); group = wanted; apply(); }
  };
  everything.onclick = filter.all;
  field.oninput = apply;
  apply();
}
function reveal(target) {
  for (var at = target; at; at = at.parentElement)
    if (at.tagName === "DETAILS") at.open = true;
  var table = target.closest("table");
  if (target.hidden && table && filters[table.id]) filters[table.id].all();
}
function mark(element) {
  if (marked) marked.classList.remove("on");
  marked = element;
  if (marked) marked.classList.add("on");
}
document.addEventListener("click", function (event) {
  var link = event.target.closest && event.target.closest("a[href^='#']");
  if (!link) return;
  var target = document.getElementById(link.getAttribute("href").slice(1));
  if (!target) return;
  reveal(target);
  var filter = filters[link.getAttribute("data-table")];
  if (filter && link.hasAttribute("data-kinds")) filter.kinds(link.getAttribute("data-kinds").split(" "));
  if (filter && link.hasAttribute("data-group")) filter.group(link.getAttribute("data-group"));
  mark(link.closest("svg") ? link : link.closest("tr"));
  setTimeout(function () {
    target.scrollIntoView({ block: target.closest("svg") || target.tagName === "TR" ? "center" : "start",
                            inline: "center" });
  }, 0);
});
all(document, "table[data-sort]").forEach(sortable);
all(document, "table[data-filter]").forEach(filterable);
all(document, "figure").forEach(function (figure) {
  var svg = figure.querySelector("svg"), tools = document.createElement("div"), scale = 1,
      width = svg.width.baseVal.value, height = svg.height.baseVal.value;
  tools.className = "tools zoom";
  figure.parentNode.insertBefore(tools, figure);
  function zoom(to) {
    scale = Math.min(4, Math.max(0.02, to));
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
  }
  [["\u2212", function () { zoom(scale / 1.25); }], ["+", function () { zoom(scale * 1.25); }],
   ["100 %", function () { zoom(1); }],
   ["Fit", function () { zoom(Math.min(1, (figure.clientWidth - 4) / width)); }]].forEach(function (each) {
    make("button", tools, each[0]).onclick = each[1];
  });
  if (figure.clientWidth && width > figure.clientWidth) zoom(Math.max(0.6, (figure.clientWidth - 4) / width));
});
var start = document.getElementById(location.hash.slice(1));
if (filters.nodes) filters.nodes.kinds(["costly", "joins", "harmless", "unassigned"]);
if (start) { reveal(start); start.scrollIntoView({ block: "center" }); }
})();
)js";

} // namespace

std::string pageHead(const std::string& title, const std::string& lightRules,
                     const std::string& darkRules) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'\"/>\n<title>{0}</title>\n<style>\n:root{{{1}}}\n{2}\n"
        "@media (prefers-color-scheme:dark){{\n:root{{{3}}}\n{4}\n}}\n{5}</style>\n</head>\n"
        "<body>\n",
        escapedHtml(title), variables(Scheme::light), lightRules, variables(Scheme::dark),
        darkRules, kStyle);
}

std::string pageFoot() {
    return fmt::format("<script>\n//<![CDATA[{}//]]>\n</script>\n</body>\n</html>\n", kScript);
}

std::string pageLink(std::string_view text, const std::string& target) {
    return target.empty() ? escapedHtml(text)
                          : fmt::format("<a href=\"#{}\">{}</a>", target, escapedHtml(text));
}

PageTable::PageTable(std::string_view id, bool filtered) : m_id(id), m_filtered(filtered) {}

void PageTable::head(std::string_view title, bool figures) {
    m_heads += fmt::format("<th{}>{}</th>", figures ? " class=\"number\"" : "", escapedHtml(title));
}

void PageTable::row(const std::string& id, std::string_view kind, const std::string& group) {
    m_rows += m_count++ ? "</tr>\n<tr" : "<tr";
    for (const auto& [name, value] :
         {std::pair("id", std::string_view(id)), std::pair("data-kind", kind),
          std::pair("data-group", std::string_view(group))})
        if (!value.empty())
            m_rows += fmt::format(" {}=\"{}\"", name, escapedHtml(value));
    m_rows += ">";
}

void PageTable::text(std::string_view text) { html(escapedHtml(text)); }

void PageTable::code(std::string_view text, const std::string& link) {
    html("<code>" + pageLink(text, link) + "</code>");
}

void PageTable::html(const std::string& html) { m_rows += "<td>" + html + "</td>"; }

void PageTable::figure(std::string_view shown, double number) {
    m_rows += fmt::format("<td class=\"number\" data-v=\"{}\">{}</td>", number, escapedHtml(shown));
}

std::string PageTable::str() const {
    return fmt::format(
        "<div class=\"scroll\"><table id=\"{}\" data-sort=\"1\"{}>\n<thead><tr>{}</tr>"
        "</thead>\n<tbody>\n{}{}</tbody>\n</table></div>\n",
        m_id, m_filtered && m_count > 8 ? " data-filter=\"1\"" : "", m_heads, m_rows,
        m_count ? "</tr>\n" : "");
}

} // namespace partita
