// The page: the start with all games, or one table.

import { h, show } from "./dom.js";
import { applyTheme, languages, lang, loadTexts, setLanguage, setTheme, theme } from "./settings.js";
import { t } from "./texts.js";

/** The bar at the top: the name of the page, and the choice of language and colours. */
export function bar(changed, ...middle) {
  const chooseLanguage = h("select", {
    "aria-label": t("language"),
    onchange: async (event) => { await setLanguage(event.target.value); changed(); },
  }, Object.entries(languages).map(([code, name]) => h("option", { value: code, selected: code === lang() }, name)));
  chooseLanguage.value = lang();
  const other = theme() === "dark" ? "light" : "dark";
  const chooseTheme = h("button", {
    class: "quiet", type: "button", "aria-label": `${t("theme")}: ${t(`theme_${other}`)}`,
    onclick: () => { setTheme(other); changed(); },
  }, other === "dark" ? "☾" : "☀");
  return h("header", { class: "bar" },
    h("a", { href: "/", class: "home", "aria-label": t("home") }, h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, t("title"))),
    h("div", { class: "middle" }, ...middle), chooseLanguage, chooseTheme);
}

async function begin() {
  applyTheme();
  await loadTexts();
  const table = location.pathname.match(/^\/table\/([0-9a-f]+)$/)?.[1];
  if (table) (await import("./seated.js")).openTable(table);
  else (await import("./start.js")).openStart();
}

begin().catch((problem) => show(h("main", { class: "alone" }, h("p", { role: "alert" }, problem.message))));
