// Makes elements. Texts become text nodes, so nothing from a ruleset or a player is ever read as HTML.

/** Make an element: its attributes, then its children. `on...` attributes are listeners. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function show(...children) {
  const page = document.getElementById("page");
  page.replaceChildren(...children);
}

/** Say something to people who use a screen reader. */
export function say(text) {
  const place = document.getElementById("spoken");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}
