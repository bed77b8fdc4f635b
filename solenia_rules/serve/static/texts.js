// The texts of the page in the language of the reader.

let texts = {};

export function setTexts(given) { texts = given; }

/** A text of the page, its gaps filled. */
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
}
