// Puts the picture of a position into the page. The picture comes from the server as SVG text; scripts, listeners and
// links are removed although the server writes none.

const sheets = new Map();

function cleaned(root) {
  for (const element of root.querySelectorAll("script, foreignObject, iframe, object, embed")) element.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const link = name === "href" || name.endsWith(":href");
      if (name.startsWith("on") || (link && !value.startsWith("#"))) element.removeAttribute(name);
    }
  }
  return root;
}

/** The policy of the page forbids style elements, so the styles of a picture become a style sheet of the document. */
function adoptStyles(root) {
  for (const style of root.querySelectorAll("style")) {
    const text = style.textContent;
    if (!sheets.has(text)) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    style.remove();
  }
}

/** Give the ids of a picture an ending, so that a second picture on the page can have the same ones. */
function setApart(root, ending) {
  for (const element of root.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (name === "id") element.id = value + ending;
      else if (value.includes("url(#")) element.setAttribute(name, value.replaceAll(/url\(#([^)]+)\)/g, `url(#$1${ending})`));
      else if (name.endsWith("href") && value.startsWith("#")) element.setAttribute(name, value + ending);
    }
  }
}

/** The picture as an element; null if it cannot be read. `ending`: what its ids end with. */
export function readPicture(text, ending = "") {
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = read.documentElement;
  if (root.nodeName !== "svg") return null;
  const made = document.importNode(cleaned(root), true);
  if (ending) setApart(made, ending);
  adoptStyles(made);
  return made;
}

/** What cells hold in their fields (men, stones): cell -> what, with its element. */
function holdings(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-held]")) {
    const cell = element.closest("[data-ref]")?.dataset.ref;
    if (cell) found.set(`${cell} ${element.dataset.held}`, { cell, what: element.dataset.held, element, box: element.getBoundingClientRect() });
  }
  return found;
}

/** The men and stones that have moved: the element now, and where it was. Each one is taken from the nearest cell that
 * has lost the same thing. */
function moved(before, after) {
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, one]) => one);
  const found = [];
  for (const [key, one] of after) {
    if (before.has(key)) continue;
    const alike = lost.filter((other) => other.what === one.what);
    const far = ({ box }) => Math.hypot(box.left - one.box.left, box.top - one.box.top);
    const from = alike.sort((a, b) => far(a) - far(b))[0];
    if (!from) continue;
    lost.splice(lost.indexOf(from), 1);
    found.push([one.element, from.box, one.box]);
  }
  return found;
}

function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-key]")) found.set(element.dataset.key, element.getBoundingClientRect());
  return found;
}

/** Replace a picture and let the pieces that both show move from their old places to the new ones. */
export function replacePicture(frame, made) {
  const old = frame.querySelector("svg");
  const before = old ? places(old) : new Map();
  const held = old ? holdings(old) : new Map();
  if (old) old.replaceWith(made);
  else frame.append(made);
  if (!old || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const scale = made.getScreenCTM()?.a || 1;
  const slide = (element, was, is) => {
    const dx = (was.left - is.left) / scale, dy = (was.top - is.top) / scale;
    if (Math.abs(dx) + Math.abs(dy) < 1) return;
    element.animate(
      [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
      { duration: 350, easing: "ease-in-out", composite: "add" },
    );
  };
  for (const [element, was, is] of moved(held, holdings(made))) slide(element, was, is);
  for (const element of made.querySelectorAll("[data-key]")) {
    const was = before.get(element.dataset.key);
    if (was) slide(element, was, element.getBoundingClientRect());
    else if (before.size) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }
}
