"""How the report looks: paper by day, lamplight by night, one column on a phone."""

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "TeX Gyre Pagella",
    "P052", Georgia, "Liberation Serif", serif;
  --paper: #f1e6cc; --panel: #f8f1df; --ink: #2b2117; --ink-soft: #5f4e38; --line: #c3ad82;
  --soft: rgba(95, 70, 30, .2); --track: #e5d5b0; --gold: #7c5810;
  --french: #24497f; --allied: #9c2a2a; --prussian: #2a2927;
  --french-ink: #1f4178; --anglo-dutch-ink: #8d2424; --prussian-ink: #2a2927;
  --whisker: #17120c; --halo: #f8f1df; --river: #7d95a8; --heat: rgba(200, 96, 22, .42);
  --core: #8f2a12;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f2529; --panel: #153036; --ink: #efe4c9; --ink-soft: #b9b294; --line: #3d5a5c;
    --soft: rgba(190, 200, 170, .16); --track: #0a1c20; --gold: #dcb768;
    --french: #4477bd; --allied: #b9453f; --prussian: #8d8a7c;
    --french-ink: #9dbcf0; --anglo-dutch-ink: #f0a197; --prussian-ink: #d8d2c0;
    --whisker: #fdf6e2; --halo: #153036; --river: #4c7480; --heat: rgba(240, 160, 70, .4);
    --core: #f0763f;
  }
}
* { box-sizing: border-box; }
html { font: 17px/1.5 var(--serif); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--paper); }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 48px; display: grid; gap: 20px;
  grid-template-columns: 1fr 1fr; }
main > * { min-width: 0; }
.wide { grid-column: 1 / -1; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 18px 22px 20px; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .4em; font-weight: 600; text-wrap: balance; }
h2 { font-size: 1.25rem; margin: 0 0 .6em; font-weight: 600; font-variant-caps: small-caps;
  letter-spacing: .03em; }
h3 { font-size: 1rem; margin: .4em 0 .5em; font-weight: 600; }
header p { max-width: 46em; margin: 0 0 .6em; }
header p:not(.over, .facts) { font-size: 1.1rem; }
.over { color: var(--gold); font-variant-caps: small-caps; letter-spacing: .06em; }
.facts, .key, small, footer { color: var(--ink-soft); font-size: .85rem; }
.key { margin: .7em 0; }
small { display: block; line-height: 1.3; }
.key i { display: inline-block; width: .9em; height: .9em; border-radius: 2px;
  margin: 0 .35em 0 .5em; vertical-align: -.1em; }
.key i:first-child { margin-left: 0; }
i.french { background: var(--french); } i.allied { background: var(--allied); }
i.core { background: var(--core); border-radius: 50% !important; }
i.heat { background: var(--heat); border-radius: 50% !important; }
i.mark { height: 0 !important; border-top: 2px solid var(--whisker);
  vertical-align: .25em !important; border-radius: 0 !important; }
.rows { display: grid; gap: 10px; }
.row { display: grid; grid-template-columns: 19em 1fr 5.6em; gap: 14px; align-items: center; }
.slim .row { grid-template-columns: 9.5em 1fr 4.6em; }
.unit { gap: 4px; }
.unit .row { grid-template-columns: 8.4em 1fr 3.4em; gap: 10px; }
.unit .name small { white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
  font-size: .74rem; }
.name, .number { line-height: 1.25; min-width: 0; }
.number { text-align: right; font-variant-numeric: lining-nums tabular-nums; white-space: nowrap; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 14px 34px; }
.three { display: grid; grid-template-columns: repeat(3, 1fr); gap: 14px 30px; }
.two > *, .three > *, .beside > * { min-width: 0; }
.beside { display: grid; grid-template-columns: 1fr 20em; gap: 26px; align-items: start; }
.beside table { font-size: .94rem; }
.when small { display: flex; justify-content: space-between; }
figure { margin: 0; }
svg { display: block; width: 100%; }
.bar { height: 22px; } .unit .bar { height: 13px; } .strip { height: 34px; }
.chart, .map { height: auto; }
.track { fill: var(--track); }
.french { fill: var(--french); } .allied, .anglo-dutch { fill: var(--allied); }
.prussian { fill: var(--prussian); } .pale { opacity: .35; }
.whisker, .half, .axis, .grid { fill: none; vector-effect: non-scaling-stroke; }
.whisker { stroke: var(--whisker); stroke-width: 2; }
.whisker.under { stroke: var(--halo); stroke-width: 5; }
.half { stroke: var(--gold); stroke-width: 1.5; }
.axis { stroke: var(--ink-soft); stroke-width: 1; } .grid { stroke: var(--soft); stroke-width: 1; }
.chart text { font-size: 10.5px; fill: var(--ink-soft); text-anchor: middle; }
.chart text.end { text-anchor: end; }
.chart text[class*="-ink"] { font-weight: 600; font-size: 11.5px; text-anchor: start; }
.chart .french-ink { fill: var(--french-ink); } .chart .prussian-ink { fill: var(--prussian-ink); }
.chart .anglo-dutch-ink { fill: var(--anglo-dutch-ink); }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
.french-line { stroke: var(--french-ink); }
.anglo-dutch-line { stroke: var(--anglo-dutch-ink); stroke-dasharray: 7 3; }
.prussian-line { stroke: var(--prussian-ink); stroke-dasharray: 2 3; }
.river { fill: none; stroke: var(--river); stroke-width: 2.5; stroke-linejoin: round;
  opacity: .75; }
.road { fill: none; stroke: var(--ink-soft); stroke-width: 1.2; opacity: .6; }
.main.road { stroke-width: 2.6; }
.town { fill: var(--panel); stroke: var(--ink); stroke-width: 1.6; }
.city { fill: var(--gold); stroke: var(--ink); stroke-width: 1.8; }
.heat { fill: var(--heat); } .core { fill: var(--core); opacity: .85; }
.map text { font-size: 16px; fill: var(--ink); paint-order: stroke; stroke: var(--halo);
  stroke-width: 3.5px; stroke-linejoin: round; }
.map text.big { font-weight: 600; } .map text.phone { display: none; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: lining-nums tabular-nums; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--soft);
  vertical-align: top; line-height: 1.3; }
th { font-weight: 600; font-size: .85rem; color: var(--ink-soft); }
td.n { text-align: right; white-space: nowrap; } th.n { text-align: right; }
td.n:last-child, th.n:last-child { padding-right: 0; }
.scroll { overflow-x: auto; }
details { margin-top: .8em; } summary { cursor: pointer; padding: .35em 0; }
ol { padding-left: 1.4em; margin: .4em 0; } li { margin-bottom: .5em; font-size: .92rem; }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px; }
@media (max-width: 900px) {
  main, .two, .three, .beside { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 600px) {
  main { padding: 18px 10px 36px; gap: 12px; }
  section { padding: 14px 14px 16px; }
  header { padding: 0 4px; } h1 { font-size: 1.6rem; }
  .row, .slim .row { grid-template-columns: 1fr auto; gap: 2px 12px; }
  .row .bar, .row .when { grid-row: 2; grid-column: 1 / -1; }
  .unit .row { grid-template-columns: 9em 1fr 3.4em; gap: 10px; }
  .unit .row .bar { grid-row: auto; grid-column: auto; }
  .map text.phone { display: inline; font-size: 28px; stroke-width: 6px; }
  .map text.desk { display: none; }
  .two { gap: 22px; }
}
"""
