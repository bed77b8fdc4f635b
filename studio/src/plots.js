// Small plots as SVG, in the colours of the page.

import { h } from "../../solenia_rules/serve/static/dom.js";
import { number } from "./settings.js";

const NS = "http://www.w3.org/2000/svg";

function draw(tag, attributes, ...children) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function shown(value, share) { return share ? `${number(100 * value, 1)} %` : number(value, Math.abs(value) >= 100 ? 0 : 2); }

/** A value with its interval on a scale; the version before is drawn paler below. */
export function interval(label, measured, { low, high, share = false, fair, before } = {}) {
  if (!measured) return null;
  const all = [measured.low, measured.high, ...(before ? [before.low, before.high] : []), ...(fair === undefined ? [] : [fair])];
  const spread = Math.max(...all) - Math.min(...all) || Math.abs(measured.value) || 1;
  const from = low ?? Math.min(...all) - 0.3 * spread, to = high ?? Math.max(...all) + 0.3 * spread;
  const x = (value) => 4 + 192 * Math.min(1, Math.max(0, (value - from) / (to - from)));
  const text = `${shown(measured.value, share)} (${shown(measured.low, share)} – ${shown(measured.high, share)})`;
  const bar = (one, y, sort) => [
    draw("line", { class: sort, x1: x(one.low), x2: x(one.high), y1: y, y2: y, "stroke-width": 3, "stroke-linecap": "round" }),
    draw("circle", { class: sort, cx: x(one.value), cy: y, r: 4 }),
  ];
  const plot = draw("svg", { class: "interval", viewBox: `0 0 200 ${before ? 26 : 16}`, "aria-hidden": "true" },
    draw("line", { class: "axis", x1: 4, x2: 196, y1: 8, y2: 8 }),
    ...(fair === undefined ? [] : [draw("line", { class: "fair", x1: x(fair), x2: x(fair), y1: 0, y2: before ? 26 : 16 })]),
    ...bar(measured, 8, "value"), ...(before ? bar(before, 20, "before") : []));
  return h("div", { class: "measured" }, label ? h("span", { class: "label" }, label) : null, plot, h("span", { class: "number" }, text));
}

/** How often each value occurred. */
export function histogram(values, label) {
  if (values.length < 2) return null;
  const low = Math.min(...values), high = Math.max(...values);
  const count = Math.min(24, Math.max(1, high - low + 1));
  const width = (high - low + 1) / count;
  const bins = Array(count).fill(0);
  for (const value of values) bins[Math.min(count - 1, Math.floor((value - low) / width))] += 1;
  const most = Math.max(...bins);
  const plot = draw("svg", { class: "histogram", viewBox: "0 0 240 60", role: "img", "aria-label": `${label}: ${low} – ${high}` },
    ...bins.map((n, index) => draw("rect", { x: (index * 240) / count + 0.5, y: 48 - (46 * n) / most, width: 240 / count - 1, height: Math.max(0.5, (46 * n) / most) })),
    draw("text", { x: 0, y: 58 }, String(low)), draw("text", { x: 240, y: 58, "text-anchor": "end" }, String(high)));
  return h("figure", {}, plot, h("figcaption", {}, label));
}
