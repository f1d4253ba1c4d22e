// The frame of the page: addresses and screens.

import { h } from "./dom.js";
import { applyLooks, showLooks } from "./looks.js";

const SCREENS = [
  [/^\/(play)?$/, () => import("./home.js")],
  [/^\/watch$/, () => import("./watch.js")],
  [/^\/games\/([\w-]+)$/, () => import("./play.js")],
  [/^\/replay\/([\w-]+)$/, () => import("./replay.js")],
  [/^\/maps$/, () => import("./maps.js")],
  [/^\/editor$/, () => import("./editor.js")],
  [/^\/tournaments(?:\/([0-9a-f]+))?$/, () => import("./tournaments.js")],
  [/^\/docs$/, () => import("./docs.js")],
];
const main = document.getElementById("screen");
let leave = null;
let visit = 0;

async function show() {
  const own = ++visit;
  leave?.();
  leave = null;
  const [match, load] = SCREENS.map(([form, load]) => [location.pathname.match(form), load]).find(([match]) => match) ?? [];
  for (const link of document.querySelectorAll("#nav a")) {
    const here = link.pathname === location.pathname || (link.pathname !== "/" && location.pathname.startsWith(link.pathname));
    if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  try {
    if (!match) throw new Error("there is no such page");
    const screen = await load();
    if (own !== visit) return;
    main.replaceChildren();
    const leaver = await screen.show(main, match[1], new URLSearchParams(location.search));
    if (own === visit) leave = leaver ?? null; else leaver?.();
  } catch (error) {
    if (own !== visit) return;
    main.replaceChildren(h("div", { class: "page" }, h("h1", {}, "This does not work"), h("p", {}, error.message),
      h("p", {}, h("a", { href: "/" }, "To the first page"))));
  }
}

export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  return show();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || link.hasAttribute("download") || event.metaKey || event.ctrlKey || link.target) return;
  if (link.pathname.startsWith("/api") || link.pathname.startsWith("/static")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
document.getElementById("looks").addEventListener("click", showLooks);
addEventListener("popstate", show);
applyLooks();
show();
