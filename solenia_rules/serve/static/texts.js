// The texts of the page in the language of the reader.

let texts = {};

/** The name of a shelf of games; a shelf without words is called as its folder. */
export function shelfName(shelf) {
  if (!shelf) return t("other_shelf");
  return `shelf_${shelf}` in texts ? t(`shelf_${shelf}`) : shelf.replaceAll("_", " ").replaceAll("/", " · ");
}

export function setTexts(given) { texts = given; }

/** A text of the page, its gaps filled. */
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
}
