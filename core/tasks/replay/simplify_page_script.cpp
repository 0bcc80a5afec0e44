#include "core/tasks/replay/simplify_page.h"

namespace partita::page {

const char* const kSimplifyStyle = R"css(
body{max-width:none}
.player{border:1px solid var(--strong);border-radius:3px;margin:12px 0 24px;background:var(--canvas)}
.bar{display:flex;flex-wrap:wrap;gap:6px;align-items:center;padding:8px 12px;border-bottom:1px solid var(--weak);background:var(--window)}
.bar button,.bar select{font:inherit;color:inherit;background:var(--base);border:1px solid var(--strong);border-radius:3px;height:28px;min-width:30px;padding:0 8px;cursor:pointer}
.bar #play{background:var(--accent);border-color:var(--accent);color:var(--on-accent);min-width:84px;font-weight:600}
.bar input[type=range]{flex:1 1 240px;min-width:120px;accent-color:var(--accent)}
.bar output{font-variant-numeric:tabular-nums;min-width:104px;text-align:right} .bar output b{font-size:16px}
.about{padding:10px 12px 0;min-height:104px} .about h2{font:600 20px ui-monospace,"DejaVu Sans Mono",monospace;margin:0;overflow-wrap:anywhere}
.about h2 small{font:14px system-ui,sans-serif;margin-left:8px} .about p{font-size:15px;margin:2px 0 6px}
.about dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 12px;margin:0;color:var(--second)} .about dd{margin:0;white-space:pre-wrap} .about dd code{color:var(--text)}
.stage{display:grid;grid-template-columns:minmax(220px,26%) minmax(0,1fr) 250px;gap:12px;padding:10px 12px;align-items:stretch}
.stage h3{margin:0 0 4px;font-weight:400;color:var(--second)}
.map,.pane{display:flex;flex-direction:column;min-width:0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;min-width:0}
.stage svg.view{flex:none;width:100%;height:min(58vh,560px);min-height:260px;border:1px solid var(--weak);background:var(--canvas)}
.stage .note{color:var(--second);margin:8px 0}
.sum{border-left:1px solid var(--strong);padding-left:16px} .sum div{margin-bottom:10px} .sum .value{font-size:30px;font-weight:600;line-height:1.1;font-variant-numeric:tabular-nums}
.sum .value small{font-size:13px;font-weight:400;color:var(--second);float:right;margin-top:14px} .sum h3 b{float:right;font-weight:600}
.sum svg{display:block;width:100%;height:52px;overflow:visible}
.now{fill:none;stroke:var(--text);stroke-width:1.5;vector-effect:non-scaling-stroke} .later{fill:none;stroke:var(--second);stroke-width:1.5;stroke-dasharray:1.5 4;vector-effect:non-scaling-stroke}
.base{stroke:var(--strong);vector-effect:non-scaling-stroke} .dot{fill:var(--accent)}
.segments{display:flex;gap:3px;padding:4px 12px 12px} .segments button{appearance:none;border:0;background:none;padding:0;min-width:6px;text-align:left;color:var(--second);font:12px ui-monospace,"DejaVu Sans Mono",monospace;cursor:pointer;overflow:hidden}
.segments span{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;height:18px} .segments i{display:block;height:10px;background:var(--weak);border-radius:2px;overflow:hidden} .segments i i{background:var(--second);border-radius:0}
.segments [aria-current] span{color:var(--text);font-weight:600} .segments [aria-current] i i{background:var(--accent)}
.frame{fill:none;stroke:var(--accent);stroke-width:2;vector-effect:non-scaling-stroke}
.gone{fill:var(--canvas);fill-opacity:.8;stroke:var(--second);stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
.new,.alter{fill:none;stroke-width:2;vector-effect:non-scaling-stroke} .new{stroke:var(--good)} .alter{stroke:var(--alter)}
.count{font:600 12px system-ui,sans-serif;fill:var(--bad)}
.legend b{font-weight:600} :root{--alter:#6a3fb5} @media (prefers-color-scheme:dark){:root{--alter:#bc9cf0}}
#operators{width:auto;min-width:340px} .keys{color:var(--second);padding:0 12px 10px;margin:0} kbd{font:inherit;font-size:12px;border:1px solid var(--strong);border-radius:3px;padding:0 5px;background:var(--base)}
@media (max-width:1280px){.pair{grid-template-columns:minmax(0,1fr)} .pair svg.view{height:min(26vh,250px);min-height:200px}}
@media (max-width:1000px){.stage{grid-template-columns:minmax(0,1fr)} .stage svg.view{height:320px} .sum{border:0;padding:0;display:flex;flex-wrap:wrap;gap:24px} .sum div{flex:1 1 180px}}
@media print{.player{display:none}}
)css";

const char* const kSimplifyPlayer = R"html(
<section class="player" aria-label="Player" id="player">
<div class="bar">
<button type="button" id="home" title="Start (Home)" aria-label="Start">|‹</button>
<button type="button" id="passBack" title="Pass before (Shift+←)" aria-label="Pass before">«</button>
<button type="button" id="back" title="Step back (←)" aria-label="Step back">‹</button>
<button type="button" id="play" title="Space">▶︎ Play</button>
<button type="button" id="on" title="Step on (→)" aria-label="Step on">›</button>
<button type="button" id="passOn" title="Next pass (Shift+→)" aria-label="Next pass">»</button>
<button type="button" id="end" title="End (End)" aria-label="End">›|</button>
<input type="range" id="slider" min="0" value="0" aria-label="Step">
<output id="place" for="slider"></output>
<select id="speed" aria-label="Speed"><option value="1">1 per s</option><option value="2">2 per s</option><option value="4" selected="selected">4 per s</option><option value="8">8 per s</option><option value="16">16 per s</option><option value="32">32 per s</option></select>
<label><input type="checkbox" id="follow"> follow in the graph</label>
</div>
<div class="about"><h2><span id="pass"></span><small class="second" id="which"></small></h2><p id="sentence"></p><dl id="formula"></dl></div>
<div class="stage">
<div class="map"><h3 id="mapTitle">The graph</h3><svg class="view" id="map" role="img" aria-labelledby="mapTitle"></svg></div>
<div class="pair"><div class="pane"><h3>Before</h3><svg class="view" id="before" role="img" aria-label="Before the step"></svg></div>
<div class="pane"><h3>After</h3><svg class="view" id="after" role="img" aria-label="After the step"></svg></div></div>
<div class="sum" id="sum"></div>
</div>
<div class="segments" id="segments" role="group" aria-label="Passes"></div>
<p class="keys"><kbd>Space</kbd> play · <kbd>←</kbd> <kbd>→</kbd> step · <kbd>Shift</kbd>+<kbd>→</kbd> next pass · <kbd>Home</kbd> <kbd>End</kbd> · <b class="bad">− goes</b> · <b class="good">+ is new</b> · <b style="color:var(--alter)">Δ changes</b> · dashed: was there</p>
<p class="second" id="said" role="status" style="position:absolute;clip-path:inset(50%)"></p>
</section>
<noscript><p>The player needs scripts. The tables below say what was done.</p></noscript>
)html";

const char* const kSimplifyScript = R"js(
(function () {
"use strict";
function id(name) { return document.getElementById(name); }
function esc(text) { return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;"); }
function num(n) { return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ","); }
var last = D.steps.length, state = 0, timer = 0, mapShown = -1, passOf = [], mapDone = 0;
D.passes.forEach(function (pass, p) { for (var i = 0; i < pass.c; ++i) passOf.push(p); });
function marks(list) {
  var out = "";
  for (var i = 0; i < list.length; i += 3)
    out += '<g transform="translate(' + list[i + 1] / 10 + " " + list[i + 2] / 10 + ')">' + D.shapes[list[i]] + "</g>";
  return out;
}
function boxOf(x, y, w, h) { return x / 10 + " " + y / 10 + " " + w / 10 + " " + h / 10; }
/* A picture is shown at its own size at most: a few nodes do not fill the pane. */
function setView(svg, w, h) {
  var least = 260, width = Math.max(w / 10, least), height = Math.max(h / 10, least);
  svg.setAttribute("viewBox", (w / 10 - width) / 2 + " " + (h / 10 - height) / 2 + " " + width + " " + height);
}
function showPair(step) {
  var picture = step && step[0] >= 0 ? D.pictures[step[0]] : null;
  ["before", "after"].forEach(function (side, i) {
    var svg = id(side);
    if (!picture) {
      svg.setAttribute("viewBox", "0 0 300 200");
      svg.innerHTML = '<text x="150" y="100" text-anchor="middle" font-size="12" style="fill:var(--second)">' +
        (i ? "" : esc(step ? step[2] || "Nothing of it is drawn." : "The model as it was opened.")) + "</text>";
      return;
    }
    setView(svg, picture[0], picture[1]);
    svg.innerHTML = marks(picture[2 + i]) + (picture[4] ? '<text x="4" y="12" font-size="10" style="fill:var(--second)">and ' + num(picture[4]) + " more nodes</text>" : "");
  });
}
function rect(box, name, grow) {
  return '<rect class="' + name + '" x="' + (box[0] / 10 - grow) + '" y="' + (box[1] / 10 - grow) + '" width="' +
    (box[2] / 10 + 2 * grow) + '" height="' + (box[3] / 10 + 2 * grow) + '" rx="3"/>';
}
/* The map is the graph at the beginning of the pass; what the pass has done since is drawn over it. */
function showMap() {
  var p = state ? passOf[state - 1] : 0, pass = D.passes[p], map = D.maps[pass.m], svg = id("map"), over = "", seen = {}, frame = null;
  id("mapTitle").textContent = map.length ? "The graph before this pass, round " + pass.r : "The graph is too large to be drawn";
  if (!map.length) { svg.innerHTML = ""; mapShown = -1; return; }
  if (mapShown !== pass.m) {
    svg.innerHTML = "<g>" + marks(map[2]) + "</g><g></g>";
    mapShown = pass.m;
  }
  for (var s = pass.f; s < state; ++s) {
    var touched = D.steps[s][3];
    for (var i = 0; i < touched.length; i += 3) {
      var b = touched[i], all = seen[b] || (seen[b] = [0, 0, 0]);
      all[touched[i + 1]] += touched[i + 2];
      if (s === state - 1) {
        var r = map[3][b];
        frame = frame ? [Math.min(frame[0], r[0]), Math.min(frame[1], r[1]), Math.max(frame[2], r[0] + r[2]), Math.max(frame[3], r[1] + r[3])]
                      : [r[0], r[1], r[0] + r[2], r[1] + r[3]];
      }
    }
  }
  Object.keys(seen).forEach(function (b) {
    var box = map[3][b], n = seen[b];
    if (box[4]) {
      var less = n[0] - n[2];
      over += rect(box, "alter", 1) + (less ? '<text class="count" x="' + (box[0] + box[2]) / 10 + '" y="' + (box[1] / 10 - 4) + '" text-anchor="end">' + (less > 0 ? "−" : "+") + Math.abs(less) + "</text>" : "");
    } else if (n[0] && !n[2]) over += rect(box, "gone", 0);
    else over += rect(box, n[2] ? "new" : "alter", 2);
  });
  if (frame) over += rect([frame[0], frame[1], frame[2] - frame[0], frame[3] - frame[1]], "frame", 10);
  svg.lastChild.innerHTML = over;
  if (id("follow").checked && frame) {
    var w = 4200, h = 4800, x = (frame[0] + frame[2] - w) / 2, y = (frame[1] + frame[3] - h) / 2;
    svg.setAttribute("viewBox", boxOf(x, y, w, h));
  } else setView(svg, map[0], map[1]);
}
var curves = [{ title: "Nodes", at: D.nodes.map(function (n, i) { return [i, n]; }), text: num }];
if (D.places.length) {
  curves.push({ title: "Partitions of " + (D.device || "the device"), tag: "predicted", at: D.places.map(function (p) { return [p[0], p[1]]; }), text: num });
  var timed = D.places.filter(function (p) { return p[2] !== null; });
  if (timed.length > 1)
    curves.push({ title: "Time per run", tag: "simulated", at: timed.map(function (p) { return [p[0], p[2]]; }), percent: true,
                  text: function (ms) { return ms >= 100 ? num(Math.round(ms)) + " ms" : ms.toPrecision(3) + " ms"; } });
}
/* The last known value up to a state. */
function valueAt(curve, s) {
  var lo = 0, hi = curve.at.length - 1;
  while (lo < hi) { var m = (lo + hi + 1) >> 1; if (curve.at[m][0] <= s) lo = m; else hi = m - 1; }
  return lo;
}
function thin(points) {
  if (points.length <= 400) return points;
  return points.filter(function (p, i) {
    return i === 0 || i === points.length - 1 || p[1] !== points[i - 1][1] || p[1] !== points[i + 1][1];
  });
}
curves.forEach(function (curve) {
  curve.most = Math.max.apply(null, curve.at.map(function (p) { return p[1]; })) || 1;
  curve.el = document.createElement("div");
  id("sum").appendChild(curve.el);
});
function path(curve, points) {
  return points.map(function (p, i) {
    return (i ? "L" : "M") + (last ? p[0] / last * 220 : 0).toFixed(1) + " " + (46 - p[1] / curve.most * 42).toFixed(1);
  }).join("");
}
function showFigures() {
  curves.forEach(function (curve) {
    var k = valueAt(curve, state), now = curve.at[k][1], start = curve.at[0][1], less = now - start, here = [state, now];
    if (curve.percent && Math.abs(less) < start / 200) less = 0;
    var delta = !less ? "" : curve.percent ? Math.round(less / start * 100) + " %" : num(Math.abs(less));
    if (delta && !curve.percent) delta = (less < 0 ? "−" : "+") + delta;
    delta = delta.replace("-", "−");
    curve.el.innerHTML = "<h3>" + esc(curve.title) + (curve.tag ? ' <span class="tag">' + curve.tag + "</span>" : "") +
      '<b class="' + (less < 0 ? "good" : "bad") + '">' + delta + '</b></h3><div class="value">' + curve.text(now) +
      "<small>from " + curve.text(start) + '</small></div><svg viewBox="0 0 220 48" preserveAspectRatio="none" aria-hidden="true"><line class="base" x1="0" x2="220" y1="47" y2="47"/><path class="now" d="' +
      path(curve, thin(curve.at.slice(0, k + 1)).concat([here])) + '"/><path class="later" d="' + path(curve, [here].concat(thin(curve.at.slice(k + 1)))) +
      '"/><circle class="dot" r="3" cx="' + (state / last * 220).toFixed(1) + '" cy="' + (46 - now / curve.most * 42).toFixed(1) + '"/></svg>';
  });
}
D.passes.forEach(function (pass) {
  var button = document.createElement("button");
  button.type = "button";
  button.style.flex = pass.c + " 1 0";
  button.title = pass.n + ", round " + pass.r + ": " + pass.c;
  button.setAttribute("aria-label", pass.n + ", round " + pass.r + ", " + pass.c + (pass.c === 1 ? " step" : " steps"));
  button.innerHTML = "<span></span><i><i></i></i>";
  button.onclick = function () { pause(); go(pass.f + 1); };
  id("segments").appendChild(button);
  pass.el = button;
});
function showPasses() {
  var p = state ? passOf[state - 1] : -1;
  D.passes.forEach(function (pass, i) {
    var done = Math.max(0, Math.min(pass.c, state - pass.f)), wide = pass.el.offsetWidth > 40;
    pass.el.firstChild.textContent = wide ? pass.n : "";
    pass.el.lastChild.firstChild.style.width = 100 * done / pass.c + "%";
    if (i === p) pass.el.setAttribute("aria-current", "step"); else pass.el.removeAttribute("aria-current");
  });
}
function entry(term, text) { return text ? "<dt>" + term + "</dt><dd><code>" + esc(text) + "</code></dd>" : ""; }
function show() {
  var step = state ? D.steps[state - 1] : null, pass = state ? D.passes[passOf[state - 1]] : null;
  id("place").innerHTML = "step <b>" + num(state) + "</b> / " + num(last);
  id("slider").value = state;
  id("slider").setAttribute("aria-valuetext", pass ? "step " + state + " of " + last + ", " + pass.n + ", " + step[1] : "start");
  id("pass").textContent = pass ? pass.n : "Start";
  id("which").textContent = pass ? num(state - pass.f) + " of " + num(pass.c) + (step[1] ? " · " + step[1] : "") : "";
  id("sentence").textContent = pass ? pass.s : "The model as it was opened. Play, or step with the arrow keys.";
  id("formula").innerHTML = pass ? entry("before", pass.b) + entry("after", pass.a) : "";
  showPair(step);
  showMap();
  showFigures();
  showPasses();
  if (!timer) id("said").textContent = pass ? pass.n + ", step " + state + " of " + last + ", " + num(D.nodes[state]) + " nodes" : "Start";
}
function go(to) {
  state = Math.max(0, Math.min(last, to));
  show();
}
/* Steps of a pass with one picture are run through at double pace. */
function delay() {
  var a = D.steps[state - 1], b = D.steps[state], pace = 1000 / Number(id("speed").value);
  return a && b && a[0] === b[0] && passOf[state - 1] === passOf[state] ? pace / 2 : pace;
}
function tick() {
  if (state >= last) { pause(); return; }
  go(state + 1);
  timer = setTimeout(tick, delay());
}
function pause() {
  clearTimeout(timer);
  timer = 0;
  id("play").textContent = "\u25B6\uFE0E Play";
}
function play() {
  if (timer) { pause(); show(); return; }
  if (state >= last) go(0);
  id("play").textContent = "\u275A\u275A Pause";
  timer = setTimeout(tick, delay());
}
function passOn() {
  pause();
  for (var i = 0; i < D.passes.length; ++i)
    if (D.passes[i].f + 1 > state) { go(D.passes[i].f + 1); return; }
  go(last);
}
function passBack() {
  pause();
  for (var i = D.passes.length; i-- > 0;)
    if (D.passes[i].f + 1 < state) { go(D.passes[i].f + 1); return; }
  go(0);
}
function move(by) { pause(); go(state + by); }
id("slider").max = last;
id("slider").oninput = function () { pause(); go(Number(this.value)); };
id("play").onclick = play;
id("home").onclick = function () { pause(); go(0); };
id("end").onclick = function () { pause(); go(last); };
id("on").onclick = function () { move(1); };
id("back").onclick = function () { move(-1); };
id("passOn").onclick = passOn;
id("passBack").onclick = passBack;
id("follow").onchange = show;
window.addEventListener("resize", showPasses);
document.addEventListener("keydown", function (event) {
  var on = event.target, typed = on.tagName === "SELECT" || (on.tagName === "INPUT" && on.type !== "range" && on.type !== "checkbox");
  if (typed || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && on.tagName !== "BUTTON" && on.type !== "checkbox") play();
  else if (event.key === "ArrowRight") { if (event.shiftKey) passOn(); else move(1); }
  else if (event.key === "ArrowLeft") { if (event.shiftKey) passBack(); else move(-1); }
  else if (event.key === "Home") { pause(); go(0); }
  else if (event.key === "End") { pause(); go(last); }
  else return;
  event.preventDefault();
});
show();
})();
)js";

} // namespace partita::page
